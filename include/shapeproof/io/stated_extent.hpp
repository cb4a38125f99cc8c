// SPDX-License-Identifier: BSL-1.0
/// What a file's header says of a model's axes.
#pragma once

#include <cstddef>
#include <string_view>

namespace shapeproof::io {

/// The extent of an axis as a file's header states it.
struct stated_extent {
  std::string_view axis;  ///< its name
  std::size_t extent;     ///< in elements
};

}  // namespace shapeproof::io
