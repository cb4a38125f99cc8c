// SPDX-License-Identifier: BSL-1.0
/// Packed files as containers: what they say, and where their parameters lie. Needs the component `shapeproof::files`.
#pragma once

#include <shapeproof/cpu/packed.hpp>
#include <shapeproof/io/stated_extent.hpp>
#include <shapeproof/io/stored_tensor.hpp>

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shapeproof::io {

/// The version of the format, and of the order of elements in packed weights.
inline constexpr std::size_t packed_version = 1;

/// Whether a file begins as `save_packed` writes it.
bool is_packed(std::span<std::byte const> file);

/// The tensors of a packed file, viewing `file`. Throws `file_error` with all that is wrong: what the reader of
/// safetensors finds, a version that is not known, tensors that do not begin at a multiple of 64 bytes. Nothing of the
/// elements is read.
tensor_file parse_packed(std::span<std::byte const> file, std::string const& name);

/// What a packed file says about its model.
struct packed_header {
  std::string family;                  ///< `note`, `llama` or `gpt2`
  std::string elements;                ///< of the matrices: `f32`, `bf16` or `int8`
  std::string axes;                    ///< the names of the model's axes: `V D Hkv G (R C) F`
  std::size_t layers = 0;              ///< how many blocks there are
  std::size_t positions = 0;           ///< that it was trained with; 0: the file does not say
  std::vector<stated_extent> extents;  ///< their names lie in the metadata that were read
};

/// The header of a packed file. Throws `file_error` with everything that is missing, or no number where one belongs.
packed_header read_packed_header(tensor_file const& file, std::string const& name);

/// Finds the elements of each parameter, and remembers everything that does not fit.
class packed_reader {
 public:
  /// Refers to the file. Throws as `read_packed_header`.
  packed_reader(tensor_file const& file, std::string name);

  /// What the file says about its model.
  packed_header const& header() const { return header_; }
  /// Throws `file_error` where the file's model is another one.
  void require_model(std::string_view family, std::string_view elements, std::string_view axes) const;

  /// A parameter of floats with these extents, outermost first; `expected` is how the type says it. Where the file
  /// does not fit, the problem is kept for `require_complete`, and the pointer is null.
  float const* floats(std::string const& parameter, std::string const& expected,
                      std::vector<std::size_t> const& extents);
  /// The same for a packed weight `[in, out]`.
  std::byte const* packed(std::string const& parameter, std::string const& expected, std::size_t in, std::size_t out,
                          cpu::weight_type type);
  /// A positive number that is no extent.
  float option(std::string_view key);

  /// Keeps a problem of the caller's.
  void add_problem(std::string problem) { problems_.push_back(std::move(problem)); }
  /// A tensor that no parameter took is a problem.
  void require_all_taken();
  /// Throws `file_error` with all problems, if there are any.
  void require_complete() const;

 private:
  stored_tensor const* find(std::string const& parameter, std::string const& expected, element_type elements,
                            std::vector<std::size_t> const& extents);

  tensor_file const* file_;
  std::string name_;
  packed_header header_;
  std::vector<std::string> problems_;
  std::set<std::string_view> taken_;
};

}  // namespace shapeproof::io
