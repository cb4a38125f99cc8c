// SPDX-License-Identifier: BSL-1.0
/// Everything, as a map of the library.
#pragma once

// Shapes: an axis is a role and an extent.
#include <shapeproof/shape/axis.hpp>    // axis, fused
#include <shapeproof/shape/extent.hpp>  // 7, "past+1"
#include <shapeproof/shape/layout.hpp>  // memory order as a type
#include <shapeproof/shape/shape.hpp>   // shape

// Tensors: elements, or only their type.
#include <shapeproof/tensor/index.hpp>        // index<A>
#include <shapeproof/tensor/meta.hpp>         // meta_tensor: a tensor without elements
#include <shapeproof/tensor/shape_error.hpp>  // what run-time checks throw
#include <shapeproof/tensor/symbols.hpp>      // bind
#include <shapeproof/tensor/tensor.hpp>       // tensor
#include <shapeproof/tensor/view.hpp>         // view

// Operations: each is a rule and a kernel.
#include <shapeproof/ops/arithmetic.hpp>   // + - *, broadcast by name
#include <shapeproof/ops/concat.hpp>       // concat
#include <shapeproof/ops/contiguous.hpp>   // contiguous
#include <shapeproof/ops/einsum.hpp>       // einsum
#include <shapeproof/ops/embed.hpp>        // embed
#include <shapeproof/ops/gelu.hpp>         // gelu
#include <shapeproof/ops/linear.hpp>       // linear
#include <shapeproof/ops/matmul.hpp>       // matmul
#include <shapeproof/ops/normalize.hpp>    // layer_norm, rms_norm
#include <shapeproof/ops/rearrange.hpp>    // rearrange
#include <shapeproof/ops/reduce.hpp>       // sum, max
#include <shapeproof/ops/reorder.hpp>      // transpose, permute, rename
#include <shapeproof/ops/select.hpp>       // slice, select, last, unsqueeze
#include <shapeproof/ops/softmax.hpp>      // softmax, causal_softmax
#include <shapeproof/ops/split_merge.hpp>  // split, merge, reshape
