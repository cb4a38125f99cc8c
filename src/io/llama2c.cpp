// SPDX-License-Identifier: BSL-1.0
/// A llama2.c file: its header says where everything is, so the header and the size must agree.
#include <shapeproof/io/llama2c.hpp>

#include "byte_reader.hpp"
#include "tensor_checks.hpp"

#include <cstdlib>
#include <utility>

namespace shapeproof::io {

namespace {

using detail::problem_list;

/// The header's numbers, in its order.
struct header {
  std::int32_t dim, hidden_dim, layers, heads, key_value_heads, vocabulary, positions;
};

constexpr std::size_t header_bytes = sizeof(header);

/// One kind of weight, as the file has it: that of all layers, one after another.
struct weight {
  std::string_view name;
  std::vector<std::size_t> extents;
  bool every_layer;
  std::size_t bytes = 0;  // of one layer
  std::size_t begin = 0;  // of the first layer, in the file
};

constexpr std::string_view norm_name = "norm.weight";
constexpr std::string_view output_name = "output.weight";

/// More layers than this are not believed.
constexpr std::int32_t most_layers = 10'000;

std::string both(std::string const& what, std::int32_t found, std::string const& of, std::int32_t other) {
  return what + " " + std::to_string(found) + " and " + of + " " + std::to_string(other);
}

void check_header(header const& h, problem_list& problems) {
  // A negative vocabulary says that the output is not tied.
  auto const vocabulary = h.vocabulary == INT32_MIN ? 0 : std::abs(h.vocabulary);
  std::pair<char const*, std::int32_t> const numbers[] = {
      {"dim", h.dim},          {"hidden_dim", h.hidden_dim},      {"n_layers", h.layers},
      {"n_heads", h.heads},    {"n_kv_heads", h.key_value_heads}, {"vocab_size", vocabulary},
      {"seq_len", h.positions}};
  for (auto const& [name, number] : numbers)
    if (number < 1) problems.add(std::string("header: expected ") + name + " above 0, found " + std::to_string(number));
  if (h.layers > most_layers)
    problems.add("header: expected at most " + std::to_string(most_layers) + " n_layers, found " +
                 std::to_string(h.layers));
  problems.stop_if_any();
  if (h.dim % h.heads != 0)
    problems.add("header: expected a dim that n_heads divides, found " + both("dim", h.dim, "n_heads", h.heads));
  else if (h.dim / h.heads % 2 != 0)
    problems.add("header: expected heads of an even size, found " + both("dim", h.dim, "n_heads", h.heads));
  if (h.heads % h.key_value_heads != 0)
    problems.add("header: expected n_heads that n_kv_heads divides, found " +
                 both("n_heads", h.heads, "n_kv_heads", h.key_value_heads));
  problems.stop_if_any();
}

/// Everything after the header, in the file's order.
std::vector<weight> weights_of(header const& h) {
  auto const size = [](std::int32_t number) { return static_cast<std::size_t>(number); };
  std::size_t const dim = size(h.dim), hidden = size(h.hidden_dim), head = dim / size(h.heads);
  std::size_t const narrow = head * size(h.key_value_heads);
  std::size_t const vocabulary = size(std::abs(h.vocabulary));
  std::vector<weight> weights = {{"tok_embeddings.weight", {vocabulary, dim}, false, 0, 0},
                                 {"attention_norm.weight", {dim}, true, 0, 0},
                                 {"attention.wq.weight", {dim, dim}, true, 0, 0},
                                 {"attention.wk.weight", {narrow, dim}, true, 0, 0},
                                 {"attention.wv.weight", {narrow, dim}, true, 0, 0},
                                 {"attention.wo.weight", {dim, dim}, true, 0, 0},
                                 {"ffn_norm.weight", {dim}, true, 0, 0},
                                 {"feed_forward.w1.weight", {hidden, dim}, true, 0, 0},
                                 {"feed_forward.w2.weight", {dim, hidden}, true, 0, 0},
                                 {"feed_forward.w3.weight", {hidden, dim}, true, 0, 0},
                                 {norm_name, {dim}, false, 0, 0},
                                 // Old tables of the rotation, cosines and sines: part of the file, not of the result.
                                 {"", {2, size(h.positions), head / 2}, false, 0, 0}};
  if (h.vocabulary < 0) weights.push_back({output_name, {vocabulary, dim}, false, 0, 0});
  return weights;
}

/// Finds each weight's place. Gives the bytes of the whole file, or nothing where the number does not fit.
std::optional<std::size_t> place(std::vector<weight>& weights, std::int32_t layers) {
  std::size_t end = header_bytes;
  for (auto& weight : weights) {
    auto extents = weight.extents;
    weight.bytes = detail::byte_count(extents, element_type::f32).value_or(0);
    weight.begin = end;
    if (weight.every_layer) extents.push_back(static_cast<std::size_t>(layers));
    auto const all = detail::byte_count(extents, element_type::f32);
    if (!all || *all > SIZE_MAX - end) return std::nullopt;
    end += *all;
  }
  return end;
}

metadata_map metadata_of(header const& h) {
  auto const text = [](std::int32_t number) { return std::to_string(number); };
  return {{"dim", text(h.dim)},
          {"hidden_dim", text(h.hidden_dim)},
          {"n_layers", text(h.layers)},
          {"n_heads", text(h.heads)},
          {"n_kv_heads", text(h.key_value_heads)},
          {"vocab_size", text(std::abs(h.vocabulary))},
          {"seq_len", text(h.positions)},
          {"rope", std::string("interleaved pairs, theta 10000")},
          {"tied_output", std::string(h.vocabulary > 0 ? "true" : "false")}};
}

}  // namespace

tensor_file parse_llama2c(std::span<std::byte const> file, std::string const& name) {
  problem_list problems(name);
  if (file.size() < header_bytes)
    problems.stop("header: expected " + std::to_string(header_bytes) + " bytes, found " + std::to_string(file.size()));
  header h = {};
  std::memcpy(&h, file.data(), header_bytes);
  check_header(h, problems);
  auto weights = weights_of(h);
  auto const size = place(weights, h.layers);
  if (size != file.size())
    problems.stop("file: expected " + (size ? std::to_string(*size) : "more than 2^64") +
                  " bytes for the header's numbers, found " + std::to_string(file.size()));

  tensor_file result;
  result.metadata = metadata_of(h);
  auto const add = [&](std::string const& prefix, weight const& weight, std::size_t layer) {
    auto const bytes = file.subspan(weight.begin + layer * weight.bytes, weight.bytes);
    result.tensors.push_back({prefix + std::string(weight.name), element_type::f32, weight.extents, bytes});
  };
  add("", weights.front(), 0);
  for (std::size_t layer = 0; layer < static_cast<std::size_t>(h.layers); ++layer)
    for (auto const& weight : weights)
      if (weight.every_layer) add("layers." + std::to_string(layer) + ".", weight, layer);
  for (auto const& weight : weights)
    if (weight.name == norm_name || weight.name == output_name) add("", weight, 0);
  detail::warn_of_not_finite(result);
  return result;
}

}  // namespace shapeproof::io
