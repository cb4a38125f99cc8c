// SPDX-License-Identifier: BSL-1.0
/// The tiles of packed products for AVX-512.
#include "packed_tile.hpp"

namespace shapeproof::cpu::detail {

auto avx512_tiles() -> tile_set const& {
  static constexpr auto tiles = make_tiles<16, 14>();
  return tiles;
}

}  // namespace shapeproof::cpu::detail
