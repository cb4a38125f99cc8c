// SPDX-License-Identifier: BSL-1.0
/// Headers of Llama files: every number and text that is wrong is told, and nothing that only follows from it.
#include <shapeproof/io/llama_file.hpp>

#include "model_files.hpp"

#include <doctest/doctest.h>

namespace io = shapeproof::io;

namespace {

using names = std::vector<std::string>;
using model_files::texts;

texts const good = {{"dim", "48"},       {"hidden_dim", "14"}, {"n_layers", "2"},  {"n_heads", "6"},
                    {"n_kv_heads", "2"}, {"vocab_size", "37"}, {"seq_len", "100"}, {"rope", "interleaved pairs"}};

io::weight_file file_with(texts const& metadata) {
  return model_files::opened(
      model_files::safetensors({{"tok_embeddings.weight", {1}, small_files::floats(1)}}, metadata));
}
names problems_with(std::string const& key, std::string const& value) {
  auto changed = good;
  changed[key] = value;
  return model_files::problems_of([&] { (void)io::read_llama_header(file_with(changed)); });
}
names problems_without(std::string const& key) {
  auto changed = good;
  changed.erase(key);
  return model_files::problems_of([&] { (void)io::read_llama_header(file_with(changed)); });
}

std::string count_key(std::string const& key, std::uint32_t value) {
  return small_files::gguf_key("llama." + key, 4, small_files::number(value));
}
std::string float_key(std::string const& key, float value) {
  return small_files::gguf_key("llama." + key, 6, small_files::number(value));
}
names const counts = {
    count_key("embedding_length", 48),    count_key("feed_forward_length", 14),    count_key("block_count", 2),
    count_key("attention.head_count", 6), count_key("attention.head_count_kv", 2), count_key("context_length", 100)};
io::weight_file gguf_with(names keys, std::string const& tensor = "token_embd.weight") {
  keys.insert(keys.end(), counts.begin(), counts.end());
  return model_files::opened(model_files::gguf({{tensor, {37, 2}, small_files::floats(74)}}, keys));
}

}  // namespace

TEST_CASE("the numbers of a good header") {
  auto const file = file_with(good);
  CHECK(io::is_llama(file));
  auto const header = io::read_llama_header(file);
  CHECK((header.width == 48 && header.feed_forward == 14 && header.layers == 2 && header.vocabulary == 37));
  CHECK((header.heads == 6 && header.key_heads == 2 && header.head_size == 8 && header.positions == 100));
  CHECK(!header.half_split);
  CHECK(header.options.epsilon == 1e-5F);
  CHECK(header.options.rotary_base == 1e4F);
  std::map<std::string, std::size_t> extents;
  for (auto const& each : header.extents()) extents[std::string(each.axis)] = each.extent;
  CHECK(extents == std::map<std::string, std::size_t>{{"V", 37}, {"D", 48}, {"Hkv", 2}, {"G", 3}, {"R", 4}, {"F", 14}});
}

TEST_CASE("a number that is missing, not positive, too large or no number is one problem") {
  for (char const* key : {"dim", "hidden_dim", "n_layers", "n_heads", "n_kv_heads", "vocab_size", "seq_len"}) {
    CAPTURE(key);
    std::string const the_key = "the header's " + std::string(key);
    if (std::string(key) != "n_kv_heads")
      CHECK(problems_without(key) == names{"the header has no " + std::string(key)});
    CHECK(problems_with(key, "0") == names{the_key + " is 0, it must be in [1, 2^31)"});
    CHECK(problems_with(key, "-8") == names{the_key + " is -8, it must be in [1, 2^31)"});
    CHECK(problems_with(key, "2147483648") == names{the_key + " is 2147483648, it must be in [1, 2^31)"});
    for (char const* text : {"eight", "8.5", "", "8 ", "99999999999999999999"})
      CHECK(problems_with(key, text) == names{the_key + " is no whole number"});
  }
}

TEST_CASE("without key heads there are as many as heads") {
  auto changed = good;
  changed.erase("n_kv_heads");
  CHECK(io::read_llama_header(file_with(changed)).key_heads == 6);
}

TEST_CASE("what must divide does") {
  CHECK(problems_with("n_heads", "7") == names{"the header's dim is 48, not a multiple of n_heads, 7",
                                               "the header's n_heads is 7, not a multiple of n_kv_heads, 2"});
  CHECK(problems_with("n_kv_heads", "4") == names{"the header's n_heads is 6, not a multiple of n_kv_heads, 4"});
  CHECK(problems_with("dim", "42") == names{"the header's head size is 7, not a multiple of a pair, 2"});
  CHECK(problems_with("dim", "45") == names{"the header's dim is 45, not a multiple of n_heads, 6"});
}

TEST_CASE("all problems of a header come together") {
  CHECK(model_files::problems_of([] { (void)io::read_llama_header(file_with({{"rope", "half"}})); }) ==
        names{"the header has no dim", "the header has no hidden_dim", "the header has no n_layers",
              "the header has no n_heads", "the header has no seq_len", "the header has no vocab_size"});
}

TEST_CASE("the pairs of a head are told by a text") {
  auto changed = good;
  changed["rope"] = "half-split pairs, theta 10000";
  CHECK(io::read_llama_header(file_with(changed)).half_split);
  changed.erase("rope");
  CHECK(!io::read_llama_header(file_with(changed)).half_split);
  for (char const* text : {"", "pairs", "Interleaved"})
    CHECK(problems_with("rope", text) == names{"the header's rope says neither interleaved nor half-split pairs"});
}

TEST_CASE("the text of the pairs may state the base of the rotation") {
  for (auto const& [text, base] :
       {std::pair("interleaved pairs, theta 500", 500.0F), std::pair("half-split pairs, theta 2.5e5, scaled", 2.5e5F),
        std::pair("interleaved pairs", 1e4F)}) {
    auto changed = good;
    changed["rope"] = text;
    CHECK(io::read_llama_header(file_with(changed)).options.rotary_base == base);
  }
  for (char const* text : {"interleaved, theta ", "interleaved, theta ten", "half, theta 0", "half, theta -1",
                           "half, theta nan", "half, theta inf", "half, theta 10x"})
    CHECK(problems_with("rope", text) == names{"the header's rope has a theta that is no positive number"});
}

TEST_CASE("GGUF has its own keys, and its vocabulary is the embedding's rows") {
  auto const file = gguf_with({float_key("attention.layer_norm_rms_epsilon", 0.25F), float_key("rope.freq_base", 500),
                               count_key("attention.key_length", 10)});
  CHECK(io::is_llama(file));
  auto const header = io::read_llama_header(file);
  CHECK((header.width == 48 && header.feed_forward == 14 && header.layers == 2 && header.vocabulary == 37));
  CHECK((header.heads == 6 && header.key_heads == 2 && header.head_size == 10 && header.positions == 100));
  CHECK(header.options.epsilon == 0.25F);
  CHECK(header.options.rotary_base == 500);
  CHECK(io::read_llama_header(gguf_with({})).head_size == 8);
  CHECK(io::read_llama_header(gguf_with({count_key("rope.freq_base", 500000)})).options.rotary_base == 500000);
}

TEST_CASE("variants of the architecture that are not computed are refused") {
  auto const problems = [](names const& keys) {
    return model_files::problems_of([&] { (void)io::read_llama_header(gguf_with(keys)); });
  };
  auto const text_key = [](std::string const& key, std::string const& value) {
    return small_files::gguf_key("llama." + key, 8, small_files::number<std::uint64_t>(value.size()) + value);
  };
  CHECK(problems({text_key("rope.scaling.type", "none"), count_key("attention.sliding_window", 0)}).empty());
  CHECK(problems({text_key("rope.scaling.type", "linear")}) ==
        names{"the header's llama.rope.scaling.type is not none: scaled positions are not supported"});
  CHECK(problems({count_key("attention.sliding_window", 4), count_key("expert_count", 8)}) ==
        names{"the header has llama.attention.sliding_window, which is not supported",
              "the header has llama.expert_count, which is not supported"});
  CHECK(problems({count_key("rope.dimension_count", 8)}).empty());
  CHECK(problems({count_key("rope.dimension_count", 4)}) ==
        names{"the header's llama.rope.dimension_count is 4, only whole heads are rotated, of 8"});
}

TEST_CASE("GGUF's problems have its keys") {
  auto const problems = [](names const& keys, std::string const& tensor = "token_embd.weight") {
    return model_files::problems_of([&] { (void)io::read_llama_header(gguf_with(keys, tensor)); });
  };
  CHECK(problems({count_key("attention.key_length", 9)}) ==
        names{"the header's head size is 9, not a multiple of a pair, 2"});
  for (float wrong : {0.0F, -1.0F, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    CHECK(problems({float_key("rope.freq_base", wrong)}) ==
          names{"the header's llama.rope.freq_base is no positive number"});
    CHECK(problems({float_key("attention.layer_norm_rms_epsilon", wrong)}) ==
          names{"the header's llama.attention.layer_norm_rms_epsilon is no positive number"});
  }
  CHECK(problems({}, "other.weight") == names{"the file has no token_embd.weight"});
  auto const none = model_files::opened(model_files::gguf({{"token_embd.weight", {1}, small_files::floats(1)}}, {}));
  CHECK(model_files::problems_of([&] { (void)io::read_llama_header(none); }) ==
        names{"the header has no llama.embedding_length", "the header has no llama.feed_forward_length",
              "the header has no llama.block_count", "the header has no llama.attention.head_count",
              "the header has no llama.context_length"});
}
