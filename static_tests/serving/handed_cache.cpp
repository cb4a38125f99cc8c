// SPDX-License-Identifier: BSL-1.0
/// Which caches may be handed over to which, as their types say it.
#include <shapeproof/llm/cache_pools.hpp>
#include <shapeproof/llm/llama.hpp>
#include <shapeproof/llm/note.hpp>
#include <shapeproof/serving/handed_cache.hpp>

#include <type_traits>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace llm = shapeproof::llm;
namespace serving = shapeproof::serving;

namespace {

template <std::size_t Ranks>
using tp = sp::mesh<"tp", sp::extent(Ranks)>;
using H = sp::axis<"Hkv", 4>;
using Dk = sp::axis<"Dk", 8>;
template <class Heads, class Size = Dk, class Element = float>
using cache = serving::handed_cache<Heads, Size, Element>;
using whole = cache<H>;

// However each side cuts the heads.
static_assert(serving::can_hand_over<cache<sp::shard<H, tp<2>>>, whole>);
static_assert(serving::can_hand_over<cache<sp::shard<H, tp<4>>>, cache<sp::shard<H, tp<2>>>>);
static_assert(std::is_same_v<serving::handed_over<cache<sp::shard<H, tp<2>>>, whole>, whole>);
// A symbol may have any value; the hand-over compares it.
static_assert(serving::can_hand_over<cache<sp::axis<"Hkv">>, whole>);
static_assert(serving::can_hand_over<whole, cache<sp::axis<"Hkv", "2*n">>>);
static_assert(
    serving::can_hand_over<cache<H, nn::interleaved<sp::axis<"R">>>, cache<H, nn::interleaved<sp::axis<"R", 4>>>>);
// A rank's part may be a number where the whole is none.
template <sp::fixed_string Heads>
using any_ranks = cache<sp::shard<sp::axis<"Hkv", Heads>, sp::mesh<"tp">>>;
static_assert(std::is_same_v<serving::handed_over<any_ranks<"tp*2">, any_ranks<"tp*2">>, any_ranks<"tp*2">>);
static_assert(std::is_same_v<serving::handed_over<any_ranks<"tp*2">, whole>, whole>);
static_assert(std::is_same_v<serving::handed_over<whole, any_ranks<"tp*4">>, any_ranks<"tp*4">>);

static_assert(!serving::can_hand_over<whole, cache<sp::axis<"Hkv", 8>>>);
static_assert(!serving::can_hand_over<cache<sp::shard<sp::axis<"Hkv", 8>, tp<2>>>, whole>);  // 4 heads a rank
static_assert(!serving::can_hand_over<whole, cache<sp::axis<"H", 4>>>);
static_assert(!serving::can_hand_over<whole, cache<H, sp::axis<"Dk", 16>>>);
static_assert(!serving::can_hand_over<whole, cache<H, Dk, double>>);
static_assert(
    !serving::can_hand_over<cache<H, nn::interleaved<sp::axis<"R", 4>>>, cache<H, nn::half_split<sp::axis<"R", 4>>>>);
static_assert(!serving::can_hand_over<cache<H, nn::interleaved<sp::axis<"R", 4>>>, whole>);  // 8 components each

// Only heads are cut: 4 components a rank may be of 8, or of 16.
template <std::size_t Size, std::size_t Ranks>
using cut_size = cache<H, sp::shard<sp::axis<"Dk", sp::extent(Size)>, tp<Ranks>>>;
static_assert(!serving::can_hand_over<cut_size<8, 2>, cut_size<16, 4>>);
static_assert(!serving::can_hand_over<cut_size<8, 2>, cut_size<8, 2>>);
static_assert(!serving::can_hand_over<cache<H, sp::axis<"Dk", 4>>, cut_size<8, 2>>);
static_assert(!serving::can_hand_over<cache<H, nn::half_split<sp::shard<sp::axis<"R", 4>, tp<2>>>>,
                                      cache<H, nn::half_split<sp::axis<"R", 4>>>>);

// What a model's caches hand over, one's own and those of a pool's slot alike.
static_assert(std::is_same_v<serving::handed_cache_of<llm::note_model>, cache<sp::axis<"H", 8>, sp::axis<"Dk", 650>>>);
using stories = serving::handed_cache_of<llm::stories_260k>;
static_assert(std::is_same_v<stories, cache<H, nn::interleaved<sp::axis<"R", 4>>>>);
static_assert(std::is_same_v<serving::handed_by<llm::cache_pools<llm::stories_260k>::layer::slot_cache>, stories>);

}  // namespace
