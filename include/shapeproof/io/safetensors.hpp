// SPDX-License-Identifier: BSL-1.0
/// The safetensors container: a JSON header, then the elements. Needs the component `shapeproof::files`.
#pragma once

#include <shapeproof/io/stored_tensor.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace shapeproof::io {

/// The tensors of a safetensors file, viewing `file`; metadata is the texts of `__metadata__`. `name` is for messages.
/// The format: https://github.com/huggingface/safetensors.
///
/// Throws `file_error` with all that is wrong: the header's length, JSON or fields, names that appear twice, element
/// types other than F32, F16 and BF16, extents and offsets that disagree with each other or with the file, tensors that
/// overlap, bytes that belong to none. Elements that are not finite are warnings.
///
/// Bounds, against files that are made to exhaust memory: 100 MB of header, 4 MiB for one text in it, 100,000 tensors
/// of 16 axes.
tensor_file parse_safetensors(std::span<std::byte const> file, std::string const& name);

}  // namespace shapeproof::io
