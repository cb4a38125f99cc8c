// SPDX-License-Identifier: BSL-1.0
// A rank sums its part of the features, and only for its part of the positions.
// expect: sum: [L=4 of 8 over tp, F=10 of 20 over tp]: each rank of tp would sum only where its parts of F and L meet; gather one of them first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::shard<sp::axis<"L", 8>, tp>;
using F = sp::shard<sp::axis<"F", 20>, tp>;
auto step(sp::tensor<float, L, F> const& x) {
  // mistake
  auto y = sp::sum<"F">(x);
  // corrected
  auto y = sp::all_reduce<"tp">(sp::sum<"F">(sp::all_gather<"L">(x)));
  // end
  return y;
}
