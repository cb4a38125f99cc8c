// SPDX-License-Identifier: BSL-1.0
/// Shapes and steps.
#include "json.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstdlib>
#include <set>
#include <utility>

using shapeproof::shape_description;
using shapeproof::trace_entry;
using shapeproof::trace_operand;

namespace {

json axes_json(shape_description const& shape, symbol_value const& values) {
  json axes = json::array();
  for (std::size_t i = 0; i < shape.rank; ++i) {
    auto const& axis = shape.axes[i];
    json one = {
        {"name", axis.name}, {"extent", value_of(*axis.extent, values)}, {"expression", to_text(*axis.extent).view()}};
    if (axis.factors != nullptr) one["factors"] = axes_json(*axis.factors, values);
    axes.push_back(std::move(one));
  }
  return axes;
}

/// What a step reads that it does not make itself, each tensor once; weights cannot be told apart, and are all named.
json inputs_json(model_data const& model, pipeline_step const& step, symbol_value const& values) {
  json inputs = json::array();
  std::set<std::pair<std::size_t, shape_description const*>> named;
  for (trace_entry const* entry : step.entries)
    for (std::size_t o = 0; o < entry->operand_count; ++o) {
      trace_operand const& operand = model.proved->operands[entry->first_operand + o];
      bool const is_own = operand.made_by > 0 && model.proved->entries[operand.made_by - 1].step == step.id;
      if (is_own || (!operand.is_parameter && !named.insert({operand.made_by, operand.shape}).second)) continue;
      inputs.push_back(shape_json(*operand.shape, values));
      if (operand.is_parameter) inputs.back()["weight"] = true;
    }
  if (step.id == "P7")  // keys and values of earlier positions
    for (char const* what : {"keys", "values"}) {
      inputs.push_back(shape_json(*model.cached, values));
      inputs.back()["cache"] = what;
    }
  return inputs;
}

/// The trace counts weights as floats; packed ones are read as they are stored, int8 with a scale for each column.
long long bytes_of(model_data const& model, pipeline_step const& step, symbol_value const& values) {
  long long bytes = step.bytes;
  if (model.weights == "f32") return bytes;
  for (trace_entry const* entry : step.entries)
    for (std::size_t o = 0; o < entry->operand_count; ++o) {
      trace_operand const& operand = model.proved->operands[entry->first_operand + o];
      if (!operand.is_parameter || operand.shape->rank != 2 || entry->operation == "embed") continue;
      long long const rows = value_of(*operand.shape->axes[0].extent, values);
      long long const columns = value_of(*operand.shape->axes[1].extent, values);
      bytes += model.weights == "bf16" ? -2 * rows * columns : (4 - 3 * rows) * columns;
    }
  return bytes;
}

char const* note_of(std::string_view step) {
  constexpr std::pair<char const*, char const*> notes[] = {{"P1", "tokenize"},
                                                           {"P2", "embed the tokens"},
                                                           {"P3", "into the hidden width"},
                                                           {"P4", "Q, K, V"},
                                                           {"P5", "split heads"},
                                                           {"P6", "heads before positions"},
                                                           {"P7", "append to cache"},
                                                           {"P8", "scores"},
                                                           {"P9", "causal mask"},
                                                           {"P10", "softmax"},
                                                           {"P11", "weights x values"},
                                                           {"P12", "merge heads"},
                                                           {"P13", "attention output"},
                                                           {"P14", "residual"},
                                                           {"P15", "feed-forward up"},
                                                           {"P16", "feed-forward down"},
                                                           {"P17", "residual"},
                                                           {"P18", "last hidden state"},
                                                           {"P19", "last position"},
                                                           {"P20", "logits"},
                                                           {"P21", "sample"}};
  for (auto const& [id, note] : notes)
    if (id == step) return note;
  return "";
}

}  // namespace

double rounded(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return std::strtod(text, nullptr);
}

json shape_json(shape_description const& shape, symbol_value const& values) {
  return {{"text", shape_text(shape, values)}, {"axes", axes_json(shape, values)}};
}

symbol_value values_in(model_data const& model, phase const& in) {
  return [&model, &in](std::string_view symbol) {
    for (auto const& [name, value] : model.sizes)
      if (name == symbol) return value;
    return symbol == "L" ? in.tokens : symbol == "past" ? in.past : symbol == "capacity" ? model.capacity : 1;  // B
  };
}

json steps_json(model_data const& model, phase const& of, std::string_view (*id_of)(std::string_view)) {
  auto const values = values_in(model, of);
  json steps = json::array();
  std::string_view timed;
  for (pipeline_step const& step : steps_of(*model.proved, values, [](std::string_view id) { return id; })) {
    auto const seconds = of.steps.find(step.id);
    if (seconds != of.steps.end()) timed = step.id;
    if (id_of(step.id).empty()) continue;
    std::size_t const repeats = is_block_step(step.id) ? model.layers : 1;
    json one = {{"id", id_of(step.id)},
                {"prefill_id", step.id},
                {"note", note_of(step.id)},
                {"operations", step.operation_texts()},
                {"inputs", inputs_json(model, step, values)},
                {"output", shape_json(step.result(), values)},
                {"repeats", repeats},
                {"flops", step.flops},
                {"bytes", bytes_of(model, step, values)}};
    if (seconds != of.steps.end()) {
      one["seconds"] = rounded(seconds->second / static_cast<double>(repeats));
    } else {
      one["seconds"] = nullptr;
      one["measured_with"] = timed;
    }
    steps.push_back(std::move(one));
  }
  return steps;
}
