// SPDX-License-Identifier: BSL-1.0
/// Where weights lie changes neither their shapes nor what a model computes; a file's convention is in the memory
/// order.
#include <shapeproof/llm/storage.hpp>

#include <type_traits>
#include <vector>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace llm = shapeproof::llm;
using sp::axis;
using sp::shape;

using In = axis<"In", 5>;
using Out = axis<"Out">;
using linear = llm::stored<nn::linear_convention>;
using conv1d = llm::stored<nn::conv1d_convention>;

template <class... Storages>
constexpr bool one_shape =
    (std::is_same_v<sp::shape_of<typename Storages::template matrix<In, Out>>, shape<In, Out>> && ...) &&
    (std::is_same_v<sp::shape_of<typename Storages::template array<Out, In>>, shape<Out, In>> && ...) &&
    (std::is_same_v<sp::shape_of<typename Storages::template array<In>>, shape<In>> && ...);
static_assert(one_shape<llm::owned, llm::traced, linear, conv1d>);

// Linear's rows are outputs: the view is [In, Out], the memory [Out, In]. Conv1D's memory is as its shape.
template <class Matrix>
using memory_of = sp::memory_in<sp::layout_of<Matrix>>;
static_assert(std::is_same_v<memory_of<linear::matrix<In, Out>>, sp::memory<Out, In>>);
static_assert(std::is_same_v<conv1d::matrix<In, Out>, sp::view<float const, In, Out>>);
// A square is turned all the same.
using same = axis<"Out", 5>;
static_assert(std::is_same_v<memory_of<linear::matrix<In, same>>, sp::memory<same, In>>);
// Whatever is no layer's matrix lies as it is named: a table has its rows first.
static_assert(std::is_same_v<linear::array<Out, In>, sp::view<float const, Out, In>>);
static_assert(std::is_same_v<conv1d::array<In>, sp::view<float const, In>>);

static_assert(std::is_same_v<llm::owned::matrix<In, Out>, sp::tensor<float, In, Out>>);
static_assert(std::is_same_v<llm::traced::matrix<In, Out>, sp::meta_tensor<float, In, Out>>);

// Layers: any number at run time, one for a proof.
static_assert(std::is_same_v<llm::owned::stack<int>, std::vector<int>>);
static_assert(std::is_same_v<linear::stack<int>, std::vector<int>>);
static_assert(llm::traced::stack<int>().size() == 1);
