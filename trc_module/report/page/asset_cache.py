"""Cache of drawn assets: drawing them takes longer than writing a page."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

import msgspec

from trc_module.board import Board
from trc_module.disk_cache import evict_oldest, load_cached, store_cached
from trc_module.module.build_stamp import input_digest
from trc_module.report.page.assets import Assets
from trc_module.resources import source_art_dir
from trc_module.roster import Marker, Roster, Unit

_PACKAGE = Path(__file__).resolve().parents[2]
_CODE = (_PACKAGE / "art", _PACKAGE / "report" / "page")


def assets_of(board: Board, roster: Roster, folder: Path | None = None) -> Assets:
    """Return the assets of a game; with a folder, those that an earlier run has drawn and stored there."""
    key = _digest(board, roster)
    assets = _drawn.get(key)
    if assets is None:
        path = None if folder is None else folder / f"{key}.stage"
        assets = None if path is None else _kept(path)
        if assets is None:
            assets = _draw(board, roster)
            if path is not None:
                store_cached(path, msgspec.json.encode(assets))
                evict_oldest(path.parent)
        _drawn[key] = assets
    return assets


_drawn: dict[str, Assets] = {}
"""The assets of this run: all logs of a game have the same map."""


def _draw(board: Board, roster: Roster) -> Assets:
    # All that draws takes longer to import than a page takes to write.
    from trc_module.report.page.draw_assets import draw_assets

    return draw_assets(board, roster)


def _kept(path: Path) -> Assets | None:
    content = load_cached(path)
    try:
        assets = None if content is None else msgspec.json.decode(content, type=Assets)
    except msgspec.MsgspecError:
        return None
    return assets if assets is not None and _is_a_drawing(assets) else None


_ATTRIBUTES = (
    "class|d|fill-rule|font-size|letter-spacing|rotate|stroke-dasharray|stroke-linecap|stroke-linejoin|stroke-width"
    "|text-anchor|transform|x|y"
)
_ATTRIBUTE = rf'(?: (?:{_ATTRIBUTES})="[^"<>&]*+")*+'
_LETTERS = rf"<text{_ATTRIBUTE}>[^<>]*+</text>"
_DRAWING = re.compile(rf"(?:<path{_ATTRIBUTE}/>|<g{_ATTRIBUTE}>(?:{_LETTERS})*+</g>)*+")
_NAME = re.compile(r"[a-z-]+")
_COLOURS = re.compile(r"(?:--k\d+:#[0-9a-f]+;?)*+")
_CLASSES = re.compile(r"(?:\.[fsh]\d+\{(?:(?:fill|stroke):(?:none|var\(--k\d+\));?)*+\})*+")
_FONTS = re.compile(
    r"(?:@font-face\{font-family:(\w+);src:url\(data:font/woff;base64,[A-Za-z0-9+/=]*+\)\}\.\1\{font-family:\1\})*+"
)


def _is_a_drawing(assets: Assets) -> bool:
    """Tell whether assets hold only what `vectors` writes: what another program has left is not put into a page."""
    drawings = [svg for _, svg in assets.ground]
    drawings += [*assets.parts, *(face.own for faces in assets.faces.values() for face in faces)]
    return (
        all(_NAME.fullmatch(name) for name, _ in assets.ground)
        and all(_DRAWING.fullmatch(svg) for svg in drawings)
        and all(_COLOURS.fullmatch(colours) for colours in (assets.light, assets.dark))
        and _CLASSES.fullmatch(assets.classes) is not None
        and _FONTS.fullmatch(assets.fonts) is not None
        and all(
            0 <= part < len(assets.parts) for faces in assets.faces.values() for face in faces for part in face.parts
        )
    )


def _digest(board: Board, roster: Roster) -> str:
    """Return a digest of all that the assets depend on: the data, the code that draws, the art that it uses."""
    digest = hashlib.sha256(input_digest((*_CODE, source_art_dir()), ()).encode())
    for line in (*sorted(map(str, board.facts())), *_looks(roster.units.values()), *_looks(roster.markers.values())):
        digest.update(line.encode() + b"\0")
    return digest.hexdigest()[:32]


def _looks(items: Iterable[Unit | Marker]) -> Iterable[str]:
    """Yield what a counter is, without what is known of where that is from."""
    for item in items:
        yield repr(tuple(getattr(item, name) for name in item.__slots__ if name not in ("note", "sources", "doubts")))
