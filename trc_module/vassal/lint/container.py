"""Checks of the archive that a module is packed in."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.vassal.lint.registry import LintSpot, Severity, check
from trc_module.vassal.lint.view import ModuleView


@check(
    "VM159",
    "two-faced-archive",
    Severity.WARNING,
    about="A zip archive lists its entries in a table at its end, by which VASSAL reads a module. Something in this "
    "file is not as that table says, and programs that read an archive from its front find something else in it.",
    advice="Open the module in VASSAL's editor and save it, which packs it anew.",
)
def two_faced_archive(module: ModuleView) -> Iterator[LintSpot]:
    """Compare the archive as it lies with its table of contents [java.util.zip.ZipFile]."""
    for found in module.archive.stray() if module.archive else ():
        yield LintSpot("the archive", found)
