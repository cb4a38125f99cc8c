// SPDX-License-Identifier: BSL-1.0
/// An index belongs to one axis and is in its range.
#include <shapeproof/tensor/index.hpp>

#include <type_traits>

namespace sp = shapeproof;
using sp::axis;

using V = axis<"V", 60>;
using P = axis<"P", 60>;
using T = axis<"L">;

static_assert(sp::index<V>(21).value() == 21);
static_assert(sp::index<V>(0).value() == 0 && sp::index<V>(59).value() == 59);
static_assert(sp::index<V>{}.value() == 0);
static_assert(sp::index<V>(21) == sp::index<V>(21));
static_assert(!(sp::index<V>(21) == sp::index<V>(22)));
static_assert(sp::index<T>(4, 5).value() == 4);
static_assert(std::is_same_v<sp::index<V>::axis, V>);
static_assert(sp::is_index<sp::index<V>> && !sp::is_index<int>);

// An out-of-range index is no constant expression.
template <auto Value, class Axis>
concept in_range = requires { typename std::integral_constant<std::size_t, sp::index<Axis>(Value).value()>; };
static_assert(in_range<59, V>);
static_assert(!in_range<60, V>);            // one past the last
static_assert(!in_range<-1, V>);            // does not count from the end
static_assert(!in_range<0, axis<"V", 0>>);  // an empty axis

static_assert(!std::is_convertible_v<int, sp::index<V>>);             // only where one says so
static_assert(!std::is_constructible_v<sp::index<V>, float>);         // no integer
static_assert(!std::is_constructible_v<sp::index<V>, sp::index<P>>);  // another role of the same extent
static_assert(!std::is_constructible_v<sp::index<T>, int>);           // a symbolic axis needs its extent
static_assert(!std::is_convertible_v<sp::index<V>, std::size_t>);     // value() says that the role is given up

// As small as the tokens of a file, and plain data.
static_assert(sizeof(sp::index<V>) == 4 && std::is_trivially_copyable_v<sp::index<V>>);
