// SPDX-License-Identifier: BSL-1.0
/// Continues a text with a trained model from a file.
#include "options.hpp"
#include "output.hpp"
#include "run.hpp"

#include "../standard_output.hpp"

#include <shapeproof/io/file_error.hpp>
#include <shapeproof/io/gpt2_file.hpp>
#include <shapeproof/io/llama_file.hpp>

#include <signal.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace io = shapeproof::io;

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

/// A packed file whose family this program continues texts with.
int run_packed(io::weight_file file, options const& chosen) {
  auto const header = io::read_packed_header(file.contents(), file.name());
  if (!chosen.save_packed.empty()) throw option_error("--save-packed: the file of --model is packed already");
  if (chosen.has_weights && chosen.weights != header.elements)
    throw option_error("--weights: " + chosen.weights + ", but the file of --model is packed as " + header.elements);
  if (header.family == "gpt2") return run_gpt2(std::move(file), chosen);
  if (header.family == "llama" && header.axes.find("(C R)") != std::string::npos)
    return run_half_split_llama(std::move(file), chosen);
  if (header.family == "llama") return run_interleaved_llama(std::move(file), chosen);
  throw io::file_error(file.name(), {"the family is " + header.family + ": expected gpt2 or llama"});
}

int run(options const& chosen) {
  io::weight_file file = io::open_weights(chosen.model);
  if (file.kind() == io::container::packed) return run_packed(std::move(file), chosen);
  if (io::is_llama(file))
    return io::read_llama_header(file).half_split ? run_half_split_llama(std::move(file), chosen)
                                                  : run_interleaved_llama(std::move(file), chosen);
  if (io::is_gpt2(file)) return run_gpt2(std::move(file), chosen);
  throw io::file_error(file.name(), {"has the tensors of no known family: expected a Llama or a GPT-2 model"});
}

int fail(int code, char const* what) {
  std::fprintf(stderr, "error: %s\n", what);
  return code;
}

}  // namespace

job job_of(options const& chosen, model_facts const& facts, io::weight_file const& file,
           std::vector<std::string> const& unused) {
  job work = {&chosen, facts, nullptr, std::nullopt};
  if (!chosen.tokenizer.empty()) work.pieces = io::open_tokenizer(chosen.tokenizer);
  if (!chosen.only_saves) work.wanted = request_of(chosen, work.pieces.get(), facts);
  warn("the file of weights", file.contents().warnings);
  warn("tensors that the model does not use", unused);
  if (work.wanted && work.wanted->steps > facts.positions)
    std::fprintf(stderr, "warning: %zu positions are more than the %zu that the model was trained with\n",
                 work.wanted->steps, facts.positions);
  return work;
}

int run_job(job const& work, std::function<run_result(request const&, listener const&)> const& generate) {
  if (!work.wanted) return 0;
  auto const sinks = sinks_for(*work.chosen, *work.wanted, work.pieces.get());
  listen_to_interrupts();
  listener const to = {.take =
                           [&](position_result const& done) {
                             for (auto const& sink : sinks) sink->take(done);
                           },
                       .stop = [] { return interrupted != 0; }};
  run_result const result = generate(*work.wanted, to);
  for (auto const& sink : sinks) sink->finish(result.stopped);
  print_speed(result);
  return result.stopped ? exit_interrupted : exit_done;
}

void print_saved(options const& chosen) {
  auto const bytes = static_cast<double>(std::filesystem::file_size(chosen.save_packed));
  std::fprintf(stderr, "saved: %s, %.1f MB, packed as %s\n", chosen.save_packed.c_str(), bytes * 1e-6,
               chosen.weights.c_str());
}

int main(int count, char** arguments) {
  try {
    parsed_options const parsed = parse(count, arguments);
    return standard_output::exit_code(parsed.finished ? parsed.exit_code : run(parsed.chosen));
  } catch (option_error const& error) {
    return fail(exit_bad_option, error.what());
  } catch (std::bad_alloc const&) {
    return fail(exit_bad_file, "there is not enough memory for this model and this number of positions");
  } catch (std::exception const& error) {
    return fail(exit_bad_file, error.what());
  }
}
