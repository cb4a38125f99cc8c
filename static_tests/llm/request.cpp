// SPDX-License-Identifier: BSL-1.0
/// A request needs a prompt and a number of tokens; its answer begins by waiting, and a token is one of the model's.
#include <shapeproof/llm/request.hpp>

#include <cstddef>
#include <type_traits>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

static_assert(std::is_aggregate_v<llm::request> && std::is_aggregate_v<llm::answer>);
static_assert(llm::arrival<sp::axis<"V", 9>>{1, sp::index<sp::axis<"V", 9>>(8), true}.token.value() == 8);
static_assert(!std::is_constructible_v<llm::arrival<sp::axis<"V", 9>>, std::size_t, std::size_t, bool>);
static_assert(!std::is_convertible_v<sp::index<sp::axis<"V", 8>>, sp::index<sp::axis<"V", 9>>>);
