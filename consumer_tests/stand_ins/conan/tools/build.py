# SPDX-License-Identifier: BSL-1.0
from conan.errors import ConanInvalidConfiguration


def check_min_cppstd(conanfile, least):
    standard = conanfile.settings.get_safe("compiler.cppstd").removeprefix("gnu")
    if int(standard) < least:
        raise ConanInvalidConfiguration(f"C++{standard}")


def can_run(conanfile):
    return True
