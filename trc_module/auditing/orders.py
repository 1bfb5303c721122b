"""Orders held against a log: what was carried out otherwise is a finding of the audit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from trc_module.auditing.audit import Audit, Noted
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.orders import Deviation
from trc_module.sentence import Sentence

RULE = "log.orders"


def with_orders(audit: Audit, differences: Iterable[Deviation]) -> Audit:
    """Return an audit with what was carried out otherwise than ordered, each at the step of its battle.

    A battle that was not fought stands at the last step of its phase.
    """
    last = {done.clock: done.steps[-1] for done in audit.acts if done.steps}
    found = []
    for difference in differences:
        clock = difference.clock
        step = difference.step or last.get(clock, audit.chain.played)
        line = Sentence(" (line {line} of the orders)", difference.line) if difference.line else ""
        sentence = Sentence("{sentence}{line}.", difference.sentence.removesuffix("."), line)
        finding = Finding(RULE, Verdict.VIOLATION, sentence, hexes=difference.targets)
        found.append(Noted(finding, (step,), clock, None, ""))
    merged = sorted([*audit.findings, *found], key=lambda noted: noted.steps[-1] if noted.steps else 0)
    return replace(audit, findings=tuple(merged))
