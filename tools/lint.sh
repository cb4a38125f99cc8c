#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# clang-tidy over the compiled sources and examples, and with them over every header. Takes the number of jobs.
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files -co --exclude-standard 'src/*.cpp' 'examples/*.cpp' |
  xargs -P "${1:-1}" -n 2 clang-tidy-19 --quiet -p build/clang
