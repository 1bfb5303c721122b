"""Event cards (5): draws, hands, events; what cards pay is counted in `balance`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from trc_module.facts import Fact
from trc_module.games.nr.cards.balance import COUNTERS, PURPOSES, forget_payments, pay
from trc_module.games.nr.cards.effects import ALL_BATTLES, EFFECT, OPENS, OPENS_TURN, RESULT, SHIFTED, UNTOLD, opened
from trc_module.games.nr.chart_readers import Event, Events
from trc_module.games.nr.data import (
    AXIS,
    CARDS,
    COMBAT,
    MOVEMENT,
    ORGANIZATION,
    SIDES,
    Nr,
    assumed,
    book,
)
from trc_module.rules.actions import End
from trc_module.rules.battles import Battle, with_battle
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import State
from trc_module.systems.cards import CARDS as HELD
from trc_module.systems.cards import Draw, Play, Shuffle, draw, held_by, left_in_deck, play, shuffle

EVENT, DISCARD = "event", "discard"
ALL_PURPOSES = (EVENT, DISCARD, *PURPOSES)
LATE = 23
"""The turn on which the deck of 1945 takes the place of the first one."""
DECKS = (range(1, 45), range(16, 55))
"""The numbers of the cards of the first deck and of that of 1945."""
DRAWN, MORE, DISCARDED = "drawn", "more draws", "discarded"
WORDS = frozenset(f"{side} {word}" for side in SIDES for word in (DRAWN, MORE, DISCARDED)) | COUNTERS
KEPT_AT_FIRST = 4
"""The cards that the Axis keeps of those that it draws before its first turn."""
PENALTIES = {16: "ger-2-pz", 18: "ger-ss-pz"}
"""The units for which the Axis draws a card less if they are lost when they leave play (13.5)."""


def deck_of(state: State) -> range:
    """Return the numbers of the cards that are in play."""
    return DECKS[state.clock.turn >= LATE]


def cards_of(state: State) -> frozenset[str]:
    """Return the cards that are in play."""
    return _named(deck_of(state))


@lru_cache(maxsize=4)
def _named(numbers: range) -> frozenset[str]:
    return frozenset(f"card-{number}" for number in numbers)


def event_of(game: Nr, card: str, side: str) -> Event | None:
    """Return the event of a side on a card; None if there is no such card."""
    events: Events = game.charts.get("events", Events)
    return events.of.get((card, side))


def late_facts(state: State) -> tuple[Fact, ...]:
    """Return what weakens all findings about cards once the decks have changed."""
    if state.clock.turn < LATE:
        return ()
    return (assumed("all cards are shuffled anew on turn 23", "the track says that cards begin anew, not how"),)


def allotment(game: Nr, state: State, side: str) -> int:
    """Return how many cards a side draws on this turn, those for events that were played on being drawn included."""
    turn = state.clock.turn
    found = game.allotments.on(f"{side}-cards", turn) + state.used.get(f"{side} {MORE}", 0)
    lost = PENALTIES.get(turn) if side == AXIS else None
    if lost is not None and ("penalty", lost) in state.marks:
        found -= 1
    return found


# ------------------------------------------------------------------------- draws


@book.check("5a", Draw)
def draws(game: Nr, state: State, act: Draw) -> Iterator[Finding]:
    """A side draws its cards in its card phase, from two at most, and no more than the deck holds."""
    side, facts = act.side, late_facts(state)
    drawn = state.used.get(f"{side} {DRAWN}", 0)
    more = state.used.get(f"{side} {MORE}", 0)
    own = (side, CARDS) == (state.clock.side, state.clock.phase)
    given = allotment(game, state, side)
    if opened(state, "5a"):
        return
    if not own and act.count > more:
        yield violation("5a", f"The {side} side drew {act.count} cards in {state.clock}.", facts=facts)
    elif own and drawn + act.count > given:
        text = f"The {side} side drew card {drawn + act.count} of this turn; it draws {given}."
        yield violation("5a", text, facts=(*facts, *_allotted(game, state, side)))
    if own and not drawn and not more and held_by(state, side) > game.values["keep"]:
        held, keep = held_by(state, side), game.values["keep"]
        text = f"The {side} side drew with {held} cards in hand; it keeps {keep} at most before it draws."
        yield violation("5b", text, facts=(*facts, game.values.facts["keep"]))
    deck = len(deck_of(state))
    if act.count > left_in_deck(state, deck):
        text = f"The {side} side drew {act.count} cards; the deck holds {left_in_deck(state, deck)}."
        yield violation("5c", text, facts=facts)


def _allotted(game: Nr, state: State, side: str) -> tuple[Fact, ...]:
    found = game.allotments.facts.get((f"{side}-cards", state.clock.turn))
    return () if found is None else (found,)


@book.rule("5b")
def may_keep(game: Nr, state: State, side: str) -> int:
    """Return how many cards a side may have in hand when it begins to draw."""
    return game.values["keep"]


@book.rule("5c")
def in_deck(state: State) -> int:
    """Return how many cards lie in the deck."""
    return left_in_deck(state, len(deck_of(state)))


@book.effect(Draw)
def count(game: Nr, state: State, act: Draw) -> State:
    """Add cards to the hand, and count them."""
    after = draw(game, state, act)
    if (act.side, CARDS) == (state.clock.side, state.clock.phase):
        return after.counted(f"{act.side} {DRAWN}", act.count)
    left = state.used.get(f"{act.side} {MORE}", 0) - act.count
    word = f"{act.side} {MORE}"
    return after.changed(used=after.used.put(word, left) if left > 0 else after.used.without((word,)))


@book.check("5g", End)
def at_the_end(game: Nr, state: State, act: End) -> Iterator[Finding]:
    """The Axis keeps four cards at first, and discards one after drawing when the war elsewhere goes against it."""
    side, turn = state.clock.side, state.clock.turn
    if state.clock.phase != CARDS or side != AXIS:
        return
    if turn == 1 and held_by(state, side) > KEPT_AT_FIRST:
        text = f"The Axis keeps {held_by(state, side)} cards before its first turn; it may keep {KEPT_AT_FIRST}."
        yield violation("5g", text, facts=_allotted(game, state, side))
    drawn = state.used.get(f"{side} {DRAWN}", 0)
    if game.printed(turn, "red") and drawn and not state.used.get(f"{side} {DISCARDED}", 0) and held_by(state, side):
        text = "The Axis did not discard a card after drawing; the event of the turn asks for one."
        yield violation("5h", text, facts=game.turn_fact(turn))


@book.rule("5h")
def must_discard(game: Nr, turn: int) -> bool:
    """Tell whether the Axis discards a card on a turn."""
    return bool(game.printed(turn, "red"))


# ------------------------------------------------------------------------- plays


@book.check("5d", Play)
def plays(game: Nr, state: State, act: Play) -> Iterator[Finding]:
    """A side plays a card that it may hold: one of the deck in play that does not lie on the pile."""
    facts = late_facts(state)
    if not held_by(state, act.side):
        yield violation("5d", f"The {act.side} side played {act.card}; it holds no card.", facts=facts)
    elif act.card not in cards_of(state):
        yield violation("5d", f"The {act.side} side played {act.card}, which is not in play.", facts=facts)
    elif act.card in HELD.of(state).played:
        yield violation("5d", f"The {act.side} side played {act.card}, which lies on the pile.", facts=facts)
    elif act.purpose == EVENT:
        yield from _event(game, state, act)
    elif act.purpose in _PAYING and _PAYING[act.purpose] != (state.clock.side == act.side, state.clock.phase):
        text = f"The {act.side} side discarded {act.card} for {act.purpose} in {state.clock}."
        yield violation("5e", text)


_PAYING = {
    "replacement": (True, ORGANIZATION),
    "reorganize": (True, ORGANIZATION),
    "rail": (True, MOVEMENT),
    "counterblow": (False, COMBAT),
}
"""For what a card pays: whether in the side's own turn, and in which phase."""


@book.rule("5e")
def pays_now(state: State, side: str, purpose: str) -> bool:
    """Tell whether a card may be discarded for a purpose in this phase."""
    return _PAYING[purpose] == (state.clock.side == side, state.clock.phase)


def _event(game: Nr, state: State, act: Play) -> Iterator[Finding]:
    event = event_of(game, act.card, act.side)
    if event is None or opened(state, "5f"):
        return
    mark = game.mark_of(act.card, act.side)
    if mark and mark != game.initiative(state):
        text = f"The {act.side} side used its event on {act.card}; that needs the initiative of the {mark} side."
        yield violation("5f", text, facts=(event.fact,))
    if not in_time(game, state, event, act.side):
        text = f"The {act.side} side used its event on {act.card} in {state.clock}, at no time for it."
        yield violation("5i", text, facts=(event.fact,))


@book.rule("5f")
def has_initiative(game: Nr, state: State, card: str, side: str) -> bool:
    """Tell whether the initiative lets a side use its event on a card."""
    mark = game.mark_of(card, side)
    return not mark or mark == game.initiative(state)


@book.rule("5i")
def in_time(game: Nr, state: State, event: Event, side: str) -> bool:
    """Tell whether an event may be used in this phase, turn and weather."""
    clock = state.clock
    whose = event.whose == "any" or (event.whose == "own") == (clock.side == side)
    weather = game.weather(state)
    fair = not event.weather or weather is None or weather in event.weather
    return whose and fair and clock.turn >= event.first and (not event.phases or clock.phase in event.phases)


@book.effect(Play)
def put_down(game: Nr, state: State, act: Play) -> State:
    """Put a card on the pile, and carry out what it pays or does."""
    after = play(game, state, act)
    if act.purpose == DISCARD:
        # What is discarded before the draw makes room for it, and is no answer to an event of the turn.
        drawn = state.used.get(f"{act.side} {DRAWN}", 0)
        return after.counted(f"{act.side} {DISCARDED}") if drawn else after
    if act.purpose in PURPOSES:
        return pay(after, act.side, act.purpose, worth(game, state, act))
    event = event_of(game, act.card, act.side)
    for words in event.does if event is not None else ():
        after = _do(game, after, act.side, words)
    return after


@book.rule("15.4")
def worth(game: Nr, state: State, act: Play) -> int:
    """Return for how many markers a discarded card counts: two if its event has the mark of the initiative."""
    shows = game.mark_of(act.card, act.side) == game.initiative(state)
    return 2 if act.purpose == "reorganize" and "15.4" in state.options and shows else 1


def _do(game: Nr, state: State, side: str, words: tuple[str, ...]) -> State:
    word, *rest = words
    if word in ("draw", "redraw"):
        return state.counted(f"{side} {MORE}", int(rest[0]) if rest else 1)
    if word == "take":
        return _take(state, side)
    if word == "reshuffle":
        return state.with_mark(("reshuffle",))
    if word in ("replacement", "counterblows"):
        return pay(state, side, word.rstrip("s"), int(rest[0]))
    if word == "weather":
        return _weather(game, state, rest)
    if word == "reroll":
        return _unrolled(state)
    if word in ("open", "open-turn"):
        return _open(state, rest[0], word)
    if word in ("shift", "shift-all", "result", "result-all"):
        number = ALL_BATTLES if word.endswith("-all") else _at_hand(state)
        kind = SHIFTED if word.startswith("shift") else RESULT
        return state.with_mark((EFFECT, number, kind, rest[0]))
    return state


def _at_hand(state: State) -> str:
    """Return the number of the battle at hand: the last that is not rolled, else the last, else all."""
    open_ = [battle for battle in state.battles if not battle.result]
    last = (open_ or list(state.battles))[-1:]
    return str(last[0].number) if last else ALL_BATTLES


def _take(state: State, side: str) -> State:
    """Give a side a card from the pile: which one it takes, the log need not tell."""
    cards = HELD.of(state)
    if len(cards.played) < 2:
        return state
    held = cards.held.put(side, cards.held.get(side, 0) + 1)
    return HELD.put(state, replace(cards, held=held, played=(*cards.played[:-2], cards.played[-1])))


def _weather(game: Nr, state: State, rest: list[str]) -> State:
    turn = state.clock.turn + (rest[0] == "next")
    may_change = game.printed(turn, "variable")
    if may_change == "no" or may_change is None:
        return state
    # Which other weather the track offers, and whether it offers any, is not told for all turns.
    word = rest[1] if may_change == "yes" and rest[1] == "mud" else "unknown"
    known = state.without_marks(lambda mark: mark[:2] == ("weather", str(turn)))
    return known.with_mark(("weather", str(turn), word))


def _unrolled(state: State) -> State:
    """Let the last battle be rolled again; where its die lies on the table no more, nothing changes."""
    last = state.battles[-1] if state.battles else None
    if last is None or not last.result:
        return state
    again = Battle(last.number, last.attackers, last.defenders, last.stood)
    return state.changed(battles=with_battle(state.battles, again)).with_mark(("again", str(last.number)))


EVERYTHING = (
    *("4a", "5a", "5f", "6a", "6b", "7.1", "8a", "8e", "9.1"),
    *("10.1.1", "10.1.2", "10.1.3", "10.6", "10.7", "10.8", "13.2", "13.3"),
)
"""What an event leaves open that cancels another one, or stands for another one."""


def _open(state: State, rule: str, word: str) -> State:
    if rule == "all":
        return state.with_mark(*((OPENS, each) for each in EVERYTHING))
    if rule == "battle":
        number = _at_hand(state)
        return state.with_mark((OPENS, "10.6" if number == ALL_BATTLES else f"battle-{number}"))
    return state.with_mark((OPENS if word == "open" else OPENS_TURN, rule))


# ----------------------------------------------------------------- shuffling, ends


@book.check("5j", Shuffle)
def shuffles(game: Nr, state: State, act: Shuffle) -> Iterator[Finding]:
    """The pile is shuffled into the deck when it is empty, or when an event says so."""
    left = left_in_deck(state, len(deck_of(state)))
    if left and ("reshuffle",) not in state.marks:
        text = f"The pile was shuffled with {left} cards in the deck."
        yield violation("5j", text, facts=late_facts(state))


@book.effect(Shuffle)
def shuffle_pile(game: Nr, state: State, act: Shuffle) -> State:
    """Put the pile back into the deck."""
    return shuffle(game, state, act).without_marks(lambda mark: mark == ("reshuffle",))


@book.effect(End)
def forget(game: Nr, state: State, act: End) -> State:
    """Forget payments and what events have opened; a new deck is in play from turn 23."""
    clock = state.clock
    after = forget_payments(state)
    if clock.phase == CARDS:
        told = state.used.get(f"{clock.side} {DRAWN}", 0) > 0
        after = after.without_marks(lambda mark: mark == UNTOLD) if told else after.with_mark(UNTOLD)
        after = after.changed(used=after.used.without([f"{clock.side} {word}" for word in (DRAWN, MORE, DISCARDED)]))
    last = clock.step == game.sequence.steps[-1]
    gone = {OPENS, "again", OPENS_TURN, "penalty"} if last else {OPENS, "again"}
    after = after.without_marks(lambda mark: mark[0] in gone or _past(mark, clock.turn, last))
    if last and clock.turn + 1 == LATE:
        cards = HELD.of(after)
        after = HELD.put(after, replace(cards, held=type(cards.held)(), played=()))
    return after


def _past(mark: tuple[str, ...], turn: int, last: bool) -> bool:
    return last and mark[0] == "weather" and int(mark[1]) <= turn
