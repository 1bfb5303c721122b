"""Modules whose build files are small and make work without end."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable
from html import escape

from tests.hostile.case import MB, Case
from tests.hostile.zips import DEFLATED, Row, zipped
from trc_module.vassal import sequence
from trc_module.vassal.obfuscation import veil

_HEAD = '<VASSAL.build.GameModule name="m" version="1.0" VassalVersion="3.6.7" nextPieceSlotId="10">'
_SAVE = zipped([Row(b"savedGame", veil("begin_save\x1b+/1/piece;;;;Tank/null;0;0;1\x1bend_save"))])
_REFRESH = ("refresh", "a.vsav", "--to", "m.vmod", "-o", "new.vsav")
_STEPS = "Prototypes use each other through more than 200 steps, beginning with 'p0'."


def module(body: str, *others: tuple[str, bytes], head: str = _HEAD) -> bytes:
    """Return a module with this in its build file."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("buildFile.xml", f"{head}{body}</VASSAL.build.GameModule>")
        for name, data in others:
            made.writestr(name, data)
    return stream.getvalue()


def piece(*traits: str, name: str = "x") -> str:
    """Return the text of a palette's piece."""
    types = sequence.encode_nested([*traits, f"piece;;;;{name}"]).replace("/", "\\/")
    states = sequence.encode_nested([*("" for _ in traits), "null;0;0;1"])
    return escape(f"+/null/{types}/{states}")


def prototypes(texts: Iterable[str]) -> str:
    """Return prototypes that are named p0, p1 and so on."""
    tag = "VASSAL.build.module.PrototypeDefinition"
    inner = "".join(f'<{tag} name="p{i}">{text}</{tag}>' for i, text in enumerate(texts))
    return f"<VASSAL.build.module.PrototypesContainer>{inner}</VASSAL.build.module.PrototypesContainer>"


def slots(texts: Iterable[str]) -> str:
    """Return a palette of pieces with the numbers from 1."""
    tag = "VASSAL.build.widget.PieceSlot"
    inner = "".join(f'<{tag} entryName="s" gpid="{i}">{text}</{tag}>' for i, text in enumerate(texts, 1))
    return f'<VASSAL.build.module.PieceWindow name="p">{inner}</VASSAL.build.module.PieceWindow>'


def _doubling() -> str:
    chain = [piece(f"prototype;p{i + 1}", f"prototype;p{i + 1}") for i in range(40)]
    return prototypes([*chain, piece("mark;a")]) + slots([piece("prototype;p0")])


def _parameters() -> str:
    texts = [piece("mark;" + "$v$" * 20), *(piece(f"prototype;p{i};v={'$v$' * 20}") for i in range(9))]
    return prototypes(texts) + slots([piece("prototype;p9;v=abc")])


def _chain(links: int) -> str:
    texts = [piece(f"prototype;p{i + 1}") for i in range(links)]
    return prototypes([*texts, piece("mark;a")]) + slots([piece("prototype;p0")])


def _refreshed(name: str, tries: str, body: Callable[[], str], says: str, most: int = 0) -> Case:
    return Case(name, tries, _REFRESH, lambda: {"m.vmod": module(body()), "a.vsav": _SAVE}, says, most=most)


def _read(
    name: str, tries: str, data: Callable[[], bytes], says: str, command: tuple[str, ...] = ("lint", "m.vmod")
) -> Case:
    return Case(name, tries, command, lambda: {"m.vmod": data()}, says)


_ATTRIBUTES = " ".join(f'a{i}="x"' for i in range(1001))
MODULES = (
    _refreshed(
        "prototypes that double",
        "each of forty prototypes uses the next one twice",
        _doubling,
        "The piece 'x' is too large with its prototypes put in: it may have 5000 traits and 4194304 letters, and all "
        "pieces together 268435456 letters.",
        40 * MB,
    ),
    _refreshed(
        "parameters in parameters",
        "each of ten prototypes takes its parameter twenty times",
        _parameters,
        "A prototype grows beyond 4194304 letters with its parameter 'v'.",
        40 * MB,
    ),
    _refreshed(
        "parameters without end",
        "a prototype is given 101 parameters",
        lambda: prototypes([piece("mark;a")]) + slots([piece("prototype;p0;" + "a=b," * 101)]),
        "A piece gives a prototype 102 parameters; it may give 100.",
    ),
    _refreshed("chain of prototypes", "3,000 prototypes, each in the one before", lambda: _chain(3000), _STEPS),
    _refreshed(
        "circle of prototypes",
        "300 prototypes in a circle",
        lambda: prototypes(piece(f"prototype;p{(i + 1) % 300}") for i in range(300)) + slots([piece("prototype;p0")]),
        _STEPS,
    ),
    _read(
        "many attributes",
        "an element with a thousand attributes, each of which is looked up among all",
        lambda: module(f"<VASSAL.build.module.Map {_ATTRIBUTES}/>"),
        "'buildFile.xml' in 'm.vmod' has a 'VASSAL.build.module.Map' with 1001 attributes; it may have 1000.",
    ),
    _read(
        "billion laughs",
        "entities that hold entities",
        lambda: module("&b;", head='<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + _HEAD),
        "'buildFile.xml' in 'm.vmod' has a document type declaration, which VASSAL never writes: it is not read.",
    ),
    _read(
        "entity of a file",
        "an entity that is a file of the reader's",
        lambda: module("&f;", head='<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>' + _HEAD),
        "'buildFile.xml' in 'm.vmod' has a document type declaration, which VASSAL never writes: it is not read.",
    ),
    _read(
        "deep tree",
        "components in components",
        lambda: module("<a>" * 300 + "</a>" * 300),
        "'buildFile.xml' in 'm.vmod' is not well-formed XML: …",
    ),
    _read(
        "no build file",
        "an archive that is no module",
        lambda: zipped([Row(b"a.png", b"")]),
        "'m.vmod' holds no 'buildFile.xml': it is not a VASSAL module.",
    ),
    _read(
        "another root",
        "XML that is no module",
        lambda: zipped([Row(b"buildFile.xml", b"<html/>")]),
        "'buildFile.xml' in 'm.vmod' should hold a 'VASSAL.build.GameModule', not a 'html'.",
    ),
    _read(
        "cut build file",
        "half a build file",
        lambda: zipped([Row(b"buildFile.xml", _HEAD.encode()[:-20])]),
        "'buildFile.xml' in 'm.vmod' is not well-formed XML: …",
    ),
    _read(
        "build file of bytes",
        "a build file that is no text",
        lambda: zipped([Row(b"buildFile.xml", bytes(range(256)))]),
        "'buildFile.xml' in 'm.vmod' is not well-formed XML: …",
    ),
    _read(
        "bomb as a build file",
        "17 MB of blanks in a build file",
        lambda: zipped([Row(b"buildFile.xml", b" " * (17 * MB), DEFLATED)]),
        "'buildFile.xml' in 'm.vmod' unpacks to more than 400 times its size, as in a zip bomb: it is not read.",
        ("explode", "m.vmod", "folder"),
    ),
)
