// SPDX-License-Identifier: BSL-1.0
/// The demo's tables.
#include "report.hpp"

#include "steps.hpp"

#include <shapeproof/llm/pipeline_trace.hpp>

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace {

using shapeproof::polynomial;
using shapeproof::trace;
using shapeproof::trace_entry;

symbol_value values_of(run_sizes const& sizes) {
  return [&sizes](std::string_view symbol) {
    return symbol == "L" ? sizes.positions : symbol == "past" ? sizes.past : sizes.capacity;
  };
}

long long value_of(polynomial const& expression, run_sizes const& sizes) {
  return ::value_of(expression, values_of(sizes));
}

/// 1514240000 -> 1,514,240,000
std::string grouped(long long number) {
  std::string const digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

template <class IdOf>
void print_steps(trace const& from, run_sizes const& sizes, IdOf const& id_of) {
  auto const values = values_of(sizes);
  std::printf("%-4s %-30s %15s %15s  %s\n", "step", "result", "FLOPs", "bytes", "operations");
  for (pipeline_step const& step : steps_of(from, values, id_of)) {
    std::string names;
    for (std::string const& each : step.operation_texts()) names += (names.empty() ? "" : ", ") + each;
    std::printf("%-4s %-30s %15s %15s  %s\n", std::string(step.id).c_str(), shape_text(step.result(), values).c_str(),
                grouped(step.flops).c_str(), grouped(step.bytes).c_str(), names.c_str());
  }
}

/// FLOPs (or bytes) of a whole step of the model: the block's operations count once for each layer.
long long total(trace const& from, run_sizes const& sizes, polynomial const* trace_entry::* cost) {
  long long sum = 0;
  for (std::size_t i = 0; i < from.count; ++i) {
    trace_entry const& entry = from.entries[i];
    auto const times = is_block_step(entry.step) ? static_cast<long long>(sizes.layers) : 1;
    sum += times * value_of(*(entry.*cost), sizes);
  }
  return sum;
}

void row(char const* name, std::string const& prefill, std::string const& decode) {
  std::printf("%-34s %22s %22s\n", name, prefill.c_str(), decode.c_str());
}

template <class... Values>
std::string format(char const* pattern, Values... values) {
  char text[64];
  std::snprintf(text, sizeof text, pattern, values...);
  return text;
}

}  // namespace

void print_prefill_steps(trace const& from, run_sizes const& sizes) {
  print_steps(from, sizes, [](std::string_view id) { return id; });
}

void print_decode_steps(trace const& from, run_sizes const& sizes) {
  print_steps(from, sizes, shapeproof::llm::decode_step);
}

void print_comparison(trace const& from, run_sizes const& prefill, run_sizes const& decode, measured_run const& run) {
  auto const text = [&](run_sizes const& sizes, auto const& of) { return of(sizes); };
  auto const both = [&](char const* name, auto const& of) { row(name, text(prefill, of), text(decode, of)); };
  auto const keys = [](run_sizes const& s) { return s.past + s.positions; };
  auto const ffn = [&](run_sizes const& s) { return value_of(from.flops_of("P15") + from.flops_of("P16"), s); };
  auto const flops = [&](run_sizes const& s) { return total(from, s, &trace_entry::flops); };
  auto const bytes = [&](run_sizes const& s) { return total(from, s, &trace_entry::bytes); };

  std::printf("%-34s %22s %22s\n", "proved by the compiler", "prefill", "decode");
  both("input tokens", [](run_sizes const& s) { return std::to_string(s.positions); });
  both("Q per layer and head", [&](run_sizes const& s) {
    auto const& queries = *from.last_of("P6").result;  // [B, H, L, Dk]
    return std::to_string(value_of(*queries.axes[2].extent, s)) + " x " +
           std::to_string(value_of(*queries.axes[3].extent, s));
  });
  both("attention matrix (L x S)",
       [&](run_sizes const& s) { return std::to_string(s.positions) + " x " + std::to_string(keys(s)); });
  both("keys hidden by the mask",
       [](run_sizes const& s) { return std::to_string(s.positions * (s.positions - 1) / 2); });
  both("cache: read, then written", [](run_sizes const& s) {
    return std::to_string(s.past) + ", then " + std::to_string(s.positions) + " positions";
  });
  both("FFN FLOPs per layer", [&](run_sizes const& s) { return grouped(ffn(s)); });
  row("FFN work, decode = 1", format("%lld x", ffn(prefill) / std::max(1LL, ffn(decode))), "1 x");
  both("FLOPs of the step", [&](run_sizes const& s) { return grouped(flops(s)); });
  both("bytes of the step", [&](run_sizes const& s) { return grouped(bytes(s)); });
  both("FLOPs per byte", [&](run_sizes const& s) {
    return format("%.2f", static_cast<double>(flops(s)) / static_cast<double>(bytes(s)));
  });
  if (run.decode_seconds.empty()) return;

  std::vector<double> sorted = run.decode_seconds;
  std::sort(sorted.begin(), sorted.end());
  double const decode_seconds = sorted[sorted.size() / 2];
  std::printf("\n%-34s %22s %22s\n", "measured", "prefill", "decode (median)");
  row("time", format("%.1f ms", run.prefill_seconds * 1e3), format("%.1f ms", decode_seconds * 1e3));
  row("time / reading the weights once", format("%.2f", run.prefill_seconds / run.read_seconds),
      format("%.2f", decode_seconds / run.read_seconds));
  row("tokens per second", format("%.1f", static_cast<double>(prefill.positions) / run.prefill_seconds),
      format("%.1f", 1 / decode_seconds));
  row("GFLOP per second", format("%.1f", static_cast<double>(flops(prefill)) / run.prefill_seconds * 1e-9),
      format("%.1f", static_cast<double>(flops(decode)) / decode_seconds * 1e-9));

  // A product of L rows does 2 L FLOPs for each weight that it reads.
  double const bandwidth = run.read_bytes / run.read_seconds;
  double const turning_point = run.element_bytes * run.multiply_adds_per_second / bandwidth;
  bool const reads_limit_prefill = static_cast<double>(prefill.positions) < turning_point;
  char const* const intensity = run.element_bytes == 4 ? "L/2" : run.element_bytes == 2 ? "L" : "2 L";
  std::printf("\nreading the packed weights once (%.2f GB): %.1f ms, %.1f GB/s; multiply-adds: %.0f G/s\n",
              run.read_bytes * 1e-9, run.read_seconds * 1e3, bandwidth * 1e-9, run.multiply_adds_per_second * 1e-9);
  std::printf(
      "A product with weights does %s FLOPs per byte. On this machine reading them is the limit up to L = %.0f:\n",
      intensity, turning_point);
  std::printf("decode (L = 1) is limited by memory, and prefill of %zu tokens by %s.\n", prefill.positions,
              reads_limit_prefill ? "memory as well" : "computing");
  std::printf("peak memory: %.2f GB = %.3f x the weights\n", run.peak_bytes * 1e-9, run.peak_bytes / run.weight_bytes);
}
