"""Positions to ask about: made by hand, and met in games that the engine plays against itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from trc_module.games import find_game
from trc_module.games.trc.game import TrcGame
from trc_module.hexgrid import Hex, HexSet
from trc_module.rules.record import read_record
from trc_module.rules.selfplay import self_play
from trc_module.rules.state import State

_FOUND = find_game("trc")
assert isinstance(_FOUND, TrcGame)
GAME: TrcGame = _FOUND
ASK = GAME.questions
SECOND_TURN = "at: turn 2 axis impulse 1 movement clear\n"


def position(text: str) -> State:
    """Return the position of a record's head."""
    return read_record(f"game: trc\n{text}", "position", find_game).start


def at(name: str) -> Hex:
    return GAME.board.grid.hex(name)


def names(members: HexSet) -> str:
    return " ".join(GAME.board.grid.names(members))


@cache
def met(seed: int, turns: int, every: int) -> tuple[State, ...]:
    """Return positions of movement phases in a random game, one act in so many."""
    return tuple(_met(seed, turns, every))


def _met(seed: int, turns: int, every: int) -> Iterator[State]:
    start = GAME.start("campaign", frozenset())
    for number, (told, after) in enumerate(self_play(GAME, start, GAME.player("random", seed), turns)):
        if number % every == 0 and after.clock.phase == "movement" and after.clock.turn > 1:
            yield after
        assert told is not None
