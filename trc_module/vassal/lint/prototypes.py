"""Checks of prototypes and of the pieces that use them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trc_module.vassal.buildfile import place_of
from trc_module.vassal.lint.registry import LintSpot, Severity, check
from trc_module.vassal.lint.view import ModuleView


def _used(module: ModuleView) -> Iterator[tuple[str, str]]:
    for place, trait in module.traits_of("prototype"):
        yield place, trait.text_of("name")


@check(
    "VM111",
    "unknown-prototype",
    Severity.ERROR,
    about="A piece uses a prototype that the module does not define. VASSAL says nothing and leaves its traits out. "
    "Extensions are asked only beside their module (--with), since it may define it.",
    advice="Define the prototype, or correct its name in the piece.",
)
def unknown_prototype(module: ModuleView) -> Iterator[LintSpot]:
    """Look for names of prototypes that are not defined [VASSAL.counters.UsePrototype]."""
    known = frozenset[str]().union(*(each.prototype_names for each in module.with_base))
    for place, name in _used(module) if not module.is_extension or module.base is not None else ():
        if name not in known and "$" not in name and not name.startswith("{"):
            yield LintSpot(place, f"there is no prototype '{name}'")


@check(
    "VM112",
    "unused-prototype",
    Severity.NOTE,
    about="No piece uses a prototype. It may be left over, or meant for an extension.",
    advice="Take it out if nothing needs it.",
)
def unused_prototype(module: ModuleView) -> Iterator[LintSpot]:
    """Look for prototypes without users."""
    used = {name for _, name in _used(module)}
    if module.is_extension or any("$" in name or name.startswith("{") for name in used):
        return
    for element in module.of_kind("module.PrototypeDefinition"):
        if element.get("name", "") not in used:
            yield LintSpot(place_of(element), "no piece uses this prototype")


@check(
    "VM113",
    "prototype-loop",
    Severity.ERROR,
    about="A prototype uses itself, by way of others or directly. VASSAL stops with an error when a piece is made.",
    advice="Take one of the prototypes out of the circle.",
)
def prototype_loop(module: ModuleView) -> Iterator[LintSpot]:
    """Look for prototypes that contain themselves."""
    uses = {
        name: [trait.text_of("name") for trait in definition.piece.find("prototype")]
        for name, definition in module.prototypes.items()
    }
    for name in _in_circles(uses):
        yield LintSpot(module.prototypes[name].place, f"the prototype '{name}' contains itself")


def _in_circles(uses: Mapping[str, list[str]]) -> list[str]:
    """Return the prototypes that lead back to themselves, in their order (Tarjan's algorithm, without recursion)."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    circles: set[str] = set()
    for start in uses:
        ways = [] if start in number else [(start, iter(uses[start]))]
        while ways:
            name, others = ways[-1]
            if name not in number:
                number[name] = lowest[name] = len(number)
                path.append(name)
            other = next((each for each in others if each in uses), None)
            if other is None:
                ways.pop()
                if ways:
                    lowest[ways[-1][0]] = min(lowest[ways[-1][0]], lowest[name])
                if lowest[name] == number[name]:
                    part = [path.pop()]
                    while part[-1] != name:
                        part.append(path.pop())
                    circles.update(part if len(part) > 1 or name in uses[name] else ())
                    # A finished node is part of no further circle.
                    lowest.update(dict.fromkeys(part, len(uses)))
            elif other not in number:
                ways.append((other, iter(uses[other])))
            else:
                lowest[name] = min(lowest[name], lowest[other])
    return [name for name in uses if name in circles]


@check(
    "VM114",
    "duplicate-prototype",
    Severity.WARNING,
    about="Two prototypes have one name. VASSAL uses the later one for all pieces.",
    advice="Give one of them another name.",
)
def duplicate_prototype(module: ModuleView) -> Iterator[LintSpot]:
    """Look for prototypes with the name of an earlier one."""
    seen: set[str] = set()
    for element in module.of_kind("module.PrototypeDefinition"):
        name = element.get("name", "")
        if name in seen:
            yield LintSpot(place_of(element), f"there is another prototype '{name}'")
        seen.add(name)
