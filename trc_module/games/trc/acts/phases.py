"""The set-up of a unit, and the end of a phase, which the turn tracker tells."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trc.data import Trc
from trc_module.rules.actions import Setup
from trc_module.rules.interpretation import LogStep
from trc_module.rules.record.grammar import RecordSyntax, hex_, unit
from trc_module.rules.state import State
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import ending


def _set_up(game: Trc, state: State, act: Setup) -> Iterator[LogStep]:
    yield LogStep(moves=((act.unit, act.hex),))


SETUP = Act(RecordSyntax("setup", Setup, "3", (unit(), hex_())), says=_set_up)
END = ending("4")
