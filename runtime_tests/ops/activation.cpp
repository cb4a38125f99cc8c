// SPDX-License-Identifier: BSL-1.0
/// gelu, gelu_tanh and silu against their definitions in doubles.
#include <shapeproof/ops/activation.hpp>
#include <shapeproof/ops/arithmetic.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace sp = shapeproof;

namespace {

double gelu(double x) { return x / 2 * (1 + std::erf(x / std::sqrt(2.0))); }
double gelu_tanh(double x) {
  return x / 2 * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)));
}
double silu(double x) { return x / (1 + std::exp(-x)); }

template <class X>
void check(X const& x) {
  auto const of = [&](double (*function)(double)) {
    auto expected = reference::read(x);
    for (double& each : expected.at) each = function(each);
    return expected;
  };
  CHECK(reference::error(sp::gelu(x), of(gelu)) < 1e-6);
  CHECK(reference::error(sp::gelu_tanh(x), of(gelu_tanh)) < 1e-6);
  CHECK(reference::error(sp::silu(x), of(silu)) < 1e-6);
}

}  // namespace

TEST_CASE("activations from -8 to 8") {
  sp::tensor<float, sp::axis<"F", 1601>> x;
  for (std::size_t i = 0; i < 1601; ++i) x(i) = (static_cast<float>(i) - 800) / 100;
  check(x);
}

TEST_CASE("activations of strided views and of symbolic extents") {
  auto const x =
      reference::filled<sp::tensor<float, sp::axis<"B", 2>, sp::axis<"L">, sp::axis<"F", 5>>>(1, sp::bind<"L">(3));
  check(x);
  check(sp::permute<"F", "B", "L">(x));
  check(sp::slice<"F", 1, 4>(sp::transpose<"B", "L">(x)));
  check(sp::select<"B">(x, 1));
}

TEST_CASE("the two forms of gelu differ, by up to 5e-4") {
  sp::tensor<float, sp::axis<"F", 801>> x;
  for (std::size_t i = 0; i < 801; ++i) x(i) = (static_cast<float>(i) - 400) / 100;
  auto const difference = sp::gelu(x) - sp::gelu_tanh(x);
  double most = 0;
  for (double each : reference::elements(difference)) most = std::max(most, std::abs(each));
  CHECK((most > 4e-4 && most < 5e-4));
}

TEST_CASE("activations at the ends: far away, infinite, no number") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  sp::tensor<float, sp::axis<"F", 6>> x;
  reference::assign(x, {-infinity, -1e30F, -200, 200, infinity, std::nanf("")});
  for (auto const& y : {sp::gelu_tanh(x), sp::silu(x)}) {
    CHECK((y(0) == 0 && y(1) == 0 && y(2) == 0));
    CHECK((y(3) == 200 && y(4) == infinity && std::isnan(y(5))));
  }
}
