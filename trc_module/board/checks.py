"""Checks that any sound map passes; each is a function and names itself in its problems."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

from trc_module.board import text_map
from trc_module.board.assertions import check_statements, read_assertions
from trc_module.board.board import Board, Side
from trc_module.board.checklist import sheets
from trc_module.board.geometry import check_geometry
from trc_module.board.layers import lines_of_features
from trc_module.board.loader import load_board
from trc_module.board.model import Region
from trc_module.board.tables import read_tables
from trc_module.facts import Fact, Inspection, Problem
from trc_module.hexgrid import Hex, HexSet, count, hexes


def inspect(folder: Path, overlay: Path | None = None) -> Inspection:
    """Load the map of a game, list its facts, check it, and lay it out in sheets to compare."""
    board = load_board(folder, overlay)
    # The switches may not have been read yet: read them all, so that a wrong hex in one is reported here.
    load_board(folder, overlay, read_tables(folder, overlay).switches.keys())
    return Inspection(tuple(board.facts()), tuple(problems_of(board, folder, overlay)), lambda: sheets(board))


def problems_of(board: Board, folder: Path, overlay: Path | None = None) -> Iterator[Problem]:
    """Yield what is wrong with a map, each problem with the line of the feature that it names first."""
    problems = [
        *check(board),
        *(check_statements(board, read_assertions(folder)) if "rulebook_statements" in board.legend.layers else ()),
        *check_geometry(board, folder, overlay),
    ]
    yield from _located(problems, folder, overlay)


def _located(problems: Iterable[Problem], folder: Path, overlay: Path | None) -> Iterator[Problem]:
    """Yield problems of layers with the line of the first feature that each names: the owner's, if he has one there."""

    @cache
    def lines(path: Path) -> dict[str, tuple[int, str]]:
        return lines_of_features(path) if path.is_file() else {}

    text = text_map.path_of(folder)
    for problem in problems:
        if not problem.file.endswith(".geojson"):
            yield problem
            continue
        if text is not None and not (folder / problem.file).is_file():
            yield replace(problem, file=f"map/{text.name}", line=_line_in_text(text, problem))
            continue
        ours = lines(folder / problem.file)
        theirs = {} if overlay is None else lines(overlay / problem.file)
        words = re.findall(r"[\w-]+", problem.message)
        # A hexside or rail link may be named from its other end.
        words += ["-".join(reversed(word.split("-"))) for word in words if "-" in word]
        name = next((word for word in words if word in theirs or word in ours), "")
        if name in theirs and theirs[name][1] != ours.get(name, (0, ""))[1]:
            yield replace(problem, file=str((overlay or folder) / problem.file), line=theirs[name][0])
        else:
            yield replace(problem, line=ours.get(name, (None, ""))[0])


def _line_in_text(text: Path, problem: Problem) -> int | None:
    """Return the line of a map as text that holds the first feature that a problem names."""
    words = re.findall(r"[\w-]+", problem.message)
    words += ["-".join(reversed(word.split("-"))) for word in words if "-" in word]
    layer = Path(problem.file).stem
    lines = {piece.id.rpartition(":")[2]: piece.line for piece in text_map.pieces(text, layer)}
    return next((lines[word] for word in words if word in lines), None)


def check(board: Board) -> list[Problem]:
    """Return everything that the map contradicts in itself."""
    return [problem for function in CHECKS for problem in function(board)]


def _problem(check: str, file: str, message: str, *facts: Fact) -> Problem:
    doubt = next((fact.doubt for fact in facts if fact.doubt), "")
    return Problem(check, message, f"map/{file}", doubt)


def _names(board: Board, side: Side) -> str:
    return f"{board.grid.name(side[0])}-{board.grid.name(side[1])}"


def check_rail_steps(board: Board) -> Iterator[Problem]:
    """Every rail link joins two neighbours (but for a rail-only segment), both of them land in play."""
    for a, linked in board.rail_links.items():
        for b in hexes(linked):
            if a > b:
                continue
            side = (a, b)
            fact = board.rail_fact(a, b)
            if not board.grid.adjacent(a, b) and side not in board.rail_only:
                message = f"rails step from {_names(board, side)}, no neighbours"
                yield _problem("rail-steps", "rails.geojson", message, fact)
            for h in side:
                if not board.land >> h & 1:
                    message = f"rails {_names(board, side)} run through {board.grid.name(h)}, no land in play"
                    yield _problem("rail-steps", "rails.geojson", message, fact, board.terrain_fact(h))


def check_rail_exits(board: Board) -> Iterator[Problem]:
    """Rails leave the map only from rail hexes on that edge of the grid."""
    rows, cols = board.grid.rows, board.grid.cols
    on_edge: dict[str, Callable[[int, int], bool]] = {
        "north": lambda row, col: row == 0,
        "south": lambda row, col: row == rows - 1,
        "west": lambda row, col: col == 0,
        "east": lambda row, col: col == cols - 1,
    }
    for edge, members in board.edge_rails.items():
        for h in hexes(members):
            name = board.grid.name(h)
            fact = board.fact(f"exit {name}")
            if not board.rail_hexes >> h & 1:
                message = f"rails leave the map from {name}, which has no rails"
                yield _problem("rail-exits", "rails.geojson", message, fact)
            if edge in on_edge and not on_edge[edge](*board.grid.row_col(h)):
                message = f"rails leave the map by the {edge} edge from {name}, which does not lie on it"
                yield _problem("rail-exits", "rails.geojson", message, fact)


def check_river_chains(board: Board) -> Iterator[Problem]:
    """Every river runs from neighbour to neighbour and never twice through a hex."""
    for river in board.rivers:
        for a, b in pairwise(river.hexes):
            if not board.grid.adjacent(a, b):
                message = f"the {river.name} steps from {_names(board, (a, b))}, which are not neighbours"
                yield _problem("river-chains", "rivers.geojson", message, river.fact)
        if len(set(river.hexes)) != len(river.hexes):
            message = f"the {river.name} runs twice through a hex"
            yield _problem("river-chains", "rivers.geojson", message, river.fact)
        if not any(board.land >> h & 1 for h in river.hexes):
            message = f"the {river.name} ('{river.id}') runs through no land"
            yield _problem("river-chains", "rivers.geojson", message, river.fact)


def check_regions_cover(board: Board) -> Iterator[Problem]:
    """Every land hex lies in exactly one country or off play, no water in any; districts do not overlap."""
    dry = board.grid.all & ~board.water
    for kinds in (("country", "off-play"), ("district",), ("province",)):
        seen: HexSet = 0
        for region in board.regions.values():
            if region.kind not in kinds:
                continue
            for h in hexes(region.hexes & seen):
                yield _problem("regions", "hexes.geojson", f"{board.grid.name(h)} lies in two regions of one kind")
            for h in hexes(region.hexes & ~dry):
                message = f"{board.grid.name(h)} is water, but in {region.name}"
                yield _problem("regions", "hexes.geojson", message, board.terrain_fact(h))
            seen |= region.hexes
        if "country" in kinds and seen:
            for h in hexes(dry & ~seen):
                message = f"{board.grid.name(h)} is land, but in no country"
                yield _problem("regions", "hexes.geojson", message, board.terrain_fact(h))


def check_regions_closed(board: Board) -> Iterator[Problem]:
    """Every region is one piece (a country, leaving out its provinces), and parts lie inside their whole."""
    for region in board.regions.values():
        body = region.hexes & ~_provinces(board, region)
        if not body:
            yield _problem("regions", "regions.geojson", f"{region.title} has no hexes", region.fact)
            continue
        piece = board.grid.flood(1 << next(hexes(body)), None, body)
        if piece != body and region.kind != "off-play":
            lone = board.grid.names(body & ~piece)
            message = f"{region.title} is torn: {', '.join(lone[:5])} lie apart"
            facts = (board.fact_by_subject.get(f"{region.kind} {name}", region.fact) for name in lone)
            yield _problem("regions", "hexes.geojson", message, *facts)
        whole = board.regions.get(region.part_of)
        if whole is not None and region.hexes & ~whole.hexes:
            lone = board.grid.names(region.hexes & ~whole.hexes)
            message = f"{region.title} is part of {whole.name}, but {', '.join(lone[:5])} are not"
            yield _problem("regions", "hexes.geojson", message)


def _provinces(board: Board, region: Region) -> HexSet:
    return sum(r.hexes for r in board.regions.values() if r.kind == "province" and r.part_of == region.name)


def check_borders(board: Board) -> Iterator[Problem]:
    """The printed border hexsides are the edges of the regions, except where water lies between."""
    divided = {side.of for side in board.legend.hexsides.values() if side.is_ == "border"}
    for kind, region_of in (("country", _country_map(board)), ("district", board.district_of)):
        if kind not in divided:
            continue
        printed = board.borders[kind]
        for side in sorted(printed):
            a, b = side
            if not board.grid.adjacent(a, b):
                message = f"a {kind} border is drawn between {_names(board, side)}, no neighbours"
                yield _problem("borders", "hexsides.geojson", message)
            elif region_of.get(a) == region_of.get(b) and not any(board.terrain[h].is_water for h in side):
                message = f"a {kind} border is drawn on {_names(board, side)}, but both hexes lie in one {kind} or none"
                fact = board.fact(f"{kind}-border {_names(board, side)}")
                yield _problem("borders", "hexsides.geojson", message, fact)
        for side in sorted(_edges(board, region_of) - printed - board.closed_sides):
            a, b = side
            if kind == "district" and (side in board.borders["country"] or not _both(board.country_of, side)):
                continue
            parts = " from ".join(region_of.get(h, f"no {kind}") for h in side)
            message = f"{_names(board, side)} divides {parts}, but no {kind} border is drawn there"
            facts = (board.fact(f"{word} {board.grid.name(h)}") for word in ("country", kind) for h in side)
            yield _problem("borders", "hexsides.geojson", message, *facts)


def _country_map(board: Board) -> dict[Hex, str]:
    """Return what a country border divides: countries, and the land off play, which is none of them."""
    return {**board.country_of, **dict.fromkeys(hexes(board.off_play), "off play")}


def _both(region_of: dict[Hex, str], side: Side) -> bool:
    return side[0] in region_of and side[1] in region_of


def _edges(board: Board, region_of: dict[Hex, str]) -> set[Side]:
    land = board.land | board.off_play
    return {
        (a, b)
        for a in hexes(land)
        for b in hexes(board.grid.neighbours[a] & land)
        if a < b and region_of.get(a) != region_of.get(b) and (a in region_of or b in region_of)
    }


def check_cities(board: Board) -> Iterator[Problem]:
    """Cities and oil wells stand on land in play, no two cities in one hex; a port lies on the coast of its sea."""
    sites = [(kind, name, h) for kind, places in board.sites.items() for name, h in places.items()]
    for kind, name, h in [*(("city", city.name, city.hex) for city in board.cities.values()), *sites]:
        if not board.land >> h & 1:
            fact = board.fact(f"{kind} {name}")
            message = f"{name} stands in {board.grid.name(h)}, no land in play"
            yield _problem("cities", "places.geojson", message, fact, board.terrain_fact(h))
    for city in board.cities.values():
        other = board.city_at[city.hex]
        if other is not city:
            message = f"{city.name} and {other.name} stand in one hex"
            yield _problem("cities", "places.geojson", message, city.fact, other.fact)
        if city.port and not board.coasts.get(city.port, 0) >> city.hex & 1:
            where = board.grid.name(city.hex)
            message = f"{city.name} is a port of the {city.port} sea area, but {where} is not on its coast"
            yield _problem("ports", "places.geojson", message, city.fact)


def check_hexsides(board: Board) -> Iterator[Problem]:
    """Hexsides lie between neighbours, closed ones and straits between two land hexes; no strait is closed."""
    for kind in board.legend.hexsides_that_are("river") + board.legend.hexsides_that_are("other"):
        for side in sorted(board.sides[kind]):
            if not board.grid.adjacent(*side):
                message = f"the hexside {_names(board, side)} lies between no neighbours"
                yield _problem("hexsides", "hexsides.geojson", message, board.fact(f"{kind} {_names(board, side)}"))
    for side in sorted(board.closed_sides | board.straits):
        fact = board.side_fact(*side)
        if not board.grid.adjacent(*side):
            message = f"the hexside {_names(board, side)} lies between no neighbours"
            yield _problem("hexsides", "hexsides.geojson", message, fact)
        for h in side:
            if not board.land >> h & 1:
                message = f"{_names(board, side)} is closed by name, but {board.grid.name(h)} is not land in play"
                yield _problem("hexsides", "hexsides.geojson", message, fact, board.terrain_fact(h))
    for side in sorted(board.straits & board.closed_sides):
        message = f"{_names(board, side)} is a strait and also a closed hexside"
        yield _problem("hexsides", "hexsides.geojson", message, board.side_fact(*side))


def check_waters(board: Board) -> Iterator[Problem]:
    """Every sea hex belongs to a sea area, and every lake has a name."""
    named: HexSet = sum(water.hexes for water in board.waters.values())
    for terrain in (kind for kind in board.legend.terrain.values() if kind.is_water):
        for h in hexes(board.of_terrain[terrain] & ~named):
            message = f"{board.grid.name(h)} belongs to no named {terrain.water}"
            yield _problem("waters", "places.geojson", message, board.terrain_fact(h))


def check_start(board: Board) -> Iterator[Problem]:
    """Every country lies on one side of the start line, and each side starts with cities."""
    for region in board.regions.values() if board.start_side else ():
        if region.kind == "country" and region.start is None:
            yield _problem("start-line", "regions.geojson", f"{region.title} lies on no side of the start line")
    for side, members in board.start_side.items():
        if not members & board.city_hexes:
            yield _problem("start-line", "regions.geojson", f"the {side} side starts without a city")


def check_edges(board: Board) -> Iterator[Problem]:
    """Each edge of the legend has land to enter by."""
    for edge in board.legend.edges:
        if not board.edges.get(edge):
            yield _problem("edges", "grid.toml", f"the {edge} edge has no land to enter by")


def check_reach(board: Board) -> Iterator[Problem]:
    """One can walk from any land hex in play to any other."""
    largest: HexSet = 0
    pieces = []
    left = board.land
    while left:
        piece = board.walk.flood(left & -left)
        left &= ~piece
        pieces.append(piece)
        largest = max(largest, piece, key=count)
    for piece in pieces:
        if piece != largest:
            names = ", ".join(board.grid.names(piece)[:5])
            facts = (board.terrain_fact(h) for h in hexes(piece))
            yield _problem("reach", "hexes.geojson", f"no unit can walk to {names}", *facts)


CHECKS: tuple[Callable[[Board], Iterable[Problem]], ...] = (
    check_rail_steps,
    check_rail_exits,
    check_river_chains,
    check_regions_cover,
    check_regions_closed,
    check_borders,
    check_cities,
    check_hexsides,
    check_waters,
    check_start,
    check_edges,
    check_reach,
)
"""Every check of a board by itself, in the order in which lint prints them."""
