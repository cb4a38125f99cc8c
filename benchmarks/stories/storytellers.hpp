// SPDX-License-Identifier: BSL-1.0
/// All who tell the greedy story of a llama2.c model, token by token.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

/// Told after each step: the token that is liked best, and the logits.
using listener = std::function<void(std::size_t token, float const* logits)>;

struct storyteller {
  std::string name;
  std::string weights;                                     ///< `packed`, or as the file has them: `stored`
  std::function<void(std::size_t, listener const&)> tell;  ///< so many tokens, after token 1
};

/// Loops over floats in C.
storyteller scalar_storyteller(std::string const& file, std::size_t capacity);
/// A loop without types over this library's kernels.
storyteller untyped_storyteller(std::string const& file, std::size_t capacity, bool packed);
/// The library: the same source with numbers in its types and with symbols, with weights as they are and packed.
std::vector<storyteller> typed_storytellers(std::string const& file, std::size_t capacity);
