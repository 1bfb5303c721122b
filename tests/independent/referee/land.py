"""The map, as plain sets of hex names."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[3] / "data" / "trc"

ROWS = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *(2 * letter for letter in "ABCDEFGHIJKLMNOPQ")]
"""North to south."""


def features(name: str) -> list[dict[str, Any]]:
    """Return the properties of every feature of a layer of the map."""
    with (DATA / "map" / f"{name}.geojson").open(encoding="utf-8") as stream:
        return [feature["properties"] for feature in json.load(stream)["features"]]


def cut(hex_: str) -> tuple[int, int]:
    """Return the row of a hex, 0 in the north, and its number, which grows westward."""
    letters = hex_.rstrip("0123456789")
    return ROWS.index(letters), int(hex_[len(letters) :])


NAMES = {f"{letters}{number}" for letters in ROWS for number in range(1, 34)}


def around(hex_: str) -> list[str]:
    """Return the up to six hexes next to one: the rows B, D, F ... lie half a hex further east than the others."""
    row, number = cut(hex_)
    slant = (number - 1, number) if row % 2 else (number, number + 1)
    cells = [(row, number - 1), (row, number + 1)]
    cells += [(other, k) for other in (row - 1, row + 1) for k in slant]
    found = [f"{ROWS[r]}{k}" for r, k in cells if 0 <= r < len(ROWS) and 1 <= k <= 33]
    return [name for name in found if name in NAMES]


NEXT = {name: around(name) for name in NAMES}


def distance(a: str, b: str) -> int:
    """Return how many hexes one is from another, as the crow flies."""

    def cube(hex_: str) -> tuple[int, int]:
        row, number = cut(hex_)
        return 33 - number - row // 2, row

    (qa, ra), (qb, rb) = cube(a), cube(b)
    return (abs(qa - qb) + abs(ra - rb) + abs(qa + ra - qb - rb)) // 2


def within(hex_: str, steps: int) -> set[str]:
    """Return the hexes at most so many steps away."""
    found = {hex_}
    for _ in range(steps):
        found |= {other for one in found for other in NEXT[one]}
    return found


class Land:
    """Everything that is printed on the map."""

    def __init__(self) -> None:
        hexes = features("hexes")
        self.terrain = {h["hex"]: h["terrain"] for h in hexes}
        self.country = {h["hex"]: h.get("country", "") for h in hexes}
        self.district = {h["hex"]: h.get("district", "") for h in hexes}
        wet = {h for h, kind in self.terrain.items() if kind in ("sea", "lake")}
        self.dry = {h for h in self.terrain if h not in wet and self.country[h] != "off play"}
        """The land in play."""
        sides = features("hexsides")
        self.closed = {frozenset(side["hexes"]) for side in sides if side["kind"] == "closed"}
        self.kerch = {frozenset(side["hexes"]) for side in sides if side["kind"] == "kerch"}
        near = {h: [n for n in NEXT[h] if {h, n} <= self.dry] for h in NAMES}
        self.steps = {h: [n for n in near[h] if frozenset((h, n)) not in self.closed] for h in NAMES}
        """The hexes to which a unit on foot may go from a hex."""
        self.reach = {h: [n for n in self.steps[h] if frozenset((h, n)) not in self.kerch] for h in NAMES}
        """The hexes that a zone of control covers from a hex, its own apart (7.1, 8.5.2)."""
        self._places()
        self._rails()
        self._rivers()
        self._waters()

    def _places(self) -> None:
        places = features("places")
        self.city = {p["hex"]: p["name"] for p in places if p["kind"] == "city"}
        self.major = {p["hex"] for p in places if p["kind"] == "city" and p["class"] == "major"}
        self.where: dict[str, str] = {name: h for h, name in self.city.items()}
        self.wells = {p["hex"]: p["name"] for p in places if p["kind"] == "oil"}
        self.port = {p["hex"]: p["sea"] for p in places if p["kind"] == "port"}
        self.waters = {p["hex"]: p["sea"] for p in places if p["kind"] == "sea"}
        start = {r["region"]: r["start"] for r in features("regions") if "start" in r}
        self.starts = {h: start.get(self.country[h], "") for h in self.dry}
        """The owner of a hex at the start (3.5)."""

    def _rails(self) -> None:
        rails = features("rails")
        self.track: dict[str, set[str]] = {}
        self.exits: dict[str, str] = {}
        for rail in rails:
            if rail["kind"] == "link":
                a, b = rail["hexes"]
                self.track.setdefault(a, set()).add(b)
                self.track.setdefault(b, set()).add(a)
            else:
                self.exits[rail["hexes"][0]] = rail["edge"]
        self.junctions = {h for h, links in self.track.items() if len(links) >= 3 and h not in self.city}
        self.stations = set(self.city) | self.junctions
        """Cities and what counts as one when rails are assessed (9.4.2)."""
        self.held = self.stations | set(self.wells)
        """Everything that somebody may control."""

    def _rivers(self) -> None:
        """Join river hexes through the hexsides that the river crosses on land (14.1.1, R10)."""
        self.river: dict[str, str] = {}
        chains = [river["hexes"] for river in features("rivers")]
        for chain in chains:
            for h in chain:
                self.river.setdefault(h, h)
        changed = True
        while changed:
            changed = False
            for chain in chains:
                for a, b in pairwise(chain):
                    if {a, b} <= self.dry and self.river[a] != self.river[b]:
                        self.river[a] = self.river[b] = min(self.river[a], self.river[b])
                        changed = True

    def _waters(self) -> None:
        """Find which land hexes lie on which sea, flooding each sea from the hexes that name it."""
        self.coast: dict[str, set[str]] = {}
        for source, name in self.waters.items():
            wet, todo = {source}, [source]
            while todo:
                for n in NEXT[todo.pop()]:
                    if self.terrain.get(n) == "sea" and n not in wet:
                        wet.add(n)
                        todo.append(n)
            self.coast.setdefault(name, set()).update(n for h in wet for n in NEXT[h] if n in self.dry)

    def edge(self, name: str) -> set[str]:
        """Return the land hexes of an edge of the map."""
        cells = {h: cut(h) for h in self.dry}
        if name == "west":
            return {h for h, (_, k) in cells.items() if k == 33}
        if name == "east":
            return {h for h, (_, k) in cells.items() if k == 1}
        if name == "north":
            return {h for h, (r, _) in cells.items() if r == 0}
        return {h for h, (r, k) in cells.items() if r == len(ROWS) - 1 and 5 <= k <= 16}

    def country_of(self, names: Iterable[str]) -> Iterator[str]:
        """Yield the hexes of some countries."""
        wanted = set(names)
        return (h for h in self.dry if self.country[h] in wanted)
