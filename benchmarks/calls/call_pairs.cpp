// SPDX-License-Identifier: BSL-1.0
#include "call_pairs.hpp"

#include <shapeproof/cpu/random.hpp>
#include <shapeproof/shapeproof.hpp>

#include <algorithm>
#include <memory>
#include <utility>

namespace sp = shapeproof;
namespace cpu = shapeproof::cpu;

namespace {

template <std::size_t Rows, std::size_t Columns>
struct numbers {
  using L = sp::axis<"L", Rows>;
  using D = sp::axis<"D", Columns>;
  using F = sp::axis<"F", Columns>;
};
struct symbols {
  using L = sp::axis<"L">;
  using D = sp::axis<"D">;
  using F = sp::axis<"F">;
};

/// Plain memory, which bare calls and typed calls read.
struct memory {
  std::size_t rows, columns;
  std::vector<float> x, other, weight;
  memory(std::size_t rows_, std::size_t columns_)
      : rows(rows_), columns(columns_), x(rows * columns), other(rows * columns), weight(columns * columns) {
    std::uint64_t stream = 0;
    for (auto* all : {&x, &other, &weight}) cpu::fill_uniform(all->data(), all->size(), 1, stream++, -1, 1);
  }
};

/// A view; symbols, if it has any, are `rows` for L and `columns` for all others.
template <class... Axes>
auto viewed(memory const& m, std::vector<float> const& elements) -> sp::view<float const, Axes...> {
  if constexpr ((sp::is_static<Axes> && ...))
    return sp::view<float const, Axes...>(elements.data());
  else
    return sp::view<float const, Axes...>(
        elements.data(), sp::bind<sp::name_text<Axes>>(sp::axis_name<Axes> == "L" ? m.rows : m.columns)...);
}

template <class Bare, class Typed>
auto pair_of(std::string operation, std::string extents, std::shared_ptr<memory const> const& m, Bare bare, Typed typed)
    -> call_pair {
  auto const agrees = [m, typed](float const* expected) {
    auto const result = typed();
    return std::equal(result.data(), result.data() + result.size(), expected);
  };
  return {std::move(operation),
          std::move(extents),
          m->rows,
          m->columns,
          [m, bare](float* y) { bare(*m, y); },
          [m, typed] { (void)typed(); },
          agrees};
}

void bare_softmax(memory const& m, float* y) {
  auto const n = static_cast<std::ptrdiff_t>(m.columns);
  cpu::softmax(m.x.data(), y, {1, {{m.rows, {n, n}}}}, {m.columns, {1, 1}});
}

void bare_layer_norm(memory const& m, float* y) {
  auto const n = static_cast<std::ptrdiff_t>(m.columns);
  cpu::layer_norm(m.x.data(), m.weight.data(), m.other.data(), y, {1, {{m.rows, {n, n}}}}, {m.columns, {1, 1, 1, 1}},
                  1e-5F);
}

void bare_add(memory const& m, float* y) {
  cpu::elementwise(cpu::binary::add, m.x.data(), m.other.data(), y, {1, {{m.x.size(), {1, 1, 1}}}});
}

void bare_linear(memory const& m, float* y) {
  auto const n = static_cast<std::ptrdiff_t>(m.columns);
  cpu::contract(m.x.data(), m.weight.data(), y, {}, {m.rows, {n, 0, n}}, {m.columns, {0, 1, 1}},
                {m.columns, {1, n, 0}});
}

template <class Extents>
void add_pairs(std::vector<call_pair>& to, std::string const& name, std::size_t rows, std::size_t columns) {
  using L = typename Extents::L;
  using D = typename Extents::D;
  using F = typename Extents::F;
  auto const m = std::make_shared<memory const>(rows, columns);
  auto const x = viewed<L, D>(*m, m->x), other = viewed<L, D>(*m, m->other);
  auto const gamma = viewed<D>(*m, m->weight), beta = viewed<D>(*m, m->other);
  auto const weight = viewed<D, F>(*m, m->weight);
  auto packed = sp::pack<float>(weight);
  auto const w = std::make_shared<decltype(packed) const>(std::move(packed));
  auto const bare_matmul = [data = w->data()](memory const& of, float* y) {
    auto const n = static_cast<std::ptrdiff_t>(of.columns);
    cpu::packed_matmul(of.x.data(), n, y, n, of.rows, of.columns, of.columns, data, cpu::weight_type::f32);
  };
  to.push_back(pair_of("matmul, packed", name, m, bare_matmul, [x, w] { return sp::matmul(x, *w); }));
  to.push_back(pair_of("linear", name, m, bare_linear, [x, weight] { return sp::linear(x, weight); }));
  to.push_back(pair_of("softmax", name, m, bare_softmax, [x] { return sp::softmax<"D">(x); }));
  to.push_back(pair_of("layer_norm", name, m, bare_layer_norm,
                       [x, gamma, beta] { return sp::layer_norm<"D">(x, gamma, beta); }));
  to.push_back(pair_of("+", name, m, bare_add, [x, other] { return x + other; }));
}

template <std::size_t Rows, std::size_t Columns>
void add_size(std::vector<call_pair>& to) {
  add_pairs<numbers<Rows, Columns>>(to, "numbers", Rows, Columns);
  add_pairs<symbols>(to, "symbols", Rows, Columns);
}

}  // namespace

std::vector<call_pair> call_pairs() {
  std::vector<call_pair> result;
  add_size<1, 64>(result);
  add_size<64, 64>(result);
  add_size<128, 128>(result);
  add_size<256, 256>(result);
  add_size<512, 512>(result);
  add_size<1024, 1024>(result);
  return result;
}
