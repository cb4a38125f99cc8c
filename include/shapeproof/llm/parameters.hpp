// SPDX-License-Identifier: BSL-1.0
/// One loop over all parameters of a model whose weights are Hana structs, and one that makes them.
#pragma once

#include <boost/hana/accessors.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/core/to.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/pair.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/unpack.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace shapeproof::llm {

namespace detail {
/// `blocks.0` and `attention` are `blocks.0.attention`.
inline std::string joined(std::string const& name, std::string const& own) {
  return name.empty() ? own : name + "." + own;
}
}  // namespace detail

/// Calls `visit(name, parameter)` for every tensor and packed weight, in the order of the structs:
/// `blocks.0.attention.query`.
template <class Weights, class Visit>
void for_each_parameter(Weights& weights, Visit const& visit, std::string const& name = "") {
  namespace hana = boost::hana;
  if constexpr (requires { weights[0]; })
    for (std::size_t i = 0; i < weights.size(); ++i)
      for_each_parameter(weights[i], visit, name + "." + std::to_string(i));
  else if constexpr (hana::Struct<std::remove_const_t<Weights>>::value)
    hana::for_each(hana::accessors<std::remove_const_t<Weights>>(), [&](auto const& member) {
      for_each_parameter(hana::second(member)(weights), visit,
                         detail::joined(name, hana::to<char const*>(hana::first(member))));
    });
  else
    visit(name, weights);
}

/// Weights with so many layers whose parameters are `make(std::type_identity<Parameter>{}, name)`, called in the order
/// of `for_each_parameter`.
template <class Weights, class Make>
Weights make_parameters(std::size_t layers, Make const& make, std::string const& name = "") {
  namespace hana = boost::hana;
  if constexpr (requires(Weights stack, typename Weights::value_type layer) { stack.push_back(std::move(layer)); }) {
    Weights stack;
    stack.reserve(layers);
    for (std::size_t i = 0; i < layers; ++i)
      stack.push_back(make_parameters<typename Weights::value_type>(layers, make, name + "." + std::to_string(i)));
    return stack;
  } else if constexpr (hana::Struct<Weights>::value) {
    return hana::unpack(hana::accessors<Weights>(), [&](auto const&... members) {
      return Weights{make_parameters<std::remove_cvref_t<decltype(hana::second(members)(std::declval<Weights&>()))>>(
          layers, make, detail::joined(name, hana::to<char const*>(hana::first(members))))...};
    });
  } else {
    return make(std::type_identity<Weights>{}, name);
  }
}

/// The number of parameters.
template <class Weights>
std::size_t parameter_count(Weights const& weights) {
  std::size_t result = 0;
  for_each_parameter(weights, [&](std::string const&, auto const& parameter) { result += parameter.size(); });
  return result;
}

}  // namespace shapeproof::llm
