// SPDX-License-Identifier: BSL-1.0
/// Matrix products over weights that are packed once, when a model is loaded.
#pragma once

#include <cstddef>

namespace shapeproof::cpu {

/// How a packed weight is stored.
enum class weight_type {
  f32,   ///< a float
  bf16,  ///< the upper half of a float, rounded to nearest even: Kalamkar et al. 2019 (arXiv:1905.12322)
  int8,  ///< -127 to 127, times a scale of each output column: the column's largest |w| / 127
};

/// What the tiles of a product are compiled for.
enum class instruction_set {
  portable,  ///< what the compiler makes of plain loops
  avx2,      ///< AVX2 and FMA
  avx512     ///< AVX-512 F
};

/// Whether this machine can run it.
bool supports(instruction_set set);

/// The fastest one that this machine can run.
instruction_set best_instruction_set();

/// Bytes that one owner has, in huge pages where they fill one and the system grants them. (std::unique_ptr would cost
/// every source that includes this a quarter more compile time.)
class packed_memory {
 public:
  packed_memory() = default;
  /// Takes the bytes over; `other` has none then.
  packed_memory(packed_memory&& other) noexcept { swap(other); }
  /// Exchanges the bytes.
  packed_memory& operator=(packed_memory&& other) noexcept {
    swap(other);
    return *this;
  }
  ~packed_memory();
  /// The first byte, or null.
  std::byte* get() const { return data_; }

 private:
  friend packed_memory allocate_packed(std::size_t size);
  packed_memory(std::byte* data, std::size_t size) : data_(data), size_(size) {}
  void swap(packed_memory& other) noexcept {
    std::byte* const data = data_;
    std::size_t const size = size_;
    data_ = other.data_;
    size_ = other.size_;
    other.data_ = data;
    other.size_ = size;
  }

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

/// `size` bytes, uninitialised, aligned for `pack`. Throws std::bad_alloc.
packed_memory allocate_packed(std::size_t size);

/// The bytes of a packed weight [k, n].
///
/// Layout, the same on every machine of its byte order: panels of 32 columns, one after the other; in each, k is padded
/// with zeros to a multiple of 4, and the last panel with columns of zeros. A panel is [k / t, 32] words of 32 bits,
/// each with t terms of one column, the first one lowest: t = 1 for f32, 2 for bf16, 4 for int8. int8 has the columns'
/// scales behind the panels, as floats.
std::size_t packed_size(std::size_t k, std::size_t n, weight_type type);

/// Packs w[k, n], whose steps `w_k` and `w_n` count elements, into packed_size(k, n, type) bytes at `out`.
///
/// [In, Out] files have w_n = 1, [Out, In] files w_k = 1; both are fast. `out` is aligned to floats, for speed to 64
/// bytes and in huge pages, as from allocate_packed. int8 requires finite weights; |w - scale * q| <= scale / 2, but
/// for rounding.
void pack(weight_type type, float const* w, std::ptrdiff_t w_k, std::ptrdiff_t w_n, std::size_t k, std::size_t n,
          std::byte* out);

/// What is added to a product before it leaves the cache: bias[n] + residual[m, n].
struct epilogue {
  float const* bias = nullptr;      ///< [n], or nothing
  float const* residual = nullptr;  ///< [m, n], or nothing; must not overlap y
  std::ptrdiff_t residual_m = 0;    ///< elements between its rows, which are dense
};

/// y[m, n] = sum over k of x[m, k] * w[k, n], with w from `pack`.
///
/// Rows of x and y lie x_m and y_m elements apart and are dense. y must not overlap x. k = 0 gives zeros; m = 0 or
/// n = 0 writes nothing. Activations stay floats whatever the weights are. Sums are kept in float, in blocks of k, and
/// are the same for every number of threads, not for every instruction set. Requires supports(set).
void packed_matmul(float const* x, std::ptrdiff_t x_m, float* y, std::ptrdiff_t y_m, std::size_t m, std::size_t k,
                   std::size_t n, std::byte const* packed, weight_type type,
                   instruction_set set = best_instruction_set());

/// The same with an epilogue: y[m, n] = sum + bias[n] + residual[m, n].
void packed_matmul(float const* x, std::ptrdiff_t x_m, float* y, std::ptrdiff_t y_m, std::size_t m, std::size_t k,
                   std::size_t n, std::byte const* packed, weight_type type, epilogue const& then,
                   instruction_set set = best_instruction_set());

}  // namespace shapeproof::cpu
