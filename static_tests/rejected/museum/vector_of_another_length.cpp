// SPDX-License-Identifier: BSL-1.0
// A vector of two is put where four are wanted.
// case: C48
// expect: tensor: [X=2]
// expect: expected [X=4], got [X=2]
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using Four = sp::axis<"X", 4>;
using Two = sp::axis<"X", 2>;
// mistake
sp::tensor<float, Four> copied(sp::tensor<float, Two> const& from) { return from; }
// corrected
sp::tensor<float, Two> copied(sp::tensor<float, Two> const& from) { return from; }
// end
