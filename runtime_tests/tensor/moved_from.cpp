// SPDX-License-Identifier: BSL-1.0
/// What was moved from is known as that, whatever its kind, and nothing else is.
#include <shapeproof/tensor/moved_from.hpp>

#include <shapeproof/nn/kv_cache.hpp>
#include <shapeproof/ops/select.hpp>
#include <shapeproof/tensor/meta.hpp>

#include <doctest/doctest.h>

#include <utility>

namespace sp = shapeproof;

namespace {

using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 3>;

/// Whether it is moved from before and after.
template <class X>
std::pair<bool, bool> around_a_move(X x) {
  bool const before = sp::is_moved_from(x);
  X const other = std::move(x);
  (void)other;
  return {before, sp::is_moved_from(x)};
}

}  // namespace

TEST_CASE("an owner was moved from where its elements are another's, an offset or not") {
  CHECK(around_a_move(sp::tensor<float, L, D>(sp::bind<"L">(2))) == std::pair(false, true));
  CHECK(around_a_move(sp::slice<"D", 1, 3>(sp::tensor<float, L, D>(sp::bind<"L">(2)))) == std::pair(false, true));
}

TEST_CASE("what has no elements to lose was not moved from, nor a view") {
  CHECK(around_a_move(sp::tensor<float, L, D>(sp::bind<"L">(0))) == std::pair(false, false));
  CHECK_FALSE(sp::is_moved_from(sp::meta_tensor<float, D>()));
  sp::tensor<float, D> const x;
  CHECK(around_a_move(sp::view<float const, D>(x.data())) == std::pair(false, false));
}

TEST_CASE("a cache whose keys begin at an offset knows that it was moved from") {
  auto const room = [] { return sp::slice<"S", 1, 4>(sp::tensor<float, B, H, sp::axis<"S", 4>, D>()); };
  sp::nn::kv_cache<decltype(room())> cache(room(), room(), sp::no_padding());
  CHECK_FALSE(cache.is_moved_from());
  auto const other = std::move(cache);
  CHECK(cache.is_moved_from());
  CHECK_FALSE(other.is_moved_from());
}
