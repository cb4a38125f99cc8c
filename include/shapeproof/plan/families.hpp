// SPDX-License-Identifier: BSL-1.0
/// The three families over any number of ranks, for planning: every extent is a symbol.
#pragma once

#include <shapeproof/llm/gpt2.hpp>
#include <shapeproof/llm/llama.hpp>
#include <shapeproof/llm/note.hpp>
#include <shapeproof/plan/model.hpp>
#include <shapeproof/shape/shard.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace shapeproof::plan {

/// The note's model; a rank has Vl, Hl and Fl of V, H and F.
struct note_axes {
  using tp = mesh<"tp">;                                  ///< ranks
  using B = axis<"B">;                                    ///< batch
  using V = shard<axis<"V", "tp*Vl">, tp>;                ///< vocabulary
  using De = axis<"De">;                                  ///< token embedding
  using D = axis<"D">;                                    ///< hidden width
  using H = shard<axis<"H", "tp*Hl">, tp>;                ///< heads
  using Dk = axis<"Dk">;                                  ///< head size
  using F = shard<axis<"F", "tp*Fl">, tp>;                ///< feed-forward width
  using Dl = axis<"Dl">;                                  ///< last hidden state
  using facts = llm::facts<shape<D, H, Dk>, "D = H*Dk">;  ///< what is checked when sizes are known
};

/// Llama; a rank has Vl, Hl and Fl of V, Hkv and F.
struct llama_axes : llm::half_split_llama {
  using tp = mesh<"tp">;                        ///< ranks
  using V = shard<axis<"V", "tp*Vl">, tp>;      ///< vocabulary
  using Hkv = shard<axis<"Hkv", "tp*Hl">, tp>;  ///< heads of keys and values
  using F = shard<axis<"F", "tp*Fl">, tp>;      ///< feed-forward width
};

/// GPT-2; a rank has Vl, Hl and Fl of V, H and F.
struct gpt2_axes : llm::any_gpt2 {
  using tp = mesh<"tp">;                                  ///< ranks
  using V = shard<axis<"V", "tp*Vl">, tp>;                ///< vocabulary
  using H = shard<axis<"H", "tp*Hl">, tp>;                ///< heads
  using F = shard<axis<"F", "tp*Fl">, tp>;                ///< feed-forward width
  using facts = llm::facts<shape<D, H, Dk>, "D = H*Dk">;  ///< what is checked when sizes are known
};

/// A model of the note's family: sizes V, De, D, H, Dk, F, Dl. Throws as `model_of`.
inline model note_model(std::string name, sizes of, std::size_t layers) {
  return model_of<llm::model_weights, note_axes>(std::move(name), {{"H", "Hl"}, {"F", "Fl"}, {"V", "Vl"}},
                                                 std::move(of), layers);
}
/// A model of the Llama family: sizes V, D, Hkv, G, R, F. Throws as `model_of`.
inline model llama_model(std::string name, sizes of, std::size_t layers) {
  return model_of<llm::llama_weights, llama_axes>(std::move(name), {{"Hkv", "Hl"}, {"F", "Fl"}, {"V", "Vl"}},
                                                  std::move(of), layers);
}
/// A model of the GPT-2 family: sizes V, P, D, H, Dk, F. Throws as `model_of`.
inline model gpt2_model(std::string name, sizes of, std::size_t layers) {
  return model_of<llm::gpt2_weights, gpt2_axes>(std::move(name), {{"H", "Hl"}, {"F", "Fl"}, {"V", "Vl"}}, std::move(of),
                                                layers);
}

}  // namespace shapeproof::plan
