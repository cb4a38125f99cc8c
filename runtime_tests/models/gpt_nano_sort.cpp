// SPDX-License-Identifier: BSL-1.0
/// A trained GPT-2 model against every activation that others computed with it.
#include <shapeproof/io/gpt2_file.hpp>

#include "golden.hpp"

#include <algorithm>

namespace {

using namespace golden;
using Model = llm::any_gpt2;
namespace nn = shapeproof::nn;

auto load() { return io::load_gpt2<Model>(io::open_weights(path_of("gpt-nano-sort/gpt-nano-sort.safetensors"))); }

/// The activations by name.
class partials {
 public:
  std::vector<double> of(std::string const& name) const {
    auto const* const tensor = file_.contents().find(name);
    REQUIRE(tensor != nullptr);
    std::vector<float> floats(io::element_count(*tensor));
    io::to_floats(*tensor, floats.data());
    return {floats.begin(), floats.end()};
  }
  /// How far a tensor is from the activation of this name.
  template <class X>
  double distance(X const& x, std::string const& name) const {
    return difference(reference::elements(x), of(name));
  }

 private:
  io::weight_file file_ = io::open_weights(path_of("gpt-nano-sort/gpt-nano-sort-partials.safetensors"));
};

auto ids_of(partials const& golden) {
  auto const idx = golden.of("idx");
  std::vector<std::vector<int>> rows(3);
  for (std::size_t i = 0; i < idx.size(); ++i) rows[i / 11].push_back(static_cast<int>(idx[i]));
  return llm::token_rows<Model::V>(rows, 3).ids;
}

auto caches_for(auto const& model, std::size_t rows) {
  return llm::empty_caches<Model>(model.layers(), 11, model.sizes, sp::no_padding{}, sp::bind<"B">(rows));
}

}  // namespace

TEST_CASE("every activation of the first block is the golden one") {
  if (missing()) return;
  partials const golden;
  auto const model = load();
  auto const& w = model.weights;
  auto const ids = ids_of(golden);
  auto caches = caches_for(model, 3);
  auto const near = [&](auto const& x, char const* name) {
    CAPTURE(name);
    CHECK(golden.distance(x, name) < 1e-4);
  };

  auto const tokens = embed(w.embedding, ids);
  auto const positions = embed(w.positions, nn::position_indices(w.positions, caches[0], ids));
  near(tokens, "tok_emb");
  near(positions, "pos_emb");
  auto const x = tokens + positions;
  near(x, "x");

  auto const& block = w.blocks[0];
  auto const normed = sp::layer_norm<"D">(x, block.attention_norm.gamma, block.attention_norm.beta);
  near(normed, "ln1");
  auto const q = nn::project_to_heads(normed, block.attention.query);
  auto const k = nn::project_to_heads(normed, block.attention.key);
  auto const v = nn::project_to_heads(normed, block.attention.value);
  near(q, "q");
  near(k, "k");
  near(v, "v");
  auto const query = nn::project(normed, block.attention.query);
  auto const key = nn::project(normed, block.attention.key);
  auto const value = nn::project(normed, block.attention.value);
  std::vector<double> fused;
  for (std::size_t b = 0; b < 3; ++b)
    for (std::size_t l = 0; l < 11; ++l)
      for (auto const* each : {&query, &key, &value})
        for (std::size_t i = 0; i < 48; ++i) fused.push_back(static_cast<double>((*each)(b, l, i)));
  CHECK(difference(fused, golden.of("qkv")) < 1e-4);

  auto const scores = nn::scores_of(q, sp::rename<"L", "S">(k));
  auto const masked = golden.of("att");
  auto const found = reference::elements(scores);
  double worst = 0;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (std::isfinite(masked[i])) worst = std::max(worst, std::abs(found[i] - masked[i]));
  CHECK(worst < 1e-4);
  CHECK(found.size() == masked.size());
  auto const attention = sp::causal_softmax<"L", "S">(scores);
  near(attention, "attSm");
  auto const mixed = sp::contract<"S">(attention, sp::rename<"L", "S">(v));
  auto const merged = nn::merge_heads<sp::fused<Model::H, Model::Dk>>(sp::contiguous(sp::move_axis<"L", 1>(mixed)));
  near(merged, "y");
  auto const projected = nn::project(merged, block.attention.output);
  near(projected, "yProj");
  auto const residual = x + projected;
  near(residual, "attnResid");

  auto const normed_again = sp::layer_norm<"D">(residual, block.feed_forward_norm.gamma, block.feed_forward_norm.beta);
  near(normed_again, "ln2");
  auto const widened = nn::project(normed_again, block.feed_forward.up);
  near(widened, "fc");
  near(sp::gelu_tanh(widened), "gelu");
  auto const narrowed = nn::feed_forward_tanh(normed_again, block.feed_forward);
  near(narrowed, "mlp");
  near(residual + narrowed, "mlpResid");
}

TEST_CASE("every block, the last norm, the logits and their probabilities are the golden ones") {
  if (missing()) return;
  partials const golden;
  auto const model = load();
  auto const& w = model.weights;
  auto const ids = ids_of(golden);
  auto caches = caches_for(model, 3);
  auto x = embed(w.embedding, ids) + embed(w.positions, nn::position_indices(w.positions, caches[0], ids));
  for (std::size_t layer = 0; layer < 3; ++layer) {
    x = llm::gpt2_layer(x, w.blocks[layer], w.options, std::move(caches[layer])).output;
    CHECK(golden.distance(x, "block" + std::to_string(layer)) < 1e-4);
  }
  CHECK(golden.distance(sp::layer_norm<"D">(x, w.norm.gamma, w.norm.beta), "ln_f") < 1e-4);
  auto const all = llm::forward_all(ids, w, caches_for(model, 3));
  CHECK(golden.distance(all.logits, "lm_head") < 1e-4);
  CHECK(golden.distance(sp::softmax<"V">(all.logits), "probs") < 1e-4);
}

TEST_CASE("the other form of GELU is told apart") {
  if (missing()) return;
  partials const golden;
  auto const model = load();
  auto const& w = model.weights;
  auto const ids = ids_of(golden);
  auto caches = caches_for(model, 3);
  auto x = embed(w.embedding, ids) + embed(w.positions, nn::position_indices(w.positions, caches[0], ids));
  for (std::size_t layer = 0; layer < 3; ++layer) {
    auto const& block = w.blocks[layer];
    auto const& first = block.attention_norm;
    auto const& second = block.feed_forward_norm;
    auto const y =
        x + nn::attention(sp::layer_norm<"D">(x, first.gamma, first.beta), block.attention, std::move(caches[layer]))
                .output;
    x = y + nn::feed_forward(sp::layer_norm<"D">(y, second.gamma, second.beta), block.feed_forward);  // the exact form
  }
  auto const logits = linear(sp::layer_norm<"D">(x, w.norm.gamma, w.norm.beta), w.head);
  double const apart = golden.distance(logits, "lm_head");
  CHECK((apart > 1e-3 && apart < 1e-2));
}

TEST_CASE("it sorts") {
  if (missing()) return;
  auto const model = load();
  for (std::vector<int> digits : {std::vector<int>{2, 0, 1, 0, 2, 1}, {0, 0, 2, 1, 0, 1}, {1, 1, 1, 0, 2, 2}}) {
    auto const found = continued<Model>(model, {digits}, 6, 11).ids[0];
    std::sort(digits.begin(), digits.end());
    CHECK(found == digits);
  }
}
