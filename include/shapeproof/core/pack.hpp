// SPDX-License-Identifier: BSL-1.0
/// Lists of types: picking by position, joining. Each is one partial specialisation, which keeps compilers linear.
#pragma once

#include <cstddef>
#include <utility>

namespace shapeproof {

/// Positions as a template argument.
template <std::size_t Count>
struct positions {
  std::size_t at[Count == 0 ? 1 : Count] = {};  ///< the first `Count` count
};

/// A type as a value.
template <class T>
struct type_is {
  using type = T;  ///< what it stands for
};

namespace detail {
template <std::size_t Position, class T>
struct slot {};
template <class Indices, class... Ts>
struct indexer;
template <std::size_t... I, class... Ts>
struct indexer<std::index_sequence<I...>, Ts...> : slot<I, Ts>... {};

template <std::size_t Position, class T>
type_is<T> slot_at(slot<Position, T> const*);

template <class List>
struct indexer_of;
template <template <class...> class List, class... Ts>
struct indexer_of<List<Ts...>> {
  using type = indexer<std::index_sequence_for<Ts...>, Ts...>;
};
}  // namespace detail

/// The type at a position of a list such as `shape<...>`.
template <class List, std::size_t Position>
using type_at =
    typename decltype(detail::slot_at<Position>(static_cast<typename detail::indexer_of<List>::type*>(nullptr)))::type;

namespace detail {
template <class List, auto Picked, class Indices>
struct pick;
template <template <class...> class List, class... Ts, auto Picked, std::size_t... I>
struct pick<List<Ts...>, Picked, std::index_sequence<I...>> {
  using type = List<type_at<List<Ts...>, Picked.at[I]>...>;
};

template <class List, std::size_t From, class Indices>
struct range;
template <template <class...> class List, class... Ts, std::size_t From, std::size_t... I>
struct range<List<Ts...>, From, std::index_sequence<I...>> {
  using type = List<type_at<List<Ts...>, From + I>...>;
};

template <class... Lists>
struct joined;
template <template <class...> class List, class... A>
struct joined<List<A...>> {
  using type = List<A...>;
};
template <template <class...> class List, class... A, class... B, class... Rest>
struct joined<List<A...>, List<B...>, Rest...> : joined<List<A..., B...>, Rest...> {};

template <class List>
inline constexpr std::size_t size_of_list = 0;
template <template <class...> class List, class... Ts>
inline constexpr std::size_t size_of_list<List<Ts...>> = sizeof...(Ts);
}  // namespace detail

/// How many types a list holds.
template <class List>
inline constexpr std::size_t list_size = detail::size_of_list<List>;

/// The types at `Picked.at[0..Count)`, in that order.
template <class List, auto Picked, std::size_t Count>
using picked = typename detail::pick<List, Picked, std::make_index_sequence<Count>>::type;

/// The types at positions [From, To).
template <class List, std::size_t From, std::size_t To>
using range_of = typename detail::range<List, From, std::make_index_sequence<To - From>>::type;

/// One list after the other.
template <class... Lists>
using join = typename detail::joined<Lists...>::type;

}  // namespace shapeproof
