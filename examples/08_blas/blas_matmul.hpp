// SPDX-License-Identifier: BSL-1.0
/// A BLAS under the typed product: the rule says what is computed, sgemm computes it.
#pragma once

#include <shapeproof/interop/sizes.hpp>
#include <shapeproof/shapeproof.hpp>

#include <cblas.h>
#include <algorithm>

/// The sizes of a matrix as BLAS wants them: rows or columns lie together, `width` is the distance between them.
struct blas_matrix {
  CBLAS_TRANSPOSE order;
  int width;
};

template <class X>
blas_matrix blas_matrix_of(X const& x) {
  auto const [rows, columns] = shapeproof::extents_of<int>(x);  // a shape_error where an int is too small
  auto const [down, across] = shapeproof::strides_of<int>(x);
  if (across == 1 || columns == 1) return {CblasNoTrans, std::max(down, std::max(columns, 1))};
  if (down == 1 || rows == 1) return {CblasTrans, std::max(across, std::max(rows, 1))};
  throw shapeproof::shape_error("blas_matmul", to_string(x), "neither rows nor columns lie together");
}

/// `[M, K] x [K, N] -> [M, N]`, whatever order the matrices lie in: nothing is copied. Refused like `matmul`.
template <shapeproof::any_tensor A, shapeproof::any_tensor B>
auto blas_matmul(A const& a, B const& b) {
  using product = shapeproof::computed<float, shapeproof::rules::matmul_rule, A, B>;
  return shapeproof::compute<"blas_matmul", product, shapeproof::no_cost>(
      [](auto& y, auto const& left, auto const& right) {
        auto const [m, n] = shapeproof::extents_of<int>(y);
        int const k = shapeproof::extents_of<int>(left)[1];
        auto const [left_order, left_width] = blas_matrix_of(left);
        auto const [right_order, right_width] = blas_matrix_of(right);
        if (y.size() > 0)
          cblas_sgemm(CblasRowMajor, left_order, right_order, m, n, k, 1, left.data(), left_width, right.data(),
                      right_width, 0, y.data(), n);
      },
      a, b);
}
