// SPDX-License-Identifier: BSL-1.0
/// A shard has the role of its axis and the extent of one rank's part; it cuts between positions of a first factor.
#include <shapeproof/shape/shape.hpp>
#include <shapeproof/shape/shard.hpp>
#include <shapeproof/tensor/symbols.hpp>

#include <type_traits>

namespace sp = shapeproof;
using sp::axis;
using sp::can_shard;
using sp::fused;
using sp::mesh;
using sp::shard;
using sp::whole;

using tp = mesh<"tp", 2>;
using F = axis<"F", 20>;
using half = shard<F, tp>;
static_assert(sp::axis_name<half> == "F" && sp::static_extent<half> == 10 && sp::is_static<half>);
static_assert(sp::axis_text<half>().view() == "F=10 of 20 over tp");
static_assert(sp::is_sharded<half> && !sp::is_sharded<F> && sp::same_name<half, shard<F, mesh<"tp", 4>>>);
static_assert(std::is_same_v<whole<half>, F> && std::is_same_v<whole<F>, F>);
// It is neither its whole axis nor one with its own extent.
static_assert(!std::is_same_v<half, F> && !std::is_same_v<half, axis<"F", 10>>);
static_assert(!std::is_same_v<half, shard<F, mesh<"ep", 2>>> && !std::is_same_v<half, shard<axis<"G", 20>, tp>>);
static_assert(sp::to_text(sp::shape<axis<"L">, half>{}).view() == "[L, F=10 of 20 over tp]");
static_assert(sp::to_text(sp::shape_in<sp::shape<half>>{}).view() == "[F=10 of 20 over tp]");

// Over one rank it is the axis.
using one = mesh<"tp", 1>;
static_assert(std::is_same_v<shard<F, one>, F> && std::is_same_v<shard<axis<"F">, one>, axis<"F">>);

// A fused axis is cut over its first factor.
using H = axis<"H", 4>;
using Dk = axis<"Dk", 5>;
using heads = fused<H, Dk>;
static_assert(std::is_same_v<shard<heads, tp>, fused<shard<H, tp>, Dk>> && std::is_same_v<shard<heads, one>, heads>);
static_assert(sp::axis_name<shard<heads, tp>> == "(H Dk)" && sp::static_extent<shard<heads, tp>> == 10);
static_assert(sp::axis_text<shard<heads, tp>>().view() == "(H Dk)=10 of 20 over tp");
static_assert(sp::is_sharded<shard<heads, tp>> && std::is_same_v<whole<shard<heads, tp>>, heads>);
static_assert(!sp::is_sharded_inside<shard<heads, tp>> && sp::is_sharded_inside<fused<H, shard<Dk, mesh<"tp", 5>>>>);
static_assert(sp::is_sharded_inside<fused<fused<axis<"A", 2>, shard<H, tp>>, Dk>> && !sp::is_sharded_inside<half>);
using Hkv = axis<"Hkv", 4>;
using G = axis<"G", 3>;
static_assert(std::is_same_v<shard<fused<fused<Hkv, G>, Dk>, tp>, fused<fused<shard<Hkv, tp>, G>, Dk>>);
static_assert(can_shard<heads, mesh<"tp", 4>> && !can_shard<heads, mesh<"tp", 5>>);  // 20 / 5 would cut heads
static_assert(can_shard<axis<"D", 20>, mesh<"tp", 5>>);
static_assert(!can_shard<fused<Hkv, axis<"Dk", 128>>, mesh<"tp", 8>>);  // 512 / 8 are half a head

// Symbols: what is not evidently a multiple must be declared as one.
using any = mesh<"tp">;
static_assert(sp::extent_polynomial<shard<axis<"F", "tp*Fl">, any>> == sp::polynomial::symbol("Fl"));
static_assert(sp::axis_text<shard<axis<"F", "tp*Fl">, any>>().view() == "F=Fl of Fl*tp over tp");
static_assert(std::is_same_v<sp::symbols_in<sp::shape<shard<axis<"F", "tp*Fl">, any>>>, sp::symbols<"Fl">>);
static_assert(sp::is_static<shard<axis<"F", "4*tp">, any>> && sp::static_extent<shard<axis<"F", "4*tp">, any>> == 4);
static_assert(!sp::is_static<shard<axis<"F", "2*n">, tp>>);
static_assert(can_shard<axis<"F", "2*n+4">, tp> && !can_shard<axis<"F", "2*n+1">, tp> && !can_shard<axis<"F">, tp>);
static_assert(!can_shard<F, any> && !can_shard<axis<"F", "tp+1">, any>);

// Two meshes cut two axes; one axis is cut once, and by a mesh in one factor.
static_assert(!can_shard<fused<H, shard<axis<"Dk", 6>, tp>>, tp>);
static_assert(can_shard<fused<H, shard<axis<"Dk", 6>, tp>>, mesh<"ep", 2>>);
static_assert(!can_shard<half, tp> && !can_shard<half, mesh<"ep", 2>> && !can_shard<shard<heads, tp>, tp>);

// Axes side by side are no sequence of equal parts.
using qkv = sp::concatenated<axis<"Q", 8>, axis<"K", 2>, axis<"V", 2>>;
// One rank has all of what others have cut, and all of a concatenation; not of what ranks of its own name have cut.
static_assert(std::is_same_v<shard<half, mesh<"pp", 1>>, half> && std::is_same_v<shard<qkv, mesh<"tp", 1>>, qkv>);
static_assert(std::is_same_v<shard<fused<half, axis<"Dk", 3>>, mesh<"pp", 1>>, fused<half, axis<"Dk", 3>>>);
static_assert(!can_shard<half, mesh<"tp", 1>> && !can_shard<half, mesh<"pp", 2>> && !can_shard<qkv, tp>);
static_assert(sp::axis_name<qkv> == "(Q|K|V)" && sp::static_extent<qkv> == 12 && !can_shard<qkv, tp>);
