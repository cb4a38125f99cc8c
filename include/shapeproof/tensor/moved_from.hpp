// SPDX-License-Identifier: BSL-1.0
/// Tensors whose elements went elsewhere.
#pragma once

#include <shapeproof/tensor/traits.hpp>

namespace shapeproof {

/// Whether the tensor or view has extents, but no memory for its elements: it was moved from. What has no elements
/// anyway, with an extent of 0, was not. An owner's offset stays when it is moved from, so its storage tells, not where
/// its elements would be.
template <any_tensor X>
constexpr bool is_moved_from(X const& x) {
  if constexpr (is_meta<X>)
    return false;
  else if constexpr (requires { x.storage().data(); })
    return x.size() > 0 && x.storage().data() == nullptr;
  else
    return x.size() > 0 && x.data() == nullptr;
}

}  // namespace shapeproof
