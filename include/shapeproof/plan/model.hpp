// SPDX-License-Identifier: BSL-1.0
/// A model as values: its step's trace over symbols, its parameters, its sizes, and which axes ranks cut.
#pragma once

#include <shapeproof/llm/configuration.hpp>
#include <shapeproof/llm/parameters.hpp>
#include <shapeproof/llm/pipeline_trace.hpp>
#include <shapeproof/plan/work.hpp>
#include <shapeproof/tensor/shape_error.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shapeproof::plan {

/// A parameter of the model.
struct parameter {
  std::string name;            ///< `blocks.0.attention.query`
  polynomial const* elements;  ///< of one rank, over the model's symbols
  bool is_of_a_layer;          ///< as many times as there are layers
};

/// An axis that is cut over the ranks.
struct cut_axis {
  std::string_view name;  ///< `Hkv`
  std::string_view part;  ///< the symbol of what one rank has: `Hl`
};

/// Values of symbols.
using sizes = std::map<std::string, std::size_t, std::less<>>;

/// A model over any number of ranks. The trace is over L and past as well.
struct model {
  std::string name;                   ///< for tables
  trace const* step = nullptr;        ///< what a rank does in a step
  std::vector<parameter> parameters;  ///< what a rank has, one layer
  std::vector<cut_axis> cut;          ///< what a rank has a part of
  plan::sizes sizes;                  ///< of whole axes: `V`, `Hkv`
  std::size_t layers = 1;             ///< as many

  /// Why it cannot be cut over so many ranks; empty where it can.
  std::string why_not(std::size_t degree) const {
    for (cut_axis const& axis : cut) {
      std::size_t const all = sizes.find(axis.name)->second;
      std::string const over =
          std::string(axis.name) + "=" + std::to_string(all) + " over tp=" + std::to_string(degree);
      if (all < degree) return over + ": fewer than there are ranks; the others are replicas";
      if (all % degree != 0) return over + ": " + std::to_string(all % degree) + " would be left over";
    }
    return {};
  }

  /// Why it has no room for so many positions, where it has learned each of P; empty where it has.
  std::string why_not_long(std::size_t positions) const {
    auto const learned = sizes.find("P");
    if (learned == sizes.end() || positions <= learned->second) return {};
    return name + " has learned P=" + std::to_string(learned->second) + " positions, and " + std::to_string(positions) +
           " are asked for";
  }

  /// The values of all symbols for one of `degree` ranks, `batch` sequences, `tokens` positions of each after `past`.
  plan::sizes values(std::size_t degree, std::size_t batch, std::size_t tokens, std::size_t past) const {
    plan::sizes result = sizes;
    result["tp"] = degree;
    for (cut_axis const& axis : cut) result[std::string(axis.part)] = sizes.find(axis.name)->second / degree;
    result["B"] = batch;
    result["L"] = tokens;
    result["past"] = past;
    return result;
  }

  /// What one of `degree` ranks does in such a step.
  std::vector<work> step_of(std::size_t degree, std::size_t batch, std::size_t tokens, std::size_t past) const {
    plan::sizes const at = values(degree, batch, tokens, past);
    return work_of(*step, layers, degree, [&](std::string_view symbol) { return at.find(symbol)->second; });
  }

  /// The parameters of one of `degree` ranks.
  double parameter_count(std::size_t degree) const {
    plan::sizes const at = values(degree, 1, 1, 0);
    double sum = 0;
    for (parameter const& each : parameters)
      sum += static_cast<double>(each.is_of_a_layer ? layers : 1) *
             static_cast<double>(
                 evaluate(*each.elements, [&](std::string_view symbol) { return at.find(symbol)->second; }));
    return sum;
  }

  /// The elements of one layer's cache, keys and values, that one of `degree` ranks has of `positions` positions.
  double cached_elements(std::size_t degree, std::size_t batch, std::size_t positions) const {
    plan::sizes const at = values(degree, batch, positions, 0);
    trace_entry const& appended = step->last_of("P7");
    return 2 * detail::float_bytes(*appended.result, [&](std::string_view symbol) { return at.find(symbol)->second; }) /
           sizeof(float);
  }
};

namespace detail {

template <class Weights>
std::vector<parameter> parameters_of(Weights const& weights) {
  std::vector<parameter> result;
  llm::for_each_parameter(weights, [&]<class Parameter>(std::string const& name, Parameter const&) {
    result.push_back({name, &element_count<shape_of<Parameter>>, name.starts_with("blocks.")});
  });
  return result;
}

}  // namespace detail

/// The model of a family, such as `model_of<llm::llama_weights, axes>(...)`, where `Axes` are those of a rank: cut over
/// the mesh `tp`, all others symbols. Throws `shape_error` where a symbol has no size, a size is 0, or a fact of the
/// family does not hold.
template <template <class, class> class Weights, class Axes>
model model_of(std::string name, std::vector<cut_axis> cut, sizes of, std::size_t layers) {
  static constexpr trace step = llm::traced_step<Weights, Axes, "L", "past">();
  model result{std::move(name), &step,         detail::parameters_of(Weights<Axes, llm::traced>{}),
               std::move(cut),  std::move(of), layers};
  auto const require = [&](std::string_view symbol) {
    auto const found = result.sizes.find(symbol);
    if (found == result.sizes.end() || found->second == 0)
      throw shape_error("plan", result.name, "the size " + std::string(symbol) + " has no value");
  };
  for (cut_axis const& axis : result.cut) require(axis.name);
  plan::sizes whole = result.values(1, 1, 1, 0);
  auto const value_of = [&](std::string_view symbol) {
    if (!whole.contains(symbol)) require(symbol);
    return whole.find(symbol)->second;
  };
  for (parameter const& each : result.parameters) {
    if (evaluate(*each.elements, value_of) <= 0) throw shape_error("plan", result.name, each.name + " has no elements");
  }
  llm::detail::require_facts(typename Axes::facts{}, value_of);
  return result;
}

}  // namespace shapeproof::plan
