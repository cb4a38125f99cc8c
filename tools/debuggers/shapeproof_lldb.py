# SPDX-License-Identifier: BSL-1.0
"""LLDB formatters. In ~/.lldbinit: command script import /usr/local/share/shapeproof/debuggers/shapeproof_lldb.py"""
import os
import sys

import lldb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import shapeproof_types as types  # noqa: E402

ROWS = 256  # LLDB itself stops after target.max-children-count


def name_of(value):
    """A type's full name. Where GCC's debug information has it without texts, that of its member functions."""
    kind = value.GetType()
    if kind.IsReferenceType():
        kind = kind.GetDereferencedType()
    kind = kind.GetCanonicalType().GetUnqualifiedType()
    name = kind.GetName()
    while not types.is_readable(name):
        if kind.GetNumberOfMemberFunctions() > 0:
            return types.class_of(kind.GetMemberFunctionAtIndex(0).GetDemangledName() or name)
        if kind.GetNumberOfDirectBaseClasses() == 0:
            break
        kind = kind.GetDirectBaseClassAtIndex(0).GetType().GetCanonicalType()
        name = kind.GetName()
    return name


def symbols_of(values):
    """The numbers in a `symbol_values`."""
    array = values.GetChildMemberWithName("at")
    return [array.GetChildAtIndex(i).GetValueAsUnsigned() for i in range(array.GetNumChildren())]


class SeenTensor:
    """A tensor in the program that is debugged."""

    def __init__(self, value):
        value = value.GetNonSyntheticValue()
        self.value, self.tensor = value, types.Tensor(name_of(value))
        self.symbols, self.address, self.element = {}, None, None
        if self.tensor.kind == "meta":
            return
        self.symbols = self.tensor.values(symbols_of(value.GetChildMemberWithName("symbols_")))
        storage = value.GetChildMemberWithName("storage_")
        if not storage.GetType().IsPointerType():
            storage = storage.GetChildMemberWithName("data_")
        self.element = storage.GetType().GetPointeeType().GetUnqualifiedType()
        self.address = storage.GetValueAsUnsigned()
        if self.address:
            self.address += value.GetChildMemberWithName("offset_").GetValueAsUnsigned() * self.element.GetByteSize()
        if types.element_text(self.tensor.element).startswith("index of"):
            self.element = value.GetTarget().GetBasicType(lldb.eBasicTypeUnsignedInt)

    def is_gone(self):
        return self.address == 0 and types.has_elements(self.tensor, self.symbols)

    def summary(self):
        return self.tensor.summary(self.symbols, self.is_gone())

    def children(self):
        """Rows, or of one axis elements: what to call each, where it is, how many elements it has, and their step."""
        error, size = lldb.SBError(), self.element.GetByteSize() if self.element else 0
        if not self.address or not self.value.GetProcess().ReadMemory(self.address, size, error):
            return  # moved from, or not made yet
        for at, begin, count, step in self.tensor.rows(self.symbols, ROWS):
            if len(self.tensor.layout.axes) > 1:
                yield str(at), self.address + begin * size, count, step
            else:
                for i in range(min(count, ROWS)):
                    yield f"[{i}]" if self.tensor.layout.axes else "()", self.address + (begin + i * step) * size, None, 1


class TensorChildren:
    def __init__(self, value, _):
        self.value = value

    def update(self):
        seen = SeenTensor(self.value)
        self.element, self.children = seen.element, list(seen.children())

    def num_children(self):
        return len(self.children)

    def has_children(self):
        return bool(self.children)

    def get_child_index(self, name):
        return next((i for i, child in enumerate(self.children) if child[0] == name), -1)

    def get_child_at_index(self, index):
        name, address, count, step = self.children[index]
        if count is None:
            return self.value.CreateValueFromAddress(name, address, self.element)
        if step == 1:
            return self.value.CreateValueFromAddress(name, address, self.element.GetArrayType(count))
        count, size, process = min(count, ROWS), self.element.GetByteSize(), self.value.GetProcess()
        error, data = lldb.SBError(), b""
        for i in range(count):
            data += process.ReadMemory(address + i * step * size, size, error) or bytes(size)
        held = lldb.SBData()
        held.SetDataWithOwnership(error, data, process.GetByteOrder(), process.GetAddressByteSize())
        return self.value.CreateValueFromData(name, held, self.element.GetArrayType(count))


class CacheChildren:
    def __init__(self, value, _):
        self.value = value

    def num_children(self):
        return 2

    def has_children(self):
        return True

    def get_child_index(self, name):
        return ["keys", "values"].index(name)

    def get_child_at_index(self, index):
        name = ["keys", "values"][index]
        return self.value.GetNonSyntheticValue().GetChildMemberWithName(name + "_").Clone(name)


def tensor_summary(value, _):
    return SeenTensor(value).summary()


def cache_summary(value, _):
    value = value.GetNonSyntheticValue()
    keys = SeenTensor(value.GetChildMemberWithName("keys_"))
    filled = types.Layout(types.Type("shape", types.parse(name_of(value)).arguments[1:2])).symbols
    numbers = dict(zip(filled, symbols_of(value.GetChildMemberWithName("filled_by_"))))
    return types.cache_summary(name_of(value), keys.symbols, numbers) + (" (moved from)" if keys.is_gone() else "")


def shape_summary(value, _):
    name = name_of(value)
    return types.shape_summary(name) if types.is_readable(name) else "shape"


def index_summary(value, _):
    number = value.GetNonSyntheticValue().GetChildMemberWithName("value_").GetValueAsUnsigned()
    return types.index_summary(name_of(value), number)


def __lldb_init_module(debugger, _):
    tensors = "tensor|strided_tensor|view|strided_view|meta|at_last"
    for kinds, summary, children in [(tensors, "tensor_summary", "TensorChildren"),
                                     ("nn::kv_cache", "cache_summary", "CacheChildren"),
                                     ("shape", "shape_summary", None), ("index", "index_summary", None)]:
        pattern = f"'^shapeproof::({kinds})<.+>$'"
        expand = "-e " if children else ""
        debugger.HandleCommand(f"type summary add -w shapeproof {expand}-F {__name__}.{summary} -x {pattern}")
        if children:
            debugger.HandleCommand(f"type synthetic add -w shapeproof -l {__name__}.{children} -x {pattern}")
    debugger.HandleCommand("type category enable shapeproof")
