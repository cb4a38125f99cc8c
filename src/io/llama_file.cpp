// SPDX-License-Identifier: BSL-1.0
/// Names and numbers of Llama files.
#include <shapeproof/io/llama_file.hpp>

#include "header_numbers.hpp"

#include <charconv>
#include <string_view>

namespace shapeproof::io {

namespace {

constexpr parameter_source llama2c_sources[] = {
    {"embedding", "tok_embeddings.weight"},
    {"blocks.#.attention_norm", "layers.#.attention_norm.weight"},
    {"blocks.#.attention.query", "layers.#.attention.wq.weight"},
    {"blocks.#.attention.key", "layers.#.attention.wk.weight"},
    {"blocks.#.attention.value", "layers.#.attention.wv.weight"},
    {"blocks.#.attention.output", "layers.#.attention.wo.weight"},
    {"blocks.#.feed_forward_norm", "layers.#.ffn_norm.weight"},
    {"blocks.#.feed_forward.gate", "layers.#.feed_forward.w1.weight"},
    {"blocks.#.feed_forward.up", "layers.#.feed_forward.w3.weight"},
    {"blocks.#.feed_forward.down", "layers.#.feed_forward.w2.weight"},
    {"norm", "norm.weight"},
    {"head", "output.weight"},
    {"head", "tok_embeddings.weight"},
};

constexpr parameter_source gguf_sources[] = {
    {"embedding", "token_embd.weight"},
    {"blocks.#.attention_norm", "blk.#.attn_norm.weight"},
    {"blocks.#.attention.query", "blk.#.attn_q.weight"},
    {"blocks.#.attention.key", "blk.#.attn_k.weight"},
    {"blocks.#.attention.value", "blk.#.attn_v.weight"},
    {"blocks.#.attention.output", "blk.#.attn_output.weight"},
    {"blocks.#.feed_forward_norm", "blk.#.ffn_norm.weight"},
    {"blocks.#.feed_forward.gate", "blk.#.ffn_gate.weight"},
    {"blocks.#.feed_forward.up", "blk.#.ffn_up.weight"},
    {"blocks.#.feed_forward.down", "blk.#.ffn_down.weight"},
    {"norm", "output_norm.weight"},
    {"head", "output.weight"},
    {"head", "token_embd.weight"},
};

/// The rows of an embedding, which no key of some containers states.
std::size_t rows_of(weight_file const& file, header_numbers& numbers, std::string const& name) {
  auto const* const tensor = file.contents().find(name);
  if (tensor != nullptr && !tensor->extents.empty()) return tensor->extents[0];
  numbers.add_problem("the file has no " + name);
  return 1;
}

/// More than any model has; infinity is more.
constexpr double largest_option = 1e30;

void read_options(header_numbers& numbers, llama_header& header) {
  auto const read = [&](char const* key, float& option) {
    auto const* const found = numbers.find(key);
    if (found == nullptr) return;
    auto const* const fraction = std::get_if<double>(found);
    auto const whole = whole_number(*found);
    double const number = fraction != nullptr ? *fraction : whole ? static_cast<double>(*whole) : 0;
    if (number > 0 && number <= largest_option)
      option = static_cast<float>(number);
    else
      numbers.add_problem(std::string("the header's ") + key + " is no positive number");
  };
  read("llama.attention.layer_norm_rms_epsilon", header.options.epsilon);
  read("llama.rope.freq_base", header.options.rotary_base);
}

/// What some models of the architecture have and these functions do not compute.
void refuse_variants(header_numbers& numbers, llama_header const& header) {
  auto const* const scaling = numbers.find("llama.rope.scaling.type");
  if (scaling != nullptr && !is_text(*scaling, "none"))
    numbers.add_problem("the header's llama.rope.scaling.type is not none: scaled positions are not supported");
  for (char const* key : {"llama.attention.sliding_window", "llama.expert_count"}) {
    auto const* const found = numbers.find(key);
    if (found != nullptr && whole_number(*found) != 0)
      numbers.add_problem(std::string("the header has ") + key + ", which is not supported");
  }
  if (numbers.find("llama.rope.dimension_count") == nullptr) return;
  auto const rotated = numbers.size("llama.rope.dimension_count");
  if (rotated != 0 && header.head_size != 0 && rotated != header.head_size)
    numbers.add_problem("the header's llama.rope.dimension_count is " + std::to_string(rotated) +
                        ", only whole heads are rotated, of " + std::to_string(header.head_size));
}

/// The number behind `theta`, where the text has one.
void read_theta(header_numbers& numbers, std::string_view text, llama_header& header) {
  constexpr std::string_view word = "theta";
  auto const at = text.find(word);
  if (at == std::string_view::npos) return;
  text.remove_prefix(at + word.size());
  if (text.starts_with(' ') || text.starts_with('=')) text.remove_prefix(1);
  double theta = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), theta);
  bool const whole = end == text.data() + text.size() || *end == ',' || *end == ' ';
  if (error == std::errc() && whole && theta > 0 && theta <= largest_option)
    header.options.rotary_base = static_cast<float>(theta);
  else
    numbers.add_problem("the header's rope has a theta that is no positive number");
}

/// `rope` is a text such as `interleaved pairs, theta 10000`.
void read_pairing(header_numbers& numbers, llama_header& header) {
  auto const* const found = numbers.find("rope");
  if (found == nullptr) return;
  auto const* const text = std::get_if<std::string>(found);
  if (text != nullptr) read_theta(numbers, *text, header);
  if (text != nullptr && text->starts_with("half"))
    header.half_split = true;
  else if (text == nullptr || !text->starts_with("interleaved"))
    numbers.add_problem("the header's rope says neither interleaved nor half-split pairs");
}

}  // namespace

std::vector<stated_extent> llama_header::extents() const {
  return {{"V", vocabulary},        {"D", width},         {"Hkv", key_heads},
          {"G", heads / key_heads}, {"R", head_size / 2}, {"F", feed_forward}};
}

bool is_llama(weight_file const& file) {
  return file.contents().find("tok_embeddings.weight") != nullptr ||
         file.contents().find("token_embd.weight") != nullptr;
}

std::span<parameter_source const> llama_sources(weight_file const& file) {
  if (file.kind() == container::gguf) return gguf_sources;
  return without_tied_head(file, "tied_output", llama2c_sources);
}

llama_header read_llama_header(weight_file const& file) {
  header_numbers numbers(file);
  llama_header header;
  bool const gguf = file.kind() == container::gguf;
  auto const key = [&](char const* other, char const* own) { return std::string(gguf ? own : other); };
  auto const width = key("dim", "llama.embedding_length");
  auto const heads = key("n_heads", "llama.attention.head_count");
  auto const key_heads = key("n_kv_heads", "llama.attention.head_count_kv");
  header.width = numbers.size(width);
  header.feed_forward = numbers.size(key("hidden_dim", "llama.feed_forward_length"));
  header.layers = numbers.size(key("n_layers", "llama.block_count"));
  header.heads = numbers.size(heads);
  header.key_heads = numbers.find(key_heads) == nullptr ? header.heads : numbers.size(key_heads);
  header.positions = numbers.size(key("seq_len", "llama.context_length"));
  header.vocabulary = gguf ? rows_of(file, numbers, "token_embd.weight") : numbers.size("vocab_size");
  header.head_size = numbers.find("llama.attention.key_length") != nullptr
                         ? numbers.size("llama.attention.key_length")
                         : numbers.quotient(width, header.width, heads, header.heads);
  (void)numbers.quotient(heads, header.heads, key_heads, header.key_heads);
  (void)numbers.quotient("head size", header.head_size, "a pair", 2);
  read_options(numbers, header);
  refuse_variants(numbers, header);
  read_pairing(numbers, header);
  numbers.require_none_wrong();
  return header;
}

}  // namespace shapeproof::io
