# SPDX-License-Identifier: BSL-1.0
class Version:
    """Versions compare by their numbers; a text is taken for one."""

    def __init__(self, text):
        self.numbers = [int(number) for number in str(text).split(".")]

    def __lt__(self, other):
        return self.numbers < Version(other).numbers if isinstance(other, str) else self.numbers < other.numbers
