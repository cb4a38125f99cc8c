# SPDX-License-Identifier: BSL-1.0
"""The blocks of docs/install.md, by section."""
import re

from consumer import root


class Section:
    """A part of the page under one heading: its blocks as (kind, text), in order."""

    def __init__(self, text):
        self.title = text.split("\n", 1)[0].strip("# ")
        self.blocks = re.findall(r"^```(\w+)\n(.*?)^```$", text, re.S | re.M)

    def only(self, kind):
        (text,) = [text for other, text in self.blocks if other == kind]
        return text

    def commands(self):
        lines = self.only("console").splitlines()
        assert lines and all(line.startswith("$ ") for line in lines), self.title
        return [line.removeprefix("$ ") for line in lines]


def sections():
    text = (root / "docs/install.md").read_text()
    found = [Section(part) for part in re.split(r"^(?=##? )", text, flags=re.M) if part.strip()]
    return {section.title: section for section in found}
