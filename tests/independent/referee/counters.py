"""The counters and the charts, as they stand in the data files."""

from __future__ import annotations

import csv
import tomllib
from dataclasses import dataclass
from typing import Any

from tests.independent.referee.land import DATA


@dataclass(frozen=True)
class Counter:
    """The print on a counter, and its arrival."""

    id: str
    side: str
    nation: str
    formation: str
    type: str
    stacks: str
    combat: int | None
    move: int | None
    setup: str
    area: str
    arrival: str
    month: str

    @property
    def ghost(self) -> bool:
        """Whether it is no unit of the map's fights: a partisan or an aircraft."""
        return self.type in ("partisan", "air")

    @property
    def strength(self) -> int:
        """The combat factor, 0 where there is none."""
        return self.combat or 0


def _number(text: str) -> int | None:
    return int(text) if text.isdigit() else None


def counters() -> dict[str, Counter]:
    """Return every counter of the basic game by its name."""
    lines = [line for line in (DATA / "units.csv").read_text(encoding="utf-8").splitlines() if line.strip()]
    rows = csv.DictReader([line for line in lines if not line.startswith("#")], skipinitialspace=True)
    errata = corrections()
    found: dict[str, Counter] = {}
    for raw in rows:
        row = {(key or "").strip(): (value or "").strip() for key, value in raw.items() if isinstance(value, str)}
        if row["option"]:
            continue
        row.update(errata.get(row["id"], {}))
        found[row["id"]] = Counter(
            row["id"],
            row["side"],
            row["nation"],
            row["formation"],
            row["type"],
            row["stacks"],
            _number(row["combat"]),
            _number(row["move"]),
            row["setup"],
            row["area"],
            row["arrival"],
            row["month"],
        )
    return found


def corrections() -> dict[str, dict[str, str]]:
    """Return what the errata say instead of the data, by counter and column."""
    found: dict[str, dict[str, str]] = {}
    for path in sorted((DATA / "errata").glob("*.toml")):
        for one in tomllib.loads(path.read_text(encoding="utf-8"))["correction"]:
            if "unit" in one and "field" in one:
                found.setdefault(one["unit"], {})[one["field"]] = str(one["new"])
    return found


def chart(name: str) -> dict[str, Any]:
    """Return a chart."""
    with (DATA / "charts" / f"{name}.toml").open("rb") as stream:
        return tomllib.load(stream)


class Charts:
    """All charts."""

    def __init__(self) -> None:
        self.results: dict[str, list[str]] = {odds: row["dice"] for odds, row in chart("combat")["results"].items()}
        self.air = chart("air")
        self.classes: dict[str, dict[str, Any]] = chart("movement")["classes"]
        self.terrain: dict[str, dict[str, Any]] = chart("terrain")["terrain"]
        self.transport = chart("transport")
        self.years: dict[int, int] = {int(number): turn["year"] for number, turn in chart("turns")["turns"].items()}
        self.months: dict[str, dict[str, Any]] = chart("weather")["months"]
        self.replacements = chart("replacements")
        self.goals = chart("victory")

    def months_of(self, turn: int) -> str:
        """Return the two months of a turn, as the weather chart calls them."""
        pairs = ("may-june", "jul-aug", "sep-oct", "nov-dec", "jan-feb", "mar-apr")
        return pairs[(turn - 1) % 6]

    def allowance(self, unit: Counter, impulse: int, weather: str) -> int:
        """Return how many hexes a unit may go (5.4)."""
        column = "first" if impulse == 1 else "second"
        for row in self.classes.values():
            asked = {
                "sides": unit.side,
                "nations": unit.nation,
                "formations": unit.formation,
                "types": unit.type,
                "printed": unit.move,
            }
            if all(asked[key] in row[key] for key in asked if key in row):
                cells = row[column]
                value = cells.get(weather, cells.get("any"))["value"]
                printed = unit.move or 0
                return {"printed": printed, "half": (printed + 1) // 2}[value] if isinstance(value, str) else int(value)
        return 0
