// SPDX-License-Identifier: BSL-1.0
// outcome: refused
// says: matmul: [L=2, D=3] x [De=4, F=5]: contracts D=3 with De=4
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 2>;
using D = sp::axis<"D", 3>;
using De = sp::axis<"De", 4>;
using F = sp::axis<"F", 5>;

int main() {
  sp::tensor<float, L, D> x;
  sp::tensor<float, D, F> w;
  sp::tensor<float, De, F> other;
  auto meant = sp::matmul(x, w);
  auto y = sp::matmul(x, other);  // mistake
}
