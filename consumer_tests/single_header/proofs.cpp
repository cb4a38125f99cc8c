// SPDX-License-Identifier: BSL-1.0
/// Proofs with the single header alone: no library, no other include folder, no Boost.
#include "shapeproof.hpp"

#include <cstdio>
#include <string>
#include <type_traits>

namespace sp = shapeproof;

using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;  // positions: any number
using D = sp::axis<"D", 48>;
using H = sp::axis<"H", 4>;
using Dk = sp::axis<"Dk", 12>;
using F = sp::axis<"F", 192>;
using heads = sp::fused<H, Dk>;
using S = sp::axis<"S", "past+L">;

using x = sp::meta_tensor<float, B, L, D>;
using widening = sp::meta_tensor<float, D, F>;
static_assert(sp::can_matmul<x, widening> && !sp::can_matmul<widening, x>);
static_assert(sp::can_split<sp::meta_tensor<float, B, L, heads>, "(H Dk)">);
static_assert(!sp::can_split<sp::meta_tensor<float, B, L, sp::fused<Dk, H>>, "(H Dk)">);  // another order of factors
static_assert(std::is_same_v<sp::axis<"S", "1+past">, sp::axis<"S", "past+1">>);

/// Attention of L positions after `past` others: the steps of a paper, on tensors without elements.
constexpr auto attention(x const& input, sp::meta_tensor<float, D, heads> const& w,
                         sp::meta_tensor<float, heads, D> const& out,
                         sp::meta_tensor<float, B, H, sp::axis<"S", "past">, Dk> const& past) {
  auto const q = sp::transpose<"L", "H">(sp::split<"(H Dk)">(sp::linear(input, w)));  // [B, H, L, Dk]
  auto const k = sp::concat<"S">(past, sp::rename<"L", "S">(q));                      // [B, H, S=past+L, Dk]
  auto const weights = sp::causal_softmax<"L", "S">(sp::contract<"Dk">(q, k));        // [B, H, L, S=past+L]
  auto const mixed = sp::contract<"S">(weights, k);                                   // [B, H, L, Dk]
  return sp::linear(sp::merge<"H", "Dk">(sp::contiguous(sp::transpose<"H", "L">(mixed))), out);
}
using attended = decltype(attention({}, {}, {}, {}));
static_assert(std::is_same_v<attended::shape, sp::shape<B, L, D>>);

int main() {
  sp::trace log;
  x const input(&log);
  auto const y =
      sp::layer_norm<"D">(attention(input, {}, {}, {}), sp::meta_tensor<float, D>{}, sp::meta_tensor<float, D>{});
  (void)y;
  for (std::size_t i = 0; i < log.count; ++i)
    std::puts(std::string(log.entries[i].operation).append(" ").append(to_text(*log.entries[i].result).view()).c_str());

  // Elements as well, where no kernel is needed: heads are split off and turned without a copy.
  sp::tensor<float, sp::axis<"L", 2>, sp::fused<sp::axis<"H", 2>, sp::axis<"Dk", 3>>> values;
  for (std::size_t i = 0; i < values.size(); ++i) values.data()[i] = static_cast<float>(i);
  auto const turned = sp::transpose<"L", "H">(sp::split<"(H Dk)">(values));
  std::printf("%s: %g %g %g\n", to_string(turned).c_str(), turned(1, 0, 2), turned(0, 1, 0), turned(1, 1, 1));
}

// Output:
// linear [B=2, L, (H Dk)=48]
// split [B=2, L, H=4, Dk=12]
// transpose [B=2, H=4, L, Dk=12]
// rename [B=2, H=4, S=L, Dk=12]
// concat [B=2, H=4, S=L+past, Dk=12]
// contract [B=2, H=4, L, S=L+past]
// causal_mask [B=2, H=4, L, S=L+past]
// softmax [B=2, H=4, L, S=L+past]
// contract [B=2, H=4, L, Dk=12]
// transpose [B=2, L, H=4, Dk=12]
// contiguous [B=2, L, H=4, Dk=12]
// merge [B=2, L, (H Dk)=48]
// linear [B=2, L, D=48]
// layer_norm [B=2, L, D=48]
// [H=2, L=2, Dk=3]: 5 6 10
