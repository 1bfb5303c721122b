"""Positions of a log of any game as pictures, drawn from its module's own: boards and counters as VASSAL shows them.

What players may not see is not shown: an invisible piece is left out, of a masked one its mask is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lxml import etree
from PIL import Image

from trc_module.digits import is_number
from trc_module.errors import UserError
from trc_module.replay.pieces import PieceKind, Spot
from trc_module.replay.stepping import walk_steps
from trc_module.replay.table import Table
from trc_module.report.module_face import draw_piece
from trc_module.vassal.archive import Archive
from trc_module.vassal.buildfile import full_name, read_build_file
from trc_module.vassal.commands import PlacedBoard
from trc_module.vassal.opening import MOST_PIXELS_OF_A_BOARD, decode_picture
from trc_module.vassal.saves import SavedGame

_MAPS = tuple(map(full_name, ("module.Map", "module.PrivateMap", "module.PlayerHand")))
_BOARD = full_name("module.map.boardPicker.Board")
_METRICS = full_name("module.map.StackMetrics")
_MOST = 200 * 10**6
"""Pixels of the largest picture that is drawn."""
_MARGIN = 250
"""Pixels of the map around what moved."""
_GROUND = (255, 255, 255)

_Lying = tuple[PieceKind, tuple[str, ...], int, int]
"""A piece's kind and states, and the point at which it is drawn."""
_Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A board in its place: the picture's name or a colour, and its rectangle on the map."""

    image: str
    colour: tuple[int, int, int]
    box: _Box
    turned: bool


class ModuleCamera:
    """Takes pictures of one map of a log (`map_name`; '' for that on which most is moved).

    `archive` is the module, which must stay open meanwhile. It shows what some steps moved, with a margin; without
    such steps the whole map. UserError if the module has no such map, or its boards cannot be drawn.
    """

    def __init__(self, archive: Archive, saved: SavedGame, steps: Sequence[int], map_name: str, scale: float) -> None:
        self._archive, self._scale = archive, scale
        maps = {element.get("mapName", ""): element for element in read_build_file(archive).iter(*_MAPS)}
        self._film(saved)
        names = [*self._moved.values(), self._first.values()]
        self.map = map_name or _busiest(names)
        if self.map not in maps:
            raise UserError(f"The module has no map '{self.map}'; it has {', '.join(filter(None, maps))}.")
        element = maps[self.map]
        self._sheets = list(_laid(archive, element, self._boards.get(self.map, ())))
        metrics = next(element.iter(_METRICS), None)
        self._shift = tuple(_number(None if metrics is None else metrics.get(k), d) for k, d in _SHIFTS)
        self._box = self._view(steps)
        self._ground = self._drawn_ground()
        self._faces: dict[str, Image.Image | None] = {}
        self.missing: set[str] = set()
        """The pictures that are not in the module, or cannot be drawn here."""

    def _film(self, saved: SavedGame) -> None:
        table = Table()
        for node in saved.initial:
            table.execute(node)
        self._boards: Mapping[str, tuple[PlacedBoard, ...]] = {n: c.boards for n, c in table.boards.items()}
        self._moved: dict[int, list[Spot]] = {}
        self._first = {id_: spot for spot, ids in table.position().items() for id_ in ids}
        # By step, what lies where something changed; step 0 has all.
        self._changes = [{spot: _stack(table, spot) for spot in table.position()}]
        for step in walk_steps(table, saved.steps, None):
            found = [s for c in step.changes.pieces if c.moved for s in (c.before, c.after) if s is not None]
            if found:
                self._moved[step.number] = found
            touched = {*step.changes.spots, *(c.after for c in step.changes.pieces if c.after is not None)}
            self._changes.append({spot: _stack(table, spot) for spot in touched})

    def sees(self, step: int) -> bool:
        """Tell whether a step puts a piece elsewhere within the view."""
        west, north, east, south = self._box
        spots = (spot for spot in self._moved.get(step, ()) if spot.map == self.map)
        return any(west <= spot.x < east and north <= spot.y < south for spot in spots)

    def picture(self, step: int) -> Image.Image:
        """Return the position after a step."""
        image = self._ground.copy()
        lying: dict[Spot, tuple[_Lying, ...]] = {}
        for changed in self._changes[: step + 1]:
            lying.update(changed)
        for spot in sorted((spot for spot in lying if spot.map == self.map), key=lambda spot: (spot.y, spot.x)):
            self._draw_stack(image, lying[spot])
        size = (max(round(image.width * self._scale), 1), max(round(image.height * self._scale), 1))
        return image.convert("RGB").resize(size, Image.Resampling.LANCZOS)

    def _draw_stack(self, image: Image.Image, pieces: Iterable[_Lying]) -> None:
        for height, (kind, state, x, y) in enumerate(pieces):
            face = draw_piece(kind.traits, state, kind.name, self._image)
            if face is not None:
                # VASSAL draws a piece with its middle at the point where it lies.
                left = x + self._shift[0] * height - self._box[0] - face.width // 2
                top = y - self._shift[1] * height - self._box[1] - face.height // 2
                image.paste(face, (left, top), face)

    def _image(self, name: str) -> Image.Image | None:
        if name not in self._faces:
            self._faces[name] = self._opened_face(name)
        return self._faces[name]

    def _opened_face(self, name: str) -> Image.Image | None:
        entry = next((e for e in (f"images/{name}", f"images/{name}.gif") if e in self._archive), None)
        if entry is not None:
            try:
                return decode_picture(self._archive.read(entry))
            except ValueError:
                pass
        self.missing.add(name)
        return None

    def _view(self, steps: Sequence[int]) -> _Box:
        whole = _around([sheet.box for sheet in self._sheets])
        points = [s for step in steps for s in self._moved.get(step, ()) if s.map == self.map]
        if not points:
            return whole
        west, north, east, south = _around([(s.x, s.y, s.x, s.y) for s in points])
        box = (
            max(west - _MARGIN, whole[0]),
            max(north - _MARGIN, whole[1]),
            min(east + _MARGIN, whole[2]),
            min(south + _MARGIN, whole[3]),
        )
        # Pieces outside all boards are invisible.
        return box if box[0] < box[2] and box[1] < box[3] else whole

    def _drawn_ground(self) -> Image.Image:
        west, north, east, south = self._box
        if (east - west) * (south - north) > _MOST:
            raise UserError(f"The map '{self.map}' is larger than {_MOST // 10**6} million pixels: too large to draw.")
        ground = Image.new("RGBA", (east - west, south - north), _GROUND)
        for sheet in self._sheets:
            place = (sheet.box[0] - west, sheet.box[1] - north)
            board = _opened(self._archive, sheet.image) if sheet.image else None
            if board is None:
                size = (sheet.box[2] - sheet.box[0], sheet.box[3] - sheet.box[1])
                board = Image.new("RGBA", size, sheet.colour)
            ground.paste(board.rotate(180) if sheet.turned else board, place)
        return ground


_SHIFTS = (("unexSepX", 2), ("unexSepY", 4))
"""The distance of a piece in a stack from the one below it, by attribute [VASSAL.build.module.map.StackMetrics]."""


def _stack(table: Table, spot: Spot) -> tuple[_Lying, ...]:
    """Return the pieces at a point, bottom first, but those that are invisible to other players."""
    return tuple((p.kind, p.state, spot.x, spot.y) for p in table.at(spot) if p.hidden_by() is None)


def _laid(archive: Archive, element: etree._Element, placed: Sequence[PlacedBoard]) -> Iterator[_Sheet]:
    """Yield the boards of a map where they lie: side by side by column and row [Map.setBoardBoundaries]."""
    boards = {board.get("name", ""): board for board in element.iter(_BOARD)}
    chosen = [each for each in placed if each.name in boards] or [PlacedBoard(name) for name in list(boards)[:1]]
    if not chosen:
        raise UserError(f"The map '{element.get('mapName', '')}' has no board to draw.")
    sizes = {each.name: _size(archive, boards[each.name]) for each in chosen}
    east, south = (_number(element.get(key), 0) for key in ("edgeWidth", "edgeHeight"))
    for each in chosen:
        wide, high = sizes[each.name]
        before = {b.column: sizes[b.name][0] for b in chosen if b.row == each.row and b.column < each.column}
        above = {b.row: sizes[b.name][1] for b in chosen if b.column == each.column and b.row < each.row}
        x, y = east + sum(before.values()), south + sum(above.values())
        board = boards[each.name]
        yield _Sheet(board.get("image", ""), _colour(board.get("color", "")), (x, y, x + wide, y + high), each.reversed)


def _size(archive: Archive, board: etree._Element) -> tuple[int, int]:
    image = _opened(archive, board.get("image", ""))
    if image is not None:
        return image.size
    return max(_number(board.get("width"), 0), 1), max(_number(board.get("height"), 0), 1)


def _opened(archive: Archive, name: str) -> Image.Image | None:
    """Return a board's picture; UserError if the module holds none that can be drawn here."""
    if not name:
        return None
    try:
        return decode_picture(archive.read(f"images/{name}"), MOST_PIXELS_OF_A_BOARD)
    except (ValueError, UserError):
        raise UserError(
            f"The board's picture '{name}' is not in the module, or no picture that can be drawn."
        ) from None


def _busiest(spots: Iterable[Iterable[Spot]]) -> str:
    counts: dict[str, int] = {}
    for group in spots:
        for spot in group:
            counts[spot.map] = counts.get(spot.map, 0) + 1
    return max(counts, key=lambda name: counts[name], default="")


def _around(boxes: Sequence[_Box]) -> _Box:
    wests, norths, easts, souths = zip(*boxes, strict=True)
    return min(wests), min(norths), max(easts), max(souths)


def _colour(text: str) -> tuple[int, int, int]:
    parts = [_number(part, 255) for part in text.split(",")]
    return (parts[0], parts[1], parts[2]) if len(parts) == 3 and max(parts) < 256 else _GROUND


def _number(text: str | None, default: int) -> int:
    return int(text) if text and is_number(text) else default
