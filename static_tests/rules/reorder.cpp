// SPDX-License-Identifier: BSL-1.0
/// transpose, permute, move_axis and rename leave the memory as it is, and their layouts say so.
#include <shapeproof/rules/reorder.hpp>

#include <type_traits>

namespace sp = shapeproof;
using sp::axis;
using sp::fused;
using sp::is_refused;
using sp::memory;
using sp::shape;
using sp::strided;

using B = axis<"B", 2>;
using L = axis<"L", 8>;
using H = axis<"H", 8>;  // as many heads as positions
using S = axis<"S", 8>;
using Dk = axis<"Dk", 5>;
using x = shape<B, L, H, Dk>;

template <class X, sp::fixed_string A, sp::fixed_string Other>
using transposed = decltype(sp::rules::transpose<A, Other>(X{}));
template <class X, sp::fixed_string... Names>
using permuted = decltype(sp::rules::permute<Names...>(X{}));
template <class X, sp::fixed_string Name, int Place>
using moved = decltype(sp::rules::move_axis<Name, Place>(X{}));
template <class X, sp::fixed_string From, sp::fixed_string To>
using renamed = decltype(sp::rules::rename<From, To>(X{}));

// transpose
static_assert(std::is_same_v<transposed<x, "L", "H">, strided<shape<B, H, L, Dk>, memory<B, L, H, Dk>>>);
static_assert(std::is_same_v<transposed<x, "B", "Dk">, strided<shape<Dk, L, H, B>, memory<B, L, H, Dk>>>);
static_assert(std::is_same_v<transposed<x, "L", "L">, x>);
static_assert(
    std::is_same_v<transposed<shape<axis<"L">, H>, "L", "H">, strided<shape<H, axis<"L">>, memory<axis<"L">, H>>>);
static_assert(std::is_same_v<transposed<shape<L, fused<H, Dk>>, "(H Dk)", "L">,
                             strided<shape<fused<H, Dk>, L>, memory<L, fused<H, Dk>>>>);
// It is its own inverse, and symmetric in its names.
static_assert(std::is_same_v<transposed<transposed<x, "L", "H">, "L", "H">, x>);
static_assert(std::is_same_v<transposed<x, "L", "H">, transposed<x, "H", "L">>);
// Equal extents do not make it the identity.
static_assert(!std::is_same_v<transposed<x, "L", "H">, x>);

// permute
static_assert(std::is_same_v<permuted<x, "B", "L", "H", "Dk">, x>);
static_assert(std::is_same_v<permuted<x, "B", "H", "L", "Dk">, transposed<x, "L", "H">>);
static_assert(std::is_same_v<permuted<x, "Dk", "B", "L", "H">, strided<shape<Dk, B, L, H>, memory<B, L, H, Dk>>>);
static_assert(std::is_same_v<permuted<shape<>>, shape<>>);
// It composes: only the last order counts.
static_assert(
    std::is_same_v<permuted<permuted<x, "Dk", "B", "L", "H">, "H", "B", "L", "Dk">, permuted<x, "H", "B", "L", "Dk">>);
static_assert(std::is_same_v<permuted<permuted<x, "Dk", "B", "L", "H">, "B", "L", "H", "Dk">, x>);
static_assert(std::is_same_v<transposed<transposed<x, "B", "L">, "B", "H">, permuted<x, "L", "H", "B", "Dk">>);

// move_axis: the other axes keep their order, and equal extents do not make it the identity.
static_assert(std::is_same_v<moved<x, "L", -2>, strided<shape<B, H, L, Dk>, memory<B, L, H, Dk>>>);
static_assert(std::is_same_v<moved<x, "L", -2>, permuted<x, "B", "H", "L", "Dk">>);
static_assert(std::is_same_v<moved<x, "Dk", 0>, permuted<x, "Dk", "B", "L", "H">>);
static_assert(std::is_same_v<moved<x, "B", -1>, permuted<x, "L", "H", "Dk", "B">>);
static_assert(std::is_same_v<moved<shape<L, fused<H, Dk>>, "(H Dk)", 0>,
                             strided<shape<fused<H, Dk>, L>, memory<L, fused<H, Dk>>>>);
static_assert(std::is_same_v<moved<shape<axis<"L">, H>, "L", 1>, strided<shape<H, axis<"L">>, memory<axis<"L">, H>>>);
static_assert(!std::is_same_v<moved<x, "L", 2>, x>);
// There and back, for every axis and place; moving to where it is, is nothing; a place counts from either end.
template <sp::fixed_string Name, int At, int... Places>
constexpr bool comes_back = (std::is_same_v<moved<moved<x, Name, Places>, Name, At>, x> && ...);
static_assert(comes_back<"B", 0, 0, 1, 2, 3, -1, -4> && comes_back<"L", 1, 0, 1, 2, 3, -1, -4> &&
              comes_back<"H", 2, 0, 1, 2, 3, -1, -4> && comes_back<"Dk", 3, 0, 1, 2, 3, -1, -4>);
static_assert(std::is_same_v<moved<x, "L", 1>, x> && std::is_same_v<moved<x, "Dk", -1>, x>);
static_assert(std::is_same_v<moved<x, "L", 3>, moved<x, "L", -1>> &&
              std::is_same_v<moved<x, "H", 0>, moved<x, "H", -4>>);
// Only the last place counts. Of neighbours it is transpose; of others it is not.
static_assert(std::is_same_v<moved<moved<x, "L", 3>, "L", 0>, moved<x, "L", 0>>);
static_assert(std::is_same_v<moved<x, "L", 2>, transposed<x, "L", "H">>);
static_assert(!std::is_same_v<moved<x, "L", 3>, transposed<x, "L", "Dk">>);
// Of three axes or of four: a batch of groups needs no other code.
using G = axis<"G", 8>;
static_assert(std::is_same_v<sp::shape_in<moved<shape<B, L, H, G, Dk>, "L", -2>>, shape<B, H, G, L, Dk>>);
static_assert(std::is_same_v<moved<moved<shape<B, L, H, G, Dk>, "L", -2>, "L", 1>, shape<B, L, H, G, Dk>>);
static_assert(std::is_same_v<sp::shape_in<moved<shape<L, H, Dk>, "L", -2>>, shape<H, L, Dk>>);

// rename
static_assert(std::is_same_v<renamed<x, "L", "S">, shape<B, S, H, Dk>>);
static_assert(
    std::is_same_v<renamed<transposed<x, "L", "H">, "L", "S">, strided<shape<B, H, S, Dk>, memory<B, S, H, Dk>>>);
static_assert(std::is_same_v<renamed<shape<axis<"L">>, "L", "S">, shape<axis<"S", "L">>>);  // the extent stays
static_assert(std::is_same_v<renamed<x, "L", "L">, x>);
// There and back; and it commutes with transpose.
static_assert(std::is_same_v<renamed<renamed<x, "L", "S">, "S", "L">, x>);
static_assert(std::is_same_v<renamed<transposed<x, "L", "H">, "L", "S">, transposed<renamed<x, "L", "S">, "S", "H">>);

static_assert(is_refused<transposed<x, "S", "H">>);                         // no such first axis
static_assert(is_refused<transposed<x, "L", "S">>);                         // no such second axis
static_assert(is_refused<transposed<shape<L, fused<H, Dk>>, "L", "H">>);    // H is a factor, split first
static_assert(is_refused<permuted<x, "B", "H", "L">>);                      // leaves out Dk
static_assert(is_refused<permuted<x, "B", "H", "H", "Dk">>);                // H twice
static_assert(is_refused<permuted<x, "B", "H", "S", "Dk">>);                // no such axis
static_assert(is_refused<permuted<x, "B", "H", "L", "Dk", "L">>);           // one name too many
static_assert(is_refused<permuted<x>>);                                     // leaves out everything
static_assert(is_refused<moved<x, "S", 0>>);                                // no such axis
static_assert(is_refused<moved<x, "L", 4>>);                                // no such place
static_assert(is_refused<moved<x, "L", -5>>);                               // nor from the end
static_assert(is_refused<moved<shape<L, fused<H, Dk>>, "H", 0>>);           // H is a factor, split first
static_assert(is_refused<moved<shape<>, "L", 0>>);                          // no axes
static_assert(is_refused<renamed<x, "S", "L">>);                            // no such axis
static_assert(is_refused<renamed<x, "L", "H">>);                            // the name is taken
static_assert(is_refused<renamed<x, "L", "past+1">>);                       // no identifier
static_assert(is_refused<renamed<x, "L", "">>);                             // no name
static_assert(is_refused<renamed<shape<L, fused<H, Dk>>, "H", "G">>);       // a factor of a fused axis
static_assert(is_refused<renamed<shape<L, fused<H, Dk>>, "(H Dk)", "D">>);  // a fused axis is named by its factors
