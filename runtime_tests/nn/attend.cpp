// SPDX-License-Identifier: BSL-1.0
/// What queries see: by steps and by one kernel, both against plain loops in doubles.
#include <shapeproof/nn/attend.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <type_traits>
#include <vector>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

namespace {

using B = sp::axis<"B", 2>;
using H = sp::axis<"H", 3>;
using G = sp::axis<"G", 4>;
using L = sp::axis<"L">;
using S = sp::axis<"S", "past+L">;
using Dk = sp::axis<"Dk", 5>;
using Dv = sp::axis<"Dv", 6>;
using names = std::vector<std::string>;

/// Attention by loops over names; `weights` are the axes of q without the head's, and S. Row b sees no key before
/// padding[b].
reference::values expected(reference::values const& q, reference::values const& keys, reference::values const& values,
                           names const& weights, names const& out, std::vector<std::size_t> const& padding = {0, 0}) {
  auto scores = reference::product(q, keys, weights);
  double const size = static_cast<double>(q.extents.back());
  std::size_t const past = reference::extent_in(keys, keys, "S") - reference::extent_in(q, q, "L");
  reference::each(scores.names, scores.extents, [&](reference::turn const& at) {
    double& score = scores.at[reference::place(scores, at)];
    bool const seen = at.at("S") <= past + at.at("L") && at.at("S") >= padding[at.at("B")];
    score = seen ? std::exp(score / std::sqrt(size)) : 0;
  });
  scores = reference::along(scores, "S", [](std::vector<double>& row) {
    double sum = 0;
    for (double weight : row) sum += weight;
    for (double& weight : row) weight = sum == 0 ? 0 : weight / sum;
  });
  return reference::product(scores, values, out);
}

constexpr double rounding = 1e-5;

/// Both ways against the loops, and against each other in type.
template <class Q, class K, class V, class Padding = sp::no_padding>
void check(Q const& q, K const& keys, V const& values, names const& weights, names const& out,
           Padding const& padding = {}, std::vector<std::size_t> const& numbers = {0, 0}) {
  auto const right =
      expected(reference::read(q), reference::read(keys), reference::read(values), weights, out, numbers);
  auto const steps = nn::attend_by_steps(q, keys, values, padding);
  auto const at_once = nn::attend(q, keys, values, padding);
  static_assert(std::is_same_v<decltype(steps), decltype(at_once)>);
  CHECK(reference::error(steps, right) < rounding);
  CHECK(reference::error(at_once, right) < rounding);
}

names const plain_weights = {"B", "H", "L", "S"};
names const plain_out = {"B", "H", "L", "Dk"};

}  // namespace

TEST_CASE("attend: plain heads, of a prompt and behind a past") {
  for (std::size_t past : reference::sizes{0, 1, 4, 70})
    for (std::size_t length : reference::sizes{1, 2, 5}) {
      auto const bindings = sp::bind<"past">(past);
      check(reference::filled<sp::tensor<float, B, H, L, Dk>>(1, sp::bind<"L">(length)),
            reference::filled<sp::tensor<float, B, H, S, Dk>>(2, bindings, sp::bind<"L">(length)),
            reference::filled<sp::tensor<float, B, H, S, Dk>>(3, bindings, sp::bind<"L">(length)), plain_weights,
            plain_out);
    }
}

TEST_CASE("attend: equal extents that could be taken for each other") {
  using N = sp::axis<"H", 2>;
  using M = sp::axis<"L", 2>;
  using T = sp::axis<"S", 2>;
  using C = sp::axis<"Dk", 2>;
  check(reference::filled<sp::tensor<float, B, N, M, C>>(1), reference::filled<sp::tensor<float, B, N, T, C>>(2),
        reference::filled<sp::tensor<float, B, N, T, C>>(3), plain_weights, plain_out);
}

TEST_CASE("attend: groups of queries share keys and values, whose heads may have a size of their own") {
  for (std::size_t length : reference::sizes{1, 3})
    check(reference::filled<sp::tensor<float, B, H, G, L, Dk>>(1, sp::bind<"L">(length)),
          reference::filled<sp::tensor<float, B, H, S, Dk>>(2, sp::bind<"past">(6), sp::bind<"L">(length)),
          reference::filled<sp::tensor<float, B, H, S, Dv>>(3, sp::bind<"past">(6), sp::bind<"L">(length)),
          {"B", "H", "G", "L", "S"}, {"B", "H", "G", "L", "Dv"});
}

TEST_CASE("attend: views in other orders of memory, and wider memory") {
  auto const q = reference::filled<sp::tensor<float, B, L, H, Dk>>(1, sp::bind<"L">(3));
  auto const keys = reference::filled<sp::tensor<float, B, H, sp::axis<"S", 9>, Dk>>(2);
  auto const values = reference::filled<sp::tensor<float, H, Dk, B, sp::axis<"S", 9>>>(3);
  using fixed = sp::axis<"L", 3>;
  auto const three = reference::filled<sp::tensor<float, B, fixed, H, Dk>>(1);
  check(sp::permute<"B", "H", "L", "Dk">(three), sp::slice<"S", 2, 7>(keys),
        sp::slice<"S", 1, 6>(sp::permute<"B", "H", "S", "Dk">(values)), plain_weights, plain_out);
}

TEST_CASE("attend: rows that are padded on the left") {
  for (std::size_t padding : reference::sizes{0, 1, 3, 4, 5})
    for (std::size_t length : reference::sizes{1, 3}) {
      std::size_t const past = 5 - length;
      check(reference::filled<sp::tensor<float, B, H, G, L, Dk>>(1, sp::bind<"L">(length)),
            reference::filled<sp::tensor<float, B, H, S, Dk>>(2, sp::bind<"past">(past), sp::bind<"L">(length)),
            reference::filled<sp::tensor<float, B, H, S, Dk>>(3, sp::bind<"past">(past), sp::bind<"L">(length)),
            {"B", "H", "G", "L", "S"}, {"B", "H", "G", "L", "Dk"}, sp::left_padded<B>({padding, 1}), {padding, 1});
    }
}

TEST_CASE("attend: values with an axis of their own take the steps") {
  using E = sp::axis<"E", 3>;
  check(reference::filled<sp::tensor<float, B, H, L, Dk>>(1, sp::bind<"L">(2)),
        reference::filled<sp::tensor<float, B, H, S, Dk>>(2, sp::bind<"past">(3), sp::bind<"L">(2)),
        reference::filled<sp::tensor<float, B, H, S, E, Dk>>(3, sp::bind<"past">(3), sp::bind<"L">(2)), plain_weights,
        {"B", "H", "L", "E", "Dk"});
}

TEST_CASE("attend: a symbol with two values, and padding of other rows, are errors") {
  sp::tensor<float, B, H, L, Dk> const q(sp::bind<"L">(2));
  sp::tensor<float, B, H, S, Dk> const keys(sp::bind<"past">(3), sp::bind<"L">(2));
  sp::tensor<float, B, H, S, Dk> const longer(sp::bind<"past">(4), sp::bind<"L">(2));
  CHECK(
      reference::thrown([&] { nn::attend(q, keys, longer, sp::no_padding()); }) ==
      "attend: [B=2, H=3, L=2, Dk=5] x [B=2, H=3, S=5, Dk=5] x [B=2, H=3, S=6, Dk=5]: the symbol past is 3 on one side "
      "and 4 on the other");
  using rows = sp::axis<"B">;
  sp::tensor<float, rows, H, L, Dk> const few(sp::bind<"B">(1), sp::bind<"L">(2));
  sp::tensor<float, rows, H, S, Dk> const seen(sp::bind<"B">(1), sp::bind<"past">(3), sp::bind<"L">(2));
  CHECK(reference::thrown([&] { nn::attend(few, seen, seen, sp::left_padded<rows>({0, 1})); }) ==
        "attend: [B=1, H=3, L=2, Dk=5]: the padding is that of 2 rows");
}

TEST_CASE("scores are divided by the square root of the head size") {
  CHECK(nn::root<"Dk">(sp::tensor<float, Dk>()) == doctest::Approx(std::sqrt(5.0)));
  CHECK(nn::root<"L">(sp::tensor<float, L>(sp::bind<"L">(9))) == 3);
}
