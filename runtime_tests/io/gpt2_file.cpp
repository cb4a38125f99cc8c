// SPDX-License-Identifier: BSL-1.0
/// GPT-2 files: every wrong number of a header is told, and a small model is the model in memory.
#include <shapeproof/io/gpt2_file.hpp>

#include "../llm/families.hpp"
#include "model_files.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace sp = shapeproof;
namespace io = shapeproof::io;
namespace llm = shapeproof::llm;

namespace {

using model_files::stored;
using model_files::texts;
using names = std::vector<std::string>;
constexpr std::size_t layers = 11;  // numbers of two digits

/// F is 22, which is not four times the width 15.
texts const good = {{"n_embd", "15"}, {"n_layer", "11"}, {"n_head", "3"}, {"vocab_size", "37"}, {"block_size", "12"}};

io::weight_file file_with(texts const& metadata, std::vector<stored> const& tensors) {
  return model_files::opened(model_files::safetensors(tensors, metadata));
}
std::vector<stored> const no_tensors = {{"transformer.wte.weight", {1}, small_files::floats(1)}};
names problems_of(texts const& metadata) {
  return model_files::problems_of([&] { (void)io::read_gpt2_header(file_with(metadata, no_tensors)); });
}
texts with(std::string const& key, std::string const& value) {
  auto changed = good;
  changed[key] = value;
  return changed;
}

/// A layer's names in the file and ours.
constexpr std::pair<char const*, char const*> layer_names[] = {
    {"attention_norm.gamma", "ln_1.weight"},           {"attention_norm.beta", "ln_1.bias"},
    {"attention.output.weight", "attn.c_proj.weight"}, {"attention.output.bias", "attn.c_proj.bias"},
    {"feed_forward_norm.gamma", "ln_2.weight"},        {"feed_forward_norm.beta", "ln_2.bias"},
    {"feed_forward.up.weight", "mlp.c_fc.weight"},     {"feed_forward.up.bias", "mlp.c_fc.bias"},
    {"feed_forward.down.weight", "mlp.c_proj.weight"}, {"feed_forward.down.bias", "mlp.c_proj.bias"}};

/// All tensors; query, key and value one after the other in one.
template <class Weights>
std::vector<stored> tensors_of(Weights const& w, bool tied) {
  std::map<std::string, stored> found;
  llm::for_each_parameter(w, [&](std::string const& name, auto const& parameter) {
    bool const by_outputs = name == "head" || name.ends_with("weight");
    found[name] = model_files::stored_as(name, parameter, by_outputs);
  });
  std::vector<stored> result;
  auto const add = [&](std::string const& parameter, std::string const& name) {
    result.push_back(found.at(parameter));
    result.back().name = name;
  };
  add("embedding", "transformer.wte.weight");
  add("positions", "transformer.wpe.weight");
  for (std::size_t i = 0; i < w.blocks.size(); ++i) {
    auto const own = "blocks." + std::to_string(i) + ".";
    auto const other = "transformer.h." + std::to_string(i) + ".";
    for (auto const& [parameter, name] : layer_names) add(own + parameter, other + name);
    for (std::string const part : {"weight", "bias"}) {
      add(own + "attention.query." + part, other + "attn.c_attn." + part);
      for (std::string const next : {"key.", "value."})
        result.back().bytes += found.at(own + "attention." + next + part).bytes;
      result.back().extents[0] *= 3;
    }
  }
  add("norm.gamma", "transformer.ln_f.weight");
  add("norm.beta", "transformer.ln_f.bias");
  if (!tied) add("head", "lm_head.weight");
  return result;
}

/// The largest error of a loaded model's logits against plain loops, over two padded rows.
template <class Model, class Owned>
double error(io::weight_file file, typename Owned::weights const& w) {
  auto const model = io::load_gpt2<Model>(std::move(file));
  CHECK(model.unused.empty());
  std::vector<std::vector<int>> const rows = {small::family_tokens<Owned>(5), small::family_tokens<Owned>(3, 1)};
  auto const batch = llm::token_rows<typename Model::V>(rows, sp::static_extent<typename Owned::V>);
  auto const found =
      llm::prefill(batch.ids, model.weights,
                   llm::empty_caches<Model>(model.layers(), 5, model.sizes, batch.padding, sp::bind<"B">(2)));
  double worst = 0;
  for (std::size_t b = 0; b < 2; ++b)
    worst = std::max(worst, reference::error(small::logits_in(found.logits, b), Owned::logits(rows[b], w).back()));
  return worst;
}

}  // namespace

TEST_CASE("the numbers of a good header; the feed-forward width is that of the first layer, or four widths") {
  auto const header = io::read_gpt2_header(file_with(good, no_tensors));
  CHECK((header.width == 15 && header.layers == 11 && header.heads == 3 && header.head_size == 5));
  CHECK((header.vocabulary == 37 && header.positions == 12 && header.feed_forward == 60));
  auto const first = stored{"transformer.h.0.mlp.c_fc.bias", {22}, small_files::floats(22)};
  CHECK(io::read_gpt2_header(file_with(good, {first})).feed_forward == 22);
  CHECK(io::is_gpt2(file_with(good, no_tensors)));
  CHECK(!io::is_gpt2(file_with(good, {first})));
}

TEST_CASE("a number that is missing, not positive or no number is one problem, and what must divide does") {
  for (auto const& [key, value] : good) {
    CAPTURE(value);
    auto changed = good;
    changed.erase(key);
    CHECK(problems_of(changed) == names{"the header has no " + key});
    CHECK(problems_of(with(key, "0")) == names{"the header's " + key + " is 0, it must be in [1, 2^31)"});
    CHECK(problems_of(with(key, "-3")) == names{"the header's " + key + " is -3, it must be in [1, 2^31)"});
    CHECK(problems_of(with(key, "three")) == names{"the header's " + key + " is no whole number"});
  }
  CHECK(problems_of(with("n_head", "4")) == names{"the header's n_embd is 15, not a multiple of n_head, 4"});
  CHECK(problems_of({}).size() == 5);
}

TEST_CASE("another activation is another model") {
  CHECK(problems_of(with("activation", "gelu_tanh")).empty());
  CHECK(problems_of(with("activation", "relu")) == names{"the header's activation is not gelu_tanh"});
  CHECK(problems_of(with("activation", "")) == names{"the header's activation is not gelu_tanh"});
}

TEST_CASE("what the header states and this family does not compute is refused, and its epsilon is taken") {
  CHECK(problems_of(with("weights_layout", "out,in")).empty());
  CHECK(problems_of(with("weights_layout", "in,out")) == names{"the header's weights_layout is not out,in"});
  CHECK(io::read_gpt2_header(file_with(with("ln_eps", "1e-3"), no_tensors)).options.epsilon == 1e-3F);
  for (char const* text : {"", "hello", "0", "-1", "1.5", "nan", "inf", "1e-5x"})
    CHECK(problems_of(with("ln_eps", text)) == names{"the header's ln_eps is no number between 0 and 1"});
}

TEST_CASE("a head that is stated as not tied must be in the file") {
  auto const w = small::family_weights<small::distinct_gpt2>(layers);
  auto const load = [&](texts const& metadata) {
    return model_files::problems_of(
        [&] { (void)io::load_gpt2<llm::any_gpt2>(file_with(metadata, tensors_of(w, true))); });
  };
  CHECK(load(good).empty());
  CHECK(load(with("tied_lm_head", "true")).empty());
  CHECK(load(with("tied_lm_head", "false")) ==
        names{"lm_head.weight: the model expects [V=37, D=15] for head, the file has no such tensor"});
}

TEST_CASE("a model from a file, tied and untied, with numbers and with symbols, is the model in memory") {
  using owned = small::distinct_gpt2;
  for (bool tied : {true, false}) {
    auto w = small::family_weights<owned>(layers);
    if (tied)
      for (std::size_t v = 0; v < 37; ++v)
        for (std::size_t d = 0; d < 15; ++d) w.head(d, v) = w.embedding(v, d);
    auto const tensors = tensors_of(w, tied);
    CHECK(error<llm::any_gpt2, owned>(file_with(good, tensors), w) < 5e-5);
    CHECK(error<owned, owned>(file_with(good, tensors), w) < 5e-5);
  }
}

TEST_CASE("a model whose extents are easily confused") {
  using owned = small::square_gpt2;
  auto const w = small::family_weights<owned>(2);
  texts const numbers = {
      {"n_embd", "16"}, {"n_layer", "2"}, {"n_head", "4"}, {"vocab_size", "16"}, {"block_size", "16"}};
  CHECK(error<llm::any_gpt2, owned>(file_with(numbers, tensors_of(w, false)), w) < 5e-5);
}

TEST_CASE("a model whose numbers contradict the file is refused with all that differs") {
  auto const tensors = tensors_of(small::family_weights<small::distinct_gpt2>(layers), true);
  using other = small::gpt2_of<37, 13, 3, 5, 22>;
  CHECK(model_files::problems_of([&] { (void)io::load_gpt2<other>(file_with(good, tensors)); }) ==
        names{"the model has P=13, the file's header says 12",
              "transformer.wpe.weight: the model expects [13, 15], [P=13, D=15] for positions, the file holds [12, 15] "
              "F32"});
}
