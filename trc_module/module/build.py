"""Build the module: from the data to a .vmod whose bytes follow from the data alone.

Pictures come from a cache where an earlier build has drawn the same; everything else is made anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from trc_module.art.counters import CounterStyle, FactorSize
from trc_module.gamespec import game_folder
from trc_module.module.assembly import build_tree
from trc_module.module.charts import chart_pages
from trc_module.module.draw_jobs import face_jobs
from trc_module.module.draw_pool import drawing
from trc_module.module.help import help_pages
from trc_module.module.identity import engine_version
from trc_module.module.inputs import load_inputs
from trc_module.module.recipe import ModuleInputs
from trc_module.module.setups import setup_saves
from trc_module.module.static_images import icon_jobs, static_jobs
from trc_module.module.window_titles import bundles
from trc_module.rules.finder import load_game
from trc_module.vassal.buildfile import BUILD_FILE, serialize
from trc_module.vassal.metadata import MODULE_DATA
from trc_module.vassal.tiles import stamp_boards
from trc_module.vassal.writing import Entry, write_archive


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """A request for a module: the game, the owner's corrections, the version, the style of counters, the language."""

    game: str
    version: str
    overlay: Path | None = None
    style: CounterStyle = "nato"
    factors: FactorSize = "normal"
    language: str = "en"
    vassal: str = "3.5"
    """The line of engines that it is for at least."""


@dataclass(frozen=True, slots=True)
class Built:
    """The result of a build: the file, its size in bytes, and the names of the pictures that it had to draw."""

    path: Path
    size: int
    drawn: tuple[str, ...]


def build_game(request: BuildRequest, path: Path, cache: Path) -> Built:
    """Load a game's data and write its module to `path`; every counter must have its number.

    Raises:
        UserError: The data cannot be read, or there are no texts in that language.
    """
    game = load_game(request.game, overlay=request.overlay)
    parts = load_inputs(game, game_folder(request.game), request.language)
    parts = replace(parts, vassal=engine_version(request.vassal))
    return build_module(parts, path, request.version, cache, request.style, request.factors)


def build_module(
    parts: ModuleInputs,
    path: Path,
    version: str,
    cache: Path,
    style: CounterStyle = "nato",
    factors: FactorSize = "normal",
) -> Built:
    """Write the module to `path`; `cache` is the root of a cache of pictures (`disk_cache.cache_root`)."""
    with drawing([*static_jobs(parts), *face_jobs(parts.maker, style, factors)], cache) as finish:
        tree = build_tree(parts, version)
        others = list(_others(parts, version))
        with drawing([*icon_jobs(tree)], cache) as finish_icons:
            icons = finish_icons()
        pictures = [*finish(), *icons]
    names = stamp_boards(tree, ((each.name, each.content) for each in pictures))
    head = (Entry(MODULE_DATA, parts.module_data(version).encode()), Entry(BUILD_FILE, serialize(tree)))
    images = (Entry(f"images/{names.get(each.name, each.name)}", each.content) for each in pictures)
    write_archive(path, chain(head, others, images))
    return Built(path, path.stat().st_size, tuple(picture.label for picture in pictures if picture.new))


def _others(parts: ModuleInputs, version: str) -> Iterator[Entry]:
    """Yield all of a module but its data sheet, its build file and its pictures."""
    for name, page in (*chart_pages(parts), *help_pages(parts)):
        yield Entry(name, page.encode())
    yield from bundles(parts.window_titles)
    yield from setup_saves(parts, version)
