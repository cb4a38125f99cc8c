# SPDX-License-Identifier: BSL-1.0
"""Shows Doxygen 1.9 a header as it can read it, line for line: it knows no C++20 well, and no convention of ours.

The first comment is that of the file; a header's public names are in the group of its layer. Namespaces detail, deduction
guides and specialisations without words are no names of their own: they are left out. A rule is a struct with a
docstring, its call and a value of the struct, which have their words from here. Boost.Hana's macro declares members."""
import re

TEMPLATE = r"(?:^ *template <[^;{}]*?>\n(?: *requires[^\n]*\n)?)"
DETAIL = re.compile(r"^namespace (?:shapeproof::(?:\w+::)?)?detail \{.*?^\}  // namespace (?:\w+::)*detail$", re.S | re.M)
RULE_VALUE = re.compile(r"^(inline constexpr (\w+_rule)(?:<[^;]*>)? (\w+) = \{\};)$", re.M)
RULE_CALL = re.compile(r"^  (template <[^\n]*>\n  constexpr auto operator\(\)\()", re.M)
SPECIALISATION = re.compile(rf"(^(?!///)[^\n]*\n){TEMPLATE}(?:struct|class) \w+<[^;{{]*\{{(?:\}};|.*?^\}};)$",
                            re.S | re.M)


def blank(found):
    return "\n" * found[0].count("\n")


def members(found):
    """`(Type, name), ///< words` of BOOST_HANA_DEFINE_STRUCT as declared members."""
    text = re.sub(r"^[^(]*\(\s*\w+,", "", found[0])
    return re.sub(r"\((\w+(?:<[^()]*>)?), (\w+)\)\)?([,;])", r"\1 \2;", text)


def filtered(text, layer):
    text = re.sub(r"\A// SPDX[^\n]*", "/// @file", text)
    text = DETAIL.sub(blank, text)
    text = re.sub(r"^namespace boost.*?^\}  // namespace boost[^\n]*$", blank, text, flags=re.S | re.M)
    text = re.sub(rf"{TEMPLATE}inline constexpr (?:[\w:]+ )+\w+<[^;]*;$", blank, text, flags=re.M)
    text = SPECIALISATION.sub(lambda found: found[1] + blank(found)[1:], text)
    text = re.sub(rf"{TEMPLATE}?^(\w+)\([^;{{}}]*\) -> \1<[^;]*;$", blank, text, flags=re.M)
    text = re.sub(r"BOOST_HANA_DEFINE_STRUCT\(.*?\)\);", members, text, flags=re.S)
    for rule in re.findall(r"^struct (\w+_rule) \{", text, re.M):
        start = text.index(f"struct {rule} {{")
        end = text.index("\n};", start)
        words = "/** What the rule says of these operands: the result, or a refusal. */"
        text = text[:start] + RULE_CALL.sub(rf"  {words} \1", text[start:end]) + text[end:]
    text = RULE_VALUE.sub(r"\1  ///< The rule `\2` as a value, to call.", text)
    text = re.sub(r"^namespace rules \{$", "/** @} */ namespace rules { /** @addtogroup rules */ /** @{ */", text, flags=re.M)
    text = re.sub(r"^\}  // namespace rules$", rf"/** @}} */ }} /** @addtogroup {layer} */ /** @{{ */", text, flags=re.M)
    text = re.sub(r"^(namespace shapeproof[\w:]* \{)$", rf"\1 /** @addtogroup {layer} */ /** @{{ */", text, flags=re.M)
    return re.sub(r"^(\}  // namespace shapeproof[\w:]*)$", r"/** @} */ \1", text, flags=re.M)
