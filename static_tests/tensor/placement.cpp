// SPDX-License-Identifier: BSL-1.0
/// Blocks go to the lowest gap that is large enough, inside the compiler as when a program runs.
#include <shapeproof/tensor/placement.hpp>

#include <initializer_list>

namespace sp = shapeproof;

namespace {

constexpr bool blocks_follow_each_other_on_cache_lines() {
  sp::placement blocks;
  return blocks.add(1) == 0 && blocks.add(64) == 64 && blocks.add(65) == 128 && blocks.add(4) == 256 &&
         blocks.peak() == 320 && blocks.count() == 4;
}
static_assert(blocks_follow_each_other_on_cache_lines());

constexpr bool the_lowest_gap_that_is_large_enough() {
  sp::placement blocks;
  for (std::size_t const size : {64U, 128U, 64U, 192U, 64U}) blocks.add(size);
  blocks.remove(64);   // a gap of 128
  blocks.remove(256);  // one of 192
  return blocks.add(192) == 256 && blocks.add(64) == 64 && blocks.add(128) == 512 && blocks.add(64) == 128;
}
static_assert(the_lowest_gap_that_is_large_enough());

constexpr bool gaps_join() {
  sp::placement blocks;
  for (int i = 0; i < 4; ++i) blocks.add(64);
  blocks.remove(64);
  blocks.remove(128);
  return blocks.add(128) == 64 && blocks.peak() == 256;
}
static_assert(gaps_join());

constexpr bool a_limit_holds_to_the_byte() {
  sp::placement blocks;
  return blocks.add(128, 127) == sp::placement::nowhere && blocks.add(128, 128) == 0 &&
         blocks.add(1, 191) == sp::placement::nowhere && blocks.add(1, 192) == 128 && blocks.peak() == 192 &&
         blocks.add(sp::placement::nowhere, 1024) == sp::placement::nowhere;
}
static_assert(a_limit_holds_to_the_byte());

constexpr bool so_many_blocks_and_no_more() {
  sp::placement blocks;
  for (std::size_t i = 0; i < sp::placement::max_blocks; ++i)
    if (blocks.add(64) != 64 * i) return false;
  bool const full = blocks.add(64) == sp::placement::nowhere;
  blocks.remove(0);
  return full && blocks.add(64) == 0;
}
static_assert(so_many_blocks_and_no_more());

constexpr bool what_is_not_there_does_not_end() {
  sp::placement blocks;
  blocks.add(64);
  blocks.remove(64);
  blocks.remove(sp::placement::nowhere);
  return blocks.count() == 1;
}
static_assert(what_is_not_there_does_not_end());

}  // namespace
