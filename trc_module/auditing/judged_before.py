"""What was said of acts in the readings of a phase: most readings do the same in the same positions."""

from __future__ import annotations

from collections.abc import Hashable

from trc_module.rules.actions import Action
from trc_module.rules.engine import check
from trc_module.rules.finding import Finding
from trc_module.rules.game import Game, GameData
from trc_module.rules.record import action_text
from trc_module.rules.state import State

_MOST = 4096
"""Acts that are remembered: each holds a position, most of which it shares with others."""


class JudgedBefore:
    """Judges acts as `rules.engine.check` does, and remembers its findings where a phase is judged again.

    Positions are compared as values, and with them the order in which units came to their stacks: a sentence names
    units in that order. Nothing is remembered as long as a phase is judged for the first time, as most are.
    """

    def __init__(self) -> None:
        self._known: dict[Hashable, list[Finding]] | None = None
        self._words: dict[Action, str] = {}

    def begin(self) -> None:
        """Remember from now on."""
        if self._known is None:
            self._known = {}

    def forget(self) -> None:
        """Forget everything, and remember nothing until the next `begin`."""
        self._known = None
        self._words.clear()

    def in_words(self, game: Game, action: Action) -> str:
        """Return an act as a record writes it (`rules.record.action_text`)."""
        if self._known is None:
            return action_text(game, action)
        try:
            found = self._words.get(action)
        except TypeError:
            return action_text(game, action)
        if found is None:
            found = self._words[action] = action_text(game, action)
        return found

    def check(self, game: GameData, state: State, action: Action) -> list[Finding]:
        """Return all that a game's rules have to say about an act in a position; whoever gets it leaves it as it is."""
        known = self._known
        if known is None:
            return check(game, state, action)
        key = (action, state, *[deployment.order for deployment in state.forces.values()])
        try:
            found = known.get(key)
        except TypeError:
            # An act or a memory of a stranger's game that holds a list has no hash: it is judged each time.
            return check(game, state, action)
        if found is None:
            if len(known) >= _MOST:
                known.clear()
            found = known[key] = check(game, state, action)
        return found
