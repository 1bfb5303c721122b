"""Games that are joined in the middle: what the table shows to be wrong, whatever was played before the log.

A log that begins late does not tell everything on which a verdict may rest. A game supposes what may have come before
it, as positions; a finding that is told in each of them stands, and one that some of them excuses is undecided.
"""

from __future__ import annotations

from collections.abc import Iterable

from trc_module.rules.actions import Action
from trc_module.rules.battles import battle_numbered
from trc_module.rules.engine import check
from trc_module.rules.finding import Finding
from trc_module.rules.game import GameData
from trc_module.rules.state import State


def is_told_in_all(game: GameData, state: State, act: Action, finding: Finding, supposed: Iterable[State]) -> bool:
    """Tell whether what is found on an act in a position is found as well in all positions that are supposed."""
    here: frozenset[str] | None = None
    for other in supposed:
        if here is None:
            here = frozenset(found.rule for found in check(game, state, act))
        if not any(_is_of(finding, found, here) for found in check(game, other, act) if found.accuses):
            return False
    return True


def _is_of(finding: Finding, other: Finding, here: frozenset[str]) -> bool:
    """Tell whether a finding of a supposed position is the one of ours: of its rule, or of one that replaces it."""
    if not (set(other.units) & set(finding.units) or (not other.units and not finding.units)):
        return False
    return other.rule == finding.rule or other.rule not in here


def of_a_known_battle(state: State, act: Action | None) -> bool:
    """Tell whether an act belongs to a battle of which the log tells the declaration."""
    number = getattr(act, "number", None)
    return isinstance(number, int) and battle_numbered(state.battles, number) is not None
