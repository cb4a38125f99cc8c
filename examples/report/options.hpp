// SPDX-License-Identifier: BSL-1.0
/// The report's command line.
#pragma once

#include "request.hpp"

#include <optional>

/// Reads the options; gives the exit code where the program is to end.
std::optional<int> parse(int count, char** arguments, report_options& chosen);
