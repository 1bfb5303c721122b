"""Cards (D): a deck of twelve, hands of at most three."""

from __future__ import annotations

from collections.abc import Iterator

from tests.toy.game import BATTLE, CHARGE, DECK, DISCARD, MUSTER, Toy, book
from trc_module.rules.actions import End
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import State
from trc_module.systems.cards import CARDS, Draw, Play, Shuffle, draw, held_by, left_in_deck, play, shuffle

MOST = 3
book.effect(Draw)(draw)
book.effect(Play)(play)
book.effect(Shuffle)(shuffle)
NAMES = tuple(f"card-{number}" for number in range(1, DECK + 1))


@book.check("D1", Draw)
def as_many_as_the_week_gives(game: Toy, state: State, act: Draw) -> Iterator[Finding]:
    """A side draws the cards of the week in its muster, once."""
    turn = game.track.turns.get(state.clock.turn)
    given = int(turn.printed.get("cards", 0)) if turn else 0
    if act.side != state.clock.side or state.clock.phase != MUSTER:
        yield violation("D1", f"The {act.side} side drew in {state.clock}.")
    elif act.count + state.used.get(f"{act.side} drawn", 0) > given:
        yield violation("D1", f"The {act.side} side drew {act.count} cards; the week gives {given}.")
    elif act.count > (left := left_in_deck(state, DECK)):
        yield violation("D1", f"The {act.side} side drew {act.count} cards; {left} lay in the deck.")


@book.effect(Draw)
def count_the_draw(game: Toy, state: State, act: Draw) -> State:
    """Count what a side has drawn in this muster."""
    return state.counted(f"{act.side} drawn", act.count)


@book.check("D2", End)
def three_in_hand(game: Toy, state: State, act: End) -> Iterator[Finding]:
    """A side ends its muster with at most three cards."""
    side = state.clock.side
    if state.clock.phase == MUSTER and held_by(state, side) > MOST:
        yield violation("D2", f"The {side} side ends its muster with {held_by(state, side)} cards; it may keep {MOST}.")


@book.effect(End)
def count_anew(game: Toy, state: State, act: End) -> State:
    """Forget what was drawn when the muster ends."""
    return state.changed(used=state.used.without([f"{side} drawn" for side in game.sides]))


@book.check("D3", Play)
def from_the_own_hand(game: Toy, state: State, act: Play) -> Iterator[Finding]:
    """A side plays a card that it may hold: not one of the pile; as a charge in its battle phase."""
    if not held_by(state, act.side):
        yield violation("D3", f"The {act.side} side played {act.card}; it holds no card.")
    elif act.card not in NAMES or act.card in CARDS.of(state).played:
        yield violation("D3", f"The {act.side} side played {act.card}, which lies on the pile.")
    elif act.purpose == CHARGE and (act.side, BATTLE) != (state.clock.side, state.clock.phase):
        yield violation("D3", f"The {act.side} side charged in {state.clock}.")


@book.check("D4", Shuffle)
def an_empty_deck(game: Toy, state: State, act: Shuffle) -> Iterator[Finding]:
    """The pile is shuffled when the deck is empty."""
    if left_in_deck(state, DECK):
        yield violation("D4", f"The pile was shuffled with {left_in_deck(state, DECK)} cards in the deck.")


@book.lister(Draw)
def draws(game: Toy, state: State) -> Iterator[Draw | Play | Shuffle]:
    """Yield the draws, plays and shuffles that a side may make."""
    yield Draw(state.clock.side, 1)
    yield Shuffle()
    side = state.clock.side
    for card in NAMES if held_by(state, side) else ():
        yield Play(side, card, CHARGE if state.clock.phase == BATTLE else DISCARD)
