// SPDX-License-Identifier: BSL-1.0
/// A step of many sequences is the same pipeline as one of a single sequence: proved for any number of many, with the
/// same types in every step, for all three families.
#include <shapeproof/llm/batch.hpp>
#include <shapeproof/llm/gpt2.hpp>
#include <shapeproof/llm/llama.hpp>
#include <shapeproof/llm/note.hpp>

#include "batch_step.hpp"

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace llm = shapeproof::llm;
using sp::axis;
using namespace batch_step;

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
// It keeps a reference to its weights.
static_assert(std::is_constructible_v<stories, llm::llama_weights<llm::stories_260k>&, llm::batch_size>);
static_assert(!std::is_constructible_v<stories, llm::llama_weights<llm::stories_260k>, llm::batch_size>);
static_assert(!std::is_constructible_v<stories, llm::llama_weights<llm::stories_260k> const, llm::batch_size>);
template <class Weights>
concept makes_batch = requires(llm::batch_size size) { llm::batch(std::declval<Weights>(), size); };
static_assert(makes_batch<llm::llama_weights<llm::stories_260k>&>);
static_assert(!makes_batch<llm::llama_weights<llm::stories_260k>>);
