"""Build the module: from data to a .vmod whose bytes follow from the data alone.

A build from all data keeps the module's frame. The next needs no more than that and the counters, if nothing else has
changed; both write the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from trc_module.module.painting import Painters
from trc_module.module.pictures import Picture, are_there, begin_pictures, faces
from trc_module.vassal.writing import Entry, write_archive

if TYPE_CHECKING:
    from trc_module.art.counters import FactorSize, Look
    from trc_module.module.frame import Frame
    from trc_module.module.parts import ModuleParts
    from trc_module.roster import Roster


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
    frame_key: str = "",
) -> Built:
    """Write the module to `path`; pictures come from `cache_folder` where an earlier build painted the same.

    That is a cache's root (`keeping.cache_root`). `painters` are such as use that folder, where they were started
    early. With a key the module's frame is kept there too.
    """
    from trc_module.module.frame import keep_frame
    from trc_module.module.framing import frame_of, framed_pages
    from trc_module.module.scenery import scenery

    if painters is None:
        with Painters(cache_folder) as own:
            return build_module(parts, path, version, cache_folder, own, look, factors, frame_key)
    parts = parts.in_outline()
    around = list(scenery(parts))
    painted = begin_pictures(chain(around, faces(parts.maker, look, factors)), painters)
    pages, entries = zip(*framed_pages(parts, version), strict=True)
    pictures = painted()
    built = _write(path, entries, pictures, painters)
    if frame_key:
        keep_frame(cache_folder, frame_key, frame_of(parts, pages, pictures, len(around)))
    return built


def rebuild_module(
    frame: Frame,
    roster: Roster,
    language: str,
    path: Path,
    painters: Painters,
    look: Look = "nato",
    factors: FactorSize = "normal",
) -> Built | None:
    """Write the module to `path` from its frame; None if the frame leans on a picture that is gone."""
    from trc_module.module.filling import Filling

    around = frame.scenery
    if not are_there(painters, around):
        return None
    filling = Filling(frame, roster, language)
    painted = begin_pictures(faces(filling.maker, look, factors, filling.keys), painters)
    entries = filling.entries()
    return _write(path, entries, (*around, *painted()), painters)


def _write(path: Path, entries: Iterable[Entry], pictures: Sequence[Picture], painters: Painters) -> Built:
    def content(key: str) -> bytes:
        picture = painters.picture(key)
        assert picture is not None, f"the picture {key} was there, or was painted"
        return picture

    write_archive(path, chain(entries, (Entry(f"images/{p.name}", content(p.key)) for p in pictures)))
    return Built(path, path.stat().st_size, tuple(picture.label for picture in pictures if picture.new))
