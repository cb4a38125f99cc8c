#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes the fuzzers' first inputs, valid files of a few hundred bytes, to corpus/<format>/ beside this script."""
import json
import struct
from pathlib import Path

FLOATS = struct.pack("<8f", 0, -0.0, 1, -1.5, 65504, 1e-40, float("inf"), float("nan"))


def safetensors(header, data, padding=0):
    text = json.dumps(header, separators=(",", ":")).encode() + b" " * padding
    return struct.pack("<Q", len(text)) + text + data


def entry(dtype, shape, begin, end):
    return {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}


def text(characters):
    return struct.pack("<Q", len(characters)) + characters


def key(name, kind, value):
    return text(name) + struct.pack("<I", kind) + value


def array(kind, count, elements):
    return struct.pack("<IQ", kind, count) + elements


def tensor(name, extents, kind, offset):
    return text(name) + struct.pack(f"<I{len(extents)}QIQ", len(extents), *extents, kind, offset)


def gguf(version, keys, tensors, data, alignment=32):
    start = b"GGUF" + struct.pack("<IQQ", version, len(tensors), len(keys)) + b"".join(keys + tensors)
    return start + bytes(-len(start) % alignment if data else 0) + data


def llama2c(dim, hidden, layers, heads, key_value_heads, vocabulary, positions):
    narrow = dim // heads * key_value_heads
    layer = 2 * dim + 2 * dim * dim + 2 * narrow * dim + 3 * hidden * dim
    output = -vocabulary * dim if vocabulary < 0 else 0
    count = abs(vocabulary) * dim + layers * layer + dim + positions * (dim // heads) + output
    header = struct.pack("<7i", dim, hidden, layers, heads, key_value_heads, vocabulary, positions)
    return header + struct.pack(f"<{count}f", *range(count))


SCALARS = [key(b"a", 0, b"\1"), key(b"b", 1, b"\xff"), key(b"c", 2, b"\1\2"), key(b"d", 3, b"\1\2"),
           key(b"e", 4, bytes(4)), key(b"f", 5, bytes(4)), key(b"g", 6, bytes(4)), key(b"h", 7, b"\1"),
           key(b"i", 8, text(b"llama")), key(b"j", 10, bytes(8)), key(b"k", 11, bytes(8)), key(b"l", 12, bytes(8))]
ARRAYS = [key(b"texts", 9, array(8, 2, text(b"x") + text(b""))), key(b"bools", 9, array(7, 2, b"\0\1")),
          key(b"nested", 9, array(9, 2, array(4, 1, bytes(4)) + array(9, 1, array(0, 2, b"\1\2"))))]

CORPUS = {
    "safetensors": {
        "empty": safetensors({}, b""),
        "metadata": safetensors({"__metadata__": {"dim": "64", "n_layers": "5"}}, b"", 3),
        "float32": safetensors({"a": entry("F32", [2, 3], 0, 24), "b": entry("F32", [2], 24, 32)}, FLOATS),
        "types": safetensors({"h": entry("F16", [2, 1], 16, 20), "b": entry("BF16", [2], 20, 24),
                              "f": entry("F32", [4], 0, 16), "s": entry("F32", [], 24, 28),
                              "n": entry("F16", [0, 7], 28, 28)}, FLOATS[:28]),
        "wrong": safetensors({"a": entry("I64", [-1, 2.5], 0, 8), "b": entry("F32", [2], 4, 12)}, FLOATS),
    },
    "gguf": {
        "empty": gguf(3, [], [], b""),
        "scalars": gguf(2, SCALARS, [], b""),
        "arrays": gguf(3, ARRAYS, [], b""),
        "tensors": gguf(3, [key(b"general.alignment", 4, struct.pack("<I", 8))],
                        [tensor(b"f", [3, 2], 0, 0), tensor(b"h", [2], 1, 24), tensor(b"b", [1, 2], 30, 32)],
                        FLOATS[:24] + FLOATS[24:28] + bytes(4) + FLOATS[28:], 8),
        "wrong": gguf(3, [], [tensor(b"q", [32], 2, 0), tensor(b"f", [0, 2], 0, 33)], FLOATS),
    },
    "llama2c": {
        "smallest": llama2c(2, 1, 1, 1, 1, 1, 1),
        "layers": llama2c(4, 3, 2, 2, 1, 5, 2),
        "untied": llama2c(2, 1, 1, 1, 1, -3, 2),
        "short": llama2c(2, 1, 1, 1, 1, 1, 1)[:-4],
    },
}

for format_name, files in CORPUS.items():
    folder = Path(__file__).parent / "corpus" / format_name
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
