// SPDX-License-Identifier: BSL-1.0
/// Layers leave as they are finished, are waited for one by one, and only whole prompts are handed over.
#include <shapeproof/nn/step.hpp>

#include "meshes.hpp"

#include <algorithm>
#include <latch>
#include <string_view>
#include <utility>

using namespace meshes;

namespace {

using model = note_on<one>;
using handed_type = serving::handed_cache_of<model>;
ids const prompt = {3, 11, 23, 7, 2};
constexpr std::size_t layers = 3;

/// Both ends on one thread: a sender and a receiver of one request.
struct two_ends {
  simulated::post_office office{2};
  simulated::thread_channel a{office, 0};
  simulated::thread_channel b{office, 1};
  serving::outgoing<handed_type> out{route_of(a, 1, 1), {7, prompt.size(), 9}, layers};
  serving::incoming<handed_type> in{route_of(b, 1, 1), layers, 9};
};

/// How many bytes have come whenever a layer is finished.
class arrivals : public nn::step_listener {
 public:
  explicit arrivals(serving::incoming<handed_type>& in) : in_(in) {}
  void computed(std::string_view step) override {
    if (step != "P17") return;
    (void)in_.poll();
    at_the_end_of_each.push_back(in_.bytes());
  }
  std::vector<std::size_t> at_the_end_of_each;

 private:
  serving::incoming<handed_type>& in_;
};

/// A cache with so many positions, whose elements are all of this value.
template <class Model>
auto cache_of(std::size_t filled, float value) {
  using storage = llm::cache_storage<Model, "capacity">;
  storage keys(sp::bind<"capacity">(9));
  std::fill(keys.data(), keys.data() + keys.size(), value);
  auto values = keys;
  return nn::kv_cache<storage, sp::axis<"S", "past">>(std::move(keys), std::move(values), {{filled}});
}

}  // namespace

TEST_CASE("a layer has left before the next one is computed") {
  two_ends between;
  auto const w = small::weights<model>(layers);
  arrivals listener(between.in);
  auto caches = serving::sent(llm::empty_caches<model>(layers, prompt.size()), between.out);
  (void)llm::prefill(prompt_of<model>(prompt), w, std::move(caches));
  std::size_t const bytes = serving::handed_bytes<handed_type>(1, prompt.size());
  CHECK(bytes == 2 * 4 * 5 * 3 * sizeof(float));
  CHECK(listener.at_the_end_of_each == std::vector<std::size_t>{0, bytes, 2 * bytes});
  CHECK_FALSE(between.in.poll());
  CHECK(between.in.bytes() == 3 * bytes);
  between.out.finish({5, 0});
  CHECK(between.in.poll());
  // Each message has a header of 56 bytes: offer, answer, verdict, three layers, end, token.
  std::size_t const statement =
      serving::bytes_of(serving::stated<handed_type>({}, sp::symbol_values<sp::symbols<>>{})).size();
  CHECK(between.office.bytes_posted() == 8 * 56 + statement + 3 * bytes + 2 * sizeof(std::uint64_t));
}

TEST_CASE("a step waits for each layer only when it needs it") {
  simulated::post_office office(2);
  std::latch first_is_used(1);
  auto const thrown = simulated::on_channels(office, [&](serving::channel& own) {
    auto const way = route_of(own, 1, 1);
    if (own.rank() == 0) {
      serving::outgoing<handed_type> out(way, {7, 5, 9}, 2);
      auto layer = cache_of<model>(5, 1);
      out.layer(0, layer);
      first_is_used.wait();  // in vain, where the other one waits for the next layer
      out.layer(1, layer);
      out.finish({5, 0});
    } else {
      serving::incoming<handed_type> in(way, 2, 9);
      struct whatever_happens {
        std::latch& to_count;
        ~whatever_happens() {
          if (!to_count.try_wait()) to_count.count_down();
        }
      } const at_the_end{first_is_used};
      std::size_t used = 0;
      auto const change = [&]<class Cache>(Cache&& cache, std::size_t i) {
        CHECK(cache.keys()(0, 3, 4, 2) == 1);
        if (i == 0) first_is_used.count_down();
        ++used;
        return std::forward<Cache>(cache);
      };
      auto const caches = each_changed(in.caches(llm::empty_caches<model>(2, 9)), change);
      CHECK(used == 2);
      CHECK(caches[1].length() == 5);
      CHECK(in.token() == serving::first_token{5, 0});
    }
  });
  for (auto const& each : thrown) CHECK(simulated::text_of(each) == "");
}

TEST_CASE("only the next layer with the whole prompt is handed over") {
  two_ends between;
  auto whole = cache_of<model>(5, 1);
  auto shorter = cache_of<model>(4, 1);
  CHECK_THROWS_WITH_AS(between.out.layer(0, shorter),
                       "hand over: [B=1, H=4, S=4, Dk=3]: layer 0 has 4 positions; layer 0 with the prompt's 5 is the "
                       "next one",
                       sp::shape_error);
  CHECK_THROWS_WITH_AS(between.out.layer(1, whole),
                       "hand over: [B=1, H=4, S=5, Dk=3]: layer 1 has 5 positions; layer 0 with the prompt's 5 is the "
                       "next one",
                       sp::shape_error);
  auto taken = whole;
  auto const taker = std::move(taken);
  CHECK_THROWS_WITH_AS(between.out.layer(0, taken),
                       "hand over: [B=1, H=4, S=5, Dk=3]: the cache was moved from; use the one that the step returned",
                       sp::shape_error);
  between.out.layer(0, whole);
  CHECK_THROWS_AS(between.out.layer(0, whole), sp::shape_error);
  CHECK_THROWS_WITH_AS(between.out.finish({5, 0}), "hand over: request 7: it has 3 layers, 1 were handed over",
                       sp::shape_error);
  CHECK_FALSE(between.in.poll());
  between.out.withdraw("the prompt is gone");
  CHECK_THROWS_WITH_AS(between.in.poll(), "hand over: request 7: rank 0 withdrew it: the prompt is gone",
                       serving::request_refused);
}

TEST_CASE("a cache of several rows, or without room, is refused with its shape") {
  two_ends between;
  auto const way = route_of(between.a, 1, 1);
  using rows = llama_on<one>;
  simulated::post_office office(2);
  simulated::thread_channel a(office, 0);
  simulated::thread_channel b(office, 1);
  using handed_rows = serving::handed_cache_of<rows>;
  serving::outgoing<handed_rows> out(route_of(a, 1, 1), {7, 5, 9}, 1);
  serving::incoming<handed_rows> in(route_of(b, 1, 1), 1, 9);
  auto two = llm::empty_caches<rows>(1, 9, sp::symbol_values<sp::symbols<>>{}, sp::no_padding{}, sp::bind<"B">(2));
  CHECK_THROWS_WITH_AS(out.layer(0, two[0]),
                       "hand over: [B=2, Hkv=4, S=9, (R C)=8]: one row of 4 heads with room for 5 positions is wanted",
                       sp::shape_error);
  out.agree();
  auto narrow = empty_caches<rows>(1, 4);
  CHECK_THROWS_AS(in.filled(0, std::move(narrow[0])), sp::shape_error);
  CHECK_THROWS_WITH_AS(serving::outgoing<handed_type>(way, {7, 5, 4}, 1),
                       "hand over: request 7: 4 positions are fewer than the prompt's 5", sp::shape_error);
}

TEST_CASE("both sides of a mismatch name both shapes") {
  struct wider : model {
    using Dk = sp::axis<"Dk", 4>;
  };
  simulated::post_office office(2);
  simulated::thread_channel a(office, 0);
  simulated::thread_channel b(office, 1);
  serving::outgoing<handed_type> out(route_of(a, 1, 1), {7, 5, 9}, 2);
  serving::incoming<serving::handed_cache_of<wider>> in(route_of(b, 1, 1), 2, 20);
  auto const text =
      "hand over: request 7: float [H=4, S=5, Dk=3] without padding in 2 layers of checkpoint ab, rank 0 of 1 to float "
      "[H=4, S=20, Dk=4] without padding in 2 layers of checkpoint ab, rank 0 of 1: Dk=3 meets Dk=4";
  auto layer = cache_of<model>(5, 1);
  std::size_t const before = office.bytes_posted();
  CHECK_THROWS_WITH_AS(out.layer(0, layer), text, serving::request_refused);
  CHECK_THROWS_WITH_AS(in.token(), text, serving::request_refused);
  CHECK(office.bytes_posted() == before + sizeof(serving::message_header) + std::string(text).size() - 22);
  CHECK(out.bytes() == 0);
}
