// SPDX-License-Identifier: BSL-1.0
/// A model, its run, and the machine.
#include "json.hpp"

#include <shapeproof/cpu/probe.hpp>
#include <shapeproof/cpu/threads.hpp>
#include <shapeproof/llm/pipeline_trace.hpp>
#include <shapeproof/tensor/buffer.hpp>

#include "../demo/measure.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <utility>

namespace {

json token_json(token const& one) { return {{"id", one.id}, {"text", one.text}}; }

std::string_view own_id(std::string_view id) { return id; }

json phase_json(model_data const& model, phase const& of, std::string_view (*id_of)(std::string_view)) {
  json symbols = {{"L", of.tokens}, {"past", of.past}, {"capacity", model.capacity}};
  for (auto const& [name, value] : model.sizes) symbols[name] = value;
  return {{"tokens", of.tokens},
          {"past", of.past},
          {"seconds", rounded(of.seconds)},
          {"symbols", std::move(symbols)},
          {"steps", steps_json(model, of, id_of)}};
}

json weights_json(layer_weights const& heads) {
  json result = json::array();
  for (head_weights const& head : heads) {
    json rows = json::array();
    for (auto const& row : head) {
      json weights = json::array();
      for (float weight : row) weights.push_back(rounded(weight));
      rows.push_back(std::move(weights));
    }
    result.push_back(std::move(rows));
  }
  return result;
}

json attention_json(model_data const& model) {
  json layers = json::array();
  for (std::size_t i = 0; i < model.layers; ++i)
    layers.push_back({{"layer", i},
                      {"prefill", weights_json(model.prefill_attention[i])},
                      {"decode", weights_json(model.decode_attention[i])}});
  return {{"layers", std::move(layers)}};
}

json cache_json(model_data const& model) {
  auto const prefill_values = values_in(model, model.prefill);
  auto const& after = *model.proved->last_of("P7").result;  // [B, H, S=past+L, Dk]
  json steps = json::array();
  for (generated_token const& each : model.generated) {
    phase const now = {
        .tokens = each.step == 0 ? model.prefill.tokens : 1, .past = each.past, .seconds = 0, .steps = {}};
    steps.push_back({{"phase", each.step == 0 ? "prefill" : "decode"},
                     {"length", now.past + now.tokens},
                     {"type", to_text(after).view()},
                     {"shape", shape_text(after, values_in(model, now))}});
  }
  json norms = json::array();
  for (auto const& position : model.key_norms) {
    json heads = json::array();
    for (float norm : position) heads.push_back(rounded(norm));
    norms.push_back(std::move(heads));
  }
  // Keys and values of every layer.
  auto const position = value_of(*after.axes[1].extent * *after.axes[3].extent, prefill_values);
  return {{"capacity", model.capacity},
          {"bytes_per_position", 2 * model.layers * sizeof(float) * static_cast<std::size_t>(position)},
          {"layers", model.layers},
          {"steps", std::move(steps)},
          {"key_norms", std::move(norms)}};
}

/// Bytes a second that all threads together read from memory that no cache holds, at best: what else runs disturbs.
double read_rate() {
  shapeproof::buffer<float> memory(std::size_t{1} << 26);
  std::fill_n(memory.data(), memory.size(), 1.0F);
  float volatile sum = 0;
  double best = 1e300;
  for (int i = 0; i < 40; ++i)
    best = std::min(best, seconds([&] { sum = sum + shapeproof::cpu::read_once(memory.data(), memory.size()); }));
  return static_cast<double>(memory.size() * sizeof(float)) / best;
}

/// FLOPs a second of all threads together: additions and multiplications, as a trace counts them.
double flop_rate() {
  double best = 0;
  for (int i = 0; i < 5; ++i) best = std::max(best, 2 * shapeproof::cpu::multiply_add_rate(0.1));
  return best;
}

std::string processor() {
  std::ifstream facts("/proc/cpuinfo");
  for (std::string line; std::getline(facts, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "";
}

}  // namespace

json model_json(model_data const& model) {
  auto const values = values_in(model, model.prefill);
  auto const& queries = *model.proved->last_of("P6").result;  // [B, H, L, Dk]
  json tokens = json::array(), generated = json::array();
  for (token const& each : model.tokens) tokens.push_back(token_json(each));
  for (generated_token const& each : model.generated) {
    generated.push_back(token_json(each));
    generated.back().update({{"step", each.step}, {"past", each.past}, {"seconds", rounded(each.seconds)}});
  }
  return {{"key", model.key},
          {"name", model.name},
          {"parameters", model.parameters},
          {"weight_bytes", model.weight_bytes},
          {"layers", model.layers},
          {"heads", value_of(*queries.axes[1].extent, values)},
          {"head_size", value_of(*queries.axes[3].extent, values)},
          {"weights", model.weights},
          {"prompt", {{"text", model.prompt}, {"tokens", std::move(tokens)}}},
          {"generated", std::move(generated)},
          {"phases",
           {{"prefill", phase_json(model, model.prefill, own_id)},
            {"decode", phase_json(model, model.decode, shapeproof::llm::decode_step)}}},
          {"attention", attention_json(model)},
          {"cache", cache_json(model)}};
}

json machine_json() {
  return {{"cpu", processor()},
          {"threads", shapeproof::cpu::threads()},
          {"flops_per_second", rounded(flop_rate())},
          {"bytes_per_second", rounded(read_rate())}};
}
