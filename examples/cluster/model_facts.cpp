// SPDX-License-Identifier: BSL-1.0
/// Headers of each family.
#include "model_facts.hpp"

#include "options.hpp"

#include <shapeproof/io/file_error.hpp>
#include <shapeproof/io/gpt2_file.hpp>
#include <shapeproof/io/llama_file.hpp>

#include <utility>

namespace cluster {

namespace io = shapeproof::io;

model_facts facts_of(io::weight_file const& file) {
  if (file.kind() == io::container::packed)
    throw io::file_error(file.name(), {"is packed for one process; --model wants the file that it was packed from"});
  if (io::is_llama(file)) {
    auto const header = io::read_llama_header(file);
    return {.family = header.half_split ? family::half_split_llama : family::interleaved_llama,
            .heads = header.key_heads,
            .features = header.feed_forward,
            .vocabulary = header.vocabulary,
            .positions = header.positions,
            .begins_texts = true};
  }
  if (io::is_gpt2(file)) {
    auto const header = io::read_gpt2_header(file);
    return {.heads = header.heads,
            .features = header.feed_forward,
            .vocabulary = header.vocabulary,
            .positions = header.positions,
            .only_these = true};
  }
  throw io::file_error(file.name(), {"has the tensors of no known family: expected a Llama or a GPT-2 model"});
}

void require_shared(model_facts const& model, std::size_t ranks, std::string const& option) {
  std::string const heads = model.family == family::gpt2 ? "H" : "Hkv";
  auto const sentence = [&](std::string const& axis, std::size_t extent) {
    return option + ": " + axis + "=" + std::to_string(extent) + " over " + std::to_string(ranks) + " ranks: ";
  };
  if (ranks > model.heads)
    throw option_error(sentence(heads, model.heads) + "more ranks than heads of keys and values");
  for (auto const& [axis, extent] : {std::pair(heads, model.heads), {"F", model.features}, {"V", model.vocabulary}})
    if (extent % ranks != 0)
      throw option_error(sentence(axis, extent) + std::to_string(extent % ranks) + " would be left over");
}

}  // namespace cluster
