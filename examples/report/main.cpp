// SPDX-License-Identifier: BSL-1.0
/// Writes the data of the shape report: what the compiler proved of each step, and what a real run measured.
#include "json.hpp"
#include "options.hpp"
#include "request.hpp"
#include "step_clock.hpp"

#include "../demo/measure.hpp"
#include "../standard_output.hpp"

#include <shapeproof/io/new_file.hpp>
#include <shapeproof/io/sentencepiece_tokenizer.hpp>

#include <nlohmann/json.hpp>

#include <cstdio>
#include <ctime>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace io = shapeproof::io;

std::string compiler() {
#ifdef __clang__
  return "Clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__) + "." +
         std::to_string(__clang_patchlevel__);
#else
  return "GCC " __VERSION__;
#endif
}

std::string today() {
  std::time_t const now = std::time(nullptr);
  std::tm calendar = {};
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", gmtime_r(&now, &calendar));
  return text;
}

void write_report(report_options const& chosen) {
  io::new_file file(chosen.out);  // before anything that takes time
  io::sentencepiece_tokenizer const pieces(chosen.tokenizer);
  request const wanted = request_of(chosen, pieces);
  json report = {{"version", SHAPEPROOF_VERSION}, {"date", today()}, {"compiler", compiler()}};
  json const trained = model_json(trained_model(wanted));
  report["models"] = {model_json(note_model(wanted)), trained};
  report["machine"] = machine_json();
  std::string const text = report.dump() + "\n";
  file.write(std::as_bytes(std::span(text)));
  file.finish();
}

}  // namespace

request request_of(report_options const& chosen, shapeproof::io::tokenizer const& pieces) {
  request wanted = {&chosen, &pieces, {}, 0};
  try {
    std::vector<double> times(9);
    for (double& each : times) each = seconds([&] { wanted.tokens = pieces.encode(chosen.prompt); });
    wanted.tokenize_seconds = median(std::move(times));
  } catch (std::invalid_argument const& error) {
    throw std::invalid_argument(std::string("--prompt: ") + error.what());
  }
  if (wanted.tokens.empty()) throw std::invalid_argument("--prompt: it is empty; it needs one token or more");
  return wanted;
}

int main(int count, char** arguments) {
  try {
    report_options chosen;
    auto const code = parse(count, arguments, chosen);
    if (!code) write_report(chosen);
    return standard_output::exit_code(code.value_or(0));
  } catch (std::exception const& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
