// SPDX-License-Identifier: BSL-1.0
/// Steps of a trace.
#include "steps.hpp"

#include <shapeproof/tensor/symbols.hpp>

#include <algorithm>

using shapeproof::trace_entry;

namespace {

void add(pipeline_step& step, trace_entry const& entry, symbol_value const& values) {
  auto const same = [&](auto const& each) { return each.first == entry.operation; };
  auto const found = std::find_if(step.operations.begin(), step.operations.end(), same);
  if (found == step.operations.end())
    step.operations.push_back({entry.operation, 1});
  else
    ++found->second;
  step.entries.push_back(&entry);
  step.flops += value_of(*entry.flops, values);
  step.bytes += value_of(*entry.bytes, values);
}

}  // namespace

std::vector<std::string> pipeline_step::operation_texts() const {
  std::vector<std::string> texts;
  texts.reserve(operations.size());
  for (auto const& [name, count] : operations)
    texts.push_back(std::string(name) + (count > 1 ? " x" + std::to_string(count) : ""));
  return texts;
}

long long value_of(shapeproof::polynomial const& expression, symbol_value const& values) {
  return shapeproof::evaluate(expression, values);
}

std::string shape_text(shapeproof::shape_description const& shape, symbol_value const& values) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.rank; ++i) {
    auto const& axis = shape.axes[i];
    text += (i > 0 ? ", " : "") + std::string(axis.name) + "=" + std::to_string(value_of(*axis.extent, values));
  }
  return text + "]";
}

std::vector<pipeline_step> steps_of(shapeproof::trace const& from, symbol_value const& values,
                                    std::function<std::string_view(std::string_view)> const& id_of) {
  std::vector<pipeline_step> steps;
  for (std::size_t i = 0; i < from.count; ++i) {
    std::string_view const id = id_of(from.entries[i].step);
    if (id.empty()) continue;
    auto step = std::find_if(steps.begin(), steps.end(), [&](pipeline_step const& each) { return each.id == id; });
    if (step == steps.end()) step = steps.insert(steps.end(), pipeline_step{.id = id, .operations = {}, .entries = {}});
    add(*step, from.entries[i], values);
  }
  return steps;
}

bool is_block_step(std::string_view id) {
  int const number = std::stoi(std::string(id.substr(1)));
  return number >= 4 && number <= 17;
}
