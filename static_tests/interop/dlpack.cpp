// SPDX-License-Identifier: BSL-1.0
/// DLPack's names of elements, and the types of what crosses.
#if __has_include(<dlpack/dlpack.h>)
#include <shapeproof/interop/dlpack.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

namespace sp = shapeproof;

using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
using sp::detail::to_text;

static_assert(to_text(sp::dlpack_element<float>::type).view() == "float32");
static_assert(to_text(sp::dlpack_element<double>::type).view() == "float64");
static_assert(to_text(sp::dlpack_element<std::int8_t>::type).view() == "int8");
static_assert(to_text(sp::dlpack_element<std::uint64_t>::type).view() == "uint64");
static_assert(to_text(DLDataType{kDLFloat, 32, 4}).view() == "float32x4");
static_assert(to_text(DLDataType{kDLBfloat, 16, 1}).view() == "bfloat16");
static_assert(to_text(DLDataType{99, 8, 1}).view() == "code 99, bits 8");
static_assert(!sp::has_dlpack_element<bool> && !sp::has_dlpack_element<sp::index<D>>);

// An element type of one's own.
struct brain_float {
  std::uint16_t bits;
};
template <>
struct sp::dlpack_element<brain_float> {
  static constexpr DLDataType type = {kDLBfloat, 16, 1};
};
static_assert(sp::has_dlpack_element<brain_float>);

using seen = decltype(sp::from_dlpack<float const, L, D>(std::declval<DLTensor const&>()));
static_assert(std::is_same_v<seen, sp::view<float const, L, D>>);
using taken = decltype(sp::take_dlpack<float, L, D>(std::declval<DLManagedTensor*>()));
static_assert(std::is_same_v<decltype(taken::view), sp::view<float, L, D>>);
static_assert(!std::is_copy_constructible_v<taken> && std::is_move_constructible_v<taken>);
using given = decltype(sp::to_dlpack(std::declval<sp::tensor<float, L, D>>()));
static_assert(std::is_same_v<given, std::unique_ptr<DLManagedTensor, sp::dlpack_deleter>>);
#endif
