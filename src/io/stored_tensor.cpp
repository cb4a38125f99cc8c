// SPDX-License-Identifier: BSL-1.0
/// Elements of any stored type to float.
#include <shapeproof/io/stored_tensor.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

namespace shapeproof::io {

namespace {

/// Half: 1 bit of sign, 5 of exponent (bias 15), 10 of fraction. Single: 1, 8 (bias 127), 23.
std::uint32_t single_of_half(std::uint16_t half) {
  std::uint32_t const sign = (half & 0x8000U) << 16;
  std::uint32_t const exponent = (half >> 10) & 0x1FU;
  std::uint32_t const fraction = half & 0x3FFU;
  if (exponent == 0x1F) return sign | 0x7F800000U | (fraction << 13);
  if (exponent != 0) return sign | ((exponent + 127 - 15) << 23) | (fraction << 13);
  if (fraction == 0) return sign;
  // A subnormal half is fraction * 2^-24: its highest bit, at `high`, becomes a single's implicit one.
  auto const high = static_cast<std::uint32_t>(std::bit_width(fraction) - 1);
  return sign | ((high + 127 - 24) << 23) | ((fraction << (23 - high)) & 0x7FFFFFU);
}

template <class Convert>
void convert_each(stored_tensor const& tensor, float* out, Convert const& convert) {
  for (std::size_t i = 0; i < element_count(tensor); ++i) {
    std::uint16_t stored = 0;
    std::memcpy(&stored, tensor.bytes.data() + 2 * i, sizeof(stored));
    out[i] = std::bit_cast<float>(convert(stored));
  }
}

}  // namespace

stored_tensor const* tensor_file::find(std::string_view name) const {
  auto const found =
      std::find_if(tensors.begin(), tensors.end(), [&](auto const& tensor) { return tensor.name == name; });
  return found == tensors.end() ? nullptr : &*found;
}

void to_floats(stored_tensor const& tensor, float* out) {
  if (tensor.elements == element_type::f16) return convert_each(tensor, out, single_of_half);
  if (tensor.elements == element_type::bf16)
    return convert_each(tensor, out, [](std::uint16_t stored) { return static_cast<std::uint32_t>(stored) << 16; });
  if (tensor.elements == element_type::u8) {
    std::transform(tensor.bytes.begin(), tensor.bytes.end(), out,
                   [](std::byte byte) { return static_cast<float>(byte); });
    return;
  }
  if (!tensor.bytes.empty()) std::memcpy(out, tensor.bytes.data(), tensor.bytes.size());
}

}  // namespace shapeproof::io
