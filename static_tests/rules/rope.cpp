// SPDX-License-Identifier: BSL-1.0
/// rope counts tokens and rotates the pairs that the last axis says it has.
#include <shapeproof/rules/rope.hpp>

#include <type_traits>

namespace sp = shapeproof;
using sp::axis;
using sp::fused;
using sp::is_refused;
using sp::shape;

using B = axis<"B", 3>;
using H = axis<"H", 7>;  // as many heads as tokens
using L = axis<"L", 7>;
using C = axis<"C", 2>;

template <class X, class Positions, sp::fixed_string Token, sp::fixed_string Pairs>
using outcome = decltype(sp::rules::rope<Token, Pairs>(X{}, Positions{}));

/// The laws for R pairs: the shape stays, the other pairing is refused.
template <class R>
struct laws {
  using side_by_side = fused<R, C>;
  using half_apart = fused<C, R>;
  template <class Head>
  using x = shape<B, H, L, Head>;

  // [B, H, L, (R C)] and positions [L] or [B, L]
  static_assert(std::is_same_v<outcome<x<side_by_side>, shape<L>, "L", "(R C)">, x<side_by_side>>);
  static_assert(std::is_same_v<outcome<x<half_apart>, shape<L>, "L", "(C R)">, x<half_apart>>);
  static_assert(std::is_same_v<outcome<x<side_by_side>, shape<B, L>, "L", "(R C)">, x<side_by_side>>);
  static_assert(std::is_same_v<outcome<shape<L, half_apart>, shape<L>, "L", "(C R)">, shape<L, half_apart>>);
  static_assert(
      std::is_same_v<outcome<shape<B, L, H, half_apart>, shape<L>, "L", "(C R)">, shape<B, L, H, half_apart>>);

  static_assert(is_refused<outcome<x<side_by_side>, shape<L>, "L", "(C R)">>);               // the other pairing
  static_assert(is_refused<outcome<x<half_apart>, shape<L>, "L", "(R C)">>);                 // and the other way round
  static_assert(is_refused<outcome<x<side_by_side>, shape<L>, "H", "(R C)">>);               // heads have no position
  static_assert(is_refused<outcome<x<side_by_side>, shape<L>, "S", "(R C)">>);               // no such axis
  static_assert(is_refused<outcome<shape<B, H, L, R, C>, shape<L>, "L", "(R C)">>);          // a pair is no last axis
  static_assert(is_refused<outcome<shape<B, H, side_by_side, L>, shape<L>, "L", "(R C)">>);  // the head is not last
};
// Extents distinct, and equal: as many pairs as components of a pair, as tokens, any number.
template struct laws<axis<"R", 4>>;
template struct laws<axis<"R", 2>>;
template struct laws<axis<"R", 7>>;
template struct laws<axis<"R">>;

// Blanks in the pairing do not matter.
using x = shape<B, H, L, fused<axis<"R", 4>, C>>;
static_assert(std::is_same_v<outcome<x, shape<L>, "L", "( R  C )">, x>);

// Positions are those of the tokens of x, whatever their number.
using any_x = shape<B, H, axis<"L">, fused<axis<"R", 4>, C>>;
static_assert(std::is_same_v<outcome<any_x, shape<axis<"L">>, "L", "(R C)">, any_x>);
static_assert(is_refused<outcome<x, shape<axis<"L", 6>>, "L", "(R C)">>);             // positions of 6 tokens
static_assert(is_refused<outcome<x, shape<axis<"L">>, "L", "(R C)">>);                // 7 is not proved to be L
static_assert(is_refused<outcome<any_x, shape<axis<"L", "L+past">>, "L", "(R C)">>);  // of queries and of keys
static_assert(is_refused<outcome<x, shape<H>, "L", "(R C)">>);                        // positions of 7 heads
static_assert(is_refused<outcome<x, shape<axis<"B", 2>, L>, "L", "(R C)">>);          // rows of another batch
static_assert(is_refused<outcome<x, shape<axis<"G", 3>, L>, "L", "(R C)">>);          // 3 groups are not 3 rows
static_assert(is_refused<outcome<x, shape<L, B>, "L", "(R C)">>);                     // the tokens are not last

// A pair has two components, and says so with its name.
template <class... Factors>
using head = shape<H, L, fused<Factors...>>;
static_assert(is_refused<outcome<head<axis<"R", 4>, axis<"C", 3>>, shape<L>, "L", "(R C)">>);
static_assert(is_refused<outcome<head<axis<"R", 4>, axis<"C">>, shape<L>, "L", "(R C)">>);
static_assert(is_refused<outcome<head<axis<"R", 2>, axis<"D", 4>>, shape<L>, "L", "(R D)">>);  // no axis C
static_assert(is_refused<outcome<head<axis<"R", 4>, C, axis<"E", 2>>, shape<L>, "L", "(R C E)">>);
static_assert(is_refused<outcome<shape<H, L, axis<"Dk", 8>>, shape<L>, "L", "(R C)">>);  // nothing says what pairs are
static_assert(is_refused<outcome<shape<H, L, axis<"Dk", 8>>, shape<L>, "L", "Dk">>);
static_assert(is_refused<outcome<shape<>, shape<L>, "L", "(R C)">>);
