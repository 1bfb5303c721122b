"""A form filled in with made-up data: what an owner of the game would supply, with numbers of our own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from trc_module.resources import data_dir
from trc_module.roster import Unit, load_roster

FOLDER = data_dir() / "trp"
_FACTORS = {
    "armor": (8, 4, 6),
    "mechanized": (6, 3, 4),
    "motorized": (4, 3, 5),
    "cavalry": (2, 1, 4),
    "shock": (6, 5, 4),
    "front": (9, 9, 2),
}
_DICE = ("AE", "X", "D1", "D1", "D4", "DE")
_TERRAIN = {"clear": (1, 0), "forest": (2, 1), "hills": (2, 2), "mountain": (3, 3), "swamp": (3, 1)}
VICTORY = {
    "Leningrad": "G15", "Smolensk": "Q13", "Moscow": "Q20", "Minsk": "Q8", "Kaunas": "N6", "Lvov": "W2", "Luga": "I13",
    "Rovno": "W5",
}  # fmt: skip
_PLACES = {"major": 3, "minor": 1, "fortress": 4, "factory": 2}


def factors(unit: Unit) -> tuple[int, int, int]:
    """Return made-up factors: attack, defence, movement; a Soviet army is the 4-4-3 of rule XIII.G."""
    if unit.type in _FACTORS:
        return _FACTORS[unit.type]
    if unit.side == "axis" and unit.size == "army":
        return 8, 6, 3
    return (4, 4, 3) if unit.side == "axis" or unit.size == "army" else (2, 3, 3)


def fill(mine: Path, *, without: Iterable[str] = ()) -> Path:
    """Write a filled-in form into a folder, but for some of its files; return the folder."""
    for name, text in _files():
        if name not in without:
            path = mine / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return mine


def _files() -> Iterator[tuple[str, str]]:
    units = load_roster(FOLDER).units.values()
    rows = (
        (u.id, *map(str, factors(u)), "vM" if u.id == "ger-24-pz" else "none", "D" if u.id == "sov-3-mex" else "none")
        for u in units
    )
    yield "units.csv", _table(("id", "combat", "defence", "move", "mark", "dispersed"), rows)
    columns = ("1-4", "1-3", "1-2", "1-1", "3-2", *(f"{number}-1" for number in range(2, 11)))
    yield (
        "charts/results.toml",
        "[results]\n" + "".join(f'"{name}" = {{ dice = {json.dumps(_DICE)} }}\n' for name in columns),
    )
    yield "charts/terrain.toml", _effects()
    yield (
        "charts/movement.toml",
        "[bonus]\n" + "".join(f"{word} = {{ points = 1 }}\n" for word in ("good", "mud", "snow")),
    )
    yield (
        "charts/shifts.toml",
        "[shifts]\nwinter = { columns = 1, first = 7, last = 9 }\n"
        'other = { columns = 0, first = 0, last = 0, listed = "all" }\n',
    )
    yield "charts/counts.toml", "[counts]\nvictory-cities = { number = 8 }\nsoviet-armor = { number = 4 }\n"
    yield "map/grid.toml", "[grid]\nshifted = 1\n"
    hexes = _features("hexes")
    yield (
        "map/hexes.csv",
        _table(("hex", "terrain", "country"), ((p["hex"], p["terrain"], p.get("country", "")) for p in hexes)),
    )
    places = [
        (p["kind"], p["name"], p["hex"], p.get("class", ""))
        for p in _features("places")
        if p["kind"] in ("city", "fuel")
    ]
    sites = [("fuel", "Soviet", "MM28", ""), ("factory", "Moscow works", "Q20", "")]
    sites += [("victory", name, at, "") for name, at in VICTORY.items()]
    yield "map/places.csv", _table(("kind", "name", "hex", "class"), (*places, *sites))
    rivers = ((p["kind"], " ".join(p["hexes"]), p["name"]) for p in _features("hexsides") if p["kind"] == "river")
    yield "map/hexsides.csv", _table(("kind", "hexes", "name"), rivers)
    months = "".join(f'{n} = {{ label = "Month {n}", month = {n} }}\n' for n in range(1, 13))
    yield "charts/turns.toml", f"[turns]\n{months}"


def _effects() -> str:
    lines = ["[terrain]"]
    lines += [f"{kind} = {{ cost = {cost}, defence = {defence} }}" for kind, (cost, defence) in _TERRAIN.items()]
    lines += ["[place]", *(f"{kind} = {{ defence = {defence} }}" for kind, defence in _PLACES.items())]
    return "\n".join([*lines, "[hexside]", 'river = { cost = 1, shift = -1, listed = "all" }', ""])


def _features(layer: str) -> list[dict[str, str]]:
    tree = json.loads((FOLDER / "map" / f"{layer}.geojson").read_text(encoding="utf-8"))
    return [feature["properties"] for feature in tree["features"]]


def _table(heading: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    return "\n".join(", ".join(row) for row in (heading, *rows)) + "\n"
