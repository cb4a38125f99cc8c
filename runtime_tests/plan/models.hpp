// SPDX-License-Identifier: BSL-1.0
/// Models and machines for the tests of plans.
#pragma once

#include <shapeproof/plan/families.hpp>
#include <shapeproof/plan/hardware.hpp>

namespace planned {

namespace sp = shapeproof;
namespace plan = shapeproof::plan;

inline plan::model note(std::size_t layers = 2) {
  return plan::note_model("note", {{"V", 24}, {"De", 14}, {"D", 12}, {"H", 4}, {"Dk", 3}, {"F", 20}, {"Dl", 10}},
                          layers);
}
inline plan::model llama(std::size_t layers = 2) {
  return plan::llama_model("llama", {{"V", 36}, {"D", 10}, {"Hkv", 4}, {"G", 3}, {"R", 4}, {"F", 20}}, layers);
}
inline plan::model gpt2(std::size_t layers = 2) {
  return plan::gpt2_model("gpt2", {{"V", 36}, {"P", 16}, {"D", 12}, {"H", 4}, {"Dk", 3}, {"F", 20}}, layers);
}

/// Nodes of 4 ranks that do not share their rates, with links in them and between them.
inline plan::hardware nodes() {
  plan::hardware result;
  result.name = "nodes";
  result.ranks_per_node = 4;
  result.rank = {1e9, 1e8};
  result.node = {4e9, 4e8};
  result.node_memory_bytes = 4e9;
  result.within = plan::link{1e-6, 1e9};
  result.between = plan::link{1e-5, 1e8};
  return result;
}

}  // namespace planned
