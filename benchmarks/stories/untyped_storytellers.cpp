// SPDX-License-Identifier: BSL-1.0
#include "scalar_llama.h"
#include "storytellers.hpp"
#include "untyped_llama.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace {

auto read(std::string const& file) -> std::shared_ptr<llama_arrays> {
  std::shared_ptr<llama_arrays> result(new llama_arrays, [](llama_arrays* arrays) {
    llama_arrays_free(arrays);
    delete arrays;
  });
  if (llama_arrays_read(result.get(), file.c_str()) == 0) throw std::runtime_error(file + " cannot be read");
  return result;
}

/// `step(token, position)` gives the logits; `kept` is what it needs.
template <class Step, class Kept>
auto told_by(std::string name, std::string weights, std::size_t vocabulary, Step const& step, Kept const& kept)
    -> storyteller {
  auto const tell = [=](std::size_t tokens, listener const& hear) {
    (void)kept;
    std::size_t token = 1;
    for (std::size_t position = 0; position < tokens; ++position) {
      float const* const logits = step(token, position);
      token = static_cast<std::size_t>(std::max_element(logits, logits + vocabulary) - logits);
      hear(token, logits);
    }
  };
  return {std::move(name), std::move(weights), tell};
}

}  // namespace

storyteller scalar_storyteller(std::string const& file, std::size_t capacity) {
  auto const arrays = read(file);
  std::shared_ptr<scalar_llama> const model(scalar_llama_open(arrays.get(), capacity), scalar_llama_close);
  if (!model) throw std::bad_alloc();
  auto const step = [model](std::size_t token, std::size_t position) {
    return scalar_llama_step(model.get(), token, position);
  };
  return told_by("plain C", "stored", arrays->vocabulary, step, arrays);
}

storyteller untyped_storyteller(std::string const& file, std::size_t capacity, bool packed) {
  auto const arrays = read(file);
  auto const model = std::make_shared<untyped_llama>(*arrays, capacity, packed);
  auto const step = [model](std::size_t token, std::size_t position) { return model->step(token, position); };
  return told_by("untyped", packed ? "packed" : "stored", arrays->vocabulary, step, arrays);
}
