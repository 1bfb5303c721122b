r"""The properties that a message format or an expression asks for.

A format names them as `$name$`. An expression in braces is Java-like (BeanShell): a word that is
neither called nor behind a dot is a property, and functions such as `SumStack("CF")` take names in
quotes. A filter of the old kind is `name = value && ...`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from trc_module.vassal.beanshell import problem_of

_DOLLARS = re.compile(r"\$([^$\r\n]{1,200}?)\$")
_TOKEN = re.compile(
    r"""(?P<text>"(?:\\[\s\S]|[^"\\])*+(?:"|\\?\Z))|(?P<char>'(?:\\[\s\S]|[^'\\])*+(?:'|\\?\Z))|(?P<number>\d[\w.]*)"""
    r"""|(?P<word>[A-Za-z_][A-Za-z_0-9]*)|(?P<dot>\.)|(?P<call>\()|(?P<other>\S)"""
)
_OLD = re.compile(r"[\s!(]*+([A-Za-z_][A-Za-z_0-9]*)\s*(?:==|=~|!=|!~|<=|>=|=|<|>)")
_JAVA_WORDS = (
    "true false null and or not new int long float double boolean char byte short void if else return for while do "
    "switch case break continue instanceof this super final import static public class try catch throw "
    "String Integer Double Float Boolean Long Math Object Character System StringBuilder Random Arrays "
    "gt lt gteq lteq eq neq"
)
_WORDS = frozenset(_JAVA_WORDS.split())
_CLASSES = frozenset(("JOptionPane", "GameModule", "VASSAL", "Collections", "Pattern", "StringUtils"))
# Functions whose first text is a property's name.
_NAMING = re.compile(r"(Get(Property|String)|(Sum|Max|Min|Average)(Stack|Location|Map|Zone|Mat|Range\w*)?|SumMat)")


def asked_in_format(text: str) -> Iterator[str]:
    """Yield the properties that a message format names."""
    if text.startswith("{") and text.rstrip().endswith("}"):
        yield from asked_in_expression(text)
        return
    yield from _DOLLARS.findall(text) if "$" in text else ()


def asked_in_expression(text: str) -> Iterator[str]:
    """Yield the properties that an expression names, be it Java-like, an old filter, or a text with `$names$`."""
    stripped = text.strip()
    if stripped.startswith("{") and stripped.endswith("}"):
        # Of what cannot be read nobody knows what it asks for.
        yield from () if ";" not in stripped and problem_of(stripped) else _in_code(stripped[1:-1], 0)
        return
    yield from _DOLLARS.findall(stripped) if "$" in stripped else ()


def asked_in_filter(text: str) -> Iterator[str]:
    """Yield the properties that a filter names; one without braces is of the old kind."""
    stripped = text.strip()
    if stripped.startswith("{"):
        yield from asked_in_expression(text)
        return
    for part in re.split(r"&&|\|\|", stripped):
        match = _OLD.match(part)
        if match:
            yield match[1]
    yield from _DOLLARS.findall(stripped) if "$" in stripped else ()


def _in_code(text: str, depth: int) -> Iterator[str]:
    yield from (name for name in _DOLLARS.findall(text) if re.fullmatch(r"\w+", name))
    bare = _DOLLARS.sub(" 0 ", text)
    tokens = list(_TOKEN.finditer(bare))
    for number, token in enumerate(tokens):
        before = tokens[number - 1] if number else None
        after = tokens[number + 1] if number + 1 < len(tokens) else None
        if token["text"] is not None:
            inside = token["text"][1:].removesuffix('"').replace('\\"', '"').replace("\\\\", "\\")
            if inside.startswith("{") and inside.endswith("}"):
                yield from _in_code(inside[1:-1], depth + 1) if depth < 5 else ()
            elif _names_a_property(tokens, number) and re.fullmatch(r"[A-Za-z_]\w*", inside):
                yield inside
        elif token["word"] is not None and not _belongs_to_the_language(token["word"], before, after):
            yield token["word"]


def _belongs_to_the_language(word: str, before: re.Match[str] | None, after: re.Match[str] | None) -> bool:
    """Tell whether a word belongs to BeanShell or names a method, a member, a class or a new variable: no property."""
    if word in _WORDS:
        return True
    if before is not None and (before["dot"] is not None or before["word"] in _TYPES):
        return True
    return after is not None and (after["call"] is not None or (after["dot"] is not None and word in _CLASSES))


_TYPES = frozenset(
    ("int", "long", "float", "double", "boolean", "String", "new", "Integer", "Double", "Boolean", "instanceof")
)


def _names_a_property(tokens: list[re.Match[str]], number: int) -> bool:
    if number < 2 or tokens[number - 1]["call"] is None or tokens[number - 2]["word"] is None:
        return False
    alone = number + 1 >= len(tokens) or tokens[number + 1]["other"] in (")", ",")
    return alone and bool(_NAMING.fullmatch(tokens[number - 2]["word"]))
