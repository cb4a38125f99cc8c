// SPDX-License-Identifier: BSL-1.0
/// Text, ids, logits, progress.
#include "output.hpp"

#include "../standard_output.hpp"

#include <shapeproof/io/new_file.hpp>

#include <unistd.h>

#include <bit>
#include <chrono>
#include <cstdio>
#include <span>
#include <string>
#include <utility>

namespace {

namespace io = shapeproof::io;

using standard_output::print;  // a reader sees each token when it is made

class text_sink final : public sink {
 public:
  explicit text_sink(io::tokenizer const& pieces) : stream_(pieces) {}

  void take(position_result const& done) override {
    std::string text;
    if (done.position == 0) text = stream_.next(static_cast<int>(done.token_in));
    print(text + stream_.next(static_cast<int>(done.token_next)));
  }
  /// A character that is not complete could have become one in an interrupted run: it is left out there.
  void finish(bool stopped) override { print((stopped ? "" : stream_.finish()) + "\n"); }

 private:
  io::text_stream stream_;
};

class ids_sink final : public sink {
 public:
  void take(position_result const& done) override {
    print(std::to_string(done.position) + " " + std::to_string(done.token_in) + " " + std::to_string(done.token_next) +
          "\n");
  }
  void finish(bool) override {}
};

class logits_sink final : public sink {
 public:
  explicit logits_sink(std::string const& name) : file_(name) {}

  void take(position_result const& done) override {
    static_assert(std::endian::native == std::endian::little, "the file is little-endian");
    file_.write(std::as_bytes(done.logits));
  }
  /// What an interrupted run computed is kept.
  void finish(bool) override { file_.finish(); }

 private:
  io::new_file file_;
};

/// A line that is rewritten, a few times in a second.
class progress_sink final : public sink {
 public:
  explicit progress_sink(std::size_t steps) : steps_(steps) { show(0); }
  progress_sink(progress_sink const&) = delete;
  progress_sink& operator=(progress_sink const&) = delete;
  ~progress_sink() override { erase(); }

  void take(position_result const& done) override {
    auto const now = clock::now();
    if (now - shown_ < std::chrono::milliseconds(200)) return;
    shown_ = now;
    show(done.position + 1);
  }
  void finish(bool) override { erase(); }

 private:
  using clock = std::chrono::steady_clock;
  static void erase() { std::fputs("\r\033[K", stderr); }
  void show(std::size_t done) const { std::fprintf(stderr, "\r%zu of %zu positions\033[K", done, steps_); }

  std::size_t steps_;
  clock::time_point shown_ = clock::now();
};

void print_rate(char const* what, std::size_t tokens, double seconds) {
  std::fprintf(stderr, "%s: %zu token%s", what, tokens, tokens == 1 ? "" : "s");
  if (tokens > 0) std::fprintf(stderr, ", %.1f tokens/s", static_cast<double>(tokens) / seconds);
  std::fputs("\n", stderr);
}

}  // namespace

std::vector<std::unique_ptr<sink>> sinks_for(options const& chosen, request const& wanted,
                                             io::tokenizer const* pieces) {
  std::vector<std::unique_ptr<sink>> sinks;
  bool prints = true;
  if (chosen.print_ids)
    sinks.push_back(std::make_unique<ids_sink>());
  else if (pieces != nullptr)
    sinks.push_back(std::make_unique<text_sink>(*pieces));
  else
    prints = false;
  if (!chosen.logits.empty()) sinks.push_back(std::make_unique<logits_sink>(chosen.logits));
  // On one terminal, what is printed shows the progress, and a line between its words would spoil it.
  bool const one_terminal = prints && ::isatty(STDOUT_FILENO) != 0;
  if (::isatty(STDERR_FILENO) != 0 && !one_terminal) sinks.push_back(std::make_unique<progress_sink>(wanted.steps));
  return sinks;
}

void print_speed(run_result const& result) {
  print_rate("prefill", result.prompt_tokens, result.prefill_seconds);
  print_rate("decode", result.decoded_tokens, result.decode_seconds);
}
