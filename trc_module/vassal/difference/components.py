"""The differences between two build files: their components by place and name, each with its attributes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TypeAlias

from lxml import etree

from trc_module.vassal.buildfile import ROOTS, components, full_name, place_of
from trc_module.vassal.difference.changes import Change, Kind, details_of
from trc_module.vassal.palette import PROTOTYPES, SLOTS
from trc_module.vassal.traits.meaning import settled_target
from trc_module.vassal.values import Key, settle_keys

_Key: TypeAlias = tuple[str, str, int]
_NAMES = ("name", "mapName", "entryName", "chartName")
# It follows from the slots, which are compared themselves.
_DERIVED = dict.fromkeys(ROOTS, ("nextPieceSlotId",))
_LISTS = {full_name("module.properties.GlobalProperty"): "initialValue"}
"""The attribute of a component that may list many places with what is there."""
_LIST = re.compile(r" (?:[^\s=]+=\S+ ){2,}")
_ALL_OTHERS = "*"
_KINDS: dict[Kind, tuple[str, ...]] = {
    "set-up": ("module.PredefinedSetup", "module.map.SetupStack", "module.map.DrawPile"),
    "chart": ("module.ChartWindow", "widget.Chart", "widget.HtmlChart"),
    "window": ("module.Map", "module.PrivateMap", "module.PlayerHand", "module.PieceWindow", "module.Inventory"),
}
_KIND_OF: dict[str, Kind] = {full_name(tag): kind for kind, tags in _KINDS.items() for tag in tags}


def compare_trees(old: etree._Element, new: etree._Element) -> Iterator[Change]:
    """Yield what differs between two components with all that they hold; slots and prototypes are left out."""
    yield from _own(old, new)
    before, after = _children(old), _children(new)
    _pair_renamed(before, after)
    for key, child in before.items():
        if key in after:
            yield from compare_trees(child, after[key])
        else:
            yield Change(_kind(child), _place(child), "removed")
    for key, child in after.items():
        if key not in before:
            yield Change(_kind(child), _place(child), "added")


def _own(old: etree._Element, new: etree._Element) -> Iterator[Change]:
    known = components().get(str(old.tag)) or {}
    names = dict.fromkeys((*map(str, old.keys()), *map(str, new.keys())))
    pairs: list[tuple[str, str | None, str | None]] = []
    for name in names:
        if name not in _DERIVED.get(str(old.tag), ()):
            default = known[name].default if name in known else None
            kind = known[name].kind if name in known else ""
            pairs.append(
                (name, _settled(name, kind, old.get(name, default)), _settled(name, kind, new.get(name, default)))
            )
    lists = _LISTS.get(str(old.tag), "")
    listed = [found for each in (old, new) if lists and (found := _listed(each.get(lists, ""))) is not None]
    if len(listed) == 2:
        pairs = [pair for pair in pairs if pair[0] != lists]
        yield from _places(*listed)
    pairs.append(("text", (old.text or "").strip(), (new.text or "").strip()))
    before, after = _children(old), _children(new)
    common = [key for key in before if key in after]
    order = [key for key in after if key in before]
    if order != common:
        pairs.append(("order of its parts", ", ".join(map(_label, common)), ", ".join(map(_label, order))))
    details = details_of(pairs)
    if details:
        yield Change(_kind(new), _place(new), "changed", details)


def _listed(value: str) -> dict[str, str] | None:
    """Return what a property says of places, as ` N21=woods S9=Moscow,_major_city `; None if it is no such list."""
    if _LIST.fullmatch(value) is None:
        return None
    return {name: words.replace("_", " ") for name, _, words in (entry.partition("=") for entry in value.split())}


def _places(old: dict[str, str], new: dict[str, str]) -> Iterator[Change]:
    """Yield the places of which two lists say something else; what one says of `*` holds for all that it leaves out."""
    for name in dict.fromkeys((*old, *new)):
        details = details_of([("ground", old.get(name, old.get(_ALL_OTHERS)), new.get(name, new.get(_ALL_OTHERS)))])
        if details:
            yield Change("place", name, "changed", details)


def _settled(name: str, kind: str, value: str | None) -> str | None:
    """Return an attribute as a new engine would write it: another version's way to write it is no difference."""
    if value is None:
        return None
    value = settle_keys(value)
    if kind == "key" and value:
        with suppress(ValueError):
            return Key.decode(value).settled.encode()
    if name == "target" and "|" in value:
        return settled_target(value)
    return value


def _children(element: etree._Element) -> dict[_Key, etree._Element]:
    """Return the parts that are compared here, each by its class, its name and its turn among those of that name."""
    seen: Counter[tuple[str, str]] = Counter()
    children: dict[_Key, etree._Element] = {}
    for child in element:
        tag = str(child.tag)
        if not isinstance(child.tag, str) or tag in SLOTS or tag in PROTOTYPES:
            continue
        name = next((str(child.get(key)) for key in _NAMES if child.get(key)), "")
        if "." not in tag:
            name = (child.text or "").strip()
        children[tag, name, seen[tag, name]] = child
        seen[tag, name] += 1
    return children


def _pair_renamed(before: dict[_Key, etree._Element], after: dict[_Key, etree._Element]) -> None:
    """Take the only one of a class that went and the only one that came for the same under another name."""
    gone, come = (_by_class(key for key in a if key not in b) for a, b in ((before, after), (after, before)))
    for tag, keys in gone.items():
        partners = come.get(tag, [])
        if len(keys) == len(partners) == 1 and "." in tag:
            before[partners[0]] = before.pop(keys[0])


def _by_class(keys: Iterable[_Key]) -> dict[str, list[_Key]]:
    found: dict[str, list[_Key]] = {}
    for key in keys:
        found.setdefault(key[0], []).append(key)
    return found


def _kind(element: etree._Element) -> Kind:
    if element.getparent() is None:
        return "module"
    for each in (element, *element.iterancestors()):
        kind = _KIND_OF.get(str(each.tag))
        if kind:
            return kind
    return "component"


def _place(element: etree._Element) -> str:
    place = place_of(element)
    if "." not in str(element.tag):
        place += f"[{(element.text or '').strip()}]"
    # Every place begins with the module itself.
    return place if element.getparent() is None else place.partition("/")[2]


def _label(key: _Key) -> str:
    return f"{key[0].rpartition('.')[2]}[{key[1]}]" if key[1] else key[0].rpartition(".")[2]
