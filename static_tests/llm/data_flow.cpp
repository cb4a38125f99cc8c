// SPDX-License-Identifier: BSL-1.0
/// A trace says what each operation read, and which one made it.
#include <shapeproof/llm/pipeline_trace.hpp>

#include <cstddef>
#include <string_view>

namespace sp = shapeproof;
using sp::trace;
using model = sp::llm::note_model;

constexpr trace prefill = sp::llm::traced_step<model, 7, 0, 64>();
constexpr trace second = sp::llm::traced_step<model, 1, 7, 64>();
constexpr trace every_step = sp::llm::traced_step<model, "L", "past">();

// What an operation reads was made before it, or comes from outside: P17 adds what P14 and P16 made.
constexpr bool reads_what_was_made(trace const& t) {
  for (std::size_t i = 0; i < t.count; ++i)
    for (std::size_t o = 0; o < t.entries[i].operand_count; ++o) {
      auto const& operand = t.operands[t.entries[i].first_operand + o];
      if (operand.made_by > i || (operand.made_by > 0 && operand.is_parameter)) return false;
      if (operand.made_by > 0 && operand.shape != t.entries[operand.made_by - 1].result) return false;
    }
  return t.read > t.count;
}
static_assert(reads_what_was_made(prefill) && reads_what_was_made(every_step));
constexpr std::string_view maker(trace const& t, std::string_view step, std::string_view operation, std::size_t o) {
  for (std::size_t i = 0; i < t.count; ++i)
    if (t.entries[i].step == step && t.entries[i].operation == operation)
      return t.entries[t.operands[t.entries[i].first_operand + o].made_by - 1].step;
  return {};
}
static_assert(maker(prefill, "P17", "+", 0) == "P14" && maker(prefill, "P17", "+", 1) == "P16");
static_assert(maker(second, "P8", "contract", 0) == "P6" && maker(second, "P8", "contract", 1) == "P7");
static_assert(maker(second, "P11", "contract", 0) == "P10" && maker(second, "P14", "+", 0) == "P3");
