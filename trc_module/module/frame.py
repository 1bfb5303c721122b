"""A module but for its counters: every page with gaps into which the texts of single counters go.

A frame is made from the counters in outline, so nothing of it can depend on what an erratum of a name or a factor
changes. It is kept beside the module, filled with the counters as they were. A later build that needs the same frame
fills the gaps of the counters that have changed, and makes nothing else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence, Set
from contextlib import suppress
from pathlib import Path

import msgspec

from trc_module.keeping import forget_oldest, keep, kept
from trc_module.module.pictures import Picture
from trc_module.roster import Marker, Roster, Unit, outlined
from trc_module.vassal.packing import repack
from trc_module.vassal.writing import Entry, PackedEntry, pack_archive

_FORMAT = "1"
_LIMIT = 16 << 20
"""Bytes of frames that are kept: those of a dozen builds."""


class Gap(msgspec.Struct, frozen=True, array_like=True):
    """Where in a text that of a counter stands, from byte to byte; in a save also its piece's id and place."""

    counter: str
    start: int
    end: int
    piece: str = ""
    map: str = ""
    x: int = 0
    y: int = 0


Filler = Callable[[Gap], bytes]
"""What makes the text of a gap."""


class Page(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """An entry of the module and the counters in it."""

    name: str
    text: bytes
    gaps: tuple[Gap, ...] = ()

    def refilled(self, counters: Set[str], filler: Filler) -> Entry:
        """Return it as an entry of the module in which the texts of some counters are new."""
        return Entry(self.name, _refilled(self.text, self.gaps, counters, filler))


class Save(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """A save in the module: the entry of its game, packed in blocks with the counters in each, and what lies beside."""

    name: str
    game: str
    blocks: tuple[bytes, ...]
    gaps: tuple[tuple[Gap, ...], ...]
    beside: tuple[tuple[str, bytes], ...]

    def refilled(self, counters: Set[str], filler: Filler) -> Entry:
        """Return it as an entry of the module in which the texts of some counters are new."""
        packed = repack(self.blocks, lambda n, text: _refilled(text, self.gaps[n], counters, filler))
        beside = (Entry(name, data) for name, data in self.beside)
        return Entry(self.name, pack_archive(Path(self.name), (PackedEntry(self.game, packed), *beside)))


class Counter(msgspec.Struct, frozen=True, array_like=True):
    """A counter as it was when the frame was made: a digest of all that is known of it, and its faces' keys."""

    digest: str
    front: str
    back: str = ""


class Frame(msgspec.Struct, frozen=True, array_like=True):
    """The pages of a module in their order, its pictures that are no faces, and what fills it."""

    pages: tuple[Page | Save, ...]
    scenery: tuple[Picture, ...]
    counters: dict[str, Counter]
    prototypes: dict[str, tuple[tuple[str, str], ...]]
    """By name the traits, outermost first, each its type and its state."""


def frame_key(inputs: str, roster: Roster) -> str:
    """Return the key of the frame that a build needs.

    It is a digest of `inputs`, which stands for the code and all data but those of the counters, of the counters in
    outline, and of the errata that correct charts.
    """
    charts = [each for each in roster.errata if any(correction.kind == "chart" for correction in each.corrections)]
    outline = outlined(roster)
    told = (_FORMAT, inputs, repr(charts), repr(outline.units), repr(outline.markers), repr(outline.changes))
    numbers = (repr(outline.numbers), repr(outline.formerly))
    return hashlib.sha256("\0".join((*told, *numbers)).encode()).hexdigest()[:32]


def digest_of(item: Unit | Marker) -> str:
    """Return a digest of all that is known of a counter."""
    return hashlib.sha256(repr(item).encode()).hexdigest()[:32]


def read_frame(folder: Path, key: str) -> Frame | None:
    """Return the frame of that key that an earlier build has kept, None if there is none or it is damaged."""
    data = kept(_path(folder, key))
    if data is None:
        return None
    try:
        return msgspec.msgpack.decode(data, type=Frame)
    except msgspec.DecodeError:
        return None


def keep_frame(folder: Path, key: str, frame: Frame) -> None:
    """Keep a frame for the builds to come; without room for it they take longer, and that is all."""
    with suppress(OSError):
        keep(_path(folder, key), msgspec.msgpack.encode(frame))
        forget_oldest(folder / "frames", _LIMIT)


def _path(folder: Path, key: str) -> Path:
    return folder / "frames" / f"{key}.frame"


def _refilled(text: bytes, gaps: Sequence[Gap], counters: Set[str], filler: Filler) -> bytes:
    """Return a text in which the texts of some counters are new; the text itself if none of them is in it."""
    wanted = [gap for gap in gaps if gap.counter in counters]
    if not wanted:
        return text
    parts: list[bytes] = []
    done = 0
    for gap in wanted:
        parts += (text[done : gap.start], filler(gap))
        done = gap.end
    return b"".join((*parts, text[done:]))
