// SPDX-License-Identifier: BSL-1.0
/// Patterns are read into the axes of their sides.
#include <shapeproof/rules/pattern.hpp>

namespace sp = shapeproof;
namespace rules = sp::rules;
using sp::axis;
using sp::fused;
using sp::shape;

// Names are separated by spaces; a group is one token.
constexpr rules::tokens side = rules::read_tokens(" B  L (H Dk) ");
static_assert(side.count == 3 && !side.malformed);
static_assert(side.at[0] == "B" && side.at[1] == "L" && side.at[2] == "(H Dk)");
static_assert(side.find("(H Dk)") == 2 && side.find("H") == sp::not_found);
static_assert(rules::read_tokens("").count == 0);
static_assert(rules::read_tokens("B L B").repeated() == "B");
static_assert(rules::read_tokens("B L").repeated().empty());

// Groups are opened one level.
static_assert(rules::inside("(H Dk)").count == 2 && rules::inside("(H Dk)").at[1] == "Dk");
static_assert(rules::inside("L").count == 1);
static_assert(rules::inside("((H Dk) E)").at[0] == "(H Dk)");
static_assert(rules::flattened(side).count == 4 && rules::flattened(side).at[2] == "H");

static_assert(rules::read_tokens("(H Dk").malformed);                      // not closed
static_assert(rules::read_tokens("H Dk)").malformed);                      // not opened
static_assert(rules::read_tokens("2L").malformed);                         // no identifier
static_assert(rules::read_tokens("B ... L").malformed);                    // no identifier
static_assert(rules::read_tokens("a b c d e f g h i j k l m").malformed);  // more than the capacity
static_assert(!rules::read_tokens("a b c d e f g h i j k l").malformed);
static_assert(rules::flattened(rules::read_tokens("B ()")).malformed);       // an empty group
static_assert(rules::flattened(rules::read_tokens("B (L)")).malformed);      // a group of one
static_assert(rules::flattened(rules::read_tokens("B (H Dk)x")).malformed);  // something after a group

// A whole pattern.
using scores = rules::pattern<"B L, S -> L S">;
static_assert(!scores::malformed && scores::has_comma);
static_assert(scores::left.count == 2 && scores::other.at[0] == "S" && scores::right.at[1] == "S");
using split = rules::pattern<"L (H Dk) -> H L Dk">;
static_assert(!split::malformed && !split::has_comma && split::other.count == 0 && split::right.count == 3);
static_assert(rules::pattern<"B L">::malformed);          // no arrow
static_assert(rules::pattern<"B -> L -> S">::malformed);  // two arrows
static_assert(rules::pattern<"B -> L, S">::malformed);    // a comma in the result

// What a pattern says about a shape.
using x = shape<axis<"B", 2>, fused<axis<"H", 8>, axis<"Dk", 5>>>;
static_assert(rules::names_match<x>(rules::read_tokens("B (H Dk)")));
static_assert(!rules::names_match<x>(rules::read_tokens("B")));
static_assert(!rules::names_match<x>(rules::read_tokens("B (H Dk) L")));
static_assert(rules::mismatch_text<x>(rules::read_tokens("B (Dk H)")).view() == "the pattern says (Dk H) for (H Dk)");
static_assert(rules::mismatch_text<x>(rules::read_tokens("B")).view() == "the pattern has 1 axes, the operand has 2");
