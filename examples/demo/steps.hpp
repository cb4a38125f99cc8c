// SPDX-License-Identifier: BSL-1.0
/// A trace step by step, with numbers for its symbols.
#pragma once

#include <shapeproof/tensor/trace.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The value that a symbol has in a run.
using symbol_value = std::function<std::size_t(std::string_view)>;

/// One step of the pipeline: what its operations do together.
struct pipeline_step {
  std::string_view id;
  std::vector<std::pair<std::string_view, int>> operations;  ///< in order, each named once with how often it comes
  std::vector<shapeproof::trace_entry const*> entries;
  long long flops = 0;
  long long bytes = 0;

  shapeproof::shape_description const& result() const { return *entries.back()->result; }
  /// `move_axis, matmul x3`, one text for each operation.
  std::vector<std::string> operation_texts() const;
};

long long value_of(shapeproof::polynomial const& expression, symbol_value const& values);

/// `[B=1, L=7, (H Dk)=5200]`.
std::string shape_text(shapeproof::shape_description const& shape, symbol_value const& values);

/// The steps in order; `id_of` names the step of an entry, or nothing to leave it out.
std::vector<pipeline_step> steps_of(shapeproof::trace const& from, symbol_value const& values,
                                    std::function<std::string_view(std::string_view)> const& id_of);

/// Whether each layer runs the step: P4 to P17.
bool is_block_step(std::string_view id);
