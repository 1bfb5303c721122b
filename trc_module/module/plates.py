"""Plates on the map above the counters: the names of cities, and the notes of a set-up.

Names that are printed on the map disappear under counters. So each city has a plate at the lower edge of its hex, a
piece in a layer of its own that nobody can select or move; a button hides and shows them. Set-ups bring them: a log or
a save without them is as good.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lxml import etree

from trc_module.board import Board
from trc_module.hexgrid import Hex
from trc_module.module.buttons import word_property
from trc_module.module.icons import OF_EVERY_MODULE, faced
from trc_module.module.layout import MAIN_MAP, TableLayout
from trc_module.module.options import SETUP_NOTE
from trc_module.module.place_names import place_name
from trc_module.module.texts import Texts
from trc_module.vassal.buildfile import component
from trc_module.vassal.traits import Piece, Trait
from trc_module.vassal.values import Color, Key

_DRAWN_IN = "DrawnIn"
"""The property that chooses the layer: counters have the module's, plates their own."""
_BELOW, _COUNTERS, _LAYER = "below", "counters", "names"
"""The layers. Stacks in saves know theirs by number: what stacks lies in 1, also without this component."""
_FLOOR = 65_000
"""The first number (gpid) of the plates: above the rows of options (`options`)."""
_NOTE = _FLOOR + 999
"""The number of the note on the map."""
_AT_LOWER_EDGE = 41
"""Pixels from a hex's centre to the top of the plate: below a counter."""
_NOTE_ABOVE = 300
_PAPER, _INK = Color(255, 252, 240), Color(36, 31, 23)


def layer_property() -> etree._Element:
    """Return the module's property that puts counters into their layer, whatever map they come from."""
    return word_property(_DRAWN_IN, _COUNTERS)


def layers(texts: Texts) -> etree._Element:
    """Return the map's layers, with the button that hides and shows the names."""
    return component(
        "module.map.LayeredPieceCollection",
        component(
            "module.map.LayerControl",
            name=texts("button.names"),
            **faced(texts("button.names"), texts("tooltip.names"), OF_EVERY_MODULE["names"]),
            hotkey="",
            command="Switch Layer between Active and Inactive",
            skip=True,
            layers=(_LAYER,),
        ),
        property=_DRAWN_IN,
        layerOrder=(_BELOW, _COUNTERS, _LAYER),
    )


def name_plates(board: Board, layout: TableLayout, texts: Texts) -> Iterator[Piece]:
    """Yield the plates of a board's cities, where they lie, in the language of the texts."""
    for number, (at, city) in enumerate(board.city_at.items()):
        yield _plate(place_name(city.name, texts), _FLOOR + number, at, layout, 19 if city.major else 17)


def note_plate(point: tuple[int, int], texts: Texts) -> Piece:
    """Return the note on the map that says what the set-up says; players take it away when they have read it.

    It lies above the point to which the window turns: the window's lower half may be hidden.
    """
    x, y = point
    traits = (
        Trait.make("delete", command=texts("menu.note-read"), key=Key.ctrl("D")),
        _label(f"${SETUP_NOTE}$", 22, "c", 0),
        Trait.make("immob", select="", move="V", stack="R"),
        *_marks("note"),
        Trait.make("piece", name=texts("note.name"), gpid=str(_NOTE)),
    )
    return Piece.build(None, traits).with_position(MAIN_MAP, x, max(y - _NOTE_ABOVE, 0))


def every_plate(board: Board, layout: TableLayout, texts: Texts) -> Iterator[Piece]:
    """Yield one of each plate."""
    yield from name_plates(board, layout, texts)
    yield note_plate((0, 0), texts)


def plate_slots(plates: Iterable[Piece], title: str) -> etree._Element:
    """Return the palette's tab with the slots of the plates, where a refresh finds them."""
    slots = (
        component(
            "widget.PieceSlot",
            content=plate.with_position("null", 0, 0).command().encode(),
            entryName=plate.name,
            gpid=plate.gpid,
            width=0,
            height=0,
        )
        for plate in plates
    )
    return component("widget.TabWidget", component("widget.ListWidget", *slots, entryName=title), entryName=title)


def _plate(name: str, number: int, at: Hex, layout: TableLayout, size: int) -> Piece:
    traits = (
        _label(name, size, "t", _AT_LOWER_EDGE),
        Trait.make("immob", select="n", move="V", stack="R"),
        *_marks("name"),
        Trait.make("piece", name=name, gpid=str(number)),
    )
    return Piece.build(None, traits).with_position(*layout.point(at))


def _label(text: str, size: int, vertical: str, offset: int) -> Trait:
    return Trait.make(
        "label",
        command="",
        font_size=size,
        font_style=1,
        background=_PAPER,
        foreground=_INK,
        vertical="c",
        vertical_offset=offset,
        vertical_alignment=vertical,
        horizontal="c",
        horizontal_alignment="c",
        name_format="$pieceName$",
    ).with_state(text=text)


def _marks(kind: str) -> Iterator[Trait]:
    yield Trait.make("mark", names=("Kind", _DRAWN_IN), values=(kind, _LAYER))
