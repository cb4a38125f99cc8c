// SPDX-License-Identifier: BSL-1.0
// The norm of the keys has a weight for each query head; there are fewer key heads.
// case: C42
// equal: "Hkv", 8 => "Hkv", 40
// expect: rms_norm: [L=3, (Hkv Dk)=1024] x [(H Dk)=5120]
// expect: normalises over (Hkv Dk)=1024, so gamma must be [(Hkv Dk)=1024]
// expect-equal: rms_norm: [L=3, (Hkv Dk)=5120] x [(H Dk)=5120]
// expect-equal: normalises over (Hkv Dk)=5120, so gamma must be [(Hkv Dk)=5120]
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 3>;
using Hkv = sp::axis<"Hkv", 8>;
using H = sp::axis<"H", 40>;
using Dk = sp::axis<"Dk", 128>;
using query_norm = sp::tensor<float, sp::fused<H, Dk>>;
using key_norm = sp::tensor<float, sp::fused<Hkv, Dk>>;
auto normalized(sp::tensor<float, L, sp::fused<Hkv, Dk>> const& k,
                [[maybe_unused]] query_norm const& for_queries,
                [[maybe_unused]] key_norm const& for_keys) {
  // mistake
  auto y = sp::rms_norm<"(Hkv Dk)">(k, for_queries);
  // corrected
  auto y = sp::rms_norm<"(Hkv Dk)">(k, for_keys);
  // end
  return y;
}
