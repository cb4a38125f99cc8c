// SPDX-License-Identifier: BSL-1.0
/// Everything, as a map of the library.
#pragma once

// Shapes: an axis is a role and an extent.
#include <shapeproof/shape/axis.hpp>          // axis, fused
#include <shapeproof/shape/concatenated.hpp>  // concatenated: axes side by side
#include <shapeproof/shape/extent.hpp>        // 7, "past+1"
#include <shapeproof/shape/hana.hpp>          // shapes as Boost.Hana sequences
#include <shapeproof/shape/layout.hpp>        // memory order as a type
#include <shapeproof/shape/mesh.hpp>          // mesh: ranks that share tensors
#include <shapeproof/shape/shape.hpp>         // shape
#include <shapeproof/shape/shard.hpp>         // shard: an axis of which each rank has a part

// Tensors: elements, or only their type.
#include <shapeproof/tensor/arena.hpp>        // arena: memory for tensors, taken once
#include <shapeproof/tensor/at_last.hpp>      // at_last: what comes from the last position
#include <shapeproof/tensor/index.hpp>        // index<A>
#include <shapeproof/tensor/left_padded.hpp>  // left_padded: rows that end together
#include <shapeproof/tensor/meta.hpp>         // meta_tensor: a tensor without elements
#include <shapeproof/tensor/moved_from.hpp>   // is_moved_from
#include <shapeproof/tensor/partial.hpp>      // partial: a sum over ranks that is still to be reduced
#include <shapeproof/tensor/print.hpp>        // to_string
#include <shapeproof/tensor/ragged.hpp>       // ragged: rows that end where each one ends
#include <shapeproof/tensor/ragged_rows.hpp>  // ragged_rows: a tensor with such rows
#include <shapeproof/tensor/shape_error.hpp>  // what run-time checks throw
#include <shapeproof/tensor/shaped.hpp>       // shaped, dense, expect: what functions of one's own take
#include <shapeproof/tensor/symbols.hpp>      // bind
#include <shapeproof/tensor/tensor.hpp>       // tensor
#include <shapeproof/tensor/view.hpp>         // view

// Operations: each is a rule and a kernel.
#include <shapeproof/ops/activation.hpp>      // gelu, gelu_tanh, silu
#include <shapeproof/ops/arithmetic.hpp>      // + - *, broadcast by name
#include <shapeproof/ops/assume_equal.hpp>    // assume_equal, at the border only
#include <shapeproof/ops/collectives.hpp>     // all_reduce, all_gather, reduce_scatter, scatter, replicated, gathered
#include <shapeproof/ops/concat.hpp>          // concat
#include <shapeproof/ops/contiguous.hpp>      // contiguous
#include <shapeproof/ops/contract.hpp>        // contract
#include <shapeproof/ops/einsum.hpp>          // einsum
#include <shapeproof/ops/embed.hpp>           // embed
#include <shapeproof/ops/linear.hpp>          // linear
#include <shapeproof/ops/matmul.hpp>          // matmul
#include <shapeproof/ops/normalize.hpp>       // layer_norm, rms_norm
#include <shapeproof/ops/own_part.hpp>        // own_part: this rank's part of a weight
#include <shapeproof/ops/packed.hpp>          // products with packed weights
#include <shapeproof/ops/packed_weight.hpp>   // pack: weights packed once, in f32, bf16 or int8
#include <shapeproof/ops/ragged_softmax.hpp>  // causal_softmax of ragged rows
#include <shapeproof/ops/rearrange.hpp>       // rearrange
#include <shapeproof/ops/reduce.hpp>          // sum, max
#include <shapeproof/ops/reorder.hpp>         // transpose, permute, rename
#include <shapeproof/ops/select.hpp>          // slice, select, last, unsqueeze
#include <shapeproof/ops/softmax.hpp>         // softmax, causal_softmax
#include <shapeproof/ops/split_merge.hpp>     // split, merge, reshape

// Neural network parts: compositions of operations.
#include <shapeproof/nn/append.hpp>             // append
#include <shapeproof/nn/attend.hpp>             // attend: what queries see of keys and values
#include <shapeproof/nn/attention.hpp>          // attention over cached positions
#include <shapeproof/nn/cache_pool.hpp>         // cache_pool: slots for many sequences
#include <shapeproof/nn/feed_forward.hpp>       // feed_forward, gated_feed_forward
#include <shapeproof/nn/heads.hpp>              // split_heads, merge_heads
#include <shapeproof/nn/kv_cache.hpp>           // kv_cache, commit, rebound
#include <shapeproof/nn/last_of_each.hpp>       // last_of_each
#include <shapeproof/nn/padded_vocabulary.hpp>  // unpad
#include <shapeproof/nn/position_indices.hpp>   // position_indices
#include <shapeproof/nn/positions.hpp>          // positions_of
#include <shapeproof/nn/project.hpp>            // project, affine
#include <shapeproof/nn/rope.hpp>               // rope
#include <shapeproof/nn/step.hpp>               // P1 ... P21: step ids
#include <shapeproof/nn/stored_weight.hpp>      // stored_weight, stored_query_key_value
#include <shapeproof/nn/transformer_block.hpp>  // transformer_block
#include <shapeproof/nn/weights.hpp>            // attention_weights, feed_forward_weights

// The language model.
#include <shapeproof/llm/activation_memory.hpp>  // activation_bytes: how large an arena a generation needs
#include <shapeproof/llm/batch.hpp>              // batch: many requests at once
#include <shapeproof/llm/cache_pools.hpp>        // cache_pools: those of all layers
#include <shapeproof/llm/caches.hpp>             // empty_caches
#include <shapeproof/llm/configuration.hpp>      // facts, configured
#include <shapeproof/llm/fill.hpp>               // fill_from_seed, weights_from_seed
#include <shapeproof/llm/forward.hpp>            // prefill, decode
#include <shapeproof/llm/gpt2.hpp>               // the GPT-2 family
#include <shapeproof/llm/llama.hpp>              // the Llama family
#include <shapeproof/llm/note.hpp>               // the note's model
#include <shapeproof/llm/packed_weights.hpp>     // packed_weights, views_of, sharded_weights
#include <shapeproof/llm/parameters.hpp>         // for_each_parameter, make_parameters
#include <shapeproof/llm/pipeline_trace.hpp>     // the pipeline as the compiler sees it
#include <shapeproof/llm/request.hpp>            // request, answer, arrival
#include <shapeproof/llm/request_list.hpp>       // request_list: requests by name
#include <shapeproof/llm/sample.hpp>             // sample
#include <shapeproof/llm/storage.hpp>            // owned, traced, stored: where weights lie
#include <shapeproof/llm/token_ids.hpp>          // token_ids

// Values as text: <shapeproof/tensor/format.hpp>, <shapeproof/tensor/ostream.hpp>.
// Tokenizers and weight files need libraries of their own: <shapeproof/io/tokenizer.hpp>, <shapeproof/io/load.hpp>,
// <shapeproof/io/packed_file.hpp>.
// Prefill and decode apart: <shapeproof/serving/outgoing.hpp>, <shapeproof/serving/incoming.hpp>. Ranks as processes
// are a library of their own: <shapeproof/mpi/session.hpp>. What a model takes on given hardware:
// <shapeproof/plan/families.hpp>, <shapeproof/plan/serving.hpp>.
