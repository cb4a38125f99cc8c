// SPDX-License-Identifier: BSL-1.0
/// Symbolic extents have the value of their expression, and are sizes.
#include <shapeproof/tensor/symbols.hpp>
#include <shapeproof/tensor/tensor.hpp>
#include <shapeproof/tensor/view.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <new>

namespace sp = shapeproof;

namespace {
using B = sp::axis<"B">;
using D = sp::axis<"D", 3>;
constexpr std::size_t huge = std::size_t{1} << 62;

/// Whether making the tensor fails, by a shape_error or for want of memory.
template <class Action>
bool fails(Action const& action) {
  try {
    action();
  } catch (sp::shape_error const&) {
    return true;
  } catch (std::bad_alloc const&) {
    return true;
  }
  return false;
}
}  // namespace

TEST_CASE("an extent is the value of its expression") {
  sp::tensor<float, sp::axis<"S", "past+1">> const sum(sp::bind<"past">(7));
  CHECK(sum.extent<"S">() == 8);
  sp::tensor<float, sp::axis<"R", "B*H">> const product(sp::bind<"H">(3), sp::bind<"B">(5));
  CHECK(product.extent<"R">() == 15);
  sp::tensor<float, sp::axis<"Q", "2*(n-1)*(n-1)+m">> const both(sp::bind<"m">(4), sp::bind<"n">(3));
  CHECK(both.extent<"Q">() == 12);
  sp::tensor<float, sp::fused<sp::axis<"H">, sp::axis<"Dk", 4>>> const fused(sp::bind<"H">(6));
  CHECK(fused.extent<"(H Dk)">() == 24);
}

TEST_CASE("a negative extent is an error that shows the shape") {
  CHECK(reference::thrown([] { sp::tensor<float, sp::axis<"S", "past-2">, D> x(sp::bind<"past">(1)); }) ==
        "bind: [S=-1, D=3]: an extent is negative");
  CHECK(sp::tensor<float, sp::axis<"S", "past-2">, D>(sp::bind<"past">(2)).size() == 0);
  float memory[1] = {};
  CHECK(reference::thrown([&] {
          sp::view<float, sp::axis<"S", "n-m">> x(memory, sp::bind<"n">(3), sp::bind<"m">(5));
        }) == "bind: [S=-2]: an extent is negative");
}

TEST_CASE("a negative size is an error that names the symbol") {
  CHECK(reference::thrown([] { (void)sp::bind<"L">(-1); }) == "bind: L=-1: a size is not negative");
  CHECK(reference::thrown([] { (void)sp::bind<"L">(std::numeric_limits<long long>::min()); }) ==
        "bind: L=-9223372036854775808: a size is not negative");
}

TEST_CASE("more elements than can be counted are an error") {
  using H = sp::axis<"H">;
  CHECK(reference::thrown([] { sp::tensor<float, B, H> x(sp::bind<"B">(huge), sp::bind<"H">(huge)); }) ==
        "tensor: [B=4611686018427387904, H=4611686018427387904]: has more elements than can be counted");
  CHECK(fails([] { sp::tensor<float, B, H> x(sp::bind<"B">(huge), sp::bind<"H">(2)); }));
  CHECK(fails([] { sp::tensor<double, B> x(sp::bind<"B">(huge)); }));
  CHECK(fails([] { sp::tensor<float, B, D, H> x(sp::bind<"B">(huge), sp::bind<"H">(huge)); }));
}

TEST_CASE("an extent that is too large to count is an error") {
  CHECK(reference::thrown([] { sp::tensor<float, B> x(sp::bind<"B">(std::numeric_limits<std::size_t>::max())); }) ==
        "bind: [B] with B=18446744073709551615: an extent is too large to count");
  CHECK(reference::thrown([] { sp::tensor<float, sp::axis<"R", "B*H">> x(sp::bind<"B">(huge), sp::bind<"H">(4)); }) ==
        "bind: [R=B*H] with B=4611686018427387904, H=4: an extent is too large to count");
  CHECK(fails([] { sp::tensor<float, sp::fused<B, D>> x(sp::bind<"B">(huge)); }));
  CHECK(fails([] { sp::tensor<float, sp::axis<"R", "n*n*n*n">> x(sp::bind<"n">(std::size_t{1} << 32)); }));
  CHECK(fails([] { sp::tensor<float, sp::axis<"S", "n+m">> x(sp::bind<"n">(huge), sp::bind<"m">(huge)); }));
}
