// SPDX-License-Identifier: BSL-1.0
// outcome: refused
// says: matmul: [L, D] x [De, F]: contracts D with De
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L">;
using D = sp::axis<"D">;
using De = sp::axis<"De">;
using F = sp::axis<"F">;

int main() {
  auto const width = sp::bind<"D">(3);
  auto const outputs = sp::bind<"F">(5);
  sp::tensor<float, L, D> x(sp::bind<"L">(2), width);
  sp::tensor<float, D, F> w(width, outputs);
  sp::tensor<float, De, F> other(sp::bind<"De">(4), outputs);
  auto meant = sp::matmul(x, w);
  auto y = sp::matmul(x, other);  // mistake
}
