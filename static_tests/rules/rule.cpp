// SPDX-License-Identifier: BSL-1.0
/// A refusal carries operation, operands and reason, and its text is computed only where it is shown.
#include <shapeproof/rules/rule.hpp>

#include <type_traits>

namespace sp = shapeproof;
namespace rules = sp::rules;
using sp::axis;
using sp::shape;

using L = axis<"L", 7>;
using HDk = sp::fused<axis<"H", 8>, axis<"Dk", 5>>;

struct shown_nowhere {};  // has no reason()
static_assert(sp::is_refused<rules::refuse<"matmul", shown_nowhere, shape<L>>>);
static_assert(!sp::is_refused<shape<L>>);

using message = rules::because<"matmul", rules::plainly<"they differ">, shape<L, HDk>, shape<axis<"S", "past+1">>>;
static_assert(message::operation().view() == "matmul");
static_assert(message::operands().view() == "[L=7, (H Dk)=40] x [S=past+1]");
static_assert(message::reason().view() == "they differ");

static_assert(rules::no_such_axis<"S", shape<L, HDk>>::reason().view() == "there is no axis S");
static_assert(rules::no_such_axis<"H", shape<L, HDk>>::reason().view() ==
              "there is no axis H; it is a factor of (H Dk), call split first");
static_assert(rules::no_such_axis<"D", shape<L, HDk>>::reason().view() ==
              "there is no axis D");  // not a part of a word
static_assert(rules::no_such_axis<"(H Dk)", shape<L>>::reason().view() == "there is no axis (H Dk)");
