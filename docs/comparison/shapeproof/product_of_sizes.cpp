// SPDX-License-Identifier: BSL-1.0
// outcome: stops
// says: the symbol D is 3 on one side and 4 on the other
#include <cstdio>
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L">;
using D = sp::axis<"D">;
using F = sp::axis<"F">;

int main() {
  auto const width = sp::bind<"D">(3);
  auto const other_width = sp::bind<"D">(4);  // what another file says
  sp::tensor<float, L, D> x(sp::bind<"L">(2), width);
  sp::tensor<float, D, F> w(width, sp::bind<"F">(5));
  sp::tensor<float, D, F> other(other_width, sp::bind<"F">(5));
  try {
    auto meant = sp::matmul(x, w);
    auto y = sp::matmul(x, other);  // mistake
  } catch (sp::shape_error const& error) {
    std::puts(error.what());
    return 1;
  }
}
