// SPDX-License-Identifier: BSL-1.0
/// A file of weights, whichever container it is. Needs the component `shapeproof::files`.
#pragma once

#include <shapeproof/io/mapped_file.hpp>
#include <shapeproof/io/stored_tensor.hpp>

#include <string>

namespace shapeproof::io {

/// The containers that can be read. Names of tensors and metadata are each container's own; `packed` is what
/// `save_packed` writes.
enum class container {
  safetensors,  ///< `parse_safetensors`
  gguf,         ///< `parse_gguf`
  llama2c,      ///< `parse_llama2c`
  packed        ///< `parse_packed`
};

/// A file and the tensors that view it. Moving keeps them valid.
class weight_file {
 public:
  /// The file's name as it was given.
  std::string const& name() const noexcept { return file_.name(); }
  /// Which container it is.
  container kind() const noexcept { return kind_; }
  /// Its tensors, metadata and warnings; valid as long as this, or what it was moved to, lives.
  tensor_file const& contents() const noexcept { return contents_; }

 private:
  friend weight_file open_weights(std::string const& path);
  weight_file(mapped_file file, container kind);

  mapped_file file_;
  container kind_;
  tensor_file contents_;
};

/// Maps the file, recognises the container by its content, and parses it. Throws `file_error`: for a file that cannot
/// be read, for all that its container's reader finds, and, where no container fits, with what each expected.
weight_file open_weights(std::string const& path);

}  // namespace shapeproof::io
