// SPDX-License-Identifier: BSL-1.0
/// Tensors and shapes in streams.
#include <shapeproof/tensor/ostream.hpp>

#include <shapeproof/tensor/view.hpp>

#include <doctest/doctest.h>

#include <sstream>

namespace sp = shapeproof;

using R = sp::axis<"R", 2>;

TEST_CASE("what format gives, into a stream") {
  sp::tensor<float, R> x;
  x(1) = 2.5F;
  std::ostringstream to;
  to << x << '\n' << sp::view<float const, R>(x.data()) << '\n' << sp::shape<R, sp::axis<"L">>{};
  CHECK(to.str() == "[R=2] float\n[0.  2.5]\n[R=2] float\n[0.  2.5]\n[R=2, L]");
}
