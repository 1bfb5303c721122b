"""Checks of versions: which VASSAL the module is for, and what its data sheet says of it."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.vassal.buildfile import BUILD_FILE, place_of
from trc_module.vassal.lint.registry import LintSpot, Severity, check
from trc_module.vassal.lint.view import ModuleView
from trc_module.vassal.traits import Trait

_OLD_BUILD_FILE = "buildFile"


def _minor(version: str) -> tuple[int, int] | None:
    parts = version.partition("-")[0].split(".")
    if len(parts) < 2 or not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts[:2]):
        return None
    return int(parts[0]), int(parts[1])


def _version(module: ModuleView) -> str:
    data = module.metadata
    said = module.root.get("VassalVersion", module.root.get("vassalVersion", ""))
    return (data.vassal_version if data else "") or said


@check(
    "VM191",
    "build-file-name",
    Severity.ERROR,
    about="From the version in the module's data sheet VASSAL takes which build file to open: `buildFile` before 3.5, "
    "`buildFile.xml` from then on. If only the other is there, it cannot open the module.",
    advice="Rename the build file, or correct VassalVersion in moduledata.",
)
def build_file_name(module: ModuleView) -> Iterator[LintSpot]:
    """Compare the build file's name with the version [VASSAL.build.GameModule]."""
    minor = _minor(module.metadata.vassal_version) if module.metadata else None
    if minor is None or module.entries is None or module.is_extension:
        return
    wanted = _OLD_BUILD_FILE if minor < (3, 5) else BUILD_FILE
    if wanted not in module.entries:
        version = module.metadata.vassal_version if module.metadata else ""
        yield LintSpot(module.data_entry, f"for VASSAL {version} the build file should be called '{wanted}'")


@check(
    "VM192",
    "no-module-data",
    Severity.WARNING,
    about="The module has no `moduledata` (an extension no `extensiondata`), or one that cannot be read. The Module "
    "Manager does not show it properly, and saves cannot tell which module they belong to.",
    advice="Save the module in VASSAL's editor, which writes it.",
)
def no_module_data(module: ModuleView) -> Iterator[LintSpot]:
    """Look for the module's data sheet."""
    if module.entries is not None and module.metadata is None:
        there = module.data_entry in module.entries
        yield LintSpot(module.data_entry, "cannot be read" if there else "is not in the module")


@check(
    "VM193",
    "module-data-differs",
    Severity.WARNING,
    about="The data sheet `moduledata` and the build file do not agree on the module's name or version. Saves carry a "
    "copy of the one, VASSAL shows the other.",
    advice="Save the module in VASSAL's editor, which writes both.",
)
def module_data_differs(module: ModuleView) -> Iterator[LintSpot]:
    """Compare the data sheet with the build file."""
    data = module.metadata
    if data is None or module.is_extension:
        return
    for what, said in (("name", data.name), ("version", data.version)):
        other = module.root.get(what, "")
        if said and other and said != other:
            yield LintSpot(module.data_entry, f"says the {what} '{said}', the build file '{other}'")


@check(
    "VM194",
    "old-version",
    Severity.NOTE,
    about="The module was saved by a VASSAL before 3.2, or does not say by which. Newer versions open it, and may do "
    "some things otherwise.",
    advice="Open it in a present VASSAL's editor, look whether all works, and save it.",
)
def old_version(module: ModuleView) -> Iterator[LintSpot]:
    """Look for modules of very old versions."""
    version = _version(module)
    minor = _minor(version)
    if minor is None:
        yield LintSpot(place_of(module.root), "does not say which VASSAL it is for")
    elif minor < (3, 2):
        yield LintSpot(place_of(module.root), f"is for VASSAL {version}")


@check(
    "VM195",
    "newer-than-declared",
    Severity.WARNING,
    about="A trait, or a field that is not empty, came with a later VASSAL than the module says it is for. A player "
    "with that older version is not warned, and the trait does not work.",
    advice="Raise VassalVersion in the build file and in moduledata, or do without the trait.",
)
def newer_than_declared(module: ModuleView) -> Iterator[LintSpot]:
    """Compare traits with the version that the module is for."""
    declared = _minor(_version(module))
    if declared is None:
        return
    for trait, places in module.different_traits.items():
        if newer := _newer(trait, declared):
            yield from (LintSpot(place, newer) for place in places)


def _newer(trait: Trait, declared: tuple[int, int]) -> str:
    """Say what of a trait came later than the version declared; empty if nothing did."""
    spec = trait.spec
    if spec is None:
        return ""
    if spec.since and (_minor(spec.since) or declared) > declared:
        return f"the trait '{trait.id}' needs VASSAL {spec.since}"
    for field, text in zip(spec.layout(trait.tokens[0] if trait.tokens else ""), trait.tokens, strict=False):
        said = text and text != field.encode(field.default) and field.name != "version"
        if said and field.since and (_minor(field.since) or declared) > declared:
            return f"the field '{field.name}' needs VASSAL {field.since}"
    return ""
