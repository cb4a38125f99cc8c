// SPDX-License-Identifier: BSL-1.0
/// OpenBLAS behind typed shapes, compared with the library's own kernels.
#include "blas_matmul.hpp"

#include <shapeproof/interop/pointer.hpp>

#include <cmath>
#include <cstddef>
#include <cstdio>

namespace sp = shapeproof;

using L = sp::axis<"L">;
using D = sp::axis<"D", 96>;
using F = sp::axis<"F", 80>;

template <class X>
X filled(X x, unsigned seed) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    seed = seed * 1664525U + 1013904223U;
    x.data()[i] = static_cast<float>(seed >> 20U) / 4096.0F - 0.5F;
  }
  return x;
}

/// The largest difference of two tensors with the same type.
template <class X>
float difference(X const& a, X const& b) {
  float result = 0;
  for (std::size_t i = 0; i < a.size(); ++i) result = std::fmax(result, std::fabs(a.data()[i] - b.data()[i]));
  return result;
}

int main() {
  auto const x = filled(sp::tensor<float, L, D>(sp::bind<"L">(7)), 1);
  auto const w = filled(sp::tensor<float, D, F>(), 2);
  auto const turned = filled(sp::tensor<float, F, D>(), 3);  // as [out, in], how many files store a weight

  auto const y = blas_matmul(x, w);
  std::printf("%s %s\n", to_string(y).c_str(), difference(y, sp::matmul(x, w)) < 1e-5F ? "as matmul" : "WRONG");

  auto const seen = sp::transpose<"F", "D">(turned);  // a view: BLAS is told, nothing moves
  auto const z = blas_matmul(x, seen);
  std::printf("%s %s\n", to_string(z).c_str(), difference(z, sp::matmul(x, seen)) < 1e-5F ? "as matmul" : "WRONG");

  using Half = sp::axis<"D", 48>;  // rows are wider than what is seen of them
  auto const part = sp::from_pointer<sp::memory<L, D>, L, Half>(x.data(), sp::extents{7, 48}, sp::strides{96, 1});
  sp::view<float const, Half, F> const rows(w.data());
  auto const p = blas_matmul(part, rows);
  std::printf("%s %s\n", to_string(p).c_str(), difference(p, sp::matmul(part, rows)) < 1e-5F ? "as matmul" : "WRONG");
  // blas_matmul(x, turned) does not compile: it contracts D=96 with F=80; did you mean transpose(b)?
}

// Output:
// [L=7, F=80] as matmul
// [L=7, F=80] as matmul
// [L=7, F=80] as matmul
