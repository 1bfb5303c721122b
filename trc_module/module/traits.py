"""Traits and expressions that counters of any game are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from trc_module.module.keys import Keys
from trc_module.module.layout import CELL, TITLE, BoxKey, TableLayout
from trc_module.module.texts import Texts
from trc_module.vassal.traits import Trait
from trc_module.vassal.traits.build import report, trigger
from trc_module.vassal.values import Color, Key

MOVED_IMAGE = "moved.png"
CLEAR_TRAIL = Key.named("ClearTrail")
SAY, GO, STEP = Key.named("Say"), Key.named("Go"), Key.named("Step")
"""The pieces' keys that print the line, go into the box and take the step that follow from what the piece says."""


def calculated(name: str, expression: str) -> Trait:
    """Return a property that an expression in braces works out."""
    return Trait.make("calcProp", name=name, expression=expression)


def group(texts: Texts, name: str, commands: Iterable[str]) -> Trait:
    """Return a submenu; `name` and `commands` are keys of texts."""
    entries = tuple(texts(f"menu.{command}") for command in commands)
    return Trait.make("submenu", command=texts(f"group.{name}"), commands=entries)


def said(line: str, name: str, text: str, key: Key, *then: Key) -> Iterator[Trait]:
    """Yield a menu entry that prints a line, and then presses other keys; `name` tells it from others of the piece."""
    say = Key.named(f"Say{name}")
    yield trigger((say, *then), command=text, key=key)
    yield report((say,), line)


def trail_and_moved(texts: Texts, keys: Keys) -> Iterator[Trait]:
    """Yield the trail that a unit leaves, and the mark that it has moved."""
    yield Trait.make(
        "footprint",
        key=keys.command("trail"),
        command=texts("menu.trail"),
        line_color=Color(140, 30, 20),
        fill_color=Color(250, 240, 210),
        radius=9,
        line_width=2.0,
        clear_key=CLEAR_TRAIL,
    )
    yield Trait.make(
        "markmoved",
        image=MOVED_IMAGE,
        x_offset=27,
        y_offset=-41,
        command=texts("menu.moved"),
        key=keys.command("moved"),
    )


def to_box(layout: TableLayout, key: Key, box: BoxKey, command: str = "") -> Trait:
    """Return what sends a counter into a box; every counter has a cell of its own as far as they go."""
    place = layout.box(box)
    columns, rows = place.columns, place.cells // place.columns
    return Trait.make(
        "sendto",
        command=command,
        key=key,
        map=layout.window_of(box).name,
        x=str(place.x + CELL // 2),
        y=str(place.y + TITLE + CELL // 2),
        x_index=f"{{Cell%{columns}}}",
        y_index=f"{{(Cell/{columns})%{rows}}}",
        x_offset=str(CELL),
        y_offset=str(CELL),
    )


def to_said_box(layout: TableLayout, boxes: Iterable[BoxKey], by_box: Callable[[dict[str, str | int]], str]) -> Trait:
    """Return what sends a unit into the box that follows from what it says.

    `boxes` lie in one window; `by_box` makes an expression of a value for each.
    """
    places = {box: layout.box(box) for box in boxes}
    (window,) = {layout.window_of(box).name for box in places}
    columns = by_box({box: place.columns for box, place in places.items()})
    rows = by_box({box: place.cells // place.columns for box, place in places.items()})
    return Trait.make(
        "sendto",
        command="",
        key=GO,
        map=window,
        x=f"{{{by_box({box: place.x + CELL // 2 for box, place in places.items()})}}}",
        y=f"{{{by_box({box: place.y + TITLE + CELL // 2 for box, place in places.items()})}}}",
        x_index=f"{{Cell%{columns}}}",
        y_index=f"{{(Cell/{columns})%{rows}}}",
        x_offset=str(CELL),
        y_offset=str(CELL),
    )
