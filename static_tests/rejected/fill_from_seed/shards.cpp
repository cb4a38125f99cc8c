// SPDX-License-Identifier: BSL-1.0
// Each rank fills its part as if it were whole: all ranks have the same numbers.
// expect: fill_from_seed: [D=12, F=10 of 20 over tp]
// expect: a shard is no place of its own; fill whole weights and cut them: sharded_weights
#include <shapeproof/shapeproof.hpp>
#include <string>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
void step([[maybe_unused]] sp::tensor<float, D, F>& whole, [[maybe_unused]] sp::tensor<float, D, F_part>& part) {
  auto const quiet = [](std::string const&, std::size_t) {};
  // mistake
  sp::llm::fill_from_seed(part, 1, quiet);
  // corrected
  sp::llm::fill_from_seed(whole, 1, quiet);
  // end
}
