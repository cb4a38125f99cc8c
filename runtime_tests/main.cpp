// SPDX-License-Identifier: BSL-1.0
/// The entry point of all run-time tests.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
