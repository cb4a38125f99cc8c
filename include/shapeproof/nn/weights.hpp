// SPDX-License-Identifier: BSL-1.0
/// The parameters of each part, as Hana structs: filling, counting, loading and printing them is one loop.
#pragma once

#include <boost/hana/define_struct.hpp>

namespace shapeproof::nn {

/// LayerNorm: gamma and beta, `[D]` each.
template <class Vector>
struct norm_weights {
  BOOST_HANA_DEFINE_STRUCT(norm_weights, (Vector, gamma),  ///< the scale
                           (Vector, beta));                ///< what is added
};

/// Query `[D, (H Dk)]`, or `[D, ((Hkv G) Dk)]` with key and value `[D, (Hkv Dk)]`; output, the query's axes exchanged.
/// Each a matrix, or `affine` with a bias.
template <class Query, class Key, class Output>
struct attention_weights {
  BOOST_HANA_DEFINE_STRUCT(attention_weights, (Query, query),  ///< `[D, (H Dk)]`
                           (Key, key),                         ///< `[D, (H Dk)]`
                           (Key, value),                       ///< `[D, (H Dk)]`
                           (Output, output));                  ///< `[(H Dk), D]`
};

/// Up `[D, F]`, down `[F, D]`.
template <class Up, class Down>
struct feed_forward_weights {
  BOOST_HANA_DEFINE_STRUCT(feed_forward_weights, (Up, up),  ///< `[D, F]`
                           (Down, down));                   ///< `[F, D]`
};

/// Gate and up `[D, F]`, down `[F, D]`.
template <class Up, class Down>
struct gated_feed_forward_weights {
  BOOST_HANA_DEFINE_STRUCT(gated_feed_forward_weights, (Up, gate),  ///< `[D, F]`
                           (Up, up),                                ///< `[D, F]`
                           (Down, down));                           ///< `[F, D]`
};

}  // namespace shapeproof::nn
