# SPDX-License-Identifier: BSL-1.0
import fnmatch
import shutil
from pathlib import Path


def load(conanfile, path):
    return Path(path).read_text()


def copy(conanfile, pattern, src, dst):
    """Files below `src` whose name, with its folders, matches. It must be some."""
    source, copied = Path(src), 0
    for path in sorted(source.rglob("*") if "/" in pattern else source.glob(pattern)):
        if path.is_file() and fnmatch.fnmatch(str(path.relative_to(source)), pattern):
            target = Path(dst) / path.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)
            copied += 1
    assert copied, f"nothing is {pattern} in {src}"


def rmdir(conanfile, path):
    shutil.rmtree(path, ignore_errors=True)
