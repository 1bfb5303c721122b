"""A record put to the test: its acts judged one after another, its expectations held against them."""

from __future__ import annotations

from dataclasses import dataclass

from trc_module.errors import UserError
from trc_module.rules.engine import Referee, Told
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import Game
from trc_module.rules.record.text import RecordError
from trc_module.rules.record.values import Expect, NumberedLine, Record
from trc_module.rules.record.writer import action_text, expect_text
from trc_module.rules.registry import covers
from trc_module.rules.state import State


@dataclass(frozen=True, slots=True)
class ActOutcome:
    """One act of a record: its line and text, and what was said about it."""

    line: int
    text: str
    told: Told


@dataclass(frozen=True, slots=True)
class Unmet:
    """An expectation that was not met: its line and text, the act before it, and what was said instead."""

    line: int
    text: str
    act: ActOutcome

    def __str__(self) -> str:
        said = "; ".join(str(finding) for finding in self.act.told.findings) or "nothing was said"
        return f"line {self.line}: {self.text} was not met by '{self.act.text}' (line {self.act.line}): {said}"


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of judging a record."""

    outcomes: tuple[ActOutcome, ...]
    expectations: int
    unmet: tuple[Unmet, ...]
    end: State
    notes: tuple[str, ...] = ()
    """What the record's header leaves out, a sentence each."""

    @property
    def violations(self) -> tuple[Finding, ...]:
        """Return the violations, in their order."""
        return tuple(f for o in self.outcomes for f in o.told.findings if f.verdict is Verdict.VIOLATION)

    @property
    def clean(self) -> bool:
        """Tell whether every expectation was met; in a record without any, whether no rule was broken."""
        return not self.unmet if self.expectations else not self.violations


def try_record(record: Record, source: str) -> Trial:
    """Play a record through; RecordError where an act does not fit the position."""
    game = record.game
    referee = Referee(game, record.start)
    outcomes: list[ActOutcome] = []
    unmet: list[Unmet] = []
    expectations = 0
    for line in record.lines:
        if isinstance(line.entry, Expect):
            expectations += 1
            if not met(line.entry, outcomes[-1].told.findings):
                unmet.append(Unmet(line.number, expect_text(line.entry), outcomes[-1]))
        else:
            outcomes.append(_outcome(game, referee, line, source))
    return Trial(tuple(outcomes), expectations, tuple(unmet), referee.state, record.notes)


def _outcome(game: Game, referee: Referee, line: NumberedLine, source: str) -> ActOutcome:
    assert not isinstance(line.entry, Expect)
    text = action_text(game, line.entry)
    try:
        told = referee.act(line.entry)
    except RecordError:
        raise
    except UserError as error:
        raise UserError(f"{source}, line {line.number}: {error}") from error
    return ActOutcome(line.number, text, told)


def met(expect: Expect, findings: tuple[Finding, ...]) -> bool:
    """Tell whether findings are what was expected.

    `ok`: no violation. Rules: at least one violation, and each falls under one of them. A verdict and a
    rule: that verdict is given on the rule.
    """
    violations = [finding for finding in findings if finding.verdict is Verdict.VIOLATION]
    if expect.verdict == "ok":
        return not violations
    if expect.verdict == "breach":
        return bool(violations) and all(any(covers(rule, f.rule) for rule in expect.rules) for f in violations)
    verdict = Verdict(expect.verdict)
    return any(f.verdict is verdict and any(covers(rule, f.rule) for rule in expect.rules) for f in findings)
