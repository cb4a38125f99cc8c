// SPDX-License-Identifier: BSL-1.0
// outcome: holds
// answer: numbers: none; symbols: stored, compared
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;

template <class... Axes>
constexpr auto bytes = sizeof(sp::view<float, Axes...>);

using D = sp::axis<"D", 3>;
static_assert(bytes<sp::axis<"L", 2>, D> == bytes<D>);  // a number takes no place
static_assert(bytes<sp::axis<"L">, sp::axis<"S">, D> > bytes<D>);

int main() {}
