"""Ends of phases and of turns (XIII.G, XIII.H): the marks that they leave, and the effects of the common acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trc_module.digits import is_number
from trc_module.games.trp.actions import Command, DeclareWeather, Disperse, Hold, Produce, Recover, Spend
from trc_module.games.trp.acts import LOST
from trc_module.games.trp.data import ATTACKS, DISPERSED, MOVES, SPENT, book
from trc_module.games.trp.marks import KINDS, OPERATIONS, ActedBefore, Attacked, Moved, Recovered, WeatherTold
from trc_module.rules.actions import Attack, End, Lose, Move
from trc_module.rules.counts import Counted
from trc_module.rules.finding import Finding, violation
from trc_module.rules.marks import PHASE, PLAYER_TURN, TURN, lasting
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems import effects
from trc_module.systems.statuses import STATUSES, status_of, with_status
from trc_module.systems.weather import with_weather

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trc_module.games.trp.data import Trp

effects.register(book, box=LOST)


@book.effect(End)
def pass_on(game: Trp, state: State, act: End) -> State:
    """Mark who has acted, and forget what does not last, before the clock moves on."""
    clock, following = state.clock, game.sequence.after(state.clock)
    # What a count of the phase rests on goes with it.
    state = Counted.forgotten(state)
    if following.turn != clock.turn:
        state = _outlasting(state, PHASE, OPERATIONS, PLAYER_TURN, TURN)
        for unit, status in STATUSES.of(state).items():
            if status == SPENT:
                state = with_status(state, unit, "")
        return state
    ends = [PHASE] if following.side == clock.side else [PHASE, PLAYER_TURN]
    if clock.phase.startswith(MOVES):
        state = state.with_mark(*map(Moved, state.trails))
    else:
        ends.append(OPERATIONS)
    if clock.phase.startswith(ATTACKS):
        state = state.with_mark(*map(ActedBefore, (*Moved.firsts(state), *Attacked.firsts(state))))
    return _outlasting(state, *ends)


def _outlasting(state: State, *ends: str) -> State:
    return state.changed(marks=lasting(state.marks, KINDS, frozenset(ends)))


def reserve_number(state: State) -> int:
    """Return the number of the reserve phase, 0 in the initial operations of a side."""
    number = state.clock.phase.rpartition("-")[2]
    return int(number) if is_number(number) else 0


@book.effect(DeclareWeather)
def weather_is(game: Trp, state: State, act: DeclareWeather) -> State:
    """Remember the weather."""
    return with_weather(state, act.weather).with_mark(WeatherTold())


@book.effect(Spend)
def spend(game: Trp, state: State, act: Spend) -> State:
    """Turn a unit to Spent; a Dispersed one stays Dispersed."""
    return state if status_of(state, act.unit) == DISPERSED else with_status(state, act.unit, SPENT)


@book.effect(Disperse)
def disperse(game: Trp, state: State, act: Disperse) -> State:
    """Turn a unit to Dispersed."""
    return with_status(state, act.unit, DISPERSED)


@book.effect(Recover)
def recover(game: Trp, state: State, act: Recover) -> State:
    """Turn a unit back to ready, and remember it for the turn; one that is ready already only loses its badge."""
    after = with_status(state, act.unit, "")
    return after.with_mark(Recovered(act.unit)) if status_of(state, act.unit) else after


@book.effect(Lose)
def ready_when_it_returns(game: Trp, state: State, act: Lose) -> State:
    """Forget the status of a unit that is lost."""
    return with_status(state, act.unit, "")


@book.check("XIII.C3", Move)
def neither_spent_nor_dispersed(game: Trp, state: State, act: Move) -> Iterator[Finding]:
    """A Spent or Dispersed unit does not move."""
    status = status_of(state, act.unit)
    if status:
        yield violation(
            "XIII.C3", Sentence("{unit} moved; it is {status}.", act.unit, status.capitalize()), units=(act.unit,)
        )


@book.check("XIII.H", Move, Attack)
def not_after_recovery(game: Trp, state: State, act: Move | Attack) -> Iterator[Finding]:
    """A unit that has recovered on this turn neither moves nor attacks any more."""
    for unit in (act.unit,) if isinstance(act, Move) else act.attackers:
        if Recovered(unit) in state.marks:
            deed = "moved" if isinstance(act, Move) else "attacked"
            yield violation(
                "XIII.H", Sentence("{unit} {deed}; it has recovered on this turn.", unit, deed), units=(unit,)
            )


@book.effect(Produce, Hold, Command)
def only_said(game: Trp, state: State, act: object) -> State:
    """Leave the position as it is: these acts state something, and change nothing on the map."""
    return state
