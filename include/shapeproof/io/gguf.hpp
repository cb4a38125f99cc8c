// SPDX-License-Identifier: BSL-1.0
/// The GGUF container, versions 2 and 3, little-endian. Needs the component `shapeproof::files`.
#pragma once

#include <shapeproof/io/stored_tensor.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace shapeproof::io {

/// The tensors of a GGUF file, viewing `file`; metadata values keep their kinds. `name` is for messages. The format:
/// https://github.com/ggml-org/ggml/blob/master/docs/gguf.md.
///
/// GGUF lists the innermost extent first; here, as everywhere in the library, the outermost is first. So a weight that
/// maps 64 values to 172 has extents 172, 64: the order `[out, in]` of the other containers.
///
/// The names are `token_embd.weight`, `output_norm.weight`, `output.weight` and, for each block,
/// `blk.0.attn_norm.weight`, `attn_q`, `attn_k`, `attn_v`, `attn_output`, `ffn_norm`, `ffn_gate` (w1), `ffn_down` (w2)
/// and `ffn_up` (w3). For `general.architecture` llama the rows of a head in attn_q and attn_k are the interleaved
/// pairs of the rotation, as in llama2c's files: in stories260K every weight is equal, and no row is permuted.
///
/// Throws `file_error` with all that is wrong: magic, version, counts beyond the file, values of unknown types, keys
/// and names that appear twice, quantised elements, no or more than 4 axes, extents of 0, offsets that are not aligned,
/// tensors that overlap or end beyond the file, bytes that belong to none. Elements that are not finite are warnings.
///
/// Bounds: 100,000 tensors and as many keys; arrays of arrays to a depth of 4.
tensor_file parse_gguf(std::span<std::byte const> file, std::string const& name);

}  // namespace shapeproof::io
