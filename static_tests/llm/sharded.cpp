// SPDX-License-Identifier: BSL-1.0
/// The three families over ranks, from the one source: local shapes, costs, and where sums are reduced.
#include <shapeproof/llm/gpt2.hpp>
#include <shapeproof/llm/llama.hpp>
#include <shapeproof/llm/note.hpp>
#include <shapeproof/llm/pipeline_trace.hpp>

#include "sharded_models.hpp"
#include "trace_search.hpp"

#include <type_traits>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;
using sp::axis;
using sp::shape;
using L = axis<"L">;
using S = axis<"S", "past+L">;

/// How often a step has an operation; of all steps where none is named.
constexpr int times(sp::trace const& t, std::string_view operation, std::string_view id = {}) {
  int result = 0;
  for (std::size_t i = 0; i < t.count; ++i)
    result += t.entries[i].operation == operation && (id.empty() || t.entries[i].step == id);
  return result;
}
/// Sums are reduced behind the embedding, attention and feed-forward, and the logits are gathered for sampling.
constexpr bool reduces_where_sums_end(sp::trace const& t) {
  return times(t, "all_reduce") == 3 && times(t, "all_reduce", "P2") == 1 && times(t, "all_reduce", "P13") == 1 &&
         times(t, "all_reduce", "P16") == 1 && times(t, "all_gather") == 1 && times(t, "all_gather", "P21") == 1;
}
constexpr bool is(sp::polynomial const& value, char const* text) { return value == sp::parse_polynomial(text); }

// The note's model over two ranks: half of the heads, of the feed-forward and of the vocabulary each.
using two = sp::mesh<"tp", 2>;
using note = sharded::note<two>;
constexpr sp::trace step = llm::traced_step<note, "L", "past">();
constexpr sp::trace whole = llm::traced_step<llm::note_model, "L", "past">();
static_assert(reduces_where_sums_end(step) && times(whole, "all_reduce") == 0 && times(whole, "all_gather") == 0);
static_assert(step.count == whole.count + 4);
static_assert(has(step, "P2", "embed", shape<L, note::De>{}) && has(step, "P2", "all_reduce", shape<L, note::De>{}));
static_assert(has(step, "P4", "matmul", shape<note::B, L, sp::shard<sp::fused<axis<"H", 8>, note::Dk>, two>>{}));
static_assert(has(step, "P7", "append", shape<note::B, note::H, S, note::Dk>{}));
static_assert(has(step, "P8", "contract", shape<note::B, note::H, L, S>{}));
static_assert(has(step, "P13", "all_reduce", shape<note::B, L, note::D>{}));
static_assert(has(step, "P15", "gelu", shape<note::B, L, note::F>{}));
static_assert(has(step, "P16", "all_reduce", shape<note::B, L, note::D>{}));
static_assert(has(step, "P20", "linear", shape<note::B, note::V>{}));
static_assert(has(step, "P21", "all_gather", shape<note::B, axis<"V", 6000>>{}));
static_assert(sp::static_extent<note::H> == 4 && sp::static_extent<note::F> == 10400);
// Products cost half; what each rank does of its own costs what it did; a sum adds once for each element.
static_assert(step.flops_of("P4") * 2 == whole.flops_of("P4") && step.flops_of("P8") * 2 == whole.flops_of("P8"));
static_assert(step.flops_of("P15") * 2 == whole.flops_of("P15") && step.flops_of("P20") * 2 == whole.flops_of("P20"));
static_assert(is(step.flops_of("P13"), "2*L*2600*5200 + L*5200") && is(whole.flops_of("P13"), "2*L*5200*5200"));
static_assert(is(step.flops_of("P16"), "2*L*10400*5200 + L*5200"));
static_assert(step.flops_of("P14") == whole.flops_of("P14") && step.flops_of("P18") == whole.flops_of("P18"));

// Llama over any number of ranks: no number is known to the compiler.
using any = sp::mesh<"tp">;
using llama = sharded::llama<any>;
constexpr sp::trace llama_step = llm::traced_step<llm::llama_weights, llama, "L", "past">();
static_assert(reduces_where_sums_end(llama_step));
static_assert(has(llama_step, "P4", "rope", shape<llama::B, llama::Hkv, llama::G, L, llama::Dk>{}));
static_assert(has(llama_step, "P7", "append", shape<llama::B, llama::Hkv, S, llama::Dk>{}));
static_assert(has(llama_step, "P15", "*", shape<llama::B, L, llama::F>{}));
static_assert(has(llama_step, "P16", "all_reduce", shape<llama::B, L, llama::D>{}));
static_assert(has(llama_step, "P21", "all_gather", shape<llama::B, axis<"V", "tp*Vl">>{}));
static_assert(is(llama_step.flops_of("P16"), "2*B*L*Fl*D + B*L*D") && is(llama_step.flops_of("P20"), "2*B*D*Vl"));
static_assert(is(sp::extent_polynomial<llama::Hkv>, "Hl") && is(sp::extent_polynomial<llama::F>, "Fl"));

// GPT-2 over two ranks, with symbols: each bias of a sum is added behind it, the others in the product.
using gpt2 = sharded::gpt2<two>;
constexpr sp::trace gpt2_step = llm::traced_step<llm::gpt2_weights, gpt2, "L", "past">();
static_assert(reduces_where_sums_end(gpt2_step));
static_assert(times(gpt2_step, "+", "P13") == 1 && times(gpt2_step, "+", "P16") == 1);
static_assert(has(gpt2_step, "P15", "gelu_tanh", shape<gpt2::B, L, gpt2::F>{}));
static_assert(has(gpt2_step, "P20", "linear", shape<gpt2::B, gpt2::V>{}));
constexpr bool bias_follows_the_sum(sp::trace const& t, std::string_view id) {
  for (std::size_t i = 1; i + 1 < t.count; ++i)
    if (t.entries[i].step == id && t.entries[i].operation == "all_reduce")
      return t.entries[i - 1].operation == "linear" && t.entries[i + 1].operation == "+";
  return false;
}
static_assert(bias_follows_the_sum(gpt2_step, "P13") && bias_follows_the_sum(gpt2_step, "P16"));
static_assert(llm::can_configure<note> && llm::can_configure<gpt2>);  // facts are those of whole axes

// Other axes that are cut give a sum each: the input map's, the head's, the table of positions'.
struct note_of_widths : llm::note_model {
  using De = sp::shard<llm::note_model::De, two>;
  using Dl = sp::shard<llm::note_model::Dl, two>;
};
constexpr sp::trace widths_step = llm::traced_step<note_of_widths, "L", "past">();
static_assert(times(widths_step, "all_reduce") == 2 && has(widths_step, "P3", "all_reduce", shape<L, note::D>{}) &&
              has(widths_step, "P20", "all_reduce", shape<note::B, llm::note_model::V>{}));
struct gpt2_of_positions : llm::any_gpt2 {
  using P = sp::shard<axis<"P", "2*Pl">, two>;
};
constexpr sp::trace positions_step = llm::traced_step<llm::gpt2_weights, gpt2_of_positions, "L", "past">();
static_assert(times(positions_step, "all_reduce") == 1 && times(positions_step, "all_reduce", "P2") == 1);

// Over one rank: the very types, step by step, of the model without ranks.
using one = sp::mesh<"tp", 1>;
template <template <class> class Family, template <class, class> class Weights, class Unsharded>
struct of_one_rank {
  using model = Family<one>;
  static constexpr sp::trace with = llm::traced_step<Weights, model, "L", "past">();
  static constexpr sp::trace without = llm::traced_step<Weights, Unsharded, "L", "past">();
  /// Equal addresses of descriptions are equal types.
  static constexpr bool is_the_same = [] {
    if (with.count != without.count) return false;
    for (std::size_t i = 0; i < with.count; ++i)
      if (with.entries[i].operation != without.entries[i].operation ||
          with.entries[i].result != without.entries[i].result)
        return false;
    return true;
  }();
};
static_assert(of_one_rank<sharded::llama_of_numbers, llm::llama_weights, llm::stories_260k>::is_the_same);
static_assert(of_one_rank<sharded::gpt2_of_symbols, llm::gpt2_weights, llm::any_gpt2>::is_the_same);
constexpr sp::trace note_of_one = llm::traced_step<sharded::note<one>, "L", "past">();
static_assert(note_of_one.count == whole.count && times(note_of_one, "all_reduce") == 0);
using stories_of_one = sharded::llama_of_numbers<one>;
static_assert(std::is_same_v<stories_of_one::F, llm::stories_260k::F> &&
              std::is_same_v<stories_of_one::Hkv, llm::stories_260k::Hkv> &&
              std::is_same_v<stories_of_one::V, llm::stories_260k::V>);
template <class Model>
using attention_of = typename llm::llama_block<Model, llm::owned>::attention_type;
static_assert(std::is_same_v<attention_of<stories_of_one>, attention_of<llm::stories_260k>>);
static_assert(std::is_same_v<llm::layer_cache<stories_of_one, "past", "capacity">,
                             llm::layer_cache<llm::stories_260k, "past", "capacity">>);
static_assert(
    std::is_same_v<llm::llama_weights<stories_of_one>::head_type, llm::llama_weights<llm::stories_260k>::head_type>);
