// SPDX-License-Identifier: BSL-1.0
/// Kernels that were built without OpenMP, with more work than one thread would be left: values, and one thread.
#include <shapeproof/cpu/threads.hpp>
#include <shapeproof/shapeproof.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>

namespace sp = shapeproof;
using L = sp::axis<"L", 67>;
using D = sp::axis<"D", 320>;
using F = sp::axis<"F", 211>;

namespace {

/// Numbers between -1 and 1.
template <class X>
X filled(unsigned seed) {
  X x;
  for (std::size_t i = 0; i < x.size(); ++i) {
    seed = seed * 1664525U + 1013904223U;
    x.data()[i] = static_cast<float>(seed >> 8) / 8388608.0F - 1;
  }
  return x;
}

/// The largest difference from the product and its softmax in doubles.
template <class X, class W, class Y, class P>
double largest_error(X const& x, W const& w, Y const& y, P const& softmax) {
  double error = 0;
  for (std::size_t l = 0; l < 67; ++l) {
    double row[211], total = 0;
    for (std::size_t f = 0; f < 211; ++f) {
      row[f] = 0;
      for (std::size_t d = 0; d < 320; ++d) row[f] += static_cast<double>(x(l, d)) * static_cast<double>(w(d, f));
      total += std::exp(row[f]);
    }
    for (std::size_t f = 0; f < 211; ++f)
      error = std::max({error, std::abs(row[f] - static_cast<double>(y(l, f))),
                        std::abs(std::exp(row[f]) / total - static_cast<double>(softmax(l, f)))});
  }
  return error;
}

/// The threads of this process, as Linux counts them.
std::string threads_now() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("Threads:")) return line.substr(line.find_last_of(" \t") + 1);
  return "not counted";
}

}  // namespace

int main() {
  sp::cpu::set_threads(4);
  auto const x = filled<sp::tensor<float, L, D>>(1);
  auto const w = filled<sp::tensor<float, D, F>>(2);
  auto const y = sp::matmul(x, w);
  auto const plain = largest_error(x, w, y, sp::softmax<"F">(y));
  auto const z = sp::matmul(x, sp::pack<float>(w));
  auto const packed = largest_error(x, w, z, sp::softmax<"F">(z));
  std::printf("%s, %d, %s\n", plain < 1e-4 && packed < 1e-4 ? "right" : "wrong", sp::cpu::threads(),
              threads_now().c_str());
}
