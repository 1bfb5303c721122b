"""28.4: additions to the order of battle.

When most of them arrive stands on cards that we do not have: 20.0 skips their arrivals, and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.actions import Motorize
from trc_module.games.trc.arrivals import (
    MOTORIZATION,
    POOL,
    SURRENDERED,
    Arriving,
    Gate,
    city_gate,
    own_gate,
    waiting_in,
)
from trc_module.games.trc.book import book
from trc_module.games.trc.game import AXIS, RUSSIAN, Trc
from trc_module.games.trc.motorization import exchanged_by_a_rule_of_its_own, german_infantry
from trc_module.games.trc.russian_replacements import further_costs, judge_the_sum, owner_of_an_excess
from trc_module.games.trc.sequence_of_arrivals import in_movement, russian_replacements_first
from trc_module.games.trc.turns import END
from trc_module.games.trc.withdrawals import on_the_map, purpose_of_its_own
from trc_module.games.trc.words import Words
from trc_module.roster import Unit
from trc_module.rules.actions import End, Enter, Replace, Withdraw
from trc_module.rules.finding import Finding, Verdict, breach, in_doubt
from trc_module.rules.registry import covers
from trc_module.rules.state import State, UnitId

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
UPGRADED = "upgraded"


@option.told("28.4.1a")
def on_wheels() -> None:
    """Move and fight with the two Flak corps as with motorized corps.

    They are rows of that type.

    Log: nothing.
    Data: unit types.

    Legal::

        options: 28.4
        at: turn 13 axis impulse 1 movement clear
        on Y20: ger-1-flak ger-2-flak ger-12-inf
        end
        expect ok
    """


@option.check("28.4.1b", Replace)
def no_second_flak(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """Replace no Flak corps that was lost.

    Neither of the two.

    Log: the replacements (D20).
    Data: none.

    Legal::

        options: 28.4
        at: turn 13 axis impulse 1 movement clear
        box axis replacement-pool: ger-1-flak ger-12-inf
        replace ger-12-inf E33
        expect ok

    Illegal::

        options: 28.4
        at: turn 13 axis impulse 1 movement clear
        box axis replacement-pool: ger-1-flak
        replace ger-1-flak E33
        expect 28.4
    """
    if act.unit in FLAK:
        yield breach("28.4.1b", f"{act.unit} was replaced; a lost Flak corps never is.", units=(act.unit,))


@option.rule("28.4.2a")
def staffs_in_berlin(case: Arriving) -> Gate | None:
    """Bring the OKW and the Vistula headquarters in in Berlin.

    Where the enemy holds it or it is full, they come in by the west edge (20.4). Their turn stands on a card that we
    do not have.

    Log: where the unit was placed (D20).
    Data: none.

    Legal::

        options: 28.4
        at: turn 24 axis impulse 2 movement clear
        box axis off-map-units: ger-hq-okw
        enter ger-hq-okw J33
        expect ok

    Illegal::

        options: 28.4
        at: turn 24 axis impulse 2 movement clear
        box axis off-map-units: ger-hq-okw
        enter ger-hq-okw L26
        expect 28.4
    """
    return city_gate(case, "28.4.2a", "Berlin", ()) if case.unit.id in STAFFS else None


@option.replaces(own_gate)
def gate_of_the_staffs(basic: Callable[[Trc, Arriving], Gate | None], game: Trc, case: Arriving) -> Gate | None:
    """Let the two headquarters in by their own rule."""
    return staffs_in_berlin(case) or basic(game, case)


@option.told("28.4.2b")
def staffs_move_as_headquarters() -> None:
    """Move the two headquarters as any other headquarters (11.1).

    They are rows of that type. How far, a counter says that we do not have.

    Log: nothing.
    Data: unit types.

    Legal::

        options: 28.4
        at: turn 24 axis impulse 2 movement clear
        on L30: ger-hq-okw ger-12-inf
        end
        expect ok
    """


@option.replaces(exchanged_by_a_rule_of_its_own)
def exchanges_of_this_variant(basic: Callable[[Trc, Unit], bool], game: Trc, unit: Unit) -> bool:
    """Take the exchanges of 28.4 out of those of 23."""
    return unit.id == PANZER or unit.id in GUARDS or basic(game, unit)


@option.check("28.4.3", Motorize, Enter)
def renamed_a_panzer_corps(game: Trc, state: State, act: Motorize | Enter) -> Iterator[Finding]:
    """Exchange the 38th Infantry for the 38th Panzer in January 1945.

    If the 38th is not on the map any more, any other German 3-4 infantry corps takes its place. It comes in no other
    way. A later exchange is a doubt (R63).

    Log: the exchange (D21).
    Data: unit types and factors.

    Legal::

        options: 28.4
        at: turn 23 axis impulse 1 movement snow
        on L30: ger-38-inf
        box axis motorization: ger-38-pz
        motorize ger-38-inf ger-38-pz
        expect ok

    Illegal::

        options: 28.4
        at: turn 23 axis impulse 1 movement snow
        on L30: ger-38-inf ger-13-inf
        box axis motorization: ger-38-pz
        motorize ger-13-inf ger-38-pz
        expect 28.4
    """
    if isinstance(act, Enter):
        if act.unit == PANZER and waiting_in(state, game.units[PANZER]) == MOTORIZATION:
            text = f"{PANZER} came in by itself; it comes by an exchange for {RENAMED}."
            yield breach("28.4.3", text, units=(PANZER,))
        return
    if act.motorized != PANZER:
        return
    said = f"{act.infantry} was exchanged for {PANZER}"
    old, units = game.units[act.infantry], (act.infantry, PANZER)
    if act.infantry != RENAMED and on_the_map(state, RENAMED):
        yield breach("28.4.3", f"{said}, but {RENAMED} is on the map.", units=(*units, RENAMED))
    elif not german_infantry(old) or (old.combat, old.move) != (3, 4):
        facts = (old.fact("type"), old.fact("combat"), old.fact("move"))
        text = f"{said}, which takes the place of a German 3-4 infantry corps."
        yield breach("28.4.3", text, units=units, facts=facts)
    if state.clock.turn < JANUARY_1945:
        yield breach("28.4.3", f"{said} on turn {state.clock.turn}, before January 1945.", units=units)
    elif state.clock.turn > JANUARY_1945 or not in_movement(state.clock, AXIS, 1):
        yield in_doubt(breach("28.4.3", f"{said} in {state.clock}, and not in January 1945.", units=units))


@option.told("28.4.4")
def stronger_where_the_divisions_were() -> None:
    """Take the 4th SS Panzer Corps for a 7-7 and the 3rd for a 6-7.

    Their counters change places (`data/trc/options.toml`).

    Log: the options agreed on (D01).
    Data: combat factors.

    Legal::

        options: 28.4
        at: turn 13 axis impulse 1 combat clear
        on Y17: ger-4-ss-pz
        on X17: rus-2gd-inf
        attack 1: ger-4-ss-pz x rus-2gd-inf
        roll 1: 4 1-1 C
        expect ok
    """


@option.check("28.4.5a", Motorize)
def each_in_the_place_of_one(game: Trc, state: State, act: Motorize) -> Iterator[Finding]:
    """Exchange the 30th Army for the 10th Guards, the 16th for the 11th, and the 62nd for the 8th.

    In a record `motorize rus-30-inf rus-10gd-inf`, on the map and in the Russian replacement step (R65). When each of
    them is there, a card says that we do not have.

    Log: the exchange (D19).
    Data: none.

    Legal::

        options: 28.4
        at: turn 14 russian impulse 1 movement clear
        on R9: rus-worker-moscow rus-62-inf
        before: archangel 6
        motorize rus-62-inf rus-8gd-inf
        expect ok

    Illegal::

        options: 28.4
        at: turn 14 russian impulse 1 movement clear
        on R9: rus-worker-moscow rus-30-inf
        before: archangel 6
        motorize rus-30-inf rus-8gd-inf
        expect 28.4
    """
    wanted, units = GUARDS.get(act.motorized), (act.infantry, act.motorized)
    if wanted is None:
        return
    said = f"{act.infantry} was exchanged for {act.motorized}"
    if act.infantry != wanted:
        yield breach("28.4.5a", f"{said}, which takes the place of {wanted}.", units=units)
    elif on_the_map(state, act.motorized):
        yield breach("28.4.5a", f"{said}, which was on the map already.", units=units)
    elif not on_the_map(state, act.infantry) or not russian_replacements_first(state.clock):
        where = game.where(state.place(act.infantry))
        text = f"{said}, {where}, in {state.clock}; it is done on the map in the Russian replacement step."
        yield in_doubt(breach("28.4.5a", text, units=units))


def _difference(game: Trc, guards: UnitId) -> int | None:
    new, old = game.units[guards].combat, game.units[GUARDS[guards]].combat
    return None if new is None or old is None else new - old


def _upgraded(state: State) -> list[UnitId]:
    return sorted(mark[1] for mark in state.marks if mark[0] == UPGRADED)


@option.check("28.4.5b", Motorize)
def for_the_difference(game: Trc, state: State, act: Motorize) -> Iterator[Finding]:
    """Pay the difference of the factors in replacement points.

    The 8th Guards, 7-4, cost two points in the place of the 62nd, a 5-3. The points are those of the turn, with the
    replacements.

    Log: the exchange and the replacements (D19).
    Data: combat factors.

    Legal::

        options: 28.4
        at: turn 14 russian impulse 1 movement clear
        before: lost archangel
        on R9: rus-worker-a2 rus-62-inf
        motorize rus-62-inf rus-8gd-inf
        expect ok

    Illegal::

        options: 28.4
        at: turn 12 russian impulse 1 movement clear
        before: lost archangel
        on R9: rus-worker-a1 rus-62-inf
        motorize rus-62-inf rus-8gd-inf
        expect 28.4
    """
    if act.motorized in GUARDS:
        # With its mark in place, a sum that is exceeded is this rule's business.
        judged = state.with_mark((UPGRADED, ""))
        taken = [game.units[mark[1]] for mark in sorted(state.marks) if mark[0] == "replaced"]
        units = [one for one in taken if one.side == RUSSIAN]
        bill = ((game.units[act.motorized], _difference(game, act.motorized)),)
        yield from judge_the_sum(game, judged, units, ended=False, more=bill)


Costs = tuple[tuple[Unit, int | None], ...]


@option.replaces(further_costs)
def costs_of_upgrades(basic: Callable[[Trc, State], Costs], game: Trc, state: State) -> Costs:
    """Add what was spent on Guards armies."""
    return (*basic(game, state), *((game.units[one], _difference(game, one)) for one in _upgraded(state) if one))


@option.replaces(owner_of_an_excess)
def owner_with_upgrades(
    basic: Callable[[Trc, State, int, int], str], game: Trc, state: State, spent: int, have: int
) -> str:
    """Blame the difference where Guards armies are among what was paid."""
    return "28.4.5b" if _upgraded(state) else basic(game, state, spent, have)


@option.effect(Motorize)
def remember_the_upgrade(game: Trc, state: State, act: Motorize) -> State:
    """Remember the exchange until the Russian turn ends."""
    return state.with_mark((UPGRADED, act.motorized)) if act.motorized in GUARDS else state


@option.effect(End)
def forget_the_upgrades(game: Trc, state: State, act: End) -> State:
    """Forget the exchanges when the Russian turn ends."""
    if state.clock.phase != END or state.clock.side != RUSSIAN:
        return state
    return state.without_marks(lambda mark: mark[0] == UPGRADED)


def _lost(state: State) -> bool:
    return state.place(GOING) in (POOL, SURRENDERED)


def _of_equal_value(unit: Unit) -> bool:
    return unit.nation == "german" and unit.size == "corps" and not unit.ss and (unit.combat, unit.move) == (4, 4)


@option.replaces(purpose_of_its_own)
def withdrawn_for_the_west(basic: Callable[[Trc, State, Withdraw], str], game: Trc, state: State, act: Withdraw) -> str:
    """Return 28.4 for what goes west in October 1944."""
    told = basic(game, state, act)
    if told or state.clock.turn != OCTOBER_1944 or game.side_of[act.unit] != AXIS:
        return told
    said = not act.because or covers(FOR_THE_WEST, act.because)
    due = act.unit == GOING or (_lost(state) and (_of_equal_value(game.units[act.unit]) or bool(act.because)))
    return FOR_THE_WEST if said and due else ""


def _gone_west(state: State) -> tuple[UnitId, ...]:
    return tuple(sorted(mark[1] for mark in state.marks if mark[0] == "withdrawn" and mark[2] == FOR_THE_WEST))


@option.check("28.4.6a", End)
def back_to_the_west(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Withdraw the 12th SS by the end of October 1944.

    It is lifted off the map where it stands. October is the second impulse of September/October; that its phase ends
    with the Axis player turn is a reading (R64).

    Log: the withdrawal (D21).
    Data: none.

    Legal::

        options: 28.4
        at: turn 21 axis impulse 2 end clear
        control: Warsaw axis
        on L26: ger-12-ss-inf
        withdraw ger-12-ss-inf
        end
        expect ok

    Illegal::

        options: 28.4
        at: turn 21 russian impulse 2 end clear
        on L26: ger-12-ss-inf
        end
        expect 28.4
    """
    clock = state.clock
    if clock.turn < OCTOBER_1944 or clock.phase != END or not on_the_map(state, GOING):
        return
    text = f"{GOING} stays on the map after October 1944."
    found = breach("28.4.6a", text, units=(GOING,), lasting=(AXIS, "28.4.6a", clock.turn > OCTOBER_1944, clock.side))
    yield in_doubt(found) if (clock.turn, clock.side) == (OCTOBER_1944, AXIS) else found


@option.check("28.4.6b", End, Withdraw)
def another_in_its_place(game: Trc, state: State, act: End | Withdraw) -> Iterator[Finding]:
    """Withdraw a German 4-4 corps in its place, if it has been destroyed.

    A regular one: none of the SS. Who has none on the map can withdraw none. By when is the reading of 28.4.6a (R64).

    Log: the withdrawal (D21).
    Data: unit types and factors; formations.

    Legal::

        options: 28.4
        at: turn 21 axis impulse 2 end clear
        control: Warsaw axis
        on L26: ger-12-inf
        box axis replacement-pool: ger-12-ss-inf
        withdraw ger-12-inf
        end
        expect ok

    Illegal::

        options: 28.4
        at: turn 21 russian impulse 2 end clear
        on L26: ger-12-inf
        box axis replacement-pool: ger-12-ss-inf
        end
        expect 28.4
    """
    clock = state.clock
    if isinstance(act, Withdraw):
        unit = game.units[act.unit]
        if act.unit != GOING and withdrawn_here(game, state, act) and not _of_equal_value(unit):
            facts = (unit.fact("combat"), unit.fact("move"), unit.fact("formation"))
            text = f"{act.unit} was withdrawn for {GOING}; a German 4-4 corps has to go."
            yield breach("28.4.6b", text, units=(act.unit,), facts=facts)
        return
    if clock.turn != OCTOBER_1944 or clock.phase != END or not _lost(state) or _gone_west(state):
        return
    there = [u for stack in state.forces[AXIS].stacks.values() for u in stack if _of_equal_value(game.units[u])]
    text = f"{GOING} has been destroyed, and no German 4-4 corps was withdrawn in its place"
    if there:
        found = breach("28.4.6b", f"{text}.", units=(GOING,), legal=f"{min(there)} could go.")
        yield in_doubt(found) if clock.side == AXIS else found
    else:
        key = (AXIS, "28.4.6b", clock.turn)
        yield Finding("28.4.6b", Verdict.NOTE, f"{text}; there is none on the map.", (GOING,), lasting=key)


def withdrawn_here(game: Trc, state: State, act: Withdraw) -> bool:
    """Tell whether a withdrawal is one of this variant."""
    return purpose_of_its_own(game, state, act) == FOR_THE_WEST


WORDS = Words(marks={UPGRADED: "a Guards army: it has taken the place of another army on this turn (28.4.5)"})
