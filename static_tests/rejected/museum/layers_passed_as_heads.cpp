// SPDX-License-Identifier: BSL-1.0
// A constructor takes heads and layers, both plain numbers; somebody exchanged them.
// case: C40
// equal: "Layers", 48 => "Layers", 25
// expect: split: [L=7, (Layers Dk)=3072]
// expect: there is no fused axis (H Dk); (Layers Dk) splits into its own factors only
// expect-equal: split: [L=7, (Layers Dk)=1600]
// expect-equal: there is no fused axis (H Dk); (Layers Dk) splits into its own factors only
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 1600>;
using Layers = sp::axis<"Layers", 48>;
using H = sp::axis<"H", 25>;
using Dk = sp::axis<"Dk", 64>;
// mistake
using heads = sp::fused<Layers, Dk>;
// corrected
using heads = sp::fused<H, Dk>;
// end
auto queries(sp::tensor<float, L, D> const& x, sp::tensor<float, D, heads> const& w) {
  return sp::split<"(H Dk)">(sp::linear(x, w));
}
