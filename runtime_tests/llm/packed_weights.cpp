// SPDX-License-Identifier: BSL-1.0
/// Models with packed weights, and views of them, of every family.
#include <shapeproof/llm/packed_weights.hpp>

#include "families.hpp"
#include "models.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

namespace {

template <class Model, class Weights>
reference::row logits(Weights const& w) {
  auto const batch = small::batch_of<Model>({small::family_tokens<Model>(5)});
  return small::logits_in(llm::prefill(batch.ids, w, small::family_caches<Model>(2, 5, batch)).logits, 0);
}

}  // namespace

TEST_CASE_TEMPLATE("a packed model says what the model says, and views of it the very same", model,
                   small::distinct_llama, small::half_split_llama, small::distinct_gpt2) {
  auto const w = small::family_weights<model>(2);
  auto const expected = model::logits(small::family_tokens<model>(5), w).back();
  auto const packed = llm::packed_weights<float>(w);
  CHECK(reference::error(logits<model>(packed), expected) < 2e-5);
  auto const smaller = llm::packed_weights<sp::bf16>(w);
  CHECK(reference::error(logits<model>(smaller), expected) < 0.1);
  CHECK(reference::error(logits<model>(smaller), expected) > 1e-5);
  auto const views = llm::views_of(smaller);
  CHECK(logits<model>(views) == logits<model>(smaller));
  CHECK(views.head.data() == smaller.head.data());
  CHECK(views.embedding.data() == smaller.embedding.data());
  CHECK(views.options.epsilon == w.options.epsilon);
}

TEST_CASE("packed parameters are listed with the others") {
  auto const w = llm::packed_weights<sp::int8>(small::weights<small::distinct>(2));
  std::size_t packed = 0, bytes = 0;
  llm::for_each_parameter(w, [&](std::string const&, auto const& parameter) {
    if constexpr (sp::any_packed_weight<decltype(parameter)>) {
      ++packed;
      bytes += parameter.bytes();
    }
  });
  CHECK(packed == 3 + 2 * 6);
  CHECK(bytes > 0);
  CHECK(llm::parameter_count(w) == llm::parameter_count(small::weights<small::distinct>(2)));
}
