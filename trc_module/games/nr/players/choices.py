"""What a battle leaves to the owner of its units: steps, retreats, and the answer to a counterattack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from trc_module.games.nr.acts.combat import Shatter
from trc_module.games.nr.cards.grants import DISCARDING, outstanding_demands
from trc_module.games.nr.combat.odds import result_of
from trc_module.games.nr.combat.results import demands, ways_back, ways_of
from trc_module.games.nr.combat.results import length_of as retreat_length
from trc_module.games.nr.data import COMBAT, SIDES
from trc_module.games.nr.marks import Answered
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.actions import Action, Attack, Lose, Retreat
from trc_module.rules.battles import Battle
from trc_module.rules.retreats import way
from trc_module.rules.state import State, Trail, UnitId
from trc_module.systems.cards import ANY_CARD, Play, held_by
from trc_module.systems.steps import Reduce

if TYPE_CHECKING:
    from trc_module.games.nr.data import Nr


def next_choice(game: Nr, state: State) -> Iterator[Action]:
    """Yield the acts of which the last unfinished battle asks each side for one now, and the discards of events."""
    for side in SIDES:
        asked = any(count for count, _ in outstanding_demands(state, side, DISCARDING))
        if side != state.clock.side and asked and held_by(state, side):
            yield Play(side, ANY_CARD, "discard")
    if state.clock.phase != COMBAT:
        return
    for battle in reversed(state.battles):
        found = list(_of_battle(game, state, battle))
        if found:
            yield from found
            return


def _of_battle(game: Nr, state: State, battle: Battle) -> Iterator[Action]:
    result = result_of(game, state, battle)
    if result == "CA":
        yield from _answers(game, state, battle)
    if result in ("", "CA", "CB"):
        return
    wanted = demands(game, state, battle)
    if wanted.attackers:
        # Of a counterattack they are the other side's.
        there = (unit for unit in battle.attackers if isinstance(state.place(unit), int))
        yield from (step_of(game, state, battle.number, unit) for unit in there)
    if wanted.defenders:
        payers = wanted.defenders if wanted.exchange else wanted.defenders[:1]
        yield from (step_of(game, state, battle.number, unit) for unit in payers)
    elif wanted.retreats:
        yield from retreats_of(game, state, battle.number, wanted.retreats[0])
    elif wanted.shattered:
        yield Shatter(battle.number, wanted.shattered[0])


def _answers(game: Nr, state: State, battle: Battle) -> Iterator[Action]:
    """Yield the counterattack of all defenders on the first hex of attackers, unless there was one."""
    own = tuple(unit for unit in battle.defenders if isinstance(state.place(unit), int))
    places = [at for at in (state.place(unit) for unit in battle.attackers) if isinstance(at, int)]
    if own and places and battle is state.battles[-1] and Answered(str(battle.number)) not in state.marks:
        side = game.side_of[battle.attackers[0]]
        yield Attack(len(state.battles) + 1, own, game.stack(state, side, places[0]))


def retreats_of(game: Nr, state: State, number: int, unit: UnitId) -> Iterator[Action]:
    """Yield the retreats of a unit, by one way to each hex; if there are none, its loss."""
    # A retreat that comes through a hex twice looks on the table like a slip of the hand.
    ways = (way_back(game, state, unit, goal) for goal in hexes(ways_back(game, state, unit, sure=False)))
    found = [trail for trail in ways if trail is not None and len(set(trail.hexes)) == len(trail.hexes)]
    yield from (Retreat(number, unit, trail) for trail in found)
    if not found:
        yield Lose(number, unit)


def step_of(game: Nr, state: State, number: int, unit: UnitId) -> Action:
    """Return how a unit loses a step: its last one is the unit."""
    return Reduce(number, unit) if game.steps_left(state, unit) > 1 else Lose(number, unit)


def way_back(game: Nr, state: State, unit: UnitId, goal: Hex) -> Trail | None:
    """Return a way of retreat to a hex; None if there is none of the right length."""
    at = state.place(unit)
    assert isinstance(at, int)
    length = retreat_length(game, state, unit)
    found = way(ways_of(game, state, unit, sure=False), at, goal, length, length)
    return None if found is None else Trail(found)
