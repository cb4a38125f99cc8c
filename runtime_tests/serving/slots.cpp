// SPDX-License-Identifier: BSL-1.0
/// What arrives joins a batch that is running, in slots of its pools; each answer is that of its request alone.
#include <shapeproof/llm/batch.hpp>

#include "../llm/requests.hpp"
#include "meshes.hpp"

#include <optional>

using namespace meshes;

namespace {

constexpr std::size_t layers = 2;
constexpr std::size_t too_long = 3;  // the request that is

std::vector<llm::request> wanted_requests() {
  auto result = requests::mixed(7, 36, 20, 30);
  result[too_long].tokens = 100;
  return result;
}

template <class Weights>
void prefill_all(serving::route const& way, Weights const& w, std::vector<llm::request> const& all) {
  using model = typename Weights::model;
  std::size_t refused = 0;
  for (std::size_t i = 0; i < all.size(); ++i) try {
      auto const& wanted = all[i];
      std::size_t const length = wanted.prompt.size();
      serving::outgoing<serving::handed_cache_of<model>> out(way, {i, length, length + wanted.tokens - 1}, layers);
      auto const state = llm::prefill(requests::prompt_of<model>(wanted.prompt, 36), w,
                                      serving::sent(empty_caches<model>(layers, length), out));
      llm::random_stream random{.seed = wanted.seed};
      auto const token = llm::sample(state.logits, wanted.sampling, random)(0);
      out.finish({token.value(), random.drawn});
    } catch (serving::request_refused const& error) {
      CHECK(error.request() == too_long);
      ++refused;
    }
  CHECK(refused == 1);
}

/// Takes requests as rows become free. Where it is alone it goes on with its rows while one is on its way; several
/// ranks, which have to do the same at the same time, wait for it.
template <class Weights>
void decode_all(serving::route const& way, Weights const& w, std::vector<llm::request> const& all,
                std::vector<requests::ids> const& answers) {
  using model = typename Weights::model;
  using incoming = serving::incoming<serving::handed_cache_of<model>>;
  bool const is_alone = way.to.size() == 1;
  llm::batch together(w, {.rows = 3, .capacity = 64});
  std::vector<std::size_t> names(all.size());
  std::optional<incoming> next;
  for (std::size_t handled = 0; handled < all.size() || !together.is_idle();) {
    bool const must_wait = together.is_idle() || !is_alone;
    try {
      if (!next && handled < all.size() && together.free_rows() > 0 && (must_wait || serving::is_offered(way)))
        next.emplace(way, layers, 64);
      if (next && (must_wait || next->poll())) {
        std::size_t const request = next->request();
        auto const first = next->token();
        names[request] =
            together.join(all[request], sp::index<typename model::V>(first.token), first.drawn, next->filling());
        CHECK(next->bytes() == serving::handed_bytes<serving::handed_cache_of<model>>(layers, next->positions()));
        next.reset();
        ++handled;
      }
    } catch (serving::request_refused const& error) {
      CHECK(error.request() == too_long);
      next.reset();
      ++handled;
    }
    together.step();
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == too_long) continue;
    CHECK(together.at(names[i]).error == "");
    CHECK(together.at(names[i]).tokens == answers[i]);
  }
}

template <std::size_t P, std::size_t D>
void check() {
  CAPTURE(P);
  CAPTURE(D);
  auto const w = small::family_weights<llama_on<one>>(layers);
  auto const all = wanted_requests();
  std::vector<requests::ids> answers(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i != too_long) answers[i] = requests::alone(w, all[i]);
  simulated::post_office office(P + D);
  simulated::meeting prefills(P);
  simulated::meeting decodes(D);
  auto const thrown = simulated::on_channels(office, [&](serving::channel& own) {
    auto const way = route_of(own, P, D);
    std::size_t const rank = own.rank();
    if (rank < P)
      as_rank(prefills, rank,
              [&] { prefill_all(way, llm::sharded_weights<llama_on<sp::mesh<"tp", sp::extent(P)>>>(w), all); });
    else
      as_rank(decodes, rank - P,
              [&] { decode_all(way, llm::sharded_weights<llama_on<sp::mesh<"tp", sp::extent(D)>>>(w), all, answers); });
  });
  for (auto const& each : thrown) CHECK(simulated::text_of(each) == "");
}

}  // namespace

TEST_CASE("what one rank or two send joins a running batch") {
  check<1, 1>();
  check<2, 1>();
}

TEST_CASE("two ranks run a batch of what one or four send") {
  check<1, 2>();
  check<4, 2>();
}
