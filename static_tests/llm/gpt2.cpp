// SPDX-License-Identifier: BSL-1.0
/// The GPT-2 family is proved for every size.
#include <shapeproof/llm/gpt2.hpp>
#include <shapeproof/llm/pipeline_trace.hpp>

#include "trace_search.hpp"

namespace sp = shapeproof;
namespace llm = shapeproof::llm;
using sp::axis;
using sp::shape;

using any = llm::any_gpt2;
using L = axis<"L">;
using S = axis<"S", "past+L">;
constexpr sp::trace step = llm::traced_step<llm::gpt2_weights, any, "L", "past">();
static_assert(has(step, "P2", "embed", shape<L, any::D>{}));  // the positions, one vector for all rows
static_assert(has(step, "P2", "+", shape<any::B, L, any::D>{}));
static_assert(has(step, "P4", "+", shape<any::B, L, sp::fused<any::H, any::Dk>>{}));  // a bias
static_assert(has(step, "P7", "append", shape<any::B, any::H, S, any::Dk>{}));
static_assert(has(step, "P8", "contract", shape<any::B, any::H, L, S>{}));
static_assert(has(step, "P15", "gelu_tanh", shape<any::B, L, any::F>{}));
static_assert(has(step, "P20", "linear", shape<any::B, any::V>{}));
static_assert(has(step, "P21", "sample", shape<any::B>{}));

// A width that is not heads times head size is no model, known at compile time for numbers.
struct wrong_width : any {
  using D = axis<"D", 96>;
  using H = axis<"H", 8>;
  using Dk = axis<"Dk", 13>;
  using facts = llm::facts<shape<D, H, Dk>, "D = H*Dk">;
};
static_assert(llm::can_configure<any> && !llm::can_configure<wrong_width>);
