// SPDX-License-Identifier: BSL-1.0
/// The types of a step of many sequences, as the compiler traces it.
#pragma once

#include <shapeproof/llm/batch.hpp>
#include <shapeproof/llm/storage.hpp>

#include <type_traits>
#include <utility>

namespace batch_step {

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
using ids = sp::meta_tensor<sp::index<sp::whole<typename Model::V>>, many, one_token>;

template <template <class, class> class Weights, class Model>
using step = decltype(llm::advance(std::declval<ids<Model> const&>(),
                                   std::declval<Weights<Model, llm::traced> const&>(), std::declval<caches<Model>>()));
template <template <class, class> class Weights, class Model>
constexpr bool repeats = std::is_same_v<decltype(step<Weights, Model>::caches), caches<Model>>;
template <template <class, class> class Weights, class Model>
constexpr bool gives_logits_of_each =
    std::is_same_v<sp::shape_of<decltype(step<Weights, Model>::logits)>, sp::shape<many, typename Model::V>>;

}  // namespace batch_step
