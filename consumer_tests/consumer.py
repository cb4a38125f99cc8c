# SPDX-License-Identifier: BSL-1.0
"""What the consumer tests share: commands that must pass or fail, and a copy of the project as a user gets it."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

root = Path(__file__).resolve().parent.parent


def run(command, folder=None, fails=False, text=None, **environment):
    """What a command prints, in order; ends the test if it fails (or does not fail, if it must)."""
    result = subprocess.run(command, cwd=folder, input=text, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            shell=isinstance(command, str), executable="/bin/bash" if isinstance(command, str) else None,
                            env={**os.environ, **{name: str(value) for name, value in environment.items()}})
    if (result.returncode != 0) != fails:
        shown = command if isinstance(command, str) else " ".join(map(str, command))
        sys.exit(f"{shown}\nended with {result.returncode}:\n{result.stdout}")
    return result.stdout


def unwrapped(message):
    """CMake breaks its messages into short lines."""
    return re.sub(r"\s+", " ", message)


def expect(message, *texts):
    for text in texts:
        if text not in unwrapped(message):
            sys.exit(f"expected: {text}\nin:\n{message}")


def expected_output(source):
    """The lines after `// Output:`."""
    lines = source.read_text().splitlines()
    return "".join(line.removeprefix("//").removeprefix(" ") + "\n" for line in lines[lines.index("// Output:") + 1:])


def expect_same(printed, expected, what):
    if printed != expected:
        sys.exit(f"{what} printed\n{printed}\nbut not\n{expected}")


def project_version():
    return re.search(r"^project\(shapeproof VERSION (\S+)", (root / "CMakeLists.txt").read_text(), re.M)[1]


def configure(source, build, *options, fails=False):
    return run(["cmake", "-S", source, "-B", build, "-G", "Ninja", *options], fails=fails)


def copy_project(target):
    """The project's files, without what was built."""
    names = run(["git", "ls-files", "-co", "--exclude-standard", "-z", "CMakeLists.txt", "LICENSE", "cmake", "include",
                 "src", "packaging", "tools/debuggers"], folder=root)
    for name in filter(None, names.split("\0")):
        if (root / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, target / name)


@contextmanager
def scratch_folder():
    with tempfile.TemporaryDirectory(prefix="shapeproof-") as folder:
        yield Path(folder)
