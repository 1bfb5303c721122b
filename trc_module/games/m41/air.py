"""Interception (M41-AIR-3) and the withdrawal of the 2. Fliegerkorps (M41-AIR-4)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.m41.acts import AirReturn, AirSupply, Intercept, KnockOut, RollInterception
from trc_module.games.m41.data import M41, book
from trc_module.games.m41.marks import (
    Aborted,
    Airlift,
    Downed,
    Flown,
    Grounded,
    Intercepted,
    Intercepting,
    Lost,
    OutOfAction,
)
from trc_module.games.m41.words import (
    AIR,
    AIR_BOX,
    AIR_OUT,
    CHECK,
    FIRST_LEAVER,
    GERMAN,
    LOST,
    MOVEMENT,
    MOVING,
    REPLACEMENT,
    RUSSIAN,
    SIBERIAN_AIR,
    SUPPLY,
    WEATHER,
    WITHDRAWN,
)
from trc_module.rules.actions import Attack, End, Lose, Withdraw
from trc_module.rules.battles import battle_numbered
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

OUT, GONE = "out", "lost"
"""The results that an interception demands of a unit: knocked out for this turn and the next, or shot down."""


def waiting(state: State, number: int) -> tuple[UnitId, UnitId] | None:
    """Return the interceptor and its target in a battle whose die is not rolled; None if there is none."""
    found = Intercepting.of(state, str(number))
    return (found[0].unit, found[0].target) if found else None


def demanded(state: State, unit: UnitId) -> str:
    """Return what an interception demands of a unit, '' if nothing."""
    return next((mark.demands for mark in Downed.all(state) if mark.unit == unit), "")


@book.judge(Intercept)
def free_to_intercept(game: M41, state: State, act: Intercept) -> Iterator[Finding]:
    """An air unit of the other side intercepts one that takes part in a battle, once a phase (M41-AIR-2, M41-AIR-3).

    A Russian one may also intercept one that flies supplies (M41-AIR-4).
    """
    clock, side = state.clock, game.side_of[act.unit]
    if clock.phase not in (*MOVING, SUPPLY) or side == clock.side:
        yield violation(
            "M41-AIR-3", Sentence("{unit} intercepted in {clock}.", act.unit, clock.words), units=(act.unit,)
        )
    elif game.units[act.unit].type != AIR or state.place(act.unit) != AIR_BOX or Grounded(act.unit) in state.marks:
        yield violation("M41-AIR-3", Sentence("{unit} cannot fly in this phase.", act.unit), units=(act.unit,))
    elif not _flies(game, state, act):
        where = (
            "does not fly supplies"
            if clock.phase == SUPPLY
            else Sentence("does not fly in battle {number}", act.number)
        )
        yield violation("M41-AIR-3", Sentence("{target} {where}.", act.target, where), units=(act.target,))
    elif Flown(act.unit) in state.marks:
        yield violation("M41-AIR-1", Sentence("{unit} flies a second time in this phase.", act.unit), units=(act.unit,))
    elif side == RUSSIAN and _russian_interceptors(game, state, act):
        text = Sentence("{unit} intercepts {target} in addition to another Russian air unit.", act.unit, act.target)
        yield violation("M41-AIR-2", text, units=(act.unit,))


def _flies(game: M41, state: State, act: Intercept) -> bool:
    """Tell whether the target of an interception flies: in its battle, or in the supply phase with supplies."""
    if state.clock.phase == SUPPLY:
        return bool(Airlift.of(state, act.target))
    battle = battle_numbered(state.battles, act.number)
    return battle is not None and act.target in battle.attackers and game.units[act.target].type == AIR


def _russian_interceptors(game: M41, state: State, act: Intercept) -> list[UnitId]:
    """Return the Russian air units that intercept in the same battle, or the same supply flight."""
    marks: list[Intercepting | Intercepted] = [*Intercepting.all(state), *Intercepted.all(state)]
    if state.clock.phase == SUPPLY:
        same = [mark for mark in marks if mark.target == act.target]
    else:
        same = [mark for mark in marks if mark.battle == str(act.number)]
    return [mark.unit for mark in same if game.side_of.get(mark.unit) == RUSSIAN]


@book.check("M41-AIR-3", RollInterception)
def an_interception_to_roll(game: M41, state: State, act: RollInterception) -> Iterator[Finding]:
    """A die is rolled for each interception."""
    if waiting(state, act.number) is None:
        what = "a supply flight" if state.clock.phase == SUPPLY else Sentence("battle {number}", act.number)
        rolled = Intercepted.of(state, str(act.number))
        why = "whose interception had been rolled before" if rolled else "and no air unit intercepts"
        text = Sentence("A die was rolled for {what}, {why}.", what, why)
        yield violation("M41-AIR-3", text)


@book.effect(Intercept)
def remember(game: M41, state: State, act: Intercept) -> State:
    """Remember an interception."""
    return state.with_mark(Intercepting(str(act.number), act.unit, act.target), Flown(act.unit))


@book.effect(RollInterception)
def decide(game: M41, state: State, act: RollInterception) -> State:
    """Work out an interception.

    German against Russian: 5 and 6 knock it out for this turn and the next, 3 and 4 stop its mission. Russian against
    German: 5 and 6 stop it for the rest of the turn, 1 and 2 shoot the Russian down.
    """
    found = waiting(state, act.number)
    if found is None:
        return state
    unit, target = found
    number = str(act.number)
    after = Intercepting.forgotten(state, number, unit, target)
    after = after.with_mark(Intercepted(number, unit, target))
    if game.side_of[unit] == GERMAN and act.die >= 3:
        after = after.with_mark(Aborted(number, target))
        return after.with_mark(Downed(number, target, OUT)) if act.die >= 5 else after
    if game.side_of[unit] == RUSSIAN and act.die >= 5:
        after = Airlift.forgotten(after, target)
        return after.with_mark(Aborted(number, target), Grounded(target))
    if game.side_of[unit] == RUSSIAN and act.die <= 2:
        return after.with_mark(Downed(number, unit, GONE))
    return after


@book.judge(KnockOut, Lose)
def as_the_die_says(game: M41, state: State, act: KnockOut | Lose) -> Iterator[Finding]:
    """An air unit goes out of play as the die of an interception says (M41-AIR-3)."""
    if game.units[act.unit].type != AIR:
        if isinstance(act, KnockOut):
            yield violation("M41-AIR-3", Sentence("{unit} is no air unit.", act.unit), units=(act.unit,))
        return
    if demanded(state, act.unit) != (OUT if isinstance(act, KnockOut) else GONE):
        how = "knocked out" if isinstance(act, KnockOut) else "shot down"
        text = Sentence("{unit} was {how} in battle {number}, but by no interception.", act.unit, how, act.number)
        yield violation("M41-AIR-3", text, units=(act.unit,))


@book.judge(End)
def interceptions_are_settled(game: M41, state: State, act: End) -> Iterator[Finding]:
    """A phase ends when all interceptions are rolled and carried out (M41-AIR-3)."""
    if state.clock.phase not in (*MOVING, SUPPLY):
        return
    for flight in Intercepting.all(state):
        where = "" if state.clock.phase == SUPPLY else Sentence(" in battle {battle}", flight.battle)
        text = Sentence("{unit} intercepts {target}{where}; no die was rolled.", flight.unit, flight.target, where)
        yield violation("M41-AIR-3", text, units=(flight.unit, flight.target))
    for mark in Downed.all(state):
        unit, says = mark.unit, "knocked out" if mark.demands == OUT else "shot down"
        text = Sentence("{unit} is {says} by the die of its interception, and still in play.", unit, says)
        yield violation("M41-AIR-3", text, units=(unit,), dedup_key=(game.side_of[unit], "downed", unit))


@book.effect(KnockOut)
def knock_out(game: M41, state: State, act: KnockOut) -> State:
    """Put a unit out of play until the turn after the next."""
    settled = {mark for mark in Downed.all(state) if mark.unit == act.unit}
    after = state.without_marks(lambda mark: mark in settled)
    after = after.with_mark(OutOfAction(act.unit, str(state.clock.turn + 2)))
    return after.with_unit(game.side_of[act.unit], act.unit, AIR_OUT)


@book.check("M41-REP-7", AirReturn)
def back_when_due(game: M41, state: State, act: AirReturn) -> Iterator[Finding]:
    """Russian air units come back in the Russian replacement phase, when they are due; Germans get no replacements."""
    if game.side_of[act.unit] == GERMAN:
        yield violation(
            "M41-REP-7", Sentence("{unit} came back; Germans get no replacements.", act.unit), units=(act.unit,)
        )
        return
    if (state.clock.side, state.clock.phase) != (RUSSIAN, REPLACEMENT):
        yield violation(
            "M41-REP-7", Sentence("{unit} came back in {clock}.", act.unit, state.clock.words), units=(act.unit,)
        )
        return
    if game.units[act.unit].type != AIR:
        yield violation(
            "M41-REP-7", Sentence("{unit} came back among the air units; it is none.", act.unit), units=(act.unit,)
        )
        return
    if state.place(act.unit) == LOST and act.unit != SIBERIAN_AIR:
        # Units that are out of action return; the Siberian one alone is said to be replaced (M41-REP-2).
        text = Sentence("{unit} came back; it was shot down, and the text does not say whether it may.", act.unit)
        yield Finding("M41-REP-7", Verdict.UNDECIDED, text, (act.unit,))
        return
    due = next((int(mark.until_turn) for mark in OutOfAction.of(state, act.unit)), 0)
    if state.place(act.unit) == AIR_OUT and state.clock.turn < due:
        text = Sentence(
            "{unit} came back in turn {turn}; it is out of action until turn {due}.", act.unit, state.clock.turn, due
        )
        yield violation("M41-REP-7", text, units=(act.unit,))


@book.effect(AirReturn)
def come_back(game: M41, state: State, act: AirReturn) -> State:
    """Put an air unit back into play."""
    after = Lost.forgotten(OutOfAction.forgotten(state, act.unit), act.unit)
    return after.with_unit(game.side_of[act.unit], act.unit, AIR_BOX)


@book.judge(Withdraw)
def only_the_one(game: M41, state: State, act: Withdraw) -> Iterator[Finding]:
    """No unit but the 2. Fliegerkorps is withdrawn, at the end of turn 1 (M41-AIR-4)."""
    clock = state.clock
    if act.unit != FIRST_LEAVER:
        yield violation("M41-AIR-4", Sentence("{unit} was withdrawn; no rule says so.", act.unit), units=(act.unit,))
    elif not _may_leave(clock):
        yield violation(
            "M41-AIR-4", Sentence("{unit} was withdrawn in {clock}.", act.unit, clock.words), units=(act.unit,)
        )
    elif not _leaves_in_time(clock):
        text = Sentence("{unit} was withdrawn in {clock}; it leaves at the end of turn 1.", act.unit, clock.words)
        yield Finding("M41-AIR-4", Verdict.NOTE, text, (act.unit,))


def _may_leave(clock: Clock) -> bool:
    """Tell whether turn 1 is at its end, or over."""
    return clock.turn > 1 or (clock.side, clock.phase) == (RUSSIAN, CHECK)


def _leaves_in_time(clock: Clock) -> bool:
    """Tell whether it is the end of turn 1, or the first step of turn 2.

    By mail the end of the turn is in the Russian player's log: the German player takes his counter off when his next
    one begins.
    """
    return clock.turn == 1 or (clock.turn == 2 and (clock.side, clock.phase) == (GERMAN, WEATHER))


@book.judge(End)
def withdrawn_in_time(game: M41, state: State, act: End) -> Iterator[Finding]:
    """The 2. Fliegerkorps is off before German units move in turn 2 (M41-AIR-4)."""
    clock = state.clock
    if clock.turn > 1 and (clock.side, clock.phase) == (GERMAN, MOVEMENT) and state.place(FIRST_LEAVER) == AIR_BOX:
        text = Sentence("{first_leaver} was not withdrawn at the end of turn 1.", FIRST_LEAVER)
        yield violation("M41-AIR-4", text, units=(FIRST_LEAVER,), dedup_key=(GERMAN, "withdraw"))


@book.judge(Attack, Intercept, AirSupply)
def flies_no_more(game: M41, state: State, act: Attack | Intercept | AirSupply) -> Iterator[Finding]:
    """The 2. Fliegerkorps flies in turn 1 alone, whether its counter has been taken off or not (M41-AIR-4)."""
    match act:
        case Attack():
            flying = act.attackers
        case Intercept():
            flying = (act.unit,)
        case AirSupply():
            flying = (act.by,)
    if state.clock.turn > 1 and FIRST_LEAVER in flying:
        text = Sentence(
            "{first_leaver} flies in turn {turn}; it leaves at the end of turn 1.", FIRST_LEAVER, state.clock.turn
        )
        yield violation("M41-AIR-4", text, units=(FIRST_LEAVER,))


@book.effect(Withdraw)
def leave(game: M41, state: State, act: Withdraw) -> State:
    """Withdraw a unit."""
    return state.with_unit(game.side_of[act.unit], act.unit, WITHDRAWN)


@book.lister(Intercept)
def interceptions(game: M41, state: State) -> Iterator[Intercept | RollInterception | KnockOut | Lose]:
    """Yield interceptions, their dice, and what follows."""
    if state.clock.phase not in (*MOVING, SUPPLY):
        return
    enemy = game.enemy(state.clock.side)
    if state.clock.phase == SUPPLY:
        yield from _against_supplies(game, state)
    for battle in state.battles:
        if waiting(state, battle.number) is not None:
            yield from (RollInterception(battle.number, die) for die in range(1, 7))
            continue
        for target in battle.attackers:
            if game.units[target].type == AIR:
                yield from (Intercept(battle.number, unit, target) for unit in state.forces[enemy].stack(AIR_BOX))
    for mark in Downed.all(state):
        number = int(mark.battle)
        yield KnockOut(number, mark.unit) if mark.demands == OUT else Lose(number, mark.unit)


def _against_supplies(game: M41, state: State) -> Iterator[Intercept | RollInterception]:
    """Yield the interceptions of supply flights, and their dice."""
    number = max((battle.number for battle in state.battles), default=1)
    if waiting(state, number) is not None:
        yield from (RollInterception(number, die) for die in range(1, 7))
        return
    for mark in Airlift.all(state):
        yield from (Intercept(number, unit, mark.unit) for unit in state.forces[RUSSIAN].stack(AIR_BOX))


@book.lister(AirReturn)
def returns(game: M41, state: State) -> Iterator[AirReturn]:
    """Yield the air units that may come back."""
    if (state.clock.side, state.clock.phase) == (RUSSIAN, REPLACEMENT):
        yield from map(AirReturn, state.forces[RUSSIAN].stack(AIR_OUT))
        if state.place(SIBERIAN_AIR) == LOST:
            yield AirReturn(SIBERIAN_AIR)


@book.lister(Withdraw)
def withdrawals(game: M41, state: State) -> Iterator[Withdraw]:
    """Yield the withdrawal of the 2. Fliegerkorps."""
    if _may_leave(state.clock) and state.place(FIRST_LEAVER) == AIR_BOX:
        yield Withdraw(FIRST_LEAVER)
