// SPDX-License-Identifier: BSL-1.0
/// Names and numbers of GPT-2 files.
#include <shapeproof/io/gpt2_file.hpp>

#include "header_numbers.hpp"

#include <charconv>

namespace shapeproof::io {

namespace {

constexpr char const* embedding = "transformer.wte.weight";

constexpr parameter_source sources[] = {
    {"embedding", embedding},
    {"positions", "transformer.wpe.weight"},
    {"blocks.#.attention_norm.gamma", "transformer.h.#.ln_1.weight"},
    {"blocks.#.attention_norm.beta", "transformer.h.#.ln_1.bias"},
    {"blocks.#.attention.query.weight", "transformer.h.#.attn.c_attn.weight", 0, 3},
    {"blocks.#.attention.key.weight", "transformer.h.#.attn.c_attn.weight", 1, 3},
    {"blocks.#.attention.value.weight", "transformer.h.#.attn.c_attn.weight", 2, 3},
    {"blocks.#.attention.query.bias", "transformer.h.#.attn.c_attn.bias", 0, 3},
    {"blocks.#.attention.key.bias", "transformer.h.#.attn.c_attn.bias", 1, 3},
    {"blocks.#.attention.value.bias", "transformer.h.#.attn.c_attn.bias", 2, 3},
    {"blocks.#.attention.output.weight", "transformer.h.#.attn.c_proj.weight"},
    {"blocks.#.attention.output.bias", "transformer.h.#.attn.c_proj.bias"},
    {"blocks.#.feed_forward_norm.gamma", "transformer.h.#.ln_2.weight"},
    {"blocks.#.feed_forward_norm.beta", "transformer.h.#.ln_2.bias"},
    {"blocks.#.feed_forward.up.weight", "transformer.h.#.mlp.c_fc.weight"},
    {"blocks.#.feed_forward.up.bias", "transformer.h.#.mlp.c_fc.bias"},
    {"blocks.#.feed_forward.down.weight", "transformer.h.#.mlp.c_proj.weight"},
    {"blocks.#.feed_forward.down.bias", "transformer.h.#.mlp.c_proj.bias"},
    {"norm.gamma", "transformer.ln_f.weight"},
    {"norm.beta", "transformer.ln_f.bias"},
    {"head", "lm_head.weight"},
    {"head", embedding},
};

/// What a header may leave out, but not state otherwise.
void require_stated(header_numbers& numbers, std::string const& key, std::string const& value) {
  auto const* const found = numbers.find(key);
  if (found != nullptr && !is_text(*found, value)) numbers.add_problem("the header's " + key + " is not " + value);
}

void read_epsilon(header_numbers& numbers, gpt2_header& header) {
  auto const* const found = numbers.find("ln_eps");
  if (found == nullptr) return;
  auto const* const text = std::get_if<std::string>(found);
  double epsilon = 0;
  if (text != nullptr) {
    auto const [end, error] = std::from_chars(text->data(), text->data() + text->size(), epsilon);
    if (error != std::errc() || end != text->data() + text->size()) epsilon = 0;
  }
  if (epsilon > 0 && epsilon < 1)
    header.options.epsilon = static_cast<float>(epsilon);
  else
    numbers.add_problem("the header's ln_eps is no number between 0 and 1");
}

}  // namespace

std::vector<stated_extent> gpt2_header::extents() const {
  return {{"V", vocabulary}, {"P", positions}, {"D", width}, {"H", heads}, {"Dk", head_size}, {"F", feed_forward}};
}

bool is_gpt2(weight_file const& file) { return file.contents().find(embedding) != nullptr; }

std::span<parameter_source const> gpt2_sources(weight_file const& file) {
  return without_tied_head(file, "tied_lm_head", sources);
}

gpt2_header read_gpt2_header(weight_file const& file) {
  header_numbers numbers(file);
  gpt2_header header;
  header.width = numbers.size("n_embd");
  header.layers = numbers.size("n_layer");
  header.heads = numbers.size("n_head");
  header.vocabulary = numbers.size("vocab_size");
  header.positions = numbers.size("block_size");
  header.head_size = numbers.quotient("n_embd", header.width, "n_head", header.heads);
  // No key states it: four times the width, unless the first layer has another.
  auto const* const widening = file.contents().find("transformer.h.0.mlp.c_fc.bias");
  header.feed_forward = widening != nullptr && widening->extents.size() == 1 ? widening->extents[0] : 4 * header.width;
  require_stated(numbers, "activation", "gelu_tanh");
  require_stated(numbers, "weights_layout", "out,in");
  read_epsilon(numbers, header);
  numbers.require_none_wrong();
  return header;
}

}  // namespace shapeproof::io
