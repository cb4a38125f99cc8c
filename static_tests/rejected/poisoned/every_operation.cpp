// SPDX-License-Identifier: BSL-1.0
// Each operation takes a refused operand silently.
// expect: matmul: [L=3, D=4] x [De=5, F=6]
// expect: contracts D=4 with De=5
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 3>;
using D = sp::axis<"D", 4>;
using De = sp::axis<"De", 5>;
using F = sp::axis<"F", 6>;
void step(sp::tensor<float, L, D> const& x, [[maybe_unused]] sp::tensor<float, D, F> const& w,
          [[maybe_unused]] sp::tensor<float, De, F> const& other) {
  // mistake
  auto h = sp::matmul(x, other);
  static_cast<void>(h + h);
  static_cast<void>(h - x);
  static_cast<void>(h * 2.0F);
  static_cast<void>(2.0F * h);
  static_cast<void>(h / 2.0F);
  static_cast<void>(sp::linear(h, h, h));
  static_cast<void>(sp::einsum<"L F, L D -> F D">(h, x));
  static_cast<void>(sp::rearrange<"L F -> F L">(h));
  static_cast<void>(sp::transpose<"L", "F">(h));
  static_cast<void>(sp::permute<"F", "L">(h));
  static_cast<void>(sp::split<"(H Dk)">(h));
  static_cast<void>(sp::merge<"L", "F">(h));
  static_cast<void>(sp::reshape<L, F>(h));
  static_cast<void>(sp::contiguous(h));
  static_cast<void>(sp::rename<"L", "S">(h));
  static_cast<void>(sp::concat<"L">(h, h));
  static_cast<void>(sp::slice<"L", 0, 3>(h));
  static_cast<void>(sp::select<"L">(h, 2));
  static_cast<void>(sp::last<"L">(h));
  static_cast<void>(sp::unsqueeze<sp::axis<"B", 1>>(h));
  static_cast<void>(sp::sum<"F">(h));
  static_cast<void>(sp::max<"F">(h));
  static_cast<void>(sp::softmax<"F">(h));
  static_cast<void>(sp::causal_softmax<"L", "F">(h));
  static_cast<void>(sp::rms_norm<"F">(h, sp::max<"L">(h)));
  static_cast<void>(sp::layer_norm<"F">(h, sp::max<"L">(h), sp::max<"L">(h)));
  static_cast<void>(sp::gelu(h));
  static_cast<void>(sp::embed(h, h));
  static_cast<void>(sp::matmul(h, x));
  static_cast<void>(sp::matmul(x, sp::transpose<"L", "F">(h)));
  // corrected
  auto h = sp::matmul(x, w);
  static_cast<void>(h);
  // end
}
