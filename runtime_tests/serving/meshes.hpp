// SPDX-License-Identifier: BSL-1.0
/// Models over any mesh, and their generations: alone, and handed over from one mesh to another.
#pragma once

#include <shapeproof/llm/packed_weights.hpp>
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/ops/collectives.hpp>
#include <shapeproof/serving/incoming.hpp>

#include "../llm/families.hpp"
#include "../llm/models.hpp"
#include "../simulated_ranks.hpp"
#include "simulated_channel.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace meshes {

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace llm = shapeproof::llm;
namespace serving = shapeproof::serving;
using one = sp::mesh<"tp", 1>;
using ids = std::vector<int>;

template <class tp>
struct note_on {
  using B = sp::axis<"B", 1>;
  using V = sp::shard<sp::axis<"V", 24>, tp>;
  using De = sp::axis<"De", 14>;
  using D = sp::axis<"D", 12>;
  using H = sp::shard<sp::axis<"H", 4>, tp>;
  using Dk = sp::axis<"Dk", 3>;
  using F = sp::shard<sp::axis<"F", 20>, tp>;
  using Dl = sp::axis<"Dl", 10>;
  using facts = llm::facts<sp::shape<D, H, Dk>, "D = H*Dk">;
  using weights = llm::model_weights<note_on>;
};

/// Its batch has any size, and logits are whole, so that a batch samples them.
template <class tp>
struct llama_on {
  using B = sp::axis<"B">;
  using V = sp::axis<"V", 36>;
  using D = sp::axis<"D", 10>;
  using Hkv = sp::shard<sp::axis<"Hkv", 4>, tp>;
  using G = sp::axis<"G", 3>;
  using Dk = nn::interleaved<sp::axis<"R", 4>>;
  using F = sp::shard<sp::axis<"F", 20>, tp>;
  using facts = llm::facts<sp::shape<D, Hkv, G>>;
  using weights = llm::llama_weights<llama_on>;
};

/// That of 260 thousand parameters.
template <class tp>
struct stories_on : llm::stories_260k {
  using B = sp::axis<"B">;
  using V = sp::shard<sp::axis<"V", 512>, tp>;
  using Hkv = sp::shard<sp::axis<"Hkv", 4>, tp>;
  using F = sp::shard<sp::axis<"F", 172>, tp>;
};

/// That of poetry.
template <class tp>
struct poetry_on {
  using B = sp::axis<"B">;
  using V = sp::shard<sp::axis<"V", 6000>, tp>;
  using P = sp::axis<"P", 64>;
  using D = sp::axis<"D", 96>;
  using H = sp::shard<sp::axis<"H", 8>, tp>;
  using Dk = sp::axis<"Dk", 12>;
  using F = sp::shard<sp::axis<"F", 384>, tp>;
  using facts = llm::facts<sp::shape<D, H, Dk, F>, "D = H*Dk", "F = 4*D">;
};

template <class Model>
auto empty_caches(std::size_t layers, std::size_t capacity) {
  if constexpr (sp::is_static<typename Model::B>)
    return llm::empty_caches<Model>(layers, capacity);
  else
    return llm::empty_caches<Model>(layers, capacity, sp::symbol_values<sp::symbols<>>{}, sp::no_padding{},
                                    sp::bind<"B">(1));
}

template <class Model>
auto prompt_of(ids const& numbers) {
  using V = sp::whole<typename Model::V>;
  if constexpr (requires { typename Model::De; })
    return llm::token_ids<V>(numbers);
  else
    return llm::token_rows<V>(std::vector<ids>{numbers}, sp::static_extent<V>).ids;
}

/// One token as `[B]`.
template <class Model>
auto tokens_of(std::size_t token) {
  using B = typename Model::B;
  using V = sp::whole<typename Model::V>;
  auto result = [] {
    if constexpr (sp::is_static<B>)
      return sp::tensor<sp::index<V>, B>();
    else
      return sp::tensor<sp::index<V>, B>(sp::bind<"B">(1));
  }();
  result(0) = sp::index<V>(token);
  return result;
}

/// What a generation gives: the logits of each step, and the greedy tokens.
struct generation {
  std::vector<reference::row> logits;
  ids tokens;

  template <class Logits>
  auto pick(Logits const& of_shards) {
    auto const& whole = sp::gathered<"V">(of_shards);
    llm::random_stream unused;
    auto result = llm::sample(whole, {.temperature = 0}, unused);
    logits.push_back(small::logits_in(whole, 0));
    tokens.push_back(static_cast<int>(result(0).value()));
    return result;
  }
};

inline void check_equal(generation const& found, generation const& wanted) {
  CHECK(found.tokens == wanted.tokens);
  REQUIRE(found.logits.size() == wanted.logits.size());
  for (std::size_t i = 0; i < found.logits.size(); ++i)
    CHECK(reference::error(found.logits[i], wanted.logits[i]) < 1e-4);
}

template <class Model, class Weights>
generation alone(Weights const& w, ids const& prompt, std::size_t steps) {
  generation result;
  auto state = llm::prefill(prompt_of<Model>(prompt), w, empty_caches<Model>(w.blocks.size(), prompt.size() + steps));
  for (std::size_t i = 0; i < steps; ++i) state = llm::decode(result.pick(state.logits), w, std::move(state.caches));
  result.pick(state.logits);
  return result;
}

/// Calls `work()` as that rank of a mesh `tp`; whoever throws leaves the others.
template <class Work>
void as_rank(simulated::meeting& mesh, std::size_t rank, Work const& work) {
  struct leaving {
    simulated::meeting& mesh;
    ~leaving() { mesh.leave(); }
  } const at_the_end{mesh};
  simulated::rank_of own(mesh, rank);
  shapeproof::cpu::communicator::scope const within(own, "tp");
  work();
}

inline std::vector<std::size_t> ranks(std::size_t first, std::size_t count) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back(first + i);
  return result;
}

/// P ranks that prefill, and behind them D that decode.
inline serving::route route_of(serving::channel& through, std::size_t P, std::size_t D) {
  return {.through = through,
          .from = ranks(0, P),
          .to = ranks(P, D),
          .at_most = std::chrono::seconds(60),
          .checkpoint = 0xab};
}

/// Prefill on P ranks, decode on D; what each rank of the latter gives.
template <template <class> class Family, std::size_t P, std::size_t D, class Weights>
std::vector<generation> handed(Weights const& w, ids const& prompt, std::size_t steps) {
  using before = Family<sp::mesh<"tp", sp::extent(P)>>;
  using after = Family<sp::mesh<"tp", sp::extent(D)>>;
  using sent = serving::handed_cache_of<before>;
  using wanted = serving::handed_over<sent, serving::handed_cache_of<after>>;
  std::size_t const layers = w.blocks.size();
  std::vector<generation> result(D);
  std::vector<std::size_t> moved(P + D);
  simulated::post_office office(P + D);
  simulated::meeting prefills(P);
  simulated::meeting decodes(D);
  auto const thrown = simulated::on_channels(office, [&](serving::channel& own) {
    std::size_t const rank = own.rank();
    auto const way = route_of(own, P, D);
    if (rank < P) {
      as_rank(prefills, rank, [&] {
        auto const part = llm::sharded_weights<before>(w);
        serving::outgoing<sent> out(way, {7, prompt.size(), prompt.size() + steps}, layers);
        auto caches = serving::sent(empty_caches<before>(layers, prompt.size()), out);
        auto const state = llm::prefill(prompt_of<before>(prompt), part, std::move(caches));
        out.finish({generation().pick(state.logits)(0).value(), 0});
        moved[rank] = out.bytes();
      });
    } else {
      as_rank(decodes, rank - P, [&] {
        auto const part = llm::sharded_weights<after>(w);
        generation& mine = result[rank - P];
        serving::incoming<wanted> in(way, layers, prompt.size() + steps);
        CHECK(in.request() == 7);
        auto caches = in.caches(empty_caches<after>(layers, prompt.size() + steps));
        auto state = llm::decode(tokens_of<after>(in.token().token), part, std::move(caches));
        for (std::size_t i = 1; i < steps; ++i)
          state = llm::decode(mine.pick(state.logits), part, std::move(state.caches));
        mine.pick(state.logits);
        moved[rank] = in.bytes();
      });
    }
  });
  for (auto const& each : thrown) CHECK(simulated::text_of(each) == "");
  for (std::size_t i = 0; i < P; ++i) CHECK(moved[i] == serving::handed_bytes<sent>(layers, prompt.size()));
  for (std::size_t i = 0; i < D; ++i) CHECK(moved[P + i] == serving::handed_bytes<wanted>(layers, prompt.size()));
  return result;
}

/// Every rank that decodes gives what one process gives, behind the first token.
template <template <class> class Family, std::size_t P, std::size_t D, class Weights>
void check_handed(Weights const& w, ids const& prompt, std::size_t steps) {
  CAPTURE(P);
  CAPTURE(D);
  auto wanted = alone<Family<one>>(w, prompt, steps);
  wanted.tokens.erase(wanted.tokens.begin());
  wanted.logits.erase(wanted.logits.begin());
  for (auto const& found : handed<Family, P, D>(w, prompt, steps)) check_equal(found, wanted);
}

template <template <class> class Family, class Weights>
void check_all_pairs(Weights const& w, ids const& prompt, std::size_t steps) {
  check_handed<Family, 1, 1>(w, prompt, steps);
  check_handed<Family, 2, 1>(w, prompt, steps);
  check_handed<Family, 1, 2>(w, prompt, steps);
  check_handed<Family, 4, 2>(w, prompt, steps);
  check_handed<Family, 2, 4>(w, prompt, steps);
}

}  // namespace meshes
