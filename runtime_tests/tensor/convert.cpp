// SPDX-License-Identifier: BSL-1.0
/// Views over a border: strides that somebody else chose, and what a kernel declares.
#include <shapeproof/ops/contiguous.hpp>
#include <shapeproof/ops/select.hpp>
#include <shapeproof/tensor/view.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <numeric>
#include <vector>

namespace sp = shapeproof;

namespace {

using R = sp::axis<"R", 3>;
using K = sp::axis<"K", 2>;

float second_of_second(sp::view<float const, R, K> dense) { return dense.data()[3]; }

}  // namespace

TEST_CASE("rows that are wider than what is seen keep their stride") {
  std::vector<float> memory(9);
  std::iota(memory.begin(), memory.end(), 0.0F);
  auto const seen = sp::view_over<sp::memory<R, sp::axis<"K", 3>>, R, K>(memory.data());
  CHECK(seen(1, 1) == 4);  // read as dense it would be 3
  CHECK(second_of_second(sp::contiguous(seen)) == 4);

  sp::tensor<float, R, sp::axis<"K", 3>> whole;
  for (std::size_t i = 0; i < 9; ++i) whole.data()[i] = memory[i];
  CHECK(sp::contiguous(sp::slice<"K", 0, 2>(whole))(1, 1) == 4);
}

TEST_CASE("strides may be known only at run time") {
  std::vector<float> memory(12);
  std::iota(memory.begin(), memory.end(), 0.0F);
  auto const seen = sp::view_over<sp::memory<R, sp::axis<"K", "pitch">>, R, K>(memory.data(), sp::bind<"pitch">(4));
  CHECK(seen(1, 1) == 5);
  CHECK(seen(2, 0) == 8);
}

TEST_CASE("a dense tensor is what a kernel declares, without a copy") {
  auto x = reference::filled<sp::tensor<float, R, K>>(1);
  sp::view<float const, R, K> const seen = x;
  CHECK(seen.data() == x.data());
  CHECK(second_of_second(x) == x(1, 1));
  sp::tensor<float, sp::axis<"L">, K> symbolic(sp::bind<"L">(5));
  sp::view<float, sp::axis<"L">, K> const same = symbolic;
  CHECK(same.extent<"L">() == 5);
}
