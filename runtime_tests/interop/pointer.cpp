// SPDX-License-Identifier: BSL-1.0
/// Pointers with extents and strides are checked once, and then seen as they are.
#include <shapeproof/interop/pointer.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

namespace sp = shapeproof;

namespace {

using B = sp::axis<"B">;
using L = sp::axis<"L">;
using H = sp::axis<"H", 2>;
using Dk = sp::axis<"Dk", 3>;
using D = sp::axis<"D", 4>;
using wide = sp::memory<L, sp::axis<"D", "width">>;

std::vector<float> counting(std::size_t count) {
  std::vector<float> result(count);
  std::iota(result.begin(), result.end(), 0.0F);
  return result;
}

}  // namespace

TEST_CASE("memory [B, L, H, Dk] is seen as [B, H, L, Dk]") {
  auto memory = counting(std::size_t{2} * 5 * 2 * 3);
  auto const x = sp::from_pointer<sp::memory<B, L, H, Dk>, B, H, L, Dk>(memory.data(), sp::extents{2, 2, 5, 3},
                                                                        sp::strides{30, 3, 6, 1});
  CHECK(to_string(x) == "[B=2, H=2, L=5, Dk=3]");
  CHECK(x.data() == memory.data());
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t l = 0; l < 5; ++l)
        for (std::size_t d = 0; d < 3; ++d) CHECK(x(b, h, l, d) == memory[((b * 5 + l) * 2 + h) * 3 + d]);
  x(1, 1, 4, 2) = -1;
  CHECK(memory.back() == -1);
  // And back: what a C interface gets.
  CHECK(sp::extents_of(x) == std::array<std::size_t, 4>{2, 2, 5, 3});
  CHECK(sp::strides_of(x) == std::array<std::ptrdiff_t, 4>{30, 3, 6, 1});
}

TEST_CASE("rows that are wider than the axis, by a number or by a symbol") {
  auto const memory = counting(24);
  auto const x =
      sp::from_pointer<sp::memory<L, sp::axis<"D", 8>>, L, D>(memory.data(), sp::extents{3, 4}, sp::strides{8, 1});
  static_assert(std::is_same_v<decltype(x(0, 0)), float const&>);
  CHECK(reference::elements(x) == std::vector<double>{0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19});
  auto const y = sp::from_pointer<wide, L, D>(memory.data(), sp::strides{7, 1}, sp::bind<"L">(3));
  CHECK(reference::elements(y) == std::vector<double>{0, 1, 2, 3, 7, 8, 9, 10, 14, 15, 16, 17});
  CHECK(sp::strides_of<int>(y) == std::array<int, 2>{7, 1});
}

TEST_CASE("every second element") {
  auto memory = counting(10);
  using step = sp::gap<sp::axis<"step", "n">>;
  auto const x = sp::from_pointer<sp::memory<L, step>, L>(memory.data() + 1, sp::extents{4}, sp::strides{2});
  CHECK(reference::elements(x) == std::vector<double>{1, 3, 5, 7});
}

TEST_CASE("a tensor goes out and comes back") {
  sp::tensor<double, L, D> x(sp::bind<"L">(3));
  x(2, 1) = 5;
  auto const back =
      sp::from_pointer<L, D>(x.data(), sp::extents(sp::extents_of<int>(x)), sp::strides(sp::strides_of(x)));
  CHECK(back(2, 1) == 5);
  CHECK(back.extent<"L">() == 3);
  std::int64_t const extents[] = {3, 4};
  std::int64_t const strides[] = {4, 1};
  CHECK(sp::from_pointer<L, D>(x.data(), sp::extents<2>(extents), sp::strides<2>(strides))(2, 1) == 5);
}

TEST_CASE("symbols get their values from the extents") {
  auto memory = counting(12);
  using S = sp::axis<"S", "past+1">;
  CHECK(sp::from_pointer<S, D>(memory.data(), sp::extents{3, 4}, sp::strides{4, 1}).symbols().at[0] == 2);
  using BH = sp::axis<"BH", "B*H">;
  auto const x =
      sp::from_pointer<BH, D>(memory.data(), sp::extents{3, 4}, sp::strides{4, 1}, sp::bind<"B">(1), sp::bind<"H">(3));
  CHECK(x.extent<"BH">() == 3);
}

TEST_CASE("strides of one position, and of no elements, say nothing") {
  auto memory = counting(4);
  CHECK(sp::from_pointer<L, D>(memory.data(), sp::extents{1, 4}, sp::strides{99, 1})(0, 3) == 3);
  CHECK(sp::from_pointer<wide, L, D>(memory.data(), sp::extents{1, 4}, sp::strides{-1, 1})(0, 3) == 3);
  float* const nowhere = nullptr;
  CHECK(sp::from_pointer<L, D>(nowhere, sp::extents{0, 4}, sp::strides{-7, 3}).size() == 0);
}

namespace {
template <class... Stated, class... Sizes>
std::string said(Sizes const&... sizes) {
  auto memory = counting(64);
  return reference::thrown([&] { (void)sp::from_pointer<Stated...>(memory.data(), sizes...); });
}
}  // namespace

TEST_CASE("other extents are an error that shows what was expected and what was found") {
  CHECK(said<L, D>(sp::extents{5, 6}, sp::strides{6, 1}) ==
        "from_pointer: [L=5, D=4] from [5, 6]: D=4 meets 6; declare the axis with 6, or pass what has 4");
  CHECK(said<D, Dk>(sp::extents{3, 4}, sp::strides{4, 1}) ==
        "from_pointer: [D=4, Dk=3] from [3, 4]: D=4 meets 3; the extents fit in the opposite order of axes");
  CHECK(said<L, sp::axis<"S", "L">>(sp::extents{5, 6}, sp::strides{6, 1}) ==
        "from_pointer: [L=5, S=5] from [5, 6]: S=5 meets 6; declare the axis with 6, or pass what has 5");
  CHECK(said<sp::axis<"S", "past+1">>(sp::extents{0}, sp::strides{1}) ==
        "from_pointer: [S=1] from [0]: S=1 meets 0; declare the axis with 0, or pass what has 1");
  CHECK(said<sp::axis<"R", "2*n">>(sp::extents{5}, sp::strides{1}) ==
        "from_pointer: [R=4] from [5]: R=4 meets 5; declare the axis with 5, or pass what has 4");
  CHECK(said<L>(sp::extents{5}, sp::strides{1}, sp::bind<"L">(4)) ==
        "from_pointer: [L=4] from [5]: L=4 meets 5; declare the axis with 5, or pass what has 4");
  CHECK(said<L>(sp::extents{-1}, sp::strides{1}) ==
        "from_pointer: [L] from [-1] with strides [1]: an extent is negative");
}

TEST_CASE("other strides are an error that says which") {
  CHECK(said<L, D>(sp::extents{4, 4}, sp::strides{1, 4}) ==
        "from_pointer: [L=4, D=4] from [4, 4] with strides [1, 4]: the stride of L is 4 by type and 1 in this memory; "
        "state its order and padding, memory<...>");
  CHECK(said<L, D>(sp::strides{8, 1}, sp::bind<"L">(2)) ==
        "from_pointer: [L=2, D=4] from strides [8, 1]: the stride of L is 4 by type and 8 in this memory; "
        "state its order and padding, memory<...>");
  CHECK(said<L, D>(sp::extents{2, 4}, sp::strides{-4, 1}) ==
        "from_pointer: [L=2, D=4] from [2, 4] with strides [-4, 1]: the stride of L is 4 by type and -4 in this "
        "memory; state its order and padding, memory<...>");
  CHECK(said<wide, L, D>(sp::extents{2, 4}, sp::strides{3, 1}) ==
        "from_pointer: [L, D=4] from [2, 4] with strides [3, 1]: D=4 has no room in 3 of the memory");
  CHECK(said<wide, L, D>(sp::extents{2, 4}, sp::strides{-8, 1}) ==
        "from_pointer: [L, D=4] from [2, 4] with strides [-8, 1]: D=4 has no room in 0 of the memory");
  using two_wide = sp::memory<B, sp::axis<"L", "rows">, sp::axis<"D", 4>>;
  CHECK(said<two_wide, B, L, D>(sp::extents{2, 2, 4}, sp::strides{9, 4, 1}) ==
        "from_pointer: [B=2, L=2, D=4] from [2, 2, 4] with strides [9, 4, 1]: the stride of B is 8 by type and 9 in "
        "this memory; state its order and padding, memory<...>");
}

TEST_CASE("memory that cannot be counted or addressed is an error") {
  auto const huge = std::int64_t{1} << 40;
  using R = sp::axis<"R">;
  CHECK(
      said<L, R>(sp::extents{huge, huge}, sp::strides{huge, std::int64_t{1}}) ==
      "from_pointer: [L, R] from [1099511627776, 1099511627776] with strides [1099511627776, 1]: the memory is larger "
      "than can be counted");
  CHECK(said<sp::axis<"LR", "L*R">>(sp::strides{1}, sp::bind<"L">(huge), sp::bind<"R">(huge)) ==
        "from_pointer: [LR=L*R] from strides [1]: an extent is too large to count");
  CHECK(said<sp::axis<"S", "past-1">>(sp::strides{1}, sp::bind<"past">(0)) ==
        "from_pointer: [S=past-1] from strides [1]: an extent is negative");
  CHECK(reference::thrown([] { (void)sp::extents{SIZE_MAX}; }) ==
        "border: 18446744073709551615 is too large for an extent or a stride");
  int const* const nowhere = nullptr;
  CHECK(reference::thrown([&] { (void)sp::extents<2>(nowhere); }) ==
        "border: the pointer to extents or strides is null");
  float* const no_elements = nullptr;
  CHECK(reference::thrown([&] { (void)sp::from_pointer<L, D>(no_elements, sp::extents{2, 4}, sp::strides{4, 1}); }) ==
        "from_pointer: [L, D=4] from [2, 4] with strides [4, 1]: the pointer to the elements is null");
  alignas(8) std::array<std::byte, 32> bytes = {};
  auto* const odd = reinterpret_cast<float*>(bytes.data() + 2);
  CHECK(reference::thrown([&] { (void)sp::from_pointer<D>(odd, sp::extents{4}, sp::strides{1}); }) ==
        "from_pointer: [D=4] from [4] with strides [1]: the pointer is not aligned for the elements");
}

TEST_CASE("what does not fit into a C interface's integers is an error") {
  sp::tensor<float, L, D> const x(sp::bind<"L">(200));
  CHECK(sp::extents_of<std::uint8_t>(x) == std::array<std::uint8_t, 2>{200, 4});
  CHECK(reference::thrown([&] { (void)sp::extents_of<std::int8_t>(x); }) ==
        "extents_of: [L=200, D=4]: 200 is too large for the integers asked for");
}
