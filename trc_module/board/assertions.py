"""Assertions of a rulebook about places on the map, and the check whether the map agrees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import msgspec

from trc_module.board.board import Board, hexside
from trc_module.board.model import City
from trc_module.facts import DataError, Fact, Problem
from trc_module.facts.decoding import decode_toml, read_bytes, toml_line
from trc_module.hexgrid import Hex, HexSet, hexes


class Assertion(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One claim of the rulebook: a kind, what it speaks of, and the number of the rule."""

    kind: str
    rule: str
    hexes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    edge: str | None = None
    sea: str | None = None
    country: str = ""
    row: str = ""
    steps: int = 0
    count: int = 0
    doubt: str = ""


class AssertionsFile(msgspec.Struct, forbid_unknown_fields=True):
    """rulebook_statements.toml."""

    statement: list[Assertion]


def read_assertions(folder: Path) -> tuple[Assertion, ...]:
    """Read `<folder>/map/rulebook_statements.toml`; DataError for an unknown kind or the wrong number of hexes."""
    path = folder / "map" / "rulebook_statements.toml"
    assertions = decode_toml(path, AssertionsFile).statement
    for i, assertion in enumerate(assertions):
        if assertion.kind not in _KINDS:
            raise _error(path, i, "kind", "one of " + ", ".join(sorted(_KINDS)), assertion.kind)
        least, most = _HEXES.get(assertion.kind, (0, None))
        found = len(assertion.hexes)
        if found < least or (most is not None and found > most):
            number = f"{least}" if least == most else f"at least {least}"
            raise _error(path, i, "hexes", f"{number} hexes for '{assertion.kind}'", str(found))
        if assertion.kind == "city" and len(assertion.names) != found:
            raise _error(path, i, "names", f"{found} names, one a hex", str(len(assertion.names)))
    return tuple(assertions)


def _error(path: Path, index: int, field: str, expected: str, found: str) -> DataError:
    line = toml_line(read_bytes(path), ["statement", index, field])
    return DataError(path, expected, found, line=line, field=field)


def check_statements(board: Board, assertions: tuple[Assertion, ...]) -> list[Problem]:
    """Hold the board against each statement and return what it contradicts."""
    problems = []
    for assertion in assertions:
        for failure, facts in _failures(board, assertion):
            doubt = assertion.doubt or next((fact.doubt for fact in facts if fact.doubt), "")
            message = f"rule {assertion.rule}: {failure}"
            problems.append(Problem("rulebook-statements", message, "map/rulebook_statements.toml", doubt))
    return problems


Failure = tuple[str, tuple[Fact, ...]]
"""A statement that does not hold, and the facts on which that rests."""


def _failures(board: Board, assertion: Assertion) -> Iterator[Failure]:
    unknown = [name for name in assertion.hexes if board.grid.find(name) is None]
    if unknown:
        yield f"the map has no hex {unknown[0]}", ()
        return
    yield from _KINDS[assertion.kind](board, assertion)


def _set(board: Board, assertion: Assertion) -> HexSet:
    return board.grid.set_of(assertion.hexes)


def _list(board: Board, assertion: Assertion) -> list[Hex]:
    return [board.grid.hex(name) for name in assertion.hexes]


def _outside(board: Board, members: HexSet, what: str, assertion: Assertion) -> Iterator[Failure]:
    """Fail for each hex of the statement that is no member."""
    for h in hexes(_set(board, assertion) & ~members):
        yield f"{board.grid.name(h)} should be {what}", (board.terrain_fact(h),)


def _cities(board: Board, assertion: Assertion) -> Iterator[City]:
    return (board.cities[name] for name in assertion.names if name in board.cities)


def _missing(names: tuple[str, ...], known: object, what: str) -> Iterator[Failure]:
    assert hasattr(known, "__contains__")
    for name in names:
        if name not in known:
            yield f"the map has no {what} {name}", ()


# One function a kind of statement.


def _land(board: Board, assertion: Assertion) -> Iterator[Failure]:
    return _outside(board, board.land, "land in play", assertion)


def _water(board: Board, assertion: Assertion) -> Iterator[Failure]:
    return _outside(board, board.water, "water", assertion)


def _terrain(board: Board, assertion: Assertion) -> Iterator[Failure]:
    kinds = [kind for kind in board.legend.terrain.values() if kind.id in assertion.names]
    yield from _missing(assertion.names, board.legend.terrain, "terrain")
    yield from _outside(board, sum(board.of_terrain[kind] for kind in kinds), " or ".join(assertion.names), assertion)


def _no_river(board: Board, assertion: Assertion) -> Iterator[Failure]:
    return _outside(board, ~board.river_hexes, "without a river", assertion)


def _coast(board: Board, assertion: Assertion) -> Iterator[Failure]:
    return _outside(board, board.coasts.get(assertion.sea or "", 0), f"on the {assertion.sea} coast", assertion)


def _rail_hex(board: Board, assertion: Assertion) -> Iterator[Failure]:
    return _outside(board, board.rail_hexes, "a rail hex", assertion)


def _junction(board: Board, assertion: Assertion) -> Iterator[Failure]:
    return _outside(board, board.junctions, "a rail junction", assertion)


def _exit(board: Board, assertion: Assertion) -> Iterator[Failure]:
    members = board.edge_rails.get(assertion.edge or "", 0)
    return _outside(board, members, f"a rail exit of the {assertion.edge} edge", assertion)


def _adjacent(board: Board, assertion: Assertion) -> Iterator[Failure]:
    hub, *others = _list(board, assertion)
    for other in others:
        if not board.grid.adjacent(hub, other):
            yield f"{board.grid.name(hub)} and {board.grid.name(other)} should be adjacent", ()


def _west_of(board: Board, assertion: Assertion) -> Iterator[Failure]:
    for a, b in pairwise(_list(board, assertion)):
        if board.grid.row_col(a)[1] >= board.grid.row_col(b)[1]:
            yield f"{board.grid.name(a)} should lie west of {board.grid.name(b)}", ()


def _within(board: Board, assertion: Assertion) -> Iterator[Failure]:
    a, b = _list(board, assertion)
    if board.grid.distance(a, b) > assertion.steps:
        yield f"{assertion.hexes[0]} and {assertion.hexes[1]} should be at most {assertion.steps} hexes apart", ()


def _common_neighbours(board: Board, assertion: Assertion) -> Iterator[Failure]:
    a, b, *common = _list(board, assertion)
    near = board.grid.neighbours
    if near[a] & near[b] != sum(1 << h for h in common):
        names = " and ".join(assertion.hexes[2:])
        yield f"the common neighbours of {assertion.hexes[0]} and {assertion.hexes[1]} should be {names}", ()


def _closed(board: Board, assertion: Assertion) -> Iterator[Failure]:
    a, b = _list(board, assertion)
    if hexside(a, b) not in board.closed_sides:
        yield f"the hexside {'-'.join(assertion.hexes)} should be closed", (board.side_fact(a, b),)


def _closed_beside(board: Board, assertion: Assertion) -> Iterator[Failure]:
    yield from _missing(assertion.names, board.cities, "city")
    for city in _cities(board, assertion):
        for h in _list(board, assertion):
            if hexside(city.hex, h) not in board.closed_sides:
                names = f"{board.grid.name(h)} and {city.name}"
                yield f"the hexside between {names} should be closed", (board.side_fact(city.hex, h), city.fact)


def _hexside(board: Board, assertion: Assertion) -> Iterator[Failure]:
    a, b = _list(board, assertion)
    yield from _missing(assertion.names, board.sides, "hexsides of the kind")
    for kind in assertion.names:
        if kind in board.sides and hexside(a, b) not in board.sides[kind]:
            facts = (board.fact(f"{kind} {assertion.hexes[0]}-{assertion.hexes[1]}"),)
            yield f"the hexside {'-'.join(assertion.hexes)} should be of the kind {kind}", facts


def _walk(board: Board, assertion: Assertion) -> Iterator[Failure]:
    for a, b in pairwise(_list(board, assertion)):
        if not board.walk.joined(a, b):
            names = f"{board.grid.name(a)} to {board.grid.name(b)}"
            yield f"one should be able to walk from {names}", (board.side_fact(a, b), board.terrain_fact(b))


def _strait(board: Board, assertion: Assertion) -> Iterator[Failure]:
    a, b = _list(board, assertion)
    across = board.grid.neighbours[a] & board.grid.neighbours[b]
    for name in assertion.names:
        water = board.waters.get(name)
        if water is None or not water.hexes & across:
            yield f"the hexside {'-'.join(assertion.hexes)} should end at the {name}", ()


def _rail(board: Board, assertion: Assertion) -> Iterator[Failure]:
    for a, b in pairwise(_list(board, assertion)):
        if not board.rails.joined(a, b):
            names = f"{board.grid.name(a)} and {board.grid.name(b)}"
            yield f"rails should join {names}", (board.rail_fact(a, b),)


def _rail_only(board: Board, assertion: Assertion) -> Iterator[Failure]:
    a, b = _list(board, assertion)
    if not board.rails.joined(a, b) or hexside(a, b) not in board.rail_only:
        yield f"{'-'.join(assertion.hexes)} should be for rail movement only", (board.rail_fact(a, b),)


def _rail_between(board: Board, assertion: Assertion) -> Iterator[Failure]:
    yield from _missing(assertion.names, board.cities, "city")
    ends = [city.hex for city in _cities(board, assertion)]
    if len(ends) != 2:
        return
    open_line = board.rail_hexes & ~board.city_hexes
    for h in _list(board, assertion):
        reached = board.rails.flood(1 << h, None, open_line)
        ends_met = board.rails.spread(reached)
        if not all(ends_met >> end & 1 for end in ends):
            cities = " and ".join(assertion.names)
            yield f"{board.grid.name(h)} should lie on rails between {cities} without a city between", ()


def _rail_joined(board: Board, assertion: Assertion) -> Iterator[Failure]:
    yield from _missing(assertion.names, board.cities, "city")
    for a, b in pairwise(_cities(board, assertion)):
        if not board.rails.flood(1 << a.hex) >> b.hex & 1:
            yield f"one should be able to go by rail from {a.name} to {b.name}", (a.fact, b.fact)


def _exits(board: Board, assertion: Assertion) -> Iterator[Failure]:
    found = board.edge_rails.get(assertion.edge or "", 0).bit_count()
    if found < assertion.count:
        yield f"the {assertion.edge} edge should have at least {assertion.count} rail hexes, not {found}", ()


def _exit_in(board: Board, assertion: Assertion) -> Iterator[Failure]:
    country = board.regions.get(assertion.country)
    if country is None or not country.hexes & board.edge_rails.get(assertion.edge or "", 0):
        yield f"rails should leave the map by the {assertion.edge} edge from {assertion.country}", ()


def _rail_to_edge(board: Board, assertion: Assertion) -> Iterator[Failure]:
    yield from _missing(assertion.names, board.cities, "city")
    for city in _cities(board, assertion):
        if not board.rails.flood(1 << city.hex) & board.edge_rails.get(assertion.edge or "", 0):
            yield f"rails should lead from {city.name} off the {assertion.edge} edge", (city.fact,)


def _city(board: Board, assertion: Assertion) -> Iterator[Failure]:
    for name, hex_ in zip(assertion.names, assertion.hexes, strict=True):
        city = board.cities.get(name)
        if city is None or board.grid.name(city.hex) != hex_:
            yield f"{name} should be in {hex_}", (city.fact,) if city else ()


def _cities_exist(board: Board, assertion: Assertion) -> Iterator[Failure]:
    return _missing(assertion.names, board.cities, "city")


def _major(board: Board, assertion: Assertion) -> Iterator[Failure]:
    yield from _missing(assertion.names, board.cities, "city")
    for city in _cities(board, assertion):
        if not city.major:
            yield f"{city.name} should be a major city", (city.fact,)


def _capital(board: Board, assertion: Assertion) -> Iterator[Failure]:
    yield from _missing(assertion.names, board.cities, "city")
    for city in _cities(board, assertion):
        if not city.capital:
            yield f"{city.name} should be a capital", (city.fact,)


def _in_country(board: Board, assertion: Assertion) -> Iterator[Failure]:
    yield from _missing(assertion.names, board.cities, "city")
    for city in _cities(board, assertion):
        if city.country != assertion.country:
            yield f"{city.name} should lie in {assertion.country}", (city.fact, board.country_fact(city.hex))


def _cities_in(board: Board, assertion: Assertion) -> Iterator[Failure]:
    found = sum(city.country == assertion.country for city in board.cities.values())
    if found < assertion.count:
        yield f"{assertion.country} should have at least {assertion.count} cities, not {found}", ()


def _city_beside(board: Board, assertion: Assertion) -> Iterator[Failure]:
    yield from _missing(assertion.names, board.cities, "city")
    for city in _cities(board, assertion):
        for h in _list(board, assertion):
            if not board.grid.adjacent(city.hex, h):
                yield f"{city.name} should lie next to {board.grid.name(h)}", (city.fact,)


def _ports(board: Board, assertion: Assertion) -> Iterator[Failure]:
    yield from _missing(assertion.names, board.cities, "city")
    for city in _cities(board, assertion):
        if city.port != assertion.sea:
            yield f"{city.name} should be a port of the {assertion.sea} sea area", (city.fact,)


def _oil(board: Board, assertion: Assertion) -> Iterator[Failure]:
    yield from _missing(assertion.names, board.oil_wells, "oil wells of")
    for name, hex_ in zip(assertion.names, assertion.hexes, strict=False):
        if name in board.oil_wells and board.grid.name(board.oil_wells[name]) != hex_:
            yield f"the oil wells of {name} should be in {hex_}", (board.fact(f"oil {name}"),)


def _oil_wells(board: Board, assertion: Assertion) -> Iterator[Failure]:
    if len(board.oil_wells) < assertion.count:
        yield f"there should be at least {assertion.count} oil wells, not {len(board.oil_wells)}", ()


def _waters(board: Board, assertion: Assertion) -> Iterator[Failure]:
    yield from _missing(assertion.names, board.waters, "water")
    for name in assertion.names:
        if name in board.waters and board.waters[name].area != assertion.sea:
            yield f"the {name} should belong to the {assertion.sea} sea area", (board.waters[name].fact,)


def _edge(board: Board, assertion: Assertion) -> Iterator[Failure]:
    members = board.edges.get(assertion.edge or "", 0)
    ends = _set(board, assertion)
    row = board.grid.row_col(_list(board, assertion)[0])[0]
    cols = [board.grid.row_col(h)[1] for h in hexes(ends)]
    spoken = {(row, col) for col in range(min(cols), max(cols) + 1)}
    if {board.grid.row_col(h) for h in hexes(members)} != spoken:
        yield f"the {assertion.edge} edge should run from {assertion.hexes[0]} to {assertion.hexes[1]}, all land", ()


def _outside_district(board: Board, assertion: Assertion) -> Iterator[Failure]:
    for h in _list(board, assertion):
        if board.district_of.get(h) in assertion.names:
            where = f"{board.grid.name(h)} should lie outside the district {assertion.names[0]}"
            yield where, (board.district_fact(h),)


def _regions(kind: str) -> Callable[[Board, Assertion], Iterator[Failure]]:
    def check(board: Board, assertion: Assertion) -> Iterator[Failure]:
        known = {name for name, region in board.regions.items() if region.kind == kind and region.hexes}
        return _missing(assertion.names, known, kind)

    return check


def _part_of(board: Board, assertion: Assertion) -> Iterator[Failure]:
    yield from _missing(assertion.names, board.regions, "region")
    for name in assertion.names:
        region = board.regions.get(name)
        country = board.regions.get(assertion.country)
        if region and (country is None or region.hexes & ~country.hexes):
            yield f"{name} should be part of {assertion.country}", (region.fact,)


def _rows(board: Board, assertion: Assertion) -> Iterator[Failure]:
    return _missing(assertion.names, board.rows, "named row")


def _north_of(board: Board, assertion: Assertion) -> Iterator[Failure]:
    yield from _missing(assertion.names, board.cities, "city")
    row = board.rows.get(assertion.row)
    for city in _cities(board, assertion):
        if row is None or not row.north >> city.hex & 1:
            yield f"{city.name} should lie north of row {assertion.row}", (city.fact,)


_KINDS: dict[str, Callable[[Board, Assertion], Iterator[Failure]]] = {
    "adjacent": _adjacent,
    "capital": _capital,
    "cities": _cities_exist,
    "cities-in": _cities_in,
    "city": _city,
    "city-beside": _city_beside,
    "closed": _closed,
    "closed-beside": _closed_beside,
    "coast": _coast,
    "common-neighbours": _common_neighbours,
    "countries": _regions("country"),
    "districts": _regions("district"),
    "edge": _edge,
    "exit": _exit,
    "exit-in": _exit_in,
    "exits": _exits,
    "hexside": _hexside,
    "in-country": _in_country,
    "junction": _junction,
    "land": _land,
    "major": _major,
    "no-river": _no_river,
    "north-of": _north_of,
    "oil": _oil,
    "oil-wells": _oil_wells,
    "outside-district": _outside_district,
    "part-of": _part_of,
    "ports": _ports,
    "rail": _rail,
    "rail-between": _rail_between,
    "rail-hex": _rail_hex,
    "rail-joined": _rail_joined,
    "rail-only": _rail_only,
    "rail-to-edge": _rail_to_edge,
    "rows": _rows,
    "strait": _strait,
    "terrain": _terrain,
    "walk": _walk,
    "water": _water,
    "waters": _waters,
    "west-of": _west_of,
    "within": _within,
}

# How many hexes a kind speaks of, where not any number will do: least and most.
_HEXES: dict[str, tuple[int, int | None]] = {
    "adjacent": (2, None),
    "closed": (2, 2),
    "common-neighbours": (2, None),
    "edge": (2, 2),
    "hexside": (2, 2),
    "rail": (2, None),
    "rail-only": (2, 2),
    "strait": (2, 2),
    "walk": (2, None),
    "west-of": (2, None),
    "within": (2, 2),
}
