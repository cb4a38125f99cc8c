// SPDX-License-Identifier: BSL-1.0
/// The tiles of packed products for any machine.
#include "packed_tile.hpp"

namespace shapeproof::cpu::detail {

auto portable_tiles() -> tile_set const& {
  static constexpr auto tiles = make_tiles<4, 6>();
  return tiles;
}

}  // namespace shapeproof::cpu::detail
