// SPDX-License-Identifier: BSL-1.0
/// An extent is a number, an integral constant such as Boost.Hana's, or text over symbols.
#include <shapeproof/shape/axis.hpp>
#include <shapeproof/shape/extent.hpp>

#include <boost/hana/integral_constant.hpp>
#include <boost/hana/mult.hpp>

#include <cstdint>
#include <type_traits>

namespace sp = shapeproof;
namespace hana = boost::hana;
using namespace hana::literals;
using sp::axis;

// Numbers of every integral type.
static_assert(std::is_same_v<axis<"D", 8>, axis<"D", 8ULL>>);
static_assert(std::is_same_v<axis<"D", 8>, axis<"D", std::int8_t{8}>>);
static_assert(sp::static_extent<axis<"D", 0>> == 0);
static_assert(sp::static_extent<axis<"D", 5200>> == 5200);

// Boost.Hana's constants and literals, and the standard library's.
static_assert(std::is_same_v<axis<"D", hana::size_c<8>>, axis<"D", 8>>);
static_assert(std::is_same_v<axis<"D", hana::int_c<8>>, axis<"D", 8>>);
static_assert(std::is_same_v<axis<"D", 8_c>, axis<"D", 8>>);
static_assert(std::is_same_v<axis<"D", 2_c * 4_c>, axis<"D", 8>>);
static_assert(std::is_same_v<axis<"D", std::integral_constant<int, 8>{}>, axis<"D", 8>>);
static_assert(!std::is_same_v<axis<"D", 8_c>, axis<"D", 9_c>>);

// Text of a number is the number.
static_assert(std::is_same_v<axis<"D", "8">, axis<"D", 8>>);
static_assert(std::is_same_v<axis<"D", "2*4">, axis<"D", 8>>);
static_assert(std::is_same_v<axis<"D", "L-L+8">, axis<"D", 8>>);

// An extent as a value.
static_assert(sp::extent(7).is_number() && sp::extent(7).value() == sp::polynomial(7));
static_assert(!sp::extent("past+1").is_number());
static_assert(sp::extent("1+past").value() == sp::extent("past+1").value());
static_assert(sp::extent(7_c).value() == sp::extent("7").value());
static_assert(sp::extent("D/H").value().problem != nullptr);
static_assert(sp::extent(-1).value().number() == -1);
