// SPDX-License-Identifier: BSL-1.0
/// Types are picked from lists by position, and lists are joined.
#include <shapeproof/core/pack.hpp>

#include <type_traits>

namespace sp = shapeproof;

template <class... Ts>
struct list {};
struct a {};
struct b {};
struct c {};
using abc = list<a, b, c>;

static_assert(sp::list_size<abc> == 3);
static_assert(sp::list_size<list<>> == 0);

static_assert(std::is_same_v<sp::type_at<abc, 0>, a>);
static_assert(std::is_same_v<sp::type_at<abc, 2>, c>);
static_assert(std::is_same_v<sp::type_at<list<a, a>, 1>, a>);

constexpr sp::positions<3> backwards = {{2, 1, 0}};
static_assert(std::is_same_v<sp::picked<abc, backwards, 3>, list<c, b, a>>);
static_assert(std::is_same_v<sp::picked<abc, backwards, 1>, list<c>>);
static_assert(std::is_same_v<sp::picked<abc, backwards, 0>, list<>>);

static_assert(std::is_same_v<sp::range_of<abc, 0, 3>, abc>);
static_assert(std::is_same_v<sp::range_of<abc, 1, 2>, list<b>>);
static_assert(std::is_same_v<sp::range_of<abc, 3, 3>, list<>>);

static_assert(std::is_same_v<sp::join<list<a>, list<b, c>>, abc>);
static_assert(std::is_same_v<sp::join<list<>, list<a>, list<>, list<b>, list<c>>, abc>);
static_assert(std::is_same_v<sp::join<abc>, abc>);
// A list is the join of its parts.
static_assert(std::is_same_v<sp::join<sp::range_of<abc, 0, 1>, sp::range_of<abc, 1, 3>>, abc>);
