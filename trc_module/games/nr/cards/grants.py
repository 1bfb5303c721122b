"""Grants and demands of events: acts that a side may do beyond the rules, and acts that it must do.

A grant is a mark `grant <what> <side> <many> <lasts> <details> <card>`: so many acts of a kind, as the card says. An
act that the rules alone forbid is allowed if a grant covers it, and uses it up. A demand is a mark
`owes <side> <what> <many> <card>`.
"""

from __future__ import annotations

from typing import NamedTuple

from trc_module.digits import is_number
from trc_module.rules.state import Mark, State, UnitId

GRANT, USER, OWES = "grant", "user", "owes"
PHASE, TURN = "phase", "turn"
"""The times for which a grant lasts."""
ALL, STACK = "all", "stack"
"""Counts: as many as there are; the units of one stack."""

RETURN_NEAR, RETURN_RAIL, RETURN_BY_RAIL = "return-near", "return-rail", "return-by-rail"
STEP, UPGRADE, LOSS, MARK_CUT, SURRENDERING, SURVIVING = "step", "upgrade", "loss", "mark", "surrender", "survive"
ENTRAINING, DETRAINING_NOW, CADRE_BY_RAIL, MOVING, FURTHER = "entrain", "detrain", "cadre", "move", "further"
ONE_ATTACK, LIFT, STACKING, WITHDRAWING = "attack", "lift", "stack", "withdraw"
MARKERS_MORE, STEAM_ROLLER, SKIP_CHECK = "markers", "steam-roller", "skip-check"
KINDS = frozenset(
    (RETURN_NEAR, RETURN_RAIL, RETURN_BY_RAIL, STEP, UPGRADE, LOSS, MARK_CUT, SURRENDERING, SURVIVING, ENTRAINING)
) | {
    DETRAINING_NOW,
    CADRE_BY_RAIL,
    MOVING,
    FURTHER,
    ONE_ATTACK,
    LIFT,
    STACKING,
    WITHDRAWING,
    MARKERS_MORE,
    STEAM_ROLLER,
}
"""The kinds of grants."""
DISCARDING, COUNTERATTACK = "discard", "counterattack"
"""The kinds of demands."""


class Grant(NamedTuple):
    """A grant of an event to a side."""

    what: str
    side: str
    many: str
    """A number, `all` or `stack`."""
    lasts: str
    details: str
    """Further conditions of the card, words with commas: `supplied,armor,points2`; `-` for none."""
    card: str

    @property
    def mark(self) -> Mark:
        """The mark by which a position remembers it."""
        return (GRANT, *self)

    @property
    def number(self) -> int:
        """The number of acts that it still allows; 0 if it does not count them."""
        return int(self.many) if is_number(self.many) else 0

    def asks(self, word: str) -> bool:
        """Tell whether the card asks for something besides."""
        return word in self.details.split(",")

    def amount(self, word: str) -> int | None:
        """Return the number behind a word of the details: 2 of `points2`; None if it is not there."""
        found = [each.removeprefix(word) for each in self.details.split(",") if each.startswith(word)]
        return int(found[0]) if found and is_number(found[0]) else None


def grants(state: State, what: str, side: str) -> tuple[Grant, ...]:
    """Return the grants of a kind that events give a side."""
    if not state.marks:
        return ()
    return tuple(Grant(*mark[1:]) for mark in sorted(state.marks) if mark[:3] == (GRANT, what, side))


def first_grant(state: State, what: str, side: str) -> Grant | None:
    """Return the first grant of a kind for a side; None if there is none."""
    return next(iter(grants(state, what, side)), None)


def use(state: State, grant: Grant | None) -> State:
    """Return the position in which one act of a grant has been done."""
    if grant is None or not grant.number:
        return state
    left = state.without_marks(lambda mark: mark == grant.mark)
    return left.with_mark(grant._replace(many=str(grant.number - 1)).mark) if grant.number > 1 else left


def users(state: State, grant: Grant) -> dict[UnitId, str]:
    """Return the units that have used a grant which counts units, each with the hex in which it began."""
    return {mark[3]: mark[4] for mark in state.marks if mark[:3] == (USER, grant.card, grant.what)}


def has_room(state: State, grant: Grant, unit: UnitId, begun: str) -> bool:
    """Tell whether a grant that counts units covers one that begins in a hex."""
    before = users(state, grant)
    if unit in before or grant.many == ALL:
        return True
    if grant.many == STACK:
        return all(begun == each for each in before.values())
    return len(before) < grant.number


def with_user(state: State, grant: Grant, unit: UnitId, begun: str) -> State:
    """Return the position in which a unit has used a grant that counts units."""
    return state.with_mark((USER, grant.card, grant.what, unit, begun))


def outstanding_demands(state: State, side: str, what: str) -> tuple[tuple[int, str], ...]:
    """Return the demands of events on a side: how many, and the card."""
    found = (mark for mark in sorted(state.marks) if mark[:3] == (OWES, side, what))
    return tuple((int(mark[3]), mark[4]) for mark in found)


def with_demand(state: State, side: str, what: str, count: int, card: str) -> State:
    """Return the position in which an event demands something of a side, or no more if the count is 0."""
    known = state.without_marks(lambda mark: mark[:3] == (OWES, side, what) and mark[4] == card)
    return known.with_mark((OWES, side, what, str(count), card)) if count > 0 else known


def paid_off(state: State, side: str, what: str) -> State:
    """Return the position in which one demand of a kind is met."""
    for count, card in outstanding_demands(state, side, what):
        return with_demand(state, side, what, count - 1, card)
    return state


def forget_grants(state: State, *, turn: bool) -> State:
    """Return the position at the end of a phase, or of a turn."""
    gone = {USER, OWES}
    return state.without_marks(
        lambda mark: mark[0] in gone or (mark[0] == GRANT and (turn or mark[4] == PHASE)),
    )
