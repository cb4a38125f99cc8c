// SPDX-License-Identifier: BSL-1.0
/// DLPack in both directions, without a copy. https://dmlc.github.io/dlpack
#pragma once

#include <shapeproof/interop/dlpack_element.hpp>  // dlpack_element
#include <shapeproof/interop/dlpack_export.hpp>   // to_dlpack, lend_dlpack
#include <shapeproof/interop/dlpack_import.hpp>   // from_dlpack, take_dlpack
