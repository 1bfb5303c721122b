"""Checks of the set-ups inside a module: whether they load, and whether their pieces are still the palette's."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.vassal.buildfile import place_of
from trc_module.vassal.lint.registry import LintSpot, Severity, check
from trc_module.vassal.lint.view import ModuleView, PieceOfSetup
from trc_module.vassal.palette import PaletteEntry
from trc_module.vassal.traits import Trait
from trc_module.vassal.traits.meaning import same_type


@check(
    "VM181",
    "setup-missing",
    Severity.ERROR,
    about="The menu of set-ups names a file that is not in the module.",
    advice="Put the saved game into the module, or take the entry out of the menu.",
)
def setup_missing(module: ModuleView) -> Iterator[LintSpot]:
    """Look for set-ups without a file [VASSAL.build.module.PredefinedSetup]."""
    for element in module.of_kind("module.PredefinedSetup") if module.entries is not None else ():
        file = element.get("file")
        # Without a file the engine begins a new game, with what lies on the maps at the start.
        if element.get("isMenu") == "true" or element.get("useFile") == "false" or file is None:
            continue
        if not file:
            yield LintSpot(place_of(element), "names no file")
        elif file not in (module.entries or ()):
            yield LintSpot(place_of(element), f"the file '{file}' is not in the module")


@check(
    "VM182",
    "setup-does-not-load",
    Severity.ERROR,
    about="A set-up's file cannot be read, or holds a command that makes VASSAL give up: a number that is none, a "
    "piece with too few states, a stack before its pieces, or no end.",
    advice="Load the set-up in VASSAL and save it again.",
)
def setup_does_not_load(module: ModuleView) -> Iterator[LintSpot]:
    """Look for set-ups that VASSAL would not load."""
    for setup in module.setups:
        if setup.reason and module.entries and setup.file in module.entries:
            yield LintSpot(setup.place, f"'{setup.file}' cannot be read: {setup.reason}")
        for problem in setup.problems:
            yield LintSpot(f"{setup.place} ('{setup.file}', {problem.place})", problem.message)


@check(
    "VM183",
    "setup-piece-without-slot",
    Severity.WARNING,
    about="A piece of a set-up has a number (gpid) that no slot of the module has, or none at all. When the module "
    "changes it cannot be refreshed.",
    advice="Refresh the set-up by name, or put the piece into it anew from the palette.",
)
def setup_piece_without_slot(module: ModuleView) -> Iterator[LintSpot]:
    """Look for pieces of set-ups that no slot made."""
    palette = module.palette if module.setups and not module.is_extension else None
    if palette is None:
        return
    known = {definition.gpid for definition in palette.definitions}
    for setup in module.setups:
        for piece in setup.pieces:
            if piece.gpid not in known:
                said = f"the gpid {piece.gpid}, which no slot has" if piece.gpid else "no gpid"
                yield LintSpot(f"{setup.place} ('{setup.file}', piece '{piece.name}')", f"has {said}")


@check(
    "VM184",
    "setup-piece-differs",
    Severity.WARNING,
    about="A piece of a set-up is not as its slot would make it now: another name or picture, or other traits. It "
    "behaves as when the set-up was saved.",
    advice="Refresh the set-up (Refresh Predefined Setups in VASSAL's editor), and save it.",
)
def setup_piece_differs(module: ModuleView) -> Iterator[LintSpot]:
    """Compare the pieces of set-ups with their slots, trait by trait [VASSAL.build.module.GameRefresher]."""
    palette = module.palette if module.setups else None
    by_number = palette.by_number() if palette else {}
    for setup in module.setups:
        told: set[tuple[str, str]] = set()
        for piece in setup.pieces:
            definition = by_number.get(piece.gpid)
            difference = _difference(piece, definition) if definition else ""
            if difference and (piece.gpid, difference) not in told:
                told.add((piece.gpid, difference))
                yield LintSpot(f"{setup.place} ('{setup.file}', piece '{piece.name}')", difference)


def _difference(piece: PieceOfSetup, definition: PaletteEntry) -> str:
    slot = definition.piece
    if piece.types == slot.types:
        return ""
    if piece.name != slot.name:
        return f"its slot with the gpid {piece.gpid} is called '{slot.name}'"
    for text, expected in zip(piece.types, slot.types, strict=False):
        if not same_type(text, expected):
            one, other = Trait(text).id, Trait(expected).id
            if one != other:
                return f"has the trait '{one}' where its slot has '{other}'"
            return f"its trait '{one}' is not that of its slot"
    if len(piece.types) != len(slot.types):
        return f"has {len(piece.types)} traits, but its slot {len(slot.types)}"
    return ""


@check(
    "VM185",
    "setup-place",
    Severity.ERROR,
    about="A set-up puts pieces on a map, or lays out a board, that the module does not have.",
    advice="Load the set-up in VASSAL, look at what is missing, and save it again.",
)
def setup_place(module: ModuleView) -> Iterator[LintSpot]:
    """Look for maps and boards of set-ups that do not exist."""
    if module.is_extension:
        return
    for setup in module.setups:
        for name in sorted(setup.maps - module.maps.keys()):
            yield LintSpot(f"{setup.place} ('{setup.file}')", f"pieces lie on the map '{name}', which does not exist")
        for map_name, board in setup.boards:
            if map_name in module.maps and board not in module.boards_of(module.maps[map_name]):
                yield LintSpot(f"{setup.place} ('{setup.file}')", f"the map '{map_name}' has no board '{board}'")


@check(
    "VM186",
    "setup-of-another-module",
    Severity.WARNING,
    about="A set-up says that it belongs to a module of another name; VASSAL asks the player whether to load it. For "
    "another version of this module it is a note.",
    advice="Load the set-up in this module and save it again.",
)
def setup_of_another_module(module: ModuleView) -> Iterator[LintSpot]:
    """Compare what set-ups say of their module with what the module says [VASSAL.build.module.GameState]."""
    name, version = module.root.get("name", ""), module.root.get("version", "")
    for setup in module.setups:
        data = setup.data
        if data is None or module.is_extension:
            continue
        if data.name and name and data.name != name:
            yield LintSpot(f"{setup.place} ('{setup.file}')", f"belongs to the module '{data.name}'")
        elif data.version and version and data.version != version:
            yield LintSpot(f"{setup.place} ('{setup.file}')", f"was saved with version {data.version}", Severity.NOTE)
