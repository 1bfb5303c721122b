"""The window from which counters are taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import TypeVar

from lxml import etree

from trc_module.art.counters.card_size import HEIGHT as CARD_HEIGHT
from trc_module.art.counters.card_size import WIDTH as CARD_WIDTH
from trc_module.module.layout import COUNTER
from trc_module.module.palette_paths import MARKERS_TAB, PALETTE, list_title
from trc_module.module.pieces import PieceMaker
from trc_module.module.texts import Texts
from trc_module.roster import Marker, Unit
from trc_module.vassal.buildfile import component

Item = TypeVar("Item", Unit, Marker)
_WIDTH = 420
"""The width of the window."""
_PICTURE_WIDTH = 110
"""The width of the counter's picture in a list: the names beside it have the rest, and are not cut."""
_SCALE = 0.75
"""The size of that picture."""


def palette(
    texts: Texts,
    sides: Sequence[str],
    units: Iterable[Unit],
    markers: Iterable[Marker],
    maker: PieceMaker,
    *others: etree._Element,
) -> etree._Element:
    """Return the window: a tab a side with a menu of its nations, one for the markers, and others."""
    # Errata and owners add counters at the table's end.
    by_side = sorted(units, key=lambda unit: sides.index(unit.side))
    # A row of tabs for the nations would leave no room for the counters where the palette lies beside the chat.
    tabs = [
        component(
            "widget.BoxWidget",
            *_lists(list(of_side), maker, lambda unit: unit.nation, texts),
            entryName=texts.words.get(f"phase.{side}", side.capitalize()),
        )
        for side, of_side in groupby(by_side, key=lambda unit: unit.side)
    ]
    tabs.append(
        component("widget.TabWidget", *_lists(list(markers), maker, lambda marker: marker.kind), entryName=MARKERS_TAB)
    )
    return component(
        "module.PieceWindow",
        component("widget.TabWidget", *tabs, *others),
        name=PALETTE,
        text=texts("button.counters"),
        tooltip=texts("tooltip.counters"),
        defaultWidth=_WIDTH,
    )


def _lists(
    items: Sequence[Item], maker: PieceMaker, kind: Callable[[Item], str], texts: Texts | None = None
) -> list[etree._Element]:
    """Return a list for each kind; those of markers keep their names in every language: units find markers by them."""
    ordered = sorted(items, key=kind)
    words = texts.words if texts else {}
    return [
        component(
            "widget.ListWidget",
            *(_slot(maker, item) for item in group),
            entryName=words.get(f"nation.{name}", list_title(name)),
            scale=_SCALE,
            divider=_PICTURE_WIDTH,
        )
        for name, group in groupby(ordered, key=kind)
    ]


def _slot(maker: PieceMaker, item: Unit | Marker) -> etree._Element:
    """Return what the palette holds of a counter [VASSAL.build.widget.PieceSlot]."""
    return piece_slot("PieceSlot", maker, item)


def piece_slot(widget: str, maker: PieceMaker, item: Unit | Marker) -> etree._Element:
    """Return the slot of a counter: a `PieceSlot`, or the `CardSlot` of a deck."""
    piece = maker.slot_piece(item)
    is_card = isinstance(item, Marker) and bool(item.events)
    width, height = (CARD_WIDTH, CARD_HEIGHT) if is_card else (COUNTER, COUNTER)
    return component(
        f"widget.{widget}",
        content=piece.command().encode(),
        # Markers are placed by the path of their slot (`palette_paths.slot_path`), which is the same in every language.
        entryName=item.name if isinstance(item, Marker) and not item.events else piece.name,
        gpid=piece.gpid,
        width=width,
        height=height,
    )
