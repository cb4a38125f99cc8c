// SPDX-License-Identifier: BSL-1.0
/// A whole model with the single header and Boost.Hana: prefill and decode, proved for every length.
#include "shapeproof.hpp"

#include <cstdio>
#include <string>

namespace sp = shapeproof;

constexpr sp::trace prefill = sp::llm::traced_step<sp::llm::note_model, "L", 0>();
constexpr sp::trace step = sp::llm::traced_step<sp::llm::note_model, 1, "past">();

/// The result of the last operation of a step such as P8.
template <sp::trace const& Trace>
constexpr sp::shape_description const* result_of(std::string_view id) {
  sp::shape_description const* result = nullptr;
  for (std::size_t i = 0; i < Trace.count; ++i)
    if (Trace.entries[i].step == id) result = Trace.entries[i].result;
  return result;
}
using scores = sp::shape<sp::axis<"B", 1>, sp::axis<"H", 8>, sp::axis<"L", 1>, sp::axis<"S", "past+1">>;
static_assert(result_of<step>("P8") == sp::description<scores>);

int main() {
  for (auto const* id : {"P8", "P13", "P20"}) {
    std::string const before(to_text(*result_of<prefill>(id)).view()), after(to_text(*result_of<step>(id)).view());
    std::printf("%s %s then %s\n", id, before.c_str(), after.c_str());
  }
}

// Output:
// P8 [B=1, H=8, L, S=L] then [B=1, H=8, L=1, S=past+1]
// P13 [B=1, L, D=5200] then [B=1, L=1, D=5200]
// P20 [B=1, V=6000] then [B=1, V=6000]
