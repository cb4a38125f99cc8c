// SPDX-License-Identifier: BSL-1.0
/// llama2.c's first format: seven numbers, then float32 weights without names. Needs `shapeproof::files`.
#pragma once

#include <shapeproof/io/stored_tensor.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace shapeproof::io {

/// The tensors of a file in the first format of https://github.com/karpathy/llama2.c, viewing `file`, layer by layer:
/// `tok_embeddings.weight`, then for each layer `layers.0.attention_norm.weight`, `attention.wq`, `wk`, `wv`, `wo`,
/// `ffn_norm`, `feed_forward.w1`, `w2`, `w3`, and last `norm.weight`. Matrices are `[out, in]`; the rows of a head in
/// wq and wk are the interleaved pairs of its rotation. An output that is not tied to the embedding (the header's
/// vocabulary is negative) is `output.weight`.
///
/// Metadata, as texts: `dim`, `hidden_dim`, `n_layers`, `n_heads`, `n_kv_heads`, `vocab_size`, `seq_len`, `rope` and
/// `tied_output`, the last `true` or `false`.
///
/// Throws `file_error` with all that is wrong: numbers that are not positive or do not divide, a head of an odd size, a
/// file of another size than they say. Elements that are not finite are warnings. `name` is for messages.
tensor_file parse_llama2c(std::span<std::byte const> file, std::string const& name);

}  // namespace shapeproof::io
