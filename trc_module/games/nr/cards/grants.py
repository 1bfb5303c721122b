"""Grants and demands of events: acts that a side may do beyond the rules, and acts that it must do.

A grant is a mark `grant <what> <side> <many> <lasts> <details> <card>`: so many acts of a kind, as the card says. An
act that the rules alone forbid is allowed if a grant covers it, and uses it up. A demand is a mark
`owes <side> <what> <many> <card>`.
"""

from __future__ import annotations

from trc_module.games.nr.marks import Grant, GrantUsed, OwedByEvent
from trc_module.rules.state import State, UnitId

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


def grants(state: State, what: str, side: str) -> tuple[Grant, ...]:
    """Return the grants of a kind that events give a side."""
    return tuple(grant for grant in Grant.of(state, what) if grant.side == side)


def first_grant(state: State, what: str, side: str) -> Grant | None:
    """Return the first grant of a kind for a side; None if there is none."""
    return next(iter(grants(state, what, side)), None)


def use(state: State, grant: Grant | None) -> State:
    """Return the position in which one act of a grant has been done."""
    if grant is None or not grant.number:
        return state
    left = state.without_marks(lambda mark: mark == grant)
    return left.with_mark(grant.changed(many=str(grant.number - 1))) if grant.number > 1 else left


def users(state: State, grant: Grant) -> dict[UnitId, str]:
    """Return the units that have used a grant which counts units, each with the hex in which it began."""
    return {user.unit: user.begun for user in GrantUsed.of(state, grant.card) if user.what == grant.what}


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
    return state.with_mark(GrantUsed(grant.card, grant.what, unit, begun))


def outstanding_demands(state: State, side: str, what: str) -> tuple[tuple[int, str], ...]:
    """Return the demands of events on a side: how many, and the card."""
    return tuple((int(owed.number), owed.card) for owed in OwedByEvent.of(state, side) if owed.what == what)


def with_demand(state: State, side: str, what: str, count: int, card: str) -> State:
    """Return the position in which an event demands something of a side, or no more if the count is 0."""
    before = {owed for owed in OwedByEvent.of(state, side) if (owed.what, owed.card) == (what, card)}
    known = state.without_marks(lambda mark: mark in before)
    return known.with_mark(OwedByEvent(side, what, str(count), card)) if count > 0 else known


def paid_off(state: State, side: str, what: str) -> State:
    """Return the position in which one demand of a kind is met."""
    for count, card in outstanding_demands(state, side, what):
        return with_demand(state, side, what, count - 1, card)
    return state


def forget_grants(state: State, *, turn: bool) -> State:
    """Return the position at the end of a phase, or of a turn, without the grants that lasted until then."""
    over = {grant for grant in Grant.all(state) if turn or grant.lasts == PHASE}
    return state.without_marks(lambda mark: mark in over)
