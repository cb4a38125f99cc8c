// SPDX-License-Identifier: BSL-1.0
/// Positions become indices into the table's own axis: one vector, or one for each row where rows are padded.
#include <shapeproof/nn/position_indices.hpp>

#include <shapeproof/ops/embed.hpp>
#include <shapeproof/shape/shard.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
using sp::axis;

using B = axis<"B">;
using V = axis<"V", 9>;
using L = axis<"L">;
using H = axis<"H", 3>;
using P = axis<"P">;
using D = axis<"D", 6>;
using storage = sp::tensor<float, B, H, axis<"S", "capacity">, axis<"Dk", 2>>;
using cache = nn::kv_cache<storage, axis<"S", "past">>;
using padded = nn::kv_cache<storage, axis<"S", "past">, nn::between_steps, sp::left_padded<B>>;
using table = sp::tensor<float, P, D>;
using ids = sp::tensor<sp::index<V>, B, L>;

template <class Table, class Cache, class Ids>
using indices = decltype(nn::position_indices(std::declval<Table const&>(), std::declval<Cache const&>(),
                                              std::declval<Ids const&>()));

static_assert(std::is_same_v<indices<table, cache, ids>, sp::tensor<sp::index<P>, L>>);
static_assert(std::is_same_v<indices<table, cache, sp::tensor<sp::index<V>, L>>, sp::tensor<sp::index<P>, L>>);
static_assert(std::is_same_v<indices<table, cache, sp::tensor<sp::index<V>, B, axis<"L", 1>>>,
                             sp::tensor<sp::index<P>, axis<"L", 1>>>);
static_assert(std::is_same_v<indices<table, padded, ids>, sp::tensor<sp::index<P>, B, L>>);
// A table of a number of positions is another axis than one of any number.
using eight = axis<"P", 8>;
static_assert(std::is_same_v<indices<sp::view<float const, eight, D>, cache, ids>, sp::tensor<sp::index<eight>, L>>);
// Of a rank's shard, the positions of all ranks.
using half = sp::shard<eight, sp::mesh<"tp", 2>>;
static_assert(std::is_same_v<indices<sp::tensor<float, half, D>, cache, ids>, sp::tensor<sp::index<eight>, L>>);

// Without elements.
using meta_cache = nn::kv_cache<sp::meta_tensor<float, B, H, axis<"S", "capacity">, axis<"Dk", 2>>, axis<"S", "past">>;
static_assert(std::is_same_v<indices<sp::meta_tensor<float, P, D>, meta_cache, sp::meta_tensor<sp::index<V>, B, L>>,
                             sp::meta_tensor<sp::index<P>, L>>);
// No operation makes them: they are what the run begins with, whatever was noted before.
constexpr std::size_t maker_after_an_operation() {
  sp::trace log;
  (void)sp::embed(sp::meta_tensor<float, V, D>(&log), sp::meta_tensor<sp::index<V>, B, L>(&log));
  meta_cache const kept{};
  auto const at =
      nn::position_indices(sp::meta_tensor<float, P, D>(&log), kept, sp::meta_tensor<sp::index<V>, B, L>(&log));
  return log.count == 1 ? at.made_by() : 99;
}
static_assert(maker_after_an_operation() == 0);
// Nothing of refused ids.
static_assert(std::is_same_v<indices<table, cache, sp::poisoned>, sp::poisoned>);
static_assert(std::is_same_v<indices<table, padded, sp::poisoned>, sp::poisoned>);
