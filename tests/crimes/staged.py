"""Crimes for which games have seldom an occasion: positions drawn at random for them, in record form, and the crime.

A stage is a record with gaps, in `stages/*.toml`; all its acts are legal but the last. A gap is filled when it is first
met, and what it was filled with stands for its name from then on:

`{t=2..9}`                  a number
`{c=Kiev W19|Minsk O19}`    one of several; `{c}` is its first word, `{c.1}` its second
`{a=german armor 8-7/7-7}`  a unit of that nation and type, perhaps with those factors or `setup:N`; no unit twice
`{p=pair Kiev}`             a hex in which the Axis may start; `{p.1}` is one next to it in that military district
`{r=russian rail}`          a rail hex that is Russian when the campaign begins, without a city or a junction
`{@}`, `{@a}`, `{@ab}`      a clear hex in Russia without a river, a city or a coast, its neighbour in direction a (of a
                            to f, as the clock goes), and that hex's neighbour in direction b
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.crimes.crime import Planted
from tests.crimes.trial import Tally, enter
from trc_module.board import Terrain
from trc_module.games import find_game
from trc_module.games.trc import TrcGame
from trc_module.games.trc.data import RUSSIAN
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.actions import Action
from trc_module.rules.record import Expect, read_record
from trc_module.rules.state import State
from trc_module.systems.rails import rails_of

STAGES = Path(__file__).with_name("stages")
_GAP = re.compile(r"\{([^{}]*)\}")
_NUMBERS = re.compile(r"(\d+)\.\.(\d+)")
_STEPS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""The six directions in axial coordinates, as the clock goes."""


@dataclass(frozen=True)
class Stage:
    """A position with gaps, and a crime in it."""

    name: str
    row: str
    """The row of the ledger that the crime breaks."""
    named: str
    """The rules that may be named: the row, and rows that say the same of the act."""
    record: str


@cache
def stages() -> tuple[Stage, ...]:
    """Return all stages, chapter by chapter."""
    found = []
    for path in sorted(STAGES.glob("*.toml")):
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["crime"]:
            named = "|".join((entry["row"], *entry.get("or", ())))
            found.append(Stage(entry["name"], entry["row"], named, entry["record"]))
    return tuple(found)


def drawn(stage: Stage, rng: random.Random) -> str:
    """Return a stage's record with all gaps filled."""
    game = find_game("trc")
    assert isinstance(game, TrcGame)
    return "game: trc\n" + _Filling(game, stage.record, rng).text


class _Filling:
    """The gaps of one record as they are filled."""

    def __init__(self, game: TrcGame, record: str, rng: random.Random) -> None:
        self.game = game
        self.rng = rng
        self.values: dict[str, tuple[str, ...]] = {}
        self.taken = set(re.findall(r"[a-z]{3}-[a-z0-9-]+", record))
        steps = {gap[1:] for gap in _GAP.findall(record) if gap.startswith("@")}
        if steps:
            self.values |= self._site(steps)
        self.text = _GAP.sub(lambda gap: self._fill(gap[1]), record)

    def _fill(self, gap: str) -> str:
        name, given, spec = gap.partition("=")
        if given:
            self.values[name] = self._draw(spec)
        name, _, word = name.partition(".")
        return "".join(self.values[name][int(word or 0) :][:1])

    def _draw(self, spec: str) -> tuple[str, ...]:
        numbers = _NUMBERS.fullmatch(spec)
        if numbers:
            return (str(self.rng.randint(int(numbers[1]), int(numbers[2]))),)
        if "|" in spec:
            return tuple(self.rng.choice(spec.split("|")).split())
        kind, _, rest = spec.partition(" ")
        if kind == "pair":
            return self.rng.choice(_pairs(self.game, rest))
        if spec == "russian rail":
            return (self.game.board.grid.name(self.rng.choice(_rail(self.game))),)
        return (self._unit(spec),)

    def _unit(self, spec: str) -> str:
        wanted = [unit for unit in self.game.units.values() if unit.id not in self.taken and _fits(unit, spec.split())]
        unit = self.rng.choice(wanted)
        self.taken.add(unit.id)
        return unit.id

    def _site(self, steps: set[str]) -> dict[str, tuple[str, ...]]:
        """Return the names of the hexes that a record speaks of, about a centre that suits them all."""
        board, turn = self.game.board, self.rng.randrange(6)
        plain = _plain(self.game)
        centres = list(hexes(plain))
        self.rng.shuffle(centres)
        for centre in centres:
            found = {step: _at(self.game, centre, step, turn) for step in steps}
            if all(at is not None and plain >> at & 1 for at in found.values()):
                return {f"@{step}": (board.grid.name(at),) for step, at in found.items() if at is not None}
        raise LookupError(f"no place for {sorted(steps)}")


def _fits(unit: Unit, words: list[str]) -> bool:
    nation, kinds, *more = words
    if unit.nation != nation or unit.type not in kinds.split("/") or unit.option:
        return False
    for word in more:
        key, _, value = word.partition(":")
        given = getattr(unit, key) if value else f"{unit.combat}-{unit.move}"
        if given not in (value or word).split("/"):
            return False
    return True


@cache
def _plain(game: TrcGame) -> HexSet:
    board = game.board
    plain = board.land & board.regions["Russia"].hexes & game.terrain(Terrain.CLEAR) & ~game.doubted_terrain
    plain &= ~(board.river_hexes | board.city_hexes | board.oil_hexes | board.coast | board.off_play)
    for edge in board.edges.values():
        plain &= ~board.grid.spread(edge)
    # No hexside of it is closed.
    return sum(1 << at for at in hexes(plain) if board.walk.of[at] == board.grid.neighbours[at] & ~(1 << at))


def _at(game: TrcGame, centre: Hex, step: str, turn: int) -> Hex | None:
    grid = game.board.grid
    row, col = grid.row_col(centre)
    q, r = col - _back(row, grid.shifted), row
    for letter in step:
        dq, dr = _STEPS[("abcdef".index(letter) + turn) % 6]
        q, r = q + dq, r + dr
    return grid.at(r, q + _back(r, grid.shifted))


def _back(row: int, shifted: int) -> int:
    return (row - (row & 1)) // 2 if shifted == 1 else (row + (row & 1)) // 2


@cache
def _pairs(game: TrcGame, districts: str) -> tuple[tuple[str, ...], ...]:
    board, grid = game.board, game.board.grid
    found = []
    for name in districts.split():
        inside = board.regions[name].hexes & board.land & ~board.off_play & ~game.doubted_terrain
        poland = board.regions["Poland"].hexes & board.land & ~board.off_play
        for a in hexes(poland):
            found += [(grid.name(a), grid.name(b)) for b in hexes(board.zoc.of[a] & inside)]
    return tuple(found)


@cache
def _rail(game: TrcGame) -> tuple[Hex, ...]:
    board = game.board
    rails = rails_of(game.start("campaign", frozenset()))[RUSSIAN] & ~(board.city_hexes | board.junctions)
    return tuple(hexes(rails))


def crime(stage: Stage, rng: random.Random) -> tuple[TrcGame, State, Planted]:
    """Draw a stage, and return the game, the position, and the crime in it."""
    record = read_record(drawn(stage, rng), stage.name, find_game)
    assert isinstance(record.game, TrcGame)
    acts: list[Action] = [entry for entry in record.entries if not isinstance(entry, Expect)]
    return record.game, record.start, (stage.named, tuple(acts))


def plant(each: int, seed: int = 1, wanted: Callable[[int], bool] = lambda number: True) -> dict[str, Tally]:
    """Draw the wanted stages some times each, and return what became of the crimes."""
    return dict(_planted(each, seed, wanted))


def _planted(each: int, seed: int, wanted: Callable[[int], bool]) -> Iterator[tuple[str, Tally]]:
    for number, stage in enumerate(stages()):
        if not wanted(number):
            continue
        tally = Tally()
        for again in range(each):
            game, state, planted = crime(stage, random.Random(f"{stage.name} {seed} {again}"))
            fitted = enter(game, state, planted, tally, row=stage.row)
            assert fitted, f"{stage.name}: an act does not fit the position"
        yield stage.name, tally
