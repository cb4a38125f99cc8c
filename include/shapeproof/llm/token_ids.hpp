// SPDX-License-Identifier: BSL-1.0
/// Token ids from numbers.
#pragma once

#include <shapeproof/tensor/index.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace shapeproof::llm {

/// numbers -> ids `[L]` of `index<Vocabulary>`. A number outside the vocabulary is a `shape_error` that names its
/// place.
template <class Vocabulary, class Integer>
  requires is_static<Vocabulary>
auto token_ids(std::vector<Integer> const& numbers) {
  tensor<index<Vocabulary>, axis<"L">> ids(bind<"L">(numbers.size()));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    try {
      ids(i) = index<Vocabulary>(numbers[i]);
    } catch (shape_error const& error) {
      throw shape_error("token_ids", "token " + std::to_string(i) + " of " + std::to_string(numbers.size()),
                        error.what());
    }
  }
  return ids;
}

}  // namespace shapeproof::llm
