// SPDX-License-Identifier: BSL-1.0
/// The proof of the pipeline: rows P1-P21, D1-D7 and table C, asserted on what the demo's own functions do.
#include <shapeproof/llm/pipeline_trace.hpp>

namespace sp = shapeproof;
using sp::axis;
using sp::shape;
using sp::trace;
using model = sp::llm::note_model;

using B = model::B;
using De = model::De;
using D = model::D;
using H = model::H;
using Dk = model::Dk;
using F = model::F;
using Dl = model::Dl;
using V = model::V;
using heads = sp::fused<H, Dk>;

// The facts of the configuration.
static_assert(sp::static_extent<D> == sp::static_extent<H> * sp::static_extent<Dk>);
static_assert(sp::static_extent<F> == 4 * sp::static_extent<D>);
static_assert(sp::llm::can_configure<model>);

/// Rows P1-P21 (and with L = 1 the rows D1-D7, by the ids of the steps they share) for queries L and keys S.
template <class L, class S>
constexpr bool has_the_rows(trace const& t) {
  auto const is = [&](char const* step, auto expected) { return t.last_of(step).has_shape(expected); };
  return is("P1", shape<L>{}) && is("P2", shape<L, De>{}) && is("P3", shape<B, L, D>{}) &&
         is("P4", shape<B, L, heads>{}) && is("P5", shape<B, L, H, Dk>{}) && is("P6", shape<B, H, L, Dk>{}) &&
         is("P7", shape<B, H, S, Dk>{}) && is("P8", shape<B, H, L, S>{}) && is("P9", shape<B, H, L, S>{}) &&
         is("P10", shape<B, H, L, S>{}) && is("P11", shape<B, H, L, Dk>{}) && is("P12", shape<B, L, heads>{}) &&
         is("P13", shape<B, L, D>{}) && is("P14", shape<B, L, D>{}) && is("P15", shape<B, L, F>{}) &&
         is("P16", shape<B, L, D>{}) && is("P17", shape<B, L, D>{}) && is("P18", shape<B, L, Dl>{}) &&
         is("P19", shape<B, Dl>{}) && is("P20", shape<B, V>{}) && is("P21", shape<B>{});
}

/// Rows D1-D7: each decode row's last operation.
template <class S>
constexpr bool has_the_decode_rows(trace const& t) {
  using L = axis<"L", 1>;
  auto const is = [&](char const* row, auto expected) {
    bool found = false;
    sp::trace_entry last;
    for (std::size_t i = 0; i < t.count; ++i)
      if (sp::llm::decode_step(t.entries[i].step) == row) last = t.entries[i], found = true;
    return found && last.has_shape(expected);
  };
  return is("D1", shape<B, L, D>{}) && is("D2", shape<B, H, L, Dk>{}) && is("D3", shape<B, H, S, Dk>{}) &&
         is("D4", shape<B, H, L, S>{}) && is("D5", shape<B, H, L, Dk>{}) && is("D6", shape<B, L, D>{}) &&
         is("D7", shape<B>{}) && t.last_of("P20").has_shape(shape<B, V>{});
}

// The static walk: a prompt of 7, then S = 8 and 9.
constexpr trace prefill = sp::llm::traced_step<model, 7, 0, 64>();
constexpr trace second = sp::llm::traced_step<model, 1, 7, 64>();
constexpr trace third = sp::llm::traced_step<model, 1, 8, 64>();
static_assert(has_the_rows<axis<"L", 7>, axis<"S", 7>>(prefill));
static_assert(has_the_rows<axis<"L", 1>, axis<"S", 8>>(second));
static_assert(has_the_rows<axis<"L", 1>, axis<"S", 9>>(third));
static_assert(has_the_decode_rows<axis<"S", 8>>(second));
static_assert(has_the_decode_rows<axis<"S", 9>>(third));
static_assert(!has_the_rows<axis<"L", 7>, axis<"S", 8>>(prefill));  // a row that is wrong is noticed
static_assert(!has_the_decode_rows<axis<"S", 9>>(second));

// Every prompt length and every step: what the demo runs.
constexpr trace every_prefill = sp::llm::traced_step<model, "L", 0>();
constexpr trace every_decode = sp::llm::traced_step<model, 1, "past">();
constexpr trace every_step = sp::llm::traced_step<model, "L", "past">();
static_assert(has_the_rows<axis<"L">, axis<"S", "L">>(every_prefill));
static_assert(has_the_rows<axis<"L", 1>, axis<"S", "past+1">>(every_decode));
static_assert(has_the_decode_rows<axis<"S", "past+1">>(every_decode));
static_assert(has_the_rows<axis<"L">, axis<"S", "past+L">>(every_step));

// Each id occurs, and no operation is without one.
constexpr bool every_operation_has_a_step(trace const& t) {
  for (std::size_t i = 0; i < t.count; ++i)
    if (t.entries[i].step.empty()) return false;
  return t.count > 0;
}
static_assert(every_operation_has_a_step(prefill) && every_operation_has_a_step(second) &&
              every_operation_has_a_step(every_step));

// P5 and P6 are views: no element moves. P12 copies once.
static_assert(prefill.bytes_of("P5") == 0 && prefill.bytes_of("P6") == 0 && prefill.flops_of("P5") == 0);
static_assert(prefill.bytes_of("P12") == 2 * 4 * 7 * 5200);

// P7 writes the prompt's keys and values; D3 one position: read and written once each, two tensors of floats.
static_assert(prefill.bytes_of("P7") == 4 * (4 * 8 * 7 * 650));
static_assert(second.bytes_of("P7") == 4 * (4 * 8 * 1 * 650));
