"""Output of `lint` for a module or extension, packed or as a folder of texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from trc_module.cli.telling import echo, json_text, tell
from trc_module.vassal.archive import Archive
from trc_module.vassal.exploded.folder import MODULE
from trc_module.vassal.lint import Check, Finding, Severity, chosen, lint

FORMS = ("text", "json", "sarif")
Where = tuple[str, int]
"""A file of an exploded module, and a line in it."""


def lint_modules(
    paths: Sequence[Path], form: str, select: Iterable[str], ignore: Iterable[str], base: Path | None = None
) -> bool:
    """Print what is wrong with modules or extensions, and return whether any of it counts (notes do not).

    A path may be a folder that `explode` wrote: then findings have the lines of its texts. `form` is one of FORMS;
    `base` is the module that an extension adds to.
    """
    checks = chosen(_codes(select), _codes(ignore))
    found = [(_whole(path), *_look(_whole(path), checks, base)) for path in paths]
    if form == "sarif":
        from trc_module.report.lint_sarif import lint_sarif

        echo(lint_sarif(found))
    elif form == "json":
        several = len(paths) > 1
        echo(json_text([_tree(path, f, lines, several) for path, findings, lines in found for f in findings]))
    else:
        for path, findings, lines in found:
            _tell(path, findings, lines, len(checks))
    return any(finding.severity is not Severity.NOTE for _, findings, _ in found for finding in findings)


def _whole(path: Path) -> Path:
    return path.parent if path.name == MODULE else path


def _look(path: Path, checks: Sequence[Check], base: Path | None) -> tuple[list[Finding], dict[Finding, Where]]:
    return _of_folder(path, checks, base) if path.is_dir() else (_of_file(path, checks, base), {})


def _tell(path: Path, findings: list[Finding], lines: Mapping[Finding, Where], kinds: int) -> None:
    for finding in findings:
        file, line = lines.get(finding, ("", 0))
        tell(f"{path / file}:{line}: {finding}" if file else str(finding))
    counts = ", ".join(_count(findings, severity) for severity in Severity)
    tell(f"Looked for {kinds} kinds of mistakes in {path.name}: {counts}.")


def _of_file(path: Path, checks: Iterable[Check], base: Path | None) -> list[Finding]:
    with Archive(path) as archive, nullcontext() if base is None else Archive(base) as module:
        return lint(archive, checks, module)


def _of_folder(path: Path, checks: Iterable[Check], base: Path | None) -> tuple[list[Finding], dict[Finding, Where]]:
    """Return what is wrong with an exploded module, and the file and line of each finding."""
    from tempfile import TemporaryDirectory

    from trc_module.vassal.exploded import implode
    from trc_module.vassal.exploded.lines import place_in_folder

    with TemporaryDirectory() as folder:
        packed = Path(folder) / f"{path.resolve().name}.vmod"
        implode(path, packed)
        findings = _of_file(packed, checks, base)
    where = place_in_folder(path)
    return findings, {finding: where(finding.place) for finding in findings}


def _codes(texts: Iterable[str]) -> list[str]:
    return [code.strip().upper() for text in texts for code in text.split(",") if code.strip()]


def _tree(path: Path, finding: Finding, lines: Mapping[Finding, Where], several: bool) -> dict[str, Any]:
    file, line = lines.get(finding, ("", 0))
    return {
        **({"module": str(path)} if several else {}),
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity.value,
        "place": finding.place,
        "message": finding.message,
        "advice": finding.advice,
        **({"file": file, "line": line} if file else {}),
    }


def _count(findings: list[Finding], severity: Severity) -> str:
    number = sum(finding.severity is severity for finding in findings)
    return f"{number} {severity.value}{'' if number == 1 else 's'}"
