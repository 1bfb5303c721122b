"""Events in a player's hands: he uses what they allow, and meets what they ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

from trc_module.games.nr.acts.organization import Improve
from trc_module.games.nr.acts.rail import Detrain, Entrain, PlaceCadre
from trc_module.games.nr.acts.supply import MarkUnsupplied, Surrender
from trc_module.games.nr.cards.grants import (
    CADRE_BY_RAIL,
    DETRAINING_NOW,
    DISCARDING,
    ENTRAINING,
    LOSS,
    MARK_CUT,
    MOVING,
    RETURN_BY_RAIL,
    RETURN_NEAR,
    RETURN_RAIL,
    STEP,
    SURRENDERING,
    UPGRADE,
    WITHDRAWING,
    outstanding_demands,
)
from trc_module.games.nr.data import CADRE, CADRES, COMBAT, DESTROYED, RAIL, SUPPLY, SURRENDERED, Nr
from trc_module.games.nr.marks import Grant
from trc_module.games.nr.movement import bounds_of
from trc_module.games.nr.organization import LOST_BOXES, sure_entries
from trc_module.games.nr.rail import stations
from trc_module.games.nr.supply import supply_of
from trc_module.games.nr.turn import is_ally
from trc_module.games.nr.zones import room
from trc_module.hexgrid import hexes
from trc_module.rules.actions import Action, Lose, Move, Replace, Withdraw
from trc_module.rules.battles import next_number
from trc_module.rules.state import State, Trail, UnitId
from trc_module.systems.cards import Play
from trc_module.systems.steps import Reduce

if TYPE_CHECKING:
    import random

    from trc_module.games.nr.players.hands import Hands


class Holder(Protocol):
    """The player: the position as he sees it, and his cards."""

    game: Nr
    state: State
    rng: random.Random
    hands: Hands
    sides: tuple[str, ...]


def asked(player: Holder) -> Iterator[Action]:
    """Yield the discards that events ask for."""
    for side in player.sides:
        for count, _ in outstanding_demands(player.state, side, DISCARDING):
            for _ in range(min(count, len(player.hands.of[side]))):
                yield Play(side, player.rng.choice(player.hands.of[side]), "discard")


def allowed(player: Holder) -> Iterator[Action]:
    """Yield an act for each grant of the position, whether it turns out to be legal or not."""
    for grant in Grant.all(player.state):
        if grant.what in _BY_GRANT and grant.side in player.sides:
            yield from _BY_GRANT[grant.what](player, grant)


def _on_map(player: Holder, grant: Grant) -> list[UnitId]:
    units = [unit for stack in player.state.forces[grant.side].stacks.values() for unit in stack]
    player.rng.shuffle(units)
    return units


def _returning(player: Holder, grant: Grant) -> Iterator[Action]:
    game, state, side = player.game, player.state, grant.side
    boxes = (DESTROYED, SURRENDERED) if grant.what == RETURN_NEAR else LOST_BOXES
    goals = {
        RETURN_NEAR: list(hexes(sure_entries(game, state, side) & game.soviet_land & ~game.edges[side])),
        RETURN_BY_RAIL: list(hexes(stations(game, state, side, sure=True))),
    }.get(grant.what, [])
    for unit in [unit for box in boxes for unit in state.forces[side].stack(box)][:1]:
        if grant.what == RETURN_RAIL:
            yield Replace(unit, RAIL)
        elif goals:
            yield Replace(unit, player.rng.choice(goals))


def _stepping(player: Holder, grant: Grant) -> Iterator[Action]:
    for unit in _on_map(player, grant)[:6]:
        yield Improve(unit)


def _losing(player: Holder, grant: Grant) -> Iterator[Action]:
    number = next_number(player.state.battles)
    for unit in _on_map(player, grant)[:1]:
        if player.game.steps_left(player.state, unit) > 1:
            yield Reduce(number, unit)
        else:
            yield Lose(number, unit)


def _marking(player: Holder, grant: Grant) -> Iterator[Action]:
    for unit in _on_map(player, grant)[:1]:
        yield MarkUnsupplied(unit)


def _surrendering(player: Holder, grant: Grant) -> Iterator[Action]:
    supply = supply_of(player.game, player.state, grant.side)
    for unit in [unit for unit in _on_map(player, grant) if unit not in supply.possible][:1]:
        if player.state.clock.phase == SUPPLY:
            yield Surrender(unit)


def _entraining(player: Holder, grant: Grant) -> Iterator[Action]:
    for unit in _on_map(player, grant)[:2]:
        yield Entrain(unit)


def _detraining(player: Holder, grant: Grant) -> Iterator[Action]:
    goals = list(hexes(stations(player.game, player.state, grant.side, sure=True)))
    for unit in player.state.forces[grant.side].stack(RAIL)[:1]:
        if goals:
            yield Detrain(unit, player.rng.choice(goals))


def _placing(player: Holder, grant: Grant) -> Iterator[Action]:
    goals = list(hexes(stations(player.game, player.state, grant.side, sure=True)))
    waiting = [u for u in player.state.forces[grant.side].stack(CADRES) if player.game.arm(player.state, u) == CADRE]
    for unit in waiting[:1]:
        if goals and player.state.clock.phase != COMBAT:
            yield PlaceCadre(unit, player.rng.choice(goals))


def _moving(player: Holder, grant: Grant) -> Iterator[Action]:
    game, state = player.game, player.state
    points = grant.amount("points") or grant.amount("hexes") or 1
    for unit in _on_map(player, grant)[:4]:
        at = state.place(unit)
        if not isinstance(at, int):
            continue
        goals = list(hexes(bounds_of(game, state, unit).reach(at, points) & room(game, state, grant.side) & ~(1 << at)))
        goals = [goal for goal in goals if game.board.walk.joined(at, goal)]
        if goals:
            yield Move(unit, Trail((at, player.rng.choice(goals))))


def _withdrawing(player: Holder, grant: Grant) -> Iterator[Action]:
    for unit in [unit for unit in _on_map(player, grant) if is_ally(player.game, unit)][:1]:
        yield Withdraw(unit)


_BY_GRANT: Mapping[str, Callable[[Holder, Grant], Iterator[Action]]] = {
    RETURN_NEAR: _returning,
    RETURN_RAIL: _returning,
    RETURN_BY_RAIL: _returning,
    STEP: _stepping,
    UPGRADE: _stepping,
    LOSS: _losing,
    MARK_CUT: _marking,
    SURRENDERING: _surrendering,
    ENTRAINING: _entraining,
    DETRAINING_NOW: _detraining,
    CADRE_BY_RAIL: _placing,
    MOVING: _moving,
    WITHDRAWING: _withdrawing,
}
