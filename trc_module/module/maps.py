"""The windows that counters lie in: the main map with its hex grid, and the boards of boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import floor
from typing import NamedTuple

from lxml import etree

from trc_module.hexgrid import LetterColumns, LetterRows, Naming, Orientation, PairedNumbers
from trc_module.module.buttons import menu
from trc_module.module.ground import hex_format, stack_format
from trc_module.module.icons import faced
from trc_module.module.layout import MAIN_MAP, BoxPlace, TableLayout, Window
from trc_module.module.texts import Texts
from trc_module.module.traits import CLEAR_TRAIL
from trc_module.vassal.buildfile import component
from trc_module.vassal.values import Color, Key

MAP_IMAGE = "map.png"
BOARD_NAME = "Map"

PAPER = Color(239, 232, 212)
"""The colour beside a board in its window: the paper that boards are drawn on."""

CLEAR_MOVED_MARKS = Key.named("ClearMovedMarks")
_TOOLBAR, _EMPTY_TOOLBAR = 44, 12
"""Pixels that a window's toolbar takes: with the buttons of a zoom, and without any."""
IN_STACK = (5, 7)
"""The distance to the east and north of a counter from the one that it lies on."""
_ZOOM_LEVELS = "0.15,0.25,0.35,0.5,0.625,0.75,1.0,1.25,1.5,2.0"


def main_map(
    layout: TableLayout,
    texts: Texts,
    zoom: int = 7,
    others: Iterable[etree._Element] = (),
    dragged: Key | None = None,
) -> etree._Element:
    """Return the map with the hexes and other components; it opens at that level of zoom.

    `dragged` is the key of pieces that it presses when they have been dragged.
    """
    width, height = layout.map_size
    board = component(
        "module.map.boardPicker.Board", _hex_grid(layout), name=BOARD_NAME, image=MAP_IMAGE, width=width, height=height
    )
    return component(
        "module.Map",
        component("module.map.BoardPicker", board),
        *handling(zoom, stack_format(texts), hex_format(texts)),
        *_aids(texts),
        *others,
        mapName=MAIN_MAP,
        markMoved="Always",
        markUnmovedHotkey=CLEAR_MOVED_MARKS.encode(),
        markUnmovedText=texts("button.unmoved"),
        markUnmovedTooltip=texts("tooltip.unmoved"),
        markUnmovedIcon="",
        moveWithinFormat=texts("report.moves"),
        moveToFormat=texts("report.moves"),
        createFormat=texts("report.created"),
        changeFormat="$message$",
        moveKey=dragged.encode() if dragged is not None else "",
        color="160,30,20",
        thickness="3",
        backgroundcolor="64,60,52",
    )


def box_map(
    window: Window,
    texts: Texts,
    contents: Iterable[etree._Element] = (),
    counter: str = "",
    zoom: int = 5,
    icon: str = "",
) -> etree._Element:
    """Return a window of boxes, with what lies in it from the beginning.

    `counter` is what the viewer of stacks says of each counter, `icon` the picture of the button. The window's own name
    stays: saves know it by that.
    """
    label = texts.words.get(f"window.{window.id}-button", window.button)
    tooltip = texts.words.get(f"window.{window.id}", window.name)
    zones = [_zone(box) for box in window.boxes]
    board = component(
        "module.map.boardPicker.Board",
        component("module.map.boardPicker.board.ZonedGrid", *zones),
        name=window.name,
        image=window_image(window),
        width=window.width,
        height=window.height,
    )
    return component(
        "module.Map",
        component("module.map.BoardPicker", board),
        *handling(zoom, counter=counter),
        room_for_toolbar(window.height, zoom),
        *contents,
        mapName=window.name,
        launch=True,
        **faced(label, tooltip, icon, text="buttonName"),
        markMoved="Never",
        moveWithinFormat="",
        moveToFormat=texts("report.moves"),
        createFormat=texts("report.created"),
        changeFormat="$message$",
        backgroundcolor=PAPER.encode(),
    )


def window_image(window: Window) -> str:
    """Return the file name of a window's board in the module's `images`."""
    return f"{window.id}.png"


def _hex_grid(plan: TableLayout) -> etree._Element:
    """Return the grid, with names as our board prints them [VASSAL.build.module.map.boardPicker.board.HexGrid].

    VASSAL counts lines of hexes and the hexes of a line: columns and rows of a flat-top grid, rows and columns of a
    "sideways" one. Every second line, the first not, is half a hex further on.
    """
    layout, (width, height) = plan.map_layout, plan.map_size
    grid = layout.grid
    sideways = grid.orientation is Orientation.POINTY_TOP
    # Where the first line is the one that is further on, VASSAL counts from the line before it.
    before = 1 - grid.shifted
    rows, columns, row_first = _axes(grid.naming)
    lines, places = (rows, columns) if sideways else (columns, rows)
    # The highest numbers, from which a grid that counts down begins: so the engine reckons them.
    if sideways:
        most_lines, most_places = floor(height / layout.step + 0.5), floor(width / layout.pitch + 0.5)
    else:
        most_lines, most_places = floor(width / layout.pitch + 0.5), floor(height / layout.step + 0.5)
    numbering = component(
        "module.map.boardPicker.board.mapgrid.HexGridNumbering",
        first="H" if row_first == sideways else "V",
        sep="",
        hType=lines.style,
        hOff=lines.first - before if lines.step > 0 else lines.first - most_lines + before,
        hDescend=(places if sideways else lines).step < 0,
        vType=places.style,
        vOff=places.first if places.step > 0 else places.first - most_places,
        vLeading=places.zeros,
        hLeading=lines.zeros,
        vDescend=(lines if sideways else places).step < 0,
        stagger=False,
        locationFormat="$gridLocation$",
        visible=False,
    )
    x, y = int(layout.origin[0]), int(layout.origin[1])
    return component(
        "module.map.boardPicker.board.HexGrid",
        numbering,
        sideways=sideways,
        x0=(y if sideways else x) - before * int(layout.step),
        y0=x if sideways else y,
        dx=float(layout.step),
        dy=float(layout.pitch),
        snapTo=True,
        visible=False,
    )


class _Axis(NamedTuple):
    """The numbering of rows or columns: VASSAL's style (A or N), the first, the step, and leading zeros."""

    style: str
    first: int
    step: int = 1
    zeros: int = 0


def _axes(naming: Naming) -> tuple[_Axis, _Axis, bool]:
    """Return how rows and columns are counted, and whether the row is named first."""
    match naming:
        case LetterRows(west, step):
            return _Axis("A", 0), _Axis("N", west, step), True
        case LetterColumns(north, step):
            return _Axis("N", north, step), _Axis("A", 0), False
        case PairedNumbers(digits, row_first):
            return _Axis("N", 1, zeros=digits - 1), _Axis("N", 1, zeros=digits - 1), row_first
    raise NotImplementedError(f"VASSAL has no hex names of the kind {type(naming).__name__}")


def _zone(box: BoxPlace) -> etree._Element:
    west, north, east, south = box.x, box.y, box.x + box.width, box.y + box.height
    # VASSAL snaps to the nearest cell of a grid, whether it lies in the zone or not: the square nearest to a point of
    # the title would lie in the box above. Regions are the cells of this box and no others.
    cells = (box.cell(number) for number in range(box.cells))
    regions = (
        component("module.map.boardPicker.board.Region", name=str(number), originx=x, originy=y)
        for number, (x, y) in enumerate(cells, 1)
    )
    grid = component("module.map.boardPicker.board.RegionGrid", *regions, snapto=True, visible=False)
    return component(
        "module.map.boardPicker.board.mapgrid.Zone",
        grid,
        name=box.title,
        locationFormat="$name$",
        path=f"{west},{north};{east},{north};{east},{south};{west},{south}",
        useParentGrid=False,
    )


def room_for_toolbar(height: int, zoom_start: int = 0) -> etree._Element:
    """Return what makes VASSAL's window so much larger than a board that its toolbar has room as well.

    VASSAL packs a window around its board while the toolbar is still hidden; the toolbar then takes some of that
    height, and both scroll bars come. An overview counts too, in the layer above the board, though it is hidden: one
    without a button or a key, as high as the board is drawn and the toolbar together, leaves just that room. Nobody
    ever sees it.

    Args:
        height: The board's, in pixels.
        zoom_start: The level at which the window opens, as `handling` has it.
    """
    shown = float(_ZOOM_LEVELS.split(",")[zoom_start - 1]) if zoom_start else 1.0
    scale = shown + (_TOOLBAR if zoom_start else _EMPTY_TOOLBAR) / height
    return component("module.map.GlobalMap", scale=f"{scale:.4f}", icon="", buttonText="", tooltip="", hotkey="")


def handling(
    zoom_start: int, stack: str = "$LocationName$", empty: str = "$LocationName$", counter: str = ""
) -> Iterator[etree._Element]:
    """Yield what a map needs before anything on it can be seen, selected, dragged or right-clicked.

    `zoom_start` is the level at which it opens, from 1; with 0 it has no zoom. VASSAL makes a window as
    large as its board, and buttons in its toolbar leave less room than that.
    """
    yield component("module.map.StackMetrics", exSepX=8, exSepY=26, unexSepX=IN_STACK[0], unexSepY=IN_STACK[1])
    for name in (
        "ForwardToKeyBuffer",
        "Scroller",
        "ForwardToChatter",
        "MenuDisplayer",
        "MapCenterer",
        "StackExpander",
        "PieceMover",
        "KeyBufferer",
        "SelectionHighlighters",
    ):
        yield component(f"module.map.{name}")
    yield component("module.map.HighlightLastMoved", color="180,40,20", thickness=3)
    if zoom_start:
        yield component(
            "module.map.Zoomer",
            zoomLevels=_ZOOM_LEVELS,
            # Counted from the largest level.
            zoomStart=len(_ZOOM_LEVELS.split(",")) + 1 - zoom_start,
        )
    yield component(
        "module.map.CounterDetailViewer",
        description="Stack viewer",
        delay=350,
        minDisplayPieces=1,
        showgraph=True,
        showgraphsingle=True,
        showtext=True,
        showtextsingle=True,
        graphicsZoom=1.0,
        borderWidth=4,
        bgColor="251,247,234",
        fgColor="36,31,23",
        fontSize=12,
        summaryReportFormat=stack,
        counterReportFormat=counter,
        emptyHexReportForma=empty,
        display="from all layers",
        version="4",
    )


def _aids(texts: Texts) -> Iterator[etree._Element]:
    yield component(
        "module.map.GlobalMap", scale="0.12", icon="/images/overview.gif", tooltip=texts("tooltip.overview")
    )
    yield component("module.map.LOS_Thread", threadName="LOS", label="", tooltip=texts("tooltip.distance"))
    yield component(
        "module.map.HidePiecesButton",
        buttonText=texts("button.hide"),
        hiddenIcon="",
        showingIcon="",
        tooltip=texts("tooltip.hide"),
    )
    yield component(
        "module.map.MassKeyCommand",
        name="Clear trails",
        buttonText=texts("button.clear"),
        tooltip=texts("tooltip.clear"),
        icon="",
        hotkey=CLEAR_TRAIL,
    )
    yield component(
        "module.map.ImageSaver", buttonText=texts("button.picture"), tooltip=texts("tooltip.picture"), icon=""
    )
    names = ("hide", "clear", "unmoved", "picture")
    yield menu(texts, "view", tuple(texts(f"button.{name}") for name in names))
    yield component("module.map.Flare", flareName="Flare", circleColor="180,40,20")
