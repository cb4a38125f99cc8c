// SPDX-License-Identifier: BSL-1.0
/// What is lent to code without axes: elements that last, const where they are const.
#include <shapeproof/interop/lent.hpp>
#include <shapeproof/tensor/tensor.hpp>
#include <shapeproof/tensor/view.hpp>

#include <type_traits>

namespace sp = shapeproof;
using D = sp::axis<"D", 4>;
using F = sp::axis<"F", 6>;
using owner = sp::tensor<float, D>;
using borrower = sp::view<float, D>;

using namespace sp::detail;
static_assert(is_ending<owner>() && is_ending<owner const>());
static_assert(!is_ending<owner&>() && !is_ending<owner const&>() && !is_ending<borrower>());

static_assert(std::is_same_v<lent_element<owner&>, float> && std::is_same_v<lent_element<owner const&>, float const>);
static_assert(std::is_same_v<lent_element<borrower const&>, float>);

static_assert(is_turned_round<sp::strided<sp::shape<D, F>, sp::memory<F, D>>>);
static_assert(!is_turned_round<sp::shape<D, F>>);
static_assert(!is_turned_round<sp::strided<sp::shape<D, F>, sp::memory<sp::axis<"F", 8>, D>>>);
