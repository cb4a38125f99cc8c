// SPDX-License-Identifier: BSL-1.0
/// A length that is known only at run time is a symbol: proved for every value, bound once.
#include <shapeproof/shapeproof.hpp>

#include <cstdio>

namespace sp = shapeproof;

using D = sp::axis<"D", 2>;
using past = sp::axis<"S", "past">;  // cached positions
using one = sp::axis<"S", 1>;        // a new one

int main() {
  sp::tensor<float, past, D> cache(sp::bind<"past">(7));
  sp::tensor<float, one, D> fresh;
  auto grown = sp::concat<"S">(cache, fresh);  // extents add: past and 1 give past+1

  using expected = sp::shape<sp::axis<"S", "1+past">, D>;
  static_assert(std::is_same_v<decltype(grown)::shape, expected>);  // 1+past and past+1 are one extent
  std::printf("%s\n", to_string(grown).c_str());

  // One symbol, two values: the compiler cannot see it, the operation that meets both says so.
  sp::tensor<float, past, D> other(sp::bind<"past">(5));
  try {
    auto sum = cache + other;
    std::printf("%s\n", to_string(sum).c_str());
  } catch (sp::shape_error const& error) {
    std::printf("%s\n", error.what());
  }
}

// Output:
// [S=8, D=2]
// +: [S=7, D=2] x [S=5, D=2]: the symbol past is 7 on one side and 5 on the other
