#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Tests the shape report in a headless Chromium: check_page.py DATA.json docs/refusals.md FOLDER [names of tests].

The page is made anew in FOLDER; pictures of it, in both languages and themes and at two widths, are put beside it."""
import sys
import unittest
from pathlib import Path

if len(sys.argv) < 4:
    sys.exit(__doc__)
sys.path.insert(0, str(Path(__file__).resolve().parent / "page/tests"))
from case import PageTest  # noqa: E402
from numbers_test import NumbersTest  # noqa: E402, F401
from readers_test import ReadersTest  # noqa: E402, F401

if __name__ == "__main__":
    ran = unittest.main(argv=[sys.argv[0], *sys.argv[4:]], exit=False)
    if PageTest.browser:
        PageTest.browser.close()
    sys.exit(not ran.result.wasSuccessful())
