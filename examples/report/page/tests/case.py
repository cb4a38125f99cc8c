# SPDX-License-Identifier: BSL-1.0
"""What the tests of the page have in common: the data, and the page in a browser."""
import json
import re
import subprocess
import sys
import unittest
from itertools import product
from pathlib import Path

from browser import Browser

report = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(report / "page"))
from read_museum import read_museum  # noqa: E402

data_file, refusals_file, folder = (Path(argument) for argument in sys.argv[1:4])
data = json.loads(data_file.read_text(encoding="utf-8"))
museum = read_museum(refusals_file.read_text(encoding="utf-8"))


def number(text):
    """"1.14 GFLOP" -> 1.14e9."""
    value, prefix = re.match(r"([\d.]+)\s*([kMGTmµn]?)", text).groups()
    return float(value) * {"": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "m": 1e-3, "µ": 1e-6, "n": 1e-9}[prefix]


class PageTest(unittest.TestCase):
    browser = None
    bundler_says = ""

    @classmethod
    def setUpClass(cls):
        if PageTest.browser:
            return
        folder.mkdir(parents=True, exist_ok=True)
        page = folder / "shape_report.html"
        made = subprocess.run([sys.executable, report / "bundle.py", data_file, refusals_file, page], text=True,
                              capture_output=True, check=True)
        PageTest.bundler_says = made.stderr
        PageTest.browser = Browser(page)

    def setUp(self):
        self.browser.open()

    def tearDown(self):
        self.assertEqual(self.browser.faults(), [], "requests that leave the disk, or messages of the console")

    def each_view(self):
        """Every model in every phase."""
        for (i, model), phase in product(enumerate(data["models"]), ("prefill", "decode")):
            self.browser.choose(model=i, phase=phase)
            yield model, phase, model["phases"][phase]

    def assert_close(self, shown, value):
        self.assertLessEqual(abs(number(shown) - value), 0.0051 * value, f"{shown!r} is not {value}")
