"""The state of the module's turn tracker: a turn and the number of a step, as VASSAL writes them.

The tracker is a counter (the turn) that holds a list (the steps of a turn)
[VASSAL.build.module.turn.TurnTracker, CounterTurnLevel, ListTurnLevel].
"""

from __future__ import annotations

from dataclasses import dataclass

from trc_module.digits import read_whole, shortened
from trc_module.vassal import sequence
from trc_module.vassal.commands import SetTurn

TRACKER_ID = "TurnTracker0"
"""The first, and only, turn tracker of the module."""


@dataclass(frozen=True, slots=True)
class TurnState:
    """A turn (from 1) and a step of it (from 0)."""

    turn: int
    step: int

    @classmethod
    def read(cls, command: SetTurn) -> TurnState:
        """Take turn and step out of a command; ValueError if it is no tracker of this form."""
        told = cls.told(command)
        if told is None:
            raise ValueError(f"a turn tracker that counts turns and lists steps, not {shortened(command.state)!r}")
        return cls(*map(read_whole, told))

    @staticmethod
    def told(command: SetTurn) -> tuple[str, str] | None:
        """Return the texts that stand for turn and step, whatever they are; None if it is no tracker of this form."""
        levels = sequence.decode(command.state, "|")
        counter = sequence.decode(levels[1], ";") if len(levels) > 1 else []
        phases = sequence.decode(counter[4], ";") if len(counter) > 4 else []
        return (counter[0], phases[0]) if phases else None

    def command(self, last_turn: int, steps: int) -> SetTurn:
        """Return the command that sets the tracker, which has that many turns and steps a turn."""
        phases = sequence.encode((str(self.step), "0", "0", ",".join(["true"] * steps)), ";")
        counter = sequence.encode((str(self.turn), "0", "true", str(last_turn), phases), ";")
        return SetTurn(TRACKER_ID, sequence.encode(("0", counter), "|"))
