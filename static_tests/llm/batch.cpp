// SPDX-License-Identifier: BSL-1.0
/// A step of many sequences is the same pipeline as one of a single sequence: proved for any number of many, with the
/// same types in every step, for all three families.
#include <shapeproof/llm/batch.hpp>
#include <shapeproof/llm/gpt2.hpp>
#include <shapeproof/llm/llama.hpp>
#include <shapeproof/llm/note.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace llm = shapeproof::llm;
using sp::axis;

using many = axis<"B">;
using one_token = axis<"L", 1>;

/// Caches of ragged rows without elements.
template <class Model>
using caches =
    llm::single_layer<nn::kv_cache<sp::meta_tensor<float, many, typename llm::detail::cached_heads<Model>::type,
                                                   axis<"S", "capacity">, typename Model::Dk>,
                                   axis<"S", "past">, nn::between_steps, sp::ragged<many>>>;
template <class Model>
using ids = sp::meta_tensor<sp::index<typename Model::V>, many, one_token>;

template <template <class, class> class Weights, class Model>
using step = decltype(llm::advance(std::declval<ids<Model> const&>(),
                                   std::declval<Weights<Model, llm::traced> const&>(), std::declval<caches<Model>>()));
template <template <class, class> class Weights, class Model>
constexpr bool repeats = std::is_same_v<decltype(step<Weights, Model>::caches), caches<Model>>;
template <template <class, class> class Weights, class Model>
constexpr bool gives_logits_of_each =
    std::is_same_v<sp::shape_of<decltype(step<Weights, Model>::logits)>, sp::shape<many, typename Model::V>>;

static_assert(repeats<llm::llama_weights, llm::stories_260k>);
static_assert(repeats<llm::llama_weights, llm::half_split_llama>);
static_assert(repeats<llm::gpt2_weights, llm::any_gpt2>);
static_assert(repeats<llm::model_weights, llm::note_model>);
static_assert(gives_logits_of_each<llm::llama_weights, llm::stories_260k>);
static_assert(gives_logits_of_each<llm::llama_weights, llm::half_split_llama>);
static_assert(gives_logits_of_each<llm::gpt2_weights, llm::any_gpt2>);
static_assert(gives_logits_of_each<llm::model_weights, llm::note_model>);

// A batch has the slots, the rows and the tokens of its model.
using stories = llm::batch<llm::llama_weights<llm::stories_260k>>;
static_assert(std::is_same_v<stories::pools::layer, nn::cache_pool<llm::stories_260k::Hkv, llm::stories_260k::Dk>>);
static_assert(std::is_same_v<stories::vocabulary, axis<"V", 512>>);
static_assert(!std::is_constructible_v<stories, llm::llama_weights<llm::interleaved_llama> const&, llm::batch_size>);
