"""Acts drawn by lot, legal and illegal, as lines of a record: any that the game's grammar can say of a position."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from trc_module.charts.results import ResultsTable
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.battles import Battle
from trc_module.rules.game import Game
from trc_module.rules.record.grammar import Literal, Maybe, One, Path, RecordSyntax, Units
from trc_module.rules.state import State, UnitId

LONGEST = 6
"""The most hexes of a way that is drawn."""
_OF_BATTLE = 0.8
"""The probability that what is said of a battle is said of one of its units."""


class CannotDrawError(Exception):
    """A part of a statement of which nothing is known that could stand there."""


class RandomActs:
    """Draws acts of one game."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game: Any = game
        self.rng = random.Random(seed)
        self.units: list[UnitId] = sorted(game.side_of)
        self.land = list(hexes(self.game.board.land))
        tables = self.game.charts.of_kind(ResultsTable).values()
        self._columns: list[str] = [column for table in tables for column in table.columns]
        self._results: list[str] = sorted(
            {result for table in tables for cells in table.cells.values() for result in cells}
        )

    def draw(self, state: State) -> str | None:
        """Return an act as a line of a record; None if none was found for the statement that was drawn."""
        syntax = self.rng.choice(self.game.statements)
        try:
            return " ".join([syntax.verb, *self._words(syntax, state)])
        except (CannotDrawError, IndexError):
            return None

    def _words(self, syntax: RecordSyntax, state: State) -> Iterator[str]:
        battle = self.rng.choice(state.battles) if state.battles else None
        declares = any(isinstance(part, Units) for part in syntax.parts)
        groups = iter(self._groups(state))
        who = self._unit(state, battle if "N:" in syntax.shapes else None)
        number = len(state.battles) + 1 if declares or battle is None else battle.number
        for part in syntax.parts:
            if isinstance(part, Literal):
                yield part.text
            elif isinstance(part, Units):
                yield from next(groups, ())
            elif isinstance(part, Path):
                yield from self._way(state, who)
            elif isinstance(part, Maybe):
                yield from self._perhaps(part)
            elif isinstance(part, One):
                yield self._one(part, state, who, number)
            else:
                raise CannotDrawError

    def _one(self, part: One, state: State, who: UnitId, number: int) -> str:
        name = self.game.board.grid.name
        if part.shape == "UNIT":
            return who
        if part.shape == "N:":
            return f"{number}:"
        if part.shape == "N":
            return str(self.rng.randint(1, 6))
        if part.shape in ("HEX", "HEX|BOX"):
            at = state.place(who)
            near = self.game.board.grid.neighbours[at] if isinstance(at, int) else 0
            return str(name(self.rng.choice([*hexes(near), *self.rng.sample(self.land, min(4, len(self.land)))])))
        if part.into == "odds":
            return self.rng.choice(self._columns)
        if part.into == "result":
            return self.rng.choice(self._results)
        raise CannotDrawError

    def _perhaps(self, part: Maybe) -> Iterator[str]:
        known = all(isinstance(one, One) and one.into in ("odds", "result") for one in part.parts)
        if known and self.rng.random() < 0.5:
            yield part.keyword
            for one in part.parts:
                assert isinstance(one, One)
                yield self.rng.choice(self._columns if one.into == "odds" else self._results)

    def _unit(self, state: State, battle: Battle | None) -> UnitId:
        if battle is not None and self.rng.random() < _OF_BATTLE:
            return self.rng.choice(battle.units)
        on_map = [unit for unit in self.units if isinstance(state.place(unit), int)]
        return self.rng.choice(on_map if on_map and self.rng.random() < _OF_BATTLE else self.units)

    def _groups(self, state: State) -> Iterator[list[UnitId]]:
        """Yield some units near one unit, and that unit."""
        on_map = [unit for unit in self.units if isinstance(state.place(unit), int)]
        target = self.rng.choice(on_map)
        grid, at = self.game.board.grid, state.place(target)
        near = [unit for unit in on_map if unit != target and grid.distance(state.place(unit), at) <= 1]
        near = near or [self.rng.choice(on_map)]
        yield self.rng.sample(near, self.rng.randint(1, min(3, len(near))))
        yield [target]

    def _way(self, state: State, who: UnitId) -> list[str]:
        at = state.place(who)
        if not isinstance(at, int):
            raise CannotDrawError
        way: list[Hex] = [at]
        for _ in range(self.rng.randint(1, LONGEST)):
            near = [h for h in hexes(self.game.board.grid.neighbours[way[-1]]) if self.game.board.land >> h & 1]
            way.append(self.rng.choice(near))
        return [self.game.board.grid.name(h) for h in way]
