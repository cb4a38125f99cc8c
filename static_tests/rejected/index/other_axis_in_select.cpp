// SPDX-License-Identifier: BSL-1.0
// A row selected by an index of another axis.
// expect: index: L=7
// expect: an index of S=7 does not address L=7
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 7>;
using D = sp::axis<"D", 5200>;
auto step(sp::tensor<float, L,D> const& x,
          [[maybe_unused]] sp::index<S> const& key,
          [[maybe_unused]] sp::index<L> const& query) {
  // mistake
  auto y = sp::select<"L">(x, key);
  // corrected
  auto y = sp::select<"L">(x, query);
  // end
  return y;
}
