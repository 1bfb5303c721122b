"""The button that says who arrives on the turn that is played, in any game whose roster says when units arrive."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from lxml import etree

from trc_module.module.buttons import action
from trc_module.module.recipe import ModuleInputs


def arrival_button(parts: ModuleInputs) -> Iterator[etree._Element]:
    """Yield the button; none where no unit arrives later."""
    lines = arrivals_by_turn(parts)
    if not lines:
        return
    texts = parts.texts
    table = "".join(f";{turn}:{line}" for turn, line in lines.items())
    known = "|".join(map(str, lines))
    found = f'"{table};".replaceAll(".*;"+Turn+":([^;]*);.*","$1")'
    said = f'((" "+Turn+" ").matches(" (?:{known}) ")?{found}:"{texts("arrivals.none")}")'
    yield action(texts, "arrivals", f'{{"{texts("status.turn")} "+Turn+": "+{said}}}')


def arrivals_by_turn(parts: ModuleInputs) -> dict[int, str]:
    """Return who arrives, side by side, in the language of the module.

    Without quotes and semicolons: it becomes part of an expression.
    """
    found: dict[int, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for unit in parts.roster.units.values():
        if unit.entry == "turn" and unit.arrival is not None:
            found[unit.arrival][unit.side].append(parts.recipe.called(unit, parts))
    words = parts.texts.words
    return {
        turn: " | ".join(
            f"{words.get(f'phase.{side}', side.capitalize())}: {', '.join(by_side[side])}"
            for side in parts.game.sides
            if side in by_side
        )
        .replace('"', "'")
        .replace(";", ",")
        for turn, by_side in sorted(found.items())
    }
