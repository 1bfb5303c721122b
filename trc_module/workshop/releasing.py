"""A release of a module: one version in all its places, set-ups of that version, and what is new, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from lxml import etree
from msgspec.structs import replace

from trc_module.errors import UserError
from trc_module.vassal import safe_xml
from trc_module.vassal.archive import Archive
from trc_module.vassal.buildfile import full_name
from trc_module.vassal.lint import Finding, Severity, lint
from trc_module.vassal.metadata import MODULE_DATA, SAVE_DATA, Metadata, read_metadata
from trc_module.vassal.palette import Palette, read_palette
from trc_module.vassal.problems import FormatError
from trc_module.vassal.refresh import Refreshed, refresh
from trc_module.vassal.saves import SavedGame, read_saved_archive, saved_game_entries
from trc_module.vassal.writing import pack_archive
from trc_module.workshop.extensions import EXTENSION_DATA
from trc_module.workshop.rewriting import BuildFile, rewrite

GAMES = (".vsav", ".vlog")
_EXTENSION = full_name("module.ModuleExtension")


@dataclass(frozen=True, slots=True)
class SetupReport:
    """What became of one set-up: how many of its pieces the module has, and why it was not brought forward, if so."""

    name: str
    pieces: int
    reasons: tuple[str, ...]


def with_version(archive: Archive, version: str) -> dict[str, bytes | None]:
    """Return the entries of a module or extension that tell its version, with another one.

    Raises:
        FormatError: It is no module.
    """
    build = BuildFile(archive)
    build.root.set("version", version)
    changed: dict[str, bytes | None] = {build.name: build.content()}
    for name in (MODULE_DATA, EXTENSION_DATA):
        if name in archive:
            changed[name] = _with_version(archive.read(name), version, name)
    return changed


def _with_version(data: bytes, version: str, name: str) -> bytes:
    """Return metadata with another version; what we do not know in them stays."""
    root = safe_xml.parse(data, f"'{name}'")
    found = next((child for child in root if child.tag == "version"), None)
    if found is None:
        found = etree.SubElement(root, "version")
    found.text = version
    body: bytes = etree.tostring(root, encoding="UTF-8")
    return b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' + body + b"\n"


def with_setups(
    archive: Archive,
    palette: Palette,
    version: str,
    changed: Mapping[str, bytes | None],
    bring: Callable[[SavedGame, Palette], Refreshed] = refresh,
    *,
    lossy: bool = False,
) -> tuple[dict[str, bytes | None], list[SetupReport]]:
    """Return the module's own set-ups brought forward to its pieces, and what became of each.

    One that would lose something stays as it is, and its report says why.
    """
    found: dict[str, bytes | None] = dict(changed)
    reports = []
    for name in archive.names:
        if not name.lower().endswith(GAMES):
            continue
        try:
            with Archive.inside(archive, name) as saved:
                game = read_saved_archive(saved)
                data = read_metadata(saved, SAVE_DATA) or Metadata()
            refreshed = bring(game, palette)
        except FormatError as error:
            reports.append(SetupReport(name, 0, (str(error),)))
            continue
        reasons = (*refreshed.obstacles, *(() if lossy else refreshed.losses))
        reports.append(SetupReport(name, len(refreshed.matches), reasons))
        if not reasons:
            found[name] = _packed(
                name, refreshed, replace(data, version=version), replace(palette.data, version=version)
            )
    return found, reports


def _packed(name: str, refreshed: Refreshed, data: Metadata, module_data: Metadata) -> bytes:
    entries = saved_game_entries(refreshed.initial, refreshed.steps, save_data=data, module_data=module_data)
    return pack_archive(Path(name), entries)


def release(path: Path, version: str, output: Path, *, anyway: bool = False) -> tuple[list[SetupReport], list[Finding]]:
    """Write a release of a module or extension, and return what became of its set-ups and what lint says of it.

    Raises:
        UserError: A set-up would lose something, or lint finds an error and it is not to be written `anyway`.
    """
    if not version.strip() or any(ord(letter) < 32 for letter in version):
        raise UserError(f"Expected a version, as '1.2.0', found {version!r}.")
    beside = output.with_name(f".{output.name}.new")
    with Archive(path) as archive:
        changed = with_version(archive, version)
        reports: list[SetupReport] = []
        if BuildFile(archive).root.tag != _EXTENSION:
            changed, reports = with_setups(archive, read_palette(archive), version, changed)
        lost = [f"{report.name}: {reason}" for report in reports for reason in report.reasons]
        if lost:
            raise UserError(f"'{output}' was not written: a set-up cannot be brought forward.", *lost)
        try:
            rewrite(archive, beside, changed)
            with Archive(beside) as made:
                findings = lint(made)
            errors = [str(finding) for finding in findings if finding.severity is Severity.ERROR]
            if errors and not anyway:
                last = f"{errors[-1]} To write the file in spite of this, add --anyway."
                raise UserError(f"'{output}' was not written: lint finds what would not work.", *errors[:-1], last)
            beside.replace(output)
        finally:
            beside.unlink(missing_ok=True)
    return reports, findings
