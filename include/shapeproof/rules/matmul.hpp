// SPDX-License-Identifier: BSL-1.0
/// The rule of matrix products.
#pragma once

#include <shapeproof/rules/placement.hpp>
#include <shapeproof/rules/rule.hpp>

#include <cstddef>
#include <type_traits>

namespace shapeproof::rules {

namespace detail {

template <class A, class B, class K, class Other>
struct contracts_other_axis {
  static constexpr text reason() {
    text result = text::of("contracts ", axis_text<K>(), " with ", axis_text<Other>());
    text const remedy = shard_remedy<K, Other>();
    if (remedy.size > 0) return result.add(remedy);
    if (axis_name<K> == axis_name<Other>) return add_difference(result);
    if (std::is_same_v<type_at<A, A::rank - 2>, Other>) return result.add("; did you mean transpose(a)?");
    if (std::is_same_v<type_at<B, B::rank - 1>, K>) return result.add("; did you mean transpose(b)?");
    if (std::is_same_v<type_at<B, B::rank - 1>, type_at<A, A::rank - 2>>)
      return result.add("; did you mean matmul(b, a)?");
    if (extent_polynomial<K> == extent_polynomial<Other>)
      return result.add("; equal extents, but other roles: rename one if they are the same");
    return result.add("; is it another weight?");
  }
  static constexpr text add_difference(text& result) {
    return result.add("; they differ by ").add(to_text(extent_polynomial<K> - extent_polynomial<Other>));
  }
};

template <class A, class B, std::size_t Loops>
struct loops_differ {
  static constexpr text reason() {
    return text::of("loops over ", to_text(range_of<A, 0, A::rank - 2>{}), " on the left and ",
                    to_text(range_of<B, 0, Loops>{}), " on the right; they must be equal, in this order");
  }
};

template <class N>
struct name_twice {
  static constexpr text reason() {
    return text::of("the result would have ", axis_name<N>, " twice; rename one of them");
  }
};

/// Peels equal leading axes off both sides until [M, K] and [K, N] remain. Anything else is no product.
template <class Loops, class A, class B>
struct product {
  static constexpr bool exists = false;
};
template <class... Loops, class Loop, class... A, class... B>
struct product<shape<Loops...>, shape<Loop, A...>, shape<Loop, B...>>
    : product<shape<Loops..., Loop>, shape<A...>, shape<B...>> {};
template <class... Loops, class M, class K, class N>
struct product<shape<Loops...>, shape<M, K>, shape<K, N>> {
  static constexpr bool exists = true;
  static constexpr bool name_is_new = !(same_name<whole<Loops>, whole<N>> || ... || same_name<whole<M>, whole<N>>);
  using type = shape<Loops..., M, N>;
};

/// A right side of two axes applies to every leading axis of the left one.
template <class Loops, class A, class B>
struct applied : product<Loops, A, B> {};
template <class... Loops, class Loop, class M, class K, class... A, class B>
struct applied<shape<Loops...>, shape<Loop, M, K, A...>, B> : applied<shape<Loops..., Loop>, shape<M, K, A...>, B> {};

template <class A, class B>
struct product_of : product<shape<>, A, B> {};
template <class A, class K, class N>
struct product_of<A, shape<K, N>> : applied<shape<>, A, shape<K, N>> {};

}  // namespace detail

/// `[..., M, K] x [..., K, N] -> [..., M, N]` with equal leading axes, or `[..., M, K] x [K, N] -> [..., M, N]`: the
/// contract of torch.matmul (https://pytorch.org/docs/stable/generated/torch.matmul.html), without broadcasting and
/// without vectors. Refused where K is not the same axis on both sides, the leading axes are not equal in order, a side
/// has fewer than two axes, or the result would have a name twice.
struct matmul_rule {
  using placement = multiplies_sums;              ///< one operand may be a part of a sum
  static constexpr fixed_string name = "matmul";  ///< in messages
  template <class A, class B>
  constexpr auto operator()(A, B) const {
    using product = detail::product_of<A, B>;
    if constexpr (product::exists) {
      if constexpr (product::name_is_new)
        return typename product::type{};
      else
        return refuse<"matmul", detail::name_twice<type_at<B, B::rank - 1>>, A, B>{};
    } else if constexpr (A::rank < 2 || B::rank < 2) {
      return refuse<"matmul", plainly<"both sides need two axes or more; linear takes a vector on the left">, A, B>{};
    } else {
      using K = type_at<A, A::rank - 1>;
      using Other = type_at<B, B::rank - 2>;
      if constexpr (!std::is_same_v<K, Other>)
        return refuse<"matmul", detail::contracts_other_axis<A, B, K, Other>, A, B>{};
      else
        return refuse<"matmul", detail::loops_differ<A, B, B::rank - 2>, A, B>{};
    }
  }
};
inline constexpr matmul_rule matmul = {};

}  // namespace shapeproof::rules
