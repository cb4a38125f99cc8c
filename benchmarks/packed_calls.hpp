// SPDX-License-Identifier: BSL-1.0
/// What a small product costs, where the call itself counts; and what an epilogue saves.
#pragma once

#include "packed_contest.hpp"

#include <shapeproof/cpu/contract.hpp>
#include <shapeproof/cpu/elementwise.hpp>
#include <shapeproof/cpu/packed.hpp>
#include <shapeproof/cpu/random.hpp>

#include <cstdio>
#include <nlohmann/json.hpp>

namespace contest {

namespace kernels = shapeproof::cpu;

/// One product of random numbers, with what an epilogue may need.
struct small_product {
  std::size_t m, k, n;
  std::vector<float> x, w, bias, residual, y;
  kernels::packed_memory packed;

  small_product(std::size_t m_, std::size_t k_, std::size_t n_)
      : m(m_), k(k_), n(n_), x(m * k), w(k * n), bias(n), residual(m * n), y(m * n) {
    std::uint64_t stream = 0;
    for (auto* const values : {&x, &w, &bias, &residual})
      kernels::fill_uniform(values->data(), values->size(), 1, stream++, -1, 1);
    packed = kernels::allocate_packed(kernels::packed_size(k, n, kernels::weight_type::f32));
    kernels::pack(kernels::weight_type::f32, w.data(), static_cast<std::ptrdiff_t>(n), 1, k, n, packed.get());
  }

  void multiply(kernels::epilogue const& then = {}) {
    kernels::packed_matmul(x.data(), static_cast<std::ptrdiff_t>(k), y.data(), static_cast<std::ptrdiff_t>(n), m, k, n,
                           packed.get(), kernels::weight_type::f32, then);
  }
};

/// Median seconds of a call of each, in turns of many calls.
inline auto seconds_of_calls(std::vector<std::function<void()>> const& calls) -> std::vector<double> {
  using clock = std::chrono::steady_clock;
  auto const time = [](auto const& call, std::size_t count) {
    auto const begin = clock::now();
    for (std::size_t i = 0; i < count; ++i) call();
    return std::chrono::duration<double>(clock::now() - begin).count() / static_cast<double>(count);
  };
  std::vector<std::vector<double>> times(calls.size());
  std::vector<std::size_t> counts;
  for (auto const& call : calls) {
    call();
    counts.push_back(static_cast<std::size_t>(std::max(0.002 / time(call, 3), 1.0)));
  }
  auto const disturbed = [&] {
    return std::any_of(times.begin(), times.end(), [](auto const& each) {
      return median(each) > 1.3 * *std::min_element(each.begin(), each.end());
    });
  };
  // Other programs make threads wait for each other: then again, as for the kernels.
  for (int again = 0; again < 3 && (again == 0 || disturbed()); ++again) {
    for (auto& each : times) each.clear();
    for (int round = 0; round < 15; ++round)
      for (std::size_t i = 0; i < calls.size(); ++i) times[i].push_back(time(calls[i], counts[i]));
  }
  std::vector<double> result;
  for (auto const& each : times) result.push_back(median(each));
  return result;
}

/// Packed products of one row against a plain loop over the rows of [Out, In], and against `contract` over the same.
inline auto race_of_calls() -> nlohmann::json {
  auto results = nlohmann::json::array();
  std::printf("calls: m      k      n         ns  scalar loop  contract\n");
  using size = std::pair<std::size_t, std::size_t>;
  for (auto const& [k, n] : std::vector<size>{{64, 64}, {64, 172}, {172, 64}, {64, 512}, {288, 768}}) {
    small_product p(1, k, n);
    std::vector<float> rows(p.w.size());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = p.w[i % k * n + i / k];
    auto const scalar = [&, k = k, n = n] {
      for (std::size_t column = 0; column < n; ++column) {
        float sum = 0;
        for (std::size_t i = 0; i < k; ++i) sum += rows[column * k + i] * p.x[i];
        p.y[column] = sum;
      }
    };
    auto const contract = [&, k = k, n = n] {
      auto const step = static_cast<std::ptrdiff_t>(k);
      kernels::contract(p.x.data(), rows.data(), p.y.data(), {}, {1, {step, 0, 0}}, {n, {0, step, 1}}, {k, {1, 1, 0}});
    };
    auto const times = seconds_of_calls({[&] { p.multiply(); }, scalar, contract});
    results.push_back({{"suite", "calls"},
                       {"dtype", "f32"},
                       {"m", 1},
                       {"k", k},
                       {"n", n},
                       {"seconds", times[0]},
                       {"ratio_scalar", times[0] / times[1]},
                       {"ratio_contract", times[0] / times[2]}});
    std::printf("%8d %6zu %6zu %10.0f %12.2f %9.2f\n", 1, k, n, 1e9 * times[0], times[0] / times[1],
                times[0] / times[2]);
    std::fflush(stdout);
  }
  return results;
}

/// Epilogues against passes over the finished product.
inline auto race_of_epilogues(bool quick) -> nlohmann::json {
  auto results = nlohmann::json::array();
  std::printf("epilogue: m      k      n         ms  plain  bias  residual: fused, in passes\n");
  std::vector<std::array<std::size_t, 3>> sizes = {{1, 64, 172}, {7, 64, 172}};
  for (std::size_t const m : {1U, 7U, 128U, 512U}) sizes.push_back({m, quick ? 1300U : 5200U, quick ? 5200U : 20800U});
  for (auto const& [m, k, n] : sizes) {
    small_product p(m, k, n);
    auto const width = static_cast<std::ptrdiff_t>(n);
    kernels::loop_nest<3> add;
    add.rank = 2;
    add.at[0] = {m, {width, 0, width}};
    add.at[1] = {n, {1, 1, 1}};
    auto add_residual = add;
    add_residual.at[0].step[1] = width;
    auto const add_to_y = [&](std::vector<float> const& what, auto const& loops) {
      kernels::elementwise(kernels::binary::add, p.y.data(), what.data(), p.y.data(), loops);
    };
    auto const times = seconds_of_calls({
        [&] { p.multiply(); },
        [&] { p.multiply({p.bias.data(), nullptr, 0}); },
        [&] { p.multiply(), add_to_y(p.bias, add); },
        [&] { p.multiply({nullptr, p.residual.data(), width}); },
        [&] { p.multiply(), add_to_y(p.residual, add_residual); },
    });
    results.push_back({{"suite", "epilogue"},
                       {"dtype", "f32"},
                       {"m", m},
                       {"k", k},
                       {"n", n},
                       {"seconds", times[0]},
                       {"seconds_bias", times[1]},
                       {"seconds_bias_in_passes", times[2]},
                       {"seconds_residual", times[3]},
                       {"seconds_residual_in_passes", times[4]}});
    std::printf("%11zu %6zu %6zu %10.4f", m, k, n, 1e3 * times[0]);
    for (std::size_t i = 1; i < times.size(); ++i) std::printf(i % 2 == 1 ? "  %6.3f" : ", %6.3f", times[i] / times[0]);
    std::printf("\n");
    std::fflush(stdout);
  }
  return results;
}

}  // namespace contest
