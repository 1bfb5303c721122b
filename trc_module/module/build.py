"""Build the module: from data to a .vmod whose bytes follow from the data alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from trc_module.module.assembly import build_tree
from trc_module.module.charts import chart_pages
from trc_module.module.identity import module_data
from trc_module.module.parts import ModuleParts
from trc_module.module.pictures import PictureCache, pictures
from trc_module.module.setups import setup_files
from trc_module.vassal.archive import Entry, write_archive
from trc_module.vassal.buildfile import BUILD_FILE, serialize
from trc_module.vassal.metadata import MODULE_DATA


@dataclass(frozen=True, slots=True)
class Built:
    """What a build wrote, and which pictures it had to draw anew."""

    path: Path
    size: int
    drawn: tuple[str, ...]


def build_module(parts: ModuleParts, path: Path, version: str, cache_folder: Path) -> Built:
    """Write the module to `path`; pictures come from `cache_folder` where an earlier build drew the same."""
    cache = PictureCache(cache_folder)
    write_archive(path, _entries(parts, version, cache))
    cache.prune()
    return Built(path, path.stat().st_size, tuple(cache.drawn))


def _entries(parts: ModuleParts, version: str, cache: PictureCache) -> Iterator[Entry]:
    yield Entry(MODULE_DATA, module_data(version).encode())
    yield Entry(BUILD_FILE, serialize(build_tree(parts, version)))
    for name, page in chart_pages(parts.charts):
        yield Entry(name, page.encode())
    for name, save in setup_files(parts, version):
        yield Entry(name, save)
    for name, data in pictures(parts, cache):
        yield Entry(f"images/{name}", data)
