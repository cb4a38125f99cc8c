// SPDX-License-Identifier: BSL-1.0
/// Requests of mixed lengths, and what each gets alone: by prefill, decode and sample, without a batch.
#pragma once

#include <shapeproof/llm/batch.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace requests {

namespace sp = shapeproof;
namespace llm = shapeproof::llm;
using ids = std::vector<std::size_t>;
using sizes_of_numbers = sp::symbol_values<sp::symbols<>>;

/// `count` requests: prompts of 1 to `longest` tokens, 1 to `most` new ones, one in three greedy, each with a seed of
/// its own. Every fourth ends at a token that may come.
inline std::vector<llm::request> mixed(std::size_t count, std::size_t vocabulary, std::size_t longest,
                                       std::size_t most) {
  std::vector<llm::request> result;
  for (std::size_t i = 0; i < count; ++i) {
    llm::request one;
    for (std::size_t l = 0; l < 1 + (i * 7 + i * i) % longest; ++l)
      one.prompt.push_back((i * 29 + l * l * 5 + l * 3 + 2) % vocabulary);
    one.tokens = 1 + (i * 11 + 3) % most;
    if (i % 4 == 3) one.ends = {(i * 13) % vocabulary, (i * 17) % vocabulary};
    one.sampling = {.temperature = i % 3 == 0 ? 0.0F : 1.0F, .top_k = i % 5 == 4 ? std::size_t{7} : std::size_t{0}};
    one.seed = 1000 + i;
    result.push_back(std::move(one));
  }
  return result;
}

/// The prompt's ids in the axes that a model wants, `[L]` or `[B, L]`.
template <class Model>
auto prompt_of(ids const& numbers, std::size_t vocabulary) {
  using id = sp::index<typename Model::V>;
  if constexpr (requires { typename Model::De; }) {
    sp::tensor<id, sp::axis<"L">> result(sp::bind<"L">(numbers.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i) result(i) = id(numbers[i], vocabulary);
    return result;
  } else {
    using B = typename Model::B;
    auto result = [&] {
      if constexpr (sp::is_static<B>)
        return sp::tensor<id, B, sp::axis<"L">>(sp::bind<"L">(numbers.size()));
      else
        return sp::tensor<id, B, sp::axis<"L">>(sp::bind<"B">(1), sp::bind<"L">(numbers.size()));
    }();
    for (std::size_t i = 0; i < numbers.size(); ++i) result(0, i) = id(numbers[i], vocabulary);
    return result;
  }
}

/// The answer of one request, with caches of its own.
template <class Weights, class Sizes = sizes_of_numbers>
ids alone(Weights const& w, llm::request const& wanted, Sizes const& sizes = {}) {
  using model = typename Weights::model;
  std::size_t const capacity = wanted.prompt.size() + wanted.tokens;
  auto empty = [&] {
    if constexpr (sp::is_static<typename model::B>)
      return llm::empty_caches<model>(w.blocks.size(), capacity);
    else
      return llm::empty_caches<model>(w.blocks.size(), capacity, sizes, sp::no_padding{}, sp::bind<"B">(1));
  };
  auto state = llm::prefill(prompt_of<model>(wanted.prompt, w.embedding.template extent<"V">()), w, empty());
  llm::random_stream random{.seed = wanted.seed};
  ids result;
  while (true) {
    auto const token = llm::sample(state.logits, wanted.sampling, random);
    result.push_back(token(0).value());
    bool const is_end = std::find(wanted.ends.begin(), wanted.ends.end(), result.back()) != wanted.ends.end();
    if (is_end || result.size() == wanted.tokens) return result;
    state = llm::decode(token, w, std::move(state.caches));
  }
}

/// Hands the requests to a batch of so many rows, some before each step, and compares every answer with its single run;
/// gives how many steps it took.
template <class Weights, class Sizes = sizes_of_numbers>
std::size_t check(Weights const& w, std::vector<llm::request> const& wanted, llm::batch_size size,
                  std::size_t at_a_time, Sizes const& sizes = {}) {
  llm::batch together(w, size, sizes);
  std::vector<ids> heard(wanted.size());
  std::vector<int> ends(wanted.size());
  std::size_t steps = 0;
  for (std::size_t next = 0; next < wanted.size() || !together.is_idle(); ++steps) {
    for (std::size_t i = 0; i < at_a_time && next < wanted.size(); ++i, ++next)
      CHECK(together.add(wanted[next]) == next);
    together.step([&](auto const& each) {
      heard[each.request].push_back(each.token.value());
      ends[each.request] += each.is_last ? 1 : 0;
    });
  }
  CHECK(together.free_rows() == size.rows);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    CAPTURE(i);
    CHECK(together.at(i).progress == llm::progress::finished);
    CHECK(together.at(i).tokens == alone(w, wanted[i], sizes));
    CHECK(heard[i] == together.at(i).tokens);
    CHECK(ends[i] == 1);
  }
  return steps;
}

}  // namespace requests
