// SPDX-License-Identifier: BSL-1.0
/// Packed weights made whole or a few columns at a time, and views of them.
#include <shapeproof/ops/packed.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <cstring>

namespace sp = shapeproof;

namespace {

using D = sp::axis<"D", 37>;
using N = sp::axis<"N">;
using wide = sp::tensor<float, D, N>;

/// Whether a weight is the same in bytes when its columns are made a few at a time.
template <class T>
bool same_by_columns(std::size_t columns) {
  auto const w = reference::filled<wide>(2, sp::bind<"N">(columns));
  auto const whole = sp::pack<T>(w);
  auto const by_columns =
      sp::pack_columns<sp::packed_weight<T, D, N>>(w.symbols(), [&](std::size_t first, std::size_t count, float* to) {
        for (std::size_t i = 0; i < 37; ++i)
          for (std::size_t j = 0; j < count; ++j) to[i * count + j] = w(i, first + j);
      });
  return by_columns.bytes() == whole.bytes() && std::memcmp(by_columns.data(), whole.data(), whole.bytes()) == 0;
}

}  // namespace

TEST_CASE("columns made a few at a time give the weight that is packed whole") {
  for (std::size_t columns : reference::sizes{0, 1, 70, 256, 257, 600}) {
    CAPTURE(columns);
    CHECK(same_by_columns<float>(columns));
    CHECK(same_by_columns<sp::bf16>(columns));
    CHECK(same_by_columns<sp::int8>(columns));
  }
}

TEST_CASE("a few columns are all that is unpacked at once") {
  std::size_t most = 0, made = 0;
  (void)sp::pack_columns<sp::packed_weight<float, D, N>>({{600}}, [&](std::size_t first, std::size_t count, float* to) {
    CHECK(first == made);
    std::fill_n(to, 37 * count, 1.0F);
    made += count;
    most = std::max(most, count);
  });
  CHECK(made == 600);
  CHECK(most == sp::columns_at_a_time);
}

TEST_CASE("a view is the weight that it sees") {
  auto const w = sp::pack<sp::bf16>(reference::filled<wide>(2, sp::bind<"N">(70)));
  sp::packed_view<sp::bf16, D, N> const view = w;
  CHECK(view.data() == w.data());
  CHECK(view.bytes() == w.bytes());
  CHECK(view.size() == 37 * 70);
  CHECK(sp::to_string(view) == "[D=37, N=70]");
  auto const x = reference::filled<sp::tensor<float, sp::axis<"L", 3>, D>>(1);
  CHECK(reference::elements(sp::matmul(x, view)) == reference::elements(sp::matmul(x, w)));
}
