// SPDX-License-Identifier: BSL-1.0
/// Requests by name, and what came of each.
#pragma once

#include <shapeproof/llm/request.hpp>
#include <shapeproof/llm/token_ids.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace shapeproof::llm {

/// Runs `action` and gives what its error says, where that is an error of what was asked for: `shape_error`,
/// `std::invalid_argument` or `std::domain_error`. All else, such as want of memory or a rank that is gone, is thrown
/// on.
template <class Action>
std::optional<std::string> own_error(Action const& action) {
  try {
    action();
    return std::nullopt;
  } catch (shape_error const& error) {
    return error.what();
  } catch (std::invalid_argument const& error) {
    return error.what();
  } catch (std::domain_error const& error) {
    return error.what();
  }
}

namespace detail {
/// What comes next in an answer: a token and the random numbers behind it, or the request's own error.
template <class Vocabulary>
struct next_token {
  index<Vocabulary> token = {};
  random_stream random = {};
  std::optional<std::string> error;
};
}  // namespace detail

/// The requests to one model, whose tokens are indices of `Vocabulary`. An error in one of them is that one's alone.
/// Prompts and answers are kept until they are forgotten.
template <class Vocabulary>
class request_list {
 public:
  /// For a vocabulary of that many tokens, and requests of at most so many positions.
  request_list(std::size_t vocabulary, std::size_t positions) : vocabulary_(vocabulary), positions_(positions) {}

  /// Takes a request and gives its name: how many came before it. One that cannot be done fails at once. Throws
  /// std::bad_alloc, and has taken none then.
  std::size_t add(request wanted) {
    entry made{std::move(wanted), {}};
    auto error = own_error([&] {
      require_possible(made.wanted, positions_);
      (void)ids_of(made.wanted);
    });
    std::size_t const name = came_;
    entries_.emplace(name, std::move(made));
    ++came_;
    if (error) fail(name, std::move(*error));
    return name;
  }
  /// Forgets the request that came last.
  void take_back() {
    entries_.erase(--came_);
    first_waiting_ = std::min(first_waiting_, came_);
  }
  /// What came of a request that has ended; from now on nothing of it is kept. Throws `shape_error` as `at`, and where
  /// it has not ended.
  answer forget(std::size_t name) {
    auto const progress_now = at(name).progress;
    if (progress_now == progress::waiting || progress_now == progress::running)
      throw shape_error("forget", "request " + std::to_string(name), "it has not ended");
    auto node = entries_.extract(name);
    return std::move(node.mapped().so_far);
  }

  /// An error ends the request.
  void fail(std::size_t name, std::string error) noexcept {
    auto& so_far = of(name).so_far;
    so_far.progress = progress::failed;
    so_far.error = std::move(error);
    pass_over();
  }
  /// The request has a row from now on.
  void run(std::size_t name) noexcept {
    of(name).so_far.progress = progress::running;
    pass_over();
  }

  /// Throws `shape_error` for an index that was made with another extent, and is none of these tokens.
  void require_token(index<Vocabulary> token) const {
    (void)detail::checked_token<Vocabulary>(token.value(), vocabulary_, "request", [] { return "the first token"; });
  }
  /// Makes room for one token more. Throws std::bad_alloc.
  void make_room(std::size_t name) {
    auto& tokens = of(name).so_far.tokens;
    if (tokens.size() == tokens.capacity()) tokens.reserve(2 * tokens.size() + 8);
  }
  /// The answer's next token, for which there is room. It is finished with one of the ends, or with the last token that
  /// was asked for.
  arrival<Vocabulary> keep(std::size_t name, index<Vocabulary> token) noexcept {
    auto& [wanted, so_far] = of(name);
    so_far.tokens.push_back(token.value());
    bool const is_end = std::find(wanted.ends.begin(), wanted.ends.end(), token.value()) != wanted.ends.end();
    bool const is_last = is_end || so_far.tokens.size() == wanted.tokens;
    if (is_last) so_far.progress = progress::finished;
    return {name, token, is_last};
  }

  /// The request of this name, unchecked.
  request const& wanted(std::size_t name) const { return entries_.find(name)->second.wanted; }
  /// Whether it has a row.
  bool is_running(std::size_t name) const { return is(progress::running, name); }
  /// Whether any waits for one.
  bool has_waiting() const { return first_waiting_ < came_; }
  /// The one that has waited longest, where any waits.
  std::size_t first_waiting() const { return first_waiting_; }
  /// Whether it waits for one.
  bool is_waiting(std::size_t name) const { return is(progress::waiting, name); }
  /// What came of a request. Throws `shape_error` where none has this name, or it was forgotten.
  answer const& at(std::size_t name) const {
    auto const found = entries_.find(name);
    if (found == entries_.end())
      throw shape_error("answer", std::to_string(came_) + " requests",
                        std::to_string(name) + (name < came_ ? " was forgotten" : " is not one"));
    return found->second.so_far;
  }

  /// The ids of its prompt, `[B=1, L]`. Throws std::bad_alloc.
  auto prompt(std::size_t name) const { return ids_of(wanted(name)); }

 private:
  struct entry {
    request wanted;
    answer so_far;
  };

  entry& of(std::size_t name) noexcept { return entries_.find(name)->second; }
  bool is(progress wanted, std::size_t name) const {
    auto const found = entries_.find(name);
    return found != entries_.end() && found->second.so_far.progress == wanted;
  }

  /// The ids of a prompt. Throws `shape_error` that names the place of one outside the vocabulary.
  auto ids_of(request const& of) const {
    auto const& numbers = of.prompt;
    tensor<index<Vocabulary>, axis<"B", 1>, axis<"L">> ids(bind<"L">(numbers.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i)
      ids(0, i) = detail::checked_token<Vocabulary>(numbers[i], vocabulary_, "request",
                                                    [&] { return detail::token_text(i, numbers.size()); });
    return ids;
  }
  void pass_over() noexcept {
    while (first_waiting_ < came_ && !is_waiting(first_waiting_)) ++first_waiting_;
  }

  std::size_t vocabulary_;
  std::size_t positions_;
  std::map<std::size_t, entry> entries_;  // by name, those that were not forgotten
  std::size_t came_ = 0;                  // requests, all in all
  std::size_t first_waiting_ = 0;         // all before it have left the queue
};

}  // namespace shapeproof::llm
