"""Checks of the numbers (gpids) by which VASSAL finds the slot of a piece again [VASSAL.build.GpIdChecker]."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.vassal.buildfile import place_of
from trc_module.vassal.lint.registry import LintSpot, Severity, check
from trc_module.vassal.lint.view import ModuleView


def _numbered(module: ModuleView) -> Iterator[tuple[str, str]]:
    """Yield the place and number of every slot, and of every trait that places pieces."""
    for element in module.of_kind("widget.PieceSlot", "widget.CardSlot"):
        yield place_of(element), element.get("gpid", "")
    for definition in module.definitions:
        # The engine does not look into a piece that a trait places [VASSAL.build.GpIdChecker].
        for place, trait in () if definition.is_placed else definition.traits:
            if trait.id in ("placemark", "replace"):
                yield place, trait.text_of("gpid")


@check(
    "VM121",
    "no-gpid",
    Severity.WARNING,
    about="A slot, or a trait that places pieces, has no number (gpid). Its pieces cannot be refreshed when the module "
    "changes, and VASSAL's Refresh Counters refuses to work at all.",
    advice="Open the module in VASSAL's editor and save it: it gives out the numbers that are missing.",
)
def no_gpid(module: ModuleView) -> Iterator[LintSpot]:
    """Look for slots without a number."""
    for place, number in _numbered(module):
        if not number:
            yield LintSpot(place, "has no gpid")


@check(
    "VM122",
    "duplicate-gpid",
    Severity.ERROR,
    about="Two slots or placing traits have the same number (gpid). VASSAL's Refresh Counters refuses to work, and the "
    "editor gives one of them a new number, so that older saves are refreshed wrongly.",
    advice="Give one of them a number above all others, and raise nextPieceSlotId.",
)
def duplicate_gpid(module: ModuleView) -> Iterator[LintSpot]:
    """Report numbers that two slots share."""
    seen: dict[str, str] = {}
    for place, number in _numbered(module):
        if number and number in seen:
            yield LintSpot(place, f"has the gpid {number} of {seen[number]}")
        seen.setdefault(number, place)


@check(
    "VM123",
    "next-slot-number",
    Severity.WARNING,
    about="`nextPieceSlotId` is the number that the editor gives to the next new slot. It should be above all that are "
    "in use; otherwise the editor renumbers.",
    advice="Raise nextPieceSlotId above the highest gpid.",
)
def next_slot_number(module: ModuleView) -> Iterator[LintSpot]:
    """Compare the next free number with those in use [VASSAL.build.GameModule]."""
    texts = (number.rpartition(":")[2] for _, number in _numbered(module))
    numbers = [int(text) for text in texts if _is_whole(text)]
    following = module.root.get("nextPieceSlotId", "0") or "0"
    if numbers and _is_whole(following) and int(following) <= max(numbers):
        yield LintSpot(
            place_of(module.root), f"nextPieceSlotId is {following}, but the highest gpid in use is {max(numbers)}"
        )


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 18
