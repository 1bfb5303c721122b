"""Unknown facts: a finding that an unknown fact would excuse is undecided."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.game import GameData
from trc_module.rules.state import State
from trc_module.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """The position if an unknown fact holds."""

    state: State
    unsaid: str
    """One sentence: what is unknown."""


def downgrade_if_excusable(
    game: GameData, state: State, found: Sequence[Finding], again: Callable[[State], Sequence[Finding]]
) -> list[Finding]:
    """Return findings, undecided where a supposed position has none of the kind.

    `again` judges the same act in another position.
    """
    told = list(found)
    for supposed in _suppositions(game, state):
        if not any(finding.accuses for finding in told):
            break
        there = [finding for finding in again(forgetful(supposed.state)) if finding.accuses]
        told = [_unless(finding, supposed.unsaid, found, there) for finding in told]
    return told


def _suppositions(game: GameData, state: State) -> Iterator[Hypothesis]:
    for suppose in game.book.supposed:
        yield from suppose(game, state)


def forgetful(state: State) -> State:
    """Return a position that shares no memory with others: what is worked out in it holds in it alone."""
    return replace(state, forces=FrozenMap({side: force.merged({}) for side, force in state.forces.items()}))


def _unless(finding: Finding, unsaid: str, found: Sequence[Finding], there: Sequence[Finding]) -> Finding:
    if not finding.accuses:
        return finding
    before = {other.rule for other in found}
    for other in there:
        same = other.rule == finding.rule and other.units == finding.units
        if same or (other.rule not in before and not set(other.units).isdisjoint(finding.units)):
            return finding
    return replace(
        finding, verdict=Verdict.UNDECIDED, sentence=Sentence("{sentence} {unsaid}", finding.sentence, unsaid)
    )
