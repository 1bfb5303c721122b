"""Words that hold for a turn, such as the weather: what the rooms above ask of them, whichever game it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from trc_module.rules.game import Game, GameData, spaced
from trc_module.rules.slices import Quiet
from trc_module.rules.state import State


class TurnWord(Quiet):
    """A system whose word holds for a turn; players may tell it in plain words, as in `weather: snow`."""

    called: str = ""
    """The players' name for it, in one word."""
    fixed: Callable[[Any, int], str | None]
    """The word that a turn of a game has by rule; None if it is found in play, or if there is no such turn."""

    def with_word(self, state: State, word: str) -> State:
        """Return the position with another word."""
        raise NotImplementedError


def turn_word_of(game: GameData | Game) -> TurnWord | None:
    """Return the system of a game whose word holds for a turn; None in a game without."""
    return next((system for system in game.systems if isinstance(system, TurnWord)), None)


def turn_words(game: GameData | Game, state: State) -> dict[str, str]:
    """Return what holds in a position, by what players call it: `{"weather": "light-mud"}`."""
    return {each.called: each.write_moment(game, state) for each in game.systems if isinstance(each, TurnWord)}


def moment_text(game: GameData | Game, state: State) -> str:
    """Return the moment of a position with what holds in it: `turn 3, Axis impulse 1, combat, light mud`."""
    told = (spaced(word) for word in turn_words(game, state).values() if word)
    return ", ".join((state.clock.words, *told))
