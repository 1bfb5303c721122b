"""The pictures of the module other than the counters' faces: the map, the boards of boxes, and the badges."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from lxml import etree

from trc_module.art.chart_sheet import width_of
from trc_module.art.digest import art_digest
from trc_module.charts.terrain import terrain_effects
from trc_module.module.charts import picture_name
from trc_module.module.draw_jobs import ChartPicture, DrawJob, HeldMark, IconPicture, MapPicture, MovedMark
from trc_module.module.icons import icon_file, icons_in
from trc_module.module.layout import HELD_IMAGE
from trc_module.module.maps import MAP_IMAGE, window_image
from trc_module.module.place_names import printed_board, printed_names, printed_title
from trc_module.module.recipe import ModuleInputs
from trc_module.module.traits import MOVED_IMAGE


def static_jobs(parts: ModuleInputs) -> Iterator[DrawJob]:
    """Yield all pictures that are not a counter's face."""
    words = parts.texts.words
    key = parts.recipe.key_words(parts)
    terrain = terrain_effects(parts.charts, key)
    board = printed_board(parts.board, parts.texts, key)
    # Over a name at the lower edge lies its plate: it is not read twice.
    board = replace(board, legend=replace(board.legend, names_below=parts.recipe.has_plates))
    facts = sorted(str(fact) for fact in board.facts())
    shows = _digest(
        "map", str(parts.recipe.has_plates), repr(terrain), repr(sorted(key.items())), *printed_names(board), *facts
    )
    yield DrawJob(MAP_IMAGE, "map", MapPicture(board, terrain), shows)
    signs = repr((parts.board.legend.terrain, parts.board.legend.hexsides))
    title = printed_title(parts.board, parts.texts) or parts.recipe.identity.name
    charts = list(parts.recipe.charts(parts))
    width = width_of(charts)
    for chart in charts:
        picture = ChartPicture(chart, title, parts.board, width)
        decides = _digest(repr(chart), title, signs, str(width))
        yield DrawJob(picture_name(chart), f"chart {chart.name}", picture, decides)
    boxes = [parts.recipe.captioned(parts, window) for window in parts.layout.windows]
    for shown in (*boxes, *parts.recipe.drawn_windows(parts)):
        yield DrawJob(window_image(shown), shown.name, shown, _digest(repr(shown)))
    yield DrawJob(MOVED_IMAGE, "moved mark", MovedMark(), _digest("moved"))
    if any(marker.events for marker in parts.roster.markers.values()):
        yield DrawJob(HELD_IMAGE, "held mark", HeldMark(), _digest("held"))
    for name, badge in parts.recipe.badges():
        shown_badge = replace(badge, sign=words.get(f"sign.{badge.sign}", badge.sign))
        yield DrawJob(name, name.removesuffix(".png"), shown_badge, _digest(repr(shown_badge)))


def icon_jobs(tree: etree._Element) -> Iterator[DrawJob]:
    """Yield the pictures of the buttons of a build file."""
    for name in icons_in(tree):
        yield DrawJob(icon_file(name), f"icon {name}", IconPicture(name), _digest("icon", name))


def _digest(*shown: str) -> str:
    """Return the key of a picture: a digest of what it shows and of the code that draws it."""
    return hashlib.sha256("\0".join((*shown, art_digest(), _code())).encode()).hexdigest()[:32]


@cache
def _code() -> str:
    return Path(__file__).with_name("draw_jobs.py").read_text(encoding="utf-8")
