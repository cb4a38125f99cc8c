// SPDX-License-Identifier: BSL-1.0
/// Where a model's weights lie: in memory of their own, in a file, or nowhere, for proofs. One source of a model for
/// all.
#pragma once

#include <shapeproof/llm/stack.hpp>
#include <shapeproof/nn/stored_weight.hpp>
#include <shapeproof/tensor/meta.hpp>
#include <shapeproof/tensor/tensor.hpp>

namespace shapeproof::llm {

/// Tensors of their own; any number of layers.
struct owned {
  /// `[Axes...]`
  template <class... Axes>
  using array = tensor<float, Axes...>;
  /// `[In, Out]`
  template <class In, class Out>
  using matrix = tensor<float, In, Out>;
  /// Layers.
  template <class Layer>
  using stack = dynamic_stack<Layer>;
};

/// Tensors without elements, and one layer: all layers have one type.
struct traced {
  /// `[Axes...]`
  template <class... Axes>
  using array = meta_tensor<float, Axes...>;
  /// `[In, Out]`
  template <class In, class Out>
  using matrix = meta_tensor<float, In, Out>;
  /// Layers.
  template <class Layer>
  using stack = single_layer<Layer>;
};

/// Views of elements that lie elsewhere; what a matrix is depends on where.
struct viewed {
  /// `[Axes...]`
  template <class... Axes>
  using array = view<float const, Axes...>;
  /// Layers.
  template <class Layer>
  using stack = dynamic_stack<Layer>;
};

/// Views of a file's elements, whose matrices follow `Convention`.
template <class Convention>
struct stored : viewed {
  /// `[In, Out]`
  template <class In, class Out>
  using matrix = nn::stored_matrix<Convention, In, Out>;
};

}  // namespace shapeproof::llm
