"""Examples of rulebook files, played and held against what they expect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from trc_module.rules.record.reader import read_record
from trc_module.rules.record.trial import Trial, try_record
from trc_module.rules.rulebook.example import RecordLine, told_text

if TYPE_CHECKING:
    from trc_module.rules.record.reader import FindGame
    from trc_module.rules.registry import Rule
    from trc_module.rules.rulebook.entry import Entry


def played(entry: Entry, statements: Sequence[RecordLine], name: str, find_game: FindGame) -> Trial:
    """Play a record of an example; what cannot be read of it is an error with the line of the rulebook file."""
    lines = {statement.line: statement.text for statement in statements}
    text = "\n".join([f"game: {name}", *(lines.get(number, "") for number in range(2, max(lines) + 1))])
    return try_record(read_record(text, str(entry.path), find_game), str(entry.path))


def unmet(entry: Entry, statements: Sequence[RecordLine], name: str, find_game: FindGame) -> Iterator[str]:
    """Yield file, line and what was told instead, for each act of a record of which something else is told."""
    findings = {outcome.line: outcome.told.findings for outcome in played(entry, statements, name, find_game).outcomes}
    for statement in statements:
        told = statement.told_by(findings.get(statement.line, ()))
        if told != statement.told:
            expected = told_text(statement.told)
            yield f"{entry.path}, line {statement.line}: expected '{expected}', told '{told_text(told)}'"


def unmet_examples(rule: Rule, name: str, find_game: FindGame) -> list[str]:
    """Return the same of all examples of a rule, of the record that keeps it and of the one that breaks it."""
    records = (record for example in rule.examples for record in (example.kept, example.broken) if record)
    return [line for record in records for line in unmet(rule.entry, record, name, find_game)]
