"""An act by lot that puts a unit elsewhere or turns it is told, unless the rules list it.

The acts are written as in a record, of a unit and a hex that are drawn, in each phase of a turn that is played by lot.
What is silent and not listed is a rule that is missing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.rules.engine import check, legal_actions
from trc_module.rules.finding import Verdict
from trc_module.rules.game import Game
from trc_module.rules.record.reader import read_act
from trc_module.rules.selfplay import self_play
from trc_module.rules.state import State
from trc_module.systems.statuses import status_of

EACH = 4
"""The acts that are drawn of each verb in each phase."""
SPARED = {
    ("nr", "entrain"): "a side sends whichever unit it likes by rail",
    ("m41", "give-up"): "a side gives up whichever unit it likes; its players name those that gain by it",
    ("trp", "spend"): "players turn whatever has acted, as a reminder",
    ("trp", "recover"): "the section that says in which of a side's own phases units recover is not to be had",
    ("trp", "disperse"): "the set-up of a game that begins in June, whose letters are asked of the owner",
}


def positions(game: Game) -> Iterator[State]:
    """Yield a position of each phase of a turn."""
    seen: set[tuple[str, str]] = set()
    for _, state in self_play(game, game.start("campaign", frozenset()), game.player("random", 4), 1):
        when = (state.clock.side, state.clock.phase)
        if when not in seen:
            seen.add(when)
            yield state


def silent(game: Game, state: State, rng: random.Random) -> Iterator[str]:
    """Yield acts by lot that put a unit elsewhere or turn it, of which nothing is said and which are not listed."""
    names = game.board.grid.names(game.board.grid.all)
    on_map = [unit for force in state.forces.values() for unit, at in force.places.items() if isinstance(at, int)]
    for verb in dict.fromkeys(syntax.verb for syntax in game.statements):
        for _ in range(EACH):
            unit, at = rng.choice(on_map), rng.choice(names)
            for text in (f"{verb} {unit} {at}", f"{verb} {unit}", f"{verb} 1: {unit}"):
                try:
                    act = read_act(game, text)
                except UserError:
                    continue
                found = None if game.precondition_error(state, act) else check(game, state, act)
                if found is None or any(each.verdict is not Verdict.NOTE for each in found):
                    break
                after = game.apply(state, act)
                side = game.side_of[unit]
                changed = after.forces[side].places.get(unit) != state.forces[side].places.get(unit)
                if changed or status_of(after, unit) != status_of(state, unit):
                    listed = act in legal_actions(game, state, type(act)) if type(act) in game.book.listers else False
                    if not listed and (game.name, verb) not in SPARED:
                        yield f"{state.clock}: {text}"
                break


@pytest.mark.parametrize("name", ["nr", "m41", "trp"])
def test_what_puts_a_unit_elsewhere_or_turns_it_is_told_or_listed(name: str) -> None:
    game, rng = find_game(name), random.Random(18)
    assert [act for state in positions(game) for act in silent(game, state, rng)] == []
