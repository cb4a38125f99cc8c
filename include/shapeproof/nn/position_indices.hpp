// SPDX-License-Identifier: BSL-1.0
/// Positions as indices into a table of learned ones.
#pragma once

#include <shapeproof/nn/positions.hpp>
#include <shapeproof/ops/embed.hpp>
#include <shapeproof/ops/operation.hpp>
#include <shapeproof/tensor/index.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include <cstddef>

namespace shapeproof::nn {

/// The positions of a step's ids `[.., L]` as `[L]`, or `[B, L]` where rows are padded, of indices into a `table`
/// `[P, D]`, which may be a rank's shard of P: they count the positions of all ranks. Refused as `positions_of`. Throws
/// `shape_error` for a position behind the table's last one, for another number of rows than the padding has, and where
/// there is no communicator for the shard.
template <any_tensor Table, class Cache, any_tensor Ids>
constexpr auto position_indices([[maybe_unused]] Table const& table, Cache const& cache, Ids const& ids) {
  using P = whole<type_at<shape_of<Table>, 0>>;
  auto const at = positions_of(cache, ids);
  using positions = std::remove_const_t<decltype(at)>;
  if constexpr (is_poisoned<positions>) {
    return poisoned{};
  } else {
    constexpr auto kind = is_meta<Ids> ? shapeproof::detail::kind::meta : shapeproof::detail::kind::owner;
    using result_type = typename shapeproof::detail::tensor_from<kind, index<P>, typename positions::shape>::type;
    if constexpr (is_meta<Ids>) {
      return result_type(ids.log(), shapeproof::detail::traced_block(ids.log(), &byte_count<result_type>), 0);
    } else {
      result_type result(uninitialized, narrowed<symbols_in<typename positions::shape>>(ids.symbols()));
      if constexpr (positions::shape::rank > 1) at.require_rows("position_indices", ids, result.walk().extent[0]);
      std::size_t const tokens = ids.template extent<"L">();
      std::size_t const end = shapeproof::detail::own_rows(table).all;
      for (std::size_t i = 0; i < result.size(); ++i) result.data()[i] = index<P>(at.of(i / tokens, i % tokens), end);
      return result;
    }
  }
}

}  // namespace shapeproof::nn
