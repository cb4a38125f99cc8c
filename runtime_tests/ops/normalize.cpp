// SPDX-License-Identifier: BSL-1.0
/// layer_norm and rms_norm against naive loops: each position on its own, over the named axis.
#include <shapeproof/ops/normalize.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;

namespace {

using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 5>;

double mean_of(std::vector<double> const& row) {
  double sum = 0;
  for (double x : row) sum += x;
  return sum / static_cast<double>(row.size());
}

double variance_of(std::vector<double> const& row, double mean) {
  double sum = 0;
  for (double x : row) sum += (x - mean) * (x - mean);
  return sum / static_cast<double>(row.size());
}

template <sp::fixed_string Name, class X, class Gamma, class Beta>
void check(X const& x, Gamma const& gamma, Beta const& beta, float epsilon) {
  auto const scale = reference::elements(gamma);
  auto const shift = reference::elements(beta);
  auto const name = std::string(Name.view());
  auto const normal = reference::along(reference::read(x), name, [&](std::vector<double>& row) {
    double const mean = mean_of(row);
    double const deviation = std::sqrt(variance_of(row, mean) + static_cast<double>(epsilon));
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = (row[i] - mean) / deviation * scale[i] + shift[i];
  });
  CHECK(reference::error(sp::layer_norm<Name>(x, gamma, beta, epsilon), normal) < 1e-5);
  auto const rooted = reference::along(reference::read(x), name, [&](std::vector<double>& row) {
    double const root = std::sqrt(variance_of(row, 0) + static_cast<double>(epsilon));
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = row[i] / root * scale[i];
  });
  CHECK(reference::error(sp::rms_norm<Name>(x, gamma, epsilon), rooted) < 1e-5);
}

}  // namespace

TEST_CASE("norms over the last axis, and over another one") {
  auto const x = reference::filled<sp::tensor<float, B, L, D>>(1, sp::bind<"L">(4));
  auto const gamma = reference::filled<sp::tensor<float, D>>(2);
  auto const beta = reference::filled<sp::tensor<float, D>>(3);
  check<"D">(x, gamma, beta, 1e-5F);
  check<"D">(x, gamma, beta, 0.5F);
  check<"L">(x, reference::filled<sp::tensor<float, L>>(2, sp::bind<"L">(4)),
             reference::filled<sp::tensor<float, L>>(3, sp::bind<"L">(4)), 1e-5F);
}

TEST_CASE("norms of strided operands, with equal extents") {
  auto const x = reference::filled<sp::tensor<float, D, sp::axis<"L", 5>, sp::axis<"B", 5>>>(1);
  auto const table = reference::filled<sp::tensor<float, D, sp::axis<"N", 2>>>(2);
  check<"D">(sp::permute<"B", "L", "D">(x), sp::select<"N">(table, 0), sp::select<"N">(table, 1), 1e-5F);
  check<"D">(sp::slice<"L", 1, 4>(x), sp::last<"N">(table), sp::select<"N">(table, 0), 1e-5F);
}

TEST_CASE("the mean of each token becomes beta, its standard deviation |gamma|") {
  auto const x = reference::filled<sp::tensor<float, B, L, sp::axis<"D", 200>>>(1, sp::bind<"L">(6));
  sp::tensor<float, sp::axis<"D", 200>> gamma;
  sp::tensor<float, sp::axis<"D", 200>> beta;
  std::fill_n(gamma.data(), gamma.size(), -3.0F);
  std::fill_n(beta.data(), beta.size(), 0.25F);
  (void)reference::along(reference::read(sp::layer_norm<"D">(x, gamma, beta)), "D", [](std::vector<double>& row) {
    double const mean = mean_of(row);
    CHECK(std::abs(mean - 0.25) < 1e-5);
    CHECK(std::abs(std::sqrt(variance_of(row, mean)) - 3) < 1e-3);
  });
}

TEST_CASE("a token of equal numbers becomes beta") {
  sp::tensor<float, B, D> x;
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = 1000;
  auto const gamma = reference::filled<sp::tensor<float, D>>(2);
  auto const beta = reference::filled<sp::tensor<float, D>>(3);
  auto const y = sp::layer_norm<"D">(x, gamma, beta);
  for (std::size_t d = 0; d < 5; ++d) CHECK(y(1, d) == doctest::Approx(beta(d)));
}

TEST_CASE("C41: each token is normalised over its own features") {
  sp::tensor<float, sp::axis<"T", 2>, sp::axis<"D", 2>> x;
  sp::tensor<float, sp::axis<"D", 2>> gamma;
  reference::assign(x, {0, 2, 10, 14});
  reference::assign(gamma, {1, 1});
  sp::tensor<float, sp::axis<"D", 2>> const beta;
  CHECK(reference::elements(sp::layer_norm<"D">(x, gamma, beta, 0)) == std::vector<double>{-1, 1, -1, 1});
}

TEST_CASE("C44: the norm is per head, not across heads") {
  sp::tensor<float, sp::axis<"H", 2>, sp::axis<"dh", 2>> q;
  sp::tensor<float, sp::axis<"dh", 2>> gamma;
  reference::assign(q, {3, 4, 0, 1});
  reference::assign(gamma, {1, 1});
  auto const found = reference::elements(sp::rms_norm<"dh">(q, gamma, 0));
  double const expected[] = {.848528, 1.131371, 0, 1.414214};
  for (std::size_t i = 0; i < 4; ++i) CHECK(std::abs(found[i] - expected[i]) < 1e-6);
}
