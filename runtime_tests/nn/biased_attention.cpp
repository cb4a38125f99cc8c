// SPDX-License-Identifier: BSL-1.0
/// Attention whose weights have biases, against plain loops in doubles: groups, rotary positions.
#include <shapeproof/nn/attention.hpp>

#include "small_groups.hpp"
#include "small_layers.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

namespace {

/// The same groups, each of their weights with a bias.
template <class Groups>
struct biased : Groups {
  using D = typename Groups::D;
  using query_axis = typename Groups::query_axis;
  using key_axis = typename Groups::key_axis;
  struct weights {
    small::layer<D, query_axis> query = small::filled_layer<D, query_axis>(41);
    small::layer<D, key_axis> key = small::filled_layer<D, key_axis>(42);
    small::layer<D, key_axis> value = small::filled_layer<D, key_axis>(43);
    small::layer<query_axis, D> output = small::filled_layer<query_axis, D>(44);
  };
};

using Dk = sp::axis<"Dk", 4>;
using rotated_head = nn::interleaved<sp::axis<"R", 4>>;

}  // namespace

TEST_CASE_TEMPLATE("groups with biases, for every split into two", groups, small::groups<2, 3, Dk>,
                   small::groups<3, 3, Dk>, small::groups<1, 1, Dk>) {
  using model = biased<groups>;
  typename model::weights const w;
  auto const x = model::numbers(5);
  auto const expected = small::expected<model>(x, w);
  CHECK(small::error(small::in_chunks<model>(x, w, {5}), expected) < 1e-5);
  for (std::size_t past = 1; past < 5; ++past)
    CHECK(small::error(small::in_chunks<model>(x, w, {past, 5 - past}), expected) < 1e-5);
}

TEST_CASE("a bias is added before a head is rotated") {
  using model = biased<small::groups<2, 3, rotated_head>>;
  model::weights const w;
  auto const x = model::numbers(6);
  auto const expected = small::expected<model>(x, w, reference::rotation{.stored = reference::pairing::side_by_side});
  CHECK(small::error(small::in_chunks<model>(x, w, {6}, nn::rotary<"(R C)">()), expected) < 1e-5);
  CHECK(small::error(small::in_chunks<model>(x, w, {2, 1, 3}, nn::rotary<"(R C)">()), expected) < 1e-5);
}
