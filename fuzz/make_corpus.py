#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes the fuzzers' first inputs, valid files of a few hundred bytes or thousand, to corpus/<format>/ beside this script."""
import json
import math
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


def packed_bytes(rows, columns, term_bytes):
    terms, padded = (rows + 3) // 4 * 4, (columns + 31) // 32 * 32
    return padded * terms * term_bytes + (4 * padded if term_bytes == 1 else 0)


def packed(family, elements, axes, extents, options, parameters):
    """`parameters` have a name and extents; with a leading `*` in the name they are packed. All numbers are 1."""
    term_bytes = {"f32": 4, "int8": 1}[elements]
    metadata = {"format": "shapeproof packed", "version": "1", "family": family, "elements": elements, "axes": axes,
                "layers": "1", **{f"extent.{axis}": str(extent) for axis, extent in extents.items()},
                **{f"option.{key}": "1e-05" for key in options}}
    header, end, paddings = {"__metadata__": metadata}, 0, 0
    for name, *shape in parameters:
        size = packed_bytes(*shape, term_bytes) if name[0] == "*" else 4 * math.prod(shape)
        if end % 64:
            header[f"padding.{paddings}"] = entry("U8", [64 - end % 64], end, end + 64 - end % 64)
            paddings, end = paddings + 1, end + 64 - end % 64
        kind = ("U8", [size]) if name[0] == "*" else ("F32", shape)
        header[name.lstrip("*")] = entry(*kind, end, end + size)
        end += size
    length = len(safetensors(header, b""))
    return safetensors(header, struct.pack("<f", 1) * (end // 4), -length % 64)


GPT2 = [("embedding", 2, 2), ("positions", 2, 2), ("blocks.0.attention_norm.gamma", 2),
        ("blocks.0.attention_norm.beta", 2),
        *((f"{star}blocks.0.attention.{name}.{part}", *shape) for name in ("query", "key", "value", "output")
          for star, part, shape in (("*", "weight", (2, 2)), ("", "bias", (2,)))),
        ("blocks.0.feed_forward_norm.gamma", 2), ("blocks.0.feed_forward_norm.beta", 2),
        *((f"{star}blocks.0.feed_forward.{name}.{part}", *shape) for name in ("up", "down")
          for star, part, shape in (("*", "weight", (2, 2)), ("", "bias", (2,)))),
        ("norm.gamma", 2), ("norm.beta", 2), ("*head", 2, 2)]
LLAMA = [("embedding", 1, 2), ("blocks.0.attention_norm", 2),
         *((f"*blocks.0.attention.{name}", 2, 2) for name in ("query", "key", "value", "output")),
         ("blocks.0.feed_forward_norm", 2), ("*blocks.0.feed_forward.gate", 2, 1), ("*blocks.0.feed_forward.up", 2, 1),
         ("*blocks.0.feed_forward.down", 1, 2), ("norm", 2), ("*head", 2, 1)]

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
    "packed": {
        "gpt2": packed("gpt2", "int8", "V P D H Dk F", {"V": 2, "P": 2, "D": 2, "H": 1, "Dk": 2, "F": 2}, ["epsilon"],
                       GPT2),
        "llama": packed("llama", "f32", "V D Hkv G (R C) F", {"V": 1, "D": 2, "Hkv": 1, "G": 1, "R": 1, "C": 2, "F": 1},
                        ["epsilon", "rotary_base"], LLAMA),
        "none": packed("llama", "int8", "V", {}, [], []),
    },
}

for format_name, files in CORPUS.items():
    folder = Path(__file__).parent / "corpus" / format_name
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
