// SPDX-License-Identifier: BSL-1.0
/// Element types have one name, whichever compiler prints it.
#include <shapeproof/tensor/element_text.hpp>

#include <cstdint>

namespace sp = shapeproof;
namespace other {
struct half {};
}  // namespace other

static_assert(sp::element_text<float>().view() == "float" && sp::element_text<double>().view() == "double");
static_assert(sp::element_text<bool>().view() == "bool");
static_assert(sp::element_text<std::int8_t>().view() == "int8" && sp::element_text<std::uint64_t>().view() == "uint64");
static_assert(sp::element_text<int>().view() == "int32" && sp::element_text<long long>().view() == "int64");
static_assert(sp::element_text<other::half>().view() == "other::half");
static_assert(sp::element_text<sp::index<sp::axis<"V", 6000>>>().view() == "index of V=6000");
static_assert(sp::element_text<sp::index<sp::axis<"V">>>().view() == "index of V");
