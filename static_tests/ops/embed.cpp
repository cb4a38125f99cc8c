// SPDX-License-Identifier: BSL-1.0
/// embed makes a tensor of the table's elements.
#include <shapeproof/ops/embed.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;

using B = axis<"B", 2>;
using L = axis<"L", 8>;
using D = axis<"D", 4>;
using x = sp::tensor<float, B, L, D>;
using V = axis<"V", 60>;
using P = axis<"P", 60>;
using table = sp::tensor<float, V, D>;

template <class Table, class Ids>
using embedded = decltype(sp::embed(std::declval<Table>(), std::declval<Ids>()));
using ids = sp::tensor<sp::index<V>, B, L>;

static_assert(std::is_same_v<embedded<table const&, ids const&>, x>);
static_assert(std::is_same_v<embedded<sp::tensor<int, V, D>, ids>, sp::tensor<int, B, L, D>>);
static_assert(std::is_same_v<embedded<sp::meta_tensor<float, V, D>, sp::meta_tensor<sp::index<V>, L>>,
                             sp::meta_tensor<float, L, D>>);
static_assert(std::is_same_v<embedded<table, sp::poisoned>, sp::poisoned>);
static_assert(sp::can_embed<table, ids>);
static_assert(!sp::can_embed<table, sp::tensor<sp::index<P>, L>>);  // ids of positions, both 60
static_assert(!sp::can_embed<table, sp::tensor<int, L>>);           // plain numbers
