// SPDX-License-Identifier: BSL-1.0
// The last position of a part is only on the last rank the last one.
// expect: last: [L=4 of 8 over tp, D=12]: each rank has only its part of L=8; call all_gather<L> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using D = sp::axis<"D", 12>;
using L = sp::shard<sp::axis<"L", 8>, tp>;
auto step(sp::tensor<float, L, D> const& x) {
  // mistake
  auto y = sp::last<"L">(x);
  // corrected
  auto y = sp::last<"L">(sp::all_gather<"L">(x));
  // end
  return sp::contiguous(y);
}
