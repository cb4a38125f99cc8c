// SPDX-License-Identifier: BSL-1.0
/// The Llama family is proved for every size, and for stories260K's.
#include <shapeproof/llm/llama.hpp>
#include <shapeproof/llm/pipeline_trace.hpp>

#include "trace_search.hpp"

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;
using sp::axis;
using sp::shape;

// Prefill and decode for every size: no number is known to the compiler.
using any = llm::interleaved_llama;
using L = axis<"L">;
using S = axis<"S", "past+L">;
using queries = sp::fused<sp::fused<any::Hkv, any::G>, any::Dk>;
constexpr sp::trace step = llm::traced_step<llm::llama_weights, any, "L", "past">();
static_assert(has(step, "P2", "embed", shape<any::B, L, any::D>{}));
static_assert(has(step, "P4", "matmul", shape<any::B, L, queries>{}));
static_assert(has(step, "P4", "rope", shape<any::B, any::Hkv, any::G, L, any::Dk>{}));
static_assert(has(step, "P7", "append", shape<any::B, any::Hkv, S, any::Dk>{}));  // no axis G: nothing is repeated
static_assert(has(step, "P8", "contract", shape<any::B, any::Hkv, any::G, L, S>{}));
static_assert(has(step, "P12", "reshape", shape<any::B, L, queries>{}));
static_assert(has(step, "P15", "*", shape<any::B, L, any::F>{}));
static_assert(has(step, "P20", "linear", shape<any::B, any::V>{}));
static_assert(has(step, "P21", "sample", shape<any::B>{}));

// The other way to store pairs is another model.
static_assert(llm::traced_step<llm::llama_weights, llm::half_split_llama, "L", "past">().count == step.count);
static_assert(
    !std::is_same_v<llm::llama_block<any, llm::traced>, llm::llama_block<llm::half_split_llama, llm::traced>>);

// With numbers: decode behind 8 positions.
using stories = llm::stories_260k;
constexpr sp::trace decode = llm::traced_step<llm::llama_weights, stories, 1, 8, 512>();
static_assert(has(decode, "P8", "contract", shape<stories::B, stories::Hkv, stories::G, axis<"L", 1>, axis<"S", 9>>{}));
static_assert(has(decode, "P20", "linear", shape<stories::B, axis<"V", 512>>{}));
