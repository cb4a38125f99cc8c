// SPDX-License-Identifier: BSL-1.0
/// The weights of a small Llama model as a file of each container.
#pragma once

#include "../llm/families.hpp"
#include "model_files.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace llama_files {

namespace sp = shapeproof;
using model_files::stored;

/// A layer's parameters, and their tensors in `.bin` and safetensors, and in GGUF.
struct weight_name {
  char const* parameter;
  char const* own;
  char const* gguf;
};
/// In the order of a `.bin`.
constexpr weight_name weight_names[] = {
    {"attention_norm", "attention_norm", "attn_norm"},    {"attention.query", "attention.wq", "attn_q"},
    {"attention.key", "attention.wk", "attn_k"},          {"attention.value", "attention.wv", "attn_v"},
    {"attention.output", "attention.wo", "attn_output"},  {"feed_forward_norm", "ffn_norm", "ffn_norm"},
    {"feed_forward.gate", "feed_forward.w1", "ffn_gate"}, {"feed_forward.down", "feed_forward.w2", "ffn_down"},
    {"feed_forward.up", "feed_forward.w3", "ffn_up"}};

/// All tensors; those of one kind for all layers together. Without its head where that is the embedding.
template <class Weights>
std::vector<stored> tensors_of(Weights const& w, bool gguf, bool tied) {
  std::map<std::string, stored> found;
  sp::llm::for_each_parameter(w, [&](std::string const& name, auto const& parameter) {
    bool const by_outputs = sp::shape_of<decltype(parameter)>::rank == 2 && name != "embedding";
    found[name] = model_files::stored_as(name, parameter, by_outputs);
  });
  std::vector<stored> result;
  auto const add = [&](std::string const& parameter, std::string const& name) {
    result.push_back(found.at(parameter));
    result.back().name = name + ".weight";
  };
  add("embedding", gguf ? "token_embd" : "tok_embeddings");
  for (auto const& [parameter, own, other] : weight_names)
    for (std::size_t i = 0; i < w.blocks.size(); ++i) {
      auto const number = std::to_string(i) + ".";
      add("blocks." + number + parameter, gguf ? "blk." + number + other : "layers." + number + own);
    }
  add("norm", gguf ? "output_norm" : "norm");
  if (!tied) add("head", "output");
  return result;
}

/// The numbers of a header in llama2.c's order.
template <class Model>
std::vector<std::size_t> numbers_of(std::size_t layers) {
  std::size_t const heads = sp::static_extent<typename Model::Hkv> * sp::static_extent<typename Model::G>;
  return {sp::static_extent<typename Model::D>,   sp::static_extent<typename Model::F>, layers, heads,
          sp::static_extent<typename Model::Hkv>, sp::static_extent<typename Model::V>, 20};
}

template <class Model>
std::string safetensors(typename Model::weights const& w, bool tied, std::string const& rope = "interleaved") {
  constexpr char const* keys[] = {"dim", "hidden_dim", "n_layers", "n_heads", "n_kv_heads", "vocab_size", "seq_len"};
  model_files::texts metadata = {{"rope", rope}};
  auto const numbers = numbers_of<Model>(w.blocks.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) metadata[keys[i]] = std::to_string(numbers[i]);
  return model_files::safetensors(tensors_of(w, false, tied), metadata);
}

template <class Model>
std::string llama2c(typename Model::weights const& w, bool tied) {
  std::string result;
  auto const numbers = numbers_of<Model>(w.blocks.size());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    result += small_files::number(static_cast<std::int32_t>(numbers[i]) * (i == 5 && !tied ? -1 : 1));
  std::size_t const head = sp::static_extent<typename Model::Dk>;
  for (auto const& tensor : tensors_of(w, false, tied)) {
    if (tensor.name == "output.weight") result += small_files::floats(20 * head);  // the tables come before it
    result += tensor.bytes;
  }
  return tied ? result + small_files::floats(20 * head) : result;
}

/// With its head size and options as keys.
template <class Model>
std::string gguf(typename Model::weights const& w, bool tied) {
  constexpr char const* keys[] = {"embedding_length",     "feed_forward_length",     "block_count",  //
                                  "attention.head_count", "attention.head_count_kv", "unused",       //
                                  "context_length"};
  std::vector<std::string> all;
  auto const numbers = numbers_of<Model>(w.blocks.size());
  auto const key = [](std::string const& name) { return "llama." + name; };
  for (std::size_t i = 0; i < numbers.size(); ++i)
    all.push_back(small_files::gguf_key(key(keys[i]), 4, small_files::number(static_cast<std::uint32_t>(numbers[i]))));
  std::uint32_t const head = sp::static_extent<typename Model::Dk>;
  all.push_back(small_files::gguf_key(key("attention.key_length"), 4, small_files::number(head)));
  all.push_back(small_files::gguf_key(key("rope.freq_base"), 6, small_files::number(w.options.rotary_base)));
  all.push_back(
      small_files::gguf_key(key("attention.layer_norm_rms_epsilon"), 6, small_files::number(w.options.epsilon)));
  return model_files::gguf(tensors_of(w, true, tied), all);
}

}  // namespace llama_files
