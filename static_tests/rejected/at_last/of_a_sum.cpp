// SPDX-License-Identifier: BSL-1.0
// A sum over ranks would be hidden behind the mark.
// expect: at_last: [D=12]: the mark of a last position lies inside of a sum over ranks and of rows with ends
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using seen = sp::view<float const, D>;
// mistake
auto reduced(sp::at_last<"L", sp::partial<tp, seen>> const& x) { return x; }
// corrected
auto reduced(sp::partial<tp, sp::at_last<"L", seen>> const& x) { return sp::all_reduce<"tp">(x); }
// end
auto step(sp::partial<tp, sp::tensor<float, L, D>> const& x) { return reduced(sp::contiguous(sp::last<"L">(x))); }
