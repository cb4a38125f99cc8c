// SPDX-License-Identifier: BSL-1.0
/// contract gives a tensor of its own, or a meta tensor of meta tensors.
#include <shapeproof/ops/contract.hpp>
#include <shapeproof/ops/reorder.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;

using H = axis<"H", 3>;
using L = axis<"L", 8>;
using S = axis<"S", 8>;
using Dk = axis<"Dk", 4>;
using q = sp::tensor<float, H, L, Dk>;
using k = sp::tensor<float, H, S, Dk>;
using turned_k = decltype(sp::transpose<"S", "Dk">(std::declval<k const&>()));
using result = sp::tensor<float, H, L, S>;

template <class A, class B>
using product = decltype(sp::contract<"Dk">(std::declval<A>(), std::declval<B>()));

// Tensors and views, in any memory order, as lvalues and rvalues.
static_assert(std::is_same_v<product<q const&, k const&>, result>);
static_assert(std::is_same_v<product<q&, k>, result>);
static_assert(std::is_same_v<product<q, sp::view<float const, H, S, Dk>>, result>);
static_assert(std::is_same_v<product<q, turned_k>, result>);
// A meta tensor on either side gives one.
static_assert(std::is_same_v<product<sp::meta_tensor<float, H, L, Dk>, k>, sp::meta_tensor<float, H, L, S>>);
static_assert(std::is_same_v<product<q, sp::meta_tensor<float, H, S, Dk>>, sp::meta_tensor<float, H, L, S>>);
// Nothing of a refused operand.
static_assert(std::is_same_v<product<q, sp::poisoned>, sp::poisoned>);
static_assert(std::is_same_v<product<sp::poisoned, k>, sp::poisoned>);

static_assert(sp::can_contract<q, k, "Dk"> && sp::can_contract<q const&, turned_k, "H">);
static_assert(!sp::can_contract<q, k, "L">);      // the right side has no L
static_assert(!sp::can_contract<q, float, "L">);  // no tensor
