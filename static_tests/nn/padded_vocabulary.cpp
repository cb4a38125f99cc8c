// SPDX-License-Identifier: BSL-1.0
/// The padding behind a vocabulary is cut off where the whole vocabulary ends, also of a model that shards it.
#include <shapeproof/nn/padded_vocabulary.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;

using B = axis<"B", 2>;
using V = axis<"V", 16>;
using padded = sp::tensor<float, B, axis<"Vp", 20>>;
template <class Vocabulary>
using logits = sp::shape_of<decltype(sp::nn::unpad<Vocabulary>(std::declval<padded const&>()))>;

static_assert(std::is_same_v<logits<V>, sp::shape<B, V>>);
static_assert(std::is_same_v<logits<sp::shard<V, sp::mesh<"tp", 2>>>, sp::shape<B, V>>);
