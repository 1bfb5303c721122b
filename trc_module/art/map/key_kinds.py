"""What the key under a map shows: each thing that is drawn on it, with the sample that explains it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trc_module.board import Board
    from trc_module.board.legend import HexsideKind, PlaceKind, Terrain

_GROUND = {"clear": "clear", "woods": "woods", "mountain": "mountain", "swamp": "swamp", "sea": "sea", "lake": "sea"}
_SIDES = {"beads": "blocked-hexside", "arrows": "strait", "wall": "wall", "road": "road", "water": "arm"}
SITES = {"": "site", "lozenge": "site", "derrick": "oil-well", "arrows": "strait", "walls": "walls"}
"""The sample of a place by the way in which it is drawn."""


def key_kinds(board: Board) -> list[tuple[str, str]]:
    """Return the sample of each thing on the map and its words, those that are drawn alike together.

    The words are the data's: names of terrain, headings of hexsides and places, and `Border` and the like.
    """
    found: dict[str, list[str]] = {}
    for sample, words in _kinds(board):
        known = found.setdefault(sample, [])
        if words not in known:
            known.append(words)
    return [(sample, ", ".join([words[0][:1].upper() + words[0][1:], *words[1:]])) for sample, words in found.items()]


def ground_sample(kind: Terrain) -> str:
    """Return the sample of a kind of terrain."""
    return _GROUND.get(kind.drawn, "clear") if kind.own is None else f"terrain {kind.id}"


def side_sample(name: str, kind: HexsideKind) -> str:
    """Return the sample of a kind of hexsides; '' for one that has none."""
    if not isinstance(kind.drawn, str):
        return f"hexside {name}"
    return _SIDES.get(kind.drawn) or ("river" if kind.is_ == "river" else "")


def site_sample(name: str, kind: PlaceKind) -> str:
    """Return the sample of a kind of places that are no cities; '' for one that is not drawn."""
    return SITES.get(kind.drawn, "") if isinstance(kind.drawn, str) else f"place {name}"


def is_city(board: Board, terrain: str) -> bool:
    """Tell whether all hexes of a kind of terrain are those of cities, and there are some."""
    kind = board.legend.terrain[terrain]
    there = any(board.terrain[city.hex] is kind for city in board.cities.values())
    return there and board.of_terrain[kind] & ~board.city_hexes == 0


def signs_on(board: Board) -> list[str]:
    """Return those of the signs beside terrain and hexsides that are drawn on a map."""
    there = {
        "Capital": any(city.capital for city in board.cities.values()),
        "Port": any(city.port for city in board.cities.values()),
        "Rail junction": bool(board.junctions),
        "Rail off the map": any(board.edge_rails.values()),
        "Border": bool(board.borders["country"]),
        "District": bool(board.borders["district"]),
    }
    return [sign for sign, is_there in there.items() if is_there]


def _kinds(board: Board) -> Iterator[tuple[str, str]]:
    legend = board.legend
    for terrain, members in board.of_terrain.items():
        if members:
            yield ground_sample(terrain), _said(board, terrain.id.replace("-", " "))
    for major, heading in ((True, "Major city"), (False, "City")):
        if any(city.major is major for city in board.cities.values()):
            yield "major-city" if major else "minor-city", _said(board, heading)
    for kind, sites in board.sites.items():
        if sites and site_sample(kind, legend.places[kind]):
            yield site_sample(kind, legend.places[kind]), _said(board, legend.places[kind].heading)
    for name, side in legend.hexsides.items():
        sample = side_sample(name, side)
        if sample and board.sides[name]:
            yield sample, _said(board, side.heading or name.replace("-", " "))
    if board.rivers:
        yield "river", _said(board, "Rivers")
    yield from ((sign, _said(board, sign)) for sign in signs_on(board))


def _said(board: Board, words: str) -> str:
    return board.legend.words.get(words, words)
