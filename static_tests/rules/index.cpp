// SPDX-License-Identifier: BSL-1.0
/// Parts of a tensor are views; rows of a table are found by indices of its own rows.
#include <shapeproof/rules/index.hpp>
#include <shapeproof/rules/reorder.hpp>

#include <type_traits>

namespace sp = shapeproof;
namespace rules = sp::rules;
using sp::axis;
using sp::fused;
using sp::gap;
using sp::is_refused;
using sp::memory;
using sp::shape;
using sp::strided;

using B = axis<"B", 2>;
using L = axis<"L", 8>;
using D = axis<"D", 40>;
using x = shape<B, L, D>;
using whole = shape<axis<"L">, D>;
template <sp::extent Extent>
using rows = axis<"L", Extent>;

// slice
template <class X, sp::fixed_string Name, sp::extent From, sp::extent To>
using sliced = decltype(rules::slice<Name, From, To>(X{}));
static_assert(std::is_same_v<sliced<x, "B", 0, 1>, shape<axis<"B", 1>, L, D>>);  // outermost: still dense
static_assert(std::is_same_v<sliced<x, "L", 2, 5>, strided<shape<B, rows<3>, D>, memory<B, L, D>>>);
static_assert(std::is_same_v<sliced<whole, "L", 0, "L">, whole>);
static_assert(std::is_same_v<sliced<shape<rows<"past+L">, D>, "L", "past", "past+L">, whole>);
static_assert(std::is_same_v<sliced<shape<rows<"past+3">, D>, "L", 1, 3>, shape<rows<2>, D>>);
static_assert(std::is_same_v<sliced<x, "L", 3, 3>, strided<shape<B, rows<0>, D>, memory<B, L, D>>>);
// The whole is the identity; a slice of a slice is a slice.
static_assert(std::is_same_v<sliced<x, "L", 0, 8>, x>);
static_assert(std::is_same_v<sliced<sliced<x, "L", 1, 7>, "L", 1, 4>, sliced<x, "L", 2, 5>>);
// Slices of two axes commute.
static_assert(std::is_same_v<sliced<sliced<x, "L", 0, 3>, "D", 0, 2>, sliced<sliced<x, "D", 0, 2>, "L", 0, 3>>);
static_assert(is_refused<sliced<x, "S", 0, 1>>);                        // no such axis
static_assert(is_refused<sliced<shape<fused<L, D>>, "(L D)", 0, 40>>);  // a fused axis
static_assert(is_refused<sliced<x, "L", 0, 9>>);                        // passes the end
static_assert(is_refused<sliced<x, "L", -1, 8>>);                       // begins below 0
static_assert(is_refused<sliced<x, "L", 5, 2>>);                        // ends before it begins
static_assert(is_refused<sliced<sliced<x, "L", 1, 4>, "L", 0, 8>>);     // the memory is wider, the axis is not
static_assert(is_refused<sliced<whole, "L", 0, 1>>);                    // L may be 0
static_assert(is_refused<sliced<whole, "L", "past", "L">>);             // past may be larger than L
static_assert(is_refused<sliced<whole, "L", "L-1", "L">>);              // likewise: L-1 may be -1
static_assert(is_refused<sliced<whole, "L", 0, "L/2">>);                // no expression

// select, last
template <class X, sp::fixed_string Name>
using selected = decltype(rules::select<Name>(X{}));
template <class X, sp::fixed_string Name>
using last = decltype(rules::last<Name>(X{}));
static_assert(std::is_same_v<selected<x, "B">, shape<L, D>>);  // outermost: still dense
static_assert(std::is_same_v<selected<x, "L">, strided<shape<B, D>, memory<B, gap<L>, D>>>);
static_assert(std::is_same_v<selected<x, "D">, strided<shape<B, L>, memory<B, L, gap<D>>>>);
static_assert(std::is_same_v<selected<selected<x, "L">, "B">, shape<D>>);
static_assert(std::is_same_v<selected<selected<x, "L">, "B">, selected<selected<x, "B">, "L">>);
static_assert(std::is_same_v<last<x, "L">, selected<x, "L">>);
static_assert(std::is_same_v<last<whole, "L">, shape<D>>);     // whether there is one is checked at run time
static_assert(is_refused<selected<x, "S">>);                   // no such axis
static_assert(is_refused<selected<selected<x, "L">, "L">>);    // dropped already
static_assert(is_refused<selected<shape<fused<L, D>>, "D">>);  // a factor of a fused axis
static_assert(is_refused<last<x, "S">>);                       // no such axis
static_assert(is_refused<last<shape<rows<0>, D>, "L">>);       // no last position

// unsqueeze
template <class X, class Axis>
using unsqueezed = decltype(rules::unsqueeze<Axis>(X{}));
using one = axis<"B", 1>;
static_assert(std::is_same_v<unsqueezed<shape<L, D>, one>, shape<one, L, D>>);
static_assert(std::is_same_v<unsqueezed<shape<L>, axis<"B", "n-n+1">>, shape<one, L>>);
static_assert(std::is_same_v<selected<unsqueezed<shape<L, D>, one>, "B">, shape<L, D>>);  // inverse: the one position
static_assert(is_refused<unsqueezed<shape<L, D>, B>>);                                    // two copies
static_assert(is_refused<unsqueezed<shape<L, D>, axis<"B">>>);                            // B is not proved to be 1
static_assert(is_refused<unsqueezed<x, one>>);                                            // the name is taken

// embed
using V = axis<"V", 60>;
using table = shape<V, D>;
template <class Table, class Ids, class Addressed = V>
using embedded = decltype(rules::embed<Addressed>(Table{}, Ids{}));
static_assert(std::is_same_v<embedded<table, shape<L>>, shape<L, D>>);
static_assert(std::is_same_v<embedded<table, shape<B, axis<"L">>>, shape<B, axis<"L">, D>>);
static_assert(std::is_same_v<embedded<table, shape<>>, shape<D>>);
static_assert(is_refused<embedded<table, shape<L>, axis<"P", 60>>>);  // ids of positions, both 60
static_assert(is_refused<embedded<table, shape<L>, axis<"V", 61>>>);  // another vocabulary
static_assert(is_refused<embedded<table, shape<L>, void>>);           // plain numbers
static_assert(is_refused<embedded<shape<D, V>, shape<L>>>);           // the table is transposed
static_assert(is_refused<embedded<shape<V>, shape<L>>>);              // no width
static_assert(is_refused<embedded<table, shape<B, D>>>);              // D would occur twice
