// SPDX-License-Identifier: BSL-1.0
// A function that computes with whole rows gets a summand of them.
// expect: no matching function for call to
// expect-gcc: ‘project(
// expect-clang: 'project'
// expect: shaped: [L, D=12] partial over tp float: expected [L, D=12] float; a sum over tp is still to be reduced; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 12>;
using sum = sp::partial<tp, sp::tensor<float, L, D>>;
auto project(sp::shaped<float, L, D> auto const& x) { return sp::gelu(x); }
auto step(sum const& x) {
  // mistake
  return project(x);
  // corrected
  return project(sp::all_reduce<"tp">(x));
  // end
}
