// SPDX-License-Identifier: BSL-1.0
/// What becomes of the sums of a panel while they are near.
#include "packed_product.hpp"

#include <algorithm>
#include <type_traits>

namespace shapeproof::cpu::detail {
namespace {

void add(float const* from, std::ptrdiff_t count, float* to) {
  for (std::ptrdiff_t i = 0; i < count; ++i) to[i] += from[i];
}

/// The factors of one panel's sums, if their weights have scales.
struct panel_scales {
  bool any;
  float factors[panel_columns];

  panel_scales(packed_product const& p, std::ptrdiff_t first) : any(p.type == weight_type::int8) {
    auto const* const scales = reinterpret_cast<float const*>(p.packed + p.layout.scales()) + first;
    for (std::ptrdiff_t i = 0; any && i < panel_columns; ++i) factors[i] = scales[i] / int8_unit;
  }
};

/// write_panel for a panel of `width` columns, which may be a constant.
template <typename Width>
void write_columns(packed_product const& p, range const& terms, std::ptrdiff_t first, float* sums, Width width) {
  panel_scales const scales(p, first);
  auto const last = terms.first + terms.size == p.layout.terms;
  for (std::ptrdiff_t row = 0; row < p.m; ++row, sums += panel_columns) {
    auto* const to = p.y + row * p.y_m + first;
    for (std::ptrdiff_t i = 0; scales.any && i < panel_columns; ++i) sums[i] *= scales.factors[i];
    if (terms.first > 0) add(to, width, sums);
    if (last && p.then.bias != nullptr) add(p.then.bias + first, width, sums);
    if (last && p.then.residual != nullptr) add(p.then.residual + row * p.then.residual_m + first, width, sums);
    std::copy_n(sums, width, to);
  }
}

}  // namespace

void write_panel(packed_product const& p, range const& terms, std::ptrdiff_t panel, float* sums) {
  auto const first = panel * panel_columns;
  auto const width = p.n - first;
  if (width < panel_columns) return write_columns(p, terms, first, sums, width);
  write_columns(p, terms, first, sums, std::integral_constant<std::ptrdiff_t, panel_columns>{});
}

}  // namespace shapeproof::cpu::detail
