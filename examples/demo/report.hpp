// SPDX-License-Identifier: BSL-1.0
/// Prints what the compiler knows about the pipeline, and what was measured.
#pragma once

#include <shapeproof/tensor/trace.hpp>

#include <cstddef>
#include <string>
#include <vector>

/// The values that the symbols of a trace have in this run.
struct run_sizes {
  std::size_t positions;  // L
  std::size_t past;
  std::size_t capacity;
  std::size_t layers;
};

struct measured_run {
  double prefill_seconds = 0;
  std::vector<double> decode_seconds;
  double read_seconds = 0;
  double read_bytes = 0;  ///< what read_seconds are the time of: the packed weights
  double weight_bytes = 0;
  int element_bytes = 4;  ///< of a packed weight
  double multiply_adds_per_second = 0;
  double peak_bytes = 0;
};

/// One line for each step: id, operation, result shape, FLOPs, bytes. Steps P4-P17 are those of one block.
void print_prefill_steps(shapeproof::trace const& trace, run_sizes const& sizes);
void print_decode_steps(shapeproof::trace const& trace, run_sizes const& sizes);

/// Table C: prefill and decode side by side, first what is proved, then what was measured.
void print_comparison(shapeproof::trace const& trace, run_sizes const& prefill, run_sizes const& decode,
                      measured_run const& run);
