// SPDX-License-Identifier: BSL-1.0
/// The families of a plan are those of the library: with the symbols bound to one rank, the same costs.
#include <shapeproof/plan/families.hpp>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;
namespace plan = shapeproof::plan;

/// Operations of a step that ranks do together.
constexpr int together(sp::trace const& t) {
  int result = 0;
  for (std::size_t i = 0; i < t.count; ++i)
    result += t.entries[i].operation == "all_reduce" || t.entries[i].operation == "all_gather";
  return result;
}

constexpr sp::trace note = llm::traced_step<llm::model_weights, plan::note_axes, "L", "past">();
constexpr sp::trace whole = llm::traced_step<llm::note_model, "L", "past">();
static_assert(together(note) == 4 && note.count == whole.count + 3);  // the whole one lifts ids [L] to [B=1, L]

/// A polynomial of the plan's symbols, with the numbers of the note for one rank.
constexpr long long at_the_note(sp::polynomial const& value, long long tokens, long long past) {
  return sp::evaluate(value, [&](std::string_view name) -> long long {
    return name == "L"                   ? tokens
           : name == "past"              ? past
           : name == "B" || name == "tp" ? 1
           : name == "Vl"                ? 6000
           : name == "De"                ? 4096
           : name == "D"                 ? 5200
           : name == "Hl"                ? 8
           : name == "Dk"                ? 650
           : name == "Fl"                ? 20800
                                         : 3200;
  });
}
constexpr bool agree(std::string_view step, long long extra_flops = 0) {
  for (long long const tokens : {1, 7})
    if (at_the_note(note.flops_of(step), tokens, 5) !=
        at_the_note(whole.flops_of(step), tokens, 5) + extra_flops * tokens)
      return false;
  return true;
}
static_assert(agree("P3") && agree("P4") && agree("P8") && agree("P10") && agree("P11") && agree("P14") &&
              agree("P15"));
static_assert(agree("P17") && agree("P18") && agree("P20") && agree("P21"));
static_assert(agree("P2", 4096) && agree("P13", 5200) && agree("P16", 5200));  // additions of the sums over ranks

static_assert(together(llm::traced_step<llm::llama_weights, plan::llama_axes, "L", "past">()) == 4);
static_assert(together(llm::traced_step<llm::gpt2_weights, plan::gpt2_axes, "L", "past">()) == 4);
