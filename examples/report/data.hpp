// SPDX-License-Identifier: BSL-1.0
/// What is known of a model and its run, as plain data.
#pragma once

#include <shapeproof/tensor/trace.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Seconds that each step took, in all layers together; those that one kernel computes have one time, under the first.
using step_seconds = std::map<std::string_view, double>;

/// A token with the text that it adds.
struct token {
  std::size_t id = 0;
  std::string text;
};

/// A token that a step gave.
struct generated_token : token {
  std::size_t step = 0;  ///< 0 is prefill
  std::size_t past = 0;
  double seconds = 0;
};

/// Several runs of one step of the model: medians.
struct phase {
  std::size_t tokens = 0, past = 0;
  double seconds = 0;
  step_seconds steps;
};

/// The attention weights of a head `[L, S]`, and those of all heads.
using head_weights = std::vector<std::vector<float>>;
using layer_weights = std::vector<head_weights>;

struct model_data {
  std::string key, name;
  std::size_t parameters = 0, weight_bytes = 0, layers = 0, cached_heads = 0, head_size = 0;
  std::string weights;  ///< elements of packed matrices
  shapeproof::trace const* proved = nullptr;
  shapeproof::shape_description const* cached = nullptr;   ///< what a step finds in the cache of a layer
  std::vector<std::pair<std::string, std::size_t>> sizes;  ///< of the model's symbols

  std::string prompt;
  std::vector<token> tokens;
  std::vector<generated_token> generated;
  std::size_t capacity = 0;
  phase prefill, decode;
  std::vector<layer_weights> prefill_attention, decode_attention;  ///< of each layer; of the last decode step
  std::vector<std::vector<float>> key_norms;                       ///< of each position and head in layer 0
};
