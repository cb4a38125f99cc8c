// SPDX-License-Identifier: BSL-1.0
/// Collectives and products over shards against the same without ranks, whose values other tests check.
#include <shapeproof/ops/arithmetic.hpp>
#include <shapeproof/ops/collectives.hpp>
#include <shapeproof/ops/embed.hpp>
#include <shapeproof/ops/linear.hpp>
#include <shapeproof/ops/matmul.hpp>
#include <shapeproof/ops/own_part.hpp>
#include <shapeproof/ops/packed.hpp>
#include <shapeproof/ops/reduce.hpp>
#include <shapeproof/ops/reorder.hpp>

#include "../naive.hpp"
#include "../simulated_ranks.hpp"

#include <doctest/doctest.h>

#include <mutex>

namespace sp = shapeproof;
using sp::axis;

namespace {

constexpr double rounding = 1e-5;
using B = axis<"B", 3>;
using L = axis<"L", 5>;
using D = axis<"D", 6>;
using F = axis<"F", 8>;
using H = axis<"H", 4>;
using Dk = axis<"Dk", 3>;

template <class A, class Other>
double difference(A const& a, Other const& b) {
  REQUIRE(a.size() == b.size());
  double worst = 0;
  auto const x = sp::contiguous(a);
  auto const y = sp::contiguous(b);
  for (std::size_t i = 0; i < x.size(); ++i)
    worst = std::max(worst, std::abs(static_cast<double>(x.data()[i]) - static_cast<double>(y.data()[i])));
  return worst;
}

template <class... Axes>
auto filled(std::uint32_t seed) {
  return reference::filled<sp::tensor<float, Axes...>>(seed);
}

/// `work(mesh)` on 2 and on 4 ranks; assertions are made by one thread at a time.
template <class Work>
void on_2_and_4(Work const& work) {
  simulated::on_ranks(2, [&](auto&) { work(sp::mesh<"tp", 2>{}); });
  simulated::on_ranks(4, [&](auto&) { work(sp::mesh<"tp", 4>{}); });
}
std::mutex one_at_a_time;
template <class A, class Other>
void check_close(A const& a, Other const& b) {
  std::lock_guard const lock(one_at_a_time);
  CHECK(difference(a, b) < rounding);
}

}  // namespace

TEST_CASE("gather of scatter is the tensor, wherever the axis stands") {
  auto const outer = filled<F, B, L>(1);
  auto const middle = filled<B, F, L>(2);
  auto const inner = filled<B, L, F>(3);
  auto const heads = filled<B, sp::fused<H, Dk>>(4);
  on_2_and_4([&]<class tp>(tp) {
    check_close(sp::all_gather<"F">(sp::scatter<"F", tp>(outer)), outer);
    check_close(sp::all_gather<"F">(sp::scatter<"F", tp>(middle)), middle);
    check_close(sp::all_gather<"F">(sp::scatter<"F", tp>(inner)), inner);
    check_close(sp::all_gather<"F">(sp::contiguous(sp::scatter<"F", tp>(inner))), inner);
    check_close(sp::all_gather<"F">(sp::transpose<"F", "L">(sp::scatter<"F", tp>(inner))),
                sp::transpose<"F", "L">(inner));
    check_close(sp::all_gather<"(H Dk)">(sp::scatter<"(H Dk)", tp>(heads)), heads);
  });
}

TEST_CASE("a product over shards, reduced, is the product") {
  auto const x = filled<B, L, D>(1);
  auto const up = filled<D, F>(2);
  auto const down = filled<F, D>(3);
  auto const bias = filled<D>(4);
  auto const widened = sp::matmul(x, up);
  auto const wanted = sp::matmul(widened, down);
  on_2_and_4([&]<class tp>(tp) {
    auto const columns = sp::scatter<"F", tp>(up);
    auto const rows = sp::scatter<"F", tp>(down);
    auto const own = sp::matmul(x, columns);
    check_close(sp::all_gather<"F">(own), widened);
    auto const partial = sp::matmul(own, rows);
    check_close(sp::all_reduce<"tp">(partial), wanted);
    check_close(sp::replicated(partial), wanted);
    check_close(sp::all_reduce<"tp">(sp::matmul(own, rows)), wanted);  // in place
    check_close(sp::all_reduce<"tp">(partial + partial) * 0.5F, wanted);
    check_close(sp::all_reduce<"tp">(sp::transpose<"L", "D">(partial)), sp::transpose<"L", "D">(wanted));
    check_close(sp::all_reduce<"tp">(sp::linear(own, rows)) + bias, sp::linear(widened, down, bias));
    check_close(sp::all_reduce<"tp">(sp::matmul(own, sp::pack<float>(rows))), wanted);
    check_close(sp::all_reduce<"tp">(sp::sum<"F">(own)), sp::sum<"F">(widened));
  });
}

TEST_CASE("a function that declares a view of a sum gets this rank's summand") {
  auto const x = filled<L, F>(1);
  auto const w = filled<F, D>(2);
  simulated::on_ranks(2, [&](auto&) {
    using tp = sp::mesh<"tp", 2>;
    auto const reduced = [](sp::partial<tp, sp::view<float const, L, D>> seen) { return sp::all_reduce<"tp">(seen); };
    auto const partial = sp::matmul(sp::scatter<"F", tp>(x), sp::scatter<"F", tp>(w));
    check_close(reduced(partial), sp::matmul(x, w));
  });
}

TEST_CASE("reduce_scatter is this rank's part of all_reduce") {
  auto const x = filled<L, F>(1);
  auto const w = filled<F, H>(2);
  on_2_and_4([&]<class tp>(tp) {
    auto const partial = sp::matmul(sp::scatter<"F", tp>(x), sp::scatter<"F", tp>(w));  // [L, H] partial over tp
    auto const own = sp::reduce_scatter<"H", tp>(partial);
    check_close(own, sp::scatter<"H", tp>(sp::matmul(x, w)));
    check_close(sp::all_gather<"H">(own), sp::matmul(x, w));
    check_close(sp::all_gather<"H">(sp::reduce_scatter<"H", tp>(sp::transpose<"L", "H">(partial))),
                sp::transpose<"L", "H">(sp::matmul(x, w)));
  });
}

TEST_CASE("over one rank, and without a communicator, reduce_scatter copies") {
  sp::tensor<float, L, H> x;
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = static_cast<float>(i);
  auto const turned = sp::reduce_scatter<"H", sp::mesh<"tp", 1>>(sp::transpose<"L", "H">(x));
  static_assert(std::is_same_v<decltype(turned), sp::tensor<float, H, L> const>);
  for (std::size_t h = 0; h < 4; ++h)
    for (std::size_t l = 0; l < 5; ++l) CHECK(turned(h, l) == x(l, h));
}

TEST_CASE("a table that is cut over the ranks gives the rows of the whole one") {
  auto const table = filled<F, D>(1);
  sp::tensor<sp::index<F>, B, L> ids;
  for (std::size_t i = 0; i < ids.size(); ++i) ids.data()[i] = sp::index<F>((i * i * 3 + i) % 8);
  auto const wanted = sp::embed(table, ids);
  on_2_and_4([&]<class tp>(tp) {
    auto const rows = sp::scatter<"F", tp>(table);
    check_close(sp::all_reduce<"tp">(sp::embed(rows, ids)), wanted);
  });
  // Grouped rows are cut between groups.
  using groups = sp::fused<axis<"A", 4>, axis<"G", 2>>;
  auto const grouped = filled<groups, D>(2);
  sp::tensor<sp::index<groups>, B, L> grouped_ids;
  for (std::size_t i = 0; i < ids.size(); ++i) grouped_ids.data()[i] = sp::index<groups>((i * i * 3 + i) % 8, 8);
  on_2_and_4([&]<class tp>(tp) {
    check_close(sp::all_reduce<"tp">(sp::embed(sp::scatter<"(A G)", tp>(grouped), grouped_ids)),
                sp::embed(grouped, grouped_ids));
  });
  CHECK_THROWS_WITH_AS(sp::embed(sp::tensor<float, sp::shard<F, sp::mesh<"tp", 2>>, D>(), ids),
                       "embed: [F=4, D=6]: no communicator of the mesh tp is in scope; make a communicator::scope",
                       sp::shape_error);
}

TEST_CASE("a symbolic degree is the number of ranks that there are") {
  using any = sp::mesh<"tp">;
  using Fs = axis<"F", "tp*Fl">;
  for (std::size_t ranks : reference::sizes{1, 2, 3}) {
    sp::tensor<float, L, Fs> x(sp::bind<"tp">(ranks), sp::bind<"Fl">(4));
    for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = static_cast<float>(i);
    simulated::on_ranks(ranks, [&](auto&) {
      auto const own = sp::scatter<"F", any>(x);
      auto const again = sp::all_gather<"F">(own);
      check_close(again, x);
      std::lock_guard const lock(one_at_a_time);
      CHECK(own.template extent<"F">() == 4);
      CHECK(again.template extent<"F">() == 4 * ranks);
    });
    CHECK_THROWS_AS(simulated::on_ranks(ranks + 1, [&](auto&) { (void)sp::scatter<"F", any>(x); }), sp::shape_error);
  }
}

TEST_CASE("a collective without its communicator, or with another number of ranks, says so") {
  using tp = sp::mesh<"tp", 2>;
  sp::partial<tp, sp::tensor<float, L, D>> const sum;
  CHECK_THROWS_WITH_AS(
      sp::all_reduce<"tp">(sum),
      "all_reduce: [L=5, D=6] partial over tp: no communicator of the mesh tp is in scope; make a communicator::scope",
      sp::shape_error);
  CHECK_THROWS_WITH_AS(simulated::on_ranks(3, [&](auto&) { (void)sp::all_reduce<"tp">(sum); }),
                       "all_reduce: [L=5, D=6] partial over tp: the mesh tp has 2 ranks, its communicator 3",
                       sp::shape_error);
  CHECK_THROWS_AS((sp::reduce_scatter<"D", tp>(sum)), sp::shape_error);
  sp::tensor<float, L, sp::shard<D, tp>> const part;
  CHECK_THROWS_AS(sp::all_gather<"D">(part), sp::shape_error);
  CHECK(&sp::replicated(part) == &part);  // nothing to do needs no ranks
}

TEST_CASE("a rank's part of a weight is the shards that its type names") {
  auto const w = filled<D, F>(1);
  on_2_and_4([&]<class tp>(tp) {
    auto const own = sp::own_part<sp::shape<D, sp::shard<F, tp>>>(w);
    check_close(own, sp::scatter<"F", tp>(w));
    check_close(sp::own_part<sp::shape<D, F>>(w), w);
    auto const owner = sp::own_part<sp::shape<D, sp::shard<F, tp>>>(filled<D, F>(1));  // of what has expired
    check_close(owner, own);
  });
}
