// SPDX-License-Identifier: BSL-1.0
// Two arguments that must have one length.
// expect: no matching function for call to
// expect-gcc: ‘scaled(
// expect-clang: 'scaled'
// expect: shaped: [L=8] float: expected [L=7] float; L=8 is not L=7; they differ by 1
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 5200>;
template <sp::shaped<float, sp::any_extent<"L">, D> X>
auto scaled(X const& x, sp::shaped<float, sp::axis_of<"L", X>> auto const& scales) {
  return x * scales;
}
using L7 = sp::axis<"L", 7>;
auto step(sp::tensor<float, L7, D> const& x, [[maybe_unused]] sp::tensor<float, sp::axis<"L", 8>> const& eight,
          [[maybe_unused]] sp::tensor<float, L7> const& seven) {
  // mistake
  return scaled(x, eight);
  // corrected
  return scaled(x, seven);
  // end
}
