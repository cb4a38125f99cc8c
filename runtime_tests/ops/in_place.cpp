// SPDX-License-Identifier: BSL-1.0
/// What is computed from something that expires lies in its place, and is what it is elsewhere; who looks into it keeps
/// it from being taken.
#include <shapeproof/shapeproof.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

namespace sp = shapeproof;

namespace {

using L = sp::axis<"L", 3>;
using D = sp::axis<"D", 4>;
using matrix = sp::tensor<float, L, D>;
using row = sp::tensor<float, D>;

matrix x() { return reference::filled<matrix>(1); }
matrix y() { return reference::filled<matrix>(2); }
row r() { return reference::filled<row>(3); }

/// `run(x)` gives the same elements where x is kept, and lies where x was.
template <class Run>
void check_in_place(Run const& run) {
  auto const kept = x();
  auto const expected = reference::elements(run(kept));
  CHECK(reference::elements(kept) == reference::elements(x()));
  auto expiring = x();
  auto const* const place = expiring.data();
  auto const found = run(std::move(expiring));
  CHECK(found.data() == place);
  CHECK(reference::elements(found) == expected);
}

/// `run(x, x)` gives `expected` with the first or the second operand expiring.
template <class Run>
void check_elsewhere(Run const& run, std::vector<double> const& expected) {
  auto operand = x();
  auto const* const place = operand.data();
  auto const found = run(operand);
  CHECK(found.data() != place);
  CHECK(reference::elements(found) == expected);
}

}  // namespace

TEST_CASE("one operand") {
  check_in_place([]<class X>(X&& a) { return sp::gelu(std::forward<X>(a)); });
  check_in_place([]<class X>(X&& a) { return sp::gelu_tanh(std::forward<X>(a)); });
  check_in_place([]<class X>(X&& a) { return sp::silu(std::forward<X>(a)); });
  check_in_place([]<class X>(X&& a) { return std::forward<X>(a) * 3.0F; });
  check_in_place([]<class X>(X&& a) { return 3.0F * std::forward<X>(a); });
  check_in_place([]<class X>(X&& a) { return std::forward<X>(a) / 3.0F; });
}

TEST_CASE("two operands, either of which may expire, and the smaller one may be broadcast") {
  check_in_place([]<class X>(X&& a) { return std::forward<X>(a) + y(); });
  auto const other = y();
  check_in_place([&]<class X>(X&& a) { return std::forward<X>(a) - other; });
  check_in_place([&]<class X>(X&& a) { return other - std::forward<X>(a); });
  check_in_place([&]<class X>(X&& a) { return other * std::forward<X>(a); });
  check_in_place([]<class X>(X&& a) { return std::forward<X>(a) - r(); });
  check_in_place([]<class X>(X&& a) { return r() - std::forward<X>(a); });
  check_in_place([&]<class X>(X&& a) { return sp::select<"L">(other, 1) - std::forward<X>(a); });
}

TEST_CASE("what does not fit is left alone: another shape, something const, a view of what is kept") {
  auto small = r();
  auto const* const place = small.data();
  CHECK((x() - std::move(small)).data() != place);
  auto const fixed = x();
  CHECK((std::move(fixed) + y()).size() == 12);  // NOLINT(performance-move-const-arg)
  CHECK(reference::elements(fixed) == reference::elements(x()));
  auto kept = x();
  CHECK(reference::elements(sp::gelu(sp::slice<"L", 0, 3>(kept))) == reference::elements(sp::gelu(x())));
  CHECK(reference::elements(kept) == reference::elements(x()));
}

TEST_CASE("an operand that the other one is, or looks into, is not taken") {
  auto const all = reference::elements(x());
  std::vector<double> squares, less_first, first_less;
  for (std::size_t i = 0; i < all.size(); ++i) {
    squares.push_back(static_cast<double>(static_cast<float>(all[i] * all[i])));
    less_first.push_back(static_cast<double>(static_cast<float>(all[i]) - static_cast<float>(all[i % 4])));
    first_less.push_back(-less_first.back());
  }
  check_elsewhere([](matrix& a) { return std::move(a) * a; }, squares);
  check_elsewhere([](matrix& a) { return a * std::move(a); }, squares);
  check_elsewhere([](matrix& a) { return std::move(a) - sp::select<"L">(a, 0); }, less_first);
  check_elsewhere([](matrix& a) { return sp::select<"L">(a, 0) - std::move(a); }, first_less);
  check_elsewhere([](matrix& a) { return std::move(a) - sp::view<float const, L, D>(a.data()); },
                  std::vector<double>(all.size(), 0.0));
}

TEST_CASE("operands stay as they are where their symbols differ") {
  using any_length = sp::tensor<float, sp::axis<"L">, D>;
  auto a = reference::filled<any_length>(1, sp::bind<"L">(3));
  any_length const b(sp::bind<"L">(2));
  CHECK_THROWS_AS((void)(std::move(a) + b), sp::shape_error);
  CHECK(reference::elements(a) == reference::elements(x()));  // NOLINT(bugprone-use-after-move)
}
