"""Games that are joined in the middle: what may have been played before the log, and what stays wrong nevertheless.

What a log does not show of the game before it are the holders of places, the pile, and of the phase and turn in which
it begins the cards that were discarded for something and the events that were played, in so far as they last: those
that change all battles of a phase, change the weather, or allow something for a phase or a turn. An event on one battle
is played when that is declared or rolled, and so in the log. A finding that stays whatever they were is no question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from trc_module.games.nr.cards.balance import PURPOSES, pay
from trc_module.games.nr.cards.effects import ALL_BATTLES
from trc_module.games.nr.cards.grants import TURN
from trc_module.games.nr.cards.playing import DISCARDED, DRAWN, cards_of
from trc_module.games.nr.cards.resolution import MORE, carried_out
from trc_module.games.nr.chart_readers import Event, Events
from trc_module.games.nr.combat.odds import read_again
from trc_module.games.nr.data import SIDES, UNTOLD_PLACES, Nr
from trc_module.games.nr.marks import BattleEffect, Grant, Opens, OpensForTurn, Struck, Targeted, WeatherChanged
from trc_module.rules.actions import Action, Attack
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.joining import is_told_in_all, of_a_known_battle
from trc_module.rules.state import Mark, State
from trc_module.systems.cards import CARDS as HELD

OF_THE_WHOLE_GAME = frozenset(("12", "12.2", "12a", "13.2", "13.4"))
"""Rules on points: cards may have brought some, and a later log does not show it."""
OF_EARLIER_BATTLES = frozenset(("10.1.2", "15.3.2"))
"""Rules that let a side do something for what a battle of the phase has brought."""
WEATHER = "weather"
_MANY = 9
"""More than any allotment: cards that were discarded or drawn before."""


def is_decided(
    game: Nr, state: State, act: Action | None, finding: Finding, began: Clock, *, fighting: bool = False
) -> bool:
    """Tell whether a finding on an act stays, whatever was played before a log that began in the midst of the game.

    `state` is the position before the act; `fighting` tells that a battle was under way when the log began.
    """
    here = state.clock == began
    if act is None or finding.rule in OF_THE_WHOLE_GAME or (here and finding.rule in OF_EARLIER_BATTLES):
        return False
    if here and (fighting or _of_earlier_battles(game, state, act)):
        # Somebody may have lost a step in it before the log, or gone back.
        return False
    return _stays(game, state, act, finding, began)


@lru_cache(maxsize=256)
def _stays(game: Nr, state: State, act: Action, finding: Finding, began: Clock) -> bool:
    """Tell whether a finding is told in all that is supposed; readings of a phase ask for the same again and again."""
    return is_told_in_all(game, state, act, finding, _supposed(game, state, began))


def _of_earlier_battles(game: Nr, state: State, act: Action) -> bool:
    """Tell whether an act belongs to a battle that was declared before, or strikes back in one."""
    if isinstance(act, Attack):
        return any(game.side_of[unit] != state.clock.side for unit in act.attackers)
    return hasattr(act, "number") and not of_a_known_battle(state, act)


def _supposed(game: Nr, state: State, began: Clock) -> Iterator[State]:
    """Yield positions that differ in what may have come before."""
    here = state.clock == began
    near = state.clock.turn <= began.turn + 1
    known = _marked(game, _paid(state) if here else state, targets=here) if near else state
    if near:
        # Cards that an event has brought are drawn later.
        known = known.changed(used=known.used.merged({f"{side} {MORE}": _MANY for side in SIDES}))
    for one in _held_by_others(game, known):
        yield one
        for changed in _after_an_event(game, one, began):
            yield _read_again(game, changed)


def _held_by_others(game: Nr, state: State) -> Iterator[State]:
    """Yield the position with all places of which nothing is told in the hands of one side or the other.

    With them goes the pile: it may hold every card that nobody holds, or none.
    """
    untold = state.traces.get(UNTOLD_PLACES, 0)
    cards = HELD.of(state)
    for side in SIDES:
        held = {at: side if untold >> at & 1 else holder for at, holder in state.control.items()}
        yield state.changed(control=FrozenMap(held))
    in_play = sorted(cards_of(state))
    yield HELD.put(state, replace(cards, played=tuple(in_play[: max(0, len(in_play) - sum(cards.held.values()))])))


def _paid(state: State) -> State:
    """Return the position in which cards were discarded before for all that asks for some, and drawn."""
    for side in SIDES:
        for purpose in PURPOSES:
            state = pay(state, side, purpose, _MANY)
        state = state.counted(f"{side} {DISCARDED}")
        if not state.used.get(f"{side} {DRAWN}", 0):
            state = state.counted(f"{side} {DRAWN}")
    return state


def _marked(game: Nr, state: State, *, targets: bool) -> State:
    """Return the position in which every unit has got a counterblow marker before, and was perhaps named as a target.

    A counterblow marker lies until the next combat phase of its side.
    """
    names = [(side, game.hex_name(at)) for side, force in state.forces.items() for at in force.stacks]
    marks = [Struck(side, name) for side, name in names]
    return state.with_mark(*marks, *(Targeted(name) for _, name in names if targets))


def _after_an_event(game: Nr, state: State, began: Clock) -> Iterator[State]:
    """Yield the position as it would be if one of the events that last had been played before."""
    if state.clock.turn > began.turn + 1:
        return
    yield from _in_other_weather(game, state)
    if state.clock.turn > began.turn:
        return
    for (card, side), event in game.charts.get("events", Events).of.items():
        if side not in SIDES or state.clock.turn < event.first or not any(map(_lasts, event.does)):
            continue
        now = state.clock == began and _fits(state.clock, side, event)
        played = carried_out(game, state, side, card).marks - state.marks
        new = _left(played, of_the_phase=now)
        if not new:
            continue
        yield state.with_mark(*new)


def _read_again(game: Nr, state: State) -> State:
    """Return the position in which the dice of the phase are read as something changed before has it."""
    for battle in state.battles:
        if battle.result:
            state = read_again(game, state, battle)
    return state


def _in_other_weather(game: Nr, state: State) -> Iterator[State]:
    """Yield the position in each weather that a card of this turn or of the last may have brought."""
    turn = str(state.clock.turn)
    if WeatherChanged.of(state, turn) or game.printed(state.clock.turn, "variable") == "no":
        return
    words = (words for event in game.charts.get("events", Events).of.values() for words in event.does)
    for kind in sorted({kind for word, *rest in words if word == WEATHER for kind in rest[1:]}):
        yield state.with_mark(WeatherChanged(turn, kind))


def _lasts(words: tuple[str, ...]) -> bool:
    """Tell whether something that an event does changes more than the battle or the hand at hand."""
    return words[0].endswith("-all") or words[0] in ("grant", "open", "open-turn")


def _left(marks: frozenset[Mark], *, of_the_phase: bool) -> list[Mark]:
    """Return the marks of an event that may be left from before, perhaps from this phase itself."""
    left: list[Mark] = list(OpensForTurn.among(marks))
    left += (grant for grant in Grant.among(marks) if of_the_phase or grant.lasts == TURN)
    if of_the_phase:
        left += (effect for effect in BattleEffect.among(marks) if effect.battle == ALL_BATTLES)
        # What it opens of one battle is open as long as that is fought.
        opened = (mark for mark in Opens.among(marks) if mark.rule != "10.6")
        left += (mark for mark in opened if not mark.rule.startswith("battle-"))
    return left


def _fits(clock: Clock, side: str, event: Event) -> bool:
    """Tell whether an event may be played in a phase."""
    whose = event.whose not in ("own", "enemy") or (event.whose == "own") == (clock.side == side)
    return whose and (not event.phases or clock.phase in event.phases)
