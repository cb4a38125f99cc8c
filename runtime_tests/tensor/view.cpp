// SPDX-License-Identifier: BSL-1.0
/// Views name the axes of memory that somebody else owns.
#include <shapeproof/ops/contiguous.hpp>
#include <shapeproof/ops/select.hpp>
#include <shapeproof/tensor/view.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <numeric>
#include <type_traits>
#include <vector>

namespace sp = shapeproof;

namespace {
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
}  // namespace

TEST_CASE("a view and the memory under it see the same values") {
  std::vector<float> memory(12);
  std::iota(memory.begin(), memory.end(), 0.0F);
  sp::view<float, L, D> const x(memory.data(), sp::bind<"L">(3));
  CHECK(x.size() == 12);
  CHECK(x(2, 1) == 9);
  memory[9] = 50;
  CHECK(x(2, 1) == 50);
  x(0, 3) = 60;
  CHECK(memory[3] == 60);
}

TEST_CASE("a view of const elements only reads") {
  float const memory[] = {1, 2, 3, 4, 5, 6};
  sp::view<float const, sp::axis<"A", 2>, sp::axis<"C", 3>> const x(memory);
  CHECK(reference::elements(x) == std::vector<double>{1, 2, 3, 4, 5, 6});
  static_assert(std::is_same_v<decltype(x(0, 0)), float const&>);
  static_assert(std::is_same_v<decltype(x.data()), float const*>);
}

TEST_CASE("a copy of a view sees the same elements") {
  float memory[4] = {};
  sp::view<float, sp::axis<"D", 4>> const x(memory);
  auto const y = x;
  y(1) = 8;
  CHECK(x(1) == 8);
}

TEST_CASE("a view of a null pointer is an error that shows the shape") {
  float* const nowhere = nullptr;
  CHECK(reference::thrown([&] { sp::view<float, L, D> x(nowhere, sp::bind<"L">(5)); }) ==
        "view: [L=5, D=4]: the pointer to the elements is null");
  CHECK(reference::thrown([&] { sp::view<float, D> x(nowhere); }) ==
        "view: [D=4]: the pointer to the elements is null");
}

TEST_CASE("a view of no elements may have a null pointer") {
  float* const nowhere = nullptr;
  sp::view<float, L, D> const x(nowhere, sp::bind<"L">(0));
  CHECK(x.size() == 0);
  CHECK(sp::contiguous(x).size() == 0);
}

TEST_CASE("parts of a view of no elements have no elements") {
  float* const nowhere = nullptr;
  sp::view<float, L, D> const x(nowhere, sp::bind<"L">(0));
  CHECK(sp::contiguous(sp::slice<"D", 1, 3>(x)).size() == 0);
  CHECK(sp::contiguous(sp::select<"D">(x, 2)).size() == 0);
  sp::tensor<float, L, D> const y(sp::bind<"L">(0));
  CHECK(sp::contiguous(sp::slice<"D", 1, 3>(y)).size() == 0);
  CHECK(sp::contiguous(sp::last<"D">(y)).size() == 0);
}
