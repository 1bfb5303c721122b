"""Checks of prototypes and of the pieces that use them."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.vassal.buildfile import place_of
from trc_module.vassal.lint.registry import Severity, Spot, check
from trc_module.vassal.lint.view import ModuleView


def _used(module: ModuleView) -> Iterator[tuple[str, str]]:
    for place, trait in module.traits_of("prototype"):
        yield place, trait.text_of("name")


@check(
    "VM111",
    "unknown-prototype",
    Severity.ERROR,
    about="A piece uses a prototype that the module does not define. VASSAL says nothing and leaves its traits out. "
    "Extensions are not asked, since the module may define it.",
    advice="Define the prototype, or correct its name in the piece.",
)
def unknown_prototype(module: ModuleView) -> Iterator[Spot]:
    """Look for names of prototypes that are not defined [VASSAL.counters.UsePrototype]."""
    for place, name in _used(module) if not module.is_extension else ():
        if name not in module.prototype_names and "$" not in name and not name.startswith("{"):
            yield Spot(place, f"there is no prototype '{name}'")


@check(
    "VM112",
    "unused-prototype",
    Severity.NOTE,
    about="No piece uses a prototype. It may be left over, or meant for an extension.",
    advice="Take it out if nothing needs it.",
)
def unused_prototype(module: ModuleView) -> Iterator[Spot]:
    """Look for prototypes without users."""
    used = {name for _, name in _used(module)}
    if module.is_extension or any("$" in name or name.startswith("{") for name in used):
        return
    for element in module.of_kind("module.PrototypeDefinition"):
        if element.get("name", "") not in used:
            yield Spot(place_of(element), "no piece uses this prototype")


@check(
    "VM113",
    "prototype-loop",
    Severity.ERROR,
    about="A prototype uses itself, by way of others or directly. VASSAL stops with an error when a piece is made.",
    advice="Take one of the prototypes out of the circle.",
)
def prototype_loop(module: ModuleView) -> Iterator[Spot]:
    """Look for prototypes that contain themselves."""
    uses = {
        name: [trait.text_of("name") for trait in definition.piece.find("prototype")]
        for name, definition in module.prototypes.items()
    }
    for name, definition in module.prototypes.items():
        open_names, seen = list(uses[name]), set()
        while open_names:
            other = open_names.pop()
            if other == name:
                yield Spot(definition.place, f"the prototype '{name}' contains itself")
                break
            if other not in seen:
                seen.add(other)
                open_names += uses.get(other, [])


@check(
    "VM114",
    "duplicate-prototype",
    Severity.WARNING,
    about="Two prototypes have one name. VASSAL uses the later one for all pieces.",
    advice="Give one of them another name.",
)
def duplicate_prototype(module: ModuleView) -> Iterator[Spot]:
    """Look for prototypes with the name of an earlier one."""
    seen: set[str] = set()
    for element in module.of_kind("module.PrototypeDefinition"):
        name = element.get("name", "")
        if name in seen:
            yield Spot(place_of(element), f"there is another prototype '{name}'")
        seen.add(name)
