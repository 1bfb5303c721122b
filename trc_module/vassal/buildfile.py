"""A module's build file: a tree of components, read, made and written.

Which attributes a component has, and of what kind, stands in `components.toml` beside this file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from lxml import etree
from msgspec import Struct

from trc_module.digits import is_number, read_whole
from trc_module.vassal import safe_xml
from trc_module.vassal.archive import Archive, files_within
from trc_module.vassal.metadata import MODULE_DATA, read_metadata
from trc_module.vassal.problems import FormatError
from trc_module.vassal.values import Color, Key, decode_flag, encode_flag, encode_texts

AttributeValue: TypeAlias = str | bool | int | float | Key | Color | tuple[str, ...]

BUILD_FILE = "buildFile.xml"
_OLD_BUILD_FILE = "buildFile"
_PREFIX = "VASSAL.build."
# VASSAL before 3.5 wrote its own subclass of the module, which newer engines still build.
ROOTS = ("VASSAL.build.GameModule", "VASSAL.launch.BasicModule", "VASSAL.build.module.ModuleExtension")


class AttributeSpec(Struct, frozen=True):
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
            if wrong := wrong_value(known[key], text):
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
    if root.tag not in ROOTS:
        raise FormatError(f"{place} should hold a '{ROOTS[0]}', not a '{root.tag}'.")
    return root


def build_file_name(archive: Archive) -> str:
    """Return the name of the build file of a module or extension: that which the engine would open.

    It is `buildFile` where the module data name a VASSAL before 3.5, else `buildFile.xml`; if only
    the other is there, that one.

    Raises:
        FormatError: There is none.
    """
    data = read_metadata(archive, MODULE_DATA)
    order = [BUILD_FILE, _OLD_BUILD_FILE]
    if data and _minor(data.vassal_version) < (3, 5):
        order.reverse()
    for name in order:
        if name in archive:
            return name
    raise FormatError(f"'{archive.path}' holds no '{BUILD_FILE}': it is not a VASSAL module{files_within(archive)}.")


def read_build_file(archive: Archive) -> etree._Element:
    """Read the build file of a module or extension: that which the engine would open.

    Raises:
        FormatError: There is none, or it cannot be read.
    """
    name = build_file_name(archive)
    return parse_build_file(archive.read(name), f"'{name}' in '{archive.path}'")


def _minor(version: str) -> tuple[int, ...]:
    parts = version.partition("-")[0].split(".")[:2]
    return tuple(int(part) for part in parts) if all(is_number(part) for part in parts) else (99,)


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


def wrong_value(spec: AttributeSpec, text: str) -> str:
    """Say why an attribute's text is not of its kind (`should be a number, not 'x'`); empty if it is."""
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
    "int": read_whole,
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
