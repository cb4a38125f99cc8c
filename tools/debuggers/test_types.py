#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What the decoder makes of types' names, in the spelling of each compiler and debugger."""
import unittest

import shapeproof_types as types

GCC = 'shapeproof::tensor<float, shapeproof::named_axis<shapeproof::fixed_string<1>{"L"}, shapeproof::fixed_string<6>{"past+1"}>, shapeproof::fused<shapeproof::named_axis<shapeproof::fixed_string<1>{"H"}, 8>, shapeproof::named_axis<shapeproof::fixed_string<2>{"Dk"}, 65> > >'
CLANG = GCC.replace(" >", ">").replace("<1>", "<1UL>").replace(", 8>", ", 8UL>")
CODES = CLANG.replace('{"past+1"}', "{{112, 97, 115, 116, 43, 49}}")
DEMANGLED = CLANG.replace('{"past+1"}', "{char [7]{(char)112, (char)97, (char)115, (char)116, (char)43, (char)49}}")
AXES = "shapeproof::named_axis<{\"A\"}, 2>, shapeproof::named_axis<{\"B\"}, 3>"


class Names(unittest.TestCase):
    def test_spellings(self):
        for name in (GCC, CLANG, CODES, DEMANGLED, GCC.replace("float", "const float")):
            tensor = types.Tensor(name)
            self.assertEqual(tensor.layout.symbols, ["past"])
            self.assertEqual(tensor.summary({"past": 4}), "tensor [L=5, (H Dk)=520] float where past=4", name)
            self.assertEqual(tensor.summary({}), "tensor [L=past+1, (H Dk)=520] float", name)

    def test_member_functions(self):
        name = DEMANGLED + "::tensor(shapeproof::buffer<float>, unsigned long)"
        self.assertEqual(types.class_of(name), DEMANGLED)
        self.assertTrue(types.is_readable(GCC))
        self.assertFalse(types.is_readable("shapeproof::tensor<float, shapeproof::named_axis<2, 7> >"))
        self.assertFalse(types.is_readable("shapeproof::binding<shapeproof::fixed_string<1> >"))

    def test_steps(self):
        layout = types.Layout(types.parse(f'strided<shape<{AXES}>, memory<named_axis<{{"B"}}, 5>, gap<named_axis<{{"C"}}, 7>>, named_axis<{{"A"}}, 2>>>'))
        self.assertEqual(layout.steps({}), [1, 14])
        self.assertEqual(layout.order(), ", memory order B=5, (gap), A")

    def test_rows(self):
        tensor = types.Tensor(f"view<int const, {AXES}>")
        self.assertEqual(list(tensor.rows({}, 9)), [([0], 0, 3, 1), ([1], 3, 3, 1)])
        self.assertEqual(len(list(tensor.rows({}, 1))), 1)
        self.assertEqual(list(types.Tensor("tensor<float>").rows({}, 9)), [([], 0, 1, 1)])
        self.assertEqual(list(types.Tensor('tensor<float, named_axis<{"L"}, 0>>').rows({}, 9)), [])

    def test_elements(self):
        for name, text in [("long unsigned int", "uint64"), ("unsigned long", "uint64"), ("short", "int16"),
                           ("unsigned char", "uint8"), ("int", "int32"), ("double", "double"), ("mine::half", "mine::half"),
                           ('shapeproof::index<shapeproof::named_axis<{"V"}, 6>>', "index of V=6")]:
            self.assertEqual(types.element_text(types.parse(name)), text)

    def test_expressions_are_only_sums_and_products(self):
        axis = types.Axis(types.parse('named_axis<{"L"}, {"__import__"}>'))
        axis.expression = "__import__('os').getcwd()"
        with self.assertRaises(ValueError):
            axis.extent({})


if __name__ == "__main__":
    unittest.main()
