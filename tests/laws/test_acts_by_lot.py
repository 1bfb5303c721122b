"""An act chosen at random that moves or turns a unit is reported, unless the rules list it as legal.

The acts are written as in a record, with a unit and a hex chosen at random, in each phase of a turn of random play. An
act that is neither reported nor listed shows that a rule is missing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from tests.laws.playing import KIT_FOLDER
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.rules.actions import Action
from trc_module.rules.engine import check, legal_actions
from trc_module.rules.finding import Verdict
from trc_module.rules.game import Game
from trc_module.rules.record.reader import read_act
from trc_module.rules.selfplay import self_play
from trc_module.rules.state import State
from trc_module.systems.kit import Kit
from trc_module.systems.statuses import status_of

EACH = 4
"""The acts that are drawn of each verb in each phase."""
SPARED = {
    ("nr", "entrain"): "a side sends whichever unit it likes by rail",
    ("m41", "give-up"): "a side gives up whichever unit it likes; its players name those that gain by it",
    ("trp", "spend"): "players turn whatever has acted, as a reminder",
    ("trp", "recover"): "the section that says in which of a side's own phases units recover is not to be had",
    ("trp", "disperse"): "the set-up of a game that begins in June, whose letters are asked of the owner",
    ("trc", "setup"): "who has set up badly may set it right until the first move",
    ("trc", "fly"): "an aircraft that no battle names supports none, wherever its counter lies for the moment",
}
FORMS = (
    "{verb} {unit} {at}",
    "{verb} {unit}",
    "{verb} 1: {unit}",
    "{verb} {unit} because 13",
    "{verb} transfer {unit} {here} {at} roll 1",
    "{verb} invasion {unit} {here} {at} roll 1",
)
"""The ways in which acts are written."""
NAMES = ("trc", "nr", "m41", "trp", "bfm")


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Game:
    return Kit(KIT_FOLDER).load() if request.param == "bfm" else find_game(request.param)


def positions(game: Game) -> Iterator[State]:
    """Yield a position of each phase of a turn."""
    seen: set[tuple[str, str]] = set()
    scenario = next(word for word in ("campaign", *game.scenarios) if word in game.scenarios and word != "none")
    for _, state in self_play(game, game.start(scenario, frozenset()), game.player("random", 4), 1):
        when = (state.clock.side, state.clock.phase)
        if when not in seen:
            seen.add(when)
            yield state


def silent(game: Game, state: State, rng: random.Random) -> Iterator[str]:
    """Yield acts chosen at random that change a unit, although they are neither listed as legal nor reported."""
    on_map = [unit for force in state.forces.values() for unit, at in force.places.items() if isinstance(at, int)]
    for verb, form in product(dict.fromkeys(syntax.verb for syntax in game.statements), FORMS):
        for _ in range(EACH):
            # Half of them wherever they are, beside the map too.
            unit = rng.choice(rng.choice((on_map, list(game.side_of))))
            text = written(game, state, verb, form, unit, rng)
            try:
                act = read_act(game, text)
            except UserError:
                break
            if game.precondition_error(state, act) or (game.name, verb) in SPARED:
                continue
            found = check(game, state, act)
            if any(each.verdict is not Verdict.NOTE for each in found):
                continue
            after = game.apply(state, act)
            if as_it_stands(game, after, unit) != as_it_stands(game, state, unit) and not listed(
                game, state, act, unit, after
            ):
                yield f"{state.clock}: {text}"


def written(game: Game, state: State, verb: str, form: str, unit: str, rng: random.Random) -> str:
    """Return an act of a unit in words, with hexes that are drawn."""
    grid = game.board.grid
    here, at = state.forces[game.side_of[unit]].places.get(unit), rng.choice(grid.names(grid.all))
    return form.format(verb=verb, unit=unit, at=at, here=grid.name(here) if isinstance(here, int) else here or at)


def as_it_stands(game: Game, state: State, unit: str) -> tuple[object, object]:
    """Return the place of a unit and its status."""
    return state.forces[game.side_of[unit]].places.get(unit), status_of(state, unit)


def listed(game: Game, state: State, act: Action, unit: str, after: State) -> bool:
    """Tell whether the rules list an act, or one of the unit that leads to the same: another way, say."""
    if type(act) not in game.book.listers:
        return False
    others = legal_actions(game, state, type(act), unit)
    wanted = as_it_stands(game, after, unit)
    return any(other == act or as_it_stands(game, game.apply(state, other), unit) == wanted for other in others)


@pytest.mark.parametrize("game", NAMES, indirect=True)
def test_what_puts_a_unit_elsewhere_or_turns_it_is_told_or_listed(game: Game) -> None:
    rng = random.Random(18)
    assert [act for state in positions(game) for act in silent(game, state, rng)] == []
