// SPDX-License-Identifier: BSL-1.0
// outcome: refused
// says: +: [S=past+1] x [S=past]: S=past+1 meets S=past
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using One = sp::axis<"S", 1>;
using Past = sp::axis<"S", "past">;
using Keys = sp::axis<"S", "past+1">;

int main() {
  auto const past = sp::bind<"past">(3);
  sp::tensor<float, Past> cache(past);
  sp::tensor<float, One> fresh;
  sp::tensor<float, Keys> of_all_keys(past);
  sp::tensor<float, Past> of_old_keys(past);
  auto const keys = sp::concat<"S">(cache, fresh);  // past+1
  auto meant = keys + of_all_keys;
  auto bias = keys + of_old_keys;  // mistake
}
