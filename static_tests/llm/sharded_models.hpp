// SPDX-License-Identifier: BSL-1.0
/// Models of the three families whose heads, feed-forward and vocabulary are cut over a mesh.
#pragma once

#include <shapeproof/llm/gpt2.hpp>
#include <shapeproof/llm/llama.hpp>
#include <shapeproof/llm/note.hpp>
#include <shapeproof/shape/shard.hpp>

namespace sharded {

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

template <class tp>
struct note : llm::note_model {
  using V = sp::shard<llm::note_model::V, tp>;
  using H = sp::shard<llm::note_model::H, tp>;
  using F = sp::shard<llm::note_model::F, tp>;
  using facts = llm::facts<sp::shape<D, H, Dk, F>, "D = H*Dk", "F = 4*D">;
};

/// Over as many ranks as the symbol tp says: what each has is Vl, Hl and Fl.
template <class tp>
struct llama : llm::interleaved_llama {
  using V = sp::shard<sp::axis<"V", "tp*Vl">, tp>;
  using Hkv = sp::shard<sp::axis<"Hkv", "tp*Hl">, tp>;
  using F = sp::shard<sp::axis<"F", "tp*Fl">, tp>;
};

template <class tp>
struct llama_of_numbers : llm::stories_260k {
  using V = sp::shard<llm::stories_260k::V, tp>;
  using Hkv = sp::shard<llm::stories_260k::Hkv, tp>;
  using F = sp::shard<llm::stories_260k::F, tp>;
};

/// Of even numbers of heads, features and tokens.
template <class tp>
struct gpt2 : llm::any_gpt2 {
  using V = sp::shard<sp::axis<"V", "2*Vl">, tp>;
  using H = sp::shard<sp::axis<"H", "2*Hl">, tp>;
  using F = sp::shard<sp::axis<"F", "2*Fl">, tp>;
  using facts = llm::facts<sp::shape<D, H, Dk>, "D = H*Dk">;
};

template <class tp>
struct gpt2_of_symbols : llm::any_gpt2 {
  using V = sp::shard<llm::any_gpt2::V, tp>;
  using H = sp::shard<llm::any_gpt2::H, tp>;
  using F = sp::shard<llm::any_gpt2::F, tp>;
};

}  // namespace sharded
