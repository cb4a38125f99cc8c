// SPDX-License-Identifier: BSL-1.0
// outcome: refused
// says: linear: [L=2, In=3] x [Out=3, In=3]
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 2>;
using In = sp::axis<"In", 3>;
using Out = sp::axis<"Out", 3>;

int main() {
  sp::tensor<float, L, In> x;
  sp::tensor<float, Out, In> w;
  auto meant = sp::linear(x, sp::transpose<"Out", "In">(w));
  auto y = sp::linear(x, w);  // mistake
}
