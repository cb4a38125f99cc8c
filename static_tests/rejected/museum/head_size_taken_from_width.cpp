// SPDX-License-Identifier: BSL-1.0
// A loader computes the head size as width / heads; this model declares its own.
// case: C29
// expect: configuration: [D=2560, H=32, Hkv=8, Dk=128]
// expect: the fact D = H*Dk does not hold: 2560 is not 4096
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
struct qwen {
  using D = sp::axis<"D", 2560>;
  using H = sp::axis<"H", 32>;
  using Hkv = sp::axis<"Hkv", 8>;
  using Dk = sp::axis<"Dk", 128>;
  // mistake
  using facts = sp::llm::facts<sp::shape<D, H, Hkv, Dk>, "H = 4*Hkv", "D = H*Dk">;
  // corrected
  using facts = sp::llm::facts<sp::shape<D, H, Hkv, Dk>, "H = 4*Hkv">;
  // end
};
using model = sp::llm::configured<qwen>;
