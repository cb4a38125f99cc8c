// SPDX-License-Identifier: BSL-1.0
/// Any bytes as a packed file, loaded as models that it may be.
#include <shapeproof/io/packed_file.hpp>

#include "readers.hpp"

#include <cstring>

namespace {

namespace io = shapeproof::io;
namespace llm = shapeproof::llm;

/// Loads the file as one model, and reads the first and the last byte of what it gives out.
template <class Weights>
void load(io::tensor_file const& file) {
  try {
    auto const [weights, sizes] = io::detail::read_packed<Weights>(file, "input");
    unsigned sum = 0;
    llm::for_each_parameter(weights, [&](std::string const&, auto const& parameter) {
      auto const* const begin = reinterpret_cast<unsigned char const*>(parameter.data());
      std::size_t bytes = 0;
      if constexpr (shapeproof::any_packed_weight<decltype(parameter)>)
        bytes = parameter.bytes();
      else
        bytes = parameter.size() * sizeof(float);
      if (bytes > 0) sum += begin[0] + begin[bytes - 1];
    });
    fuzz::require(sum <= 510 * file.tensors.size());
  } catch (io::file_error const& error) {
    fuzz::require(!error.problems().empty());
  }
}

io::tensor_file parse_and_load(std::span<std::byte const> bytes, std::string const& name) {
  auto file = io::parse_packed(bytes, name);
  load<llm::gpt2_weights<llm::any_gpt2, llm::packed_views<shapeproof::int8>>>(file);
  load<llm::llama_weights<llm::interleaved_llama, llm::packed_views<float>>>(file);
  return file;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::vector<float> aligned(size / sizeof(float) + 1);  // as a mapped file is
  std::memcpy(aligned.data(), data, size);
  return fuzz::run(parse_and_load, reinterpret_cast<std::uint8_t const*>(aligned.data()), size);
}
