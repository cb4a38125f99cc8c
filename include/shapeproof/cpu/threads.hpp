// SPDX-License-Identifier: BSL-1.0
/// How many threads the kernels use.
#pragma once

namespace shapeproof::cpu {

/// The number of threads that a kernel with enough work uses. At first OpenMP's own choice: OMP_NUM_THREADS,
/// or else the processors of this process. Built without OpenMP, it is always 1.
int threads();

/// Sets that number for kernels called from the calling thread. 0 or less throws std::invalid_argument, which
/// names the value.
void set_threads(int count);

}  // namespace shapeproof::cpu
