// SPDX-License-Identifier: BSL-1.0
/// What the compiler says of a layout that is stated for somebody else's memory.
#include <shapeproof/interop/border_rule.hpp>

#include <string_view>
#include <type_traits>

namespace sp = shapeproof;
using sp::axis;
using sp::memory;
using sp::shape;
using sp::strided;
using sp::detail::outline;
using sp::detail::stated_layout;
using sp::detail::unknown;

using L = axis<"L">;
using D = axis<"D", 4>;
using F = axis<"F", 6>;

// Axes alone lie in their own order, or in the opposite one.
static_assert(std::is_same_v<stated_layout<false, L, D, F>::slots, memory<L, D, F>>);
static_assert(std::is_same_v<stated_layout<true, L, D, F>::slots, memory<F, D, L>>);
static_assert(std::is_same_v<stated_layout<true, memory<D, L>, L, D>::slots, memory<D, L>>);

template <auto Known, class... Stated>
using outcome =
    decltype(sp::detail::border_rule<"border", stated_layout<false, Stated...>, Known, true, sp::symbols<>>());
template <class Outcome>
inline constexpr sp::text sentence = {};
template <class Message>
inline constexpr sp::text sentence<sp::refused<Message>> = sp::detail::sentence_of<Message>::value;
template <auto Known, class... Stated>
constexpr std::string_view said = sentence<outcome<Known, Stated...>>.view();

constexpr outline<2> any = outline<2>::of_unknown();
constexpr outline<2> rows = {{4, 6}, {6, 1}};
static_assert(std::is_same_v<outcome<rows, D, F>, sp::type_is<shape<D, F>>>);
static_assert(std::is_same_v<outcome<rows, L, F>, sp::type_is<shape<L, F>>>);
static_assert(std::is_same_v<outcome<any, memory<F, D>, D, F>, sp::type_is<strided<shape<D, F>, memory<F, D>>>>);
// Where both have numbers, they agree.
static_assert(said<outline<2>{{4, 5}, {unknown, unknown}}, D, F> ==
              "border: [D=4, F=6] from [4, 5]: F=6 meets 5; declare the axis with 5, or pass what has 6");
static_assert(said<outline<2>{{unknown, 6}, {8, 1}}, L, F> ==
              "border: [L, F=6] from [?, 6] with strides [8, 1]: the stride of L is 6 by type and 8 in this memory; "
              "state its order and padding, memory<...>");
static_assert(said<rows, memory<F, D>, D, F> ==
              "border: [D=4, F=6] from [4, 6] with strides [6, 1]: the stride of D is 1 by type and 6 in this memory; "
              "state its order and padding, memory<...>");
// What is stated is a layout.
static_assert(said<any, D, F, L> == "border: [D=4, F=6, L]: 3 axes are stated for memory of 2 dimensions");
static_assert(said<any, D, D> == "border: [D=4, D=4]: the name D occurs twice; each role has one name");
static_assert(said<any, memory<L, D>, D, F> == "border: [D=4, F=6]: the memory (L, D) has no F");
static_assert(said<any, memory<D, axis<"F", 5>>, D, F> == "border: [D=4, F=6]: F=6 has no room in 5 of the memory");
static_assert(said<any, memory<D, axis<"D", 8>, F>, D, F> ==
              "border: [D=4, F=6]: the memory (D, D, F) has a slot twice");
using gaps = memory<D, sp::gap<L>, F, sp::gap<L>>;
static_assert(said<any, gaps, D, F>.empty());

// What the compiler learns of symbols from a layout.
template <bool HasExtents, class Layout, class... Bound>
constexpr bool told = sp::detail::border_symbols<Layout, HasExtents, Bound...>::agree();
static_assert(told<true, shape<axis<"S", "past+1">, D>, sp::symbols<>>);
static_assert(!told<false, shape<axis<"S", "past+1">, D>, sp::symbols<>>);
static_assert(told<false, shape<axis<"S", "past+1">, D>, sp::symbols<"past">>);
static_assert(!told<true, shape<axis<"S", "past+L">, D>, sp::symbols<>>);
static_assert(told<true, shape<L, axis<"S", "past+L">>, sp::symbols<>>);
static_assert(told<true, shape<axis<"S", "past+L">, L>, sp::symbols<>>);  // learnt from a later axis
static_assert(!told<true, shape<axis<"R", "B*H">>, sp::symbols<>>);
static_assert(!told<true, shape<D>, sp::symbols<"L">>);
