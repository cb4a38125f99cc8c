// SPDX-License-Identifier: BSL-1.0
/// What this machine can do, measured.
#pragma once

#include <shapeproof/plan/hardware.hpp>

/// Rates of one rank of one thread alone, of all cores together, and the memory; no links. A product of 128 rows gives
/// the FLOPs, one row of a larger matrix the bytes: what kernels reach, not what the machine promises.
shapeproof::plan::hardware measured_machine();
