"""An audited game as a game record."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.auditing.audit import Audit
from trc_module.printable import joined, printable
from trc_module.rules.finding import Verdict
from trc_module.rules.record import Record, record_text


def audit_record(audit: Audit) -> str:
    """Return the game as a record: the position, then every act; what has no act stands there as a comment."""
    header = record_text(Record(audit.log.parts.game, audit.start))
    names = joined(f"# {audit.chain.name(index)}" for index in range(len(audit.chain.links)))
    return f"{names}\n{header}\n" + "".join(f"{printable(line)}\n" for line in _lines(audit))


def _lines(audit: Audit) -> Iterator[str]:
    lines = [(done.steps[-1], 1, done.text) for done in audit.acts]
    for noted in audit.findings:
        if not noted.act and noted.finding.verdict is Verdict.UNDECIDED:
            step = noted.steps[-1] if noted.steps else 0
            where = f"step {audit.chain.label(step)}" if step else "beginning"
            lines.append((step, 0, f"# {where}: {noted.finding.sentence}"))
    return (text for _, _, text in sorted(lines, key=lambda line: line[:2]))
