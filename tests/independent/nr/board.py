"""The map, the counters and the charts, read from the data files."""

from __future__ import annotations

import csv
import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[3] / "data" / "nr"
AXIS, SOVIET = "axis", "soviet"
ENEMY = {AXIS: SOVIET, SOVIET: AXIS}


@dataclass(frozen=True)
class Face:
    """One side of a counter."""

    type: str
    combat: int | None
    move: int | None


@dataclass(frozen=True)
class Counter:
    """A unit: its sides, the front first."""

    side: str
    nation: str
    faces: tuple[Face, ...]
    entry: str
    steps: int
    removed: int | None


def table(name: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file, stripped."""
    with (DATA / name).open(encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith("#")]
    rows = csv.reader(lines, skipinitialspace=True)
    heads = [cell.strip() for cell in next(rows)]
    return [dict(zip(heads, (cell.strip() for cell in row), strict=False)) for row in rows if row]


def number(text: str) -> int | None:
    """Return a whole number, None for anything else."""
    return int(text) if text.isdecimal() else None


def counters() -> dict[str, Counter]:
    """Return all units."""
    backs = {row["id"]: row for row in table("faces.csv")}
    found = {}
    for row in table("units.csv"):
        faces = [Face(row["type"], number(row["combat"]), number(row["move"]))]
        if row["id"] in backs:
            back = backs[row["id"]]
            faces.append(Face(back["type"] or row["type"], number(back["combat"]), number(back["move"])))
        found[row["id"]] = Counter(
            row["side"],
            row["nation"],
            tuple(faces),
            row["arrival"],
            number(row["steps"]) or 1,
            number(row.get("removed", "")),
        )
    return found


def features(name: str) -> list[dict[str, Any]]:
    """Return the properties of what a map file holds."""
    found = json.loads((DATA / "map" / name).read_text(encoding="utf-8"))["features"]
    return [feature["properties"] for feature in found]


def chart(name: str) -> dict[str, Any]:
    """Return a chart."""
    found: dict[str, Any] = tomllib.loads((DATA / "charts" / f"{name}.toml").read_text(encoding="utf-8"))
    return found


def row_col(name: str) -> tuple[int, int]:
    """Return the row and column of a hex: A1 is 0, 1."""
    return ord(name[0]) - ord("A"), int(name[1:])


class Land:
    """The map: hexes by their names."""

    def __init__(self) -> None:
        hexes = {entry["hex"]: entry for entry in features("hexes.geojson")}
        self.terrain = {name: entry["terrain"] for name, entry in hexes.items()}
        self.country = {name: entry.get("country", "") for name, entry in hexes.items()}
        self.rumania = {name for name, entry in hexes.items() if entry.get("province") == "Rumania"}
        self.coast = {name: set(entry.get("coast") or ()) for name, entry in hexes.items()}
        self.sides: dict[str, set[frozenset[str]]] = {}
        for entry in features("hexsides.geojson"):
            self.sides.setdefault(entry["kind"], set()).add(frozenset(entry["hexes"]))
        places = features("places.geojson")
        self.cities = {entry["hex"] for entry in places if entry["kind"] == "city"}
        self.objectives = {entry["hex"] for entry in places if entry["kind"].startswith("objective")}
        self.areas = {name for name, kind in self.terrain.items() if kind == "area"}
        finland = {name for name in self.areas if self.country[name] == "Finland"}
        self.counting = self.cities | {entry["hex"] for entry in places if entry["kind"] == "oil"} | finland
        grid = tomllib.loads((DATA / "map" / "grid.toml").read_text(encoding="utf-8"))
        self.edge = {side: set(grid["edge"][i]["hexes"]) for i, side in enumerate((AXIS, SOVIET))}
        beside = {name: self._beside(name) for name in hexes}
        lakes = self.sides["lake"]
        self.near = {name: {b for b in beside[name] if frozenset((name, b)) not in lakes} for name in hexes}
        """The neighbours of each hex to which one can walk and fight."""
        self.over = {name: {b for b in beside[name] if b not in self.areas} for name in hexes}
        """The neighbours of each hex to which supply passes: over lakes, not through areas."""
        for kind, joined in (("link", self.near), ("supply-link", self.over)):
            for side in self.sides[kind]:
                a, b = sorted(side)
                joined[a].add(b)
                joined[b].add(a)

    def _beside(self, name: str) -> set[str]:
        row, column = row_col(name)
        first = column if row % 2 else column - 1
        found = [(row, column - 1), (row, column + 1)]
        found += [(other, each) for other in (row - 1, row + 1) for each in (first, first + 1)]
        names = {f"{chr(r + ord('A'))}{c}" for r, c in found}
        return names & set(self.terrain)

    def spread(self, start: set[str], steps: int, joined: dict[str, set[str]], through: set[str]) -> set[str]:
        """Return the hexes that so many steps reach, through some hexes."""
        found = start & through
        for _ in range(steps):
            more = {b for a in found for b in joined[a] if b in through} | found
            if more == found:
                break
            found = more
        return found


class Charts:
    """The charts, read from their files."""

    def __init__(self) -> None:
        self.turns = {int(turn): entry for turn, entry in chart("turns")["turns"].items()}
        self.ground = chart("terrain")["terrain"]
        combat = chart("combat")
        self.columns: list[str] = combat["table"]["columns"]
        self.results = {
            side: {column: entry["dice"] for column, entry in sheet.items()}
            for side, sheet in combat["results"].items()
        }
        self.values = {name: entry["value"] for name, entry in chart("costs")["values"].items()}
        self._counts = chart("allotments")["counts"]
        self.caps = {word: entry.get("most", 99) for word, entry in chart("weather")["allowances"]["any"].items()}

    def count(self, name: str, turn: int) -> int:
        """Return what a side has on a turn."""
        for span, entry in self._counts[name].items():
            first, _, last = span.partition("-")
            if int(first) <= turn <= int(last or first):
                return int(entry["number"])
        return 0
