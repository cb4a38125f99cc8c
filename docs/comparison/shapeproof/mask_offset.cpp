// SPDX-License-Identifier: BSL-1.0
// outcome: right
// The offset follows from the axes: there is none to set. A mask that is filled by hand is a value, which no type sees.
#include <cstdio>
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L">;
using S = sp::axis<"S", "past+L">;

int main() {
  sp::tensor<float, L, S> scores(sp::bind<"L">(2), sp::bind<"past">(3));
  for (std::size_t i = 0; i < scores.size(); ++i) scores.data()[i] = 0;
  auto const weights = sp::causal_softmax<"L", "S">(scores);  // the first new position sees four keys
  std::printf("got %g meant %g\n", weights(0, 3), 0.25);
}
