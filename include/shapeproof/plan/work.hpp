// SPDX-License-Identifier: BSL-1.0
/// What one rank does in a step, out of the compiler's trace of it.
#pragma once

#include <shapeproof/shape/shape.hpp>
#include <shapeproof/tensor/symbols.hpp>
#include <shapeproof/tensor/trace.hpp>

#include <cstddef>
#include <string_view>
#include <vector>

namespace shapeproof::plan {

/// What ranks do together in an operation.
enum class collective { none, all_reduce, all_gather };

/// An operation of one rank, or attention as one: its scores are made and used without a way through memory
/// (`nn::attend`). Bytes are those of elements of four bytes.
struct work {
  std::string_view step;                   ///< `P8`
  std::string_view operation;              ///< `matmul`
  double times = 1;                        ///< how often in a step: once, or once for each layer
  double flops = 0;                        ///< of one time
  double bytes = 0;                        ///< read and written, of one time
  double weight_bytes = 0;                 ///< of these, parameters
  double cache_bytes = 0;                  ///< of these, cached keys and values
  collective together = collective::none;  ///< whether ranks do it together
  double payload = 0;                      ///< bytes of the result of what they do together
};

namespace detail {

/// P4 to P17 are done in each layer.
constexpr bool is_of_a_layer(std::string_view step) {
  int number = 0;
  for (char const digit : step.substr(step.empty() ? 0 : 1)) number = 10 * number + (digit - '0');
  return number >= 4 && number <= 17;
}

/// P8 to P11: scores, mask, softmax, sums of values.
constexpr bool is_attention(std::string_view step) {
  return step == "P8" || step == "P9" || step == "P10" || step == "P11";
}

template <class ValueOf>
double float_bytes(shape_description const& of, ValueOf const& value_of) {
  double count = sizeof(float);
  for (std::size_t i = 0; i < of.rank; ++i) count *= static_cast<double>(evaluate(*of.axes[i].extent, value_of));
  return count;
}

/// The bytes of operands of one kind; for attention, those that others made are its bytes.
template <class ValueOf>
void add_operands(work& to, trace const& from, std::size_t entry, std::size_t first, ValueOf const& value_of) {
  trace_entry const& of = from.entries[entry];
  for (std::size_t i = of.first_operand; i < of.first_operand + of.operand_count; ++i) {
    trace_operand const& operand = from.operands[i];
    double const bytes = float_bytes(*operand.shape, value_of);
    // A table is not read as a whole: its rows are in the operation's own bytes.
    if (operand.is_parameter && of.operation != "embed") to.weight_bytes += bytes;
    bool const is_cached = operand.made_by > 0 && from.entries[operand.made_by - 1].operation == "append";
    if (is_cached) to.cache_bytes += bytes;
    if (is_attention(of.step) && operand.made_by <= first) to.bytes += bytes;
  }
}

}  // namespace detail

/// What one of `degree` ranks does in a step of so many layers; `value_of(symbol)` gives the values of the trace's
/// symbols. One rank alone has nothing to do together with others.
template <class ValueOf>
std::vector<work> work_of(trace const& from, std::size_t layers, std::size_t degree, ValueOf const& value_of) {
  std::vector<work> result;
  std::size_t attention = trace::capacity;  // where it began, while it goes on
  for (std::size_t i = 0; i < from.count; ++i) {
    trace_entry const& entry = from.entries[i];
    bool const is_inside = detail::is_attention(entry.step);
    bool const goes_on = is_inside && attention != trace::capacity;
    collective const together = entry.operation == "all_reduce"   ? collective::all_reduce
                                : entry.operation == "all_gather" ? collective::all_gather
                                                                  : collective::none;
    if (together != collective::none && degree == 1) continue;
    if (!goes_on) {
      result.push_back({.step = entry.step, .operation = is_inside ? "attend" : entry.operation, .together = together});
      result.back().times = detail::is_of_a_layer(entry.step) ? static_cast<double>(layers) : 1;
      attention = is_inside ? i : trace::capacity;
    }
    work& to = result.back();
    to.flops += static_cast<double>(evaluate(*entry.flops, value_of));
    if (!is_inside) to.bytes += static_cast<double>(evaluate(*entry.bytes, value_of));
    if (together != collective::none) to.payload = detail::float_bytes(*entry.result, value_of);
    detail::add_operands(to, from, i, attention, value_of);
    bool const ends = is_inside && (i + 1 == from.count || !detail::is_attention(from.entries[i + 1].step));
    if (ends) to.bytes += detail::float_bytes(*entry.result, value_of);
  }
  return result;
}

/// The sum of `of(work)` over a step, each as often as it is done.
template <class Of>
double total(std::vector<work> const& of_step, Of const& of) {
  double sum = 0;
  for (work const& each : of_step) sum += each.times * of(each);
  return sum;
}

}  // namespace shapeproof::plan
