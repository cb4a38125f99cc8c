// SPDX-License-Identifier: BSL-1.0
// outcome: refused
// says: call contiguous() first, which copies
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 2>;
using H = sp::axis<"H", 3>;

int main() {
  sp::tensor<float, L, H> x;
  auto const turned = sp::transpose<"L", "H">(x);
  auto meant = sp::merge<"H", "L">(sp::contiguous(turned));
  auto flat = sp::merge<"H", "L">(turned);  // mistake
}
