"""An audit as text, as a good linter prints it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from trc_module.printable import joined, printable
from trc_module.replay.audit import Audit, Noted
from trc_module.replay.customs import remedy
from trc_module.report.counter_names import CounterNames
from trc_module.report.dice import mailed_lines
from trc_module.report.selection import left_out, left_out_text
from trc_module.report.victory import winner_text, winners
from trc_module.rules.finding import Verdict
from trc_module.rules.registry import in_order

_ORDER = (Verdict.VIOLATION, Verdict.DOUBT, Verdict.UNDECIDED, Verdict.SKIPPED, Verdict.NOTE)
_PLURAL = {
    Verdict.VIOLATION: "violations",
    Verdict.DOUBT: "doubts",
    Verdict.UNDECIDED: "undecided",
    Verdict.SKIPPED: "skipped",
    Verdict.NOTE: "notes",
}


def audit_text(
    audit: Audit,
    shown: Iterable[Noted],
    *,
    notes: bool = False,
    custom: str | None = None,
    said: Mapping[int, str] | None = None,
) -> str:
    """Return an audit as text: the findings by turn and phase, who has won, the count, and where to read on.

    The first finding that mentions a counter gives the players' name for it too. Notes are counted, and listed only
    with `notes`. With a `custom` each finding says what it means by that, and what was `said` about it, by the
    `id` of each.
    """
    findings = tuple(shown)
    listed = [noted for noted in findings if notes or noted.finding.verdict is not Verdict.NOTE]
    parts = [printable(f"{_files(audit)}: {_extent(audit)}")]
    parts += map(joined, _foreign(audit))
    named = CounterNames(audit.log.parts.roster.units)
    for clock, group in groupby(listed, key=lambda noted: noted.clock):
        lines = (
            line for noted in group for line in _lines(audit, noted, custom, named, (said or {}).get(id(noted), ""))
        )
        parts.append(joined([str(clock).capitalize(), *lines]))
    if mailed := mailed_lines(audit):
        parts.append(joined(mailed))
    if won := winners(audit):
        parts.append(joined(map(winner_text, won)))
    hidden = left_out_text(left_out(audit.findings, findings))
    parts.append(_summary(findings, len(findings) - len(listed), hidden))
    return "\n\n".join(parts) + _pointer(listed)


def _foreign(audit: Audit) -> Iterator[list[str]]:
    """Yield for each log of another module what was judged in it and what was not."""
    for number, link in enumerate(audit.chain.links):
        foreign = link.execution.log.foreign
        if foreign is None:
            continue
        yield [
            f"{audit.chain.name(number)} is of the module {foreign.module}, read with the profile {foreign.profile}",
            *(f"  judged: {sentence}" for sentence in foreign.judged),
            *(f"  open: {sentence}" for sentence in foreign.open),
        ]


def _files(audit: Audit) -> str:
    links = audit.chain.links
    return str(audit.log.path) if len(links) == 1 else ", ".join(audit.chain.name(i) for i in range(len(links)))


def _extent(audit: Audit) -> str:
    steps = audit.chain.played
    acts = len(audit.acts)
    players = ", ".join(f"{p.name} ({p.side})" for p in audit.players) or "no player seated"
    return f"{steps} step{_s(steps)}, {acts} act{_s(acts)}; {players}."


def _lines(audit: Audit, noted: Noted, custom: str | None, named: CounterNames, ruling: str) -> Iterator[str]:
    finding = noted.finding
    where = "start"
    if noted.steps:
        label = audit.chain.label(noted.steps[-1])
        where = label if ":" in label else f"step {label}"
    hexes = f" {' '.join(finding.hexes)}" if finding.hexes else ""
    yield f"  {where}{hexes}: {finding.verdict.value} {finding.rule}: {named(finding.sentence)}"
    if noted.act:
        yield f"      {noted.act}"
    for fact in finding.facts:
        if not fact.trust.carries_violation:
            yield f"      rests on: {fact}"
    if finding.legal:
        yield f"      legal: {named(finding.legal)}"
    meant = remedy(audit, noted, custom)
    if meant is not None:
        yield f"      by custom: {named(meant.sentence)}"
    if ruling:
        yield f"      ruling: {ruling}"


def _summary(findings: tuple[Noted, ...], unlisted: int, hidden: str) -> str:
    counts = {verdict: sum(noted.finding.verdict is verdict for noted in findings) for verdict in _ORDER}
    told = [f"{n} {verdict.value if n == 1 else _PLURAL[verdict]}" for verdict, n in counts.items() if n]
    hint = f" (audit --notes lists {'it' if unlisted == 1 else 'them'})" if unlisted else ""
    clean = "No violations found among what is shown" if hidden else "No violations found"
    return f"{', '.join(told) or clean}{hint}{hidden}."


def _pointer(listed: list[Noted]) -> str:
    rules = sorted({n.finding.rule for n in listed if not n.finding.rule.startswith("log.")}, key=in_order)
    if not rules:
        return ""
    return f"\nRead more with: trc-module rule {rules[0]}" + (f" (or {', '.join(rules[1:])})" if rules[1:] else "")


def _s(count: int) -> str:
    return "" if count == 1 else "s"
