"""Looking for mistakes in a module or extension: one check a function, each under a code that never changes.

`lint` runs them; `CHECKS` lists them, and `docs` writes the page about them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from lxml import etree

from trc_module.vassal.archive import Archive
from trc_module.vassal.lint import (  # noqa: F401  (each registers its checks)
    attributes,
    container,
    expressions,
    extensions,
    images,
    keys,
    maps,
    numbers,
    properties,
    prototypes,
    references,
    setups,
    versions,
)
from trc_module.vassal.lint.registry import CHECKS, Check, Finding, Severity, chosen
from trc_module.vassal.lint.view import ModuleView

__all__ = ["CHECKS", "Check", "Finding", "Severity", "chosen", "lint", "lint_tree"]

_ORDER = list(Severity)


def lint(archive: Archive, checks: Iterable[Check] | None = None, base: Archive | None = None) -> list[Finding]:
    """Return what is wrong with a module or extension: errors first, then by code and in the module's order.

    `base` is the module that an extension adds to, if it is at hand.

    Raises:
        FormatError: It has no build file, or one that cannot be read.
    """
    return _findings(ModuleView.read(archive, base), checks)


def lint_tree(root: etree._Element, checks: Iterable[Check] | None = None) -> list[Finding]:
    """Return what is wrong with a build file alone, as a program holds it before anything is written."""
    return _findings(ModuleView(root), checks)


def _findings(module: ModuleView, checks: Iterable[Check] | None) -> list[Finding]:
    chosen_checks: Collection[Check] = chosen() if checks is None else tuple(checks)
    found = [finding for check in chosen_checks for finding in check.findings(module)]
    return sorted(found, key=lambda finding: (_ORDER.index(finding.severity), finding.code))
