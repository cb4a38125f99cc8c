// SPDX-License-Identifier: BSL-1.0
/// Grouped queries: heads are (Hkv G), and every group shares one key head.
#include <shapeproof/ops/einsum.hpp>
#include <shapeproof/ops/split_merge.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;

namespace {
template <std::size_t KeyHeads, std::size_t Groups>
void check() {
  using Hkv = sp::axis<"Hkv", sp::extent(KeyHeads)>;
  using G = sp::axis<"G", sp::extent(Groups)>;
  using L = sp::axis<"L", 3>;
  using S = sp::axis<"S", 5>;
  using Dk = sp::axis<"Dk", 4>;
  auto const q = reference::filled<sp::tensor<float, sp::fused<Hkv, G>, L, Dk>>(1);
  auto const k = reference::filled<sp::tensor<float, Hkv, S, Dk>>(2);
  auto const split = sp::split<"(Hkv G)">(q);
  auto const scores = sp::merge<"Hkv", "G">(sp::einsum<"Hkv G L Dk, Hkv S Dk -> Hkv G L S">(split, k));
  for (std::size_t head = 0; head < KeyHeads * Groups; ++head)
    for (std::size_t l = 0; l < 3; ++l)
      for (std::size_t s = 0; s < 5; ++s) {
        double expected = 0;
        for (std::size_t m = 0; m < 4; ++m)
          expected += static_cast<double>(q(head, l, m)) * static_cast<double>(k(head / Groups, s, m));
        CHECK(scores(head, l, s) == doctest::Approx(expected).epsilon(1e-5));
      }
}
}  // namespace

TEST_CASE("C28: query head h reads key head h / G") {
  check<2, 3>();
  check<4, 2>();
  check<3, 3>();
}

TEST_CASE("C27: key heads are repeated 0 0 1 1, not 0 1 0 1") {
  using Hkv = sp::axis<"Hkv", 2>;
  sp::tensor<float, Hkv> k;
  sp::tensor<float, sp::axis<"G", 2>> ones;
  reference::assign(k, {0, 1});
  reference::assign(ones, {1, 1});
  auto const repeated = sp::merge<"Hkv", "G">(sp::einsum<"Hkv, G -> Hkv G">(k, ones));
  CHECK(reference::elements(repeated) == std::vector<double>{0, 0, 1, 1});
}
