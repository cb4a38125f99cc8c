// SPDX-License-Identifier: BSL-1.0
/// Trained models, and the note's at a reduced size, over the ranks: the tokens are those of one process and of others,
/// the logits near theirs. Each rank copies its own part out of the mapped file.
#include <shapeproof/io/gpt2_file.hpp>
#include <shapeproof/io/llama_file.hpp>
#include <shapeproof/llm/fill.hpp>
#include <shapeproof/llm/note.hpp>
#include <shapeproof/llm/packed_weights.hpp>
#include <shapeproof/ops/collectives.hpp>

#include "../models/golden.hpp"
#include "ranks.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace mpi = shapeproof::mpi;
namespace nn = shapeproof::nn;

namespace {

using namespace golden;

template <class tp>
struct stories_on {
  using B = sp::axis<"B", 1>;
  using V = sp::shard<sp::axis<"V", 512>, tp>;
  using D = sp::axis<"D", 64>;
  using Hkv = sp::shard<sp::axis<"Hkv", 4>, tp>;
  using G = sp::axis<"G", 2>;
  using Dk = nn::interleaved<sp::axis<"R", 4>>;
  using F = sp::shard<sp::axis<"F", 172>, tp>;
  using facts = llm::facts<sp::shape<D, Hkv, G>>;
};

template <class tp, int v, int p, int h, int dk>
struct gpt2_on {
  using B = sp::axis<"B", 1>;
  using V = sp::shard<sp::axis<"V", sp::extent(v)>, tp>;
  using P = sp::axis<"P", sp::extent(p)>;
  using D = sp::axis<"D", sp::extent(h* dk)>;
  using H = sp::shard<sp::axis<"H", sp::extent(h)>, tp>;
  using Dk = sp::axis<"Dk", sp::extent(dk)>;
  using F = sp::shard<sp::axis<"F", sp::extent(4 * h * dk)>, tp>;
  using facts = llm::facts<sp::shape<D, H, Dk>, "D = H*Dk">;
};
template <class tp>
using sort_on = gpt2_on<tp, 3, 11, 3, 16>;
template <class tp>
using poetry_on = gpt2_on<tp, 6000, 64, 8, 12>;

template <class tp>
struct note_on {
  using B = sp::axis<"B", 1>;
  using V = sp::shard<sp::axis<"V", 600>, tp>;
  using De = sp::axis<"De", 41>;
  using D = sp::axis<"D", 156>;
  using H = sp::shard<sp::axis<"H", 12>, tp>;
  using Dk = sp::axis<"Dk", 13>;
  using F = sp::shard<sp::axis<"F", 624>, tp>;
  using Dl = sp::axis<"Dl", 32>;
  using facts = llm::facts<sp::shape<D, H, Dk>, "D = H*Dk">;
};

using alone = sp::mesh<"tp", 1>;

struct generation {
  std::vector<int> tokens;
  std::vector<double> logits;  ///< of all steps
};

/// What a model prefers, step by step. All ranks have whole logits.
template <class Model, class Weights>
generation generated(Weights const& w, std::vector<int> const& prompt, std::size_t steps) {
  using V = sp::whole<typename Model::V>;
  sp::tensor<sp::index<V>, typename Model::B, sp::axis<"L">> ids(sp::bind<"L">(prompt.size()));
  for (std::size_t i = 0; i < prompt.size(); ++i) ids(0, i) = sp::index<V>(prompt[i], sp::static_extent<V>);
  auto state = llm::prefill(ids, w, llm::empty_caches<Model>(w.blocks.size(), prompt.size() + steps));
  generation result;
  llm::random_stream unused;
  for (std::size_t i = 0;; ++i) {
    auto const logits = sp::gathered<"V">(state.logits);
    for (std::size_t v = 0; v < sp::static_extent<V>; ++v) result.logits.push_back(static_cast<double>(logits(0, v)));
    auto const token = llm::sample(logits, {.temperature = 0}, unused);
    result.tokens.push_back(static_cast<int>(token(0).value()));
    if (i + 1 == steps) return result;
    state = llm::decode(token, w, std::move(state.caches));
  }
}

/// Over `Degree` ranks as one process: the same tokens, and logits near its.
template <template <class> class Family, std::size_t Degree, class Weights>
void check_degree(Weights const& whole, std::vector<int> const& prompt, generation const& wanted) {
  if (ranks::here().size() != Degree) return;
  using model = Family<sp::mesh<"tp", sp::extent(Degree)>>;
  mpi::communicator group(ranks::here(), "tp");
  sp::communicator::scope const within(group, "tp");
  auto const own = llm::sharded_weights<model>(whole);
  auto const found = generated<model>(own, prompt, wanted.tokens.size());
  CHECK(found.tokens == wanted.tokens);
  CHECK(difference(found.logits, wanted.logits) < 1e-4);
  std::vector<double> first = found.logits;
  group.broadcast(first.data(), first.size() * sizeof(double), 0);
  CHECK(first == found.logits);  // to the bit
}

std::vector<int> next_ids(char const* file, std::size_t count) {
  std::vector<int> result;
  for (auto const& line : ids_in(file))
    if (result.size() < count) result.push_back(line.next);
  return result;
}

}  // namespace

TEST_CASE("stories260K tells the golden story over 1, 2 and 4 ranks") {
  if (missing()) return;
  auto const model =
      io::load_llama<stories_on<alone>>(io::open_weights(path_of("stories260K/stories260K.safetensors")));
  std::vector<int> const prompt = {1};
  auto const wanted = generated<stories_on<alone>>(model.weights, prompt, 48);
  CHECK(wanted.tokens == next_ids("stories260K/s260k_bos_greedy_ids.txt", 48));
  check_degree<stories_on, 1>(model.weights, prompt, wanted);
  check_degree<stories_on, 2>(model.weights, prompt, wanted);
  check_degree<stories_on, 4>(model.weights, prompt, wanted);
}

TEST_CASE("gpt-nano-sort sorts over 1 and 3 ranks") {
  if (missing()) return;
  auto const model =
      io::load_gpt2<sort_on<alone>>(io::open_weights(path_of("gpt-nano-sort/gpt-nano-sort.safetensors")));
  std::vector<int> const prompt = {2, 0, 1, 0, 2, 1};
  auto const wanted = generated<sort_on<alone>>(model.weights, prompt, 6);
  CHECK(wanted.tokens == std::vector<int>{0, 0, 1, 1, 2, 2});
  check_degree<sort_on, 1>(model.weights, prompt, wanted);
  check_degree<sort_on, 3>(model.weights, prompt, wanted);
}

TEST_CASE("ci-gpt2-6000 continues the note's prompt over 1, 2 and 4 ranks") {
  if (missing()) return;
  auto const model = io::load_gpt2<poetry_on<alone>>(io::open_weights(path_of("ci-gpt2-6000/ci_gpt2.safetensors")));
  std::vector<int> const prompt = {2339, 1001, 907, 2844, 1032, 912, 968};
  auto const wanted = generated<poetry_on<alone>>(model.weights, prompt, 6);
  CHECK(wanted.tokens == next_ids("ci-gpt2-6000/golden_greedy_ids.txt", 6));
  check_degree<poetry_on, 1>(model.weights, prompt, wanted);
  check_degree<poetry_on, 2>(model.weights, prompt, wanted);
  check_degree<poetry_on, 4>(model.weights, prompt, wanted);
}

TEST_CASE("the note's model at a reduced size over 1 to 4 ranks") {
  using whole = note_on<alone>;
  auto const weights = llm::weights_from_seed<llm::model_weights<whole>>(4, 7, [](std::string const&, std::size_t) {});
  std::vector<int> const prompt = {239, 101, 97, 284, 132, 92, 68};
  auto const wanted = generated<whole>(weights, prompt, 24);
  check_degree<note_on, 1>(weights, prompt, wanted);
  check_degree<note_on, 2>(weights, prompt, wanted);
  check_degree<note_on, 3>(weights, prompt, wanted);
  check_degree<note_on, 4>(weights, prompt, wanted);
}
