"""What lint says of a module as SARIF 2.1.0, which code hosts show beside the lines of a change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from trc_module.printable import json_text
from trc_module.report.sarif import SCHEMA
from trc_module.vassal.lint import CHECKS, Finding, Severity
from trc_module.version import __version__

_LEVEL = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def lint_sarif(found: Sequence[tuple[Path, Sequence[Finding], Mapping[Finding, tuple[str, int]]]]) -> str:
    """Return the findings of modules, or of folders of their texts with the file and line of each, as SARIF text.

    Places are named from the folder in which the command runs, as code hosts want them.
    """
    codes = sorted({finding.code for _, findings, _ in found for finding in findings})
    results = [_result(path, each, codes, lines.get(each)) for path, findings, lines in found for each in findings]
    driver = {"name": "trc-module", "version": __version__, "rules": [_rule(code) for code in codes]}
    return json_text(
        {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}
    )


def _rule(code: str) -> dict[str, Any]:
    check = CHECKS[code]
    return {
        "id": code,
        "name": check.name,
        "shortDescription": {"text": check.about},
        "help": {"text": check.advice},
        "defaultConfiguration": {"level": _LEVEL[check.severity]},
    }


def _result(path: Path, finding: Finding, codes: list[str], at: tuple[str, int] | None) -> dict[str, Any]:
    file, line = (path / at[0], at[1]) if at is not None else (path, 1)
    return {
        "ruleId": finding.code,
        "ruleIndex": codes.index(finding.code),
        "level": _LEVEL[finding.severity],
        "message": {"text": f"{finding.place}: {finding.message}. {finding.advice}"},
        "locations": [
            {
                "physicalLocation": {
                    # A URI holds no blank, no letter beyond ASCII and no bare % (RFC 3986).
                    "artifactLocation": {"uri": quote(file.as_posix(), errors="surrogateescape")},
                    "region": {"startLine": line},
                },
                "logicalLocations": [{"fullyQualifiedName": finding.place}],
            }
        ],
    }
