// SPDX-License-Identifier: BSL-1.0
/// Shapes as text, with symbols or their values.
#include <shapeproof/tensor/print.hpp>

#include <shapeproof/tensor/meta.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include <doctest/doctest.h>

namespace sp = shapeproof;

using B = sp::axis<"B", 2>;
using S = sp::axis<"S", "1+past">;
using HDk = sp::fused<sp::axis<"H", 8>, sp::axis<"Dk", "width">>;

TEST_CASE("a shape has its symbols, a tensor their values") {
  CHECK(to_string(sp::shape<>{}) == "[]");
  CHECK(to_string(sp::shape<B, S, sp::axis<"L">, HDk>{}) == "[B=2, S=past+1, L, (H Dk)=8*width]");
  CHECK(to_string(sp::tensor<float, B, S, HDk>(sp::bind<"past">(3), sp::bind<"width">(5))) == "[B=2, S=4, (H Dk)=40]");
  CHECK(to_string(sp::meta_tensor<float, B, S>()) == "[B=2, S=past+1]");
}
