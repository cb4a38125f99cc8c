// SPDX-License-Identifier: BSL-1.0
#include "untyped_llama.hpp"

#include <shapeproof/cpu/attend.hpp>
#include <shapeproof/cpu/contract.hpp>
#include <shapeproof/cpu/elementwise.hpp>
#include <shapeproof/cpu/normalize.hpp>
#include <shapeproof/cpu/rope.hpp>

#include <algorithm>
#include <cmath>

namespace cpu = shapeproof::cpu;

namespace {

auto steps(std::size_t count) -> std::ptrdiff_t { return static_cast<std::ptrdiff_t>(count); }

/// Loops over `size` elements that lie side by side in all operands.
template <std::size_t Operands>
auto dense(std::size_t size) -> cpu::loop_nest<Operands> {
  cpu::loop_nest<Operands> result;
  result.rank = 1;
  result.at[0].extent = size;
  std::fill_n(result.at[0].step, Operands, 1);
  return result;
}

void add(float* to, float const* x, std::size_t size) { cpu::elementwise(cpu::binary::add, to, x, to, dense<3>(size)); }

}  // namespace

untyped_llama::untyped_llama(llama_arrays const& arrays, std::size_t capacity, bool packed)
    : arrays_(arrays), packed_(packed), head_(matrix(arrays.embedding, arrays.width, arrays.vocabulary)) {
  auto const width = arrays.width, hidden = arrays.hidden, key_width = arrays.key_width;
  for (std::size_t l = 0; l < arrays.layers; ++l) {
    auto const square = l * width * width, narrow = l * width * key_width, wide = l * width * hidden;
    layers_.push_back({arrays.attention_norm + l * width, arrays.feed_forward_norm + l * width,
                       matrix(arrays.query + square, width, width), matrix(arrays.key + narrow, width, key_width),
                       matrix(arrays.value + narrow, width, key_width), matrix(arrays.output + square, width, width),
                       matrix(arrays.gate + wide, width, hidden), matrix(arrays.up + wide, width, hidden),
                       matrix(arrays.down + wide, hidden, width), std::vector<float>(capacity * key_width),
                       std::vector<float>(capacity * key_width)});
  }
  auto const pairs = arrays.head_size / 2;
  cosine_.resize(capacity * pairs);
  sine_.resize(capacity * pairs);
  for (std::size_t i = 0; i < capacity; ++i)
    cpu::rotation(i, pairs, 1e4F, cosine_.data() + i * pairs, sine_.data() + i * pairs);
  for (auto* buffer : {&x_, &normed_, &q_, &rotated_, &mixed_}) buffer->resize(width);
  for (auto* buffer : {&gate_, &up_}) buffer->resize(hidden);
  k_.resize(key_width);
  logits_.resize(arrays.vocabulary);
}

auto untyped_llama::matrix(float const* stored, std::size_t in, std::size_t out) const -> untyped_matrix {
  untyped_matrix result = {in, out, stored, {}};
  if (packed_) {
    result.packed = cpu::allocate_packed(cpu::packed_size(in, out, cpu::weight_type::f32));
    cpu::pack(cpu::weight_type::f32, stored, 1, steps(in), in, out, result.packed.get());
  }
  return result;
}

void untyped_llama::multiply(untyped_matrix const& w, float const* x, float* y) const {
  if (packed_)
    cpu::packed_matmul(x, steps(w.in), y, steps(w.out), 1, w.in, w.out, w.packed.get(), cpu::weight_type::f32);
  else
    cpu::contract(x, w.stored, y, {}, {}, {w.out, {0, steps(w.in), 1}}, {w.in, {1, 1, 0}});
}

void untyped_llama::norm(float const* scale, float const* x, float* y) const {
  cpu::rms_norm(x, scale, y, {}, {arrays_.width, {1, 1, 1}}, 1e-5F);
}

void untyped_llama::rotate(float const* x, float* to, std::size_t heads, std::size_t position) const {
  auto const pairs = arrays_.head_size / 2;
  auto const size = steps(arrays_.head_size);
  cpu::loop_nest<3> const loops = {2, {{heads, {size, size, 0}}, {pairs, {2, 2, 1}}}};
  cpu::rotate_pairs(x, to, cosine_.data() + position * pairs, sine_.data() + position * pairs, loops, 1, 1);
}

void untyped_llama::attend(untyped_layer const& layer, std::size_t positions) {
  auto const groups = arrays_.key_heads, rows = arrays_.heads / groups, size = arrays_.head_size;
  auto const head = steps(size), key = steps(arrays_.key_width), group = steps(rows * size);
  cpu::attention_loops const loops = {{1, {{groups, {group, head, head, group}}}},
                                      {1, {{rows, {head, head}}}},
                                      {1, {0, 0}},
                                      {positions, {key, key}},
                                      {size, {1, 1}},
                                      {size, {1, 1}}};
  cpu::attend(rotated_.data(), layer.keys.data(), layer.values.data(), mixed_.data(), loops,
              1 / std::sqrt(static_cast<float>(size)));
}

void untyped_llama::run(untyped_layer& layer, std::size_t position) {
  auto const width = arrays_.width, hidden = arrays_.hidden, key_width = arrays_.key_width;
  norm(layer.attention_norm, x_.data(), normed_.data());
  multiply(layer.query, normed_.data(), q_.data());
  multiply(layer.key, normed_.data(), k_.data());
  multiply(layer.value, normed_.data(), layer.values.data() + position * key_width);
  rotate(q_.data(), rotated_.data(), arrays_.heads, position);
  rotate(k_.data(), layer.keys.data() + position * key_width, arrays_.key_heads, position);
  attend(layer, position + 1);
  multiply(layer.output, mixed_.data(), normed_.data());
  add(x_.data(), normed_.data(), width);

  norm(layer.feed_forward_norm, x_.data(), normed_.data());
  multiply(layer.gate, normed_.data(), gate_.data());
  multiply(layer.up, normed_.data(), up_.data());
  cpu::elementwise(cpu::unary::silu, gate_.data(), gate_.data(), dense<2>(hidden));
  cpu::elementwise(cpu::binary::multiply, gate_.data(), up_.data(), gate_.data(), dense<3>(hidden));
  multiply(layer.down, gate_.data(), normed_.data());
  add(x_.data(), normed_.data(), width);
}

auto untyped_llama::step(std::size_t token, std::size_t position) -> float const* {
  auto const* const row = arrays_.embedding + token * arrays_.width;
  std::copy(row, row + arrays_.width, x_.begin());
  for (auto& layer : layers_) run(layer, position);
  norm(arrays_.norm, x_.data(), normed_.data());
  multiply(head_, normed_.data(), logits_.data());
  return logits_.data();
}
