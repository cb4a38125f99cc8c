// SPDX-License-Identifier: BSL-1.0
/// The tiles of packed products for AVX2 and FMA.
#include "packed_tile.hpp"

namespace shapeproof::cpu::detail {

auto avx2_tiles() -> tile_set const& {
  static constexpr auto tiles = make_tiles<8, 6>();
  return tiles;
}

}  // namespace shapeproof::cpu::detail
