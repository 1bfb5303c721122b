"""What is held against units for a status, in logs that show none: nobody has pressed a key of any unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs

from trc_module.auditing.judged import Noted
from trc_module.auditing.turned import turns_in
from trc_module.replay.chain import Chain
from trc_module.rules.finding import Verdict
from trc_module.sentence import Sentence


def without_statuses(chain: Chain, findings: Sequence[Noted]) -> Sequence[Noted]:
    """Return findings, undecided what rests on a status that the logs do not show."""
    rules = chain.log.parts.game.status_rules
    resting = [noted for noted in findings if noted.finding.accuses and noted.finding.rule in rules]
    if not resting or shows_statuses(chain):
        return findings
    return [_undecided(noted) if noted in resting else noted for noted in findings]


def shows_statuses(chain: Chain) -> bool:
    """Tell whether a counter has a status or changes it, or a line tells of a unit.

    Else counters were only dragged, and need not show what became of their units.
    """
    log = chain.log
    return any(map(log.status_of, log.start_table.pieces.values())) or any(
        any(says.get("u") for says in step.declarations) or any(turned.statuses for turned in turns_in(log, step))
        for step in chain.steps
    )


def _undecided(noted: Noted) -> Noted:
    text = Sentence(
        "{sentence} Whether that is so depends on {unknown}, which the log does not show.",
        noted.finding.sentence,
        "the status of the unit",
    )
    return structs.replace(noted, finding=replace(noted.finding, verdict=Verdict.UNDECIDED, sentence=text))
