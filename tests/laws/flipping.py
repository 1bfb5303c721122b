"""Flip doubtful data, and see whether every verdict that changes was told as a doubt.

A datum that is assumed, or that has a doubt noted, may be otherwise. So a verdict that changes when it is otherwise may
be no more than a doubt. Each such datum is changed in memory into another value that it may plausibly have, its source
and doubt kept, and the same acts are judged with the game as it is and with the changed one. What is a violation there
and nobody is accused of here, or the other way round, has lost its doubt on the way.

A datum that is gone leaves its doubt: the changed map is one from which an owner has removed it with a doubt. Where a
game doubts that something is not there (a river of Moscow 1941), it is put there. All are compared in both directions.
What a doubtful datum allows is not doubted: a doubt says that a rule seems broken, and as the datum stands none is.

The acts are those of the examples of the rulebook files, and of the crimes in drawn positions: as they stand, moved on
the map so that one of their hexes is that of the datum, and with its counter in the place of one of theirs.

`python -m tests.laws.flipping --game trc [--kind country] [--each 200] [--seed 1]` tries many and prints what it found;
with `--played 3` games of three turns are played by the changed data and judged by ours, and the other way round.
"""

from __future__ import annotations

import random
import re
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any

from tests.crimes.staged import drawn, stages
from trc_module.board import Board, RailNet
from trc_module.board.board import hexside
from trc_module.errors import UserError
from trc_module.facts import Fact, Source
from trc_module.games import find_game
from trc_module.hexgrid import Hex, HexGrid, Orientation, hexes
from trc_module.roster import Unit
from trc_module.rules.engine import Referee
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import Game
from trc_module.rules.record import Record, action_text, read_record
from trc_module.rules.record.values import Expect
from trc_module.rules.selfplay import self_play

GAMES = ("trc", "nr", "m41", "trp")


@dataclass(frozen=True)
class Flip:
    """One doubtful datum, changed."""

    kind: str
    """The kind of datum: terrain, country, rail, city, combat ..."""
    words: str
    """The datum, and what it becomes."""
    change: Callable[[Any], Any]
    """Makes the changed game out of a game."""
    hexes: tuple[str, ...] = ()
    """The hexes that it is about."""
    unit: str = ""
    """The counter that it is about."""


def remade(game: Any, *, board: Board | None = None, charts: Any = None) -> Any:
    """Return a game with another map or other charts, and all else as it is."""
    if game.name == "trc":
        return type(game)(
            board or game.board, game.roster, charts or game.charts, game._options, game.left_out, game.overlay
        )
    return type(game)(game.folder, board or game.board, game.roster, charts or game.charts, game.options)


# ---------------------------------------------------------------------- the data


def weak(fact: Fact) -> bool:
    """Tell whether a fact carries no violation though it says something."""
    return bool(fact.trust) and not fact.trust.carries_violation


def flips(game: Any) -> Iterator[Flip]:
    """Yield every doubtful datum of a game, changed."""
    for find in (_terrain, _regions, _sides, _absent_sides, _rails, _cities, _rivers, _coasts, _units, _charts):
        yield from find(game)


def _on_board(kind: str, words: str, change: Callable[[Board], Board], *names: str) -> Flip:
    gone = words.endswith(", or not")

    def made(game: Any) -> Any:
        board = change(game.board)
        return remade(game, board=doubtfully_without(game.board, board) if gone else board)

    return Flip(kind, words, made, names)


def doubtfully_without(there: Board, board: Board) -> Board:
    """Return a map from which something is removed, with the doubt of what was there: as an owner may have it."""
    return replace(
        board, perhaps=there.perhaps or there, perhaps_doubts=(Fact("removed", Source.parse("owner"), "a doubt"),)
    )


def _terrain(game: Any) -> Iterator[Flip]:
    board = game.board
    dry = [kind for kind in board.of_terrain if not kind.is_water and board.of_terrain[kind]]
    for at in hexes(board.grid.all):
        fact = board.terrain_fact(at)
        if not weak(fact):
            continue
        now, name = board.terrain[at], board.grid.name(at)
        others = [kind for kind in dry if kind is not now][:2]
        if not now.is_water and board.grid.neighbours[at] & board.water:
            others += [kind for kind in board.of_terrain if kind.water == "sea"][:1]
        for other in others:
            yield _on_board("terrain", f"{fact.statement}, or {other.id}", _with_terrain(at, other), name)


def _with_terrain(at: Hex, other: Any) -> Callable[[Board], Board]:
    def change(board: Board) -> Board:
        waters = {
            name: replace(water, hexes=water.hexes & ~(1 << at)) if not other.is_water else water
            for name, water in board.waters.items()
        }
        if other.is_water:
            near = next(
                (n for n, w in waters.items() if w.area != "lake" and w.hexes & board.grid.neighbours[at]), None
            )
            if near is not None:
                waters[near] = replace(waters[near], hexes=waters[near].hexes | 1 << at)
        return replace(board, terrain={**board.terrain, at: other}, waters=waters)

    return change


def _regions(game: Any) -> Iterator[Flip]:
    board = game.board
    for kind in ("country", "district", "province"):
        if kind not in board.legend.regions:
            continue
        of = {h: r.name for r in board.regions.values() if r.kind == kind for h in hexes(r.hexes)}
        for at in hexes(board.land):
            name = board.grid.name(at)
            fact = board.fact(f"{kind} {name}")
            if not weak(fact):
                continue
            near = {of.get(h, "") for h in hexes(board.grid.disc(at, 4) & board.land)} - {of.get(at, "")}
            # That it lies in no country at all is a guess only where no other is near.
            for other in sorted(near - {""} or near)[:2]:
                words = f"{fact.statement}, or {other or 'none'}"
                yield _on_board(kind, words, _with_region(at, kind, other), name)


def _with_region(at: Hex, kind: str, other: str) -> Callable[[Board], Board]:
    def change(board: Board) -> Board:
        found = {}
        for name, region in board.regions.items():
            if region.kind == kind:
                inside = region.hexes | 1 << at if region.name == other else region.hexes & ~(1 << at)
                region = replace(region, hexes=inside)
            found[name] = region
        cities = {
            name: replace(city, country=other or None) if kind == "country" and city.hex == at else city
            for name, city in board.cities.items()
        }
        return replace(board, regions=found, cities=cities)

    return change


def _sides(game: Any) -> Iterator[Flip]:
    board = game.board
    for kind, sides in board.sides.items():
        for side in sorted(sides):
            names = board.grid.names(1 << side[0] | 1 << side[1])
            fact = board.fact(f"{kind} {board.grid.name(side[0])}-{board.grid.name(side[1])}")
            if weak(fact):
                yield _on_board(kind, f"{fact.statement}, or not", _without_side(kind, side), *names)


def _absent_sides(game: Any) -> Iterator[Flip]:
    """Yield the hexsides that are said to have no river, line or road where that is a guess, with one."""
    board, told = game.board, getattr(game, "side_fact", None)
    if told is None:
        return
    for kind, sides in board.sides.items():
        for a in hexes(board.land):
            for b in hexes(board.grid.neighbours[a] & board.land):
                if a < b and hexside(a, b) not in sides and weak(told(kind, a, b)):
                    words = f"{kind} {board.grid.name(a)}-{board.grid.name(b)}: none, or one"
                    change = _with_side(kind, hexside(a, b))
                    yield _on_board(f"no {kind}", words, change, *board.grid.names(1 << a | 1 << b))


def _with_side(kind: str, side: tuple[Hex, Hex]) -> Callable[[Board], Board]:
    return lambda board: replace(board, sides={**board.sides, kind: board.sides[kind] | {side}})


def _without_side(kind: str, side: tuple[Hex, Hex]) -> Callable[[Board], Board]:
    def change(board: Board) -> Board:
        return replace(
            board,
            sides={**board.sides, kind: board.sides[kind] - {side}},
            river_sides={name: sides - {side} for name, sides in board.river_sides.items()},
        )

    return change


def _rails(game: Any) -> Iterator[Flip]:
    board = game.board
    for a in hexes(board.rail_hexes):
        for b in hexes(board.rail_links[a]):
            fact = board.rail_fact(a, b)
            if a < b and weak(fact):
                yield _on_board("rail", f"{fact.statement}, or not", _without_rail(a, b), *map(board.grid.name, (a, b)))
    for edge, ends in board.edge_rails.items():
        for at in hexes(ends):
            fact = board.fact(f"exit {board.grid.name(at)}")
            if weak(fact):
                yield _on_board("rail", f"{fact.statement}, or not", _without_exit(edge, at), board.grid.name(at))


def _without_rail(a: Hex, b: Hex) -> Callable[[Board], Board]:
    def change(board: Board) -> Board:
        links = [(x, y) for x in hexes(board.rail_hexes) for y in hexes(board.rail_links[x]) if x < y]
        return replace(board, rails=RailNet(board.grid, [link for link in links if link != hexside(a, b)]))

    return change


def _without_exit(edge: str, at: Hex) -> Callable[[Board], Board]:
    return lambda board: replace(board, edge_rails={**board.edge_rails, edge: board.edge_rails[edge] & ~(1 << at)})


def _cities(game: Any) -> Iterator[Flip]:
    board = game.board
    taken = board.city_hexes
    for name, city in board.cities.items():
        here = board.grid.name(city.hex)
        if weak(city.fact):
            for at in list(hexes(city.elsewhere or board.grid.neighbours[city.hex] & board.land & ~taken))[:3]:
                other = replace(city, hex=at, elsewhere=1 << city.hex if city.elsewhere else 0)
                there = board.grid.name(at)
                yield _on_board("city", f"{city.fact.statement}, or {there}", _with_city(other), here, there)
        for kind, changed in (
            ("capital", replace(city, capital=not city.capital)),
            ("port", replace(city, port=None)),
        ):
            fact = board.fact_by_subject.get(f"{kind} {name}")
            if fact is not None and weak(fact):
                yield _on_board(kind, f"{fact.statement}, or not", _with_city(changed), here)


def _with_city(city: Any) -> Callable[[Board], Board]:
    return lambda board: replace(board, cities={**board.cities, city.name: city})


def _rivers(game: Any) -> Iterator[Flip]:
    board = game.board
    for river in board.rivers:
        if weak(river.fact):
            other = replace(river, name=f"another {river.name}")
            names = tuple(map(board.grid.name, river.hexes))
            yield _on_board("river", f"{river.fact.statement}, or another river", _with_river(other), *names)


def _with_river(other: Any) -> Callable[[Board], Board]:
    return lambda board: replace(
        board, rivers=tuple(other if river.id == other.id else river for river in board.rivers)
    )


def _coasts(game: Any) -> Iterator[Flip]:
    board = game.board
    for area, members in (board.stated_coasts or {}).items():
        for at in hexes(members):
            fact = board.coast_fact(at)
            if weak(fact):
                yield _on_board("coast", f"{fact.statement}, or not", _without_coast(area, at), board.grid.name(at))


def _without_coast(area: str, at: Hex) -> Callable[[Board], Board]:
    def change(board: Board) -> Board:
        assert board.stated_coasts is not None
        return replace(board, stated_coasts={**board.stated_coasts, area: board.stated_coasts[area] & ~(1 << at)})

    return change


_WORDS = ("type", "size", "stacks", "setup", "area")


def _units(game: Any) -> Iterator[Flip]:
    known = {field.name for field in fields(Unit)}
    for unit in game.units.values():
        for name in game.roster.fields:
            fact = unit.fact(name)
            if not weak(fact):
                continue
            now = unit.own[name] if name in unit.own else getattr(unit, name)
            for other in _others(game, unit, name, now):
                words = f"{fact.statement}, or {other}"
                changed = {name: other} if name in known else {"own": {**unit.own, name: other}}
                yield Flip(name, words, _with_unit(unit.id, changed), unit=unit.id)
        for index, face in enumerate(unit.faces):
            for name in ("combat", "move", "steps", *face.own):
                now = face.own[name] if name in face.own else getattr(face, name)
                if not isinstance(now, int) or not weak(face.fact(unit.id, name)):
                    continue
                words = f"{face.fact(unit.id, name).statement}, or {now + 1}"
                made = replace(
                    face, **({name: now + 1} if name not in face.own else {"own": {**face.own, name: now + 1}})
                )
                faces = (*unit.faces[:index], made, *unit.faces[index + 1 :])
                yield Flip(name, words, _with_unit(unit.id, {"faces": faces}), unit=unit.id)


def _others(game: Any, unit: Unit, name: str, now: object) -> Iterator[object]:
    if isinstance(now, bool):
        yield not now
    elif isinstance(now, int):
        yield now + 2
        if now > 2:
            yield now - 2
    elif isinstance(now, str) and name in _WORDS and now:
        others = sorted({getattr(o, name) for o in game.units.values() if o.side == unit.side} - {now, ""})
        # No misread symbol makes a fort, an aircraft or a battlegroup of a unit, nor the other way round.
        far = {"air", "worker", "leader", "hq", "partisan", "fort", "front", "shock"}
        yield from [o for o in others if name != "type" or not ({now, o} & far or "battlegroup" in now + o)][:2]


def _with_unit(unit: str, changed: dict[str, Any]) -> Callable[[Any], Any]:
    def change(game: Any) -> Any:
        roster = game.roster
        return game.with_roster(replace(roster, units={**roster.units, unit: replace(roster.units[unit], **changed)}))

    return change


def _charts(game: Any) -> Iterator[Flip]:
    for name, tree in game.charts.trees.items():
        for path, node in _nodes(tree):
            doubted = Source.parse(node["source"])
            fact = Fact("", doubted, node.get("doubt", ""))
            if not weak(fact):
                continue
            for key, other in _other_cells(node):
                words = f"chart {name}, {' '.join(map(str, path))}: {key} {node[key]}, or {other}"
                change = _with_cell(name, path, key, other)
                try:
                    change(game)
                except (UserError, KeyError, ValueError):
                    continue
                yield Flip(f"chart {name}", words, change)


def _nodes(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    if isinstance(tree, dict):
        if isinstance(tree.get("source"), str):
            yield path, tree
        for key, inner in tree.items():
            yield from _nodes(inner, (*path, key))
    elif isinstance(tree, list):
        for index, inner in enumerate(tree):
            yield from _nodes(inner, (*path, index))


_FORMULAS = ("printed", "half", "less")


def _other_cells(node: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, now in node.items():
        # The greatest value that any reading allows has a source of its own.
        if key in ("most", "source", "bound", "doubt"):
            continue
        if isinstance(now, bool):
            yield key, not now
        elif isinstance(now, int):
            yield key, now + 1
            if now > 0:
                yield key, now - 1
        elif now in _FORMULAS:
            yield from ((key, other) for other in (*_FORMULAS, 1) if other not in (now, node.get("most")))
            if node.get("most"):
                yield key, node["most"]


def _with_cell(name: str, path: Sequence[Any], key: str, other: object) -> Callable[[Any], Any]:
    def change(game: Any) -> Any:
        charts = game.charts
        tree = deepcopy(dict(charts.trees[name]))
        node: Any = tree
        for step in path:
            node = node[step]
        node[key] = other
        read = charts.readers[name].read(tree, charts.folder / "charts" / f"{name}.toml")
        made = replace(charts, by_name={**charts.by_name, name: read}, trees={**charts.trees, name: tree})
        return remade(game, charts=type(charts).of(made))

    return change


def one_of_each(found: Sequence[Flip]) -> Flip:
    """Return one flip that changes all data of a kind at once, each in the first way that there is."""
    first: dict[tuple[tuple[str, ...], str, str], Flip] = {}
    for flip in found:
        first.setdefault((flip.hexes, flip.unit, flip.words.partition(", or")[0]), flip)
    return together(tuple(first.values()))


def together(found: Sequence[Flip]) -> Flip:
    """Return one flip that makes several of a kind at once."""

    def change(game: Any) -> Any:
        for flip in found:
            game = flip.change(game)
        return game

    words = f"{len(found)} data of {found[0].kind}"
    names = tuple(name for flip in found for name in flip.hexes)
    return Flip(found[0].kind, words, change, names)


# ---------------------------------------------------------------------- the acts


@cache
def examples(name: str) -> tuple[str, ...]:
    """Return the records of a game's rulebook files, each without its expectations."""
    game = find_game(name, frozenset())
    found = []
    for rule in game.book.rules.values():
        for example in rule.examples:
            for record in (example.legal, example.illegal):
                lines = [line for line in record.splitlines() if not line.startswith("expect")]
                if lines:
                    found.append("\n".join((f"game: {name}", *lines)))
    return tuple(dict.fromkeys((*found, *planted(name))))


def planted(name: str) -> Iterator[str]:
    """Yield a record of each crime that is planted in drawn positions; the first game has some."""
    rng = random.Random(name)
    for stage in stages() if name == "trc" else ():
        lines = drawn(stage, rng).splitlines()
        yield "\n".join((f"game: {name}", *(line for line in lines if not line.startswith(("game:", "expect")))))


_TOKEN = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")


def _axial(grid: HexGrid, hex_: Hex) -> tuple[int, int]:
    line, place = grid.row_col(hex_) if grid.orientation is Orientation.POINTY_TOP else grid.row_col(hex_)[::-1]
    return place - _back(grid, line), line


def _at_axial(grid: HexGrid, along: int, line: int) -> Hex | None:
    place = along + _back(grid, line)
    return grid.at(line, place) if grid.orientation is Orientation.POINTY_TOP else grid.at(place, line)


def _back(grid: HexGrid, line: int) -> int:
    """Return the half steps that the shifted lines gain up to this one, whole ones alone."""
    return (line - (line & 1)) // 2 if grid.shifted == 1 else (line + (line & 1)) // 2


def moved(game: Game, record: str, onto: str, rng: random.Random) -> str | None:
    """Return a record moved on the map so that one of its hexes is `onto`; None if that leads off the map."""
    grid = game.board.grid
    lines = record.splitlines()
    fixed = [line.startswith(("options:", "game:", "scenario:", "at:", "control:", "used:")) for line in lines]
    named = sorted(
        {
            t
            for line, keep in zip(lines, fixed, strict=True)
            if not keep
            for t in _TOKEN.findall(line)
            if grid.find(t) is not None
        }
    )
    if not named:
        return None
    target = grid.hex(onto)
    origin = grid.hex(rng.choice(named))
    (q0, l0), (q1, l1) = _axial(grid, origin), _axial(grid, target)
    other: dict[str, str] = {}
    for name in named:
        q, line_ = _axial(grid, grid.hex(name))
        at = _at_axial(grid, q + q1 - q0, line_ + l1 - l0)
        if at is None:
            return None
        other[name] = grid.name(at)

    def swap(match: re.Match[str]) -> str:
        return other.get(match[0], match[0])

    return "\n".join(line if keep else _TOKEN.sub(swap, line) for line, keep in zip(lines, fixed, strict=True))


def recast(game: Game, record: str, unit: str, rng: random.Random) -> str | None:
    """Return a record in which a counter stands in the place of another of its side; None if there is none."""
    side = game.side_of[unit]
    named = sorted({t for t in _TOKEN.findall(record) if game.side_of.get(t) == side})
    if not named:
        return None
    if unit in named:
        return record
    out = rng.choice(named)
    return _TOKEN.sub(lambda match: unit if match[0] == out else match[0], record)


# ---------------------------------------------------------------------- the verdicts


@dataclass(frozen=True)
class Lost:
    """A doubt that was lost: the datum, the record, and the finding of which nothing is told with the other value."""

    flip: Flip
    record: str
    act: str
    finding: Finding
    here: bool
    """Whether it is told with our datum; else with the other value."""

    def __str__(self) -> str:
        when = "as it is" if self.here else "changed"
        return f"{self.flip.kind}: {self.flip.words}\n  told with the datum {when}: {self.finding}\n{self.record}\n"


def told(game: Game, record: Record) -> list[tuple[Finding, ...]] | None:
    """Return what is told of each act of a record; None if one does not fit the position."""
    found = []
    referee = Referee(game, record.start)
    for line in record.lines:
        if isinstance(line.entry, Expect):
            continue
        try:
            found.append(referee.act(line.entry).findings)
        except UserError:
            return None
    return found


def judged(text: str, find: Callable[[str, frozenset[str]], Any]) -> list[tuple[Finding, ...]] | None:
    """Return what is told of each act of a record as text; None if it cannot be read or does not fit."""
    try:
        record = read_record(text, "record", find)
    except UserError:
        return None
    return told(record.game, record)


_SAME = (frozenset({"17.2a", "17.2.2a", "17.2.3a"}),)
"""Rules that say why one rule is broken: a unit out of supply is so without rails, or cut off from them."""


def lost(flip: Flip, text: str, made: dict[frozenset[str], Any]) -> Iterator[Lost]:
    """Yield the doubts that are lost when a record is judged with a datum as it is, and changed."""

    def other(name: str, options: frozenset[str]) -> Any:
        if options not in made:
            made[options] = flip.change(find_game(name, options))
        return made[options]

    here = judged(text, lambda name, options: find_game(name, options))
    if here is None:
        return
    there = judged(text, other)
    if there is None:
        return
    for index, (ours, theirs) in enumerate(zip(here, there, strict=True)):
        for of, against, is_here in ((ours, theirs, True), (theirs, ours, False)):
            accused = {finding.rule for finding in against if finding.accuses}
            accused |= {rule for same in _SAME if same & accused for rule in same}
            for finding in of:
                if finding.verdict is Verdict.VIOLATION and finding.rule not in accused:
                    yield Lost(flip, text, str(index), finding, is_here)


def tries(game: Game, flip: Flip, rng: random.Random, number: int) -> Iterator[str]:
    """Yield records that touch a datum, so many of them at most."""
    pool = examples(game.name)
    for _ in range(number * 4):
        record = rng.choice(pool)
        found: str | None = record
        if flip.hexes:
            found = moved(game, record, rng.choice(flip.hexes), rng)
        elif flip.unit:
            found = recast(game, record, flip.unit, rng)
        if found is not None:
            yield found
            number -= 1
            if not number:
                return


def search(
    name: str, kinds: Sequence[str] = (), each: int = 20, seed: int = 1, most: int | None = None
) -> Iterator[Lost]:
    """Flip the data of a game, all or so many by lot, judge records that touch each, and yield what lost its doubt."""
    game = find_game(name, frozenset())
    found = [flip for flip in flips(game) if not kinds or flip.kind in kinds]
    if most is not None and most < len(found):
        found = random.Random(seed).sample(found, most)
    for flip in found:
        rng = random.Random(f"{seed} {flip.words}")
        made: dict[frozenset[str], Any] = {}
        for text in tries(game, flip, rng, each):
            yield from lost(flip, text, made)


def played(name: str, flip: Flip, seed: int, last_turn: int) -> Iterator[Lost]:
    """Play by one of two games that differ in a datum, judge the acts by the other, and yield what lost its doubt.

    So a datum is followed from turn to turn: into rails that were converted, points that were saved.
    """
    ours = find_game(name, frozenset())
    changed = flip.change(ours)
    for plays, judges in ((ours, changed), (changed, ours)):
        scenario = next(word for word in plays.scenarios if word != "none")
        start = plays.start(scenario, frozenset())
        referee = Referee(judges, judges.start(scenario, frozenset()))
        try:
            for told_, _ in self_play(plays, start, plays.player("random", seed), last_turn):
                for finding in referee.act(told_.action).findings:
                    if finding.verdict is Verdict.VIOLATION:
                        act = action_text(plays, told_.action)
                        yield Lost(flip, f"seed {seed}, {told_.clock}", act, finding, judges is ours)
        except UserError:
            # By the other datum the act does not fit the position, or the player is stuck.
            continue


def main() -> None:
    """Try many flips of a game, and print what lost its doubt, one of each rule and kind in full."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="trc", choices=GAMES)
    parser.add_argument("--kind", action="append", default=[])
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=None)
    parser.add_argument(
        "--played", type=int, default=0, help="so many turns of self-play, each kind flipped as a whole"
    )
    parser.add_argument("--full", type=int, default=1)
    chosen = parser.parse_args()
    seen: Counter[tuple[str, str]] = Counter()
    found = search(chosen.game, chosen.kind, chosen.each, chosen.seed, chosen.most)
    if chosen.played:
        kinds: dict[str, list[Flip]] = {}
        for flip in flips(find_game(chosen.game, frozenset())):
            if not chosen.kind or flip.kind in chosen.kind:
                kinds.setdefault(flip.kind, []).append(flip)
        whole = (one_of_each(each) for each in kinds.values())
        found = (one for flip in whole for one in played(chosen.game, flip, chosen.seed, chosen.played))
    for one in found:
        key = (one.flip.kind, one.finding.rule)
        seen[key] += 1
        if seen[key] <= chosen.full:
            print(one)
    for (kind, rule), count in sorted(seen.items()):
        print(f"{kind}: {rule}: {count}")


if __name__ == "__main__":
    main()
