"""Examples of a rule: a record that keeps it, and one that breaks it, each act with the findings expected of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from trc_module.rules.finding import Finding, Verdict

ARROW = "=>"
_NUMBER = re.compile(r"[A-Z]{0,3}\d|[IVXLC]+\.\w")
_VERDICTS = {verdict.value: verdict for verdict in Verdict}


@dataclass(frozen=True, slots=True)
class ExpectedFinding:
    """A finding expected of an act."""

    verdict: Verdict
    rule: str
    beyond: tuple[str, ...] = ()
    """The units and hexes that it names and the act does not, in its order."""

    def __str__(self) -> str:
        verdict = "" if self.verdict is Verdict.VIOLATION else f"{self.verdict.value} "
        return " ".join((verdict + self.rule, *self.beyond))


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A line of a record, and all findings that are expected of it."""

    line: int
    """The line of the rulebook file where it stands."""
    text: str
    told: tuple[ExpectedFinding, ...] = ()

    def told_by(self, findings: Sequence[Finding]) -> tuple[ExpectedFinding, ...]:
        """Return real findings of this act as they would be written after the arrow."""
        named = set(re.split(r"[\s:>]+", self.text))
        return tuple(
            ExpectedFinding(f.verdict, f.rule, tuple(name for name in (*f.units, *f.hexes) if name not in named))
            for f in findings
        )


@dataclass(frozen=True, slots=True)
class Example:
    """Two records that differ in what decides; the second is empty where nothing is broken."""

    line: int
    kept: tuple[RecordLine, ...]
    broken: tuple[RecordLine, ...] = ()

    @property
    def legal(self) -> str:
        """Return the record that keeps the rule, with `expect` lines."""
        return _record(self.kept)

    @property
    def illegal(self) -> str:
        """Return the record that breaks the rule, with `expect` lines; '' if there is none."""
        return _record(self.broken)


def read_told(text: str) -> tuple[ExpectedFinding, ...]:
    """Read what stands after the arrow: 'ok', or findings divided by commas; ValueError says what was expected.

    A finding is a verdict (a violation if none is named), a rule number, and the units and hexes that it names
    beyond those of the act: `8.3a`, `note 4.1.6a X13, 17.2.3a ger-12-inf`.
    """
    if text.strip() == "ok":
        return ()
    found = []
    for part in text.split(","):
        words = part.split()
        verdict = _VERDICTS[words.pop(0)] if words and words[0] in _VERDICTS else Verdict.VIOLATION
        if not words or not _NUMBER.match(words[0]):
            raise ValueError(f"'ok', or rule numbers, each after a verdict ({', '.join(_VERDICTS)}) if it has one")
        found.append(ExpectedFinding(verdict, words[0], tuple(words[1:])))
    return tuple(found)


def told_text(told: Sequence[ExpectedFinding]) -> str:
    """Return findings as they are written after the arrow."""
    return ", ".join(map(str, told)) or "ok"


def _record(statements: Sequence[RecordLine]) -> str:
    lines = []
    for statement in statements:
        lines.append(statement.text)
        lines += [f"expect {expected}" for expected in _expected(statement.told)]
        if statement is statements[-1] and not statement.told:
            lines.append("expect ok")
    return "\n".join(lines)


def _expected(told: Sequence[ExpectedFinding]) -> Iterator[str]:
    """Yield what a record's `expect` lines can say of findings: the rules broken, then each other verdict."""
    broken = dict.fromkeys(one.rule for one in told if one.verdict is Verdict.VIOLATION)
    if broken:
        yield "|".join(broken)
    yield from dict.fromkeys(f"{one.verdict.value} {one.rule}" for one in told if one.verdict is not Verdict.VIOLATION)
