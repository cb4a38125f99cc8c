// SPDX-License-Identifier: BSL-1.0
/// What run-time checks throw.
#pragma once

#include <stdexcept>
#include <string>

namespace shapeproof {

/// A size, an index or a symbol's value that is not what the types promise. `what()` has the operation, the shapes with
/// their values, and what disagrees.
class shape_error : public std::runtime_error {
 public:
  /// `operation: operands: reason`, or `operation: reason` of no operands.
  shape_error(std::string const& operation, std::string const& operands, std::string const& reason)
      : std::runtime_error(operation + ": " + operands + (operands.empty() ? "" : ": ") + reason) {}
};

}  // namespace shapeproof
