// SPDX-License-Identifier: BSL-1.0
// Elements that DLPack has no name for.
// expect: from_dlpack: [L]: DLPack has no name for these elements; specialise dlpack_element
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/interop/dlpack.hpp>
namespace sp = shapeproof;
#include <utility>
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
void f(DLTensor const& ids) {
// mistake
  auto x = sp::from_dlpack<sp::index<D> const, L>(ids);
// corrected
  auto x = sp::from_dlpack<int const, L>(ids);
// end
  (void)x;
}
