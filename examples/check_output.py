#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs an example and compares what it prints with the `// Output:` block at the end of its source."""
import subprocess
import sys

source, program = sys.argv[1:]
lines = open(source, encoding="utf-8").read().splitlines()
expected = [line[3:] for line in lines[lines.index("// Output:") + 1:]]
printed = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
if not expected or printed != expected:
    sys.exit(f"{source}: expected\n" + "\n".join(expected) + "\nprinted\n" + "\n".join(printed))
