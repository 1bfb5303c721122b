"""Planting crimes in legal games of The Russian Campaign."""

from __future__ import annotations

from collections.abc import Iterator

from tests.crimes import behind, fighting, markers, moving, planting, slips  # noqa: F401  (they enter their crimes into the book)
from tests.crimes.crime import BOOK
from tests.crimes.planting import TELLING as TELLING
from tests.crimes.planting import OnCrime as OnCrime
from tests.crimes.planting import RowTally as RowTally
from tests.crimes.planting import Tally as Tally
from tests.crimes.planting import Verdicts as Verdicts
from tests.crimes.planting import enter as enter
from tests.crimes.planting import judged as judged
from trc_module.games.trc import TrcGame
from trc_module.games.trc.players import played_on
from trc_module.rules.actions import Action
from trc_module.rules.state import State

_CHANCE = {"Move": 0.03, "Setup": 0.1, "Attack": 0.3, "Roll": 0.3, "End": 0.7, "RailMove": 0.2, "Enter": 0.4}


def scenes(game: TrcGame, seed: int, turns: int) -> Iterator[tuple[State, Action]]:
    """Yield the positions of a legal game, each with the act that comes next."""
    yield from planting.scenes(game, seed, turns, played_on)


def plant(
    game: TrcGame, seeds: range, turns: int, each: int, on_crime: OnCrime = lambda name, planted, before: None
) -> dict[str, Tally]:
    """Plant every crime in each of some games, as `planting.plant_in` does."""
    return planting.plant_in(game, BOOK, seeds, turns, each, agreed=played_on, chances=_CHANCE, on_crime=on_crime)
