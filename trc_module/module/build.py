"""Build the module: from data to a .vmod whose bytes follow from the data alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from trc_module.module.assembly import build_tree
from trc_module.module.charts import chart_pages
from trc_module.module.help import help_pages
from trc_module.module.identity import module_data
from trc_module.module.painting import Painters
from trc_module.module.parts import ModuleParts
from trc_module.module.pictures import begin_pictures, forget_others
from trc_module.module.setups import setup_files
from trc_module.vassal.archive import Entry, write_archive
from trc_module.vassal.buildfile import BUILD_FILE, serialize
from trc_module.vassal.metadata import MODULE_DATA

if TYPE_CHECKING:
    from trc_module.art.counters import FactorSize, Look


@dataclass(frozen=True, slots=True)
class Built:
    """What a build wrote, and which pictures it had to draw anew."""

    path: Path
    size: int
    drawn: tuple[str, ...]


def build_module(
    parts: ModuleParts,
    path: Path,
    version: str,
    cache_folder: Path,
    painters: Painters | None = None,
    look: Look = "nato",
    factors: FactorSize = "normal",
) -> Built:
    """Write the module to `path`; pictures come from `cache_folder` where an earlier build painted the same.

    `painters` are such as paint into that folder, where they were started early.
    """
    if painters is None:
        with Painters(cache_folder) as own:
            return build_module(parts, path, version, cache_folder, own, look, factors)
    painted = begin_pictures(parts, painters, look, factors)
    entries = list(_entries(parts, version))
    pictures = painted()
    write_archive(path, chain(entries, (Entry(f"images/{p.name}", p.path.read_bytes()) for p in pictures)))
    forget_others(cache_folder, [picture.path for picture in pictures])
    return Built(path, path.stat().st_size, tuple(picture.new for picture in pictures if picture.new))


def _entries(parts: ModuleParts, version: str) -> Iterator[Entry]:
    yield Entry(MODULE_DATA, module_data(version).encode())
    yield Entry(BUILD_FILE, serialize(build_tree(parts, version)))
    for name, page in (*chart_pages(parts), *help_pages(parts.texts)):
        yield Entry(name, page.encode())
    for name, save in setup_files(parts, version):
        yield Entry(name, save)
