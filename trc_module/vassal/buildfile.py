"""A module's build file: a tree of components, read, checked, made and written.

Which attributes a component has, and of what kind, stands in `components.toml` beside this file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from lxml import etree

from trc_module.vassal import safe_xml
from trc_module.vassal.archive import Archive
from trc_module.vassal.commands import AddPiece, decode_node
from trc_module.vassal.metadata import MODULE_DATA, read_metadata
from trc_module.vassal.problems import FormatError, Problem
from trc_module.vassal.traits import Piece, read_piece
from trc_module.vassal.values import Color, Key, decode_flag, encode_flag, encode_texts

AttributeValue: TypeAlias = str | bool | int | float | Key | Color | tuple[str, ...]

BUILD_FILE = "buildFile.xml"
_OLD_BUILD_FILE = "buildFile"
_PREFIX = "VASSAL.build."


@dataclass(frozen=True, slots=True)
class AttributeSpec:
    """One attribute of a component: its kind (as in components.toml) and the engine's default."""

    kind: str
    default: str


@cache
def components() -> Mapping[str, Mapping[str, AttributeSpec] | None]:
    """Return the attributes of every component that the table knows, by the class's full name.

    They are None where the table knows the component but not its attributes.
    """
    text = files("trc_module.vassal").joinpath("components.toml").read_text("utf-8")
    table = tomllib.loads(text)

    def attributes(name: str) -> dict[str, AttributeSpec]:
        own = dict(table[name])
        like = own.pop("like", None)
        return (attributes(like) if like else {}) | {key: AttributeSpec(*value) for key, value in own.items()}

    return {full_name(name): None if table[name].get("open") else attributes(name) for name in table}


def full_name(name: str) -> str:
    """Return a class's full name: `module.Map` is short for `VASSAL.build.module.Map`."""
    return name if name.startswith("VASSAL.") else _PREFIX + name


def component(
    kind: str, /, *children: etree._Element, content: str = "", **attributes: AttributeValue
) -> etree._Element:
    """Make a component; attributes come in the order in which they are given.

    Args:
        kind: The class, without `VASSAL.build.` where it begins so.
        children: The components inside, in the order in which the engine builds them.
        content: The text inside (a slot's piece, a prototype's definition).
        attributes: Their values; flags, numbers, keys, colours and lists are put into VASSAL's text.

    Raises:
        ValueError: The table has no such component, the component no such attribute, or a value is
            not of its kind.
    """
    tag = full_name(kind)
    if tag not in components():
        raise ValueError(f"there is no component '{kind}'")
    known = components()[tag]
    element = etree.Element(tag)
    for key, value in attributes.items():
        text = _attribute_text(value)
        if known is not None:
            if key not in known:
                raise ValueError(f"the component '{kind}' has no attribute '{key}'")
            if wrong := _wrong_value(known[key], text):
                raise ValueError(f"the attribute '{key}' of '{kind}' {wrong}")
        element.set(key, text)
    element.text = content or None
    element.extend(children)
    return element


def entry(content: str) -> etree._Element:
    """Make a list's `<entry>`, as the sides of a player roster are."""
    element = etree.Element("entry")
    element.text = content
    return element


def _attribute_text(value: AttributeValue) -> str:
    if isinstance(value, bool):
        return encode_flag(value)
    if isinstance(value, Key | Color):
        return value.encode()
    if isinstance(value, tuple):
        return encode_texts(value)
    return str(value)


def parse_build_file(data: bytes, place: str = "the build file") -> etree._Element:
    """Read a build file and return its root, the module.

    Raises:
        FormatError: It is not well-formed XML, has a document type, or its root is no module.
    """
    root = safe_xml.parse(data, place)
    if root.tag not in (_PREFIX + "GameModule", _PREFIX + "module.ModuleExtension"):
        raise FormatError(f"{place} should hold a '{_PREFIX}GameModule', not a '{root.tag}'.")
    return root


def read_build_file(archive: Archive) -> etree._Element:
    """Read the build file of a module or extension: that which the engine would open.

    It is `buildFile` where the module data name a VASSAL before 3.5, else `buildFile.xml`; if only
    the other is there, that one.

    Raises:
        FormatError: There is none, or it cannot be read.
    """
    data = read_metadata(archive, MODULE_DATA)
    order = [BUILD_FILE, _OLD_BUILD_FILE]
    if data and _minor(data.vassal_version) < (3, 5):
        order.reverse()
    for name in order:
        if name in archive:
            return parse_build_file(archive.read(name), f"'{name}' in '{archive.path}'")
    raise FormatError(f"'{archive.path}' holds no '{BUILD_FILE}': it is no module of VASSAL's.")


def _minor(version: str) -> tuple[int, ...]:
    parts = version.partition("-")[0].split(".")[:2]
    return tuple(int(part) for part in parts) if all(part.isdigit() for part in parts) else (99,)


def serialize(root: etree._Element) -> bytes:
    """Write a build file: indented, attributes in their order, the same tree always the same bytes."""
    etree.indent(root, space="    ")
    body: bytes = etree.tostring(root, encoding="UTF-8")
    return b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' + body + b"\n"


def place_of(element: etree._Element) -> str:
    """Return where an element stands, as `GameModule[TRC]/Map[Main]/HexGrid`."""
    steps = [_step(element), *(_step(parent) for parent in element.iterancestors())]
    return "/".join(reversed(steps))


def _step(element: etree._Element) -> str:
    name = next((element.get(key) for key in ("name", "mapName", "entryName") if element.get(key)), "")
    short = str(element.tag).rpartition(".")[2]
    return f"{short}[{name}]" if name else short


def check_build_file(root: etree._Element, images: Collection[str] | None = None) -> Iterator[Problem]:
    """Yield what is wrong with a build file, each with its place in the tree.

    Attributes that the engine would ignore, values that it could not read, pieces with bad traits,
    slot numbers that are not unique, parts that a map needs for play. With the names of the
    archive's `images`, also pictures that are not there.
    """
    prototypes = {
        element.get("name", "") for element in root.iter(_PREFIX + "module.PrototypeDefinition", "PrototypeDefinition")
    }
    for element in root.iter():
        known = components().get(str(element.tag))
        if known:
            yield from _check_attributes(element, known, images)
        check = _CHECKS.get(str(element.tag).removeprefix(_PREFIX))
        if check:
            yield from check(element, prototypes)
    yield from _check_numbers(root)


def _check_attributes(
    element: etree._Element, known: Mapping[str, AttributeSpec], images: Collection[str] | None
) -> Iterator[Problem]:
    for key, value in ((str(key), str(value)) for key, value in element.items()):
        spec = known.get(key)
        if spec is None:
            yield Problem(place_of(element), f"has no attribute '{key}', so VASSAL ignores it")
        elif wrong := _wrong_value(spec, value):
            yield Problem(place_of(element), f"the attribute '{key}' {wrong}")
        elif spec.kind == "picture" and images is not None and not _has_image(value, images):
            yield Problem(place_of(element), f"the picture '{value}' of the attribute '{key}' is not in the archive")


def _has_image(name: str, images: Collection[str]) -> bool:
    # Names with a slash in front are the engine's own; one without an extension may be a GIF.
    return not name or name.startswith("/") or name in images or f"{name}.gif" in images


def _wrong_value(spec: AttributeSpec, text: str) -> str:
    reader = _READERS.get(spec.kind)
    if reader is None or text in ("", spec.default):
        return ""
    try:
        reader(text)
    except ValueError:
        return f"should be {_KIND_NAMES[spec.kind]}, not '{text}'"
    return ""


_READERS: dict[str, Callable[[str], object]] = {
    "flag": decode_flag,
    "int": int,
    "number": float,
    "key": Key.decode,
    "color": lambda text: text == "null" or Color.decode(text),
}
_KIND_NAMES = {
    "flag": "true or false",
    "int": "a whole number",
    "number": "a number",
    "key": "a key",
    "color": "a colour",
}

_MAP_NEEDS = {
    "module.map.BoardPicker": "it has no boards",
    "module.map.PieceMover": "nothing can be dragged",
    "module.map.KeyBufferer": "nothing can be selected",
    "module.map.MenuDisplayer": "a right click opens no menu",
    "module.map.ForwardToKeyBuffer": "hot keys do not work",
}


def _check_map(element: etree._Element, prototypes: Collection[str]) -> Iterator[Problem]:
    tags = [str(child.tag).removeprefix(_PREFIX) for child in element]
    for needed, lack in _MAP_NEEDS.items():
        if needed not in tags:
            yield Problem(place_of(element), f"has no {needed.rpartition('.')[2]}, so {lack}")
    for kind in ("module.map.SetupStack", "module.map.DrawPile"):
        if kind in tags and "module.map.BoardPicker" in tags[tags.index(kind) :]:
            yield Problem(place_of(element), f"its BoardPicker should come before its first {kind.rpartition('.')[2]}")
    if "module.map.BoardPicker" in tags and not any(
        str(child.tag) == _PREFIX + "module.map.boardPicker.Board" for child in element.iter()
    ):
        yield Problem(place_of(element), "has no board, of which VASSAL warns")


def _check_piece(element: etree._Element, prototypes: Collection[str]) -> Iterator[Problem]:
    text = (element.text or "").strip()
    if not text:
        return
    place = place_of(element)
    command = decode_node(text)
    if not isinstance(command, AddPiece):
        yield Problem(place, "its text is no piece, which begins with '+/'")
        return
    try:
        piece = read_piece(command)
    except FormatError as error:
        yield Problem(place, str(error))
        return
    if not isinstance(piece, Piece):
        return
    for problem in piece.problems():
        yield Problem(place, problem.message)
    for trait in piece.find("prototype"):
        name = trait.text_of("name")
        if name not in prototypes:
            yield Problem(place, f"its prototype '{name}' is not defined, so VASSAL puts nothing in its place")


_CHECKS: dict[str, Callable[[etree._Element, Collection[str]], Iterator[Problem]]] = {
    "module.Map": _check_map,
    "widget.PieceSlot": _check_piece,
    "widget.CardSlot": _check_piece,
    "module.PrototypeDefinition": _check_piece,
}


def _check_numbers(root: etree._Element) -> Iterator[Problem]:
    seen: dict[str, etree._Element] = {}
    highest = -1
    for element in _slots(root):
        gpid = element.get("gpid", "")
        if not gpid:
            yield Problem(place_of(element), "has no gpid, without which counters cannot be refreshed")
        elif gpid in seen:
            yield Problem(place_of(element), f"has the gpid {gpid} of {place_of(seen[gpid])}")
        seen.setdefault(gpid, element)
        if gpid.isascii() and gpid.isdigit():
            highest = max(highest, int(gpid))
    following = root.get("nextPieceSlotId", "0")
    if highest >= 0 and following.isascii() and following.isdigit() and int(following) <= highest:
        yield Problem(
            place_of(root),
            f"nextPieceSlotId is {following} but should be above every gpid, the highest of which is {highest}",
        )


def _slots(root: etree._Element) -> Iterable[etree._Element]:
    return root.iter(_PREFIX + "widget.PieceSlot", _PREFIX + "widget.CardSlot")
