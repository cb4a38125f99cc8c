// SPDX-License-Identifier: BSL-1.0
/// A model's facts are checked for numbers, left to the binding for symbols, and may be none.
#include <shapeproof/llm/configuration.hpp>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

template <class Width, sp::fixed_string... Equations>
struct model {
  using D = Width;
  using H = sp::axis<"H", 8>;
  using Dk = sp::axis<"Dk", 6>;
  using facts = llm::facts<sp::shape<D, H, Dk>, Equations...>;
};

using right = sp::axis<"D", 48>;
static_assert(llm::can_configure<model<right, "D = H*Dk">>);
static_assert(llm::can_configure<model<right>>);                           // it states none
static_assert(llm::can_configure<model<sp::axis<"D">, "D = H*Dk">>);       // known when D is bound
static_assert(!llm::can_configure<model<sp::axis<"D", 50>, "D = H*Dk">>);  // 50 is not 8 * 6
static_assert(!llm::can_configure<model<right, "D = H*Dk", "D = 50">>);    // the second does not hold
static_assert(!llm::can_configure<model<right, "D = H*Dm">>);              // the model has no axis Dm
static_assert(!llm::can_configure<model<right, "D > H">>);                 // no equation
