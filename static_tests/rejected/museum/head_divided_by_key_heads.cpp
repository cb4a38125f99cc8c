// SPDX-License-Identifier: BSL-1.0
// The key head is computed as head / key heads; that quotient counts members of a group.
// case: C28
// equal: "G", 8 => "G", 4
// expect: index: Hkv=4
// expect: an index of G=8 does not address Hkv=4
// expect-equal: index: Hkv=4
// expect-equal: an index of G=4 does not address Hkv=4
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using Hkv = sp::axis<"Hkv", 4>;  // key heads
using G = sp::axis<"G", 8>;      // query heads of each key head
using S = sp::axis<"S", 5>;
using Dk = sp::axis<"Dk", 16>;
auto key_of(sp::tensor<float, Hkv, S, Dk> const& k, std::size_t head) {
  // mistake
  sp::index<G> chosen(head / sp::static_extent<Hkv>);
  // corrected
  sp::index<Hkv> chosen(head / sp::static_extent<G>);
  // end
  return sp::select<"Hkv">(k, chosen);
}
