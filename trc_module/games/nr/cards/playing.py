"""Event cards (5): draws, hands, events; what cards pay is counted in `balance`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from trc_module.facts import Fact
from trc_module.games.nr.cards.balance import COUNTERS, PURPOSES, forget_payments, pay
from trc_module.games.nr.cards.effects import opened
from trc_module.games.nr.cards.grants import DISCARDING, UPGRADE, forget_grants, grants, outstanding_demands, paid_off
from trc_module.games.nr.cards.resolution import MORE, carried_out, event_of
from trc_module.games.nr.chart_readers import Event
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
from trc_module.games.nr.marks import KINDS, UNTOLD, LastPlay, Penalty, Reshuffle, Untold, WeatherChanged
from trc_module.rules.actions import End
from trc_module.rules.finding import Finding, violation
from trc_module.rules.marks import PHASE, TURN, lasting
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.cards import CARDS as HELD
from trc_module.systems.cards import Draw, Play, Shuffle, draw, held_by, left_in_deck, play, shuffle

EVENT, DISCARD = "event", "discard"
ALL_PURPOSES = (EVENT, DISCARD, *PURPOSES)
LATE = 23
"""The turn on which the deck of 1945 takes the place of the first one."""
DECKS = (range(1, 45), range(16, 55))
"""The numbers of the cards of the first deck and of that of 1945."""
DRAWN, DISCARDED = "drawn", "discarded"
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
    if lost is not None and Penalty(lost) in state.marks:
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
        yield violation(
            "5a",
            Sentence("The {side} side drew {count} cards in {clock}.", side.capitalize(), act.count, state.clock.words),
            facts=facts,
        )
    elif own and drawn + act.count > given:
        text = Sentence(
            "The {side} side drew card {drawn} of this turn; it draws {given}.",
            side.capitalize(),
            drawn + act.count,
            given,
        )
        yield violation("5a", text, facts=(*facts, *_allotted(game, state, side)))
    if own and not drawn and not more and held_by(state, side) > game.values["keep"]:
        held, keep = held_by(state, side), game.values["keep"]
        text = Sentence(
            "The {side} side drew with {held} cards in hand; it keeps {keep} at most before it draws.",
            side.capitalize(),
            held,
            keep,
        )
        yield violation("5b", text, facts=(*facts, game.values.facts["keep"]))
    deck = len(deck_of(state))
    if act.count > left_in_deck(state, deck):
        text = Sentence(
            "The {side} side drew {count} cards; the deck holds {left_in_deck}.",
            side.capitalize(),
            act.count,
            left_in_deck(state, deck),
        )
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
    taken = {grant for grant in grants(after, UPGRADE, act.side) if "or-draw" in grant.details}
    after = after.without_marks(lambda mark: mark in taken)
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
        text = Sentence(
            "The Axis keeps {held_by} cards before its first turn; it may keep {kept_at_first}.",
            held_by(state, side),
            KEPT_AT_FIRST,
        )
        yield violation("5g", text, facts=_allotted(game, state, side))
    drawn = state.used.get(f"{side} {DRAWN}", 0)
    if game.printed(turn, "red") and drawn and not state.used.get(f"{side} {DISCARDED}", 0) and held_by(state, side):
        asked = "The Axis did not discard a card after drawing; the event of the turn asks for one."
        yield violation("5h", asked, facts=game.turn_fact(turn))


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
        yield violation(
            "5d",
            Sentence("The {side} side played {card}; it holds no card.", act.side.capitalize(), act.card),
            facts=facts,
        )
    elif act.card not in cards_of(state):
        yield violation(
            "5d",
            Sentence("The {side} side played {card}, which is not in play.", act.side.capitalize(), act.card),
            facts=facts,
        )
    elif act.card in HELD.of(state).played:
        yield violation(
            "5d",
            Sentence("The {side} side played {card}, which lies on the pile.", act.side.capitalize(), act.card),
            facts=facts,
        )
    elif act.purpose == EVENT:
        yield from _event(game, state, act)
    elif act.purpose in _PAYING and _PAYING[act.purpose] != (state.clock.side == act.side, state.clock.phase):
        text = Sentence(
            "The {side} side discarded {card} for {purpose} in {clock}.",
            act.side.capitalize(),
            act.card,
            act.purpose,
            state.clock.words,
        )
        yield violation("5e", text)


_PAYING = {
    "replacement": (True, ORGANIZATION),
    "reorganize": (True, ORGANIZATION),
    "rail": (True, MOVEMENT),
    "counterblow": (False, COMBAT),
}
"""The purposes for which a card pays, each with whether it is in the side's own turn, and the phase."""


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
        text = Sentence(
            "The {side} side used its event on {card}; that needs the initiative of the {mark} side.",
            act.side.capitalize(),
            act.card,
            mark.capitalize(),
        )
        yield violation("5f", text, facts=(event.fact,))
    if not in_time(game, state, event, act.side):
        text = Sentence(
            "The {side} side used its event on {card} in {clock}, outside the time that the card allows.",
            act.side.capitalize(),
            act.card,
            state.clock.words,
        )
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
    return _remembered(_put_down(game, state, act), act)


def _put_down(game: Nr, state: State, act: Play) -> State:
    after = play(game, state, act)
    event = event_of(game, act.card, act.side)
    if act.purpose == EVENT:
        if event is not None and event.paying:
            after = pay(after, act.side, event.paying)
        return carried_out(game, after, act.side, act.card)
    after = paid_off(after, act.side, DISCARDING)
    if act.purpose == DISCARD:
        # A discard before the draw makes room for the draw, and is no answer to an event of the turn.
        drawn = state.used.get(f"{act.side} {DRAWN}", 0)
        return after.counted(f"{act.side} {DISCARDED}") if drawn else after
    after = pay(after, act.side, act.purpose, worth(game, state, act))
    pays_event = event is not None and act.purpose == event.paying
    return carried_out(game, after, act.side, act.card) if pays_event and usable(game, state, act) else after


def _remembered(state: State, act: Play) -> State:
    """Return the position that remembers the last card of a phase, for the event that cancels it."""
    return LastPlay.forgotten(state).with_mark(LastPlay(act.side, act.card, act.purpose))


def usable(game: Nr, state: State, act: Play) -> bool:
    """Tell whether the initiative lets a side use the event on a card that it discards for something."""
    return has_initiative(game, state, act.card, act.side)


@book.rule("15.4")
def worth(game: Nr, state: State, act: Play) -> int:
    """Return for how many markers a discarded card counts: two if its event has the mark of the initiative."""
    shows = game.mark_of(act.card, act.side) == game.initiative(state)
    return 2 if act.purpose == "reorganize" and "15.4" in state.options and shows else 1


# ------------------------------------------------------------ what events ask for


@book.check("5k", End)
def asked_for(game: Nr, state: State, act: End) -> Iterator[Finding]:
    """A side discards what an event asks it to discard before the phase ends."""
    if UNTOLD in state.marks:
        return
    for side in SIDES:
        if _has_to_draw(game, state, side) or not held_by(state, side):
            continue
        for count, card in outstanding_demands(state, side, DISCARDING):
            text = Sentence(
                "The {side} side did not discard {count} of the cards that the event on {card} asks for.",
                side.capitalize(),
                count,
                card,
            )
            facts = (
                assumed("what an event asks for is done in the same phase", "our words on the card do not say when"),
            )
            yield violation("5k", text, facts=facts)


def _has_to_draw(game: Nr, state: State, side: str) -> bool:
    """Tell whether a side has not drawn all cards that an event has brought it."""
    if (side, CARDS) == (state.clock.side, state.clock.phase):
        return state.used.get(f"{side} {DRAWN}", 0) < allotment(game, state, side)
    return state.used.get(f"{side} {MORE}", 0) > 0


# ----------------------------------------------------------------- shuffling, ends


@book.check("5j", Shuffle)
def shuffles(game: Nr, state: State, act: Shuffle) -> Iterator[Finding]:
    """The pile is shuffled into the deck when it is empty, or when an event says so."""
    left = left_in_deck(state, len(deck_of(state)))
    if left and Reshuffle() not in state.marks:
        text = Sentence("The pile was shuffled with {left} cards in the deck.", left)
        yield violation("5j", text, facts=late_facts(state))


@book.effect(Shuffle)
def shuffle_pile(game: Nr, state: State, act: Shuffle) -> State:
    """Put the pile back into the deck."""
    return Reshuffle.forgotten(shuffle(game, state, act))


@book.effect(End)
def forget(game: Nr, state: State, act: End) -> State:
    """Forget payments and what events have opened; a new deck is in play from turn 23."""
    clock = state.clock
    after = forget_payments(state)
    if clock.phase == CARDS:
        told = state.used.get(f"{clock.side} {DRAWN}", 0) > 0
        after = Untold.forgotten(after) if told else after.with_mark(UNTOLD)
        after = after.changed(used=after.used.without([f"{clock.side} {word}" for word in (DRAWN, MORE, DISCARDED)]))
    last = clock.step == game.sequence.steps[-1]
    after = after.changed(marks=lasting(after.marks, KINDS, frozenset({PHASE, TURN} if last else {PHASE})))
    past = {mark for mark in WeatherChanged.all(after) if last and int(mark.turn) <= clock.turn}
    after = forget_grants(after.without_marks(lambda mark: mark in past), turn=last)
    if last and clock.turn + 1 == LATE:
        cards = HELD.of(after)
        after = HELD.put(after, replace(cards, held=type(cards.held)(), played=()))
    return after
