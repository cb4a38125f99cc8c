// SPDX-License-Identifier: BSL-1.0
/// Trained models, prefilled by some processes and decoded by others, say what one process says.
#include <shapeproof/io/gpt2_file.hpp>
#include <shapeproof/io/llama_file.hpp>
#include <shapeproof/mpi/channel.hpp>

#include "../io/shared_models.hpp"
#include "../serving/meshes.hpp"
#include "ranks.hpp"

#include <cstddef>
#include <vector>

namespace mpi = shapeproof::mpi;
namespace io = shapeproof::io;

namespace {

using namespace meshes;

/// That which sorts: three heads.
template <class tp>
struct sort_on {
  using B = sp::axis<"B">;
  using V = sp::shard<sp::axis<"V", 3>, tp>;
  using P = sp::axis<"P", 11>;
  using D = sp::axis<"D", 48>;
  using H = sp::shard<sp::axis<"H", 3>, tp>;
  using Dk = sp::axis<"Dk", 16>;
  using F = sp::shard<sp::axis<"F", 192>, tp>;
  using facts = llm::facts<sp::shape<D, H, Dk, F>, "D = H*Dk", "F = 4*D">;
};

/// Both sides of what goes from P ranks to D.
template <template <class> class Family, std::size_t P, std::size_t D>
struct hand_over {
  using before = Family<sp::mesh<"tp", sp::extent(P)>>;
  using after = Family<sp::mesh<"tp", sp::extent(D)>>;
  using sent = serving::handed_cache_of<before>;
  using wanted = serving::handed_over<sent, serving::handed_cache_of<after>>;

  template <class Weights>
  static void prefill(Weights const& w, ids const& prompt, serving::outgoing<sent>& out) {
    auto const part = llm::sharded_weights<before>(w);
    auto caches = serving::sent(empty_caches<before>(w.blocks.size(), prompt.size()), out);
    auto const state = llm::prefill(prompt_of<before>(prompt), part, std::move(caches));
    out.finish({generation().pick(state.logits)(0).value(), 0});
    CHECK(out.bytes() == serving::handed_bytes<sent>(w.blocks.size(), prompt.size()));
  }
  template <class Weights>
  static void decode(Weights const& w, ids const& prompt, std::size_t steps, serving::incoming<wanted>& in) {
    auto expected = alone<Family<one>>(w, prompt, steps);
    expected.tokens.erase(expected.tokens.begin());
    expected.logits.erase(expected.logits.begin());
    auto const part = llm::sharded_weights<after>(w);
    auto caches = in.caches(empty_caches<after>(w.blocks.size(), prompt.size() + steps));
    auto state = llm::decode(tokens_of<after>(in.token().token), part, std::move(caches));
    generation found;
    for (std::size_t i = 1; i < steps; ++i)
      state = llm::decode(found.pick(state.logits), part, std::move(state.caches));
    found.pick(state.logits);
    check_equal(found, expected);
    CHECK(in.bytes() == serving::handed_bytes<wanted>(w.blocks.size(), prompt.size()));
  }
};

/// This rank's side of it: the first P ranks prefill, the D others decode.
template <template <class> class Family, std::size_t P, std::size_t D, class Weights>
void check_handed_over(Weights const& w, ids const& prompt, std::size_t steps) {
  if (::ranks::here().size() != P + D) return;
  using sides = hand_over<Family, P, D>;
  bool const prefills = ::ranks::here().rank() < P;
  mpi::channel channel(::ranks::here());
  mpi::communicator group(::ranks::here(), "tp", prefills ? 0 : 1);
  sp::communicator::scope const within(group, "tp");
  auto const way = route_of(channel, P, D);
  if (prefills) {
    serving::outgoing<typename sides::sent> out(way, {7, prompt.size(), prompt.size() + steps}, w.blocks.size());
    sides::prefill(w, prompt, out);
    out.flush();
  } else {
    serving::incoming<typename sides::wanted> in(way, w.blocks.size(), prompt.size() + steps);
    sides::decode(w, prompt, steps, in);
  }
}

/// One rank alone sends itself what it then decodes.
template <template <class> class Family, class Weights>
void check_handed_to_itself(Weights const& w, ids const& prompt, std::size_t steps) {
  if (::ranks::here().size() != 1) return;
  using sides = hand_over<Family, 1, 1>;
  mpi::channel channel(::ranks::here());
  mpi::communicator group(::ranks::here(), "tp");
  sp::communicator::scope const within(group, "tp");
  auto way = route_of(channel, 1, 1);
  way.to = way.from;
  serving::outgoing<typename sides::sent> out(way, {7, prompt.size(), prompt.size() + steps}, w.blocks.size());
  serving::incoming<typename sides::wanted> in(way, w.blocks.size(), prompt.size() + steps);
  sides::prefill(w, prompt, out);
  sides::decode(w, prompt, steps, in);
  out.flush();
}

template <template <class> class Family, class Weights>
void check_pairs(Weights const& w, ids const& prompt) {
  check_handed_to_itself<Family>(w, prompt, 20);
  check_handed_over<Family, 1, 1>(w, prompt, 20);
  check_handed_over<Family, 2, 1>(w, prompt, 20);
  check_handed_over<Family, 1, 2>(w, prompt, 20);
  check_handed_over<Family, 2, 2>(w, prompt, 20);
}

}  // namespace

TEST_CASE("stories260K is handed over") {
  if (shared_models::missing()) return;
  auto const path = shared_models::path("stories260K/stories260K.bin");
  auto const model = io::load_llama<stories_on<one>>(io::open_weights(path));  // the weights view its file
  check_pairs<stories_on>(model.weights, {1, 403, 407, 261, 378});
}

TEST_CASE("the model of poetry is handed over") {
  if (shared_models::missing()) return;
  auto const path = shared_models::path("ci-gpt2-6000/ci_gpt2.safetensors");
  auto const model = io::load_gpt2<poetry_on<one>>(io::open_weights(path));
  check_pairs<poetry_on>(model.weights, {2339, 1001, 907, 2844, 1032, 912, 968});
}

TEST_CASE("gpt-nano-sort is handed over") {
  if (shared_models::missing()) return;
  auto const path = shared_models::path("gpt-nano-sort/gpt-nano-sort.safetensors");
  auto const model = io::load_gpt2<sort_on<one>>(io::open_weights(path));
  check_handed_to_itself<sort_on>(model.weights, {2, 0, 1, 0, 2, 1}, 5);
  check_handed_over<sort_on, 1, 1>(model.weights, {2, 0, 1, 0, 2, 1}, 5);
  check_handed_over<sort_on, 3, 1>(model.weights, {2, 0, 1, 0, 2, 1}, 5);
}

TEST_CASE("the note's model is handed over") { check_pairs<note_on>(small::weights<note_on<one>>(2), {7, 2, 19, 11}); }
