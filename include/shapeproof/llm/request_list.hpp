// SPDX-License-Identifier: BSL-1.0
/// Requests by name, and what came of each.
#pragma once

#include <shapeproof/llm/request.hpp>
#include <shapeproof/llm/token_ids.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace shapeproof::llm {

/// The requests to one model, whose tokens are indices of `Vocabulary`. An error in one of them is that one's alone.
template <class Vocabulary>
class request_list {
 public:
  /// For a vocabulary of that many tokens, and requests of at most so many positions.
  request_list(std::size_t vocabulary, std::size_t positions) : vocabulary_(vocabulary), positions_(positions) {}

  /// Takes a request and gives its name: how many came before it. One that cannot be done fails at once.
  std::size_t add(request wanted) {
    std::size_t const name = entries_.size();
    entries_.push_back({std::move(wanted), {}});
    or_fail(name, [&] {
      require_possible(entries_[name].wanted, positions_);
      (void)prompt(name);
    });
    return name;
  }

  /// Runs `action`, whose errors end the request.
  template <class Action>
  void or_fail(std::size_t name, Action const& action) {
    try {
      action();
    } catch (std::exception const& error) {
      entries_[name].so_far.progress = progress::failed;
      entries_[name].so_far.error = error.what();
    }
  }

  /// The request has a row from now on.
  void run(std::size_t name) { entries_[name].so_far.progress = progress::running; }

  /// The answer's next token. It is finished with one of the ends, or with the last token that was asked for.
  arrival<Vocabulary> keep(std::size_t name, index<Vocabulary> token) {
    auto& [wanted, so_far] = entries_[name];
    so_far.tokens.push_back(token.value());
    bool const is_end = std::find(wanted.ends.begin(), wanted.ends.end(), token.value()) != wanted.ends.end();
    bool const is_last = is_end || so_far.tokens.size() == wanted.tokens;
    if (is_last) so_far.progress = progress::finished;
    return {name, token, is_last};
  }

  /// The request of this name, unchecked.
  request const& wanted(std::size_t name) const { return entries_[name].wanted; }
  /// Whether it has a row.
  bool is_running(std::size_t name) const { return entries_[name].so_far.progress == progress::running; }
  /// Whether it waits for one.
  bool is_waiting(std::size_t name) const { return entries_[name].so_far.progress == progress::waiting; }
  /// What came of a request. Throws `shape_error` where none has this name.
  answer const& at(std::size_t name) const {
    if (name >= entries_.size())
      throw shape_error("answer", std::to_string(entries_.size()) + " requests", std::to_string(name) + " is not one");
    return entries_[name].so_far;
  }

  /// The ids of its prompt, `[B=1, L]`. Throws `shape_error` that names its place for one outside the vocabulary.
  auto prompt(std::size_t name) const {
    auto const& numbers = wanted(name).prompt;
    tensor<index<Vocabulary>, axis<"B", 1>, axis<"L">> ids(bind<"L">(numbers.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i)
      ids(0, i) = detail::checked_token<Vocabulary>(numbers[i], vocabulary_, "request",
                                                    [&] { return detail::token_text(i, numbers.size()); });
    return ids;
  }

 private:
  struct entry {
    request wanted;
    answer so_far;
  };
  std::size_t vocabulary_;
  std::size_t positions_;
  std::vector<entry> entries_;  // in the order in which they came
};

}  // namespace shapeproof::llm
