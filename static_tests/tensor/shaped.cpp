// SPDX-License-Identifier: BSL-1.0
/// Constraints on a function's arguments: tensors of all kinds, open extents, memory order; and overloads by shape.
#include <shapeproof/tensor/shaped.hpp>

#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>
#include <shapeproof/tensor/meta.hpp>
#include <shapeproof/tensor/view.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::dense;
using sp::shaped;

using B = axis<"B", 2>;
using L = axis<"L">;
using L7 = axis<"L", 7>;
using D = axis<"D", 520>;
using blocks = sp::tensor<float, B, L, D>;
using turned = decltype(sp::transpose<"L", "D">(std::declval<sp::tensor<float, B, D, L> const&>()));

// Owners, views, of const elements, in any memory order, without elements, marked: whatever has the shape.
static_assert(shaped<blocks, float, B, L, D> && shaped<blocks const&, float, B, L, D>);
static_assert(shaped<sp::view<float const, B, L, D>, float, B, L, D> && shaped<turned, float, B, L, D>);
static_assert(shaped<sp::meta_tensor<float, B, L, D>, float, B, L, D>);
static_assert(shaped<decltype(sp::last<"L">(std::declval<sp::tensor<float, B, L7, D> const&>())), float, B, D>);
static_assert(shaped<sp::tensor<sp::index<D>, L>, sp::index<D>, L>);

static_assert(!shaped<blocks, float, B, D, L> && !shaped<blocks, float, B, L7, D> && !shaped<blocks, float, L, D>);
static_assert(!shaped<blocks, double, B, L, D> && !shaped<float, float, B, L, D> && !shaped<float*, float>);
static_assert(!shaped<sp::tensor<sp::index<D>, L>, sp::index<L>, L>);
static_assert(shaped<sp::poisoned, float, B, L, D>);  // was refused already

// Open extents, leading axes and elements.
static_assert(shaped<blocks, float, sp::any_axes, D> && shaped<blocks, float, B, sp::any_extent<"L">, D>);
static_assert(shaped<blocks, sp::any_element, B, L, D> && shaped<sp::tensor<int, L>, sp::any_element, L>);
static_assert(!shaped<blocks, float, B, sp::any_extent<"S">, D>);

static_assert(std::is_same_v<sp::axis_of<"L", blocks const&>, L> && std::is_same_v<sp::axis_of<"D", turned>, D>);
template <shaped<float, sp::any_extent<"L">, D> X>
constexpr bool same_length(X const&, shaped<float, sp::axis_of<"L", X>> auto const&) {
  return true;
}
template <class X, class Y>
concept can_same_length = requires(X const& x, Y const& y) { same_length(x, y); };
static_assert(can_same_length<sp::tensor<float, L7, D>, sp::tensor<float, L7>>);
static_assert(!can_same_length<sp::tensor<float, L7, D>, sp::tensor<float, L>>);
static_assert(!can_same_length<sp::tensor<float, D>, sp::tensor<float, L>>);

// Memory order.
static_assert(dense<blocks, float, B, L, D> && dense<sp::view<float, B, L, D>, float, B, sp::any_extent<"L">, D>);
static_assert(!dense<turned, float, B, L, D> && dense<sp::meta_tensor<float, B, L, D>, float, B, L, D>);

// Overloads by shape; the dense one is the closer of two that fit.
constexpr int chosen(shaped<float, B, L, D> auto const&) { return 1; }
constexpr int chosen(dense<float, B, L, D> auto const&) { return 2; }
constexpr int chosen(shaped<float, D> auto const&) { return 3; }
template <class X>
constexpr int choice = decltype(std::integral_constant<int, chosen(X{})>{})::value;
static_assert(choice<sp::meta_tensor<float, B, L, D>> == 2 && choice<sp::meta_tensor<float, D>> == 3);
static_assert(choice<sp::meta<float, sp::strided<sp::shape<B, L, D>, sp::memory<B, D, L>>>> == 1);

// The statement gives its argument as it was.
static_assert(std::is_same_v<decltype(sp::expect<"f", float, B, L, D>(std::declval<blocks const&>())), blocks const&>);
static_assert(std::is_same_v<decltype(sp::expect<"f", float, B, L, D>(std::declval<blocks&>())), blocks&>);
static_assert(std::is_same_v<decltype(sp::expect<"f", float, B, L, D>(std::declval<blocks>())), blocks>);
