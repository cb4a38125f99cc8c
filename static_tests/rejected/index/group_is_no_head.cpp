// SPDX-License-Identifier: BSL-1.0
// A group of queries used as a head of keys.
// equal: "G", 3 => "G", 2
// expect: index: Hkv=2: an index of G=3 does not address Hkv=2
// expect-equal: index: Hkv=2: an index of G=2 does not address Hkv=2
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using Hkv = sp::axis<"Hkv", 2>;
using G = sp::axis<"G", 3>;
using S = sp::axis<"S", 7>;
auto step(sp::tensor<float, Hkv,S> const& keys, [[maybe_unused]] sp::index<Hkv> const& head,
          [[maybe_unused]] sp::index<G> const& group) {
  // mistake
  float const& y = keys(group, 0);
  // corrected
  float const& y = keys(head, 0);
  // end
  return y;
}
