"""Completions of acts whose lines leave something out: the acts for which they may stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from trc_module.games.trc.acts.battles import AutomaticVictory
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.boxes import WITHDRAWN
from trc_module.games.trc.combat.air_power import aircraft_of, lender_types
from trc_module.games.trc.combat.battle_context import attackable, attackable_from
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.marks import PERHAPS, Victor
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action, AirSupport, Surrender
from trc_module.rules.game import in_words
from trc_module.rules.interpretation import Completion
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

_MOST_ADDED = 3
UNCLAIMED = 0
"""The number of an automatic victory that no line claims."""


def completions(game: Trc, state: State, act: Action) -> Iterator[Completion]:
    """Yield what an act of a log may stand for, whose lines leave something out.

    Which other units took part in a victory is not: the victory was legal anyway, and binds no other unit.
    """
    if isinstance(act, AutomaticVictory):
        yield from _larger_victories(game, state, act)
    elif isinstance(act, SeaMove) and act.start == WITHDRAWN:
        # The counter lies with the withdrawn; in the game it waits for the turn of its return (20.9.2).
        waiting = state.place(act.unit)
        if isinstance(waiting, str) and waiting != WITHDRAWN:
            known = replace(act, start=waiting)
            yield Completion(known, known)


def with_attacker(game: Trc, act: Action, unit: UnitId) -> Action | None:
    """Return an automatic victory with another attacker, whom its lines may have left out; None for other acts."""
    if not isinstance(act, AutomaticVictory) or unit in (*act.attackers, *act.defenders):
        return None
    own = {game.side_of[other] for other in act.attackers}
    return replace(act, attackers=(*act.attackers, unit)) if own == {game.side_of[unit]} else None


def _larger_victories(game: Trc, state: State, act: AutomaticVictory) -> Iterator[Completion]:
    """Yield an automatic victory with all who stood with its defenders (12.2), and with more attackers next to them."""
    side = state.clock.side
    at = {_hex(state, unit) for unit in act.defenders} - {None}
    comrades = (unit for place in at if place is not None for unit in state.forces[ENEMY[side]].stack(place))
    defenders = tuple(dict.fromkeys((*act.defenders, *attackable(game, comrades))))
    if not defenders:
        return
    able = list(_able(game, state, act, at))
    whole = replace(act, defenders=defenders)
    for attackers, air in _helpers(game, state, act, able):
        read = replace(whole, attackers=(*act.attackers, *attackers), air=(*act.air, *air))
        # Where no line names anybody, somebody has to have won it.
        sure = whole if act.attackers else read
        won = () if act.number == UNCLAIMED else sure.attackers
        perhaps = tuple(Victor(unit, PERHAPS) for unit in able if unit not in won)
        marks = perhaps if state.clock.part == 1 else ()
        if act.number == UNCLAIMED:
            yield Completion(read, Surrender(defenders[0], "16.1"), marks, _unclaimed(read))
        else:
            yield Completion(read, sure, marks)


def _helpers(
    game: Trc, state: State, act: AutomaticVictory, able: Sequence[UnitId]
) -> Iterator[tuple[Sequence[UnitId], tuple[AirSupport, ...]]]:
    """Yield who may have won a victory besides those whom lines name, the fewest first, with the aircraft that helped.

    An aircraft may have helped in a victory that no line claims: how its counter lay says nothing of a victory at once.
    """
    strongest = sorted(able, key=lambda unit: -(game.units[unit].combat or 0))
    for count in range(min(len(able), _MOST_ADDED) + 1):
        yield from ((more, ()) for more in combinations(able, count) if act.attackers or more)
    yield from ((strongest[:count], ()) for count in range(_MOST_ADDED + 1, len(able) + 1))
    if act.number == UNCLAIMED:
        supports = tuple(_supports(game, state))
        yield from ((strongest[:count], (one,)) for count in range(1, len(able) + 1) for one in supports)


def _supports(game: Trc, state: State) -> Iterator[AirSupport]:
    """Yield the support that an aircraft may give by each unit on the map that lends one."""
    side = state.clock.side
    kind = aircraft_of(side)
    for unit, place in state.forces[side].places.items():
        if game.units[unit].type in lender_types(kind) and not isinstance(place, str):
            yield AirSupport(kind, unit)


def _unclaimed(act: AutomaticVictory) -> str:
    text = Sentence(
        "No line claims an automatic victory over {defenders}; it was possible with ", in_words(act.defenders)
    )
    return Sentence("{text}{attackers}, and is read so.", text, in_words(act.attackers))


def _able(game: Trc, state: State, act: AutomaticVictory, goals: Collection[Hex | None]) -> Iterator[UnitId]:
    """Yield who stands next to all the defenders of a victory, and is not named among those who won it."""
    for unit, place in state.forces[state.clock.side].places.items():
        if unit not in act.attackers and not isinstance(place, str) and game.units[unit].type != "air":
            reach = attackable_from(game, place)
            if all(goal is None or reach >> goal & 1 for goal in goals):
                yield unit


def _hex(state: State, unit: UnitId) -> Hex | None:
    place = state.place(unit)
    return None if isinstance(place, str) else place
