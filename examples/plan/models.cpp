// SPDX-License-Identifier: BSL-1.0
#include "models.hpp"

#include <shapeproof/plan/families.hpp>

#include <stdexcept>

namespace plan = shapeproof::plan;

namespace {

struct known_model {
  std::string name;
  plan::model (*make)(std::string, plan::sizes, std::size_t);
  plan::sizes sizes;
  std::size_t layers;
};

/// The note's numbers, and layers that it does not fix; Radford et al., 2019 (its vocabulary of 50257 filled up to
/// 50304, which cuts evenly); Grattafiori et al., 2024 (arXiv:2407.21783). R is half a head.
std::vector<known_model> const& known_models() {
  static std::vector<known_model> const all = {
      {"note",
       plan::note_model,
       {{"V", 6000}, {"De", 4096}, {"D", 5200}, {"H", 8}, {"Dk", 650}, {"F", 20800}, {"Dl", 3200}},
       32},
      {"gpt2", plan::gpt2_model, {{"V", 50304}, {"P", 1024}, {"D", 768}, {"H", 12}, {"Dk", 64}, {"F", 3072}}, 12},
      {"llama-65b", plan::llama_model, {{"V", 32000}, {"D", 8192}, {"Hkv", 64}, {"G", 1}, {"R", 64}, {"F", 22016}}, 80},
      {"llama-8b", plan::llama_model, {{"V", 128256}, {"D", 4096}, {"Hkv", 8}, {"G", 4}, {"R", 64}, {"F", 14336}}, 32},
      {"llama-70b", plan::llama_model, {{"V", 128256}, {"D", 8192}, {"Hkv", 8}, {"G", 8}, {"R", 64}, {"F", 28672}}, 80},
      {"llama-405b",
       plan::llama_model,
       {{"V", 128256}, {"D", 16384}, {"Hkv", 8}, {"G", 16}, {"R", 64}, {"F", 53248}},
       126}};
  return all;
}

}  // namespace

std::vector<std::string> model_names() {
  std::vector<std::string> result;
  for (auto const& each : known_models()) result.push_back(each.name);
  return result;
}

plan::model named_model(std::string const& name, plan::sizes const& changed, std::size_t layers) {
  for (auto const& each : known_models()) {
    if (each.name != name) continue;
    plan::sizes sizes = each.sizes;
    std::string const lacks = "the model " + name + " has no size ";
    for (auto const& [symbol, value] : changed) {
      if (!sizes.contains(symbol)) throw std::invalid_argument(lacks + symbol);
      sizes[symbol] = value;
    }
    return each.make(name, sizes, layers == 0 ? each.layers : layers);
  }
  throw std::invalid_argument("there is no model " + name);
}
