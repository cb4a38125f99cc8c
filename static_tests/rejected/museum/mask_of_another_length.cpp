// SPDX-License-Identifier: BSL-1.0
// The mask was allocated for the memory, the decoder reads it along the session.
// case: C60
// equal: "Mem", 512 => "Mem", 1024
// expect: view: [B=2, Mem=512]
// expect: expected [B=2, Session=1024], got [B=2, Mem=512]
// expect-equal: view: [B=2, Mem=1024]
// expect-equal: expected [B=2, Session=1024], got [B=2, Mem=1024]
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using Mem = sp::axis<"Mem", 512>;
using Session = sp::axis<"Session", 1024>;
void decode(sp::view<float const, B, Session> mask);
// mistake
using mask_type = sp::tensor<float, B, Mem>;
// corrected
using mask_type = sp::tensor<float, B, Session>;
// end
void step(mask_type const& mask) { decode(mask); }
