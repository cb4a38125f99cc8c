// SPDX-License-Identifier: BSL-1.0
/// A meta tensor has a shape and no elements; it exists in constant expressions.
#include <shapeproof/tensor/meta.hpp>

#include <cstddef>
#include <type_traits>

namespace sp = shapeproof;
using sp::axis;
using sp::memory;
using sp::meta_tensor;
using sp::shape;
using sp::strided;

using L = axis<"L">;
using D = axis<"D", 4>;
using x = meta_tensor<float, L, D>;

static_assert(std::is_same_v<x::shape, shape<L, D>> && x::rank == 2);
static_assert(std::is_same_v<x::element, float>);
static_assert(std::is_same_v<x, sp::meta<float, shape<L, D>>>);
static_assert(std::is_same_v<sp::meta<float, strided<shape<D, L>, memory<L, D>>>::shape, shape<D, L>>);

// A symbol needs no value here.
static_assert(x{}.log() == nullptr);
constexpr bool keeps_its_trace() {
  sp::trace log;
  return x(&log).log() == &log;
}
static_assert(keeps_its_trace());

// A tensor knows the operation that made it: the last one when it began.
constexpr std::size_t maker_of(std::size_t operations) {
  sp::trace log;
  for (std::size_t i = 0; i < operations; ++i) log.add("matmul", sp::description<shape<L, D>>, nullptr, nullptr);
  x const made(&log);
  log.add("softmax", sp::description<shape<L, D>>, nullptr, nullptr);
  return made.made_by();
}
static_assert(maker_of(0) == 0 && maker_of(2) == 2 && x{}.made_by() == 0);
