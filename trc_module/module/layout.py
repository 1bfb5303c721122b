"""The layout of VASSAL's virtual table: the map's hexes, and the boxes in their windows.

The module that is built, the logs that are composed and the replay of a log all ask this one plan, so that
a pixel means the same place to all three.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from trc_module.facts import DataError
from trc_module.facts.choices import one_of
from trc_module.facts.errors import Collected
from trc_module.facts.toml_file import line_of, read_toml, shape

if TYPE_CHECKING:
    from trc_module.board import Board
    from trc_module.hexgrid import Hex, Layout

WINDOWS_FILE = Path("module") / "windows.toml"
MAIN_MAP = "Main Map"
"""The VASSAL name of the map with the hexes; saves and logs hold it in every move."""

UNIT = 30
"""Pixels of one unit of `windows.toml`; a cell for one counter is three by three, a title one high."""
CELL = 3 * UNIT
TITLE = UNIT
MARGIN = 36
HELD_IMAGE = "held.png"
"""The picture that lies over a card with text in the hand of its side: others do not see it."""
COUNTER = 82
"""Pixels of a counter's side."""

BoxKey: TypeAlias = str
"""A box of the board by its unique key: `axis turn-12`, `weather`."""

Spot: TypeAlias = "Hex | BoxKey"
"""A hex of the main map, or a box."""


@dataclass(frozen=True, slots=True)
class BoxPlace:
    """A box's rectangle in its window, in pixels; the title takes the top `TITLE` pixels."""

    key: BoxKey
    title: str
    x: int
    y: int
    width: int
    height: int
    caption: str = ""
    """The print beside the title; VASSAL and logs know nothing of it."""
    lines: tuple[str, ...] = ()
    """The lines that are printed at its foot, likewise."""
    single: bool = False
    """Whether it has one place, in its middle, as for a pile of cards."""

    @property
    def columns(self) -> int:
        """Return how many counters lie side by side."""
        return self.width // CELL

    @property
    def cells(self) -> int:
        """Return how many counters lie in it without touching."""
        return 1 if self.single else self.columns * ((self.height - TITLE) // CELL)

    def cell(self, number: int) -> tuple[int, int]:
        """Return the centre of a cell, counted along the rows from 0; past the last one they begin again."""
        if self.single:
            return self.x + self.width // 2, self.y + (self.height + TITLE) // 2
        row, column = divmod(number % self.cells, self.columns)
        return self.x + column * CELL + CELL // 2, self.y + TITLE + row * CELL + CELL // 2

    def holds(self, x: int, y: int) -> bool:
        """Tell whether a point lies in the box, its title included."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True, slots=True)
class Window:
    """A window of boxes: a VASSAL map of its own."""

    id: str
    name: str
    button: str
    boxes: tuple[BoxPlace, ...]
    margin: int = MARGIN
    """Pixels of empty board at the right and the bottom: VASSAL makes a window as large as its board, and the bars that
    it adds would hide the last ones."""

    @property
    def width(self) -> int:
        """Return the width of the window's board in pixels."""
        return max(box.x + box.width for box in self.boxes) + self.margin

    @property
    def height(self) -> int:
        """Return the height of the window's board in pixels."""
        return max(box.y + box.height for box in self.boxes) + self.margin


_MOST_POINTS = 1 << 16
"""Points that are kept: a log may name any."""


class TableLayout:
    """The main map with its layout, and the windows of boxes."""

    def __init__(self, board: Board, layout: Layout, map_size: tuple[int, int], windows: tuple[Window, ...]) -> None:
        self.board = board
        self.map_layout = layout
        self.map_size = map_size
        self.windows = windows
        self._window_of: dict[str, Window] = {window.name: window for window in windows}
        self._box: dict[BoxKey, tuple[Window, BoxPlace]] = {
            box.key: (window, box) for window in windows for box in window.boxes
        }
        self._places: dict[tuple[str, int, int], Spot | None] = {}

    def place(self, map_name: str, x: int, y: int) -> Spot | None:
        """Return the hex or box at a point of a VASSAL map, or None where there is neither."""
        # Counters lie on few points, and a log asks for them by the thousand.
        point = map_name, x, y
        if point not in self._places:
            if len(self._places) >= _MOST_POINTS:
                self._places.clear()
            self._places[point] = self._look(map_name, x, y)
        return self._places[point]

    def _look(self, map_name: str, x: int, y: int) -> Spot | None:
        if map_name == MAIN_MAP:
            return self.map_layout.hex_at((x, y))
        window = self._window_of.get(map_name)
        if window is None:
            return None
        return next((box.key for box in window.boxes if box.holds(x, y)), None)

    def point(self, spot: Spot, cell: int = 0) -> tuple[str, int, int]:
        """Return (map name, x, y) of a hex's centre, or of a cell of a box; KeyError for a box without a place."""
        if isinstance(spot, str):
            window, box = self._box[spot]
            return window.name, *box.cell(cell)
        x, y = self.map_layout.centre(spot)
        return MAIN_MAP, int(x), int(y)

    def box(self, key: BoxKey) -> BoxPlace:
        """Return a box's rectangle; KeyError for a box without a place."""
        return self._box[key][1]

    @property
    def boxes(self) -> tuple[BoxKey, ...]:
        """Return the boxes in the order of their windows, and in these as they stand there."""
        return tuple(self._box)

    def window_of(self, key: BoxKey) -> Window:
        """Return the window that holds a box; KeyError for a box without a place."""
        return self._box[key][0]

    def title(self, key: BoxKey) -> str:
        """Return what a box is called in its window, and so in VASSAL's reports."""
        return self._box[key][1].title

    def map_names(self) -> Iterator[str]:
        """Yield the names of all maps, the main one first."""
        yield MAIN_MAP
        yield from self._window_of


class _WindowData(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    """Its id."""
    name: str
    button: str
    """The text of its button."""
    boxes: dict[str, list[int]]
    """By box: left, top, width and height."""
    single: list[str] = []
    """Those of its boxes that have one place, in their middle."""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    window: list[_WindowData]
    """The windows, a table each."""


def load_windows(path: Path, board: Board) -> tuple[Window, ...]:
    """Read `windows.toml`; DataErrorGroup names each box that the board lacks, that is left out or overlaps another."""
    data = shape(read_toml(path), _File, path)
    collected = Collected()
    windows = [_window(path, board, item, index, collected) for index, item in enumerate(data.window)]
    named = {key for item in data.window for key in item.boxes}
    for missing in sorted(board.boxes.keys() - named):
        with collected:
            raise DataError(path, f"a place for the box '{missing}'", "none", field=missing)
    collected.close()
    return tuple(windows)


def _window(path: Path, board: Board, data: _WindowData, index: int, collected: Collected) -> Window:
    boxes: list[BoxPlace] = []
    for key, rectangle in data.boxes.items():
        with collected:
            line = line_of(path, ["window", index, "boxes", key])
            box = board.boxes.get(key)
            if box is None:
                expected = f"a box of map/boxes.toml, {one_of(board.boxes, key)}"
                raise DataError(path, expected, key, line=line, field=f"{data.id}.boxes")
            x, y, width, height = rectangle if len(rectangle) == 4 else (-1, 0, 0, 0)
            if x < 0 or y < 0 or width < 3 or height < 4:
                expected = "a rectangle [x, y, width, height] of at least 3 x 4 units"
                raise DataError(path, expected, str(rectangle), line=line, field=key)
            place = BoxPlace(key, box.name, x * UNIT, y * UNIT, width * UNIT, height * UNIT, single=key in data.single)
            for other in boxes:
                if _overlap(place, other):
                    raise DataError(
                        path, f"ground that '{other.key}' does not use", str(rectangle), line=line, field=key
                    )
            boxes.append(place)
    return Window(data.id, data.name, data.button, tuple(boxes))


def _overlap(a: BoxPlace, b: BoxPlace) -> bool:
    return a.x < b.x + b.width and b.x < a.x + a.width and a.y < b.y + b.height and b.y < a.y + a.height
