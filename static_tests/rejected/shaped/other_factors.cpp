// SPDX-License-Identifier: BSL-1.0
// Two heads of three are not three of two, though both are six wide.
// expect: no matching function for call to
// expect-gcc: ‘project(
// expect-clang: 'project'
// expect: (H=2 Dk=3) is not (H=3 Dk=2)
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
template <std::size_t H, std::size_t Dk>
using heads = sp::fused<sp::axis<"H", H>, sp::axis<"Dk", Dk>>;
auto project(sp::shaped<float, heads<3, 2>> auto const& x) { return sp::sum<"(H Dk)">(x); }
auto step([[maybe_unused]] sp::tensor<float, heads<2, 3>> const& x,
          [[maybe_unused]] sp::tensor<float, heads<3, 2>> const& y) {
  // mistake
  return project(x);
  // corrected
  return project(y);
  // end
}
