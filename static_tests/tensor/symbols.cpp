// SPDX-License-Identifier: BSL-1.0
/// A layout knows the symbols of its extents; their values give its extents.
#include <shapeproof/tensor/symbols.hpp>
#include <shapeproof/tensor/witness.hpp>

#include <type_traits>

namespace sp = shapeproof;
using sp::axis;
using sp::fused;
using sp::gap;
using sp::memory;
using sp::shape;
using sp::strided;
using sp::symbols;
using sp::symbols_in;

using L = axis<"L">;
using S = axis<"S", "past+L">;
using D = axis<"D", 4>;

// Sorted, each once.
static_assert(std::is_same_v<symbols_in<shape<D>>, symbols<>>);
static_assert(std::is_same_v<symbols_in<shape<L, D>>, symbols<"L">>);
static_assert(std::is_same_v<symbols_in<shape<S, L, D>>, symbols<"L", "past">>);
static_assert(std::is_same_v<symbols_in<shape<fused<L, D>, axis<"N", "a*L+a">>>, symbols<"L", "a">>);
static_assert(std::is_same_v<symbols_in<shape<axis<"N", "L-L+2">>>, symbols<>>);
// The memory's symbols belong to it.
static_assert(
    std::is_same_v<symbols_in<strided<shape<D, L>, memory<axis<"L", "capacity">, D>>>, symbols<"L", "capacity">>);
static_assert(std::is_same_v<symbols_in<strided<shape<D>, memory<D, gap<L>>>>, symbols<"L">>);

// Extents for given values.
constexpr sp::symbol_values<symbols<"L", "past">> values = {{3, 7}};
static_assert(sp::extent_of<S>(values) == 10);
static_assert(sp::extent_of<L>(values) == 3);
static_assert(sp::extent_of<D>(values) == 4);
static_assert(sp::extent_of<fused<L, D>>(values) == 12);
static_assert(sp::extent_of<gap<S>>(values) == 10);
static_assert(sp::extent_of<axis<"N", "2*L*past+L*L">>(values) == 51);
static_assert(sp::signed_extent<axis<"N", "L-past">>(values) == -4);

// The values of some of the symbols.
static_assert(sp::narrowed<symbols<"past">>(values).at[0] == 7);
static_assert(sp::narrowed<symbols<>>(values).at[0] == 0);

// bind
static_assert(std::is_same_v<decltype(sp::bind<"L">(7)), sp::binding<"L">>);
static_assert(sp::bind<"L">(7).value == 7 && sp::bind<"L">(0U).value == 0);
template <auto Value>
concept can_bind = requires { typename std::integral_constant<std::size_t, sp::bind<"L">(Value).value>; };
static_assert(can_bind<7> && !can_bind<-1>);  // a size is not negative
template <class Size>
concept binds = requires(Size size) { sp::bind<"L">(size); };
static_assert(binds<long> && !binds<double>);  // a size is an integer
