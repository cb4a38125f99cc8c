// SPDX-License-Identifier: BSL-1.0
/// A traced run notes when its tensors begin and end: one that is copied, moved, viewed, or handed on by a view.
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/tensor/memory_plan.hpp>

#include <utility>

namespace sp = shapeproof;

namespace {

using L = sp::axis<"L">;
using D = sp::axis<"D", 16>;
using F = sp::axis<"F", 32>;
using rows = sp::meta_tensor<float, L, D>;  // 64 bytes for each position

/// The bytes of `run(x, w)` for x `[L=tokens, D]` and w `[D, F]`, which are there anyhow.
template <class Run>
constexpr std::size_t bytes(std::size_t tokens, Run const& run) {
  sp::memory_plan plan;
  sp::trace log;
  log.memory = &plan;
  run(rows(&log), sp::meta_tensor<float, D, F>());
  return plan.peak([&](sp::polynomial const& size) {
    return static_cast<std::size_t>(sp::evaluate(size, [&](auto) { return tokens; }));
  });
}

static_assert(bytes(3, [](auto const& x, auto const&) { return x; }) == 0);
static_assert(bytes(3, [](auto const& x, auto const& w) { return matmul(x, w); }) == 3 * 128);
static_assert(bytes(1000, [](auto const& x, auto const& w) { return matmul(x, w); }) == 128'000);

// What is not needed any more makes room; `gelu`'s operand ends after its result has begun.
static_assert(bytes(1, [](auto const& x, auto const& w) {
                auto y = matmul(x, w);
                y = gelu(y);
                y = gelu(y);
                return y;
              }) == 2 * 128);

// What is computed element by element from something that expires lies in its place; a view is somebody else's.
static_assert(bytes(1, [](auto const& x, auto const& w) { return gelu(gelu(gelu(matmul(x, w)))); }) == 128);
static_assert(bytes(1, [](auto const& x, auto const& w) {
                auto gate = silu(matmul(x, w));
                return std::move(gate) * matmul(x, w);
              }) == 2 * 128);
static_assert(bytes(1, [](auto const& x, auto const& w) {
                auto const y = matmul(x, w);
                auto z = matmul(x, w);
                return 2 * (y - std::move(z)) / 3;
              }) == 2 * 128);
static_assert(bytes(1, [](auto const& x, auto const& w) {
                auto const y = matmul(x, w);
                return gelu(sp::slice<"L", 0, "L">(y));
              }) == 2 * 128);

// A view of what is kept takes no memory, and of what nobody keeps it takes over the memory.
static_assert(bytes(1, [](auto const& x, auto const& w) {
                auto const y = matmul(x, w);
                return contiguous(sp::transpose<"L", "F">(y));
              }) == 2 * 128);
static_assert(bytes(1, [](auto const& x, auto const& w) {
                auto const turned = sp::transpose<"L", "F">(matmul(x, w));
                return contiguous(turned);
              }) == 2 * 128);
static_assert(bytes(1, [](auto const& x, auto const& w) {
                {
                  auto const turned = sp::transpose<"L", "F">(matmul(x, w));
                }
                return matmul(x, w);
              }) == 128);

// Copies take memory of their own; moves do not.
static_assert(bytes(1, [](auto const& x, auto const& w) {
                auto const y = matmul(x, w);
                auto const copy = y;
                return copy.log() == y.log();
              }) == 2 * 128);
static_assert(bytes(1, [](auto const& x, auto const& w) {
                auto y = matmul(x, w);
                auto const moved = std::move(y);
                return moved.log() != nullptr;
              }) == 128);

// Without a plan the trace has the operations; with one it has the plan only.
constexpr bool a_plan_replaces_the_operations() {
  sp::memory_plan plan;
  sp::trace log;
  gelu(rows(&log));
  log.memory = &plan;
  gelu(rows(&log));
  return log.count == 1 && plan.count() == 1;
}
static_assert(a_plan_replaces_the_operations());

}  // namespace
