"""Payments with cards: a balance for each purpose, in the counters of a position."""

from __future__ import annotations

from trc_module.games.nr.data import SIDES
from trc_module.rules.state import State

PURPOSES = ("replacement", "reorganize", "rail", "counterblow")
"""The purposes for which a card can pay."""
COUNTERS = frozenset(f"{side} {word}" for side in SIDES for word in PURPOSES)


def paid(state: State, side: str, purpose: str) -> int:
    """Return how many cards a side has paid for a purpose in this phase and not used up."""
    return state.used.get(f"{side} {purpose}", 0)


def pay(state: State, side: str, purpose: str, cards: int = 1) -> State:
    """Return the position with cards paid."""
    return state.counted(f"{side} {purpose}", cards)


def spend(state: State, side: str, purpose: str, cards: int) -> State:
    """Return the position with cards used up, as far as there are any."""
    left = paid(state, side, purpose) - cards
    counter = f"{side} {purpose}"
    used = state.used.put(counter, left) if left > 0 else state.used.without((counter,))
    return state.changed(used=used)


def forget_payments(state: State) -> State:
    """Return the position in which nothing is paid any more."""
    return state.changed(used=state.used.without(COUNTERS)) if COUNTERS & state.used.keys() else state
