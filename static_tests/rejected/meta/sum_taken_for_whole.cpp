// SPDX-License-Identifier: BSL-1.0
// The trace of a sum is taken for that of a whole tensor.
// expect-gcc: error: conversion from ‘const shapeproof::partial<
// expect-clang: error: no viable conversion from 'const sp::partial<tp, traced>'
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using traced = sp::meta_tensor<float, sp::axis<"L", 7>>;
traced step(sp::partial<tp, traced> const& x) {
// mistake
  traced y = x;
// corrected
  traced y = sp::all_reduce<"tp">(x);
// end
  return y;
}
