// SPDX-License-Identifier: BSL-1.0
/// A model's packed weights in a file, and from there without a copy. Needs the component `shapeproof::files`.
#pragma once

#include <shapeproof/io/load.hpp>
#include <shapeproof/io/packed_reader.hpp>
#include <shapeproof/io/packed_writer.hpp>
#include <shapeproof/io/weight_file.hpp>
#include <shapeproof/llm/gpt2.hpp>
#include <shapeproof/llm/llama.hpp>
#include <shapeproof/llm/note.hpp>
#include <shapeproof/llm/packed_weights.hpp>
#include <shapeproof/llm/parameters.hpp>

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace shapeproof::io {

namespace detail {

/// How a packed file says the type of its elements.
template <class T>
inline constexpr std::string_view element_name = std::is_same_v<T, float>  ? "f32"
                                                 : std::is_same_v<T, bf16> ? "bf16"
                                                                           : "int8";

/// What a packed file says of a family of models: its name, its axes, and the options that it has.
template <class Weights>
struct packed_family;
template <class Model, class Storage>
struct packed_family<llm::model_weights<Model, Storage>> {
  static constexpr std::string_view name = "note";
  using storage = Storage;
  using facts = typename Model::facts;
  using axes = shape<typename Model::V, typename Model::De, typename Model::D, typename Model::H, typename Model::Dk,
                     typename Model::F, typename Model::Dl>;
  template <class Weights, class Visit>
  static void each_option(Weights&, Visit const&) {}
};
template <class Model, class Storage>
struct packed_family<llm::llama_weights<Model, Storage>> {
  static constexpr std::string_view name = "llama";
  using storage = Storage;
  using facts = typename Model::facts;
  using axes = shape<typename Model::V, typename Model::D, typename Model::Hkv, typename Model::G, typename Model::Dk,
                     typename Model::F>;
  template <class Weights, class Visit>
  static void each_option(Weights& weights, Visit const& visit) {
    visit("epsilon", weights.options.epsilon);
    visit("rotary_base", weights.options.rotary_base);
  }
};
template <class Model, class Storage>
struct packed_family<llm::gpt2_weights<Model, Storage>> {
  static constexpr std::string_view name = "gpt2";
  using storage = Storage;
  using facts = typename Model::facts;
  using axes = shape<typename Model::V, typename Model::P, typename Model::D, typename Model::H, typename Model::Dk,
                     typename Model::F>;
  template <class Weights, class Visit>
  static void each_option(Weights& weights, Visit const& visit) {
    visit("epsilon", weights.options.epsilon);
  }
};

/// `V D Hkv G (R C) F`: the order of a head's pairs is part of it.
template <class... Axes>
std::string names_of(shape<Axes...>) {
  std::string names;
  ((names += (names.empty() ? "" : " ") + std::string(axis_name<Axes>)), ...);
  return names;
}

/// Calls visit(name, extent) for the axes of a shape, and for the factors in the place of a fused one.
template <class Axis>
struct each_extent {
  template <class Symbols, class Visit>
  static void visit(symbol_values<Symbols> const& values, Visit const& with) {
    with(axis_name<Axis>, extent_of<Axis>(values));
  }
};
template <class... Parts>
struct each_extent<fused<Parts...>> {
  template <class Symbols, class Visit>
  static void visit(symbol_values<Symbols> const& values, Visit const& with) {
    (each_extent<Parts>::visit(values, with), ...);
  }
};
template <class... Parts>
struct each_extent<shape<Parts...>> : each_extent<fused<Parts...>> {};

/// The parameter as a file has it.
template <class Parameter>
stored_tensor stored_parameter(std::string const& name, Parameter const& parameter) {
  if constexpr (any_packed_weight<Parameter>) {
    return {name, element_type::u8, {parameter.bytes()}, {parameter.data(), parameter.bytes()}};
  } else {
    static_assert(is_dense<layout_of<Parameter>>);
    auto const walk = parameter.walk();
    return {name,
            element_type::f32,
            {walk.extent, walk.extent + shape_of<Parameter>::rank},
            std::as_bytes(std::span(parameter.data(), parameter.size()))};
  }
}

/// Whether no extent of the shape is beyond what can be counted: what a file says is not believed.
template <class... Axes, class Symbols>
bool is_countable(shape<Axes...>, symbol_values<Symbols> const& values) {
  return (shapeproof::detail::is_countable<Axes>(values) && ...);
}

/// A parameter that views the file.
template <class Part, class Symbols>
Part load_part(packed_reader& reader, std::string const& name, symbol_values<Symbols> const& sizes) {
  using axes = shape_of<Part>;
  auto const values = narrowed<symbols_in<axes>>(sizes);
  bool const countable = is_countable(axes{}, values);
  if (!countable) reader.add_problem(name + ": the file's header says more elements than can be counted");
  auto const expected = countable ? to_string(axes{}, values) : std::string();
  if constexpr (any_packed_weight<Part>) {
    std::size_t const in = countable ? extent_of<type_at<axes, 0>>(values) : 0;
    std::size_t const out = countable ? extent_of<type_at<axes, 1>>(values) : 0;
    return shapeproof::detail::packing::view_of<Part>(
        values, reader.packed(name, expected, in, out, shapeproof::detail::weight_type_of<typename Part::element>));
  } else {
    auto const extents = countable ? stored_extents(memory_in<layout_of<Part>>{}, values) : std::vector<std::size_t>();
    return Part(reader.floats(name, expected, extents), values);
  }
}

/// Keeps a problem for each of the model's equations that the file's extents do not satisfy.
template <class Facts>
void check_facts(Facts facts, packed_reader& reader) {
  try {
    llm::detail::require_facts(facts, [&](std::string_view name) {
      for (auto const& each : reader.header().extents)
        if (each.axis == name) return each.extent;
      return std::size_t{0};
    });
  } catch (shape_error const& error) {
    reader.add_problem(error.what());
  }
}

/// Weights that view `file`, and the values of their symbols; what the file says must be what the types say.
template <class Weights>
auto read_packed(tensor_file const& file, std::string const& name) {
  using family = packed_family<Weights>;
  using axes = typename family::axes;
  require_whole_axes<"load_packed">(axes{});
  packed_reader reader(file, name);
  reader.require_model(family::name, element_name<typename family::storage::element>, names_of(axes{}));
  auto const sizes = sizes_from(axes{}, reader.header().extents, reader);
  reader.require_complete();  // the extents of parameters would make no sense
  auto weights = llm::make_parameters<Weights>(reader.header().layers,
                                               [&]<class Part>(std::type_identity<Part>, std::string const& parameter) {
                                                 return load_part<Part>(reader, parameter, sizes);
                                               });
  family::each_option(weights, [&](std::string_view option, float& value) { value = reader.option(option); });
  reader.require_all_taken();
  reader.require_complete();
  check_facts(typename family::facts{}, reader);
  reader.require_complete();
  return std::pair(std::move(weights), sizes);
}

}  // namespace detail

/// Writes weights whose matrices are packed; `positions` that the model was trained with, where that is known. The file
/// is complete or not there. Throws `file_error` where it cannot be written, `std::invalid_argument` for no layers.
/// Refused: weights of one rank, whose file would not say which.
///
/// A safetensors file: each packed matrix is a tensor of bytes in the order of `cpu::pack`, each other parameter one of
/// F32, all at multiples of 64 bytes (large ones of 4096; tensors `padding.0` .. lie between). Its metadata state the
/// format and version, the family, the elements, the axes' names and extents, the layers, options and positions.
template <class Weights>
void save_packed(std::string const& path, Weights const& weights, std::size_t positions = 0) {
  using family = detail::packed_family<Weights>;
  detail::require_whole_axes<"save_packed">(typename family::axes{});
  if (weights.blocks.size() == 0) throw std::invalid_argument("save_packed: the weights have no layers");
  packed_writer writer(family::name, detail::element_name<typename family::storage::element>,
                       detail::names_of(typename family::axes{}), weights.blocks.size(), positions);
  family::each_option(weights, [&](char const* name, float value) { writer.option(name, value); });
  llm::for_each_parameter(weights, [&](std::string const& name, auto const& parameter) {
    detail::each_extent<shape_of<decltype(parameter)>>::visit(
        parameter.symbols(), [&](std::string_view axis, std::size_t extent) { writer.extent(axis, extent); });
    writer.add(detail::stored_parameter(name, parameter));
  });
  writer.write(path);
}

/// A model whose weights view the file: nothing is copied, and of packed floats nothing is read. `Weights` is such as
/// `llm::llama_weights<llm::interleaved_llama, llm::packed_views<bf16>>`; numbers in its types must be the file's,
/// symbols are bound by it. Refused: shards, which no file has. Throws `file_error` with everything that does not fit;
/// weights that a loaded model gives out are valid as long as it lives.
///
/// Products read the system's pages of the file. Where its file system keeps huge pages, as ext4 does since Linux 6.16,
/// a step takes the time that it takes with weights in memory of their own; with pages of 4 KiB, 1.18 times as long.
/// The first step waits for what is not in memory yet.
template <class Weights>
auto load_packed(weight_file file) {
  auto [weights, sizes] = detail::read_packed<Weights>(file.contents(), file.name());
  return loaded_model<Weights, decltype(sizes)>{std::move(file), {}, std::move(weights), sizes, {}};
}

}  // namespace shapeproof::io
