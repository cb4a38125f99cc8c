// SPDX-License-Identifier: BSL-1.0
/// One tensor type is made from another only where shape and memory order are the same.
#include <shapeproof/rules/convert.hpp>

#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>
#include <shapeproof/tensor/view.hpp>

#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::is_refused;
using sp::memory;
using sp::shape;
using sp::strided;

using R = axis<"R", 3>;
using K = axis<"K", 2>;
using K3 = axis<"K", 3>;
template <class Expected>
using convert = sp::rules::convert_rule<"view", Expected>;

static_assert(convert<shape<R, K>>{}(shape<R, K>{}) == shape<R, K>{});
static_assert(is_refused<decltype(convert<shape<R, K>>{}(shape<K, R>{}))>);                          // other order
static_assert(is_refused<decltype(convert<shape<R, K>>{}(shape<R, K3>{}))>);                         // other extent
static_assert(is_refused<decltype(convert<shape<R, K>>{}(strided<shape<R, K>, memory<R, K3>>{}))>);  // padded rows
static_assert(is_refused<decltype(convert<shape<R, K>>{}(strided<shape<R, K>, memory<K, R>>{}))>);   // transposed
static_assert(is_refused<decltype(convert<shape<R, axis<"S", 2>>>{}(shape<R, K>{}))>);               // other role

// A dense tensor becomes the view that a function declares.
int takes(sp::view<float const, R, K>);
template <class X>
concept can_be_taken = requires(X& x) { takes(x); };
static_assert(can_be_taken<sp::tensor<float, R, K>> && can_be_taken<sp::tensor<float, R, K> const>);
static_assert(can_be_taken<sp::view<float, R, K>>);

// A view of wider memory knows it.
using padded = decltype(sp::view_over<memory<R, K3>, R, K>(std::declval<float*>()));
static_assert(std::is_same_v<padded, sp::strided_view<float, strided<shape<R, K>, memory<R, K3>>>>);
using all_of_it = decltype(sp::view_over<memory<R, K>, R, K>(std::declval<float const*>()));
static_assert(std::is_same_v<all_of_it, sp::view<float const, R, K>>);
