// SPDX-License-Identifier: BSL-1.0
// outcome: holds
// answer: views
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;

int main() {
  float storage[6] = {};
  sp::view<float, sp::axis<"L", 2>, sp::axis<"D", 3>> const x(storage);
  x(1, 2) = 4;
  return storage[5] == 4 ? 0 : 1;
}
