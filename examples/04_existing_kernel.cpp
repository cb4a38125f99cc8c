// SPDX-License-Identifier: BSL-1.0
/// An existing kernel of pointers and sizes, called through typed views: nothing is copied, shapes are checked.
#include <shapeproof/shapeproof.hpp>

#include <cstddef>
#include <cstdio>
#include <vector>

namespace sp = shapeproof;

// Yours, unchanged: y[m][n] = sum of x[m][k] * w[n][k]. Note the weight's order: out, in.
void old_kernel(float const* x, float const* w, float* y, std::size_t m, std::size_t n, std::size_t k) {
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      y[i * n + j] = 0;
      for (std::size_t p = 0; p < k; ++p) y[i * n + j] += x[i * k + p] * w[j * k + p];
    }
}

using L = sp::axis<"L">;         // positions, known at run time
using In = sp::axis<"In", 2>;    // equal extents:
using Out = sp::axis<"Out", 2>;  // only names tell a weight from its transpose

// What the kernel means, said once. A weight [In, Out] does not compile here.
auto project(sp::view<float const, L, In> x, sp::view<float const, Out, In> w) {
  sp::tensor<float, L, Out> y(sp::bind<"L">(x.extent<"L">()));
  old_kernel(x.data(), w.data(), y.data(), x.extent<"L">(), y.extent<"Out">(), x.extent<"In">());
  return y;
}

int main() {
  std::vector<float> const x = {1, 2};  // memory that somebody else owns
  std::vector<float> const w = {1, 2, 3, 4};
  sp::view<float const, L, In> typed_x(x.data(), sp::bind<"L">(1));
  sp::view<float const, Out, In> typed_w(w.data());

  auto y = project(typed_x, typed_w);
  std::printf("%s: %g %g\n", to_string(y).c_str(), y(0, 0), y(0, 1));
  auto same = sp::matmul(typed_x, sp::transpose<"Out", "In">(typed_w));
  std::printf("%s: %g %g\n", to_string(same).c_str(), same(0, 0), same(0, 1));
}

// Output:
// [L=1, Out=2]: 5 11
// [L=1, Out=2]: 5 11
