// SPDX-License-Identifier: BSL-1.0
/// Small models of the three families over the ranks of a mesh.
#pragma once

#include <shapeproof/shape/shard.hpp>

#include "families.hpp"
#include "models.hpp"

namespace sharded {

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace llm = shapeproof::llm;

template <class tp>
struct note_on {
  using B = sp::axis<"B", 1>;
  using V = sp::shard<sp::axis<"V", 24>, tp>;
  using De = sp::axis<"De", 14>;
  using D = sp::axis<"D", 12>;
  using H = sp::shard<sp::axis<"H", 4>, tp>;
  using Dk = sp::axis<"Dk", 3>;
  using F = sp::shard<sp::axis<"F", 20>, tp>;
  using Dl = sp::axis<"Dl", 10>;
  using facts = llm::facts<sp::shape<D, H, Dk>, "D = H*Dk">;
  using weights = llm::model_weights<note_on>;
};

template <class tp>
struct llama_on {
  using B = sp::axis<"B">;
  using V = sp::shard<sp::axis<"V", 36>, tp>;
  using D = sp::axis<"D", 10>;
  using Hkv = sp::shard<sp::axis<"Hkv", 4>, tp>;
  using G = sp::axis<"G", 3>;
  using Dk = nn::interleaved<sp::axis<"R", 4>>;
  using F = sp::shard<sp::axis<"F", 20>, tp>;
  using facts = llm::facts<sp::shape<D, Hkv, G>>;
  using weights = llm::llama_weights<llama_on>;
};

template <class tp>
struct gpt2_on {
  using B = sp::axis<"B">;
  using V = sp::shard<sp::axis<"V", 36>, tp>;
  using P = sp::axis<"P", 16>;
  using D = sp::axis<"D", 12>;
  using H = sp::shard<sp::axis<"H", 4>, tp>;
  using Dk = sp::axis<"Dk", 3>;
  using F = sp::shard<sp::axis<"F", 20>, tp>;
  using facts = llm::facts<sp::shape<D, H, Dk>, "D = H*Dk">;
  using weights = llm::gpt2_weights<gpt2_on>;
};

/// The widths inside of it are cut, and not the vocabulary: sums behind the input map and the head.
template <class tp>
struct note_of_widths : note_on<tp> {
  using V = sp::axis<"V", 24>;
  using De = sp::shard<sp::axis<"De", 16>, tp>;
  using Dl = sp::shard<sp::axis<"Dl", 8>, tp>;
  using weights = llm::model_weights<note_of_widths>;
};

/// Each rank has learned a part of the positions.
template <class tp>
struct gpt2_of_positions : gpt2_on<tp> {
  using P = sp::shard<sp::axis<"P", 16>, tp>;
  using weights = llm::gpt2_weights<gpt2_of_positions>;
};

/// The weights of one rank.
template <template <class> class Family>
auto whole_weights(std::size_t layers) {
  using model = Family<sp::mesh<"tp", 1>>;
  if constexpr (requires { typename model::De; })
    return small::weights<model>(layers);
  else
    return small::family_weights<model>(layers);
}

}  // namespace sharded
