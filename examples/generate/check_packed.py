# SPDX-License-Identifier: BSL-1.0
"""Packed weights: the options, the file, and what is wrong with them."""
from program import expect, expect_error, floats, folder, output_of, run, shipped, shipped_pieces


def check_packed(text, lines):
    """Weights packed when they are loaded, and from a file: the same numbers."""
    ids = ("--ids", "2339 1001 907 2844 1032 912 968", "--steps", 12, "--temperature", 0)
    logits, errors = folder / "packed_logits", []
    for elements in ("f32", "bf16", "int8"):
        file, mapped = folder / elements, folder / f"{elements}_logits"
        done = run(*ids, "--weights", elements, "--save-packed", file, "--logits", logits)
        expect((done.returncode, done.stdout) == (0, text), f"--weights {elements}: {done}")
        said = done.stderr.decode()
        expect(f"saved: {file}, " in said and f"as {elements}" in said, f"{said!r}")
        expect(output_of("--model", file, *ids, "--print-ids", "--logits", mapped) == lines, f"{file}: ids")
        expect(mapped.read_bytes() == logits.read_bytes(), f"{elements}: the logits of a packed file are the same")
        errors.append(max(abs(a - b) for a, b in zip(floats(logits), floats(folder / "f32_logits"))))
        other = "int8" if elements == "f32" else "f32"
        again = ("--model", file, *ids, "--print-ids", "--weights")
        expect_error(2, ["--weights", other, f"packed as {elements}"], *again, other)
        expect(output_of(*again, elements) == lines, "the file's own elements")
    expect(errors[0] == 0 < errors[1] < errors[2] < 1, f"changes of logits: {errors}")
    sizes = [(folder / elements).stat().st_size for elements in ("f32", "bf16", "int8")]
    expect(sizes[0] > sizes[1] > sizes[2], f"sizes: {sizes}")
    check_packed_errors(ids)
    for file in folder.iterdir():
        if file.name != "logits":
            file.unlink()


def check_packed_errors(ids):
    file, alone = folder / "bf16", folder / "alone"
    done = run("--model", shipped, "--weights", "bf16", "--save-packed", alone)
    before = alone.read_bytes()
    expect((done.returncode, done.stdout) == (0, b"") and before == file.read_bytes(), f"only saved: {done}")
    for words, *options in [
            (["--weights", "f16"], *ids, "--weights", "f16"), (["--save-packed"], *ids, "--save-packed", ""),
            (["packed already"], "--model", file, *ids, "--print-ids", "--save-packed", alone),
            (["--save-packed", "reads"], "--model", shipped, "--save-packed", shipped),
            (["--save-packed", "reads"], "--save-packed", shipped_pieces),
            (["--save-packed", "--logits"], *ids, "--save-packed", alone, "--logits", alone),
            (["--tokenizer"], "--model", file), (["--steps", "65", "64"], "--model", file, "--ids", 1, "--print-ids",
                                                 "--steps", 65)]:
        expect_error(2, words, *options)
    cut = folder / "cut.packed"
    cut.write_bytes(before[:-1000])
    for words, *options in [
            (["/none/file", "written"], *ids, "--save-packed", "/none/file"),
            (["/dev/null"], "--save-packed", "/dev/null"),
            (["cut.packed"], "--model", cut, *ids, "--print-ids")]:
        expect_error(1, words, *options)
    cut.write_bytes(before.replace(b'"family":"gpt2"', b'"family":"note"'))
    expect_error(1, ["cut.packed", "note", "gpt2 or llama"], "--model", cut, *ids, "--print-ids")
    expect(alone.read_bytes() == before, "an error leaves the file that is there")
