// SPDX-License-Identifier: BSL-1.0
/// What becomes of the sums of a panel while they are near.
#include "packed_product.hpp"
#include "shapeproof/cpu/elementwise.hpp"

#include <algorithm>
#include <type_traits>

namespace shapeproof::cpu::detail {
namespace {

/// y[m, 32] of one panel.
struct panel_of_y {
  float* to;
  std::ptrdiff_t y_m, m;
  std::ptrdiff_t width;  // of its columns that exist

  /// Calls body(row of y, row, width) for all rows; with a constant width if all columns exist.
  template <typename Body>
  void each_row(Body const& body) const {
    for (std::ptrdiff_t row = 0; row < m; ++row)
      if (width == panel_columns)
        body(to + row * y_m, row, std::integral_constant<std::ptrdiff_t, panel_columns>{});
      else
        body(to + row * y_m, row, width);
  }
};

/// y = or += sums * factors + bias, for the columns of one panel.
void write_sums(panel_of_y const& y, float const* sums, float const* factors, float const* bias, bool add) {
  y.each_row([&](float* to, std::ptrdiff_t row, auto width) {
    auto const* const from = sums + row * panel_columns;
    if (add)
      for (std::ptrdiff_t i = 0; i < width; ++i) to[i] += from[i] * factors[i] + bias[i];
    else
      for (std::ptrdiff_t i = 0; i < width; ++i) to[i] = from[i] * factors[i] + bias[i];
  });
}

void activate(panel_of_y const& y, activation by) {
  if (by == activation::none) return;
  auto const op = by == activation::gelu ? unary::gelu : by == activation::gelu_tanh ? unary::gelu_tanh : unary::silu;
  loop_nest<2> all;
  all.rank = 2;
  all.at[0] = {static_cast<std::size_t>(y.m), {y.y_m, y.y_m}};
  all.at[1] = {static_cast<std::size_t>(y.width), {1, 1}};
  elementwise(op, y.to, y.to, all);
}

}  // namespace

void write_panel(packed_product const& p, range const& terms, std::ptrdiff_t panel, float const* sums) {
  auto const first = panel * panel_columns;
  panel_of_y const y = {p.y + first, p.y_m, p.m, std::min(panel_columns, p.n - first)};
  auto const last = terms.first + terms.size == p.layout.terms;
  float factors[panel_columns], bias[panel_columns] = {};
  std::fill_n(factors, panel_columns, 1.0F);
  if (p.type == weight_type::int8) {
    auto const* const scales = reinterpret_cast<float const*>(p.packed + p.layout.scales()) + first;
    for (std::ptrdiff_t i = 0; i < panel_columns; ++i) factors[i] = scales[i] / int8_unit;
  }
  if (last && p.then.bias != nullptr) std::copy_n(p.then.bias + first, y.width, bias);
  write_sums(y, sums, factors, bias, terms.first > 0);
  if (!last) return;
  activate(y, p.then.function);
  if (p.then.residual == nullptr) return;
  y.each_row([&](float* to, std::ptrdiff_t row, auto width) {
    auto const* const from = p.then.residual + row * p.then.residual_m + first;
    for (std::ptrdiff_t i = 0; i < width; ++i) to[i] += from[i];
  });
}

}  // namespace shapeproof::cpu::detail
