// SPDX-License-Identifier: BSL-1.0
/// The same operation as a typed call and as the kernel's call that it stands for.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

struct call_pair {
  std::string operation;
  std::string extents;               ///< of the types: `numbers` or `symbols`
  std::size_t rows, columns;         ///< of the operands; a product's weight is [columns, columns]
  std::function<void(float*)> bare;  ///< writes its result there
  std::function<void()> typed;       ///< makes its result and drops it
  std::function<bool(float const*)> agrees;

  std::size_t results() const { return rows * columns; }
};

std::vector<call_pair> call_pairs();
