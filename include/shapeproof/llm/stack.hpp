// SPDX-License-Identifier: BSL-1.0
/// Layers: as many as a number known at run time, or at compile time.
#pragma once

#include <shapeproof/tensor/changing_stack.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace shapeproof::llm {

/// `Count` layers inside the compiler.
template <class Layer, std::size_t Count>
struct fixed_stack {
  Layer layers[Count] = {};  ///< the first one first

  constexpr std::size_t size() const { return Count; }                          ///< how many layers there are
  constexpr Layer& operator[](std::size_t i) { return layers[i]; }              ///< layer i, unchecked
  constexpr Layer const& operator[](std::size_t i) const { return layers[i]; }  ///< layer i, unchecked
};

/// As many layers as one likes.
template <class Layer>
using dynamic_stack = std::vector<Layer>;

/// One layer: enough for a proof, since all layers have one type.
template <class Layer>
using single_layer = fixed_stack<Layer, 1>;

using shapeproof::changing_stack;

/// The stack of `change(layer, i)` for each layer in order, each exactly once; the new layers may have another type.
/// What `change` throws ends it.
template <class Layer, class Change>
auto each_changed(changing_stack<Layer>&& stack, Change const& change) {
  return changing_stack<decltype(change(std::move(stack[0]), std::size_t{}))>(std::move(stack), change);
}
/// The same of a vector, as another vector.
template <class Layer, class Change>
auto each_changed(std::vector<Layer>&& stack, Change const& change) {
  std::vector<decltype(change(std::move(stack[0]), std::size_t{}))> result;
  result.reserve(stack.size());
  for (std::size_t i = 0; i < stack.size(); ++i) result.push_back(change(std::move(stack[i]), i));
  return result;
}
/// The same inside the compiler.
template <class Layer, std::size_t Count, class Change>
constexpr auto each_changed(fixed_stack<Layer, Count>&& stack, Change const& change) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return fixed_stack<decltype(change(std::move(stack[0]), std::size_t{})), Count>{
        {change(std::move(stack[I]), I)...}};
  }(std::make_index_sequence<Count>{});
}

}  // namespace shapeproof::llm
