# SPDX-License-Identifier: BSL-1.0
"""GDB pretty printers. In ~/.gdbinit: source /usr/local/share/shapeproof/debuggers/shapeproof_gdb.py"""
import os
import re
import sys

import gdb
import gdb.printing

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import shapeproof_types as types  # noqa: E402

ROWS = 200  # GDB itself stops after `set print elements`
SHOWN = 201  # elements of a row whose step is not 1


def name_of(value):
    return value.type.strip_typedefs().unqualified().name


def symbols_of(values):
    """The numbers in a `symbol_values`."""
    array = values["at"]
    first, last = array.type.range()
    return [int(array[i]) for i in range(first, last + 1)]


class TensorPrinter:
    def __init__(self, value):
        self.value = value
        self.tensor = types.Tensor(name_of(value))
        self.symbols, self.first = {}, None
        if self.tensor.kind == "meta":
            return
        self.symbols = self.tensor.values(symbols_of(value["symbols_"]))
        storage = value["storage_"]
        if storage.type.strip_typedefs().code == gdb.TYPE_CODE_STRUCT:
            storage = storage["data_"]
        self.first = storage if int(storage) == 0 else storage + int(value["offset_"])

    def to_string(self):
        return self.tensor.summary(self.symbols, self.is_gone())

    def is_gone(self):
        return self.first is not None and int(self.first) == 0 and types.has_elements(self.tensor, self.symbols)

    def children(self):
        if self.first is None or self.is_gone():
            return
        first = self.first
        if types.element_text(self.tensor.element).startswith("index of"):
            first = first.cast(gdb.lookup_type("unsigned int").pointer())
        is_one_row = len(self.tensor.layout.axes) < 2
        for at, begin, count, step in self.tensor.rows(self.symbols, ROWS):
            if is_one_row:
                for i in range(count):
                    yield f"[{i}]" if self.tensor.layout.axes else "()", (first + begin + i * step).dereference()
            else:
                yield str(at), self.row(first + begin, count, step)

    @staticmethod
    def row(first, count, step):
        element = first.type.target().unqualified()
        if step == 1 and count * element.sizeof <= 1 << 15:
            return first.cast(element.array(count - 1).pointer()).dereference()
        count = min(count, SHOWN)
        memory = gdb.selected_inferior()
        begin, size = int(first), element.sizeof
        data = b"".join(bytes(memory.read_memory(begin + i * step * size, size)) for i in range(count))
        return gdb.Value(data, element.array(count - 1))

    def display_hint(self):
        return "array" if len(self.tensor.layout.axes) == 1 else None


class CachePrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        keys = TensorPrinter(self.value["keys_"])
        filled = types.Layout(types.Type("shape", types.parse(name_of(self.value)).arguments[1:2])).symbols
        numbers = dict(zip(filled, symbols_of(self.value["filled_by_"])))
        return types.cache_summary(name_of(self.value), keys.symbols, numbers) + (" (moved from)" if keys.is_gone() else "")

    def children(self):
        yield "keys", self.value["keys_"]
        yield "values", self.value["values_"]


class ShapePrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        return types.shape_summary(name_of(self.value))


class IndexPrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        return types.index_summary(name_of(self.value), int(self.value["value_"]))


class Lookup(gdb.printing.PrettyPrinter):
    """Finds the printer by the beginning of a type's name."""

    printers = {"tensor": TensorPrinter, "strided_tensor": TensorPrinter, "view": TensorPrinter,
                "strided_view": TensorPrinter, "meta": TensorPrinter, "at_last": TensorPrinter,
                "nn::kv_cache": CachePrinter, "shape": ShapePrinter, "index": IndexPrinter}

    def __init__(self):
        super().__init__("shapeproof")

    def __call__(self, value):
        found = re.match(r"shapeproof::([\w:]+)<", name_of(value) or "")
        return self.printers[found[1]](value) if found and found[1] in self.printers else None


gdb.printing.register_pretty_printer(None, Lookup(), replace=True)
