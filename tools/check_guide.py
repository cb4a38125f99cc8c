#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What the pages for people show is what happens: programs, their output, refusals, tables, links, commands.

A ```cpp block with `int main` is a whole program; a ```text block behind it is what it prints. The other ```cpp blocks
of a page are one source, in their order. A line that ends in `// refused` is left out of it; put back alone it must not
compile, and the next ```text block must be in what each compiler says. (Of several such lines in a block each has a text
block, or a line of one.) Code behind `<!-- NAME in HEADER -->` is a quotation, which check_pages.py compares. A table
behind `<!-- rows of PAGE, table NAME -->` has rows of that table. What stands behind `./dev`, in the text or in a
```console block, are commands and options that there are. Relative links and their anchors lead somewhere, in every page
of the project.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pages import Page, dead_links, root, stale_rows, unknown_commands, unpaired_texts, with_current_rows

# What includes need beside the library: of the compiler, and of the linker. Only Clang has std::mdspan, in its library.
MDSPAN = r"#include <(\S*/)?mdspan"
NEEDS = [(r"#include <(Eigen/|\S*/eigen\.hpp>)", ["-isystem", "/usr/include/eigen3"], []),
         (r"#include <cblas\.h>", [], ["-lopenblas"]),
         (MDSPAN, ["-std=c++23", "-stdlib=libc++"], ["-l:libstdc++.so.6"])]


def normalised(output):
    """Clang prints a long sentence in pieces, `{"one ", {"two"}}`, and escapes quotes; pages break long lines."""
    return " ".join(output.replace('", {"', "").replace("\\'", "'").replace('\\"', '"').split())


def sentence(output):
    """The library's sentence, or the whole output."""
    found = re.search(r'message<[\d, ]+>\{"(.*?)"\}', normalised(output))
    return found[1] if found else output[:2000]


class Compiler:
    def __init__(self, command, kernels=None):
        self.command, self.kernels = command, kernels

    def run(self, source, *options):
        needs = [need for need in NEEDS if re.search(need[0], source)]
        command = [self.command, "-std=c++20", f"-I{root}/include", *sum((need[1] for need in needs), []), *options[:1],
                   "-x", "c++", "-", *options[1:], *sum((need[2] for need in needs), [])]
        return subprocess.run(command, input=source, capture_output=True, text=True)

    def passes(self, where, source):
        done = self.run(source, "-fsyntax-only")
        return [f"{where}: {self.command} refuses it:\n{done.stderr[:2000]}"] if done.returncode else []

    def refuses(self, where, source, message):
        done = self.run(source, "-fsyntax-only")
        if done.returncode == 0:
            return [f"{where}: {self.command} compiles the refused line"]
        if not message.split() or normalised(message) not in normalised(done.stderr):
            return [f"{where}: {self.command} does not say:\n{normalised(message)}\nbut:\n{sentence(done.stderr)}"]
        return []

    def prints(self, where, source, expected):
        with tempfile.TemporaryDirectory() as folder:
            built = self.run(source, f"-o{folder}/program", "-x", "none", self.kernels, "-lgomp")
            if built.returncode:
                return [f"{where}: {self.command} refuses it:\n{built.stderr[:2000]}"]
            ran = subprocess.run([f"{folder}/program"], capture_output=True, text=True, cwd=folder)
        if ran.returncode:
            return [f"{where}: the program of {self.command} ends with {ran.returncode}:\n{ran.stderr[:2000]}"]
        if expected is not None and ran.stdout != expected:
            return [f"{where}: {self.command}'s program prints\n{ran.stdout}and the page shows\n{expected}"]
        return []


def compilations(page, compiler):
    """Everything to compile on a page: a function and its arguments."""
    shared = page.prelude
    for block in page.code:
        before = "" if block.is_program else shared
        code = block.code(page.name)
        where = f"{page.name}:{block.line}"
        if not block.is_program:
            shared += code
        elif compiler.kernels:
            yield compiler.prints, where, code, block.output()
        else:
            yield compiler.passes, where, code
        for line, message in zip(block.refused, block.messages()):
            source = before + block.code(page.name, kept=line)
            yield compiler.refuses, f"{page.name}:{block.line + line}", source, message
    if shared != page.prelude:
        yield compiler.passes, page.name, shared


def failures(shown, others, compilers, build):
    """What is wrong with the pages whose code is checked, and with the references of all."""
    for page in [*shown, *others]:
        yield from dead_links(page)
        yield from unknown_commands(page, build)
    for page in shown:
        yield from unpaired_texts(page)
        yield from stale_rows(page)
    works = [work for page in shown for compiler in compilers for work in compilations(page, compiler)
             if "clang" in compiler.command or not re.search(MDSPAN, work[2])]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda work: work[0](*work[1:]), works):
            yield from found


def all_pages():
    """The pages whose code is checked, and the others, which are made or checked by other tools."""
    docs = root / "docs"
    names = ["comparison", "debugging", "install"]
    shown = [root / "README.md", *sorted((docs / "guide").glob("*.md")),
             *(docs / f"{name}.md" for name in names if (docs / f"{name}.md").exists())]
    others = [page for page in [*root.glob("*.md"), *docs.rglob("*.md")] if page not in shown]
    return [Page(page) for page in shown], [Page(page) for page in others]


GOOD = '''# A page

```cpp
using L = sp::axis<"L">;
using D = sp::axis<"D", 2>;
void f(sp::tensor<float, L, D> const& x) {
  (void)sp::transpose<"L", "D">(x);
  (void)sp::transpose<"L", "E">(x);  // refused
}
```

```text
transpose: [L, D=2]: there is no axis E
```

```cpp
#include <cstdio>
int main() { std::puts("seven"); }
```

```text
seven
```

[The page](page.md#a-page), and `./dev docs`

<!-- rows of table.md, table numbers -->
| a | 1 |

```console
$ ./dev test    # all tests
$ ./dev bench --quick
```
'''
# What is replaced, by what, and what must be said of it.
WRONG_CODE = {
    "a wrong message": ("no axis E", "no axis F", "does not say"),
    "an empty message": ("transpose: [L, D=2]: there is no axis E\n", "", "does not say"),
    "a refused line that compiles": ('"L", "E"', '"D", "L"', "compiles the refused line"),
    "a source that does not compile": ("void f(", "void f(E const&, ", "refuses it"),
    "a program that does not compile": ("puts", "put", "refuses it"),
    "another output": ('"seven"', '"eight"', "prints"),
    "a program that fails": ('puts("seven");', 'puts("seven"); return 1;', "ends with 1"),
}
WRONG_REFERENCE = {
    "no message": ("```text\ntranspose: [L, D=2]: there is no axis E\n```\n", "", "1 refused lines, 0 messages"),
    "a text that belongs to nothing": ("[The page]", "```text\nmore\n```\n\n[The page]", "0 refused lines, 1 messages"),
    "a stale row": ("| a | 1 |", "| a | 2 |", "not | a | 2 |"),
    "a row that there is not": ("| a | 1 |", "| c | 1 |", "gone"),
    "a dead link": ("page.md#", "no_page.md#", "leads nowhere"),
    "a dead anchor": ("#a-page", "#another-page", "has no place"),
    "an unknown command": ("./dev test", "./dev taste", "there is no ./dev taste"),
    "an unknown command in the text": ("`./dev docs`", "`./dev dogs`", "there is no ./dev dogs"),
    "an unknown option": ("./dev bench --quick", "./dev bench --quack", "./dev bench has no --quack"),
}


def self_test(compilers):
    """Says which sabotage of a good page is not noticed, by each compiler."""
    def found(text, compilers):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "table.md").write_text("<!-- table numbers -->\n| a | 1 |\n| b | 1 |\n<!-- end -->\n| a | 3 |\n")
            (Path(folder) / "page.md").write_text(text)
            return list(failures([Page(Path(folder) / "page.md")], [], compilers, Path(folder)))

    yield from found(GOOD, compilers)
    for wrong, used in [*((WRONG_CODE, [compiler]) for compiler in compilers), (WRONG_REFERENCE, [])]:
        for name, (old, new, said) in wrong.items():
            if not any(said in failure for failure in found(GOOD.replace(old, new), used)):
                yield " ".join(["not noticed:", name, *(compiler.command for compiler in used)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", action="append", default=[], help="once for each")
    parser.add_argument("--kernels", help="the library to link programs with; without it they are compiled only")
    parser.add_argument("--build", help="where the programs lie whose options are checked")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--write", action="store_true", help="brings the rows of tables up to date, and checks nothing")
    parser.add_argument("pages", nargs="*", type=Path)
    options = parser.parse_args()
    compilers = [Compiler(command, options.kernels) for command in options.compiler]
    shown, others = ([Page(page.resolve()) for page in options.pages], []) if options.pages else all_pages()
    wrong = []
    if options.write:
        for page in shown:
            page.path.write_text(with_current_rows(page))
    elif not compilers:
        parser.error("--compiler is missing")
    elif options.self_test:
        wrong = list(self_test(compilers))
    else:
        wrong = list(failures(shown, others, compilers, options.build))
    sys.exit("\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main()
