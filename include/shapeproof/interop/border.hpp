// SPDX-License-Identifier: BSL-1.0
/// The border: memory that somebody else describes becomes a view, after one check.
#pragma once

#include <shapeproof/interop/border_rule.hpp>
#include <shapeproof/interop/learner.hpp>
#include <shapeproof/tensor/shape_error.hpp>
#include <shapeproof/tensor/view.hpp>
#include <shapeproof/tensor/witness.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace shapeproof::detail {

template <std::size_t Rank>
[[noreturn]] void throw_border(std::string_view operation, std::string const& expected, outline<Rank> const& there,
                               bool with_strides, text const& reason) {
  throw shape_error(std::string(operation), expected + std::string(found_text(there, with_strides).view()),
                    std::string(reason.view()));
}

template <fixed_string Operation, class T, class Layout, class Shape = shape_in<Layout>,
          class Memory = memory_in<Layout>>
struct crossing;
template <fixed_string Operation, class T, class Layout, class... Axes, class... Slots>
struct crossing<Operation, T, Layout, shape<Axes...>, memory<Slots...>> {
  static constexpr std::size_t rank = sizeof...(Axes);
  static constexpr auto const& names = names_of<shape<Axes...>>::value;
  using symbols = symbols_in<Layout>;

  /// The values of the symbols; a `shape_error` where the memory is not what the layout says.
  template <bool HasExtents, fixed_string... Names>
  static symbol_values<symbols> check(outline<rank> const& there, binding<Names>... given) {
    learner<Layout> learnt;
    (learnt.learn(given), ...);
    if constexpr (HasExtents) {
      for (std::size_t i = 0; i < rank; ++i)
        if (there.extent[i] < 0) fail(there, text::of("an extent is negative"));
      learnt.learn_from_extents(there);
    }
    require_sizes_of<Axes...>(learnt.values, there);
    outline<rank> here = {{signed_extent<Axes>(learnt.values)...}, {}};
    if (other_extent(here, there) != not_found)
      throw_border(Operation.view(), to_string(shape<Axes...>{}, learnt.values), there, false,
                   other_extent_text(names, here, there));
    learnt.learn_from_strides(here, there);
    require_sizes_of<typename slot_axis<Slots>::type...>(learnt.values, there);
    if (!here.is_empty()) check_memory(learnt.values, here, there);
    return learnt.values;
  }

  static void check_pointer(T const* elements, symbol_values<symbols> const& values, outline<rank> const& there) {
    if (((signed_extent<Axes>(values) == 0) || ...)) return;
    if (elements == nullptr) fail(there, text::of("the pointer to the elements is null"));
    if (reinterpret_cast<std::uintptr_t>(elements) % alignof(T) != 0)
      fail(there, text::of("the pointer is not aligned for the elements"));
  }

  [[noreturn]] static void fail(outline<rank> const& there, text const& reason) {
    throw_border(Operation.view(), std::string(to_text(shape<Axes...>{}).view()), there, true, reason);
  }

 private:
  template <class... Sizes>
  static void require_sizes_of(symbol_values<symbols> const& values, outline<rank> const& there) {
    if ((!is_countable<Sizes>(values) || ...)) fail(there, text::of("an extent is too large to count"));
    if (((signed_extent<Sizes>(values) < 0) || ...)) fail(there, text::of("an extent is negative"));
  }

  static void check_memory(symbol_values<symbols> const& values, outline<rank> here, outline<rank> const& there) {
    long long const allocated[] = {signed_extent<Slots>(values)..., 0};
    constexpr std::size_t slot[] = {position_of<memory<Slots...>>(axis_name<Axes>)..., 0};
    for (std::size_t i = 0; i < rank; ++i)
      if (allocated[slot[i]] < here.extent[i])
        fail(there, text::of(names[i], "=", here.extent[i], " has no room in ", allocated[slot[i]], " of the memory"));
    long long bytes = sizeof(T);
    for (std::size_t i = 0; i < sizeof...(Slots); ++i)
      if (__builtin_mul_overflow(bytes, allocated[i], &bytes))
        fail(there, text::of("the memory is larger than can be counted"));
    auto const walk = walk_of<Layout>(values);
    for (std::size_t i = 0; i < rank; ++i) here.stride[i] = walk.step[i];
    if (other_stride(here, there) != not_found)
      throw_border(Operation.view(), to_string(shape<Axes...>{}, values), there, true,
                   other_stride_text(names, here, there));
  }
};

/// A view of `elements` with the layout that is stated, or `poisoned` where the compiler refuses it.
template <fixed_string Operation, class Stated, auto Known, bool HasExtents, class T, class There,
          fixed_string... Names>
auto view_across([[maybe_unused]] T* elements, [[maybe_unused]] There const& there,
                 [[maybe_unused]] binding<Names>... given) {
  using outcome = decltype(border_rule<Operation, Stated, Known, HasExtents, symbols<Names...>>());
  if constexpr (is_refused<outcome>) {
    return accepted<outcome>{};
  } else {
    using layout = typename outcome::type;
    using check = crossing<Operation, T, layout>;
    auto const values = check::template check<HasExtents>(there, given...);
    check::check_pointer(elements, values, there);
    return typename tensor_from<kind::borrower, T, layout>::type(elements, values);
  }
}

}  // namespace shapeproof::detail
