// SPDX-License-Identifier: BSL-1.0
/// What a pipeline did, step by step: operation, operands, result shape, FLOPs, bytes. Computed by the compiler.
#pragma once

#include <shapeproof/shape/shape.hpp>
#include <shapeproof/tensor/memory_plan.hpp>

#include <cstddef>
#include <string_view>

namespace shapeproof {

struct shape_description;

/// An axis as a value.
struct axis_description {
  std::string_view name;             ///< `L`, `(H Dk)`
  polynomial const* extent;          ///< over its symbols
  shape_description const* factors;  ///< what a fused axis is made of; none for another one
};

/// A shape as a value. There is one for each shape type, so equal addresses mean equal types.
struct shape_description {
  std::size_t rank;              ///< how many axes there are
  axis_description const* axes;  ///< outermost first
};

/// `[B=1, L=7, (H Dk)=5200]`.
constexpr text to_text(shape_description const& described) {
  text result = text::of("[");
  for (std::size_t i = 0; i < described.rank; ++i) {
    text const value = to_text(*described.axes[i].extent);
    result.add(i > 0 ? ", " : "").add(described.axes[i].name);
    if (value.view() != described.axes[i].name) result.add("=").add(value);
  }
  return result.add("]");
}

namespace detail {
template <class Shape>
struct described;
template <class Axis>
inline constexpr shape_description const* factors_of = nullptr;
template <class... Factors>
inline constexpr shape_description const* factors_of<fused<Factors...>> = &described<shape<Factors...>>::value;
template <class... Axes>
struct described<shape<Axes...>> {
  static constexpr axis_description axes[sizeof...(Axes) + 1] = {
      {axis_name<Axes>, &extent_polynomial<Axes>, factors_of<Axes>}...};
  static constexpr shape_description value = {sizeof...(Axes), axes};
};
}  // namespace detail

/// The description of a shape type.
template <class Shape>
inline constexpr shape_description const* description = &detail::described<Shape>::value;

/// What an operation read.
struct trace_operand {
  shape_description const* shape = nullptr;  ///< the axes that were read
  std::size_t made_by = 0;                   ///< the operation that made it, from 1; 0 for what the run begins with
  bool is_parameter = false;                 ///< whether it belongs to the model and not to the run
};

/// One operation. FLOPs count every addition, multiplication, comparison and elementary function as one; bytes are the
/// elements read and written once each. A view costs nothing.
struct trace_entry {
  std::string_view step;                      ///< `P8`; empty where no step was named
  std::string_view operation;                 ///< `matmul`
  shape_description const* result = nullptr;  ///< the shape of what it gives
  polynomial const* flops = nullptr;          ///< over the run's symbols
  polynomial const* bytes = nullptr;          ///< over the run's symbols
  std::size_t first_operand = 0;              ///< its place among the trace's operands
  std::size_t operand_count = 0;              ///< how many it read

  /// Whether the result is exactly this shape type.
  template <class... Axes>
  constexpr bool has_shape(shape<Axes...>) const {
    return result == description<shape<Axes...>>;
  }
};

/// The operations of a run over `meta` tensors, in order; or, for a run with a plan of its memory, that plan alone.
/// What it cannot do throws a text, which is an error where the compiler runs it.
struct trace {
  static constexpr std::size_t capacity = 96;                    ///< operations
  static constexpr std::size_t operand_capacity = 2 * capacity;  ///< operands of all of them
  memory_plan* memory = nullptr;                                 ///< where it is set, no operations are noted
  std::size_t count = 0;                                         ///< how many operations there were
  std::size_t labelled = 0;                                      ///< how many of them have a step
  std::size_t read = 0;                                          ///< how many operands they have read
  trace_entry entries[capacity] = {};                            ///< the first `count` count
  trace_operand operands[operand_capacity] = {};                 ///< the first `read` count

  /// Notes an operation; one beyond the capacity is an error of that kind.
  constexpr void add(std::string_view operation, shape_description const* result, polynomial const* flops,
                     polynomial const* bytes) {
    if (memory != nullptr) return;
    if (count == capacity) throw "the trace is full";
    entries[count++] = {{}, operation, result, flops, bytes, read, 0};
  }

  /// The last operation read this as well.
  constexpr void add_operand(trace_operand const& operand) {
    if (memory != nullptr) return;
    if (read == operand_capacity) throw "the trace is full";
    operands[read++] = operand;
    ++entries[count - 1].operand_count;
  }

  /// Gives the step's id to every entry that has none yet.
  constexpr void label(std::string_view step) {
    for (; labelled < count; ++labelled) entries[labelled].step = step;
  }

  /// Gives the step's id to the first entry that has none.
  constexpr void label_next(std::string_view step) {
    if (memory != nullptr) return;
    if (labelled == count) throw "no operation is left for this step";
    entries[labelled++].step = step;
  }

  /// The last entry of a step: its result. A step that is not there is an error of that kind.
  constexpr trace_entry const& last_of(std::string_view step) const {
    for (std::size_t i = count; i-- > 0;)
      if (entries[i].step == step) return entries[i];
    throw "the trace has no such step";
  }

  /// The FLOPs of all operations of a step.
  constexpr polynomial flops_of(std::string_view step) const {
    polynomial sum;
    for (std::size_t i = 0; i < count; ++i)
      if (entries[i].step == step) sum = sum + *entries[i].flops;
    return sum;
  }
  /// The bytes of all operations of a step.
  constexpr polynomial bytes_of(std::string_view step) const {
    polynomial sum;
    for (std::size_t i = 0; i < count; ++i)
      if (entries[i].step == step) sum = sum + *entries[i].bytes;
    return sum;
  }
};

}  // namespace shapeproof
