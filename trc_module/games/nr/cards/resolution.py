"""Carrying out events: what one does, word by word (`data/nr/charts/events.toml`), and how another cancels it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from trc_module.games.nr.cards.balance import pay
from trc_module.games.nr.cards.effects import ALL_BATTLES, ALWAYS, BATTLE_WORDS, EITHER_TABLE, NEXT_BATTLE, NO_VALUE
from trc_module.games.nr.cards.grants import COUNTERATTACK, PHASE, TURN, with_demand
from trc_module.games.nr.chart_readers import Event, Events
from trc_module.games.nr.combat.battle import site_of
from trc_module.games.nr.combat.odds import read_again
from trc_module.games.nr.data import ALLIES, HOUSEKEEPING, OTHER_SIDE, Nr
from trc_module.games.nr.marks import (
    MAYBE,
    SURE,
    UNKNOWN_WEATHER,
    AttacksAsked,
    BattleEffect,
    Grant,
    LastPlay,
    Opens,
    OpensForTurn,
    OwedByEvent,
    Reshuffle,
    RollAgain,
    WeatherChanged,
    Works,
)
from trc_module.games.nr.points import holds, with_points_of_events, with_unsure_points
from trc_module.rules.battles import Battle, with_battle
from trc_module.rules.state import State
from trc_module.systems.cards import CARDS as HELD

MORE = "more draws"
THIS_EVENT, AS_TOP = "event", "as-top"


def event_of(game: Nr, card: str, side: str) -> Event | None:
    """Return the event of a side on a card; None if there is no such card."""
    events: Events = game.charts.get("events", Events)
    return events.of.get((card, side))


def carried_out(game: Nr, state: State, side: str, card: str) -> State:
    """Return the position after a side's event on a card."""
    event = event_of(game, card, side)
    for words in event.does if event is not None else ():
        state = _do(game, state, side, card, words)
    return state


def _do(game: Nr, state: State, side: str, card: str, words: tuple[str, ...]) -> State:
    word, *rest = words
    if word.removesuffix("-all").removesuffix("-both") in BATTLE_WORDS:
        return _on_battle(game, state, card, word, rest)
    return _DEEDS[word](game, state, side, card, rest)


# ------------------------------------------------------------------------ battles


def _on_battle(game: Nr, state: State, card: str, word: str, rest: list[str]) -> State:
    """Return the position in which an event changes a battle, or several.

    Before a roll the battle at hand is meant. Where every declared battle is rolled, the next one is meant or the last.
    """
    sure = "?" not in rest
    condition = rest[rest.index("if") + 1] if "if" in rest else ALWAYS
    value = rest[0] if rest and rest[0] not in ("?", "if") else NO_VALUE
    kind = word.removesuffix("-all").removesuffix("-both")
    effect = BattleEffect("", SURE if sure else MAYBE, kind, value, condition, card)
    if word.endswith("-all"):
        return state.with_mark(effect.changed(battle=ALL_BATTLES))
    waiting = [battle for battle in state.battles if not battle.result]
    if waiting:
        number = str(waiting[-1].number)
        marks = [effect.changed(battle=number)]
        if word.endswith("-both"):
            marks.append(effect.changed(battle=NEXT_BATTLE))
        at = site_of(state, waiting[-1])
        if kind == EITHER_TABLE and at is not None:
            # Battles near it are read in the same table, which no log names.
            near = f"near-{game.hex_name(at)}"
            marks.append(effect.changed(battle=ALL_BATTLES, certainty=MAYBE, condition=near))
        return state.with_mark(*marks)
    if not state.battles:
        return state.with_mark(effect.changed(battle=NEXT_BATTLE))
    last = Opens(f"battle-{state.battles[-1].number}")
    return state.with_mark(effect.changed(battle=NEXT_BATTLE, certainty=MAYBE), last)


def _after_roll(game: Nr, state: State, side: str, card: str, rest: list[str]) -> State:
    """Shift the column of the battle at hand; if it is rolled, its die is read again there."""
    last = next((b for b in state.battles if not b.result), state.battles[-1] if state.battles else None)
    number = str(last.number) if last is not None else NEXT_BATTLE
    shifted = state.with_mark(BattleEffect(number, SURE, "shift", rest[0], ALWAYS, card))
    return shifted if last is None or not last.result else read_again(game, shifted, last)


def _reroll(game: Nr, state: State, side: str, card: str, rest: list[str]) -> State:
    """Let the last battle be rolled again; where its die lies on the table no more, nothing changes."""
    last = state.battles[-1] if state.battles else None
    if last is None or not last.result or (rest and last.result not in rest):
        return state
    again = Battle(last.number, last.attackers, last.defenders, last.places)
    return state.changed(battles=with_battle(state.battles, again)).with_mark(RollAgain(str(last.number)))


def _works(game: Nr, state: State, side: str, card: str, rest: list[str]) -> State:
    return state.with_mark(Works())


# -------------------------------------------------------------------------- cards


def _draw(game: Nr, state: State, side: str, card: str, rest: list[str]) -> State:
    return state.counted(f"{side} {MORE}", int(rest[0]) if rest else 1)


def _take(game: Nr, state: State, side: str, card: str, rest: list[str]) -> State:
    """Give a side the card below the one just played: which one it takes, a log need not tell."""
    cards = HELD.of(state)
    if len(cards.played) < 2:
        return state
    held = cards.held.put(side, cards.held.get(side, 0) + 1)
    return HELD.put(state, replace(cards, held=held, played=(*cards.played[:-2], cards.played[-1])))


def _reshuffle(game: Nr, state: State, side: str, card: str, rest: list[str]) -> State:
    return state.with_mark(Reshuffle())


def _discards(game: Nr, state: State, side: str, card: str, rest: list[str]) -> State:
    """Let an event stand for so many discards, for replacements or for reorganization."""
    paid = pay(state, side, "replacement", int(rest[0]))
    return pay(paid, side, "reorganize", int(rest[0]))


def _counterblows(game: Nr, state: State, side: str, card: str, rest: list[str]) -> State:
    return pay(state, side, "counterblow", int(rest[0]))


def _as_top(game: Nr, state: State, side: str, card: str, rest: list[str]) -> State:
    """Carry out the event on the discard below; one that acts when it is drawn does nothing."""
    below = HELD.of(state).played[-2:-1]
    event = event_of(game, below[0], side) if below else None
    if event is None or event.on_draw or (AS_TOP,) in event.does:
        return state
    return carried_out(game, state, side, below[0])


def _cancel(game: Nr, state: State, side: str, card: str, rest: list[str]) -> State:
    """Take back what the other side's last card has done and has not been used yet."""
    for last in LastPlay.of(state, OTHER_SIDE[side]):
        return _undone(game, state, last.side, last.card, last.purpose)
    return state


def _undone(game: Nr, state: State, side: str, card: str, purpose: str) -> State:
    if purpose != THIS_EVENT:
        counter = f"{side} {purpose}"
        return fewer(state, counter, 1)
    left: list[BattleEffect | Grant | OwedByEvent | AttacksAsked] = [
        *BattleEffect.all(state),
        *Grant.all(state),
        *OwedByEvent.all(state),
        *AttacksAsked.all(state),
    ]
    taken_back = {mark for mark in left if mark.card == card}
    after = state.without_marks(lambda mark: mark in taken_back)
    event = event_of(game, card, side)
    for words in event.does if event is not None else ():
        if words[0] in ("draw", "redraw"):
            after = fewer(after, f"{side} {MORE}", int(words[1]) if len(words) > 1 else 1)
        elif words[0] == "counterblows":
            after = fewer(after, f"{side} counterblow", int(words[1]))
        elif words[0] == "points":
            after = with_unsure_points(after, 1)
    return after


def fewer(state: State, counter: str, count: int) -> State:
    """Return the position with less in a counter, as far as there is any."""
    left = state.used.get(counter, 0) - count
    return state.changed(used=state.used.put(counter, left) if left > 0 else state.used.without((counter,)))


# ------------------------------------------------------------ weather and points


def _weather(game: Nr, state: State, side: str, card: str, rest: list[str]) -> State:
    turn = state.clock.turn + (rest[0] == "next")
    may_change = game.printed(turn, "variable")
    if may_change == "no" or may_change is None:
        return state
    # For some turns it is unknown which other weather the track offers, if any.
    word = rest[1] if may_change == "yes" and rest[1] == "mud" else UNKNOWN_WEATHER
    return WeatherChanged.forgotten(state, str(turn)).with_mark(WeatherChanged(str(turn), word))


def _points(game: Nr, state: State, side: str, card: str, rest: list[str]) -> State:
    """Give a side points: so many, or another number if the condition is not met; `?` if the number is unknown."""
    if rest[0] == "?":
        return with_unsure_points(state, 1)
    gained = int(rest[0])
    if len(rest) > 1:
        gained = gained if holds(game, state, rest[2], rest[3].split(",")) else int(rest[1])
    return with_points_of_events(game, state, side, gained)


def _attacks(game: Nr, state: State, side: str, card: str, rest: list[str]) -> State:
    """Ask a side for so many attacks in its combat phase of this turn, or for points."""
    who = side if rest[0] == "own" else OTHER_SIDE[side]
    return state.with_mark(AttacksAsked(who, rest[1], rest[2], card))


# ------------------------------------------------------------- grants and demands


def _grant(game: Nr, state: State, side: str, card: str, rest: list[str]) -> State:
    what, count, *words = rest
    who = OTHER_SIDE[side] if "enemy" in words else side
    details = ",".join(word for word in words if word not in (TURN, "enemy", "own")) or NO_VALUE
    return state.with_mark(Grant(what, who, count, TURN if TURN in words else PHASE, details, card))


def _demand(game: Nr, state: State, side: str, card: str, rest: list[str]) -> State:
    """Ask a side for discards, or the defenders of the battle at hand for a counterattack."""
    what = rest[0]
    who = OTHER_SIDE[side] if "enemy" in rest else side
    if what == COUNTERATTACK:
        waiting = [battle for battle in state.battles if not battle.result]
        return with_demand(state, who, what, waiting[-1].number, card) if waiting else state
    return with_demand(state, who, what, int(rest[1]), card)


def _skip_check(game: Nr, state: State, side: str, card: str, rest: list[str]) -> State:
    """Skip the check for sudden death where it is made; anywhere else draw cards and discard."""
    if state.clock.phase == HOUSEKEEPING:
        return state.with_mark(Opens("13.2"))
    return with_demand(_draw(game, state, side, card, ["2"]), side, "discard", 1, card)


def _ally_leaves(game: Nr, state: State, side: str, card: str, rest: list[str]) -> State:
    """Ask the Axis for a discard if one of its allies is on the map; let an ally leave play after turn 10."""
    who = OTHER_SIDE[side]
    allies = [unit for unit in state.forces[who].places if game.units[unit].nation in ALLIES]
    if not any(isinstance(state.place(unit), int) for unit in allies):
        return state
    after = with_demand(state, who, "discard", 1, card)
    late = state.clock.turn > int(rest[0])
    return after.with_mark(Grant("withdraw", who, "1", PHASE, "ally", card)) if late else after


def _open(game: Nr, state: State, side: str, card: str, rest: list[str]) -> State:
    if rest[0] == "battle":
        waiting = [battle for battle in state.battles if not battle.result] or list(state.battles)
        return state.with_mark(Opens(f"battle-{waiting[-1].number}" if waiting else "10.6"))
    return state.with_mark(Opens(rest[0]))


def _open_turn(game: Nr, state: State, side: str, card: str, rest: list[str]) -> State:
    return state.with_mark(OpensForTurn(rest[0]))


_DEEDS: Mapping[str, Callable[[Nr, State, str, str, list[str]], State]] = {
    "after-roll": _after_roll,
    "reroll": _reroll,
    "works": _works,
    "draw": _draw,
    "redraw": _draw,
    "take": _take,
    "reshuffle": _reshuffle,
    "discards": _discards,
    "counterblows": _counterblows,
    AS_TOP: _as_top,
    "cancel": _cancel,
    "weather": _weather,
    "points": _points,
    "attacks": _attacks,
    "grant": _grant,
    "demand": _demand,
    "skip-check": _skip_check,
    "ally-leaves": _ally_leaves,
    "open": _open,
    "open-turn": _open_turn,
}
"""The functions that carry out the words of the chart."""
WORDS = frozenset(_DEEDS)
"""The words of events that do not change a battle."""
