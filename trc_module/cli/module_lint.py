"""Output of `lint` for a module or extension."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path

from trc_module.cli.telling import echo, json_text, tell
from trc_module.vassal.archive import Archive
from trc_module.vassal.lint import Finding, Severity, chosen, lint


def lint_module(
    path: Path, as_json: bool, select: Iterable[str], ignore: Iterable[str], base: Path | None = None
) -> bool:
    """Print what is wrong with a module or extension, and return whether any of it counts (notes do not).

    `base` is the module that an extension adds to.
    """
    checks = chosen(_codes(select), _codes(ignore))
    with Archive(path) as archive, nullcontext() if base is None else Archive(base) as module:
        findings = lint(archive, checks, module)
    if as_json:
        echo(json_text([_tree(finding) for finding in findings]))
    else:
        for finding in findings:
            tell(str(finding))
        counts = ", ".join(_count(findings, severity) for severity in Severity)
        tell(f"Looked for {len(checks)} kinds of mistakes in {path.name}: {counts}.")
    return any(finding.severity is not Severity.NOTE for finding in findings)


def _codes(texts: Iterable[str]) -> list[str]:
    return [code.strip().upper() for text in texts for code in text.split(",") if code.strip()]


def _tree(finding: Finding) -> dict[str, str]:
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity.value,
        "place": finding.place,
        "message": finding.message,
        "advice": finding.advice,
    }


def _count(findings: list[Finding], severity: Severity) -> str:
    number = sum(finding.severity is severity for finding in findings)
    return f"{number} {severity.value}{'' if number == 1 else 's'}"
