"""An act that is done a second time is refused, told or changes nothing: dice fall once, units are lost once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.toy import load
from trc_module.games import find_game, game_names
from trc_module.rules.actions import Action, End
from trc_module.rules.engine import check
from trc_module.rules.finding import Verdict
from trc_module.rules.game import Game
from trc_module.rules.selfplay import self_play
from trc_module.rules.state import State

GAMES: dict[str, Game] = {**{name: find_game(name) for name in game_names()}, "toy": load()}
AGAIN = {
    "m41": {"Fire", "FireOnTable", "TakeHit"},
    "nr": {"Draw", "Support", "Target"},
    "trp": {"Attack"},
    "toy": {"Draw"},
}
"""What may be done again: rounds of a battle and the hits of each; cards one by one; a target once more in its step;
after a breakthrough of the Portfolio an attack that is declared and not made: a further die is told (XIII.F)."""
_BACK = 6
"""How many acts before the last one are tried again, too."""


def played(game: Game, level: str) -> Iterator[tuple[list[Action], State]]:
    """Yield the acts of a phase so far, with the position after them."""
    scenario = next(each for each in game.scenarios if each != "none")
    phase: list[Action] = []
    for told, state in self_play(game, game.start(scenario, frozenset()), game.player(level, 3), 1):
        phase = [] if isinstance(told.action, End) else [*phase, told.action]
        yield phase, state


def silent(game: Game, state: State, act: Action) -> bool:
    """Tell whether an act is accepted without a word, and changes the position."""
    if game.precondition_error(state, act) or any(f.verdict is not Verdict.NOTE for f in check(game, state, act)):
        return False
    return game.apply(state, act) != state


@pytest.mark.parametrize("level", ["random", "greedy"])
@pytest.mark.parametrize("name", GAMES)
def test_what_is_done_a_second_time_is_refused_or_told_or_changes_nothing(name: str, level: str) -> None:
    game, tried = GAMES[name], 0
    accepted: dict[str, tuple[str, Action]] = {}
    for phase, state in played(game, level):
        for act in phase[-_BACK:]:
            tried += 1
            if silent(game, state, act):
                accepted.setdefault(type(act).__name__, (str(state.clock), act))
    assert {kind: how for kind, how in accepted.items() if kind not in AGAIN.get(name, ())} == {}
    assert tried > 30
