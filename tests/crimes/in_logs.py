"""The same crimes in logs: the game up to the crime as VASSAL would have written it, and the crime as its last act."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from tests.crimes.crime import Planted, named
from tests.crimes.trial import TELLING
from trc_module.auditing.audit import audit_log
from trc_module.errors import UserError
from trc_module.games.trc import TrcGame
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.replay.gamelog import open_log
from trc_module.resources import data_dir
from trc_module.rules.actions import Action, End
from trc_module.rules.selfplay import record_of


@dataclass
class InLogs:
    """Composes and audits the first crimes of each name."""

    game: TrcGame
    each: int
    planted: dict[str, int] = field(default_factory=dict)
    right: dict[str, int] = field(default_factory=dict)
    misses: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.parts: ModuleInputs = load_inputs(self.game, data_dir() / self.game.name)

    def __call__(self, name: str, planted: Planted, before: list[Action]) -> None:
        """Put one crime into a log, if there are not enough of its name yet."""
        if self.planted.get(name, 0) >= self.each:
            return
        expected, acts = planted
        start = self.game.start("campaign", frozenset())
        # A phase is judged when it is over.
        tail = () if isinstance(acts[-1], End) else (End(),)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "crime.vlog"
            try:
                compose(self.parts, record_of(self.game, start, [*before, *acts, *tail]), path, "1")
            except UserError:
                return
            found = audit_log(open_log(path, self.parts)).findings
        self.planted[name] = self.planted.get(name, 0) + 1
        telling = [noted.finding for noted in found if noted.finding.verdict in TELLING]
        if any(named(expected, finding.rule) for finding in telling):
            self.right[name] = self.right.get(name, 0) + 1
        else:
            told = "; ".join(str(noted.finding) for noted in found if noted.finding.verdict.value != "note")
            self.misses.append(f"{name}: expected {expected}: {told or 'nothing'}")
