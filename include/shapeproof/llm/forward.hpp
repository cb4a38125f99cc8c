// SPDX-License-Identifier: BSL-1.0
/// Prefill and decode: one algorithm over positions. Queries cover [past, past+L), keys [0, past+L).
#pragma once

#include <shapeproof/llm/caches.hpp>
#include <shapeproof/llm/stack.hpp>
#include <shapeproof/nn/append.hpp>
#include <shapeproof/nn/step.hpp>
#include <shapeproof/ops/collectives.hpp>
#include <shapeproof/ops/linear.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace shapeproof::llm {

/// What a step gives: the logits of its last position, and the caches with its positions in them.
template <class Logits, class Caches>
struct step_result {
  Logits logits;  ///< `[B, V]`, or `[B, L, V]` of `forward_all`
  Caches caches;  ///< between steps
};

/// Caches are taken over: pass `std::move(caches)`, or a copy to keep them.
template <class Caches>
concept taken_over = !std::is_reference_v<Caches>;

namespace detail {
/// Throws `shape_error` where a padded row has no token of its own when the step ends.
template <class Cache>
void require_tokens(Cache const& cache, std::size_t tokens) {
  if constexpr (is_left_padded<typename Cache::padding_type>)
    for (std::size_t b = 0; b < cache.padding().rows(); ++b)
      if (cache.padding().of(b) >= cache.length() + tokens)
        throw shape_error("forward", to_string(cache) + " and " + std::to_string(tokens) + " more positions",
                          "row " + std::to_string(b) + " is padded by " + std::to_string(cache.padding().of(b)) +
                              " slots, which leaves it no token");
}
}  // namespace detail

/// Throws `shape_error` where a step of ids `[.., L]` cannot be done: no token, a row of padding only, another number
/// of caches than layers, caches that differ in length, or one that has no room for all tokens.
template <any_tensor Ids, class Weights, class Caches>
void require_step(Ids const& ids, Weights const& w, Caches const& caches) {
  std::size_t const tokens = ids.template extent<"L">();
  if (ids.size() == 0) throw shape_error("forward", to_string(ids), "there is no token; a step needs one or more");
  if (w.blocks.size() != caches.size())
    throw shape_error("forward",
                      std::to_string(w.blocks.size()) + " layers, " + std::to_string(caches.size()) + " caches",
                      "each layer has its own cache");
  for (std::size_t i = 0; i < caches.size(); ++i) {
    if (caches[i].length() != caches[0].length())
      throw shape_error(
          "forward", to_string(caches[0]) + " in layer 0, " + to_string(caches[i]) + " in layer " + std::to_string(i),
          "the caches of all layers hold the same positions");
    nn::require_room(caches[i], tokens);
    detail::require_tokens(caches[i], tokens);
  }
}

namespace detail {
/// Whether each cache may be copied, as one that has memory of its own.
template <class Caches>
inline constexpr bool can_be_kept = true;
template <class Caches>
  requires requires(Caches const& caches) { caches[0]; }
inline constexpr bool can_be_kept<Caches> =
    std::is_copy_constructible_v<std::remove_cvref_t<decltype(std::declval<Caches const&>()[0])>>;

/// A step refused because its caches were not handed over.
template <fixed_string Operation, class Ids, class Caches>
auto refused_caches(Caches const&) {
  using reason =
      std::conditional_t<can_be_kept<Caches>,
                         rules::plainly<"caches are taken over; pass std::move(caches), or a copy">,
                         rules::plainly<"caches are taken over; pass std::move(caches): those of a pool have no copy">>;
  if constexpr (!is_poisoned<Ids>) (void)accepted<rules::refuse<Operation, reason, shape_of<Ids>>>{};
  return step_result<poisoned, Caches>{{}, poisoned{}};
}

/// Ends the step of every layer.
template <class Caches>
constexpr auto committed(Caches&& stepped) {
  return each_changed(std::forward<Caches>(stepped),
                      []<class Cache>(Cache&& cache, std::size_t) { return nn::commit(std::forward<Cache>(cache)); });
}
}  // namespace detail

/// One step: ids `[.., L]` of `index<V>` and the caches of [0, past) -> logits `[B, V]` of the last position and the
/// caches of [0, past+L). Prefill is past = 0, decode is L = 1. `hidden_states` of the weights' family does the work.
/// Refused where ids, weights and caches do not agree. Throws `shape_error` before anything is computed where
/// `require_step` does.
template <any_tensor Ids, class Weights, taken_over Caches>
constexpr auto forward(Ids const& ids, Weights const& w, Caches&& caches) {
  using nn::P19, nn::P20;
  if constexpr (!is_meta<Ids> && !is_poisoned<Ids>) require_step(ids, w, caches);
  auto [hidden, stepped] = hidden_states(ids, w, std::forward<Caches>(caches));  // [B, L, Dl]
  auto logits = P20(replicated(linear(P19(last<"L">(hidden)), w.head)));         // [B, Dl] -> [B, V]
  auto grown = detail::committed(std::move(stepped));
  return step_result<decltype(logits), decltype(grown)>{std::move(logits), std::move(grown)};
}

/// `forward` with the logits of every position, `[B, L, V]`: to look at; `last<"L">` of them is what is sampled.
/// Refused and thrown as by `forward`.
template <any_tensor Ids, class Weights, taken_over Caches>
constexpr auto forward_all(Ids const& ids, Weights const& w, Caches&& caches) {
  if constexpr (!is_meta<Ids> && !is_poisoned<Ids>) require_step(ids, w, caches);
  auto [hidden, stepped] = hidden_states(ids, w, std::forward<Caches>(caches));
  auto logits = replicated(linear(hidden, w.head));
  auto grown = detail::committed(std::move(stepped));
  return step_result<decltype(logits), decltype(grown)>{std::move(logits), std::move(grown)};
}

/// ids `[.., L]` with caches that somebody keeps: refused.
template <any_tensor Ids, class Weights, class Caches>
auto forward(Ids const&, Weights const&, Caches& kept) {
  return detail::refused_caches<"forward", Ids>(kept);
}
/// ids `[.., L]` with caches that somebody keeps: refused.
template <any_tensor Ids, class Weights, class Caches>
auto forward_all(Ids const&, Weights const&, Caches& kept) {
  return detail::refused_caches<"forward_all", Ids>(kept);
}

/// Every layer's filled length as the symbol `past`, `[B, H, S=past, Dk]`: then all steps of a loop have the same
/// types. Refused in the middle of a step.
template <class Logits, class Caches>
constexpr auto rebound(step_result<Logits, Caches>&& step) {
  auto again = each_changed(std::move(step.caches), []<class Cache>(Cache&& cache, std::size_t) {
    return nn::rebound<"past">(std::forward<Cache>(cache));
  });
  return step_result<Logits, decltype(again)>{std::move(step.logits), std::move(again)};
}

/// `forward`, ids `[.., L]` -> logits `[B, V]`, then the filled length becomes the symbol `past`. Refused and thrown as
/// by `forward`. The caches that were passed are as before where `require_step` throws.
template <any_tensor Ids, class Weights, class Caches>
constexpr auto advance(Ids const& ids, Weights const& w, Caches&& caches) {
  return rebound(forward(ids, w, std::forward<Caches>(caches)));
}

/// The whole prompt at once, from empty caches: ids `[.., L]` -> logits `[B, V]`, caches of [0, L). Refused as by
/// `forward`. Throws `shape_error` as `forward`, and where a cache is not empty.
template <any_tensor Ids, class Weights, class Caches>
auto prefill(Ids const& prompt, Weights const& w, Caches&& empty) {
  for (std::size_t i = 0; i < empty.size(); ++i)
    if (empty[i].length() != 0)
      throw shape_error("prefill", to_string(empty[i]), "the cache is not empty; advance appends to it");
  return advance(prompt, w, std::forward<Caches>(empty));
}

/// One token more: id -> logits `[B=1, V]`, caches of [0, past+1). Refused and thrown as by `forward`.
template <class Vocabulary, class Weights, class Caches>
auto decode(index<Vocabulary> token, Weights const& w, Caches&& caches) {
  view<index<Vocabulary> const, axis<"L", 1>> const ids(&token);
  return advance(ids, w, std::forward<Caches>(caches));
}

/// One token more for each row: tokens `[B]`, as `sample` gives them -> logits `[B, V]`, caches of [0, past+1). Refused
/// and thrown as by `forward`.
template <any_tensor Tokens, class Weights, class Caches>
auto decode(Tokens const& tokens, Weights const& w, Caches&& caches) {
  return advance(move_axis<"L", -1>(unsqueeze<axis<"L", 1>>(tokens)), w, std::forward<Caches>(caches));
}

/// No second error for a token that was refused, and no logits `[B, V]`.
template <class Weights, class Caches>
auto decode(poisoned_element const&, Weights const& w, Caches&& caches) {
  return decode(poisoned{}, w, std::forward<Caches>(caches));
}

}  // namespace shapeproof::llm
