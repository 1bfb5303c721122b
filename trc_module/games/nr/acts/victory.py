"""The claim of the victory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trc_module.declarations import ANYBODY, Declaration, Field, Verb
from trc_module.rules.actions import Action, Claim
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import RULE_NUMBER, Literal, RecordSyntax, side_word, word
from trc_module.rules.state import State
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import BY, line
from trc_module.systems.ground import SystemGame


def _reasons(game: Any, state: State) -> list[str]:
    """Return the rules by which a side has won."""
    return [winner.rule for winner in game.score(state).won]


def _claiming() -> Act:
    verb = Verb(
        "WIN",
        "A side claims the victory.",
        (Field("side", "$PlayerSide$", "who claims it"), Field("rule", "", "the rule by which it has won"), BY),
        "D02",
        ANYBODY,
    )

    def hears(game: SystemGame, found: Declaration, track: PieceTrack | None) -> Action | None:
        side = found["side"].lower()
        return Claim(side, found["rule"]) if side in game.sides and RULE_NUMBER.fullmatch(found["rule"]) else None

    def says(game: SystemGame, state: State, act: Claim) -> Iterator[LogStep]:
        yield line("WIN", side=act.side, rule=act.because)

    parts = (
        side_word(),
        Literal("because"),
        word("because", "the number of a rule", RULE_NUMBER.pattern, _reasons),
    )
    return Act(RecordSyntax("win", Claim, "12", parts), (verb,), hears, says)


CLAIMING = _claiming()
