"""Recovery from disruption (M41-DIS-2)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.m41.acts import Recover, TakeHit
from trc_module.games.m41.data import M41, book
from trc_module.games.m41.marks import Hit
from trc_module.games.m41.supply import supply_facts, unit_supplied
from trc_module.games.m41.words import AWAY, COMBAT, DISRUPTED, GERMAN, RALLY, RECOVERY, ROKOSSOVSKY, RUSSIAN
from trc_module.rules.actions import Retreat
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.statuses import status_of, with_status


def attacked(state: State, unit: UnitId) -> bool:
    """Tell whether a unit is attacked in a battle of this phase."""
    return any(unit in battle.defenders for battle in state.battles)


def phases_of(unit: UnitId, side: str) -> tuple[tuple[str, str], ...]:
    """Return the phases in which a unit recovers.

    Germans after their supply, Russians in the German player-turn before the combat or after it; the 16. Army also in
    the Russian player-turn.
    """
    if side == GERMAN:
        return ((GERMAN, RECOVERY),)
    own = ((RUSSIAN, RECOVERY),) if unit == ROKOSSOVSKY else ()
    return ((GERMAN, AWAY), (GERMAN, RALLY), *own)


@book.check("M41-DIS-2", Recover)
def in_its_phase(game: M41, state: State, act: Recover) -> Iterator[Finding]:
    """A disrupted unit recovers in its own recovery phase, if a line of supply reaches the edge of the map."""
    unit, clock = act.unit, state.clock
    side = game.side_of[unit]
    if (clock.side, clock.phase) not in phases_of(unit, side):
        yield violation("M41-DIS-2", Sentence("{unit} recovered in {clock}.", unit, clock.words), units=(unit,))
    elif status_of(state, unit) != DISRUPTED:
        yield violation("M41-DIS-2", Sentence("{unit} recovered; it is not disrupted.", unit), units=(unit,))
    elif clock.phase == AWAY and attacked(state, unit):
        text = Sentence("{unit} recovered before the combat; it is attacked.", unit)
        yield violation("M41-DIS-2", text, units=(unit,))
    elif clock.phase == RALLY and Hit(unit) in state.marks:
        text = Sentence("{unit} recovered after the combat, in which it was disrupted.", unit)
        yield violation("M41-DIS-2", text, units=(unit,))
    elif not unit_supplied(game, state, unit):
        text = Sentence("{unit} recovered; no line of supply reaches it from the edge of the map.", unit)
        yield violation("M41-DIS-2", text, units=(unit,), facts=supply_facts(game))


@book.effect(TakeHit, Retreat)
def remember_the_hit(game: M41, state: State, act: TakeHit | Retreat) -> State:
    """Remember the Russian units that are disrupted in the German combat."""
    if (state.clock.side, state.clock.phase) != (GERMAN, COMBAT) or status_of(state, act.unit) != DISRUPTED:
        return state
    return state.with_mark(Hit(act.unit))


@book.effect(Recover)
def recover(game: M41, state: State, act: Recover) -> State:
    """End a unit's disruption."""
    return with_status(state, act.unit, "")


@book.lister(Recover)
def recoveries(game: M41, state: State) -> Iterator[Recover]:
    """Yield the recoveries of this phase."""
    for side in (GERMAN, RUSSIAN):
        for unit, at in state.forces[side].places.items():
            if isinstance(at, int) and (state.clock.side, state.clock.phase) in phases_of(unit, side):
                yield Recover(unit)
