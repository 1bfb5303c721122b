"""28.4: additions to the order of battle.

When most of them arrive stands on cards that we do not have: 20.0 skips their arrivals, and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.acts.departures import Motorize
from trc_module.games.trc.arrivals.entry_hexes import Arrival, EntryHexes, city_gate, own_gate, waiting_in
from trc_module.games.trc.arrivals.motorization import german_infantry
from trc_module.games.trc.arrivals.russian_replacements import Budget, budget, judge_the_sum, owner_of_an_excess
from trc_module.games.trc.arrivals.sequence_of_arrivals import in_movement, russian_replacements_first
from trc_module.games.trc.arrivals.withdrawals import on_the_map, purpose_of_its_own
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import MOTORIZATION, POOL, SURRENDERED
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.marks import Replaced, Withdrawn
from trc_module.games.trc.special_rules import Basic, special
from trc_module.games.trc.steps import END
from trc_module.roster import Unit
from trc_module.rules.actions import End, Enter, Replace, Withdraw
from trc_module.rules.finding import Finding, Verdict, as_doubt, violation
from trc_module.rules.marks import TURN, KindOfMark
from trc_module.rules.registry import covers
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

option = book.option("28.4")
FLAK = ("ger-1-flak", "ger-2-flak")
STAFFS = ("ger-hq-okw", "ger-hq-vistula")
PANZER, RENAMED = "ger-38-pz", "ger-38-inf"
JANUARY_1945 = 23
GUARDS = {"rus-10gd-inf": "rus-30-inf", "rus-11gd-inf": "rus-16-inf", "rus-8gd-inf": "rus-62-inf"}
"""Each Guards army, and the army whose place it takes."""
GOING = "ger-12-ss-inf"
OCTOBER_1944 = 21
FOR_THE_WEST = "28.4"


class Upgraded(KindOfMark, word="upgraded", until=TURN):
    """a Guards army: it has taken the place of another army on this turn (28.4.5)"""

    unit: UnitId


@option.check("28.4.1b", Replace)
def no_second_flak(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """A lost Flak corps is not replaced."""
    if act.unit in FLAK:
        yield violation(
            "28.4.1b", Sentence("{unit} was replaced; a lost Flak corps never is.", act.unit), units=(act.unit,)
        )


@option.rule("28.4.2a")
def staffs_in_berlin(case: Arrival) -> EntryHexes | None:
    """The OKW and the Vistula headquarters arrive in Berlin."""
    return city_gate(case, "28.4.2a", "Berlin", ()) if case.unit.id in STAFFS else None


@option.override(own_gate)
def gate_of_the_staffs(
    basic: Callable[[Trc, Arrival], EntryHexes | None], game: Trc, case: Arrival
) -> EntryHexes | None:
    """Let the two headquarters in by their own rule."""
    return staffs_in_berlin(case) or basic(game, case)


@special(option, Basic.EXCHANGE)
def exchanges_of_this_variant(game: Trc, state: State, unit: Unit) -> bool:
    """Take the exchanges of 28.4 out of those of 23."""
    return unit.id == PANZER or unit.id in GUARDS


@option.check("28.4.3", Motorize, Enter)
def renamed_a_panzer_corps(game: Trc, state: State, act: Motorize | Enter) -> Iterator[Finding]:
    """The 38th Infantry is exchanged for the 38th Panzer in January 1945."""
    if isinstance(act, Enter):
        if act.unit == PANZER and waiting_in(state, game.units[PANZER]) == MOTORIZATION:
            text = Sentence("{panzer} arrived by itself; it comes by an exchange for {renamed}.", PANZER, RENAMED)
            yield violation("28.4.3", text, units=(PANZER,))
        return
    if act.motorized != PANZER:
        return
    said = Sentence("{infantry} was exchanged for {panzer}", act.infantry, PANZER)
    old, units = game.units[act.infantry], (act.infantry, PANZER)
    if act.infantry != RENAMED and on_the_map(state, RENAMED):
        yield violation(
            "28.4.3", Sentence("{said}, but {renamed} is on the map.", said, RENAMED), units=(*units, RENAMED)
        )
    elif not german_infantry(old) or (old.combat, old.move) != (3, 4):
        facts = (old.fact("type"), old.fact("combat"), old.fact("move"))
        text = Sentence("{said}, which takes the place of a German 3-4 infantry corps.", said)
        yield violation("28.4.3", text, units=units, facts=facts)
    if state.clock.turn < JANUARY_1945:
        yield violation(
            "28.4.3", Sentence("{said} on turn {turn}, before January 1945.", said, state.clock.turn), units=units
        )
    elif state.clock.turn > JANUARY_1945 or not in_movement(state.clock, AXIS, 1):
        yield as_doubt(
            violation(
                "28.4.3", Sentence("{said} in {clock}, and not in January 1945.", said, state.clock.words), units=units
            )
        )


@option.check("28.4.5a", Motorize)
def each_in_the_place_of_one(game: Trc, state: State, act: Motorize) -> Iterator[Finding]:
    """The 30th Army is exchanged for the 10th Guards, the 16th for the 11th, the 62nd for the 8th."""
    wanted, units = GUARDS.get(act.motorized), (act.infantry, act.motorized)
    if wanted is None:
        return
    said = Sentence("{infantry} was exchanged for {motorized}", act.infantry, act.motorized)
    if act.infantry != wanted:
        yield violation("28.4.5a", Sentence("{said}, which takes the place of {wanted}.", said, wanted), units=units)
    elif on_the_map(state, act.motorized):
        yield violation("28.4.5a", Sentence("{said}, which was on the map already.", said), units=units)
    elif not on_the_map(state, act.infantry) or not russian_replacements_first(state.clock):
        where = game.where(state.place(act.infantry))
        text = Sentence(
            "{said}, {where}, in {clock}; it is done on the map in the Russian replacement step.",
            said,
            where,
            state.clock.words,
        )
        yield as_doubt(violation("28.4.5a", text, units=units))


def _difference(game: Trc, guards: UnitId) -> int | None:
    new, old = game.units[guards].combat, game.units[GUARDS[guards]].combat
    return None if new is None or old is None else new - old


def _upgraded(state: State) -> list[UnitId]:
    return list(Upgraded.firsts(state))


@option.check("28.4.5b", Motorize)
def for_the_difference(game: Trc, state: State, act: Motorize) -> Iterator[Finding]:
    """The exchange costs the difference of the factors in replacement points."""
    if act.motorized in GUARDS:
        # With its mark in place, a sum that is exceeded is this rule's business.
        judged = state.with_mark(Upgraded(""))
        taken = [game.units[unit] for unit in Replaced.firsts(state)]
        units = [one for one in taken if one.side == RUSSIAN]
        bill = ((game.units[act.motorized], _difference(game, act.motorized)),)
        yield from judge_the_sum(game, judged, units, ended=False, more=bill)


@option.override(budget)
def costs_of_upgrades(basic: Callable[[Trc, State], Budget], game: Trc, state: State) -> Budget:
    """Add what was spent on Guards armies."""
    upgraded = ((game.units[one], _difference(game, one)) for one in _upgraded(state) if one)
    return basic(game, state).with_costs(upgraded)


@option.override(owner_of_an_excess)
def owner_with_upgrades(
    basic: Callable[[Trc, State, int, int], str], game: Trc, state: State, spent: int, have: int
) -> str:
    """Blame the difference where Guards armies are among what was paid."""
    return "28.4.5b" if _upgraded(state) else basic(game, state, spent, have)


@option.effect(Motorize)
def remember_the_upgrade(game: Trc, state: State, act: Motorize) -> State:
    """Remember the exchange until the Russian turn ends."""
    return state.with_mark(Upgraded(act.motorized)) if act.motorized in GUARDS else state


def _lost(state: State) -> bool:
    return state.place(GOING) in (POOL, SURRENDERED)


def _of_equal_value(unit: Unit) -> bool:
    return unit.nation == "german" and unit.size == "corps" and not unit.ss and (unit.combat, unit.move) == (4, 4)


@option.override(purpose_of_its_own)
def withdrawn_for_the_west(basic: Callable[[Trc, State, Withdraw], str], game: Trc, state: State, act: Withdraw) -> str:
    """Return 28.4 for units that go west in October 1944."""
    told = basic(game, state, act)
    if told or state.clock.turn != OCTOBER_1944 or game.side_of[act.unit] != AXIS:
        return told
    said = not act.because or covers(FOR_THE_WEST, act.because)
    due = act.unit == GOING or (_lost(state) and (_of_equal_value(game.units[act.unit]) or bool(act.because)))
    return FOR_THE_WEST if said and due else ""


def _gone_west(state: State) -> tuple[UnitId, ...]:
    return tuple(mark.unit for mark in Withdrawn.all(state) if mark.rule == FOR_THE_WEST)


@option.check("28.4.6a", End)
def back_to_the_west(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """The 12th SS is withdrawn by the end of October 1944."""
    clock = state.clock
    if clock.turn < OCTOBER_1944 or clock.phase != END or not on_the_map(state, GOING):
        return
    text = Sentence("{going} stays on the map after October 1944.", GOING)
    found = violation(
        "28.4.6a", text, units=(GOING,), dedup_key=(AXIS, "28.4.6a", clock.turn > OCTOBER_1944, clock.side)
    )
    yield as_doubt(found) if (clock.turn, clock.side) == (OCTOBER_1944, AXIS) else found


@option.check("28.4.6b", End, Withdraw)
def another_in_its_place(game: Trc, state: State, act: End | Withdraw) -> Iterator[Finding]:
    """If the 12th SS has been destroyed, a German 4-4 corps is withdrawn in its place."""
    clock = state.clock
    if isinstance(act, Withdraw):
        unit = game.units[act.unit]
        if act.unit != GOING and withdrawn_here(game, state, act) and not _of_equal_value(unit):
            facts = (unit.fact("combat"), unit.fact("move"), unit.fact("formation"))
            text = Sentence("{unit} was withdrawn for {going}; it must be a German 4-4 corps.", act.unit, GOING)
            yield violation("28.4.6b", text, units=(act.unit,), facts=facts)
        return
    if clock.turn != OCTOBER_1944 or clock.phase != END or not _lost(state) or _gone_west(state):
        return
    there = [u for stack in state.forces[AXIS].stacks.values() for u in stack if _of_equal_value(game.units[u])]
    text = Sentence("{going} has been destroyed, and no German 4-4 corps was withdrawn in its place", GOING)
    if there:
        found = violation(
            "28.4.6b", Sentence("{text}.", text), units=(GOING,), legal=Sentence("{there} could go.", min(there))
        )
        yield as_doubt(found) if clock.side == AXIS else found
    else:
        key = (AXIS, "28.4.6b", clock.turn)
        yield Finding(
            "28.4.6b", Verdict.NOTE, Sentence("{text}; there is none on the map.", text), (GOING,), dedup_key=key
        )


def withdrawn_here(game: Trc, state: State, act: Withdraw) -> bool:
    """Tell whether a withdrawal is one of this variant."""
    return purpose_of_its_own(game, state, act) == FOR_THE_WEST


EXTENSION = Extension(marks=(Upgraded,))
