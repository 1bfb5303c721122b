"""Maps that may be the right one as well: what is a violation by one of them alone is a doubt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from trc_module.rules.finding import Finding, Verdict, as_doubt
from trc_module.rules.game import GameData

if TYPE_CHECKING:
    from trc_module.board.board import Otherwise


def doubted_on_other_maps(
    game: GameData, found: Sequence[Finding], again: Callable[[GameData], Sequence[Finding]]
) -> list[Finding]:
    """Return findings, a doubt where nothing breaks the rule on a map that may be the right one.

    `again` judges the same act with the game on another map.
    """
    told = list(found)
    for other in game.board.otherwise:
        if not any(finding.verdict is Verdict.VIOLATION for finding in told):
            break
        kept = _broken(game, other, again)
        told = [
            finding
            if finding.verdict is not Verdict.VIOLATION or finding.rule in kept
            else _doubted(game, finding, other, again)
            for finding in told
        ]
    return told


def _broken(game: GameData, other: Otherwise, again: Callable[[GameData], Sequence[Finding]]) -> frozenset[str]:
    found = again(game.on_board(other.board))
    return frozenset(finding.rule for finding in found if finding.verdict is Verdict.VIOLATION)


def _doubted(
    game: GameData,
    finding: Finding,
    other: Otherwise,
    again: Callable[[GameData], Sequence[Finding]],
) -> Finding:
    """Return a finding as a doubt, with the data that alone decide it, or with all if none does."""
    alone = [each for each in other.apart if finding.rule not in _broken(game, each, again)]
    facts = tuple(fact for each in alone or [other] for fact in each.doubts)
    return replace(as_doubt(finding), facts=(*finding.facts, *facts))
