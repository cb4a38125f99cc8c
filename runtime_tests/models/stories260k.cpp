// SPDX-License-Identifier: BSL-1.0
/// A trained Llama model against the reference implementation of its authors, from three containers, with numbers and
/// with symbols in its types.
#include <shapeproof/io/file_error.hpp>
#include <shapeproof/io/llama_file.hpp>
#include <shapeproof/io/scored_pieces.hpp>

#include "golden.hpp"

#include <algorithm>

namespace {

using namespace golden;

/// One token a step, as the reference does: each position's ids, and the logits of the first 16.
struct walk {
  std::vector<id_line> lines;
  std::vector<double> logits;
};

template <class Loaded, class Ids, class Caches>
walk walked(Loaded const& model, Ids ids, Caches caches, std::vector<int> const& prompt, std::size_t steps) {
  using V = typename decltype(Loaded::weights)::model::V;
  walk result;
  int in = prompt.at(0);
  llm::random_stream unused;
  auto next_caches = llm::rebound(llm::step_result<int, Caches>{0, std::move(caches)}).caches;
  for (std::size_t position = 0; position < steps; ++position) {
    ids(0, 0) = sp::index<V>(in, 512);
    auto step = llm::advance(ids, model.weights, std::move(next_caches));
    next_caches = std::move(step.caches);
    if (position < 16)
      for (std::size_t v = 0; v < 512; ++v) result.logits.push_back(static_cast<double>(step.logits(0, v)));
    int const next = position + 1 < prompt.size()
                         ? prompt[position + 1]
                         : static_cast<int>(llm::sample(step.logits, {.temperature = 0}, unused)(0).value());
    result.lines.push_back({position, in, next});
    in = next;
  }
  return result;
}

template <class Model>
walk of(char const* file, std::vector<int> const& prompt, std::size_t steps) {
  auto const model = io::load_llama<Model>(io::open_weights(path_of(std::string("stories260K/") + file)));
  using V = typename Model::V;
  using one = sp::axis<"L", 1>;
  if constexpr (sp::is_static<V>)
    return walked(model, sp::tensor<sp::index<V>, typename Model::B, one>(),
                  llm::empty_caches<Model>(model.layers(), steps), prompt, steps);
  else
    return walked(model, sp::tensor<sp::index<V>, typename Model::B, one>(sp::bind<"B">(1)),
                  llm::empty_caches<Model>(model.layers(), steps, model.sizes, sp::no_padding{}, sp::bind<"B">(1)),
                  prompt, steps);
}

template <class Model>
void check(char const* file) {
  CAPTURE(file);
  auto const expected = ids_in("stories260K/s260k_bos_greedy_ids.txt");
  auto const found = of<Model>(file, {1}, expected.size());
  CHECK(found.lines == expected);
  CHECK(difference(found.logits, numbers_in<double>("stories260K/s260k_bos_greedy_logits16.f64")) < 1e-4);

  auto const once = ids_in("stories260K/s260k_once_greedy_ids.txt");
  io::scored_pieces const pieces(path_of("stories260K/tok512.bin"));
  auto const prompted = of<Model>(file, pieces.encode_with_begin("Once upon a time"), once.size());
  CHECK(prompted.lines == once);
  CHECK(difference(prompted.logits, numbers_in<float>("stories260K/s260k_once_greedy_logits16.f32")) < 1e-4);
}

}  // namespace

TEST_CASE("stories260K tells the golden stories, from every container") {
  if (missing()) return;
  check<llm::interleaved_llama>("stories260K.bin");
  check<llm::interleaved_llama>("stories260K.safetensors");
  check<llm::interleaved_llama>("stories260K.gguf");
}

TEST_CASE("stories260K with numbers in its types tells the same") {
  if (missing()) return;
  check<llm::stories_260k>("stories260K.bin");
}

TEST_CASE("a prompt at once gives what its tokens give one by one") {
  if (missing()) return;
  using Model = llm::interleaved_llama;
  auto const model = io::load_llama<Model>(io::open_weights(path_of("stories260K/stories260K.bin")));
  auto const lines = ids_in("stories260K/s260k_bos_greedy_ids.txt");
  std::vector<int> prompt;
  for (std::size_t i = 0; i < 16; ++i) prompt.push_back(lines[i].in);
  auto const batch = llm::token_rows<Model::V>(std::vector<std::vector<int>>{prompt}, 512);
  auto const all =
      llm::forward_all(batch.ids, model.weights,
                       llm::empty_caches<Model>(model.layers(), 16, model.sizes, sp::no_padding{}, sp::bind<"B">(1)));
  CHECK(difference(reference::elements(all.logits), numbers_in<double>("stories260K/s260k_bos_greedy_logits16.f64")) <
        1e-4);
}

TEST_CASE("sequences of a batch continue as each does alone, whatever their lengths") {
  if (missing()) return;
  using Model = llm::interleaved_llama;
  auto const model = io::load_llama<Model>(io::open_weights(path_of("stories260K/stories260K.bin")));
  io::scored_pieces const pieces(path_of("stories260K/tok512.bin"));
  std::vector<std::vector<int>> prompts;
  for (char const* text : {"Once upon a time", "Lily", "The dog was very sad because", "Tom and his cat went"})
    prompts.push_back(pieces.encode_with_begin(text));
  auto const together = continued<Model>(model, prompts, 24, 64);
  for (std::size_t b = 0; b < prompts.size(); ++b) {
    auto const alone = continued<Model>(model, {prompts[b]}, 24, 64);
    CHECK(together.ids[b] == alone.ids[0]);
    CHECK(difference(together.logits[b], alone.logits[0]) < 1e-4);
  }
}

TEST_CASE("a file of another model, and one with the other pairs, are refused with all that differs") {
  if (missing()) return;
  struct other : llm::stories_260k {
    using D = sp::axis<"D", 72>;
    using F = sp::axis<"F", 170>;
    using facts = llm::facts<sp::shape<D, F>>;
  };
  auto const problems_of = [](auto const& load) -> std::vector<std::string> {
    try {
      (void)load();
      return {};
    } catch (io::file_error const& error) {
      return error.problems();
    }
  };
  auto const problems = problems_of(
      [] { return io::load_llama<other>(io::open_weights(path_of("stories260K/stories260K.safetensors"))); });
  for (char const* text :
       {"the model has D=72, the file's header says 64", "the model has F=170, the file's header says 172",
        "layers.0.attention.wq.weight: the model expects [64, 72], [((Hkv G) (R C))=64, D=72] for "
        "blocks.0.attention.query, the file holds [64, 64] F32",
        "layers.4.feed_forward.w2.weight: the model expects [72, 170], [D=72, F=170] for blocks.4.feed_forward.down, "
        "the file holds [64, 172] F32"}) {
    CAPTURE(text);
    CHECK(std::find(problems.begin(), problems.end(), text) != problems.end());
  }
  CHECK(problems.size() == 2 + 5 * 9 + 3);  // two numbers, nine tensors of each layer, and three around them
  CHECK(problems_of([] {
          return io::load_llama<llm::half_split_llama>(io::open_weights(path_of("stories260K/stories260K.gguf")));
        }) == std::vector<std::string>{"the pairs of a head lie side by side, the model's heads are (C R)"});
}
