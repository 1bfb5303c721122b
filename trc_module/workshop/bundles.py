"""The words of a module in other languages: VASSAL's bundles, `Module_de.properties` [VASSAL.i18n.Translation].

A key is where a text stands: the components from the module in, each with its class and its name, and the attribute
[VASSAL.i18n.ComponentI18nData]. Texts of pieces have the text itself for a key, behind `Piece.`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lxml import etree

from trc_module.vassal.archive import Archive
from trc_module.vassal.buildfile import components, full_name
from trc_module.vassal.palette import PROTOTYPES, SLOTS, piece_of
from trc_module.vassal.problems import FormatError
from trc_module.vassal.traits import Trait
from trc_module.vassal.traits.fields import Kind

_BUNDLE = re.compile(r"Module_([a-z]{2,3}(?:_[A-Z]{2})?)\.properties\Z")
_LANGUAGE, _TRANSLATION = "VASSAL.i18n.Language", "VASSAL.i18n.Translation"
_NAMES = ("name", "mapName", "entryName", "chartName", "title")
_TEXTS = ("text", "format")
# What is a text for VASSAL and none for a reader: names by which parts of the module find each other.
_NO_WORDS = re.compile(r"(?i)(icon|image|file|property|hotkey|gpid|version|class|command|key|font|color|filter)")
_SHOWN_BY_TRAITS = re.compile(r"(?:^|_)(command|name|text|format|prompt|title)(?:$|_)")


@dataclass(frozen=True, slots=True)
class Message:
    """A text of the module: its key, and what it says in the module's own language."""

    key: str
    text: str


def languages(archive: Archive) -> list[str]:
    """Return the languages of which a module has a bundle, as `de` or `pt_BR`."""
    return sorted(found[1] for name in archive.names if (found := _BUNDLE.match(name)))


def bundle_name(language: str) -> str:
    """Return the entry of a language's bundle."""
    return f"Module_{language}.properties"


def read_bundle(archive: Archive, language: str) -> dict[str, str]:
    """Return the words of a language by their keys; none where the module has no bundle of it."""
    name = bundle_name(language)
    return parse_bundle(archive.read(name)) if name in archive else {}


_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|.)", re.DOTALL)
_LETTERS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}


def parse_bundle(content: bytes) -> dict[str, str]:
    """Read a bundle [java.util.Properties.load]: Latin-1, a key and a text a line, `\\` goes on with the next line."""
    found: dict[str, str] = {}
    held = ""
    for line in re.split(r"\r\n|\r|\n", content.decode("latin-1")):
        stripped = line.lstrip(" \t\f")
        if not held and (not stripped or stripped[0] in "#!"):
            continue
        held += stripped
        tail = len(held) - len(held.rstrip("\\"))
        if tail % 2:
            held = held[:-1]
            continue
        key, text = _divided(held)
        found[_unescaped(key)] = _unescaped(text)
        held = ""
    return found


def _divided(line: str) -> tuple[str, str]:
    """Return the key of a line and its text: between them is the first `=`, `:` or blank that no `\\` stands before."""
    at = 0
    while at < len(line) and line[at] not in "=: \t\f":
        at += 2 if line[at] == "\\" else 1
    rest = line[at:].lstrip(" \t\f")
    return line[:at], (rest[1:].lstrip(" \t\f") if rest[:1] in ("=", ":") else rest)


def _unescaped(text: str) -> str:
    def letter(found: re.Match[str]) -> str:
        sign = found[1]
        return chr(int(sign[1:], 16)) if len(sign) == 5 else _LETTERS.get(sign, sign)

    joined = _ESCAPE.sub(letter, text)
    # Java writes what lies beyond 16 bits as two halves.
    return joined.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def bundle_bytes(words: Mapping[str, str]) -> bytes:
    """Write a bundle, its keys in their order, as Java reads it."""
    return "".join(f"{_escaped(key, ' :=#!')}={_escaped(text, '')}\n" for key, text in words.items()).encode("ascii")


def _escaped(text: str, special: str) -> str:
    signs = {"\t": "\\t", "\n": "\\n", "\r": "\\r", "\f": "\\f", "\\": "\\\\"}
    signs |= {letter: f"\\{letter}" for letter in special}
    out = "".join(signs.get(letter, letter) for letter in text)
    if out.startswith(" "):
        out = "\\" + out
    halves = out.encode("utf-16-be", "surrogatepass")
    units = [int.from_bytes(halves[at : at + 2], "big") for at in range(0, len(halves), 2)]
    return "".join(chr(unit) if 32 <= unit < 127 else f"\\u{unit:04x}" for unit in units)


def messages(root: etree._Element) -> list[Message]:
    """Return the texts of a module that players read, each key once, in the order of the build file."""
    found: dict[str, str] = {}
    for key, text in (*_of_components(root, ""), *_of_pieces(root)):
        if text.strip() and not text.startswith("{"):
            found.setdefault(key, text)
    return [Message(key, text) for key, text in found.items()]


def _of_components(element: etree._Element, prefix: str) -> Iterator[tuple[str, str]]:
    for child in element:
        if not isinstance(child.tag, str) or child.tag in (*SLOTS, *PROTOTYPES) or child.tag.startswith(_LANGUAGE):
            continue
        name = next((str(child.get(key)) for key in _NAMES if child.get(key)), "")
        own = f"{child.tag.rpartition('.')[2]}." + (f"{name}." if name else "")
        full = f"{prefix}.{own}" if prefix else own
        known = components().get(child.tag) or {}
        for key, value in child.items():
            spec = known.get(str(key))
            if spec is not None and spec.kind in _TEXTS and not _NO_WORDS.search(str(key)):
                yield f"{full}{key!s}", str(value)
        yield from _of_components(child, full)


def _of_pieces(root: etree._Element) -> Iterator[tuple[str, str]]:
    for element in root.iter(*SLOTS, *PROTOTYPES):
        try:
            piece = piece_of(element)
        except FormatError:
            continue
        for trait in piece.traits if piece is not None else ():
            yield from ((f"Piece.{text}", text) for text in _shown(trait))


def _shown(trait: Trait) -> Iterator[str]:
    """Yield what players read of a trait: entries of its menu, names of its levels, what it reports."""
    spec = trait.spec
    if spec is None or spec.legacy:
        return
    for field in spec.layout(trait.tokens[0] if trait.tokens else ""):
        if field.kind not in (Kind.TEXT, Kind.FORMAT) or not _SHOWN_BY_TRAITS.search(field.name):
            continue
        value = trait.value(field.name)
        if isinstance(value, str) and value and trait.id not in ("prototype", "mark"):
            yield value


def with_language(root: etree._Element, language: str) -> None:
    """Say in a module's build file that it has a bundle of a language, if it does not yet."""
    parent = next(root.iter(full_name(_LANGUAGE)), None)
    if parent is None:
        parent = etree.SubElement(root, _LANGUAGE)
    if not any(child.get("locale") == language for child in parent):
        etree.SubElement(parent, _TRANSLATION, locale=language)
