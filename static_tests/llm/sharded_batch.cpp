// SPDX-License-Identifier: BSL-1.0
/// A batch whose weights and caches are cut over ranks: the heads of its pools are shards, its logits are gathered, and
/// every step has the types of the one before.
#include <shapeproof/llm/batch.hpp>
#include <shapeproof/llm/gpt2.hpp>
#include <shapeproof/llm/llama.hpp>
#include <shapeproof/llm/note.hpp>

#include "batch_step.hpp"
#include "sharded_models.hpp"

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace llm = shapeproof::llm;
using sp::axis;
using namespace batch_step;

using two = sp::mesh<"tp", 2>;
using any = sp::mesh<"tp">;
using note = sharded::note<two>;
using llama = sharded::llama<any>;
using gpt2 = sharded::gpt2<two>;

static_assert(repeats<llm::model_weights, note>);
static_assert(repeats<llm::llama_weights, llama>);
static_assert(repeats<llm::gpt2_weights, gpt2>);
static_assert(gives_logits_of_each<llm::model_weights, note>);
static_assert(gives_logits_of_each<llm::llama_weights, llama>);
static_assert(gives_logits_of_each<llm::gpt2_weights, gpt2>);

// Each rank's logits are those of its own tokens: no row is sampled before they are gathered, which keeps the row's
// mark of the last position.
template <template <class, class> class Weights, class Model>
using logits = decltype(step<Weights, Model>::logits);
template <template <class, class> class Weights, class Model>
using all_logits = decltype(sp::gathered<"V">(std::declval<logits<Weights, Model>>()));
template <template <class, class> class Weights, class Model>
using row = decltype(sp::select<"B">(std::declval<all_logits<Weights, Model> const&>(), 0));
static_assert(!llm::can_sample<logits<llm::model_weights, note>> && llm::can_sample<row<llm::model_weights, note>>);
static_assert(!llm::can_sample<logits<llm::llama_weights, llama>> && llm::can_sample<row<llm::llama_weights, llama>>);
static_assert(!llm::can_sample<logits<llm::gpt2_weights, gpt2>> && llm::can_sample<row<llm::gpt2_weights, gpt2>>);

// The pools hold this rank's heads, and tokens are those of the whole vocabulary.
using batch_of_note = llm::batch<llm::model_weights<note>>;
static_assert(std::is_same_v<batch_of_note::pools::layer, nn::cache_pool<note::H, note::Dk>>);
static_assert(std::is_same_v<batch_of_note::vocabulary, axis<"V", 6000>>);
using pool = batch_of_note::pools::layer;
static_assert(std::is_same_v<pool::row_caches::shape, sp::shape<many, note::H, axis<"S", "past">, note::Dk>>);
static_assert(sp::static_extent<sp::type_at<pool::row_caches::shape, 1>> == 4);

// Keys of all heads do not go into the rows of one rank, nor the other way round.
template <class H>
using keys = sp::tensor<float, many, H, one_token, note::Dk>;
using whole_pool = nn::cache_pool<axis<"H", 8>, note::Dk>;
static_assert(nn::can_append<pool::row_caches, keys<note::H>, keys<note::H>>);
static_assert(!nn::can_append<pool::row_caches, keys<axis<"H", 8>>, keys<axis<"H", 8>>>);
static_assert(!nn::can_append<whole_pool::row_caches, keys<note::H>, keys<note::H>>);
static_assert(!nn::can_append<pool::row_caches, keys<axis<"H", 4>>, keys<axis<"H", 4>>>);

// Over one rank it is the very batch of the model without ranks.
using stories_of_one = sharded::llama_of_numbers<sp::mesh<"tp", 1>>;
static_assert(std::is_same_v<llm::cache_pools<stories_of_one>::layer, llm::cache_pools<llm::stories_260k>::layer>);
static_assert(std::is_same_v<llm::batch<llm::llama_weights<stories_of_one>>::vocabulary, llm::stories_260k::V>);
