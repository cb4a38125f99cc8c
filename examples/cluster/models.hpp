// SPDX-License-Identifier: BSL-1.0
/// The families over as many ranks as a group has: a symbol, so that one program runs all groups.
#pragma once

#include <shapeproof/io/gpt2_file.hpp>
#include <shapeproof/io/llama_file.hpp>
#include <shapeproof/llm/packed_weights.hpp>
#include <shapeproof/shape/shard.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace cluster {

namespace sp = shapeproof;
namespace io = shapeproof::io;
namespace llm = shapeproof::llm;

using one_rank = sp::mesh<"tp", 1>;
using all_ranks = sp::mesh<"tp">;

/// Each of tp ranks has Vl tokens, Hl heads and Fl features.
template <class tp>
struct gpt2_over : llm::any_gpt2 {
  using B = sp::axis<"B", 1>;
  using V = sp::shard<sp::axis<"V", "tp*Vl">, tp>;
  using H = sp::shard<sp::axis<"H", "tp*Hl">, tp>;
  using F = sp::shard<sp::axis<"F", "tp*Fl">, tp>;
  using facts = llm::facts<sp::shape<D, H, Dk>, "D = H*Dk">;
};

template <class Head>
struct llama_with {
  template <class tp>
  struct over : llm::any_llama<Head> {
    using B = sp::axis<"B", 1>;
    using V = sp::shard<sp::axis<"V", "tp*Vl">, tp>;
    using Hkv = sp::shard<sp::axis<"Hkv", "tp*Hl">, tp>;
    using F = sp::shard<sp::axis<"F", "tp*Fl">, tp>;
    using facts = llm::facts<sp::shape<typename llm::any_llama<Head>::D, Hkv, typename llm::any_llama<Head>::G>>;
  };
};
using interleaved = sp::nn::interleaved<sp::axis<"R">>;
using half_split = sp::nn::half_split<sp::axis<"R">>;

namespace detail {
/// What the file states, and what each of so many ranks has of it.
inline std::vector<io::stated_extent> extents_over(std::size_t ranks, std::vector<io::stated_extent> const& stated) {
  std::vector<io::stated_extent> all = {{"tp", ranks}};
  for (auto const& [axis, extent] : stated) {
    all.push_back({axis, extent});
    if (axis == "V") all.push_back({"Vl", extent / ranks});
    if (axis == "H" || axis == "Hkv") all.push_back({"Hl", extent / ranks});
    if (axis == "F") all.push_back({"Fl", extent / ranks});
  }
  return all;
}
}  // namespace detail

/// The whole model, which views the file, as one of so many ranks. Throws `file_error`.
inline auto load_gpt2_over(std::size_t ranks, io::weight_file file) {
  using model = gpt2_over<one_rank>;
  using axes = sp::shape<model::V, model::P, model::D, model::H, model::Dk, model::F, sp::axis<"tp">>;
  auto const header = io::read_gpt2_header(file);
  auto const sources = io::gpt2_sources(file);
  auto loaded = io::load<llm::gpt2_weights<model, llm::stored<sp::nn::linear_convention>>, axes>(
      std::move(file), sources, detail::extents_over(ranks, header.extents()), header.layers);
  loaded.weights.options = header.options;
  return loaded;
}
template <class Head>
auto load_llama_over(std::size_t ranks, io::weight_file file) {
  using model = typename llama_with<Head>::template over<one_rank>;
  using axes = sp::shape<typename model::V, typename model::D, typename model::Hkv, typename model::G,
                         typename model::Dk, typename model::F, sp::axis<"tp">>;
  auto const header = io::read_llama_header(file);
  auto const sources = io::llama_sources(file);
  auto loaded = io::load<llm::llama_weights<model, llm::stored<sp::nn::linear_convention>>, axes>(
      std::move(file), sources, detail::extents_over(ranks, header.extents()), header.layers);
  loaded.weights.options = header.options;
  return loaded;
}

/// This rank's part of the weights, packed as was asked for: `serve(weights, sizes)`.
template <class Model, class Loaded, class Serve>
void with_own_weights(Loaded loaded, std::string const& elements, Serve const& serve) {
  auto const sizes = loaded.sizes;
  auto const as = [&]<class T>(std::type_identity<T>) {
    auto const own = llm::sharded_weights<Model, llm::packed<T>>(loaded.weights);
    {
      auto const unneeded = std::move(loaded);
    }
    serve(own, sizes);
  };
  if (elements == "bf16") return as(std::type_identity<sp::bf16>{});
  if (elements == "int8") return as(std::type_identity<sp::int8>{});
  as(std::type_identity<float>{});
}

}  // namespace cluster
