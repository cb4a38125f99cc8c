// SPDX-License-Identifier: BSL-1.0
/// Text, JSON, progress, summary.
#include "report.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace cluster {

namespace {

std::string milliseconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.2f ms", seconds * 1e3);
  return text;
}

}  // namespace

// What was printed is kept, whatever happens to this rank.
void print(std::string const& text) {
  std::size_t const written = std::fwrite(text.data(), 1, text.size(), stdout);
  if (written != text.size() || std::fflush(stdout) != 0)
    throw std::runtime_error(std::string("stdout cannot be written: ") + std::strerror(errno));
}

std::string report::text_of(result const& one) const {
  auto const& prompt = work_.requests[one.request].request.prompt;
  if (pieces_ != nullptr) {
    std::vector<int> all(prompt.begin(), prompt.end());
    all.insert(all.end(), one.tokens.begin(), one.tokens.end());
    return pieces_->decode(all);
  }
  std::string text;
  for (std::size_t const id : one.tokens) text.append(text.empty() ? "" : " ").append(std::to_string(id));
  return text;
}

void report::print_text(result const& one) const {
  auto const& wanted = work_.requests[one.request];
  if (!one.error.empty()) {
    print("--- " + wanted.id + ": failed: " + one.error + "\n");
    return;
  }
  print("--- " + wanted.id + ": " + std::to_string(wanted.request.prompt.size()) + " + " +
        std::to_string(one.tokens.size()) + " tokens, first after " + milliseconds(one.first_token) + ", then " +
        milliseconds(one.each_token) + " each, " + std::to_string(one.bytes) + " bytes moved\n" + text_of(one) + "\n");
}

void report::print_json(result const& one) const {
  auto const& wanted = work_.requests[one.request];
  nlohmann::ordered_json line = {{"id", wanted.id}, {"finished", one.error.empty()}};
  if (one.error.empty()) {
    line["prompt_tokens"] = wanted.request.prompt.size();
    line["tokens"] = one.tokens;
    if (pieces_ != nullptr) line["text"] = text_of(one);
    line["seconds_to_first_token"] = one.first_token;
    line["seconds_per_token"] = one.each_token;
    line["bytes_moved"] = one.bytes;
  } else {
    line["error"] = one.error;
  }
  print(line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

void report::take(result const& one) {
  if (json_)
    print_json(one);
  else
    print_text(one);
  states_.at(one.request) = one.error.empty() ? state::finished : state::failed;
  tokens_ += one.tokens.size();
  bytes_ += one.bytes;
  if (clock::now() - shown_ < std::chrono::seconds(1)) return;
  shown_ = clock::now();
  auto const left = static_cast<std::size_t>(std::ranges::count(states_, state::open));
  std::fprintf(stderr, "%zu of %zu requests are left, %zu tokens are made\n", left, states_.size(), tokens_);
}

std::string report::ids_in(state wanted) const {
  std::string text;
  for (std::size_t i = 0; i < states_.size(); ++i)
    if (states_[i] == wanted) text += (text.empty() ? "" : ", ") + work_.requests[i].id;
  return text;
}

void report::print_summary() const {
  double const seconds = std::chrono::duration<double>(clock::now() - begin_).count();
  std::string text;
  for (auto const& [which, name] :
       {std::pair(state::finished, "finished"), {state::failed, "failed"}, {state::open, "not finished"}}) {
    auto const count = std::ranges::count(states_, which);
    if (count > 0) text += std::string(name) + ": " + std::to_string(count) + " (" + ids_in(which) + ")\n";
  }
  std::fputs(text.c_str(), stderr);
  if (tokens_ > 0)
    std::fprintf(stderr, "%zu tokens in %.2f s, %.1f tokens/s; %.3f MB of caches moved\n", tokens_, seconds,
                 static_cast<double>(tokens_) / seconds, static_cast<double>(bytes_) * 1e-6);
}

void report::print_heard() const {
  auto const ids = ids_in(state::finished);
  std::fprintf(stderr, "%s; all that was printed is finished\n",
               ids.empty() ? "heard of no finished request" : ("heard to be finished: " + ids).c_str());
}

bool report::is_good() const {
  return std::ranges::all_of(states_, [](state each) { return each == state::finished; });
}

}  // namespace cluster
