// SPDX-License-Identifier: BSL-1.0
/// An operation that is not the library's, from the public pieces: values, symbols, marks, traces, ids as elements.
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>

#include <naive.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace sp = shapeproof;

namespace {

using L = sp::axis<"L">;
using V = sp::axis<"V", 5>;

/// `[L, V] -> [L]`.
struct argmax_rule {
  template <class Row, class Column>
  constexpr auto operator()(sp::shape<Row, Column>) const {
    return sp::shape<Row>{};
  }
  constexpr auto operator()(auto a) const {
    return sp::rules::refused_as<"argmax", sp::rules::plainly<"takes two axes">>(a);
  }
};
template <class A>
concept can_argmax = sp::accepts<argmax_rule, A>;

template <sp::any_tensor A>
constexpr auto argmax(A const& a) -> sp::computed<sp::index<V>, argmax_rule, A> {
  using result = sp::computed<sp::index<V>, argmax_rule, A>;
  auto const kernel = [](auto& ids, auto const& scores) {
    for (std::size_t row = 0; row < scores.walk().extent[0]; ++row) {
      std::size_t best = 0;
      for (std::size_t i = 1; i < scores.walk().extent[1]; ++i)
        if (scores(row, i) > scores(row, best)) best = i;
      ids(row) = sp::index<V>(best);
    }
  };
  return sp::compute_mixed<"argmax", result, sp::cost_of<1, sp::shape_of<A>, result, A>>(kernel, a);
}

/// `[L] x [L] -> [L]`, of ids: whether two rows chose the same.
struct agree_rule {
  template <class Row>
  constexpr auto operator()(sp::shape<Row>, sp::shape<Row>) const {
    return sp::shape<Row>{};
  }
};
template <sp::any_tensor A, sp::any_tensor B>
constexpr auto agree(A const& a, B const& b) -> sp::computed<bool, agree_rule, A, B> {
  using result = sp::computed<bool, agree_rule, A, B>;
  auto const kernel = [](auto& same, auto const& left, auto const& right) {
    for (std::size_t i = 0; i < same.size(); ++i) same(i) = left(i) == right(i);
  };
  return sp::compute_mixed<"agree", result, sp::cost_of<1, sp::shape_of<A>, result, A, B>>(kernel, a, b);
}

static_assert(can_argmax<sp::tensor<float, L, V>> && !can_argmax<sp::tensor<float, V>>);
static_assert(std::is_same_v<decltype(argmax(sp::poisoned{})), sp::poisoned>);
constexpr sp::trace traced = [] {
  sp::trace log;
  (void)argmax(sp::meta_tensor<float, L, V>(&log));
  return log;
}();
static_assert(traced.count == 1 && traced.entries[0].operation == "argmax" &&
              traced.entries[0].has_shape(sp::shape<L>{}));
static_assert(sp::to_text(*traced.entries[0].flops).view() == "5*L");
static_assert(sp::to_text(*traced.entries[0].bytes).view() == "24*L");  // 5 floats are read, an id is written

sp::tensor<float, L, V> scores(std::size_t rows) {
  sp::tensor<float, L, V> result(sp::bind<"L">(rows));
  for (std::size_t row = 0; row < rows; ++row) result(row, (3 * row + 1) % 5) = 1;
  return result;
}

}  // namespace

TEST_CASE("an operation of one's own gives ids, of a tensor in any memory order") {
  auto const x = scores(4);
  auto const ids = argmax(x);
  sp::tensor<float, V, L> turned(sp::bind<"L">(4));
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t v = 0; v < 5; ++v) turned(v, row) = x(row, v);
  auto const same = argmax(sp::transpose<"V", "L">(turned));
  for (std::size_t row = 0; row < 4; ++row) {
    CHECK(ids(row).value() == (3 * row + 1) % 5);
    CHECK(agree(ids, same)(row));
  }
  CHECK(argmax(scores(0)).size() == 0);
}

TEST_CASE("symbols of its operands are compared") {
  CHECK(reference::thrown([] { (void)agree(argmax(scores(2)), argmax(scores(3))); }) ==
        "agree: [L=2] x [L=3]: the symbol L is 2 on one side and 3 on the other");
}
