// SPDX-License-Identifier: BSL-1.0
// Rows of a key weight are regrouped by the size of a group instead of the number of key heads.
// case: C13
// equal: "Hkv", 4 => "Hkv", 8
// expect: reshape: [(Hkv C R)=128, D=2048]
// expect: to [G=8, C=2, R=16, D=2048] is no sequence of splits and merges of neighbours
// expect: the factors are [Hkv=4, C=2, R=16, D=2048] and [G=8, C=2, R=16, D=2048]
// expect: Hkv=4 meets G=8
// expect-equal: reshape: [(Hkv C R)=256, D=2048]
// expect-equal: to [G=8, C=2, R=16, D=2048] is no sequence of splits and merges of neighbours
// expect-equal: the factors are [Hkv=8, C=2, R=16, D=2048] and [G=8, C=2, R=16, D=2048]
// expect-equal: Hkv=8 meets G=8
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using Hkv = sp::axis<"Hkv", 4>;   // key heads
using G = sp::axis<"G", 8>;       // query heads of each key head
using R = sp::axis<"R", 16>;      // rotated pairs of a head
using C = sp::axis<"C", 2>;
using D = sp::axis<"D", 2048>;
auto rows(sp::tensor<float, sp::fused<Hkv, C, R>, D> const& w_key) {
  // mistake
  auto pairs = sp::reshape<G, C, R, D>(w_key);
  // corrected
  auto pairs = sp::reshape<Hkv, C, R, D>(w_key);
  // end
  return pairs;
}
