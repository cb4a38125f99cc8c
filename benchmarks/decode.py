#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Tokens per second of a tiny model with numbers and with symbols in its types, in turn, and their ratio.

Takes the built benchmark, and the model's file where it lies elsewhere than beside the project."""
import json
import os
import subprocess
import sys
from pathlib import Path

program = Path(sys.argv[1])
model = Path(sys.argv[2] if len(sys.argv) > 2 else "../shared/models/stories260K/stories260K.bin")
if not model.exists():
    sys.exit(f"skipped: {model} is missing")
options = ["--benchmark_format=json", "--benchmark_enable_random_interleaving=true", "--benchmark_repetitions=15"]
run = subprocess.run([program, *options], capture_output=True, text=True, check=True,
                     env=os.environ | {"SHAPEPROOF_STORIES": str(model)})
medians = {row["run_name"]: row["items_per_second"] for row in json.loads(run.stdout)["benchmarks"]
           if row.get("aggregate_name") == "median"}
for name, speed in medians.items():
    print(f"{name:24}{speed:12.0f} tokens/s")
ratio = medians["numbers in the types"] / medians["symbols in the types"]
print(f"time of symbols / time of numbers{ratio:10.3f}  goal <= 1.1   {'' if ratio <= 1.1 else 'MISSED'}")
