// SPDX-License-Identifier: BSL-1.0
/// What a model's file says before its weights are read.
#pragma once

#include <shapeproof/io/weight_file.hpp>

#include <cstddef>
#include <string>

namespace cluster {

enum class family { gpt2, interleaved_llama, half_split_llama };

struct model_facts {
  cluster::family family = family::gpt2;
  std::size_t heads = 0;  ///< of keys and values
  std::size_t features = 0;
  std::size_t vocabulary = 0;
  std::size_t positions = 0;  ///< that it was trained with
  bool only_these = false;    ///< it has nothing for later ones
  bool begins_texts = false;  ///< it was trained with begin-of-text in front
};

/// Throws `file_error` for a file that is packed or of no known family.
model_facts facts_of(shapeproof::io::weight_file const& file);

/// Throws `option_error` that names the option and the numbers where so many ranks cannot share the model.
void require_shared(model_facts const& model, std::size_t ranks, std::string const& option);

}  // namespace cluster
