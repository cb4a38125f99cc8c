// SPDX-License-Identifier: BSL-1.0
/// The program's `new` and `delete`, over malloc and free: a sanitizer, which watches those, sees all that it needs.
/// The linker leads the program's calls of malloc and its like here, through names of its own choice.
#include "allocation_meter.hpp"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

std::atomic<bool> counting = false;
std::atomic<std::size_t> largest = 0;
std::atomic<std::size_t> most_alive = 0;
std::atomic<std::size_t> calls = 0;
std::atomic<std::int64_t> alive = 0;  // below 0 where memory from before `start` is freed

constexpr std::size_t never = static_cast<std::size_t>(-1);
constinit thread_local std::size_t until_failure = never;

/// Counts an allocation. Gives whether it fails.
bool fails() {
  ++calls;
  return until_failure != never && until_failure-- == 0;
}

void raise(std::atomic<std::size_t>& mark, std::size_t value) {
  std::size_t seen = mark;
  while (seen < value && !mark.compare_exchange_weak(seen, value)) continue;
}

void* allocate(std::size_t size) {
  void* const result = std::malloc(std::max<std::size_t>(size, 1));
  if (result == nullptr) throw std::bad_alloc();
  if (counting) {
    raise(largest, size);
    auto const bytes = static_cast<std::int64_t>(malloc_usable_size(result));
    raise(most_alive, static_cast<std::size_t>(std::max<std::int64_t>(alive += bytes, 0)));
  }
  return result;
}

void release(void* memory) {
  if (counting && memory != nullptr) alive -= static_cast<std::int64_t>(malloc_usable_size(memory));
  std::free(memory);
}

}  // namespace

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the linker's names.
extern "C" {
void* __real_malloc(std::size_t size);
void* __real_calloc(std::size_t count, std::size_t size);
void* __real_realloc(void* memory, std::size_t size);
void* __real_aligned_alloc(std::size_t alignment, std::size_t size);

void* __wrap_malloc(std::size_t size) { return fails() ? nullptr : __real_malloc(size); }
void* __wrap_calloc(std::size_t count, std::size_t size) { return fails() ? nullptr : __real_calloc(count, size); }
void* __wrap_realloc(void* memory, std::size_t size) { return fails() ? nullptr : __real_realloc(memory, size); }
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
  return fails() ? nullptr : __real_aligned_alloc(alignment, size);
}
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }

void allocation_meter::start() {
  largest = most_alive = calls = 0;
  alive = 0;
  counting = true;
}

allocation_meter::reading allocation_meter::stop() {
  counting = false;
  return {largest, most_alive, calls};
}

void allocation_meter::fail_after(std::size_t count) { until_failure = count; }

bool allocation_meter::stop_failing() {
  bool const has_failed = until_failure == never;
  until_failure = never;
  return has_failed;
}
