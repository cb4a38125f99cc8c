# SPDX-License-Identifier: BSL-1.0
"""The pages for people: their blocks of code, and what they refer to. check_guide.py says what is expected of them."""
import os
import re
import shlex
import subprocess
from pathlib import Path

root = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.M | re.S)
LINK = re.compile(r"\[[^\]]*\]\(<?([^)\s>]+)>?\)|^\[[^\]]+\]: (\S+)", re.M)
ROWS = re.compile(r"(<!-- rows of (\S+), (table .+) -->\n)((?:\|.*\n)+)")
PRELUDE = ["#include <shapeproof/shapeproof.hpp>\n", "namespace sp = shapeproof;\n"]


class Block:
    """A block of code: its kind, its text, and the text blocks behind it."""

    def __init__(self, page, found):
        self.kind, self.text = found[1], found[2]
        before = page[:found.start()]
        self.line = before.count("\n") + 2
        self.is_quoted = re.search(r"<!-- .* in \S+ -->\n$", before) is not None
        self.is_program = "int main" in self.text
        self.lines = self.text.splitlines()
        self.refused = [i for i, line in enumerate(self.lines) if line.endswith("// refused")]
        self.texts = []

    def code(self, name, kept=None):
        """Its lines without the refused ones, but for the one to keep."""
        lines = ["" if i in self.refused and i != kept else line for i, line in enumerate(self.lines)]
        return f'#line {self.line} "{name}"\n' + "\n".join(lines) + "\n"

    def output(self):
        """What a program prints, if the page shows it."""
        return self.texts[0] if self.texts else None

    def messages(self):
        """What compilers must say, for each refused line."""
        texts = self.texts[1:] if self.is_program else self.texts
        if len(texts) == 1 and len(self.refused) != 1:
            return texts[0].splitlines()
        return texts


class Page:
    def __init__(self, path):
        self.path = path
        self.folder = root if path.is_relative_to(root) else path.parent
        self.name = str(path.relative_to(self.folder))
        self.text = path.read_text()
        self.blocks = [Block(self.text, found) for found in BLOCK.finditer(self.text)]
        owner = None
        for block in self.blocks:
            if block.kind != "text":
                owner = block
            elif owner is not None:
                owner.texts.append(block.text)
        self.code = [block for block in self.blocks if block.kind == "cpp" and not block.is_quoted]
        shared = "".join(block.text for block in self.code if not block.is_program)
        self.prelude = "".join(line for line in PRELUDE if line not in shared)

    def anchors(self):
        """GitHub's names of the headings, and those that are written."""
        text = BLOCK.sub("", self.text)
        names = set(re.findall(r'<a id="([^"]+)"', text))
        for heading in re.findall(r"^#+ (.*)$", text, re.M):
            plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
            slug = re.sub(r"[^\w\- ]", "", plain.lower()).strip().replace(" ", "-")
            count = sum(name == slug or re.fullmatch(rf"{slug}-\d+", name) is not None for name in names)
            names.add(f"{slug}-{count}" if count else slug)
        return names


def dead_links(page):
    """Relative links whose file or anchor there is not."""
    for found in LINK.finditer(re.sub(r"`[^`\n]*`", "", BLOCK.sub("", page.text))):
        target, _, anchor = (found[1] or found[2]).partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        path = (page.path.parent / target).resolve() if target else page.path
        if not path.is_relative_to(page.folder) or not path.exists():
            yield f"{page.name}: the link {target} leads nowhere"
        elif anchor and path.suffix == ".md" and anchor not in Page(path).anchors():
            yield f"{page.name}: {path.name} has no place #{anchor}"


def unpaired_texts(page):
    """Refused lines without a message, and texts that nothing is compared with."""
    for block in page.code:
        if len(block.messages()) != len(block.refused):
            yield f"{page.name}:{block.line}: {len(block.refused)} refused lines, {len(block.messages())} messages"


def row_key(row):
    """The cells before the first number: what a row is about."""
    return re.split(r"\| (?=[\d.])", row)[0]


def with_current_rows(page):
    """The page's text, with each row of its tables as it is in the page that it is taken from."""
    def table(found):
        source = (page.path.parent / found[2]).read_text().partition(f"<!-- {found[3]} -->")[2].partition("<!-- end -->")[0]
        rows = {row_key(row): row for row in source.splitlines()}
        return found[1] + "".join(rows.get(row_key(row), f"{row} (gone)") + "\n" for row in found[4].splitlines())
    return ROWS.sub(table, page.text)


def stale_rows(page):
    """Rows of tables that are not in the page that they are taken from."""
    current = with_current_rows(page).splitlines()
    yield from (f"{page.name}: the row is now {new}, not {old}"
                for old, new in zip(page.text.splitlines(), current) if old != new)


def help_of(command, build):
    """The help of the program that a command of `dev` ends in; None where it was not built, as without MPI."""
    section = re.search(rf"^  {re.escape(command)}\)(.*?);;$", (root / "dev").read_text(), re.M | re.S)
    if section is None:
        return None
    ends_in = re.search(r'exec (.*) "\$@"', section[1])
    if ends_in is None:
        return ""
    words = [word.replace("build/gcc", str(build)) for word in shlex.split(ends_in[1])]
    if any(str(build) in word and not (root / word).exists() for word in words):
        return None
    return subprocess.run([*words, "--help"], cwd=root, capture_output=True, text=True, check=True).stdout


def commands(page):
    """What the page says of `./dev`: the words of each command, from ```console blocks and from the text."""
    lines = [line.removeprefix("$ ") for block in page.blocks if block.kind == "console" for line in block.lines]
    for line in lines + re.findall(r"`([^`]+)`", BLOCK.sub("", page.text).replace("\n", " ")):
        if line.startswith("./dev "):
            yield shlex.split(line, comments=True)[1:]


def unknown_commands(page, build):
    """Commands and options of `./dev` that there are not; options are looked up where there is a build."""
    for command, *words in commands(page):
        options = [word.partition("=")[0] for word in words if word.startswith("--")]
        if f"\n  {command})" not in (root / "dev").read_text():
            yield f"{page.name}: there is no ./dev {command}"
        elif options and build:
            known = help_of(command, build)
            if known is None:
                print(f"skipped: options of ./dev {command}, whose program was not built")
                if "SHAPEPROOF_NOTHING_SKIPPED" in os.environ:
                    yield f"{page.name}: the program of ./dev {command} was not built"
                continue
            yield from (f"{page.name}: ./dev {command} has no {option}" for option in options
                        if not re.search(rf"{option}\b", known))
