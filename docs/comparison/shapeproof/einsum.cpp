// SPDX-License-Identifier: BSL-1.0
// outcome: holds
// answer: by axis names
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 2>;
using D = sp::axis<"D", 3>;
using F = sp::axis<"F", 5>;

int main() {
  sp::tensor<float, L, D> x;
  sp::tensor<float, F, D> w;
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = 1;
  for (std::size_t i = 0; i < w.size(); ++i) w.data()[i] = 1;
  auto const y = sp::einsum<"L D, F D -> L F">(x, w);
  return y(1, 4) == 3 ? 0 : 1;
}
