// SPDX-License-Identifier: BSL-1.0
// Key heads are repeated as 0 1 0 1 where the queries go 0 0 1 1.
// case: C27
// equal: "G", 3 => "G", 2
// expect: matmul: [(Hkv G)=6, L=4, Dk=6] x [(G Hkv)=6, Dk=6, S=5]
// expect: loops over [(Hkv G)=6] on the left and [(G Hkv)=6] on the right; they must be equal, in this order
// expect-equal: matmul: [(Hkv G)=4, L=4, Dk=6] x [(G Hkv)=4, Dk=6, S=5]
// expect-equal: loops over [(Hkv G)=4] on the left and [(G Hkv)=4] on the right
// expect-equal: they must be equal, in this order
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using Hkv = sp::axis<"Hkv", 2>;
using G = sp::axis<"G", 3>;
using L = sp::axis<"L", 4>;
using S = sp::axis<"S", 5>;
using Dk = sp::axis<"Dk", 6>;
auto scores(sp::tensor<float, sp::fused<Hkv, G>, L, Dk> const& q, sp::tensor<float, Hkv, S, Dk> const& k,
            sp::tensor<float, G> const& ones) {
  // mistake
  auto repeated = sp::merge<"G", "Hkv">(sp::einsum<"G, Hkv S Dk -> G Hkv S Dk">(ones, k));
  // corrected
  auto repeated = sp::merge<"Hkv", "G">(sp::einsum<"G, Hkv S Dk -> Hkv G S Dk">(ones, k));
  // end
  return sp::matmul(q, sp::transpose<"S", "Dk">(repeated));
}
