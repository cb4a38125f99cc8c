// SPDX-License-Identifier: BSL-1.0
/// Rotations of pairs.
#include <shapeproof/cpu/rope.hpp>

#include <cmath>

namespace shapeproof::cpu {

void rotation(std::size_t position, std::size_t pairs, float base, float* cosine, float* sine) {
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    double const share = static_cast<double>(pair) / static_cast<double>(pairs);
    double const angle = static_cast<double>(position) * std::pow(static_cast<double>(base), -share);
    cosine[pair] = static_cast<float>(std::cos(angle));
    sine[pair] = static_cast<float>(std::sin(angle));
  }
}

namespace {

struct operands {
  float const* x;
  float* to;
  float const* cosine;
  float const* sine;
};

void rotate_from(std::size_t depth, operands at, loop_nest<3> const& loops, std::ptrdiff_t x_component,
                 std::ptrdiff_t to_component) {
  if (depth == loops.rank) {
    float const first = at.x[0];
    float const second = at.x[x_component];
    at.to[0] = first * *at.cosine - second * *at.sine;
    at.to[to_component] = second * *at.cosine + first * *at.sine;
    return;
  }
  loop<3> const& turn = loops.at[depth];
  for (std::size_t i = 0; i < turn.extent; ++i) {
    auto const by = [&](int operand) { return static_cast<std::ptrdiff_t>(i) * turn.step[operand]; };
    rotate_from(depth + 1, {at.x + by(0), at.to + by(1), at.cosine + by(2), at.sine + by(2)}, loops, x_component,
                to_component);
  }
}

}  // namespace

void rotate_pairs(float const* x, float* to, float const* cosine, float const* sine, loop_nest<3> const& loops,
                  std::ptrdiff_t x_component, std::ptrdiff_t to_component) {
  rotate_from(0, {x, to, cosine, sine}, loops, x_component, to_component);
}

}  // namespace shapeproof::cpu
