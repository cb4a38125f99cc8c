// SPDX-License-Identifier: BSL-1.0
/// Step ids: `P8(matmul(q, k))` is `matmul(q, k)`, and in a trace its operations belong to step P8.
#pragma once

#include <shapeproof/core/fixed_string.hpp>
#include <shapeproof/tensor/trace.hpp>

#include <string_view>
#include <type_traits>
#include <utility>

namespace shapeproof::nn {

class step_listener;

namespace detail {
/// Who hears of the steps that this thread computes.
inline constinit thread_local step_listener* current_listener = nullptr;
}  // namespace detail

/// Hears of each step that its thread computes, as long as it lives: to measure what a step takes, which is the time
/// since the one before. Listeners may be nested; the innermost one hears.
class step_listener {
 public:
  /// Listens from now on.
  step_listener() : before_(std::exchange(detail::current_listener, this)) {}
  step_listener(step_listener const&) = delete;
  step_listener& operator=(step_listener const&) = delete;
  virtual ~step_listener() { detail::current_listener = before_; }

  /// The step was computed; of several that one kernel computes, the first.
  virtual void computed(std::string_view step) = 0;

 private:
  step_listener* before_;
};

/// Passes its argument through. Where that is traced, the operations that have no step yet get this one; several ids go
/// to the operations one by one. Where it was computed, the thread's `step_listener` hears of it.
template <fixed_string... Ids>
struct step {
  /// `[...] -> [...]`: x itself.
  template <class X>
  constexpr X&& operator()(X&& x) const {
    if constexpr (requires { x.log()->label(""); }) {
      if (x.log() != nullptr) mark(*x.log());
    } else if (!std::is_constant_evaluated() && detail::current_listener != nullptr) {
      tell();
    }
    return std::forward<X>(x);
  }

 private:
  static constexpr void mark(trace& log) {
    if constexpr (sizeof...(Ids) == 1)
      (log.label(Ids.view()), ...);
    else
      (log.label_next(Ids.view()), ...);
  }
  static void tell() {
    constexpr std::string_view ids[] = {Ids.view()...};
    detail::current_listener->computed(ids[0]);
  }
};

// The steps of the pipeline; docs/pipeline.md describes each.
inline constexpr step<"P1"> P1;             ///< tokenize
inline constexpr step<"P2"> P2;             ///< embed the tokens
inline constexpr step<"P3"> P3;             ///< into the hidden width, with a batch axis
inline constexpr step<"P4"> P4;             ///< project to queries, keys, values
inline constexpr step<"P5"> P5;             ///< split heads
inline constexpr step<"P6"> P6;             ///< heads before positions
inline constexpr step<"P7"> P7;             ///< append to the cache
inline constexpr step<"P8"> P8;             ///< scores
inline constexpr step<"P9", "P10"> P9_P10;  ///< causal mask; softmax over the keys
inline constexpr step<"P11"> P11;           ///< weights times values
/// All of attention's inner steps, where one kernel computes them.
inline constexpr step<"P8", "P9", "P10", "P11"> P8_to_P11;
inline constexpr step<"P12"> P12;  ///< merge heads
inline constexpr step<"P13"> P13;  ///< attention output
inline constexpr step<"P14"> P14;  ///< residual and norm
inline constexpr step<"P15"> P15;  ///< feed-forward up, GELU
inline constexpr step<"P16"> P16;  ///< feed-forward down
inline constexpr step<"P17"> P17;  ///< residual and norm
inline constexpr step<"P18"> P18;  ///< last hidden state
inline constexpr step<"P19"> P19;  ///< last position
inline constexpr step<"P20"> P20;  ///< logits
inline constexpr step<"P21"> P21;  ///< sample

}  // namespace shapeproof::nn
