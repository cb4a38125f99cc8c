// SPDX-License-Identifier: BSL-1.0
/// Functions of one's own that say which tensors they take: owners, views and transposed ones, but of this shape.
#include <shapeproof/shapeproof.hpp>

#include <cstdio>

namespace sp = shapeproof;

using B = sp::axis<"B", 1>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 2>;

// Takes [B, L, D] of floats, in any memory order.
auto mean(sp::shaped<float, B, L, D> auto const& x) { return sp::sum<"D">(x) * 0.5F; }

// The same after `requires`. Any leading axes and any length; the weights are as long as x is.
template <class X, class W>
  requires sp::shaped<X, float, sp::any_axes, sp::any_extent<"L">, D> && sp::shaped<W, float, sp::axis_of<"L", X>>
auto weighted(X const& x, W const& weights) {
  return sp::sum<"D">(x) * weights;
}

// Overloads by shape; a dense tensor takes the second one.
char const* how(sp::shaped<float, L, D> auto const&) { return "through its steps"; }
char const* how(sp::dense<float, L, D> auto const&) { return "from end to end"; }

int main() {
  sp::tensor<float, B, L, D> x(sp::bind<"L">(2));
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = static_cast<float>(i);
  auto m = mean(x);
  // mean(sp::sum<"L">(x)) does not compile:
  // shaped: [B=1, D=2] float: expected [B=1, L, D=2] float; the axis L is missing
  std::printf("%s: %g %g\n", to_string(m).c_str(), m(0, 0), m(0, 1));

  sp::tensor<float, L> weights(sp::bind<"L">(2));
  weights(1) = 10;
  auto w = weighted(x, weights);
  std::printf("%s: %g %g\n", to_string(w).c_str(), w(0, 0), w(0, 1));

  auto row = sp::select<"B">(x, 0);
  std::printf("%s\n", how(row));
  sp::tensor<float, D, L> turned(sp::bind<"L">(2));
  std::printf("%s\n", how(sp::transpose<"D", "L">(turned)));
}

// Output:
// [B=1, L=2]: 0.5 2.5
// [B=1, L=2]: 0 50
// from end to end
// through its steps
