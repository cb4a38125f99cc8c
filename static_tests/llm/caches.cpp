// SPDX-License-Identifier: BSL-1.0
/// A model's caches have the heads of its keys, and begin empty.
#include <shapeproof/llm/caches.hpp>
#include <shapeproof/llm/gpt2.hpp>
#include <shapeproof/llm/llama.hpp>
#include <shapeproof/llm/note.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace llm = shapeproof::llm;
using sp::axis;

template <class Model, class Heads>
constexpr bool has_heads =
    std::is_same_v<llm::cache_storage<Model, "capacity">,
                   sp::tensor<float, typename Model::B, Heads, axis<"S", "capacity">, typename Model::Dk>>;

// The heads of the keys, where queries have more.
static_assert(has_heads<llm::note_model, axis<"H", 8>>);
static_assert(has_heads<llm::any_gpt2, axis<"H">>);
static_assert(has_heads<llm::stories_260k, axis<"Hkv", 4>>);
static_assert(has_heads<llm::interleaved_llama, axis<"Hkv">>);
static_assert(has_heads<llm::half_split_llama, axis<"Hkv">>);
static_assert(!std::is_same_v<llm::cache_storage<llm::interleaved_llama, "capacity">,
                              llm::cache_storage<llm::half_split_llama, "capacity">>);

// Of a static model, with a number for a capacity, and without elements.
using layer = llm::layer_cache<llm::stories_260k, 7, 64>;
static_assert(std::is_same_v<layer::filled, axis<"S", 7>> && std::is_same_v<layer::state, nn::between_steps>);
static_assert(std::is_same_v<layer::padding_type, sp::no_padding>);
using traced = llm::layer_cache<llm::stories_260k, 7, 64, sp::meta_tensor>;
static_assert(std::is_same_v<traced::shape, layer::shape>);

// empty_caches: as many as one likes, all empty.
static_assert(std::is_same_v<decltype(llm::empty_caches<llm::note_model>(std::size_t{}, std::size_t{})),
                             llm::changing_stack<llm::layer_cache<llm::note_model, 0, "capacity">>>);

// Of a model with symbols: what the caches are padded with is in their type.
template <class Model, class Padding>
using empty = decltype(llm::empty_caches<Model>(
    std::size_t{}, std::size_t{}, std::declval<sp::symbol_values<sp::symbols<"D", "Dk", "F", "H", "P", "V">> const&>(),
    std::declval<Padding const&>(), sp::bind<"B">(1)));
using rows = sp::left_padded<llm::any_gpt2::B>;
static_assert(std::is_same_v<empty<llm::any_gpt2, sp::no_padding>,
                             llm::changing_stack<llm::layer_cache<llm::any_gpt2, 0, "capacity">>>);
static_assert(std::is_same_v<empty<llm::any_gpt2, rows>,
                             llm::changing_stack<llm::layer_cache<llm::any_gpt2, 0, "capacity", sp::tensor, rows>>>);
