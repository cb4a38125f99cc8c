// SPDX-License-Identifier: BSL-1.0
/// The times of what ranks do together, against numbers worked out by hand.
#include <shapeproof/plan/link.hpp>

namespace plan = shapeproof::plan;
namespace flat = shapeproof::plan::flat;

/// A message takes 1 and a byte 1/8: every time below is exact.
constexpr plan::link slow{1, 8};
static_assert(slow.seconds(16) == 3);
static_assert(plan::rounds(1) == 0 && plan::rounds(2) == 1 && plan::rounds(3) == 2 && plan::rounds(4) == 2);
static_assert(plan::rounds(5) == 3 && plan::rounds(1024) == 10);

// One rank sends nothing.
static_assert(flat::all_gather(slow, 1, 64) == 0 && flat::reduce_scatter(slow, 1, 64) == 0);
static_assert(flat::all_reduce(slow, 1, 64) == 0 && flat::broadcast(slow, 1, 64) == 0);

// 4 ranks: 2 rounds, 3/4 of 64 bytes: 2 + 48/8.
static_assert(flat::all_gather(slow, 4, 64) == 8 && flat::reduce_scatter(slow, 4, 64) == 8);
// Few bytes: 2 rounds of all of them, 2 * (1 + 8/8). Many: 4 rounds of 2 * 3/4 of them, 4 + 2 * 48/8.
static_assert(flat::all_reduce(slow, 4, 8) == 4 && flat::all_reduce(slow, 4, 64) == 16);
// A tree of 2 rounds, 2 * (1 + 8/8); in parts, 2 + 3 rounds and 2 * 3/4 of 640 bytes, 5 + 960/8.
static_assert(flat::broadcast(slow, 4, 8) == 4 && flat::broadcast(slow, 4, 640) == 125);

// 5 ranks are no power of two: 4 messages of a part, 4 + 4/5 * 80/8; a ring of 8 messages, 8 + 2 * 64/8.
static_assert(flat::reduce_scatter(slow, 5, 80) == 12 && flat::all_gather(slow, 5, 80) == 11);
static_assert(flat::all_reduce(slow, 5, 80) == 24);

// 2 nodes of 4: inside 2 + 48/8, a quarter between nodes 1 round of 16 bytes, inside 2 + 48/8 again.
constexpr plan::link far{10, 4};
constexpr plan::group eight{4, 2, slow, far};
static_assert(plan::all_reduce(eight, 64) == 8 + (10 + 16 / 4) + 8);
// A quarter of 64 bytes comes from both nodes, 10 + 1/2 * 16/4, and then all of them inside, 2 + 48/8.
static_assert(plan::all_gather(eight, 64) == 12 + 8);
constexpr plan::group one_node{4, 1, slow, far};
static_assert(plan::all_reduce(one_node, 64) == flat::all_reduce(slow, 4, 64));
static_assert(plan::all_gather(one_node, 64) == flat::all_gather(slow, 4, 64));

static_assert(plan::sent_by_all_reduce(4, 64) == 96 && plan::sent_by_all_gather(4, 64) == 48);
static_assert(plan::sent_by_all_reduce(1, 64) == 0 && plan::sent_by_all_gather(1, 64) == 0);
