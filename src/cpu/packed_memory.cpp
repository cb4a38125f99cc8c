// SPDX-License-Identifier: BSL-1.0
/// Memory for packed weights.
#include "shapeproof/cpu/packed.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <new>

namespace shapeproof::cpu {
namespace {

constexpr std::size_t line = 64;
constexpr std::size_t huge_page = std::size_t{1} << 21;

auto rounded_up(std::size_t size, std::size_t to) -> std::size_t { return (size + to - 1) / to * to; }

/// Pages of their own: what malloc gives again may lie in small pages already, which stay small.
auto map(std::size_t size) -> std::byte* {
  auto const reserved = size + huge_page;
  auto* const found = mmap(nullptr, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (found == MAP_FAILED) return nullptr;
  auto* const begin = static_cast<std::byte*>(found);
  auto const address = reinterpret_cast<std::uintptr_t>(begin);
  auto const before = rounded_up(address, huge_page) - address;
  if (before > 0) munmap(begin, before);
  if (before < huge_page) munmap(begin + before + size, huge_page - before);
  madvise(begin + before, size, MADV_HUGEPAGE);  // a wish: without it everything is slower, not wrong
  return begin + before;
}

}  // namespace

packed_memory::~packed_memory() {
  if (size_ < huge_page)
    std::free(data_);
  else
    munmap(data_, rounded_up(size_, huge_page));
}

packed_memory allocate_packed(std::size_t size) {
  auto* const memory = size < huge_page ? static_cast<std::byte*>(std::aligned_alloc(line, rounded_up(size + 1, line)))
                                        : map(rounded_up(size, huge_page));
  if (memory == nullptr) throw std::bad_alloc();
  return {memory, size};
}

}  // namespace shapeproof::cpu
