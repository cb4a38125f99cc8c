// SPDX-License-Identifier: BSL-1.0
/// embed gives the rows of a table that typed ids name.
#include <shapeproof/ops/embed.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;

namespace {

using V = sp::axis<"V", 11>;
using E = sp::axis<"E", 5>;
using id = sp::index<V>;
using L = sp::axis<"L">;

template <class Ids>
Ids numbered(Ids ids) {
  for (std::size_t i = 0; i < ids.size(); ++i) ids.data()[i] = id((i * 7 + 3) % 11);
  return ids;
}

}  // namespace

TEST_CASE("each id gives its row") {
  auto const table = reference::filled<sp::tensor<float, V, E>>(1);
  auto const ids = numbered(sp::tensor<id, L>(sp::bind<"L">(6)));
  auto const rows = sp::embed(table, ids);
  CHECK(sp::to_string(rows) == "[L=6, E=5]");
  for (std::size_t l = 0; l < 6; ++l)
    for (std::size_t e = 0; e < 5; ++e) CHECK(rows(l, e) == table((l * 7 + 3) % 11, e));
}

TEST_CASE("ids may have several axes, and be strided") {
  auto const table = reference::filled<sp::tensor<float, V, E>>(1);
  auto const ids = numbered(sp::tensor<id, sp::axis<"B", 2>, L>(sp::bind<"L">(3)));
  auto const rows = sp::embed(table, ids);
  auto const turned = sp::embed(table, sp::transpose<"B", "L">(ids));
  auto const one = sp::embed(table, sp::select<"L">(ids, 2));
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t l = 0; l < 3; ++l)
      for (std::size_t e = 0; e < 5; ++e) {
        CHECK(rows(b, l, e) == table(ids(b, l), e));
        CHECK(turned(l, b, e) == rows(b, l, e));
        if (l == 2) CHECK(one(b, e) == rows(b, l, e));
      }
}

TEST_CASE("the table may be strided") {
  auto const stored = reference::filled<sp::tensor<float, E, sp::axis<"V", 13>>>(1);
  auto const table = sp::transpose<"E", "V">(sp::slice<"V", 1, 12>(stored));
  auto const ids = numbered(sp::tensor<id, L>(sp::bind<"L">(4)));
  auto const rows = sp::embed(table, ids);
  for (std::size_t l = 0; l < 4; ++l)
    for (std::size_t e = 0; e < 5; ++e) CHECK(rows(l, e) == stored(e, ids(l).value() + 1));
}

TEST_CASE("a table of anything, and no ids at all") {
  sp::tensor<int, V, E> table;
  for (std::size_t i = 0; i < table.size(); ++i) table.data()[i] = static_cast<int>(i);
  CHECK(sp::embed(table, numbered(sp::tensor<id, L>(sp::bind<"L">(1))))(0, 4) == 19);
  CHECK(sp::embed(table, sp::tensor<id, L>(sp::bind<"L">(0))).size() == 0);
}

TEST_CASE("an id beyond a symbolic table is an error that names it") {
  using N = sp::axis<"N">;
  auto const table = reference::filled<sp::tensor<float, N, E>>(1, sp::bind<"N">(4));
  sp::tensor<sp::index<N>, L> ids(sp::bind<"L">(2));
  ids(1) = sp::index<N>(6, 9);
  CHECK(reference::thrown([&] { (void)sp::embed(table, ids); }) == "embed: N=4: id 6 is not in [0, 4)");
}
