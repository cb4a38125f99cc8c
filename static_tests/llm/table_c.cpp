// SPDX-License-Identifier: BSL-1.0
/// Table C: what differs between prefill and decode, as numbers and as polynomials in L and past.
#include <shapeproof/llm/pipeline_trace.hpp>
#include <shapeproof/ops/matmul.hpp>

#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::polynomial;
using sp::shape;
using sp::trace;
using model = sp::llm::note_model;

constexpr trace prefill = sp::llm::traced_step<model, 7, 0, 64>();
constexpr trace decode = sp::llm::traced_step<model, 1, 7, 64>();
constexpr trace any = sp::llm::traced_step<model, "L", "past">();

constexpr polynomial L = polynomial::symbol("L");
constexpr polynomial past = polynomial::symbol("past");

// Input tokens: 7 at once, or 1. Q: 7 x 650, or 1 x 650, for each of 8 heads.
static_assert(prefill.last_of("P1").has_shape(shape<axis<"L", 7>>{}));
static_assert(decode.last_of("P1").has_shape(shape<axis<"L", 1>>{}));

// Feed-forward: 7 x (5200 -> 20800 -> 5200) against 1 x, exactly.
constexpr polynomial ffn_products(trace const& t) {
  polynomial sum;
  for (std::size_t i = 0; i < t.count; ++i)
    if ((t.entries[i].step == "P15" || t.entries[i].step == "P16") && t.entries[i].operation == "matmul")
      sum = sum + *t.entries[i].flops;
  return sum;
}
constexpr polynomial ffn_flops(trace const& t) { return t.flops_of("P15") + t.flops_of("P16"); }
static_assert(ffn_products(decode) == 2LL * 2 * 5200 * 20800);
static_assert(ffn_products(prefill) == ffn_products(decode) * 7);
static_assert(ffn_flops(prefill) == ffn_flops(decode) * 7);
static_assert(ffn_flops(any) == ffn_flops(decode) * L);  // for every prompt length

// The attention matrix: 7 x 7 against 1 x 8, for 8 heads; in general L x (past + L).
static_assert(*prefill.last_of("P11").flops == 2LL * 8 * 7 * 7 * 650);
static_assert(*decode.last_of("P11").flops == 2LL * 8 * 1 * 8 * 650);
static_assert(*any.last_of("P11").flops == L * (past + L) * (2LL * 8 * 650));

// Bytes of a product with weights: W_1 is read once whatever L is, so FLOPs per byte of weights are L / 2.
constexpr sp::trace_entry const& first_of(trace const& t, std::string_view step) {
  std::size_t i = 0;
  while (t.entries[i].step != step) ++i;
  return t.entries[i];
}
static_assert(*first_of(decode, "P15").bytes == 4LL * (5200 + 5200 * 20800 + 20800));
static_assert(*first_of(prefill, "P15").bytes == 4LL * (7 * 5200 + 5200 * 20800 + 7 * 20800));
constexpr polynomial weight_bytes = 4LL * 5200 * 20800;
static_assert(*first_of(any, "P15").flops * 2 == weight_bytes * L);

// The whole step: prefill of 7 does under 7 times decode's work (the head runs once), and moves about the same bytes.
constexpr polynomial sum_of(trace const& t, polynomial const* sp::trace_entry::* cost) {
  polynomial sum;
  for (std::size_t i = 0; i < t.count; ++i) sum = sum + *(t.entries[i].*cost);
  return sum;
}
constexpr long long prefill_flops = sum_of(prefill, &sp::trace_entry::flops).number();
constexpr long long decode_flops = sum_of(decode, &sp::trace_entry::flops).number();
static_assert(6 * decode_flops < prefill_flops && prefill_flops < 7 * decode_flops);
constexpr long long prefill_bytes = sum_of(prefill, &sp::trace_entry::bytes).number();
constexpr long long decode_bytes = sum_of(decode, &sp::trace_entry::bytes).number();
static_assert(decode_bytes < prefill_bytes && 1000 * prefill_bytes < 1005 * decode_bytes);

// The cache of step 2 is 8 heads x 8 positions: sizes cannot tell these axes apart, names do.
using B = model::B;
using H = model::H;
using Dk = model::Dk;
using S8 = axis<"S", 8>;
using one = axis<"L", 1>;
static_assert(decode.last_of("P7").has_shape(shape<B, H, S8, Dk>{}));
static_assert(!decode.last_of("P7").has_shape(shape<B, S8, H, Dk>{}));  // positions before heads
template <class... Axes>
using floats = sp::tensor<float, Axes...>;
static_assert(sp::can_matmul<floats<B, H, one, Dk>, floats<B, H, Dk, S8>>);
static_assert(!sp::can_matmul<floats<B, H, one, Dk>, floats<B, S8, Dk, H>>);  // heads loop over positions
using full_cache = sp::llm::layer_cache<model, 7, 8>;
static_assert(sp::nn::can_append<full_cache, floats<B, H, one, Dk>, floats<B, H, one, Dk>>);
static_assert(!sp::nn::can_append<full_cache, floats<B, one, H, Dk>, floats<B, one, H, Dk>>);  // not transposed
static_assert(
    !sp::nn::can_append<sp::llm::layer_cache<model, 8, 8>, floats<B, H, one, Dk>, floats<B, H, one, Dk>>);  // full
