"""The lines that this game's module prints into a log."""

from __future__ import annotations

from trc_module.declarations import Field, Grammar, Verb

GRAMMAR = Grammar(
    "TRC1",
    (
        Verb(
            "PHASE",
            "A phase begins; the turn tracker's own command beside it tells which, in any language.",
            (
                Field("at", "$newTurn$", "turn and phase as the tracker shows them", quoted=True),
                Field(
                    "by", "$PlayerSide$", "the side of the player who pressed the button", required=False, quoted=True
                ),
            ),
        ),
        Verb(
            "ROLL",
            "A die is rolled.",
            (
                Field("die", "$result$", "what it shows, 1 to 6"),
                Field("by", "$PlayerSide$", "the side of the player who rolled", required=False, quoted=True),
            ),
        ),
    ),
)
"""TRC1: The Russian Campaign, first version of its grammar."""
