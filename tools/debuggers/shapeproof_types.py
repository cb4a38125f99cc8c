# SPDX-License-Identifier: BSL-1.0
"""What the names of Shapeproof's types say: axes, extents, memory order. Knows no debugger; both formatters use it."""
import re

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\w:~]+|[<>{},()&*]|\s+|.')


class Type:
    """A name of a C++ type in parts: `name<arguments...>`. An argument is a Type, a number or a text."""

    def __init__(self, name, arguments):
        self.name, self.arguments = name, arguments

    @property
    def short(self):
        return self.name.split("::")[-1]


def is_readable(spelled):
    """Whether the texts of names are in it: LLDB may show their lengths, `named_axis<2, 7>`, or their types alone."""
    return not re.search(r"\b(named_axis|at_last|symbols)<\d|fixed_string<\d+\w*>\s*[,>]", spelled)


def class_of(function):
    """The class in the demangled name of a member function."""
    depth = 0
    for at, character in enumerate(function):
        depth += (character == "<") - (character == ">")
        if depth == 0 and character == ">":
            return function[:at + 1]
    return function


def parse(spelled):
    """A Type from its full name, as compilers and demanglers write it."""
    spelled = re.sub(r"char ?\[\d+\]", "", spelled)
    tokens = [token for token in TOKEN.findall(spelled) if not token.isspace()]
    parsed, _ = _argument(tokens, 0)
    return parsed if isinstance(parsed, Type) else Type(str(parsed), [])


def _argument(tokens, at):
    words, arguments, text = [], [], None
    while at < len(tokens) and tokens[at] not in (",", ">"):
        if tokens[at] == "<":
            arguments, at = _list(tokens, at + 1)
        elif tokens[at] == "{":
            text, at = _text(tokens, at)
        else:
            if tokens[at] not in ("const", "class", "struct"):
                words.append(tokens[at])
            at += 1
    if text is not None:
        return text, at
    name = " ".join(words)
    if number := re.fullmatch(r"(\d+)[uUlL]*", name):
        return int(number[1]), at
    return Type(name, arguments), at


def _list(tokens, at):
    arguments = []
    while tokens[at] != ">":
        argument, at = _argument(tokens, at)
        arguments.append(argument)
        if tokens[at] == ",":
            at += 1
    return arguments, at + 1


def _text(tokens, at):
    """`{"L"}`; or numbers of characters, `{{99, 97}}`, where a compiler could not read them as text."""
    depth, characters, text = 0, [], ""
    while True:
        token = tokens[at]
        depth += (token == "{") - (token == "}")
        if token.startswith('"'):
            text += token[1:-1]
        elif token.isdigit():
            characters.append(int(token))
        at += 1
        if depth == 0:
            return text or bytes(characters).rstrip(b"\0").decode(), at


class Axis:
    """An axis or a slot of memory. Its extent is a number or an expression over symbols."""

    def __init__(self, kind):
        self.is_gap = kind.short == "gap"
        if self.is_gap:
            kind = kind.arguments[0]
        if kind.short == "fused":
            factors = [Axis(factor) for factor in kind.arguments]
            self.name = "(" + " ".join(factor.name for factor in factors) + ")"
            self.expression = "*".join(f"({factor.expression})" for factor in factors)
        else:
            self.name, extent = kind.arguments
            self.expression = str(extent)
        self.symbols = set(re.findall(r"[A-Za-z_]\w*", self.expression))

    def extent(self, values):
        if not re.fullmatch(r"[\w\s()*+-]+", self.expression):
            raise ValueError(self.expression)
        return eval(self.expression, {"__builtins__": {}}, values)

    def written(self, values):
        """`L=7`, or where a symbol has no value, `L` or `S=past+1`."""
        if self.symbols <= values.keys():
            return f"{self.name}={self.extent(values)}"
        return self.name if self.expression == self.name else f"{self.name}={self.expression}"


def element_text(element):
    """The name of an element type as `format` has it: `float`, `int32`, `index of V=6000`."""
    if element.short == "index" and element.arguments:
        return "index of " + Axis(element.arguments[0]).written({})
    words = element.name.split()
    for word, bits in [("char", 8), ("short", 16), ("long", 64), ("int", 32), ("unsigned", 32)]:
        if word in words:
            return f"{'uint' if 'unsigned' in words else 'int'}{bits}"
    return element.name


class Layout:
    """Axes as one sees them, and the slots of memory that they lie in."""

    def __init__(self, kind):
        if kind.short == "strided":
            self.axes = [Axis(axis) for axis in kind.arguments[0].arguments]
            self.slots = [Axis(slot) for slot in kind.arguments[1].arguments]
        else:
            self.axes = [Axis(axis) for axis in kind.arguments]
            self.slots = None
        self.symbols = sorted(set().union(*(axis.symbols for axis in self.axes + (self.slots or []))))

    def shape(self, values):
        return "[" + ", ".join(axis.written(values) for axis in self.axes) + "]"

    def order(self):
        if self.slots is None:
            return ""
        seen = {axis.name: axis.expression for axis in self.axes}
        names = ["(gap)" if slot.is_gap else slot.name if seen[slot.name] == slot.expression else slot.written({})
                 for slot in self.slots]
        return ", memory order " + ", ".join(names)

    def extents(self, values):
        return [axis.extent(values) for axis in self.axes]

    def steps(self, values):
        """How far one turn of each axis moves, in elements."""
        step, of_slot = 1, {}
        for slot in reversed(self.slots or self.axes):
            if not slot.is_gap:
                of_slot[slot.name] = step
            step *= slot.extent(values)
        return [of_slot[axis.name] for axis in self.axes]


class Tensor:
    """What a tensor's type says: `kind` (tensor, view), its elements and its layout."""

    KINDS = {"tensor": "tensor", "strided_tensor": "tensor", "view": "view", "strided_view": "view", "meta": "meta"}

    def __init__(self, spelled):
        kind = parse(spelled) if isinstance(spelled, str) else spelled
        self.marks = ""
        while kind.short == "at_last":
            name, kind = kind.arguments
            if isinstance(name, str):
                self.marks += f", the last of {name}"
        self.element, *axes = kind.arguments
        if kind.short == "array":
            self.kind = "tensor" if axes[1].short == "buffer" else "view"
        else:
            self.kind = self.KINDS[kind.short]
        is_list = kind.short in ("tensor", "view")
        self.layout = Layout(Type("shape", axes) if is_list else axes[0])

    def values(self, numbers):
        """The symbols with the values that they have at run time, in the order in which a tensor keeps them."""
        return dict(zip(self.layout.symbols, numbers))

    def summary(self, values, is_gone=False):
        """`tensor [B=1, L=7, D=5200] float`; behind it memory order, and symbols that have no axis of their name."""
        named = {axis.name for axis in self.layout.axes if axis.name == axis.expression}
        hidden = [f"{name}={value}" for name, value in values.items() if name not in named]
        return (f"{self.kind} {self.layout.shape(values)} {element_text(self.element)}{self.layout.order()}{self.marks}"
                + (" where " + ", ".join(hidden) if hidden else "") + (" (moved from)" if is_gone else ""))

    def rows(self, values, limit):
        """At most `limit` rows along the last axis: the positions on the other axes, where the row begins, how many
        elements it has, and its step. A tensor of one axis or none is one row."""
        extents, steps = self.layout.extents(values), self.layout.steps(values)
        if 0 in extents:
            return
        outer, count, step = extents[:-1], (extents or [1])[-1], (steps or [1])[-1]
        total = 1
        for extent in outer:
            total *= extent
        for row in range(min(total, limit)):
            at, rest = [], row
            for extent in reversed(outer):
                at.insert(0, rest % extent)
                rest //= extent
            yield at, sum(i * s for i, s in zip(at, steps)), count, step


def has_elements(tensor, values):
    return tensor.kind != "meta" and 0 not in tensor.layout.extents(values)


def cache_summary(spelled, values_of_storage, values_of_filled):
    """`kv_cache [B=1, H=8, S=7, Dk=650] float, capacity 64` from the type of a cache."""
    storage, filled = parse(spelled).arguments[:2]
    tensor, axis = Tensor(storage), Axis(filled)
    values = {**values_of_storage, **values_of_filled}
    shape = [axis if seen.name == axis.name else seen for seen in tensor.layout.axes]
    capacity = next(seen.extent(values) for seen in tensor.layout.axes if seen.name == axis.name)
    written = ", ".join(seen.written(values) for seen in shape)
    return f"kv_cache [{written}] {element_text(tensor.element)}, capacity {capacity}"


def shape_summary(spelled):
    return "shape " + Layout(parse(spelled)).shape({})


def index_summary(spelled, value):
    return f"{value} of {Axis(parse(spelled).arguments[0]).written({})}"
