"""Attacks that are declared and not made (XIII.A7)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trp.actions import Becomes, Cancel
from trc_module.games.trp.acts import NO_WAY, SURROUNDED
from trc_module.games.trp.attacks import die_of
from trc_module.games.trp.data import ATTACKS, AXIS, SOVIET, Trp, book
from trc_module.games.trp.ground import near, not_farther
from trc_module.games.trp.marks import Barred, Cancelled
from trc_module.games.trp.retreats import FORCED, beside_attackers, step_faults
from trc_module.hexgrid import Hex
from trc_module.rules.actions import End, Lose, Retreat
from trc_module.rules.battles import Battle, battle_numbered, driven_off
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence


def open_attacks(state: State) -> list[Battle]:
    """Return the battles whose die has not fallen."""
    return [battle for battle in state.battles if not die_of(state, battle.number)]


@book.check("XIII.A7", Cancel, End)
def declared_attacks_are_made(game: Trp, state: State, act: Cancel | End) -> Iterator[Finding]:
    """Soviet attacks are made, unless an earlier wave has left nobody; Axis ones if they have barred a retreat."""
    if state.clock.side == SOVIET:
        # Of a battle that was carried out without a die rule XIII.C1 tells.
        unmade = [battle.number for battle in open_attacks(state) if not battle.result]
        numbers = [act.number] if isinstance(act, Cancel) else unmade
        for number in numbers:
            battle = battle_numbered(state.battles, number)
            if battle is not None and driven_off(state.battles, battle):
                continue
            text = Sentence("The Soviet attack of battle {number} was declared and not made.", number)
            yield violation("XIII.A7", text, units=battle.attackers if battle else ())
    elif isinstance(act, Cancel):
        battle = battle_numbered(state.battles, act.number)
        if battle is not None and die_of(state, battle.number):
            yield violation(
                "XIII.A7", Sentence("Battle {number} was cancelled after its die.", act.number), units=battle.attackers
            )
    elif state.clock.phase.startswith(ATTACKS):
        yield from _barred_and_not_made(game, state)


def _barred_and_not_made(game: Trp, state: State) -> Iterator[Finding]:
    fought = {u for battle in state.battles if die_of(state, battle.number) for u in battle.defenders}
    told: set[str] = set()
    for mark in Barred.all(state):
        if mark.unit not in fought and mark.battle not in told:
            told.add(mark.battle)
            at = state.place(mark.unit)
            ground = (game.board.terrain_fact(at),) if isinstance(at, int) else ()
            text = Sentence(
                "The attack of battle {battle} barred a retreat to the hex of {unit}, but was not made.",
                mark.battle,
                mark.unit,
            )
            yield violation("XIII.A7", text, units=(mark.unit,), facts=(game.row_fact, *ground))


@book.effect(Cancel)
def cancelled(game: Trp, state: State, act: Cancel) -> State:
    """Take a battle off the list, and remember whom it was to attack."""
    battle = battle_numbered(state.battles, act.number)
    left = tuple(each for each in state.battles if each.number != act.number)
    after = state.changed(battles=left)
    if battle is None:
        return after
    return after.with_mark(*(Cancelled(unit, str(act.number)) for unit in battle.defenders))


@book.follow
def remember_what_bars(game: Trp, before: State, after: State, act: object) -> State:
    """Remember the Axis attacks that have barred a hex to defenders who retreat, or who cannot."""
    if before.clock.side != AXIS or not isinstance(act, Retreat | Becomes | Lose):
        return after
    battle = battle_numbered(before.battles, act.number)
    if battle is None:
        return after
    found: list[Barred] = []
    for unit, at in _from_where(before, battle, act):
        for other in open_attacks(before):
            if other.number != battle.number and _bars(game, before, battle, unit, at, other):
                found += [Barred(str(other.number), each) for each in other.defenders]
    return after.with_mark(*found)


def _from_where(state: State, battle: Battle, act: Retreat | Becomes | Lose) -> Iterator[tuple[UnitId, Hex]]:
    """Yield the defenders whose next hex of a retreat matters, each with the hex in which it is."""
    if isinstance(act, Retreat):
        yield from ((act.unit, at) for at in act.trail.hexes[:-1])
        return
    if isinstance(act, Becomes):
        units = battle.defenders if act.because in (NO_WAY, SURROUNDED) else ()
    else:
        units = (act.unit,) if act.unit in battle.defenders and battle.result in FORCED else ()
    for unit in units:
        at = state.place(unit)
        if isinstance(at, int):
            yield unit, at


def _bars(game: Trp, state: State, battle: Battle, unit: UnitId, at: Hex, other: Battle) -> bool:
    """Tell whether nothing but another attack closes its hex to a unit that retreats."""
    goal = other.places.get(other.defenders[0])
    start = battle.places.get(unit)
    if goal is None or start is None or near(game, at, goal) is None or not_farther(game, start, at, goal) is not None:
        return False
    free = state.changed(battles=())
    closed = any(True for _ in step_faults(game, free, unit, (at, goal), 1))
    return not closed and beside_attackers(game, battle, goal) is None
