"""Chapter 20.9: units that must leave the game, and what a withdrawal is for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trc_module.games.trc.acts.arrivals import Delay
from trc_module.games.trc.arrivals.entry_hexes import due_turn, returns, turn_of
from trc_module.games.trc.arrivals.reinforcements import reinforcement
from trc_module.games.trc.arrivals.sequence_of_arrivals import in_movement, russian_withdrawals_first, something_done
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import POOL, RESERVES, WITHDRAWN
from trc_module.games.trc.charts.replacements import Withdrawal
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.marks import Replaced, Withdrawn
from trc_module.games.trc.steps import arrived
from trc_module.roster import Unit
from trc_module.rules.actions import End, Enter, Replace, Withdraw
from trc_module.rules.counts import doubts_of, resting_on
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import agree
from trc_module.rules.hooks import hook
from trc_module.rules.registry import covers
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

UNMATCHED = "unmatched"
"""The count, after the side, of the factors that it has still to match."""
BY_THE_BOOK, AS_A_MATCH = "20.9", "20.10"
"""The reasons for a withdrawal: the order of battle demands it, or it matches factors that the enemy has moved off."""

OMITTED = {19: "20.9.2d", 24: "20.9.3a", 25: "20.9.3b"}
"""The rule that a withdrawal of each turn breaks by never coming."""


def unmatched(state: State, side: str) -> int:
    """Return the factors that a side has still to match (20.10)."""
    return state.used.get(f"{side} {UNMATCHED}", 0)


def owing(state: State, side: str, factors: int) -> State:
    """Return the state in which a side has so many factors still to match."""
    counter = f"{side} {UNMATCHED}"
    used = state.used.put(counter, factors) if factors > 0 else state.used.without((counter,))
    return replace(state, used=used)


@hook
def demanded(game: Trc, state: State) -> Withdrawal | None:
    """Return the withdrawal that the order of battle demands of the Axis on this turn."""
    chart = game.charts.replacements.withdrawals
    return next((demand for demand in chart if demand.turn == state.clock.turn), None)


def made(state: State) -> tuple[UnitId, ...]:
    """Return the units that have been withdrawn on this turn because the order of battle says so."""
    return tuple(mark.unit for mark in Withdrawn.all(state) if mark.rule == BY_THE_BOOK)


def outstanding(game: Trc, state: State) -> int:
    """Return how many units the Axis has still to withdraw on this turn."""
    demand = demanded(game, state)
    return 0 if demand is None else max(0, demand.count - len(made(state)))


def fits(unit: Unit, demand: Withdrawal) -> bool:
    """Tell whether a unit is of the kind that a withdrawal demands."""
    if demand.type:
        return unit.type == demand.type
    return unit.nation == "german" and unit.size == "corps"


def available(game: Trc, state: State, demand: Withdrawal) -> bool:
    """Tell whether a unit that a withdrawal demands is on the map, such as have just arrived left aside.

    Withdrawals come before arrivals (4.1.2a).
    """
    units = (unit for stack in state.forces[AXIS].stacks.values() for unit in stack)
    return any(fits(game.units[unit], demand) and not arrived(state, unit) for unit in units)


@hook
def purpose_of_its_own(game: Trc, state: State, act: Withdraw) -> str:
    """Return the rule other than 20.9 and 20.10 that demands a withdrawal; '' if none does."""
    return ""


def purpose(game: Trc, state: State, act: Withdraw) -> str:
    """Return what a withdrawal is for: 20.9, 20.10, or '' for nothing that the rules know.

    Where the players do not say, the order of battle comes first.
    """
    if own := purpose_of_its_own(game, state, act):
        return own
    side = game.side_of[act.unit]
    demand = demanded(game, state)
    pending = unmatched(state, side) > 0
    if act.because:
        if covers(AS_A_MATCH, act.because):
            return AS_A_MATCH if pending else ""
        still_due = side == AXIS and demand is not None and outstanding(game, state)
        return BY_THE_BOOK if covers(BY_THE_BOOK, act.because) and still_due else ""
    if side == AXIS and demand is not None and outstanding(game, state) and fits(game.units[act.unit], demand):
        return BY_THE_BOOK
    return AS_A_MATCH if pending else ""


@book.check("20.9.1a", Withdraw)
def lifted_off_the_map(game: Trc, state: State, act: Withdraw) -> Iterator[Finding]:
    """A withdrawal lifts a unit off the map, and only where the rules demand it."""
    unit = game.units[act.unit]
    what = purpose(game, state, act)
    demand = demanded(game, state)
    if not what:
        facts = doubts_of(state, f"{unit.side} {UNMATCHED}", game.units)
        yield violation(
            "20.9.1a",
            Sentence("{unit} was withdrawn, but no rule demanded it.", act.unit),
            units=(act.unit,),
            facts=facts,
        )
    elif what == BY_THE_BOOK and demand is not None:
        at = state.place(act.unit)
        if at is None or isinstance(at, str):
            yield _not_there(game, state, act)
        elif not fits(unit, demand):
            kind = Sentence("an {type} corps", demand.type) if demand.type else "a German corps"
            yield violation(
                "20.9.1a",
                Sentence("{unit} was withdrawn, but it must be {kind}.", act.unit, kind),
                units=(act.unit,),
                facts=(unit.fact("type"), unit.fact("size")),
            )
    elif not (on_the_map(state, act.unit) or arriving_now(game, state, unit)):
        yield _not_there(game, state, act)


def _not_there(game: Trc, state: State, act: Withdraw) -> Finding:
    at = game.where(state.place(act.unit))
    return violation(
        "20.9.1a", Sentence("{unit} was withdrawn, but it was {at}, not on the map.", act.unit, at), units=(act.unit,)
    )


def on_the_map(state: State, unit: UnitId) -> bool:
    """Tell whether a unit stands on the map."""
    at = state.place(unit)
    return at is not None and not isinstance(at, str)


def arriving_now(game: Trc, state: State, unit: Unit) -> bool:
    """Tell whether a unit may come in on this turn: as a reinforcement, or replaced.

    What waits in a reserve comes in when its owner wishes (18.2, 20.1.2), and so does what is late (R4).
    """
    at = state.place(unit.id)
    if at == POOL:
        return unit.side == RUSSIAN or state.clock.turn in game.charts.replacements.axis_turns
    if not isinstance(at, str):
        return False
    turn = turn_of(at)
    return at in RESERVES or (turn is not None and turn <= state.clock.turn)


@book.judge(Withdraw)
def judge_the_moment(game: Trc, state: State, act: Withdraw) -> Iterator[Finding]:
    """Judge when a withdrawal is made."""
    side = game.side_of[act.unit]
    if side != state.clock.side or not purpose(game, state, act):
        return
    if side == RUSSIAN and not russian_withdrawals_first(state.clock):
        text = Sentence(
            "{unit} was withdrawn in {clock}; this belongs to the first movement phase.", act.unit, state.clock.words
        )
        yield violation("4.2.1e", text, units=(act.unit,))
    elif in_movement(state.clock, AXIS, 1) and something_done(state) and purpose(game, state, act) == BY_THE_BOOK:
        text = Sentence(
            "{unit} was withdrawn after other units had already moved or arrived in this impulse.", act.unit
        )
        yield violation("4.1.2a", text, units=(act.unit,), dedup_key=(AXIS, "4.1.2a", state.clock))


@hook
def may_come_back(game: Trc, state: State, unit: UnitId) -> bool:
    """Tell whether a rule beside 20.9.2 brings back a unit that was withdrawn."""
    return False


@book.check("20.9.1b", Enter, Replace, Delay)
def gone_for_good(game: Trc, state: State, act: Enter | Replace | Delay) -> Iterator[Finding]:
    """A withdrawn unit does not come back."""
    if state.place(act.unit) == WITHDRAWN and not may_come_back(game, state, act.unit):
        yield violation(
            "20.9.1b", Sentence("{unit} came back after it had been withdrawn.", act.unit), units=(act.unit,)
        )


@book.check("20.9.2a", Replace)
def withdraw_before_replacing(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """Two armor corps are withdrawn in May 1944 before replacements are taken."""
    demand = demanded(game, state) if state.clock.turn in game.charts.replacements.axis_turns else None
    if demand is None or game.side_of[act.unit] != AXIS or not in_movement(state.clock, AXIS, 1):
        return
    left = outstanding(game, state)
    if left and available(game, state, demand):
        yield violation(
            "20.9.2a",
            Sentence(
                "{unit} was replaced while {left} {verb} of this turn {other_verb} still to be made.",
                act.unit,
                left,
                agree(left, "withdrawal", "withdrawals"),
                agree(left, "was", "were"),
            ),
            units=(act.unit,),
            dedup_key=(AXIS, "20.9.2a", state.clock),
        )


@book.check("20.9.2b", Withdraw)
def ss_first(game: Trc, state: State, act: Withdraw) -> Iterator[Finding]:
    """SS armor is withdrawn in May 1944 as long as any is on the map."""
    demand, unit = demanded(game, state), game.units[act.unit]
    if demand is None or not demand.ss_first or unit.ss or not fits(unit, demand):
        return
    if purpose(game, state, act) != BY_THE_BOOK:
        return
    left = [
        other
        for stack in state.forces[AXIS].stacks.values()
        for other in stack
        if game.units[other].ss and fits(game.units[other], demand)
    ]
    # As long as others are still to go, the SS may be among those.
    if len(left) >= outstanding(game, state):
        yield violation(
            "20.9.2b",
            Sentence("{unit} was withdrawn although the SS unit {left} was on the map.", act.unit, min(left)),
            units=(act.unit, min(left)),
            facts=(unit.fact("formation"), game.units[min(left)].fact("formation")),
        )


@book.check("20.9.2c", Enter, Delay)
def back_in_january(game: Trc, state: State, act: Enter | Delay) -> Iterator[Finding]:
    """The armor corps of May 1944 come back in the first impulse of January/February 1945."""
    found = reinforcement(game, state, act)
    if found is None:
        return
    unit, box = found
    due = due_turn(game, state, unit, box)
    if due is not None and returns(unit, box) and due > state.clock.turn:
        yield violation(
            "20.9.2c",
            Sentence(
                "{unit} was withdrawn and comes back on turn {due}, not on turn {turn}.",
                act.unit,
                due,
                state.clock.turn,
            ),
            units=(act.unit,),
        )


@book.check(*OMITTED.values(), End)
def withdrawn_at_the_end(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """The corps of May 1944, March and May 1945 are withdrawn; who keeps the first loses at once."""
    demand = demanded(game, state)
    left = outstanding(game, state)
    if demand is None or not left or not in_movement(state.clock, AXIS, 1):
        return
    rule = OMITTED.get(demand.turn)
    if rule is None:
        return
    kind = Sentence("{type} corps", demand.type) if demand.type else "German corps"
    loses = " and so loses the game" if rule == "20.9.2d" or "C98b" in state.options else ""
    turn = game.charts.turns[demand.turn]
    text = Sentence(
        "The Axis has {left} of {count} {kind} still to withdraw in {months} {year}{loses}",
        left,
        demand.count,
        kind,
        turn.months[0],
        turn.year,
        loses,
    )
    dedup_key = (AXIS, rule, demand.turn)
    if available(game, state, demand):
        yield violation(rule, Sentence("{text}.", text), dedup_key=dedup_key)
    else:
        # A side that has none cannot be blamed for keeping them (C98).
        yield Finding(
            rule,
            Verdict.NOTE,
            Sentence("{text}; there was none on the map when it was due.", text),
            dedup_key=dedup_key,
        )


@book.effect(Withdraw)
def lift_off(game: Trc, state: State, act: Withdraw) -> State:
    """Take the unit off the map: for good, or into the box of the turn in which it comes back."""
    unit, demand = game.units[act.unit], demanded(game, state)
    what = purpose(game, state, act)
    box = WITHDRAWN
    if what == BY_THE_BOOK and demand is not None and demand.back_on is not None:
        box = f"turn-{demand.back_on}"
    if what == AS_A_MATCH:
        if state.place(act.unit) == POOL:
            state = state.with_mark(Replaced(act.unit, WITHDRAWN))
        state = resting_on(state, f"{unit.side} {UNMATCHED}", (unit,))
        state = owing(state, unit.side, unmatched(state, unit.side) - (unit.combat or 0))
    state = state.with_unit(unit.side, act.unit, box)
    return state.with_mark(Withdrawn(act.unit, what)) if what else state
