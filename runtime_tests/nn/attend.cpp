// SPDX-License-Identifier: BSL-1.0
/// What queries see: by steps and by one kernel, both against plain loops in doubles.
#include <shapeproof/nn/attend.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>

#include "small_attend.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
using namespace small_attend;

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

TEST_CASE("attend: groups of queries share keys and values") {
  for (std::size_t length : reference::sizes{1, 3})
    check(reference::filled<sp::tensor<float, B, H, G, L, Dk>>(1, sp::bind<"L">(length)),
          reference::filled<sp::tensor<float, B, H, S, Dk>>(2, sp::bind<"past">(6), sp::bind<"L">(length)),
          reference::filled<sp::tensor<float, B, H, S, Dk>>(3, sp::bind<"past">(6), sp::bind<"L">(length)),
          {"B", "H", "G", "L", "S"}, {"B", "H", "G", "L", "Dk"});
}

TEST_CASE("attend: views in other orders of memory, and wider memory") {
  using nine = sp::axis<"S", 9>;
  auto const q = reference::filled<sp::tensor<float, B, sp::axis<"L", 3>, H, Dk>>(1);
  auto const keys = reference::filled<sp::tensor<float, B, H, nine, Dk>>(2);
  auto const values = reference::filled<sp::tensor<float, H, Dk, B, nine>>(3);
  check(sp::permute<"B", "H", "L", "Dk">(q), sp::slice<"S", 2, 7>(keys),
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
