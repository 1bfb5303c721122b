"""An audit as SARIF 2.1.0, which code hosts and editors show.

A log has no lines: a finding's place is the log file, the step stands as line number, and as a logical
location `step 12`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from trc_module.auditing.audit import Audit, Noted
from trc_module.printable import json_text
from trc_module.report.as_json import remedy_tree
from trc_module.report.counter_names import CounterNames
from trc_module.rules.finding import Verdict
from trc_module.rules.registry import in_order
from trc_module.version import __version__

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVEL = {
    Verdict.VIOLATION: "error",
    Verdict.DOUBT: "warning",
    Verdict.UNDECIDED: "note",
    Verdict.SKIPPED: "note",
    Verdict.NOTE: "note",
}
_KIND = {Verdict.UNDECIDED: "open", Verdict.SKIPPED: "notApplicable", Verdict.NOTE: "informational"}


def audit_sarif(
    audit: Audit, shown: Iterable[Noted], custom: str | None = None, said: Mapping[int, str] | None = None
) -> str:
    """Return an audit as SARIF text; with a `custom`, what each finding means by that among its properties."""
    findings = tuple(shown)
    rules = sorted({noted.finding.rule for noted in findings}, key=in_order)
    tree = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "trc-module",
                        "version": __version__,
                        "rules": [_rule(audit, number) for number in rules],
                    }
                },
                "results": [_result(audit, noted, rules, custom, said or {}) for noted in findings],
            }
        ],
    }
    return json_text(tree)


def _rule(audit: Audit, number: str) -> dict[str, Any]:
    known = audit.log.parts.game.book.rules.get(number)
    text = known.title if known is not None else "A finding about the log itself"
    return {"id": number, "shortDescription": {"text": text}}


def _result(
    audit: Audit, noted: Noted, rules: list[str], custom: str | None, said: Mapping[int, str]
) -> dict[str, Any]:
    finding = noted.finding
    number = noted.steps[-1] if noted.steps else 0
    log, step = audit.chain.place(number)
    # SARIF wants a level only of what is claimed to be wrong.
    kind = _KIND.get(finding.verdict)
    return {
        "ruleId": finding.rule,
        "ruleIndex": rules.index(finding.rule),
        **({"kind": kind, "level": "none"} if kind else {"level": _LEVEL[finding.verdict]}),
        "message": {"text": CounterNames(audit.log.parts.roster.units)(finding.sentence)},
        "locations": [
            {
                "physicalLocation": {
                    # A URI holds no blank, no letter beyond ASCII and no bare % (RFC 3986).
                    "artifactLocation": {"uri": quote(audit.chain.name(log), errors="surrogateescape")},
                    "region": {"startLine": max(step, 1)},
                },
                "logicalLocations": [{"name": f"step {step}", "fullyQualifiedName": f"{noted.clock}, step {step}"}],
            }
        ],
        "properties": {
            "verdict": finding.verdict.value,
            "steps": list(noted.steps),
            "units": list(finding.units),
            "hexes": list(finding.hexes),
            "act": noted.act,
            **remedy_tree(audit, noted, custom),
            **({"ruling": said[id(noted)]} if id(noted) in said else {}),
        },
    }
