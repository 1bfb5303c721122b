"""An audit as text, as a good linter prints it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from trc_module.auditing.audit import Audit, Noted
from trc_module.auditing.customs import remedy
from trc_module.printable import as_heading, joined, printable
from trc_module.report.agreed_ground import AGREED_GROUND, agreed_ground
from trc_module.report.counter_names import CounterNames
from trc_module.report.dice import mailed_lines
from trc_module.report.selection import counted, left_out, left_out_text
from trc_module.report.tongue import ENGLISH, Tongue
from trc_module.report.victory import winner_text, winners
from trc_module.rules.finding import Verdict
from trc_module.rules.registry import in_order

_ORDER = (Verdict.VIOLATION, Verdict.DOUBT, Verdict.UNDECIDED, Verdict.SKIPPED, Verdict.NOTE)


def audit_text(
    audit: Audit,
    shown: Iterable[Noted],
    *,
    notes: bool = False,
    custom: str | None = None,
    said: Mapping[int, str] | None = None,
    tongue: Tongue = ENGLISH,
) -> str:
    """Return an audit as text: the findings by turn and phase, who has won, the count, and where to read on.

    The first finding that mentions a counter gives the players' name for it too. Notes are counted, and listed only
    with `notes`. With a `custom` each finding says what it means by that, and what was `said` about it, by the
    `id` of each. What the `tongue` does not say is English and marked; acts stand as in a record.
    """
    findings = tuple(shown)
    listed = [noted for noted in findings if notes or noted.finding.verdict is not Verdict.NOTE]
    parts = [printable(f"{_files(audit)}: {_extent(audit, tongue)}")]
    if agreed_ground(audit):
        parts.append(tongue.say(AGREED_GROUND))
    parts += map(joined, _foreign(audit, tongue))
    named = CounterNames(tongue.units(audit.log.parts.roster.units))
    for clock, group in groupby(listed, key=lambda noted: noted.clock):
        lines = (
            line
            for noted in group
            for line in _lines(audit, noted, custom, named, (said or {}).get(id(noted), ""), tongue)
        )
        parts.append(joined([_heading(clock.words, tongue), *lines]))
    if mailed := mailed_lines(audit, tongue):
        parts.append(joined(mailed))
    if won := winners(audit):
        parts.append(joined(winner_text(winner, tongue) for winner in won))
    hidden = left_out_text(left_out(audit.findings, findings), tongue)
    parts.append(_summary(findings, len(findings) - len(listed), hidden, tongue))
    return "\n\n".join(parts) + _pointer(listed, tongue)


def _heading(moment: str, tongue: Tongue) -> str:
    """Return a turn and its phase as the head of what was found in it."""
    return as_heading(tongue.phrase(moment))


def _foreign(audit: Audit, tongue: Tongue) -> Iterator[list[str]]:
    """Yield for each log of another module what was judged in it and what was not."""
    for number, link in enumerate(audit.chain.links):
        foreign = link.execution.log.foreign
        if foreign is None:
            continue
        yield [
            tongue.say(
                "{file} is of the module {module}, read with the profile {profile}",
                file=audit.chain.name(number),
                module=foreign.module,
                profile=foreign.profile,
            ),
            *(f"  {tongue.say('judged')}: {tongue.marked(sentence)}" for sentence in foreign.judged),
            *(f"  {tongue.say('open')}: {tongue.marked(sentence)}" for sentence in foreign.open),
        ]


def _files(audit: Audit) -> str:
    links = audit.chain.links
    return str(audit.log.path) if len(links) == 1 else ", ".join(audit.chain.name(i) for i in range(len(links)))


def _extent(audit: Audit, tongue: Tongue) -> str:
    steps = tongue.count("{n} step", "{n} steps", audit.chain.played)
    acts = tongue.count("{n} act", "{n} acts", len(audit.acts))
    players = ", ".join(f"{p.name} ({tongue.place(p.side)})" for p in audit.players) or tongue.say("no player seated")
    return f"{steps}, {acts}; {players}."


def _lines(
    audit: Audit, noted: Noted, custom: str | None, named: CounterNames, ruling: str, tongue: Tongue
) -> Iterator[str]:
    finding = noted.finding
    where = tongue.say("start")
    if noted.steps:
        label = audit.chain.label(noted.steps[-1])
        where = label if ":" in label else tongue.say("step {step}", step=label)
    hexes = f" {' '.join(finding.hexes)}" if finding.hexes else ""
    verdict = tongue.say(finding.verdict.value)
    yield f"  {where}{hexes}: {verdict} {finding.rule}: {named(tongue.marked(finding.sentence))}"
    if noted.act:
        yield f"      {noted.act}"
    for fact in finding.facts:
        if not fact.trust.carries_violation:
            yield f"      {tongue.say('rests on')}: {fact}"
    if finding.legal:
        yield f"      {tongue.say('legal')}: {named(tongue.marked(finding.legal))}"
    meant = remedy(audit, noted, custom)
    if meant is not None:
        yield f"      {tongue.say('by custom')}: {named(tongue.marked(meant.sentence))}"
    if ruling:
        yield f"      {tongue.say('ruling')}: {ruling}"


def _summary(findings: tuple[Noted, ...], unlisted: int, hidden: str, tongue: Tongue) -> str:
    counts = {verdict: sum(noted.finding.verdict is verdict for noted in findings) for verdict in _ORDER}
    told = [counted(verdict.value, n, tongue) for verdict, n in counts.items() if n]
    hint = ""
    if unlisted:
        hint = f" ({tongue.count('audit --notes lists it', 'audit --notes lists them', unlisted)})"
    clean = tongue.say("No violations found among what is shown" if hidden else "No violations found")
    return f"{', '.join(told) or clean}{hint}{hidden}."


def _pointer(listed: list[Noted], tongue: Tongue) -> str:
    rules = sorted({n.finding.rule for n in listed if not n.finding.rule.startswith("log.")}, key=in_order)
    if not rules:
        return ""
    others = f" ({tongue.say('or {rules}', rules=', '.join(rules[1:]))})" if rules[1:] else ""
    return f"\n{tongue.say('Read more with')}: trc-module rule {rules[0]}{others}"
