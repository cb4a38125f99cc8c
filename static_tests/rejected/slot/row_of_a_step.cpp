// SPDX-License-Identifier: BSL-1.0
// The row of a step is taken for a slot of the pool: a new sequence would be written over another one.
// expect: index: Slot=slots: an index of B does not address Slot
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using pool = nn::cache_pool<sp::axis<"H", 8>, sp::axis<"Dk", 64>>;
// mistake
using place = sp::index<pool::B>;
// corrected
using place = sp::index<pool::Slot>;
// end
auto prefilled(pool& all, place at) { return all.slot(at); }
