// SPDX-License-Identifier: BSL-1.0
/// Layers with a bias for the tests of nn.
#pragma once

#include <shapeproof/nn/project.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include "../naive.hpp"

#include <cstdint>

namespace small {

template <class In, class Out>
using layer = shapeproof::nn::affine<shapeproof::tensor<float, In, Out>, shapeproof::tensor<float, Out>>;

/// Weight and bias, filled from a seed each.
template <class In, class Out>
layer<In, Out> filled_layer(std::uint32_t seed) {
  return {reference::filled<shapeproof::tensor<float, In, Out>>(seed),
          reference::filled<shapeproof::tensor<float, Out>>(seed + 1000)};
}

}  // namespace small
