// SPDX-License-Identifier: BSL-1.0
/// One loop over all parameters of a model whose weights are Hana structs.
#pragma once

#include <shapeproof/tensor/traits.hpp>

#include <boost/hana/accessors.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/core/to.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/pair.hpp>
#include <boost/hana/string.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

namespace shapeproof::llm {

/// Calls `visit(name, tensor)` for every parameter, in the order of the structs: `blocks.0.attention.query`.
template <class Weights, class Visit>
void for_each_parameter(Weights& weights, Visit const& visit, std::string const& name = "") {
  if constexpr (any_tensor<Weights>) {
    visit(name, weights);
  } else if constexpr (requires { weights[0]; }) {
    for (std::size_t i = 0; i < weights.size(); ++i)
      for_each_parameter(weights[i], visit, name + "." + std::to_string(i));
  } else {
    namespace hana = boost::hana;
    hana::for_each(hana::accessors<std::remove_const_t<Weights>>(), [&](auto const& member) {
      std::string const own = hana::to<char const*>(hana::first(member));
      for_each_parameter(hana::second(member)(weights), visit, name.empty() ? own : name + "." + own);
    });
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
