// SPDX-License-Identifier: BSL-1.0
/// What the tests above the kernels share: tensors read into doubles, and naive loops by axis names.
#pragma once

#include <shapeproof/tensor/array.hpp>
#include <shapeproof/tensor/shape_error.hpp>
#include <shapeproof/tensor/traits.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace reference {

namespace sp = shapeproof;

/// Axes with names and extents, and their elements row by row.
struct values {
  std::vector<std::string> names;
  std::vector<std::size_t> extents;
  std::vector<double> at;
};

/// Some sizes, to loop over.
using sizes = std::initializer_list<std::size_t>;

/// A position on each of some named axes.
using turn = std::map<std::string, std::size_t>;

inline std::size_t place(values const& x, turn const& where) {
  std::size_t result = 0;
  for (std::size_t i = 0; i < x.names.size(); ++i) result = result * x.extents[i] + where.at(x.names[i]);
  return result;
}

/// Calls body(turn) for every position on these axes, in row-major order.
template <class Body>
void each(std::vector<std::string> const& names, std::vector<std::size_t> const& extents, Body const& body,
          turn where = {}, std::size_t depth = 0) {
  if (depth == names.size()) return body(static_cast<turn const&>(where));
  for (std::size_t i = 0; i < extents[depth]; ++i) {
    where[names[depth]] = i;
    each(names, extents, body, where, depth + 1);
  }
}

namespace detail {

template <class... Axes>
std::vector<std::string> names(sp::shape<Axes...>) {
  return {std::string(sp::axis_name<Axes>)...};
}

template <class X, std::size_t... I>
auto const& element(X const& x, std::vector<std::size_t> const& at, std::index_sequence<I...>) {
  return x(at[I]...);
}

}  // namespace detail

/// The element at these positions, one for each axis in order.
template <class X>
auto const& element(X const& x, std::vector<std::size_t> const& at) {
  return detail::element(x, at, std::make_index_sequence<X::rank>());
}

/// All elements of a tensor or view through its element access. Indices become numbers.
template <class X>
values read(X const& x) {
  values result = {detail::names(typename X::shape{}), {}, {}};
  auto const walk = x.walk();
  result.extents.assign(walk.extent, walk.extent + X::rank);
  each(result.names, result.extents, [&](turn const& where) {
    std::vector<std::size_t> at;
    for (std::string const& name : result.names) at.push_back(where.at(name));
    auto const& found = element(x, at);
    if constexpr (sp::is_index<sp::element_of<X>>)
      result.at.push_back(static_cast<double>(found.value()));
    else
      result.at.push_back(static_cast<double>(found));
  });
  return result;
}

/// The elements in row-major order.
template <class X>
std::vector<double> elements(X const& x) {
  return read(x).at;
}

/// Gives a dense tensor these elements, in row-major order.
template <class X>
void assign(X& x, std::initializer_list<float> numbers) {
  std::copy(numbers.begin(), numbers.end(), x.data());
}

/// Fills a dense tensor with numbers in [-1, 1) that look random and are the same every time.
template <class X>
void fill(X& x, std::uint32_t seed) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    seed = seed * 1664525U + 1013904223U;
    x.data()[i] = static_cast<float>(seed >> 8) * 0x1p-23F - 1.0F;
  }
}

/// A new tensor, filled.
template <class X, class... Bindings>
X filled(std::uint32_t seed, Bindings... bindings) {
  X result(bindings...);
  fill(result, seed);
  return result;
}

inline std::size_t extent_in(values const& a, values const& b, std::string const& name) {
  for (values const* x : {&a, &b})
    for (std::size_t i = 0; i < x->names.size(); ++i)
      if (x->names[i] == name) return x->extents[i];
  return 0;
}

inline values empty(values const& a, values const& b, std::vector<std::string> const& names) {
  values result = {names, {}, {}};
  std::size_t count = 1;
  for (std::string const& name : names) {
    result.extents.push_back(extent_in(a, b, name));
    count *= result.extents.back();
  }
  result.at.assign(count, 0);
  return result;
}

/// a * b summed over every axis that is not in `names`.
inline values product(values const& a, values const& b, std::vector<std::string> const& names) {
  values result = empty(a, b, names);
  std::vector<std::string> all = names;
  for (values const* x : {&a, &b})
    for (std::string const& name : x->names)
      if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
  std::vector<std::size_t> extents;
  for (std::string const& name : all) extents.push_back(extent_in(a, b, name));
  each(all, extents,
       [&](turn const& where) { result.at[place(result, where)] += a.at[place(a, where)] * b.at[place(b, where)]; });
  return result;
}

/// op(a, b) for every position on the axes `names`, which are those of both.
template <class Operation>
values combined(values const& a, values const& b, std::vector<std::string> const& names, Operation const& op) {
  values result = empty(a, b, names);
  each(result.names, result.extents,
       [&](turn const& where) { result.at[place(result, where)] = op(a.at[place(a, where)], b.at[place(b, where)]); });
  return result;
}

/// Calls body(row) with the elements along the axis `name`, once for each position on the others; the row is
/// written back.
template <class Body>
values along(values x, std::string const& name, Body const& body) {
  std::vector<std::string> others;
  std::vector<std::size_t> extents;
  for (std::size_t i = 0; i < x.names.size(); ++i) {
    if (x.names[i] == name) continue;
    others.push_back(x.names[i]);
    extents.push_back(x.extents[i]);
  }
  std::vector<double> row(extent_in(x, x, name));
  each(others, extents, [&](turn where) {
    auto const element = [&](std::size_t i) -> double& {
      where[name] = i;
      return x.at[place(x, where)];
    };
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = element(i);
    body(row);
    for (std::size_t i = 0; i < row.size(); ++i) element(i) = row[i];
  });
  return x;
}

/// The same elements in another order of the axes.
inline values ordered(values const& x, std::vector<std::string> const& names) {
  return combined(x, x, names, [](double one, double) { return one; });
}

inline void softmax(std::vector<double>& row) {
  double const top = *std::max_element(row.begin(), row.end());
  double sum = 0;
  for (double& x : row) sum += x = std::exp(x - top);
  for (double& x : row) x /= sum;
}

/// The largest error, relative to 1 + |expected|; infinite where names, extents or the number of elements
/// differ.
inline double error(values const& found, values const& expected) {
  if (found.names != expected.names || found.extents != expected.extents) return HUGE_VAL;
  if (found.at.size() != expected.at.size()) return HUGE_VAL;
  double worst = 0;
  for (std::size_t i = 0; i < found.at.size(); ++i) {
    double const off = std::abs(found.at[i] - expected.at[i]) / (1 + std::abs(expected.at[i]));
    worst = std::isnan(off) ? HUGE_VAL : std::max(worst, off);
  }
  return worst;
}

template <class X>
double error(X const& found, values const& expected) {
  return error(read(found), expected);
}

/// The text of the shape_error that `action` throws, or an empty one.
template <class Action>
std::string thrown(Action const& action) {
  try {
    action();
  } catch (sp::shape_error const& error) {
    return error.what();
  }
  return {};
}

}  // namespace reference
