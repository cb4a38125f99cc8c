// SPDX-License-Identifier: BSL-1.0
// Ids of the tokenizer address a table that was padded to another size.
// case: C39
// equal: "V", 39410 => "V", 39424
// expect: embed: [Vp=39424, D=64] x [L=7]
// expect: the ids address V=39410, the rows of the table are Vp=39424
// expect-equal: embed: [Vp=39424, D=64] x [L=7]
// expect-equal: the ids address V=39424, the rows of the table are Vp=39424
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 64>;
using V = sp::axis<"V", 39410>;    // the tokenizer's ids
using Vp = sp::axis<"Vp", 39424>;  // the table's rows, the last of them padding
auto embedded(sp::tensor<float, Vp, D> const& table, sp::tensor<sp::index<V>, L> const& ids) {
  // mistake
  auto x = sp::embed(table, ids);
  // corrected
  auto x = sp::embed(nn::unpad<V>(table), ids);
  // end
  return x;
}
