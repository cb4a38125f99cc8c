// SPDX-License-Identifier: BSL-1.0
// outcome: refused
// says: there is no fused axis (Dk H); the order of the factors is (H Dk)
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 2>;
using H = sp::axis<"H", 2>;
using Dk = sp::axis<"Dk", 2>;

int main() {
  sp::tensor<float, L, sp::fused<H, Dk>> q;
  auto meant = sp::split<"(H Dk)">(q);
  auto heads = sp::split<"(Dk H)">(q);  // mistake
}
