// SPDX-License-Identifier: BSL-1.0
/// From parameters of a model to the tensors of a file. Needs the component `shapeproof::files`.
#pragma once

#include <shapeproof/io/weight_file.hpp>
#include <shapeproof/tensor/buffer.hpp>

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shapeproof::io {

/// Which tensor of a file fills a parameter; `#` in both names is the layer's number. Where a parameter has several
/// sources, the first one that the file has is taken. A fused tensor fills several parameters, each from its own part
/// of the rows.
struct parameter_source {
  std::string_view parameter;  ///< `blocks.#.attention.query`
  std::string_view tensor;     ///< its name in the file
  std::size_t part = 0;        ///< which part of a fused tensor
  std::size_t parts = 1;       ///< of how many
};

/// Finds the elements of each parameter, and remembers everything that does not fit: a file is taken whole or not at
/// all.
class parameter_reader {
 public:
  /// Refers to both, which must outlive it.
  parameter_reader(weight_file const& file, std::span<parameter_source const> sources)
      : file_(&file), sources_(sources) {}

  /// The elements of a parameter that the file must hold with these extents, outermost first; `expected` is how the
  /// type says it. They lie in the file where they can; other element types than F32 are converted once. Where the file
  /// does not fit, the problem is kept for `require_complete`, and the pointer is null.
  float const* elements(std::string const& parameter, std::string const& expected,
                        std::span<std::size_t const> extents);

  /// Keeps a problem of the caller's.
  void add_problem(std::string problem) { problems_.push_back(std::move(problem)); }
  /// Throws `file_error` with all problems, if there are any.
  void require_complete() const;

  /// The memory of elements that were converted: as long as it lives, so do they.
  std::vector<buffer<float>> take_converted() && { return std::move(converted_); }
  /// Tensors that no parameter took.
  std::vector<std::string> unused() const;

 private:
  float const* floats_of(stored_tensor const& tensor);

  weight_file const* file_;
  std::span<parameter_source const> sources_;
  std::vector<std::string> problems_;
  std::vector<buffer<float>> converted_;
  std::map<std::string, float const*> found_;
};

}  // namespace shapeproof::io
