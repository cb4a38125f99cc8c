# SPDX-License-Identifier: BSL-1.0
"""What the results should be: each goal beside the value that was measured."""


def worst(rows, key, relation):
    values = [row[key] for row in rows if row.get(key) is not None]
    return (max if relation == "<=" else min)(values) if values else None


def picked(rows, /, **wanted):
    return [row for row in rows if all(row.get(key) in (value if isinstance(value, tuple) else (value,))
                                       for key, value in wanted.items())]


KERNELS = [("f32", (1,), 1.20, 1.10, 0.6), ("f32", (7,), 1.40, 0.97, 0.40), ("f32", (14,), 1.50, 0.92, None),
           ("f32", (32,), 1.35, 0.92, None), ("f32", (128, 512), 1.25, 1.10, None), ("bf16", (1,), 1.20, None, None),
           ("bf16", (7,), 1.50, None, None), ("int8", (1,), 1.40, None, None)]


def kernel_goals():
    for dtype, rows, bound, onednn, openblas in KERNELS:
        name = f"kernels: {dtype}, {' and '.join(map(str, rows))} row{'s' if rows != (1,) else ''}"
        wanted = {"suite": "kernels", "dtype": dtype, "m": rows}
        for what, key, goal in [("its bound", "ratio_bound", bound), ("oneDNN", "ratio_onednn", onednn),
                                ("OpenBLAS", "ratio_openblas", openblas)]:
            if goal is not None:
                yield f"{name}, time / {what}", wanted, key, "<=", goal
    for dtype, rows, goal in [("bf16", (1, 7), 0.65), ("int8", (1,), 0.40)]:
        yield (f"kernels: {dtype}, {' and '.join(map(str, rows))} row{'s' if rows != (1,) else ''}, time / own f32",
               {"suite": "kernels", "dtype": dtype, "m": rows}, "ratio_f32", "<=", goal)


def all_goals():
    """(name, the rows that it is about, their key, relation, goal); the worst of the rows counts."""
    yield from kernel_goals()
    yield ("fill: fill_uniform / mt19937 and normal_distribution", {"suite": "fill"}, "ratio_standard_library", "<=", 0.2)
    model = {"suite": "model", "dtype": "f32"}
    yield ("model: a decode step, S = 8 / reading all weights once", model | {"step": "decode", "positions": 8},
           "ratio_read", "<=", 1.25)
    yield ("model: prefill of 7 / a decode step", model | {"step": "prefill", "tokens": 7}, "ratio_decode", "<=", 1.35)
    decode = {"suite": "overhead", "part": "decode"}
    for who in ("numbers", "symbols"):
        yield (f"overhead: tiny model, {who} / untyped loop, packed weights", decode | {"who": who, "weights": "packed"},
               "ratio_untyped", "<=", 1.05)
        yield (f"overhead: tiny model, {who}: speed / plain C, packed weights", decode | {"who": who, "weights": "packed"},
               "speed_over_c", ">=", 1.5)
    for operation in ("matmul, packed", "linear", "softmax", "layer_norm", "+"):
        yield (f"overhead: {operation}, numbers and symbols / the kernel's call, from 64 x 64 on",
               {"suite": "overhead", "part": "call", "operation": operation, "rows": (64, 128, 256, 512, 1024)},
               "ratio_allocating", "<=", 1.02)


def goals(rows):
    """Rows of the suite `goals` for everything that was measured."""
    result = []
    for name, wanted, key, relation, goal in all_goals():
        value = worst(picked(rows, **wanted), key, relation)
        if value is not None:
            result.append({"suite": "goals", "goal": name, "value": value, "relation": relation, "limit": goal,
                           "held": value <= goal if relation == "<=" else value >= goal})
    for row in picked(rows, suite="compile", part="goal"):
        result.append({"suite": "goals", "goal": f"compile: {row['compiler']}, {row['what']}", "value": row["value"],
                       "relation": row["relation"], "limit": row["limit"], "held": row["held"]})
    return result
