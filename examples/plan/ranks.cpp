// SPDX-License-Identifier: BSL-1.0
/// What a plan is compared with: the note's model, smaller and in full, run by the ranks that mpirun started, each of
/// one thread; and what messages between them take.
#include "../standard_output.hpp"

#include <shapeproof/cpu/threads.hpp>
#include <shapeproof/llm/activation_memory.hpp>
#include <shapeproof/llm/note.hpp>
#include <shapeproof/llm/packed_weights.hpp>
#include <shapeproof/llm/parameters.hpp>
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/llm/token_ids.hpp>
#include <shapeproof/mpi/communicator.hpp>
#include <shapeproof/plan/link.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;
namespace mpi = shapeproof::mpi;

namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t prompt_tokens = 128, answer_tokens = 16, prefills = 3;

/// The note's model and smaller ones of its form, over so many ranks.
template <std::size_t de, std::size_t dk, std::size_t dl, std::size_t Ranks>
struct note_of {
  using tp = sp::mesh<"tp", sp::extent(Ranks)>;
  using B = sp::axis<"B", 1>;
  using V = sp::shard<sp::axis<"V", 6000>, tp>;
  using De = sp::axis<"De", sp::extent(de)>;
  using D = sp::axis<"D", sp::extent(8 * dk)>;
  using H = sp::shard<sp::axis<"H", 8>, tp>;
  using Dk = sp::axis<"Dk", sp::extent(dk)>;
  using F = sp::shard<sp::axis<"F", sp::extent(32 * dk)>, tp>;
  using Dl = sp::axis<"Dl", sp::extent(dl)>;
  using facts = llm::facts<sp::shape<D, H, Dk, F>, "D = H*Dk", "F = 4*D">;
};
template <std::size_t Ranks>
using full_note = note_of<4096, 650, 3200, Ranks>;
template <std::size_t Ranks>
using quarter_note = note_of<1024, 160, 800, Ranks>;
template <std::size_t Ranks>
using small_note = note_of<256, 32, 256, Ranks>;

template <class Work>
double seconds_of(Work const& work) {
  auto const begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> of) {
  std::nth_element(of.begin(), of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2), of.end());
  return of[of.size() / 2];
}

/// Some numbers for each parameter: their values change no time.
template <class Weights>
Weights made_up(std::size_t layers) {
  return llm::make_parameters<Weights>(layers, []<class Part>(std::type_identity<Part>, std::string const&) {
    auto const fill = [](auto& tensor) {
      for (std::size_t i = 0; i < tensor.size(); ++i) tensor.data()[i] = static_cast<float>(i % 97) * 1e-4F - 4e-3F;
    };
    if constexpr (sp::any_packed_weight<Part>) {
      using shape = sp::shape_of<Part>;
      sp::tensor<float, sp::type_at<shape, 0>, sp::type_at<shape, 1>> matrix;
      fill(matrix);
      return sp::pack<float>(matrix);
    } else {
      Part tensor;
      fill(tensor);
      return tensor;
    }
  });
}

/// The median of so many turns of `times` calls, for one call.
template <class Call>
double seconds_of_call(std::size_t times, Call const& call) {
  std::vector<double> turns(5);
  for (double& each : turns)
    each = seconds_of([&] {
      for (std::size_t i = 0; i < times; ++i) call();
    });
  return median(turns) / static_cast<double>(times);
}

/// Seconds of a message without bytes and the bytes of a second, from gathering, in which each rank waits for each.
sp::plan::link measured_link(mpi::communicator& ranks) {
  constexpr std::size_t most = std::size_t{1} << 19;  // 2 MB
  std::vector<float> const mine(most / ranks.size());
  std::vector<float> all(most);
  auto const gather = [&](std::size_t bytes) { ranks.all_gather(mine.data(), bytes, all.data()); };
  double const few = seconds_of_call(400, [&] { gather(sizeof(float)); });
  double const many = seconds_of_call(20, [&] { gather(mine.size() * sizeof(float)); });
  double const sent = sp::plan::sent_by_all_gather(ranks.size(), most * sizeof(float));
  return {few / sp::plan::rounds(ranks.size()), sent / (many - few)};
}

/// What sums take, beside what they should take over this link.
json measured_sums(mpi::communicator& ranks, sp::plan::link const& over) {
  json rows = json::array();
  for (std::size_t const bytes : {1024U, 20800U, 131072U, 2662400U}) {
    std::vector<float> values(bytes / sizeof(float));
    double const seconds =
        seconds_of_call(bytes < 100000 ? 400 : 20, [&] { ranks.all_reduce(values.data(), values.size()); });
    double const predicted = sp::plan::flat::all_reduce(over, ranks.size(), static_cast<double>(bytes));
    rows.push_back({{"ranks", ranks.size()}, {"bytes", bytes}, {"seconds", seconds}, {"seconds_predicted", predicted}});
  }
  return rows;
}

/// A prompt and an answer, so often as `prefills`; medians.
template <class Model>
json measured_model(char const* name, std::size_t layers, mpi::communicator& ranks) {
  auto const weights = made_up<llm::model_weights<Model, llm::packed<float>>>(layers);
  auto const prompt = llm::token_ids<sp::whole<typename Model::V>>(std::vector<int>(prompt_tokens, 7));
  sp::arena activations(llm::activation_bytes(weights, prompt.size()));
  sp::arena::scope const within(activations);
  llm::random_stream unused;
  auto const sampled = [&](auto const& state) {
    return llm::sample(sp::gathered<"V">(state.logits), {.temperature = 0}, unused)(0);
  };
  std::vector<double> prefill, decode;
  for (std::size_t turn = 0; turn < prefills; ++turn) {
    auto caches = llm::empty_caches<Model>(layers, prompt_tokens + answer_tokens);
    float meet = 0;
    ranks.all_reduce(&meet, 1);
    decltype(llm::prefill(prompt, weights, std::move(caches))) state;
    auto token = prompt(0);
    prefill.push_back(seconds_of([&] {
      state = llm::prefill(prompt, weights, std::move(caches));
      token = sampled(state);
    }));
    for (std::size_t i = 0; i < answer_tokens; ++i)
      decode.push_back(seconds_of([&] {
        state = llm::decode(token, weights, std::move(state.caches));
        token = sampled(state);
      }));
  }
  return {{"model", name},
          {"layers", layers},
          {"prompt", prompt_tokens},
          {"answer", answer_tokens},
          {"prefill_seconds", median(prefill)},
          {"decode_seconds", median(decode)},
          {"decode_slowest", *std::max_element(decode.begin(), decode.end())}};
}

using names = std::vector<std::string>;

template <std::size_t Ranks>
json measured_models(mpi::communicator& ranks, names const& chosen) {
  json rows = json::array();
  for (auto const& name : chosen) {
    rows.push_back(name == "note"      ? measured_model<full_note<Ranks>>("note", 1, ranks)
                   : name == "quarter" ? measured_model<quarter_note<Ranks>>("quarter", 4, ranks)
                                       : measured_model<small_note<Ranks>>("small", 8, ranks));
    rows.back()["ranks"] = Ranks;
  }
  return rows;
}

int run(mpi::session& session, std::string const& file, names const& chosen) {
  sp::cpu::set_threads(1);
  mpi::communicator ranks(session, "tp");
  sp::communicator::scope const within(ranks, "tp");
  json result = {{"ranks", ranks.size()}};
  if (ranks.size() > 1) {
    auto const link = measured_link(ranks);
    result["link"] = {{"latency_seconds", link.latency}, {"bytes_per_second", link.bytes_per_second}};
    result["sums"] = measured_sums(ranks, link);
  }
  switch (ranks.size()) {
    case 1:
      result["models"] = measured_models<1>(ranks, chosen);
      break;
    case 2:
      result["models"] = measured_models<2>(ranks, chosen);
      break;
    case 4:
      result["models"] = measured_models<4>(ranks, chosen);
      break;
    default:
      throw std::invalid_argument("1, 2 or 4 ranks are measured, not " + std::to_string(ranks.size()));
  }
  if (ranks.rank() != 0) return 0;
  std::ofstream output(file);
  output << result.dump(1) << '\n';
  if (!output.flush()) throw std::runtime_error(file + ": cannot be written");
  return 0;
}

}  // namespace

int main(int count, char** words) {
  CLI::App app("Measures 1, 2 or 4 ranks: mpirun -n 2 shapeproof_plan_ranks --json FILE");
  std::string file;
  names chosen = {"note", "quarter", "small"};
  app.add_option("--json", file, "file for the results")->required();
  app.add_option("--model", chosen, "note, quarter or small; may be repeated")
      ->check(CLI::IsMember({"note", "quarter", "small"}))
      ->capture_default_str();
  try {
    app.parse(count, words);
  } catch (CLI::ParseError const& error) {
    return standard_output::exit_code(app.exit(error));
  }
  return mpi::run({}, [&](mpi::session& session) { return run(session, file, chosen); });
}
