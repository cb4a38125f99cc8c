// SPDX-License-Identifier: BSL-1.0
/// Facts about a model's axes that it declares.
#pragma once

#include <shapeproof/core/parse.hpp>
#include <shapeproof/rules/rule.hpp>
#include <shapeproof/shape/shape.hpp>
#include <shapeproof/tensor/symbols.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace shapeproof::llm {

namespace detail {

/// The value of a polynomial over axis names: each name stands for the axis' extent, a shard's
/// for that of the whole axis.
template <class... Axes>
constexpr polynomial in_extents(polynomial const& over_names) {
  polynomial sum;
  for (std::size_t i = 0; i < over_names.count; ++i) {
    polynomial product = over_names.terms[i].coefficient;
    for (std::size_t s = 0; s < over_names.terms[i].degree; ++s) {
      bool found = false;
      ((axis_name<Axes> == over_names.terms[i].symbols[s]
            ? (product = product * extent_polynomial<whole<Axes>>, found = true)
            : false),
       ...);
      if (!found) product.problem = "names an axis that the model does not have";
    }
    if (product.problem != nullptr) sum.problem = product.problem;
    sum = sum + product;
  }
  return sum;
}

template <fixed_string Equation, class... Axes>
struct fact_check {
  static constexpr std::size_t sign = place_of("=", Equation.view());
  static constexpr bool is_equation = sign != std::string_view::npos;
  static constexpr polynomial left_names = parse_polynomial(Equation.view().substr(0, is_equation ? sign : 0));
  static constexpr polynomial right_names = parse_polynomial(Equation.view().substr(is_equation ? sign + 1 : 0));
  static constexpr polynomial left = in_extents<Axes...>(left_names);
  static constexpr polynomial right = in_extents<Axes...>(right_names);
  static constexpr char const* problem = !is_equation                     ? "is not an equation"
                                         : left_names.problem != nullptr  ? left_names.problem
                                         : right_names.problem != nullptr ? right_names.problem
                                         : left.problem != nullptr        ? left.problem
                                                                          : right.problem;
  /// Numbers are checked by the compiler; what depends on symbols, when they are bound (`require_facts`).
  static constexpr polynomial difference = left - right;
  static constexpr bool holds = problem == nullptr && (difference.count == 0 || !difference.is_number());
  static constexpr bool is_proved = problem == nullptr && difference.count == 0;

  static constexpr text reason() {
    text const fact = text::of("the fact ", Equation.view());
    if (problem != nullptr) return text::of(fact, ": ", problem);
    return text::of(fact, " does not hold: ", to_text(left), " is not ", to_text(right));
  }
};

template <class Axes, fixed_string... Equations>
struct fact_checks {
  static constexpr auto check() { return Axes{}; }
};
template <class... Axes, fixed_string First, fixed_string... Rest>
struct fact_checks<shape<Axes...>, First, Rest...> {
  static constexpr auto check() {
    if constexpr (!fact_check<First, Axes...>::holds)
      return rules::refuse<"configuration", fact_check<First, Axes...>, shape<Axes...>>{};
    else if constexpr (sizeof...(Rest) > 0)
      return fact_checks<shape<Axes...>, Rest...>::check();
    else
      return shape<Axes...>{};
  }
};

}  // namespace detail

/// Equations between a model's axes, such as `"D = H*Dk"` of `shape<D, H, Dk>`: the place where exact division is
/// stated.
template <class Axes, fixed_string... Equations>
struct facts {};

namespace detail {
template <class Axes, fixed_string... Equations>
constexpr auto check_facts(facts<Axes, Equations...>) {
  return fact_checks<Axes, Equations...>::check();
}
}  // namespace detail

/// Whether all facts that a model declares hold for its extents, as numbers or for every value of their symbols.
template <class Model>
concept can_configure = !is_refused<decltype(detail::check_facts(typename Model::facts{}))>;

namespace detail {
template <class Model, class Outcome>
struct configured_model {
  using type = Model;
};
template <class Model, class Message>
struct configured_model<Model, refused<Message>> {
  using type = std::conditional_t<std::is_same_v<accepted<refused<Message>>, poisoned>, Model, void>;
};
}  // namespace detail

/// `Model`, whose facts were checked. Refused with its numbers: a fact that is false, no equation, or names an axis
/// that is not one of the model's.
template <class Model>
using configured =
    typename detail::configured_model<Model, decltype(detail::check_facts(typename Model::facts{}))>::type;

namespace detail {

template <fixed_string Equation, class... Axes, class ValueOf>
void require_fact(shape<Axes...>, ValueOf const& value_of) {
  using check = fact_check<Equation, Axes...>;
  if constexpr (!check::is_proved) {
    long long const left = evaluate(check::left, value_of);
    long long const right = evaluate(check::right, value_of);
    if (left != right)
      throw shape_error("configuration", std::string(to_text(shape<Axes...>{}).view()),
                        "the fact " + std::string(Equation.view()) + " does not hold: " + std::to_string(left) +
                            " is not " + std::to_string(right));
  }
}

template <class Axes, fixed_string... Equations, class ValueOf>
void require_facts(facts<Axes, Equations...>, ValueOf const& value_of) {
  (require_fact<Equations>(Axes{}, value_of), ...);
}

}  // namespace detail

/// Compares both sides of every fact of `Model` for the values of its symbols, where the compiler could not. Throws
/// `shape_error` with both numbers for a false one, and for a symbol without a value.
template <class Model, fixed_string... Names>
void require_facts(binding<Names>... bindings) {
  detail::require_facts(typename Model::facts{}, [&](std::string_view name) {
    std::size_t value = 0;
    bool found = false;
    ((Names.view() == name ? (value = bindings.value, found = true) : false), ...);
    if (!found) throw shape_error("configuration", std::string(name), "the symbol has no value; pass bind<...>(n)");
    return value;
  });
}

}  // namespace shapeproof::llm
