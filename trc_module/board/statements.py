"""What a rulebook says about places on the map, and whether the map agrees."""

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


class Statement(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
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


class StatementsFile(msgspec.Struct, forbid_unknown_fields=True):
    """rulebook_statements.toml."""

    statement: list[Statement]


def read_statements(folder: Path) -> tuple[Statement, ...]:
    """Read `<folder>/map/rulebook_statements.toml`; DataError for an unknown kind or the wrong number of hexes."""
    path = folder / "map" / "rulebook_statements.toml"
    statements = decode_toml(path, StatementsFile).statement
    for i, statement in enumerate(statements):
        if statement.kind not in _KINDS:
            raise _error(path, i, "kind", "one of " + ", ".join(sorted(_KINDS)), statement.kind)
        least, most = _HEXES.get(statement.kind, (0, None))
        found = len(statement.hexes)
        if found < least or (most is not None and found > most):
            number = f"{least}" if least == most else f"at least {least}"
            raise _error(path, i, "hexes", f"{number} hexes for '{statement.kind}'", str(found))
        if statement.kind == "city" and len(statement.names) != found:
            raise _error(path, i, "names", f"{found} names, one a hex", str(len(statement.names)))
    return tuple(statements)


def _error(path: Path, index: int, field: str, expected: str, found: str) -> DataError:
    line = toml_line(read_bytes(path), ["statement", index, field])
    return DataError(path, expected, found, line=line, field=field)


def check_statements(board: Board, statements: tuple[Statement, ...]) -> list[Problem]:
    """Hold the board against each statement and return what it contradicts."""
    problems = []
    for statement in statements:
        for failure, facts in _failures(board, statement):
            doubt = statement.doubt or next((fact.doubt for fact in facts if fact.doubt), "")
            message = f"rule {statement.rule}: {failure}"
            problems.append(Problem("rulebook-statements", message, "map/rulebook_statements.toml", doubt))
    return problems


Failure = tuple[str, tuple[Fact, ...]]
"""What is not so, and the facts that it rests on."""


def _failures(board: Board, statement: Statement) -> Iterator[Failure]:
    unknown = [name for name in statement.hexes if board.grid.find(name) is None]
    if unknown:
        yield f"the map has no hex {unknown[0]}", ()
        return
    yield from _KINDS[statement.kind](board, statement)


def _set(board: Board, statement: Statement) -> HexSet:
    return board.grid.set_of(statement.hexes)


def _list(board: Board, statement: Statement) -> list[Hex]:
    return [board.grid.hex(name) for name in statement.hexes]


def _outside(board: Board, members: HexSet, what: str, statement: Statement) -> Iterator[Failure]:
    """Fail for each hex of the statement that is no member."""
    for h in hexes(_set(board, statement) & ~members):
        yield f"{board.grid.name(h)} should be {what}", (board.terrain_fact(h),)


def _cities(board: Board, statement: Statement) -> Iterator[City]:
    return (board.cities[name] for name in statement.names if name in board.cities)


def _missing(names: tuple[str, ...], known: object, what: str) -> Iterator[Failure]:
    assert hasattr(known, "__contains__")
    for name in names:
        if name not in known:
            yield f"the map has no {what} {name}", ()


# One function a kind of statement.


def _land(board: Board, statement: Statement) -> Iterator[Failure]:
    return _outside(board, board.land, "land in play", statement)


def _water(board: Board, statement: Statement) -> Iterator[Failure]:
    return _outside(board, board.water, "water", statement)


def _terrain(board: Board, statement: Statement) -> Iterator[Failure]:
    kinds = [kind for kind in board.legend.terrain.values() if kind.id in statement.names]
    yield from _missing(statement.names, board.legend.terrain, "terrain")
    yield from _outside(board, sum(board.of_terrain[kind] for kind in kinds), " or ".join(statement.names), statement)


def _no_river(board: Board, statement: Statement) -> Iterator[Failure]:
    return _outside(board, ~board.river_hexes, "without a river", statement)


def _coast(board: Board, statement: Statement) -> Iterator[Failure]:
    return _outside(board, board.coasts.get(statement.sea or "", 0), f"on the {statement.sea} coast", statement)


def _rail_hex(board: Board, statement: Statement) -> Iterator[Failure]:
    return _outside(board, board.rail_hexes, "a rail hex", statement)


def _junction(board: Board, statement: Statement) -> Iterator[Failure]:
    return _outside(board, board.junctions, "a rail junction", statement)


def _exit(board: Board, statement: Statement) -> Iterator[Failure]:
    members = board.edge_rails.get(statement.edge or "", 0)
    return _outside(board, members, f"a rail exit of the {statement.edge} edge", statement)


def _adjacent(board: Board, statement: Statement) -> Iterator[Failure]:
    hub, *others = _list(board, statement)
    for other in others:
        if not board.grid.adjacent(hub, other):
            yield f"{board.grid.name(hub)} and {board.grid.name(other)} should be adjacent", ()


def _west_of(board: Board, statement: Statement) -> Iterator[Failure]:
    for a, b in pairwise(_list(board, statement)):
        if board.grid.row_col(a)[1] >= board.grid.row_col(b)[1]:
            yield f"{board.grid.name(a)} should lie west of {board.grid.name(b)}", ()


def _within(board: Board, statement: Statement) -> Iterator[Failure]:
    a, b = _list(board, statement)
    if board.grid.distance(a, b) > statement.steps:
        yield f"{statement.hexes[0]} and {statement.hexes[1]} should be at most {statement.steps} hexes apart", ()


def _common_neighbours(board: Board, statement: Statement) -> Iterator[Failure]:
    a, b, *common = _list(board, statement)
    near = board.grid.neighbours
    if near[a] & near[b] != sum(1 << h for h in common):
        names = " and ".join(statement.hexes[2:])
        yield f"the common neighbours of {statement.hexes[0]} and {statement.hexes[1]} should be {names}", ()


def _closed(board: Board, statement: Statement) -> Iterator[Failure]:
    a, b = _list(board, statement)
    if hexside(a, b) not in board.closed_sides:
        yield f"the hexside {'-'.join(statement.hexes)} should be closed", (board.side_fact(a, b),)


def _closed_beside(board: Board, statement: Statement) -> Iterator[Failure]:
    yield from _missing(statement.names, board.cities, "city")
    for city in _cities(board, statement):
        for h in _list(board, statement):
            if hexside(city.hex, h) not in board.closed_sides:
                names = f"{board.grid.name(h)} and {city.name}"
                yield f"the hexside between {names} should be closed", (board.side_fact(city.hex, h), city.fact)


def _hexside(board: Board, statement: Statement) -> Iterator[Failure]:
    a, b = _list(board, statement)
    yield from _missing(statement.names, board.sides, "hexsides of the kind")
    for kind in statement.names:
        if kind in board.sides and hexside(a, b) not in board.sides[kind]:
            facts = (board.fact(f"{kind} {statement.hexes[0]}-{statement.hexes[1]}"),)
            yield f"the hexside {'-'.join(statement.hexes)} should be of the kind {kind}", facts


def _walk(board: Board, statement: Statement) -> Iterator[Failure]:
    for a, b in pairwise(_list(board, statement)):
        if not board.walk.joined(a, b):
            names = f"{board.grid.name(a)} to {board.grid.name(b)}"
            yield f"one should be able to walk from {names}", (board.side_fact(a, b), board.terrain_fact(b))


def _strait(board: Board, statement: Statement) -> Iterator[Failure]:
    a, b = _list(board, statement)
    across = board.grid.neighbours[a] & board.grid.neighbours[b]
    for name in statement.names:
        water = board.waters.get(name)
        if water is None or not water.hexes & across:
            yield f"the hexside {'-'.join(statement.hexes)} should end at the {name}", ()


def _rail(board: Board, statement: Statement) -> Iterator[Failure]:
    for a, b in pairwise(_list(board, statement)):
        if not board.rails.joined(a, b):
            names = f"{board.grid.name(a)} and {board.grid.name(b)}"
            yield f"rails should join {names}", (board.rail_fact(a, b),)


def _rail_only(board: Board, statement: Statement) -> Iterator[Failure]:
    a, b = _list(board, statement)
    if not board.rails.joined(a, b) or hexside(a, b) not in board.rail_only:
        yield f"{'-'.join(statement.hexes)} should be for rail movement only", (board.rail_fact(a, b),)


def _rail_between(board: Board, statement: Statement) -> Iterator[Failure]:
    yield from _missing(statement.names, board.cities, "city")
    ends = [city.hex for city in _cities(board, statement)]
    if len(ends) != 2:
        return
    open_line = board.rail_hexes & ~board.city_hexes
    for h in _list(board, statement):
        reached = board.rails.flood(1 << h, None, open_line)
        ends_met = board.rails.spread(reached)
        if not all(ends_met >> end & 1 for end in ends):
            cities = " and ".join(statement.names)
            yield f"{board.grid.name(h)} should lie on rails between {cities} without a city between", ()


def _rail_joined(board: Board, statement: Statement) -> Iterator[Failure]:
    yield from _missing(statement.names, board.cities, "city")
    for a, b in pairwise(_cities(board, statement)):
        if not board.rails.flood(1 << a.hex) >> b.hex & 1:
            yield f"one should be able to go by rail from {a.name} to {b.name}", (a.fact, b.fact)


def _exits(board: Board, statement: Statement) -> Iterator[Failure]:
    found = board.edge_rails.get(statement.edge or "", 0).bit_count()
    if found < statement.count:
        yield f"the {statement.edge} edge should have at least {statement.count} rail hexes, not {found}", ()


def _exit_in(board: Board, statement: Statement) -> Iterator[Failure]:
    country = board.regions.get(statement.country)
    if country is None or not country.hexes & board.edge_rails.get(statement.edge or "", 0):
        yield f"rails should leave the map by the {statement.edge} edge from {statement.country}", ()


def _rail_to_edge(board: Board, statement: Statement) -> Iterator[Failure]:
    yield from _missing(statement.names, board.cities, "city")
    for city in _cities(board, statement):
        if not board.rails.flood(1 << city.hex) & board.edge_rails.get(statement.edge or "", 0):
            yield f"rails should lead from {city.name} off the {statement.edge} edge", (city.fact,)


def _city(board: Board, statement: Statement) -> Iterator[Failure]:
    for name, hex_ in zip(statement.names, statement.hexes, strict=True):
        city = board.cities.get(name)
        if city is None or board.grid.name(city.hex) != hex_:
            yield f"{name} should be in {hex_}", (city.fact,) if city else ()


def _cities_exist(board: Board, statement: Statement) -> Iterator[Failure]:
    return _missing(statement.names, board.cities, "city")


def _major(board: Board, statement: Statement) -> Iterator[Failure]:
    yield from _missing(statement.names, board.cities, "city")
    for city in _cities(board, statement):
        if not city.major:
            yield f"{city.name} should be a major city", (city.fact,)


def _capital(board: Board, statement: Statement) -> Iterator[Failure]:
    yield from _missing(statement.names, board.cities, "city")
    for city in _cities(board, statement):
        if not city.capital:
            yield f"{city.name} should be a capital", (city.fact,)


def _in_country(board: Board, statement: Statement) -> Iterator[Failure]:
    yield from _missing(statement.names, board.cities, "city")
    for city in _cities(board, statement):
        if city.country != statement.country:
            yield f"{city.name} should lie in {statement.country}", (city.fact, board.country_fact(city.hex))


def _cities_in(board: Board, statement: Statement) -> Iterator[Failure]:
    found = sum(city.country == statement.country for city in board.cities.values())
    if found < statement.count:
        yield f"{statement.country} should have at least {statement.count} cities, not {found}", ()


def _city_beside(board: Board, statement: Statement) -> Iterator[Failure]:
    yield from _missing(statement.names, board.cities, "city")
    for city in _cities(board, statement):
        for h in _list(board, statement):
            if not board.grid.adjacent(city.hex, h):
                yield f"{city.name} should lie next to {board.grid.name(h)}", (city.fact,)


def _ports(board: Board, statement: Statement) -> Iterator[Failure]:
    yield from _missing(statement.names, board.cities, "city")
    for city in _cities(board, statement):
        if city.port != statement.sea:
            yield f"{city.name} should be a port of the {statement.sea} sea area", (city.fact,)


def _oil(board: Board, statement: Statement) -> Iterator[Failure]:
    yield from _missing(statement.names, board.oil_wells, "oil wells of")
    for name, hex_ in zip(statement.names, statement.hexes, strict=False):
        if name in board.oil_wells and board.grid.name(board.oil_wells[name]) != hex_:
            yield f"the oil wells of {name} should be in {hex_}", (board.fact(f"oil {name}"),)


def _oil_wells(board: Board, statement: Statement) -> Iterator[Failure]:
    if len(board.oil_wells) < statement.count:
        yield f"there should be at least {statement.count} oil wells, not {len(board.oil_wells)}", ()


def _waters(board: Board, statement: Statement) -> Iterator[Failure]:
    yield from _missing(statement.names, board.waters, "water")
    for name in statement.names:
        if name in board.waters and board.waters[name].area != statement.sea:
            yield f"the {name} should belong to the {statement.sea} sea area", (board.waters[name].fact,)


def _edge(board: Board, statement: Statement) -> Iterator[Failure]:
    members = board.edges.get(statement.edge or "", 0)
    ends = _set(board, statement)
    row = board.grid.row_col(_list(board, statement)[0])[0]
    cols = [board.grid.row_col(h)[1] for h in hexes(ends)]
    spoken = {(row, col) for col in range(min(cols), max(cols) + 1)}
    if {board.grid.row_col(h) for h in hexes(members)} != spoken:
        yield f"the {statement.edge} edge should run from {statement.hexes[0]} to {statement.hexes[1]}, all land", ()


def _outside_district(board: Board, statement: Statement) -> Iterator[Failure]:
    for h in _list(board, statement):
        if board.district_of.get(h) in statement.names:
            where = f"{board.grid.name(h)} should lie outside the district {statement.names[0]}"
            yield where, (board.district_fact(h),)


def _regions(kind: str) -> Callable[[Board, Statement], Iterator[Failure]]:
    def check(board: Board, statement: Statement) -> Iterator[Failure]:
        known = {name for name, region in board.regions.items() if region.kind == kind and region.hexes}
        return _missing(statement.names, known, kind)

    return check


def _part_of(board: Board, statement: Statement) -> Iterator[Failure]:
    yield from _missing(statement.names, board.regions, "region")
    for name in statement.names:
        region = board.regions.get(name)
        country = board.regions.get(statement.country)
        if region and (country is None or region.hexes & ~country.hexes):
            yield f"{name} should be part of {statement.country}", (region.fact,)


def _rows(board: Board, statement: Statement) -> Iterator[Failure]:
    return _missing(statement.names, board.rows, "named row")


def _north_of(board: Board, statement: Statement) -> Iterator[Failure]:
    yield from _missing(statement.names, board.cities, "city")
    row = board.rows.get(statement.row)
    for city in _cities(board, statement):
        if row is None or not row.north >> city.hex & 1:
            yield f"{city.name} should lie north of row {statement.row}", (city.fact,)


_KINDS: dict[str, Callable[[Board, Statement], Iterator[Failure]]] = {
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
