// SPDX-License-Identifier: BSL-1.0
/// What takes a tensor without the lengths of its rows refuses one whose rows have them.
#include <shapeproof/nn/rope.hpp>
#include <shapeproof/ops/arithmetic.hpp>
#include <shapeproof/ops/collectives.hpp>
#include <shapeproof/ops/concat.hpp>
#include <shapeproof/ops/contiguous.hpp>
#include <shapeproof/ops/contract.hpp>
#include <shapeproof/ops/matmul.hpp>
#include <shapeproof/ops/rearrange.hpp>
#include <shapeproof/ops/reduce.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>
#include <shapeproof/ops/softmax.hpp>
#include <shapeproof/ops/split_merge.hpp>
#include <shapeproof/tensor/ragged_rows.hpp>
#include <shapeproof/tensor/shaped.hpp>

#include <type_traits>

namespace sp = shapeproof;

using B = sp::axis<"B", 2>;
using S = sp::axis<"S", 6>;
using Dk = sp::axis<"Dk", 4>;
using keys = sp::tensor<float, B, S, Dk>;
using step = sp::tensor<float, B, Dk>;
using tp = sp::mesh<"tp", 2>;

template <class X>
constexpr int taken() {
  return int{sp::can_contract<X, step, "Dk">} + int{sp::can_contract<step, X, "Dk">} + int{sp::can_contiguous<X>} +
         int{sp::can_transpose<X, "S", "Dk">} + int{sp::can_select<X, "S">} + int{sp::can_last<X, "S">} +
         int{sp::can_slice<X, "S", 0, 2>} + int{sp::can_sum<X, "S">} + int{sp::can_softmax<X, "S">} +
         int{sp::can_concat<X, X, "S">} + int{sp::can_add<X, step>} + int{sp::can_add<step, X>} +
         int{sp::can_rename<X, "S", "L">} + int{sp::can_rearrange<X, "B S Dk -> B Dk S">} +
         int{sp::can_scatter<X, "S", tp>} + int{sp::shaped<X, float, B, S, Dk>} + int{sp::dense<X, float, B, S, Dk>};
}
static_assert(taken<keys>() == 17 && taken<sp::view<float const, B, S, Dk>>() == 17);
static_assert(taken<sp::ragged_rows<keys>>() == 0 && taken<sp::ragged_rows<sp::view<float const, B, S, Dk>>>() == 0);
static_assert(taken<sp::ragged_rows<sp::meta_tensor<float, B, S, Dk>>>() == 0);
static_assert(!std::is_base_of_v<keys, sp::ragged_rows<keys>>);
static_assert(!std::is_base_of_v<sp::view<float const, B, S, Dk>, sp::ragged_rows<sp::view<float const, B, S, Dk>>>);
static_assert(std::is_copy_constructible_v<sp::ragged_rows<sp::view<float const, B, S, Dk>>>);
