// SPDX-License-Identifier: BSL-1.0
/// Weights of a model from a file, each checked against its type. Needs the component `shapeproof::files`.
#pragma once

#include <shapeproof/io/parameter_reader.hpp>
#include <shapeproof/io/stated_extent.hpp>
#include <shapeproof/llm/parameters.hpp>
#include <shapeproof/rules/rule.hpp>
#include <shapeproof/shape/layout.hpp>
#include <shapeproof/shape/shard.hpp>
#include <shapeproof/tensor/traits.hpp>
#include <shapeproof/tensor/view.hpp>
#include <shapeproof/tensor/witness.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace shapeproof::io {

namespace detail {

/// The extents in memory order, as a file lists them, and their names.
template <class... Slots, class Symbols>
std::vector<std::size_t> stored_extents(memory<Slots...>, symbol_values<Symbols> const& values) {
  return {extent_of<Slots>(values)...};
}
template <class... Slots, class Symbols>
std::string stored_text(memory<Slots...>, symbol_values<Symbols> const& values) {
  return to_string(shape<Slots...>{}, values);
}

/// A tensor that views what the file holds for it.
template <class Part, class Symbols>
Part load_part(parameter_reader& reader, std::string const& name, symbol_values<Symbols> const& sizes) {
  using slots = memory_in<layout_of<Part>>;
  auto const values = narrowed<symbols_in<layout_of<Part>>>(sizes);
  auto const extents = stored_extents(slots{}, values);
  return Part(reader.elements(name, stored_text(slots{}, values), extents), values);
}

/// A number in the type that the header contradicts is a problem; symbols take what it states.
template <class Axis>
struct stated {
  template <class Reader>
  static void check(Reader& reader, std::vector<stated_extent> const& header) {
    if constexpr (is_static<Axis>)
      for (auto const& each : header)
        if (each.axis == axis_name<Axis> && each.extent != static_extent<Axis>)
          reader.add_problem("the model has " + std::string(axis_text<Axis>().view()) + ", the file's header says " +
                             std::to_string(each.extent));
  }
};
template <class... Factors>
struct stated<fused<Factors...>> {
  template <class Reader>
  static void check(Reader& reader, std::vector<stated_extent> const& header) {
    (stated<Factors>::check(reader, header), ...);
  }
};

/// A file has no shard: what it states is the whole axis, and its elements are those of all ranks.
template <fixed_string Operation, class... Axes>
constexpr void require_whole_axes(shape<Axes...>) {
  using reason = rules::plainly<"a file has whole axes; load and save weights whole, then call sharded_weights">;
  if constexpr ((is_sharded<Axes> || ...)) (void)accepted<rules::refuse<Operation, reason, shape<Axes...>>>{};
}

}  // namespace detail

/// The values of the symbols of `Axes`, which the header states under the names of the axes. Where an axis has a number
/// that the header contradicts, or a symbol that it does not state, the reader keeps the problem.
template <class... Axes, class Reader>
symbol_values<symbols_in<shape<Axes...>>> sizes_from(shape<Axes...>, std::vector<stated_extent> const& header,
                                                     Reader& reader) {
  (detail::stated<Axes>::check(reader, header), ...);
  using list = symbols_in<shape<Axes...>>;
  symbol_values<list> result;
  for (std::size_t i = 0; i < list::count; ++i) {
    std::string_view const name = shapeproof::detail::symbol_list<list>::names[i];
    bool found = false;
    for (auto const& each : header)
      if (each.axis == name) result.at[i] = each.extent, found = true;
    if (!found) reader.add_problem("the header states no extent for the model's symbol " + std::string(name));
  }
  return result;
}

/// A model whose weights view a file, with what they need to live. `Sizes` are the values of the model's symbols.
template <class Weights, class Sizes>
struct loaded_model {
  weight_file file;                      ///< which the weights view
  std::vector<buffer<float>> converted;  ///< elements that were no floats in the file
  Weights weights;                       ///< as the family has them
  Sizes sizes;                           ///< `symbol_values` of the model's symbols
  std::vector<std::string> unused;       ///< tensors of the file that no parameter took

  /// How many blocks there are.
  std::size_t layers() const { return weights.blocks.size(); }
};

/// All weights from the file, or a `file_error` with every mismatch: the tensor's name, what the type expects, what the
/// file holds. `Axes` is a shape of the model's axes. Refused: a shard, which no file has.
template <class Weights, class Axes>
auto load(weight_file file, std::span<parameter_source const> sources, std::vector<stated_extent> const& header,
          std::size_t layers) {
  detail::require_whole_axes<"load">(Axes{});
  parameter_reader reader(file, sources);
  auto const sizes = sizes_from(Axes{}, header, reader);
  // Room is made for what the file can fill, not for what its header says.
  if (std::size_t const all = file.contents().tensors.size(); layers > all) {
    reader.add_problem("the header says " + std::to_string(layers) + " layers, the file has " + std::to_string(all) +
                       " tensors in all");
    reader.require_complete();
  }
  auto weights =
      llm::make_parameters<Weights>(layers, [&]<class Part>(std::type_identity<Part>, std::string const& name) {
        return detail::load_part<Part>(reader, name, sizes);
      });
  reader.require_complete();
  auto unused = reader.unused();
  auto converted = std::move(reader).take_converted();
  return loaded_model<Weights, std::remove_const_t<decltype(sizes)>>{std::move(file), std::move(converted),
                                                                     std::move(weights), sizes, std::move(unused)};
}

}  // namespace shapeproof::io
