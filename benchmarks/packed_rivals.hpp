// SPDX-License-Identifier: BSL-1.0
/// The libraries that packed products are compared with.
#pragma once

#include "packed_contest.hpp"

#include <shapeproof/cpu/packed.hpp>

#include <cblas.h>

#include <Eigen/Core>
#include <array>
#include <memory>
#include <oneapi/dnnl/dnnl.hpp>

namespace contest {

using signed_size = std::ptrdiff_t;

/// oneDNN, with weights in the order that it prefers for this number of rows. With bf16, the activations are rounded
/// before the race.
inline auto onednn(product const& p, dnnl::memory::data_type type, std::string name, double tolerance) -> contestant {
  using dnnl::memory;
  struct state {
    dnnl::engine engine{dnnl::engine::kind::cpu, 0};
    dnnl::stream stream{engine};
    std::vector<float> y;
    shapeproof::cpu::packed_memory x_bytes, w_bytes;
    memory x, w, result;
    dnnl::matmul matmul;
  };
  auto s = std::make_shared<state>();
  s->y.resize(p.m * p.n);
  auto const [m, k, n] =
      std::array{static_cast<memory::dim>(p.m), static_cast<memory::dim>(p.k), static_cast<memory::dim>(p.n)};
  auto const floats = memory::data_type::f32;
  auto const rows = memory::format_tag::ab;
  memory::desc const y({m, n}, floats, rows);
  dnnl::matmul::primitive_desc const chosen(
      dnnl::matmul::desc(memory::desc({m, k}, type, rows), memory::desc({k, n}, type, memory::format_tag::any), y),
      s->engine);
  auto const convert = [&](memory::dims const& dims, std::span<float const> from, memory::desc const& to,
                           shapeproof::cpu::packed_memory& bytes) {
    bytes = shapeproof::cpu::allocate_packed(to.get_size());
    // The interface takes writable memory and reads it.
    memory source({dims, floats, rows}, s->engine, const_cast<float*>(from.data()));
    memory result(to, s->engine, bytes.get());
    dnnl::reorder(source, result).execute(s->stream, source, result);
    s->stream.wait();
    return result;
  };
  s->x = convert({m, k}, p.x, chosen.src_desc(), s->x_bytes);
  s->w = convert({k, n}, p.w, chosen.weights_desc(), s->w_bytes);
  s->result = memory(y, s->engine, s->y.data());
  s->matmul = dnnl::matmul(chosen);
  auto const run = [s] {
    s->matmul.execute(s->stream, {{DNNL_ARG_SRC, s->x}, {DNNL_ARG_WEIGHTS, s->w}, {DNNL_ARG_DST, s->result}});
    s->stream.wait();
  };
  return {std::move(name), run, &s->y, tolerance};
}

inline auto openblas(product const& p) -> contestant {
  auto const y = std::make_shared<std::vector<float>>(p.m * p.n);
  auto const run = [p, y] {
    auto const [m, k, n] = std::array{static_cast<blasint>(p.m), static_cast<blasint>(p.k), static_cast<blasint>(p.n)};
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, p.x.data(), k, p.w.data(), n, 0, y->data(), n);
  };
  return {"openblas", run, y.get(), 1e-5, true};
}

inline auto eigen(product const& p) -> contestant {
  using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  auto const y = std::make_shared<std::vector<float>>(p.m * p.n);
  auto const run = [p, y] {
    auto const [m, k, n] =
        std::array{static_cast<signed_size>(p.m), static_cast<signed_size>(p.k), static_cast<signed_size>(p.n)};
    Eigen::Map<matrix const> const x(p.x.data(), m, k), w(p.w.data(), k, n);
    Eigen::Map<matrix>(y->data(), m, n).noalias() = x * w;
  };
  return {"eigen", run, y.get(), 1e-5};
}

}  // namespace contest
