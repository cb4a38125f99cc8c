// SPDX-License-Identifier: BSL-1.0
/// The proof of the pipeline: rows P1-P21, D1-D7 and table C, asserted on what the demo's own functions do.
#include <shapeproof/llm/pipeline_trace.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::shape;
using sp::trace;
using model = sp::llm::note_model;

// The note's configuration, written down a second time: a changed extent or name disagrees with it.
using B = axis<"B", 1>;
using V = axis<"V", 6000>;
using De = axis<"De", 4096>;
using D = axis<"D", 5200>;
using H = axis<"H", 8>;
using Dk = axis<"Dk", 650>;
using F = axis<"F", 20800>;
using Dl = axis<"Dl", 3200>;
using heads = sp::fused<H, Dk>;

// The facts of the configuration.
static_assert(sp::static_extent<D> == sp::static_extent<H> * sp::static_extent<Dk>);
static_assert(sp::static_extent<F> == 4 * sp::static_extent<D>);
static_assert(sp::llm::can_configure<model>);

/// The entry of a row: `P8` by its own id, `D4` by the last of the steps that it covers.
constexpr sp::trace_entry const* row_of(trace const& t, std::string_view id) {
  for (std::size_t i = t.count; i-- > 0;)
    if ((id[0] == 'P' ? t.entries[i].step : sp::llm::decode_step(t.entries[i].step)) == id) return &t.entries[i];
  return nullptr;
}

/// A row that has another shape is refused with both: `P8: [B=1, ...]: the note has [B=1, ...]`.
template <trace const& Trace, sp::fixed_string Id, class Expected>
struct row {
  static constexpr sp::trace_entry const* entry = row_of(Trace, Id.view());
  static constexpr bool has_shape = entry != nullptr && entry->has_shape(Expected{});
  static constexpr sp::text operation() { return sp::text::of(Id.view()); }
  static constexpr sp::text operands() {
    return entry == nullptr ? sp::text::of("no such step") : to_text(*entry->result);
  }
  static constexpr sp::text reason() { return sp::text::of("the note has ", to_text(Expected{})); }
  static constexpr bool check() {
    if constexpr (!has_shape) (void)sp::accepted<sp::refused<row>>{};
    return has_shape;
  }
};

template <trace const& T, class L, class S>
constexpr bool has_the_rows =
    row<T, "P1", shape<L>>::check() && row<T, "P2", shape<L, De>>::check() && row<T, "P3", shape<B, L, D>>::check() &&
    row<T, "P4", shape<B, L, heads>>::check() && row<T, "P5", shape<B, L, H, Dk>>::check() &&
    row<T, "P6", shape<B, H, L, Dk>>::check() && row<T, "P7", shape<B, H, S, Dk>>::check() &&
    row<T, "P8", shape<B, H, L, S>>::check() && row<T, "P9", shape<B, H, L, S>>::check() &&
    row<T, "P10", shape<B, H, L, S>>::check() && row<T, "P11", shape<B, H, L, Dk>>::check() &&
    row<T, "P12", shape<B, L, heads>>::check() && row<T, "P13", shape<B, L, D>>::check() &&
    row<T, "P14", shape<B, L, D>>::check() && row<T, "P15", shape<B, L, F>>::check() &&
    row<T, "P16", shape<B, L, D>>::check() && row<T, "P17", shape<B, L, D>>::check() &&
    row<T, "P18", shape<B, L, Dl>>::check() && row<T, "P19", shape<B, Dl>>::check() &&
    row<T, "P20", shape<B, V>>::check() && row<T, "P21", shape<B>>::check();

template <trace const& T, class S, class L = axis<"L", 1>>
constexpr bool has_the_decode_rows =
    row<T, "D1", shape<B, L, D>>::check() && row<T, "D2", shape<B, H, L, Dk>>::check() &&
    row<T, "D3", shape<B, H, S, Dk>>::check() && row<T, "D4", shape<B, H, L, S>>::check() &&
    row<T, "D5", shape<B, H, L, Dk>>::check() && row<T, "D6", shape<B, L, D>>::check() &&
    row<T, "P20", shape<B, V>>::check() && row<T, "D7", shape<B>>::check();

// The static walk: a prompt of 7, then S = 8 and 9.
constexpr trace prefill = sp::llm::traced_step<model, 7, 0, 64>();
constexpr trace second = sp::llm::traced_step<model, 1, 7, 64>();
constexpr trace third = sp::llm::traced_step<model, 1, 8, 64>();
static_assert(has_the_rows<prefill, axis<"L", 7>, axis<"S", 7>>);
static_assert(has_the_rows<second, axis<"L", 1>, axis<"S", 8>>);
static_assert(has_the_rows<third, axis<"L", 1>, axis<"S", 9>>);
static_assert(has_the_decode_rows<second, axis<"S", 8>>);
static_assert(has_the_decode_rows<third, axis<"S", 9>>);
static_assert(!row<prefill, "P8", shape<B, H, axis<"L", 7>, axis<"S", 8>>>::has_shape);  // a wrong row is noticed
static_assert(!row<second, "D3", shape<B, axis<"S", 8>, H, Dk>>::has_shape);             // heads and positions swapped
static_assert(!row<second, "D9", shape<B>>::has_shape);                                  // no such row

// The same walk with the caches that each step hands to the next.
template <class Caches>
using filled = typename std::remove_cvref_t<decltype(std::declval<Caches&>()[0])>::filled;
template <std::size_t Positions, class Caches>
constexpr auto walked(Caches&& caches) {
  sp::llm::model_weights<model, sp::llm::traced> weights;
  return sp::llm::forward(sp::meta_tensor<sp::index<V>, axis<"L", Positions>>{}, weights, std::move(caches)).caches;
}
using empty = sp::llm::single_layer<sp::llm::layer_cache<model, 0, 9, sp::meta_tensor>>;
using after_prompt = decltype(walked<7>(empty{}));
using after_second = decltype(walked<1>(after_prompt{}));
using after_third = decltype(walked<1>(after_second{}));
static_assert(std::is_same_v<filled<empty>, axis<"S", 0>> && std::is_same_v<filled<after_prompt>, axis<"S", 7>>);
static_assert(std::is_same_v<filled<after_second>, axis<"S", 8>> && std::is_same_v<filled<after_third>, axis<"S", 9>>);

// Every prompt length and every step: what the demo runs.
constexpr trace every_prefill = sp::llm::traced_step<model, "L", 0>();
constexpr trace every_decode = sp::llm::traced_step<model, 1, "past">();
constexpr trace every_step = sp::llm::traced_step<model, "L", "past">();
static_assert(has_the_rows<every_prefill, axis<"L">, axis<"S", "L">>);
static_assert(has_the_rows<every_decode, axis<"L", 1>, axis<"S", "past+1">>);
static_assert(has_the_decode_rows<every_decode, axis<"S", "past+1">>);
static_assert(has_the_rows<every_step, axis<"L">, axis<"S", "past+L">>);

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
