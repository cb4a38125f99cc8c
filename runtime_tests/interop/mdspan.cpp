// SPDX-License-Identifier: BSL-1.0
/// mdspans and typed views see the same elements. Empty where the standard library has no mdspan.
#include <version>
#if defined(__cpp_lib_mdspan)
#include <shapeproof/interop/mdspan.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <mdspan>
#include <string>
#include <vector>

namespace sp = shapeproof;

namespace {

using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
using some = std::extents<int, 2, std::dynamic_extent, 4>;

/// Every element is 100 * b + 10 * l + d, in whichever order they lie.
template <class Span>
void fill(Span const& m) {
  for (int b = 0; b < 2; ++b)
    for (int l = 0; l < m.extent(1); ++l)
      for (int d = 0; d < 4; ++d) m[b, l, d] = static_cast<float>(100 * b + 10 * l + d);
}
template <class X>
bool is_filled(X const& x) {
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t l = 0; l < x.template extent<"L">(); ++l)
      for (std::size_t d = 0; d < 4; ++d)
        if (x(b, l, d) != static_cast<float>(100 * b + 10 * l + d)) return false;
  return true;
}

}  // namespace

TEST_CASE("mdspans of each layout become views of their elements") {
  std::vector<float> memory(100);
  std::mdspan<float, some> const right(memory.data(), 3);
  fill(right);
  auto const x = sp::from_mdspan<B, L, D>(right);
  CHECK(is_filled(x));
  CHECK(x.data() == memory.data());
  CHECK(x.extent<"L">() == 3);

  std::mdspan<float, some, std::layout_left> const left(memory.data(), 3);
  fill(left);
  CHECK(is_filled(sp::from_mdspan<B, L, D>(left)));
  CHECK_FALSE(is_filled(x));  // the same memory in another order

  std::layout_stride::mapping<some> const wide(some(3), std::array{24, 8, 1});
  std::mdspan<float, some, std::layout_stride> const strided(memory.data(), wide);
  fill(strided);
  CHECK(is_filled(sp::from_mdspan<sp::memory<B, L, sp::axis<"D", 8>>, B, L, D>(strided)));
  CHECK(is_filled(sp::from_mdspan<sp::memory<B, sp::axis<"L", "rows">, sp::axis<"D", "width">>, B, L, D>(strided)));
  std::mdspan<float const, some, std::layout_stride> const read_only = strided;
  CHECK(is_filled(sp::from_mdspan<sp::memory<B, L, sp::axis<"D", 8>>, B, L, D>(read_only)));
}

TEST_CASE("tensors and views become mdspans of the same elements") {
  sp::tensor<float, B, L, D> x(sp::bind<"L">(3));
  auto const m = sp::to_mdspan<int>(x);
  fill(m);
  CHECK(is_filled(x));
  CHECK(m.extent(1) == 3);
  sp::tensor<float, B, L, D> const& same = x;
  CHECK(sp::to_mdspan(same)[1, 2, 3] == 123);

  std::vector<float> memory(100);
  auto const turned = sp::view_over<sp::memory<D, L, B>, B, L, D>(memory.data(), sp::bind<"L">(3));
  fill(sp::to_mdspan<int>(turned));
  CHECK(is_filled(turned));
  auto const mixed = sp::view_over<sp::memory<L, B, sp::axis<"D", 5>>, B, L, D>(memory.data(), sp::bind<"L">(3));
  fill(sp::to_mdspan<int>(mixed));
  CHECK(is_filled(mixed));
  CHECK(is_filled(sp::from_mdspan<sp::memory<L, B, sp::axis<"D", 5>>, B, L, D>(sp::to_mdspan(mixed))));
}

namespace {
template <class... Stated, class Span>
std::string said(Span const& m) {
  return reference::thrown([&] { (void)sp::from_mdspan<Stated...>(m); });
}
}  // namespace

TEST_CASE("dynamic extents and strides that differ are errors") {
  std::vector<float> memory(100);
  std::mdspan<float, std::dextents<int, 2>> const m(memory.data(), 3, 5);
  CHECK(said<L, D>(m) ==
        "from_mdspan: [L=3, D=4] from [3, 5]: D=4 meets 5; declare the axis with 5, or pass what has 4");
  std::mdspan<float, std::dextents<int, 2>> const turned(memory.data(), 4, 2);
  CHECK(said<B, D>(turned) ==
        "from_mdspan: [B=2, D=4] from [4, 2]: B=2 meets 4; the extents fit in the opposite order of axes");
  using plane = std::dextents<int, 2>;
  std::layout_stride::mapping<plane> const wide(plane(3, 4), std::array{8, 1});
  CHECK(said<L, D>(std::mdspan<float, plane, std::layout_stride>(memory.data(), wide)) ==
        "from_mdspan: [L=3, D=4] from [3, 4] with strides [8, 1]: the stride of L is 4 by type and 8 in this memory; "
        "state its order and padding, memory<...>");
  std::mdspan<float, plane> const nothing(nullptr, 3, 4);
  CHECK(said<L, D>(nothing) ==
        "from_mdspan: [L, D=4] from [3, 4] with strides [4, 1]: the pointer to the elements is null");
}

TEST_CASE("an index type that is too small is an error") {
  sp::tensor<float, L> const x(sp::bind<"L">(200));
  CHECK(reference::thrown([&] { (void)sp::to_mdspan<std::int8_t>(x); }) ==
        "extents_of: [L=200]: 200 is too large for the integers asked for");
  CHECK(sp::to_mdspan<std::uint8_t>(x).extent(0) == 200);
}
#endif
