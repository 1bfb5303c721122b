"""A kept question by mail: the log that leads to it, and logs of a person who answers it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.opponent.mailed import VERSION, audited
from tests.opponent.questions.found import Asked, kind_of
from trc_module.auditing.audit import Audit
from trc_module.errors import UserError
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.opponent.remembering import notes_with, remembered
from trc_module.opponent.replying import Replied, reply
from trc_module.opponent.sealed_dice import ReplyDice
from trc_module.opponent.table import EndOfLog, GoingOn
from trc_module.opponent.writing import write_reply
from trc_module.replay.gamelog import open_log
from trc_module.rules.actions import Action
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Verdict
from trc_module.rules.selfplay import record_of
from trc_module.rules.state import State
from trc_module.systems.cards import ANY_CARD

SECRET = "s3"


def told(audit: Audit) -> list[str]:
    """Return all that an audit says beside notes."""
    return [str(noted.finding) for noted in audit.findings if noted.finding.verdict is not Verdict.NOTE]


@dataclass
class Mail:
    """A game by mail that comes to a question."""

    parts: ModuleInputs
    asked: Asked
    folder: Path
    patch: pytest.MonkeyPatch

    def begun(self) -> Path:
        """Return a log after which the position is the one from which the question is asked."""
        game, start = self.parts.game, self.asked.start
        bare, told_in, mine = (self.folder / name for name in ("bare.vlog", "told.vlog", "mine.vlog"))
        compose(self.parts, record_of(game, start, ()), bare, VERSION)
        # What a table does not show is in the notes, as the program's last log would have left them.
        self.written(bare, told_in, start, ())
        self.written(told_in, mine, start, ())
        return mine

    def written(self, before: Path, path: Path, state: State, acts: Sequence[Action]) -> State:
        """Write a person's log that goes on from another with some acts, and return where it ends."""
        game, side = self.parts.game, self.other
        found, position = [], state
        for act in acts:
            found.append((position, act))
            position = game.apply(position, act)
        log, end = open_log(before, self.parts), EndOfLog(before)
        notes = notes_with(end.notes, game, position if not acts else state, SECRET)
        write_reply(log, end, state, side, found, (), lambda *_: "", (), ["Here you are."], notes, path, VERSION)
        return position

    @property
    def other(self) -> str:
        """The side that is asked."""
        return next(side for side in self.parts.game.sides if side != self.asked.side)

    def logs(self, *names: str) -> list[Path]:
        """Return logs by their names."""
        return [self.folder / name for name in names]

    def audited(self, *names: str) -> Audit:
        """Return the audit of some logs, from the position on that the program remembers."""
        return remembered(audited(self.parts, *self.logs(*names), scenario=self.asked.start.scenario), SECRET)

    def chosen(self, done: Replied) -> Action:
        """Return what a person could choose of what was asked: a card that he holds, where any card will do."""
        act = next(act for act in done.part.asked if kind_of(act) == self.asked.kind)
        if getattr(act, "card", "") != ANY_CARD:
            return act
        path = self.folder / "asks.vlog"
        counters = self.parts.recipe.card_counters(
            GoingOn(self.parts, open_log(path, self.parts), EndOfLog(path)), self.parts
        )
        assert counters is not None
        return replace(act, card=next(card for card, at in counters.places().items() if at == self.other))  # type: ignore[call-arg]

    def answered(self, name: str, *logs: Path, dice: tuple[int, ...] = ()) -> Replied:
        """Write the program's answer, its dice falling as they are told."""
        falling = list(dice)
        real = ReplyDice.roll

        def roll(self: ReplyDice, faces: int = 6) -> int:
            if not falling:
                return real(self, faces)
            self.rolled.append(falling.pop(0))
            return self.rolled[-1]

        self.patch.setattr(ReplyDice, "roll", roll)
        # The player is the one that was there when the question was found.
        own, game = type(self.parts.game).opponent, type(self.parts.game)
        self.patch.setattr(game, "opponent", lambda one, level, _, seconds: own(one, level, 1, seconds))
        scenario = self.asked.start.scenario
        return reply(
            audited(self.parts, *logs, scenario=scenario), self.folder / name, VERSION, SECRET, side=self.asked.side
        )

    def asked_again(self, name: str, *logs: Path) -> tuple[str, Clock]:
        """Return the question of an answer, or of its refusal, and where the game is then."""
        try:
            done = self.answered(name, *logs)
        except UserError as refused:
            begins = "The log leaves open what is not the program's to decide. "
            return str(refused.args[0]).removeprefix(begins), audited(self.parts, *logs).end.clock
        return done.question, done.end.clock
