// SPDX-License-Identifier: BSL-1.0
// A Llama layer is given the block of a GPT-2 model with the same width, heads and head size.
// expect: rope: [B=2, H=6, L=7, Dk=4]
// expect: rotates pairs (R C), the last axis is Dk=4; its type says how pairs are stored
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/llm/gpt2.hpp>
#include <shapeproof/llm/llama.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
namespace llm = sp::llm;
using B = sp::axis<"B", 2>;
using L = sp::axis<"L", 7>;
struct llama_model {
  using D = sp::axis<"D", 24>;
  using Hkv = sp::axis<"Hkv", 3>;
  using G = sp::axis<"G", 2>;
  using Dk = nn::interleaved<sp::axis<"R", 2>>;
  using F = sp::axis<"F", 11>;
};
struct gpt2_model {
  using D = sp::axis<"D", 24>;
  using H = sp::axis<"H", 6>;
  using Dk = sp::axis<"Dk", 4>;
  using F = sp::axis<"F", 11>;
};
// mistake
using block = llm::gpt2_block<gpt2_model, llm::owned>;
// corrected
using block = llm::llama_block<llama_model, llm::owned>;
// end
auto queries(sp::tensor<float, B, L, sp::axis<"D", 24>> const& x, nn::positions<L> const& at, block const& w) {
  nn::rotary<"(R C)"> const rotate;
  return rotate(nn::project_to_heads(x, w.attention.query), at);
}
