// SPDX-License-Identifier: BSL-1.0
/// A Llama model as an engineer would write it over the same kernels: pointers and sizes, every buffer made once.
#pragma once
#include "scalar_llama.h"

#include <shapeproof/cpu/packed.hpp>

#include <cstddef>
#include <vector>

/// `[in, out]` of a layer: where the file has it, `[out, in]`, or packed.
struct untyped_matrix {
  std::size_t in, out;
  float const* stored;
  shapeproof::cpu::packed_memory packed;
};

struct untyped_layer {
  float const *attention_norm, *feed_forward_norm;
  untyped_matrix query, key, value, output, gate, up, down;
  std::vector<float> keys, values;  // [position, key_width]
};

class untyped_llama {
 public:
  untyped_llama(llama_arrays const& arrays, std::size_t capacity, bool packed);

  /// The logits of the token at a position, which is the number of steps before.
  float const* step(std::size_t token, std::size_t position);

 private:
  untyped_matrix matrix(float const* stored, std::size_t in, std::size_t out) const;
  void multiply(untyped_matrix const& w, float const* x, float* y) const;
  void norm(float const* scale, float const* x, float* y) const;
  void rotate(float const* x, float* to, std::size_t heads, std::size_t position) const;
  void attend(untyped_layer const& layer, std::size_t positions);
  void run(untyped_layer& layer, std::size_t position);

  llama_arrays const& arrays_;
  bool packed_;
  std::vector<untyped_layer> layers_;
  untyped_matrix head_;
  std::vector<float> cosine_, sine_;  // [position, pairs]
  std::vector<float> x_, normed_, q_, rotated_, k_, mixed_, gate_, up_, logits_;
};
