// SPDX-License-Identifier: BSL-1.0
/// The weights of a model as Hana structs, and one loop over all of them.
#pragma once

#include <shapeproof/llm/configuration.hpp>
#include <shapeproof/llm/stack.hpp>
#include <shapeproof/tensor/meta.hpp>
#include <shapeproof/tensor/tensor.hpp>
#include <shapeproof/tensor/traits.hpp>

#include <boost/hana/accessors.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/core/to.hpp>
#include <boost/hana/define_struct.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/pair.hpp>
#include <boost/hana/string.hpp>

#include <cstddef>
#include <string>

namespace shapeproof::llm {

/// LayerNorm parameters: gamma and beta, `[D]` each.
template <class Model, template <class, class...> class Array>
struct norm_weights {
  using vector = Array<float, typename Model::D>;
  BOOST_HANA_DEFINE_STRUCT(norm_weights, (vector, gamma), (vector, beta));
};

/// Query, key and value `[D, (H Dk)]`; output `[(H Dk), D]`.
template <class Model, template <class, class...> class Array>
struct attention_weights {
  using heads = fused<typename Model::H, typename Model::Dk>;
  using projection = Array<float, typename Model::D, heads>;
  using back = Array<float, heads, typename Model::D>;
  BOOST_HANA_DEFINE_STRUCT(attention_weights, (projection, query), (projection, key), (projection, value),
                           (back, output));
};

/// Up `[D, F]`, down `[F, D]`.
template <class Model, template <class, class...> class Array>
struct feed_forward_weights {
  using widening = Array<float, typename Model::D, typename Model::F>;
  using narrowing = Array<float, typename Model::F, typename Model::D>;
  BOOST_HANA_DEFINE_STRUCT(feed_forward_weights, (widening, up), (narrowing, down));
};

/// One transformer block.
template <class Model, template <class, class...> class Array>
struct block_weights {
  using attention_type = attention_weights<Model, Array>;
  using feed_forward_type = feed_forward_weights<Model, Array>;
  using norm_type = norm_weights<Model, Array>;
  BOOST_HANA_DEFINE_STRUCT(block_weights, (attention_type, attention), (norm_type, attention_norm),
                           (feed_forward_type, feed_forward), (norm_type, feed_forward_norm));
};

/// The whole model: embedding `[V, De]`, input `[De, D]`, the blocks, output `[D, Dl]`, head `[Dl, V]`. `Array` is
/// `tensor` for weights with values, `meta_tensor` for proofs; `Stack` holds the blocks.
template <class Model, template <class, class...> class Array = tensor, template <class> class Stack = dynamic_stack>
struct model_weights {
  using model = configured<Model>;
  using embedding_type = Array<float, typename Model::V, typename Model::De>;
  using input_type = Array<float, typename Model::De, typename Model::D>;
  using blocks_type = Stack<block_weights<Model, Array>>;
  using output_type = Array<float, typename Model::D, typename Model::Dl>;
  using head_type = Array<float, typename Model::Dl, typename Model::V>;
  BOOST_HANA_DEFINE_STRUCT(model_weights, (embedding_type, embedding), (input_type, input), (blocks_type, blocks),
                           (output_type, output), (head_type, head));
};

/// Calls `visit(name, tensor)` for every parameter, in the order of the structs: `blocks.0.attention.query`.
template <class Weights, class Visit>
void for_each_parameter(Weights& weights, Visit const& visit, std::string const& name = "") {
  if constexpr (any_tensor<Weights>) {
    visit(name, weights);
  } else if constexpr (requires { weights[0]; }) {
    for (std::size_t i = 0; i < weights.size(); ++i)
      for_each_parameter(weights[i], visit, name + "." + std::to_string(i));
  } else {
    namespace hana = boost::hana;
    hana::for_each(hana::accessors<std::remove_const_t<Weights>>(), [&](auto const& member) {
      std::string const own = hana::to<char const*>(hana::first(member));
      for_each_parameter(hana::second(member)(weights), visit, name.empty() ? own : name + "." + own);
    });
  }
}

/// The number of parameters.
template <class Weights>
std::size_t parameter_count(Weights const& weights) {
  std::size_t result = 0;
  for_each_parameter(weights, [&](std::string const&, auto const& parameter) { result += parameter.size(); });
  return result;
}

}  // namespace shapeproof::llm
