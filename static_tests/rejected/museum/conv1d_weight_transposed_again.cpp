// SPDX-License-Identifier: BSL-1.0
// GPT-2 stores (in, out); the loader expects (out, in) of every file and transposes.
// case: C35
// equal: "F", 3072 => "F", 768
// expect: linear: [L=2, D=768] x [F=3072, D=768]
// expect: the input ends in D=768, the rows of the weight are F=3072; did you mean transpose(weight)?
// expect-equal: linear: [L=2, D=768] x [F=768, D=768]
// expect-equal: the input ends in D=768, the rows of the weight are F=768; did you mean transpose(weight)?
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 2>;
using D = sp::axis<"D", 768>;
using F = sp::axis<"F", 3072>;
auto widen(sp::tensor<float, L, D> const& x, float const* file) {
  sp::view<float const, D, F> stored(file);
  // mistake
  auto y = sp::linear(x, sp::transpose<"D", "F">(stored));
  // corrected
  auto y = sp::linear(x, stored);
  // end
  return y;
}
