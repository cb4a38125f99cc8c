// SPDX-License-Identifier: BSL-1.0
/// Two axes are one type if name and extent agree, and only then.
#include <shapeproof/shape/axis.hpp>

#include <string_view>
#include <type_traits>

namespace sp = shapeproof;
using sp::axis;
using sp::fused;

using H = axis<"H", 8>;
using Dk = axis<"Dk", 650>;

// Extents with equal values for all symbols are one type.
static_assert(std::is_same_v<axis<"S", "1+past">, axis<"S", "past + 1">>);
static_assert(std::is_same_v<axis<"S", "past+2-1">, axis<"S", "past+1">>);
static_assert(std::is_same_v<axis<"N", "B*H">, axis<"N", "H*B">>);
static_assert(std::is_same_v<axis<"N", "a*(b+1)">, axis<"N", "a*b+a">>);
static_assert(std::is_same_v<axis<"L">, axis<"L", "L">>);

// Another name or another extent is another axis.
static_assert(!std::is_same_v<axis<"S", 8>, H>);  // equal extents, other roles
static_assert(!std::is_same_v<axis<"H", 4>, H>);  // one role, other extents
static_assert(!std::is_same_v<axis<"S", "past">, axis<"S", "past+1">>);
static_assert(!std::is_same_v<axis<"L">, axis<"L", 7>>);
static_assert(!std::is_same_v<axis<"L", "a">, axis<"L", "b">>);

// A fused axis remembers its factors in order.
static_assert(!std::is_same_v<fused<H, Dk>, fused<Dk, H>>);
static_assert(!std::is_same_v<fused<H, Dk>, axis<"D", 5200>>);
static_assert(!std::is_same_v<fused<fused<H, Dk>, axis<"B", 2>>, fused<H, Dk, axis<"B", 2>>>);
static_assert(sp::is_fused<fused<H, Dk>> && !sp::is_fused<H>);

// Names.
static_assert(sp::axis_name<H> == "H");
static_assert(sp::axis_name<fused<H, Dk>> == "(H Dk)");
static_assert(sp::axis_name<fused<fused<H, Dk>, axis<"B", 2>>> == "((H Dk) B)");
static_assert(sp::same_name<H, axis<"H", "past">>);
static_assert(!sp::same_name<H, axis<"G", 8>>);
static_assert(sp::same_name<fused<H, Dk>, fused<axis<"H", 4>, axis<"Dk">>>);
static_assert(!sp::same_name<fused<H, Dk>, fused<Dk, H>>);
static_assert(!sp::same_name<fused<H, Dk>, H>);
static_assert(!sp::same_name<fused<H, Dk>, fused<H, Dk, Dk>>);

// Extents.
static_assert(sp::is_static<H> && !sp::is_static<axis<"L">>);
static_assert(sp::is_static<fused<H, Dk>> && !sp::is_static<fused<H, axis<"L">>>);
static_assert(sp::static_extent<fused<H, Dk>> == 5200);
static_assert(sp::extent_polynomial<fused<H, axis<"L", "past+1">>> == sp::parse_polynomial("8*past+8"));
static_assert(sp::extent_polynomial<axis<"L">> == sp::polynomial::symbol("L"));

// Text, as messages show it.
static_assert(sp::axis_text<H>().view() == "H=8");
static_assert(sp::axis_text<axis<"L">>().view() == "L");
static_assert(sp::axis_text<axis<"S", "1+past">>().view() == "S=past+1");
static_assert(sp::axis_text<fused<H, Dk>>().view() == "(H Dk)=5200");
