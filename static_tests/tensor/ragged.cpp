// SPDX-License-Identifier: BSL-1.0
/// Rows with lengths of their own belong to one axis; a tensor with such rows is one in every other respect.
#include <shapeproof/ops/operation.hpp>
#include <shapeproof/tensor/left_padded.hpp>
#include <shapeproof/tensor/ragged.hpp>

#include <type_traits>
#include <vector>

namespace sp = shapeproof;
using sp::axis;

using B = axis<"B", 2>;
static_assert(sp::is_ragged<sp::ragged<B>> && !sp::is_ragged<sp::no_padding> && !sp::is_ragged<sp::left_padded<B>>);
static_assert(!sp::is_left_padded<sp::ragged<B>>);
static_assert(!std::is_convertible_v<std::vector<std::size_t>, sp::ragged<B>>);
static_assert(!std::is_convertible_v<sp::left_padded<B>, sp::ragged<B>>);
static_assert(sp::ragged<B>().rows() == 0);

using keys = sp::tensor<float, B, axis<"S">>;
using marked = sp::ragged_rows<keys>;
static_assert(sp::any_tensor<marked> && sp::has_ragged_rows<marked> && !sp::has_ragged_rows<keys>);
static_assert(std::is_same_v<sp::shape_of<marked>, keys::shape> && std::is_same_v<sp::element_of<marked>, float>);
static_assert(!sp::is_meta<marked> && sp::is_meta<sp::ragged_rows<sp::meta_tensor<float, B>>>);
static_assert(!std::is_convertible_v<keys, marked>);
