// SPDX-License-Identifier: BSL-1.0
/// The bytes that a plan says of what ranks do together are those that a communicator sees in a run.
#include <shapeproof/llm/packed_weights.hpp>
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/ops/collectives.hpp>
#include <shapeproof/plan/step_time.hpp>

#include "../llm/families.hpp"
#include "../llm/models.hpp"
#include "../simulated_ranks.hpp"
#include "models.hpp"

#include <doctest/doctest.h>

#include <mutex>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace llm = shapeproof::llm;
namespace plan = shapeproof::plan;

namespace {

/// Counts what passes through another one.
class counting : public sp::communicator {
 public:
  explicit counting(sp::communicator& inner) : inner_(inner) {}
  std::size_t rank() const override { return inner_.rank(); }
  std::size_t size() const override { return inner_.size(); }
  void all_reduce(float* values, std::size_t count) override {
    summed += count * sizeof(float), ++calls;
    inner_.all_reduce(values, count);
  }
  void all_gather(void const* mine, std::size_t bytes, void* all) override {
    gathered += bytes * size(), ++calls;
    inner_.all_gather(mine, bytes, all);
  }
  void reduce_scatter(float const* all, float* mine, std::size_t count) override {
    inner_.reduce_scatter(all, mine, count);
  }
  void broadcast(void* values, std::size_t bytes, std::size_t root) override { inner_.broadcast(values, bytes, root); }

  std::size_t summed = 0, gathered = 0, calls = 0;

 private:
  sp::communicator& inner_;
};

template <class tp>
struct note_on : small::model_of<24, 14, 4, 3, 20, 10> {
  using V = sp::shard<sp::axis<"V", 24>, tp>;
  using H = sp::shard<sp::axis<"H", 4>, tp>;
  using F = sp::shard<sp::axis<"F", 20>, tp>;
  using facts = llm::facts<sp::shape<D, H, Dk>, "D = H*Dk">;
};
template <class tp>
struct llama_on
    : small::llama_of<nn::interleaved<sp::axis<"R", 4>>, reference::pairing::side_by_side, 36, 10, 4, 3, 20> {
  using V = sp::shard<sp::axis<"V", 36>, tp>;
  using Hkv = sp::shard<sp::axis<"Hkv", 4>, tp>;
  using F = sp::shard<sp::axis<"F", 20>, tp>;
  using facts = llm::facts<sp::shape<D, Hkv, G>>;
  using weights = llm::llama_weights<llama_on>;
};
template <class tp>
struct gpt2_on : small::gpt2_of<36, 16, 4, 3, 20> {
  using V = sp::shard<sp::axis<"V", 36>, tp>;
  using H = sp::shard<sp::axis<"H", 4>, tp>;
  using F = sp::shard<sp::axis<"F", 20>, tp>;
  using facts = llm::facts<sp::shape<D, H, Dk>, "D = H*Dk">;
  using weights = llm::gpt2_weights<gpt2_on>;
};

constexpr std::size_t layers = 2, rows = 2, tokens = 5, capacity = 8;

template <template <class> class Family>
auto whole_weights() {
  using model = Family<sp::mesh<"tp", 1>>;
  if constexpr (requires { typename model::De; })
    return small::weights<model>(layers);
  else
    return small::family_weights<model>(layers);
}

/// What the plan says of a step, beside what was seen since it began.
void check_step(plan::model const& of, counting& seen, std::size_t batch, std::size_t length, std::size_t past) {
  auto const step = of.step_of(seen.size(), batch, length, past);
  auto const bytes = [&](plan::collective which) {
    return plan::total(step, [&](plan::work const& each) { return each.together == which ? each.payload : 0; });
  };
  CHECK(bytes(plan::collective::all_reduce) == static_cast<double>(seen.summed));
  CHECK(bytes(plan::collective::all_gather) == static_cast<double>(seen.gathered));
  auto const time = plan::time_of(step, planned::nodes(), seen.size(), seen.size());
  CHECK(time.payload == static_cast<double>(seen.summed + seen.gathered));
  CHECK(time.messages == static_cast<double>(seen.calls));
  seen.summed = seen.gathered = seen.calls = 0;
}

/// A prefill of `tokens` and two steps of decode.
template <template <class> class Family, std::size_t Ranks>
void check_run(plan::model const& of) {
  auto const w = whole_weights<Family>();
  std::mutex one_at_a_time;
  simulated::on_ranks(Ranks, [&](simulated::rank_of& rank) {
    using model = Family<sp::mesh<"tp", sp::extent(Ranks)>>;
    auto const own = llm::sharded_weights<model>(w);
    counting seen(rank);
    sp::communicator::scope const within(seen, "tp");
    llm::random_stream unused;
    constexpr bool is_batched = !requires { typename model::De; };
    auto state = [&] {
      if constexpr (is_batched) {
        auto const batch = llm::token_rows<sp::whole<typename model::V>>(
            std::vector<std::vector<int>>(rows, std::vector<int>(tokens, 3)), 36);
        return llm::prefill(batch.ids, own,
                            llm::empty_caches<model>(layers, capacity, sp::symbol_values<sp::symbols<>>{},
                                                     batch.padding, sp::bind<"B">(rows)));
      } else {
        auto const prompt = small::ids<Family<sp::mesh<"tp", 1>>>(std::vector<int>(tokens, 3));
        return llm::prefill(prompt, own, llm::empty_caches<model>(layers, capacity));
      }
    }();
    for (std::size_t step = 0; step < 3; ++step) {
      auto const sampled = llm::sample(sp::gathered<"V">(state.logits), {.temperature = 0}, unused);
      {
        std::lock_guard const lock(one_at_a_time);
        check_step(of, seen, is_batched ? rows : 1, step == 0 ? tokens : 1, step == 0 ? 0 : tokens + step - 1);
      }
      if constexpr (is_batched)
        state = llm::decode(sampled, own, std::move(state.caches));
      else
        state = llm::decode(sampled(0), own, std::move(state.caches));
    }
  });
}

}  // namespace

TEST_CASE("bytes on the wire are those of a run of the note's model") {
  check_run<note_on, 2>(planned::note(layers));
  check_run<note_on, 4>(planned::note(layers));
}
TEST_CASE("bytes on the wire are those of a run of a Llama model") {
  check_run<llama_on, 2>(planned::llama(layers));
  check_run<llama_on, 4>(planned::llama(layers));
}
TEST_CASE("bytes on the wire are those of a run of a GPT-2 model") {
  check_run<gpt2_on, 2>(planned::gpt2(layers));
  check_run<gpt2_on, 4>(planned::gpt2(layers));
}
