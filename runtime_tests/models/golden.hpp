// SPDX-License-Identifier: BSL-1.0
/// Trained models and what others computed with them.
#pragma once

#include <shapeproof/io/weight_file.hpp>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/llm/token_ids.hpp>

#include "../io/shared_models.hpp"
#include "../naive.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace golden {

namespace sp = shapeproof;
namespace llm = shapeproof::llm;
namespace io = shapeproof::io;

using shared_models::missing;
constexpr auto path_of = shared_models::path;

/// The elements of a file of little-endian numbers.
template <class T>
std::vector<double> numbers_in(std::string const& name) {
  std::ifstream file(path_of(name), std::ios::binary);
  REQUIRE(file.good());
  std::string const bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::vector<double> result(bytes.size() / sizeof(T));
  for (std::size_t i = 0; i < result.size(); ++i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    result[i] = static_cast<double>(value);
  }
  return result;
}

/// Lines `position token_in token_next`.
struct id_line {
  std::size_t position = 0;
  int in = 0;
  int next = 0;
  bool operator==(id_line const&) const = default;
};
inline std::vector<id_line> ids_in(std::string const& name) {
  std::ifstream file(path_of(name));
  REQUIRE(file.good());
  std::vector<id_line> result;
  for (id_line line; file >> line.position >> line.in >> line.next;) result.push_back(line);
  REQUIRE(!result.empty());
  return result;
}

/// The largest difference of two lists of numbers; infinite where one is longer.
inline double difference(std::vector<double> const& found, std::vector<double> const& expected) {
  if (found.size() != expected.size()) return HUGE_VAL;
  double worst = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    double const apart = std::abs(found[i] - expected[i]);
    worst = apart >= worst ? apart : (apart < worst ? worst : HUGE_VAL);
  }
  return worst;
}

/// What a model says of a batch of prompts: the ids that it prefers, `steps` for each row, and every step's logits.
struct continuation {
  std::vector<std::vector<int>> ids;
  std::vector<std::vector<double>> logits;
};

/// Greedy continuation of a batch whose rows are filled up on the left.
template <class Model, class Loaded>
continuation continued(Loaded const& model, std::vector<std::vector<int>> const& prompts, std::size_t steps,
                       std::size_t capacity) {
  std::size_t const vocabulary = model.weights.embedding.template extent<"V">();
  auto batch = llm::token_rows<typename Model::V>(prompts, vocabulary);
  auto step = llm::prefill(
      batch.ids, model.weights,
      llm::empty_caches<Model>(model.layers(), capacity, model.sizes, batch.padding, sp::bind<"B">(prompts.size())));
  continuation result{std::vector<std::vector<int>>(prompts.size()), std::vector<std::vector<double>>(prompts.size())};
  llm::random_stream unused;
  for (std::size_t i = 0; i < steps; ++i) {
    auto const tokens = llm::sample(step.logits, {.temperature = 0}, unused);
    for (std::size_t b = 0; b < prompts.size(); ++b) {
      result.ids[b].push_back(static_cast<int>(tokens(b).value()));
      for (std::size_t v = 0; v < vocabulary; ++v) result.logits[b].push_back(static_cast<double>(step.logits(b, v)));
    }
    if (i + 1 < steps) step = llm::decode(tokens, model.weights, std::move(step.caches));
  }
  return result;
}

}  // namespace golden
