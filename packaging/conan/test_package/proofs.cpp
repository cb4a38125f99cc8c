// SPDX-License-Identifier: BSL-1.0
/// Proofs alone.
#include <shapeproof/shapeproof.hpp>

#include <cstdio>

namespace sp = shapeproof;
using x = sp::meta_tensor<float, sp::axis<"L">, sp::axis<"D", 3>>;
using w = sp::meta_tensor<float, sp::axis<"D", 3>, sp::axis<"F", 2>>;
static_assert(sp::can_matmul<x, w> && !sp::can_matmul<w, x>);

int main() { std::puts("proved"); }
