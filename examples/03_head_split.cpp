// SPDX-License-Identifier: BSL-1.0
/// Attention: heads are split off, transposed, multiplied, and merged again. Views move no element.
#include <shapeproof/shapeproof.hpp>

#include <cstdio>

namespace sp = shapeproof;

using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 2>;
using H = sp::axis<"H", 2>;
using Dk = sp::axis<"Dk", 2>;

int main() {
  sp::tensor<float, B, L, sp::fused<H, Dk>> x;  // (H Dk) remembers that it is heads times head size
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = static_cast<float>(i);

  auto q = sp::transpose<"L", "H">(sp::split<"(H Dk)">(x));  // [B, H, L, Dk], a view
  std::printf("%s:", to_string(q).c_str());
  for (std::size_t h = 0; h < 2; ++h)
    for (std::size_t l = 0; l < 2; ++l)
      for (std::size_t d = 0; d < 2; ++d) std::printf(" %g", q(0, h, l, d));

  auto k = sp::rename<"L", "S">(q);                                 // keys have their own role
  auto scores = sp::matmul(q, sp::transpose<"S", "Dk">(k)) * 0.5F;  // [B, H, L, S]
  auto weights = sp::causal_softmax<"L", "S">(scores);              // query l sees keys 0 .. l
  auto mixed = sp::matmul(weights, k);                              // [B, H, L, Dk]
  auto merged = sp::merge<"H", "Dk">(sp::contiguous(sp::transpose<"H", "L">(mixed)));
  // Without contiguous() the merge does not compile: the memory order is B, H, L, Dk.
  std::printf("\n%s:", to_string(merged).c_str());
  for (std::size_t i = 0; i < 4; ++i) std::printf(" %g", merged.data()[i]);
  std::printf("\n");
}

// Output:
// [B=1, H=2, L=2, Dk=2]: 0 1 4 5 2 3 6 7
// [B=1, L=2, (H Dk)=4]: 0 1 2 3
