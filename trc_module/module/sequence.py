"""The window with the steps of a turn, in which the one that is played is lit.

VASSAL lights a zone whose property names a highlight: so every step has a property, and the turn tracker sets that of
the step it comes to and clears the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lxml import etree

from trc_module.module.buttons import on_turn, word_property
from trc_module.module.icons import OF_EVERY_MODULE, faced
from trc_module.module.layout import TITLE, UNIT, BoxPlace, Window
from trc_module.module.maps import PAPER, handling, room_for_toolbar
from trc_module.module.texts import Texts
from trc_module.module.tracker import STEP_PROPERTY
from trc_module.vassal.buildfile import component
from trc_module.vassal.traits.build import set_to
from trc_module.vassal.values import Color, Key

SEQUENCE_MAP = "Sequence of Play"
"""The VASSAL name of the window; saves hold it, in every language."""
_IMAGE_ID = "sequence"
_WIDTH = 13 * UNIT
_LIT = "now"
_NONE_LIT = Key.named("NoStepLit")


def sequence_window(steps: Sequence[str]) -> Window:
    """Return the window as it is drawn: a bar for each step."""
    bars = (BoxPlace(f"step-{number}", name, 0, number * TITLE, _WIDTH, TITLE) for number, name in enumerate(steps))
    return Window(_IMAGE_ID, SEQUENCE_MAP, "", tuple(bars), margin=24)


def sequence_map(texts: Texts, steps: Sequence[str]) -> etree._Element:
    """Return the window."""
    window = sequence_window(steps)
    package = "module.map.boardPicker.board.mapgrid"
    zones = (
        component(
            f"{package}.Zone",
            name=bar.title,
            locationFormat="$name$",
            path=f"{bar.x},{bar.y};{bar.x + bar.width},{bar.y};{bar.x + bar.width},{bar.y + bar.height};"
            f"{bar.x},{bar.y + bar.height}",
            useParentGrid=False,
            useHighlight=True,
            highlightProperty=_lit(number),
        )
        for number, bar in enumerate(window.boxes)
    )
    highlight = component(
        f"{package}.ZoneHighlight",
        name=_LIT,
        color=Color(255, 176, 32).encode(),
        coverage="Zone Border",
        width=7,
        style="Plain",
        opacity=100,
    )
    board = component(
        "module.map.boardPicker.Board",
        component(
            "module.map.boardPicker.board.ZonedGrid", component(f"{package}.ZonedGridHighlighter", highlight), *zones
        ),
        name=SEQUENCE_MAP,
        image=f"{_IMAGE_ID}.png",
        width=window.width,
        height=window.height,
    )
    return component(
        "module.Map",
        component("module.map.BoardPicker", board),
        *handling(zoom_start=0),
        room_for_toolbar(window.height),
        mapName=SEQUENCE_MAP,
        launch=True,
        **faced(texts("button.sequence"), texts("tooltip.sequence"), OF_EVERY_MODULE["sequence"], text="buttonName"),
        markMoved="Never",
        changeFormat="",
        backgroundcolor=PAPER.encode(),
    )


def sequence_properties(steps: Sequence[str]) -> Iterator[etree._Element]:
    """Yield the properties of the steps."""
    for number in range(len(steps)):
        clear = (_NONE_LIT, set_to(""), "")
        yield word_property(_lit(number), "", clear, (_key(number), set_to(_LIT), ""))


def lit_words(number: int) -> dict[str, str]:
    """Return the properties while a step, counted from 0, is played."""
    return {_lit(number): _LIT}


def sequence_keys(steps: Sequence[str]) -> Iterator[etree._Element]:
    """Yield the keys by which the turn tracker lights a step."""
    yield on_turn("No step is lit", _NONE_LIT, "{true}")
    for number, name in enumerate(steps):
        yield on_turn("Light the step", _key(number), f'{{{STEP_PROPERTY}=="{name}"}}')


def _lit(number: int) -> str:
    return f"Lit_{number}"


def _key(number: int) -> Key:
    return Key.named(f"LightStep{number}")
