// SPDX-License-Identifier: BSL-1.0
/// Continues a text with a trained model from a file.
#include "generate.hpp"
#include "options.hpp"
#include "output.hpp"
#include "request.hpp"

#include <shapeproof/io/file_error.hpp>
#include <shapeproof/io/gpt2_file.hpp>
#include <shapeproof/io/llama_file.hpp>
#include <shapeproof/io/tokenizer.hpp>
#include <shapeproof/io/weight_file.hpp>

#include <signal.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace io = shapeproof::io;
namespace llm = shapeproof::llm;

constexpr int exit_done = 0, exit_bad_file = 1, exit_bad_option = 2, exit_interrupted = 130;

std::sig_atomic_t volatile interrupted = 0;

/// The first Ctrl-C asks the run to end, the next one ends the process as usual.
void listen_to_interrupts() {
  struct sigaction action = {};
  action.sa_handler = [](int) { interrupted = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
}

void warn(char const* about, std::vector<std::string> const& details) {
  constexpr std::size_t shown = 5;
  if (details.empty()) return;
  std::string text;
  for (std::size_t i = 0; i < details.size() && i < shown; ++i) text += (i > 0 ? "; " : "") + details[i];
  if (details.size() > shown) text += "; and " + std::to_string(details.size() - shown) + " more";
  std::fprintf(stderr, "warning: %s: %s\n", about, text.c_str());
}

template <class Model, class Loaded>
int run(Loaded const& model, options const& chosen, model_facts const& facts) {
  std::unique_ptr<io::tokenizer> pieces;
  if (!chosen.tokenizer.empty()) pieces = io::open_tokenizer(chosen.tokenizer);
  request const wanted = request_of(chosen, pieces.get(), facts);
  warn("the file of weights", model.file.contents().warnings);
  warn("tensors that the model does not use", model.unused);
  if (wanted.steps > facts.positions)
    std::fprintf(stderr, "warning: %zu positions are more than the %zu that the model was trained with\n", wanted.steps,
                 facts.positions);

  auto const sinks = sinks_for(chosen, wanted, pieces.get());
  listen_to_interrupts();
  listener const to = {.take =
                           [&](position_result const& done) {
                             for (auto const& sink : sinks) sink->take(done);
                           },
                       .stop = [] { return interrupted != 0; }};
  run_result const result = generate<Model>(model, wanted, to);
  for (auto const& sink : sinks) sink->finish(result.stopped);
  print_speed(result);
  return result.stopped ? exit_interrupted : exit_done;
}

template <class Model>
int run_llama(io::weight_file file, options const& chosen, io::llama_header const& header) {
  return run<Model>(io::load_llama<Model>(std::move(file)), chosen,
                    {.vocabulary = header.vocabulary, .positions = header.positions, .begins_texts = true});
}

int run(options const& chosen) {
  io::weight_file file = io::open_weights(chosen.model);
  if (io::is_llama(file)) {
    auto const header = io::read_llama_header(file);
    return header.half_split ? run_llama<llm::half_split_llama>(std::move(file), chosen, header)
                             : run_llama<llm::interleaved_llama>(std::move(file), chosen, header);
  }
  if (io::is_gpt2(file)) {
    auto const header = io::read_gpt2_header(file);
    return run<llm::any_gpt2>(io::load_gpt2<llm::any_gpt2>(std::move(file)), chosen,
                              {.vocabulary = header.vocabulary, .positions = header.positions, .only_these = true});
  }
  throw io::file_error(file.name(), {"has the tensors of no known family: expected a Llama or a GPT-2 model"});
}

int fail(int code, char const* what) {
  std::fprintf(stderr, "error: %s\n", what);
  return code;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    parsed_options const parsed = parse(count, arguments);
    return parsed.finished ? parsed.exit_code : run(parsed.chosen);
  } catch (option_error const& error) {
    return fail(exit_bad_option, error.what());
  } catch (std::bad_alloc const&) {
    return fail(exit_bad_file, "there is not enough memory for this model and this number of positions");
  } catch (std::exception const& error) {
    return fail(exit_bad_file, error.what());
  }
}
