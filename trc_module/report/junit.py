"""An audit as JUnit XML: every act a test case, failed where a rule is broken or seems to be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from lxml import etree

from trc_module.auditing.audit import Audit, Noted
from trc_module.printable import joined, printable
from trc_module.report.counter_names import CounterNames
from trc_module.roster import Unit
from trc_module.rules.finding import Verdict

_Case = tuple[tuple[int, ...], str, str]
"""The steps of an act, its moment, and the act in words (or the sentence of a finding that belongs to no act)."""


def audit_junit(audit: Audit, shown: Iterable[Noted]) -> str:
    """Return an audit as JUnit text; what belongs to no act has a test case of its own."""
    by_case: dict[_Case, list[Noted]] = defaultdict(list)
    cases = dict.fromkeys((done.steps, str(done.clock), done.text) for done in audit.acts)
    for noted in shown:
        case = (noted.steps, str(noted.clock), noted.act)
        if case not in cases:
            case = (noted.steps, str(noted.clock), noted.finding.sentence)
            cases[case] = None
        by_case[case].append(noted)
    failed = sum(any(n.finding.accuses for n in found) for found in by_case.values())
    skipped = sum(all(n.finding.verdict is Verdict.SKIPPED for n in found) for found in by_case.values())
    suite = etree.Element(
        "testsuite",
        name=printable(audit.log.path.name),
        tests=str(len(cases)),
        failures=str(failed),
        errors="0",
        skipped=str(skipped),
    )
    for key in sorted(cases, key=lambda case: case[0][-1:]):
        steps, clock, text = key
        step = audit.chain.label(steps[-1]) if steps else "0"
        case_element = etree.SubElement(suite, "testcase", classname=clock, name=printable(f"step {step}: {text}"))
        _outcome(case_element, by_case.get(key, []), audit.log.parts.roster.units)
    body: str = etree.tostring(suite, encoding="unicode", pretty_print=True)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + body


def _outcome(case: etree._Element, found: list[Noted], units: Mapping[str, Unit]) -> None:
    # A message and the text below it are read by themselves: each says who its counters are.
    accusing = [noted for noted in found if noted.finding.accuses]
    if accusing:
        first = accusing[0].finding
        failure = etree.SubElement(
            case, "failure", type=first.rule, message=printable(CounterNames(units)(first.sentence))
        )
        failure.text = _findings(accusing, units)
    elif found and all(noted.finding.verdict is Verdict.SKIPPED for noted in found):
        etree.SubElement(case, "skipped", message=printable(CounterNames(units)(found[0].finding.sentence)))
    elif found:
        etree.SubElement(case, "system-out").text = _findings(found, units)


def _findings(found: list[Noted], units: Mapping[str, Unit]) -> str:
    named = CounterNames(units)
    return joined(named(str(noted.finding)) for noted in found)
