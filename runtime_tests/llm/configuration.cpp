// SPDX-License-Identifier: BSL-1.0
/// Facts about symbols are compared when the symbols are bound.
#include <shapeproof/llm/configuration.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;

namespace {

struct symbolic_model {
  using D = sp::axis<"D">;
  using H = sp::axis<"H">;
  using Dk = sp::axis<"Dk">;
  using facts = sp::llm::facts<sp::shape<D, H, Dk>, "D = H*Dk">;
};
static_assert(sp::llm::can_configure<symbolic_model>);

/// The width is stated as the product: nothing is left to compare.
struct proved_model {
  using D = sp::axis<"D", "H*Dk">;
  using H = sp::axis<"H">;
  using Dk = sp::axis<"Dk">;
  using facts = sp::llm::facts<sp::shape<D, H, Dk>, "D = H*Dk">;
};

}  // namespace

TEST_CASE("a fact holds or is an error with both numbers") {
  using sp::bind;
  CHECK_NOTHROW(sp::llm::require_facts<symbolic_model>(bind<"D">(64), bind<"H">(8), bind<"Dk">(8)));
  CHECK(reference::thrown([] {
          sp::llm::require_facts<symbolic_model>(bind<"D">(1600), bind<"H">(48), bind<"Dk">(33));
        }) == "configuration: [D, H, Dk]: the fact D = H*Dk does not hold: 1600 is not 1584");
  CHECK(reference::thrown([] { sp::llm::require_facts<symbolic_model>(bind<"D">(64), bind<"H">(8)); }) ==
        "configuration: Dk: the symbol has no value; pass bind<...>(n)");
  CHECK_NOTHROW(sp::llm::require_facts<proved_model>());
}
