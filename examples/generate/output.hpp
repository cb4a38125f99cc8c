// SPDX-License-Identifier: BSL-1.0
/// Where positions go: the text or the ids to stdout, the logits to a file, progress to a terminal.
#pragma once

#include "generate.hpp"
#include "options.hpp"

#include <shapeproof/io/tokenizer.hpp>

#include <memory>
#include <vector>

/// Takes the positions of a run in order. Throws `std::runtime_error` where it cannot write.
class sink {
 public:
  virtual ~sink() = default;
  virtual void take(position_result const& done) = 0;
  /// After the last position. `stopped`: the run was interrupted, and more could have come.
  virtual void finish(bool stopped) = 0;

 protected:
  sink() = default;
  sink(sink const&) = default;
  sink& operator=(sink const&) = default;
};

/// The sinks that the options ask for; they refer to the tokenizer, which is null where there is none. Throws
/// `std::runtime_error` where the file of the logits cannot be made.
std::vector<std::unique_ptr<sink>> sinks_for(options const& chosen, request const& wanted,
                                             shapeproof::io::tokenizer const* pieces);

/// Tokens for each second, on stderr.
void print_speed(run_result const& result);
