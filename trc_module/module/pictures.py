"""The module's pictures: under which names they are in it, and which have to be painted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trc_module.module.painting import Face, Job, Painters
from trc_module.module.pieces import PieceMaker

if TYPE_CHECKING:
    from trc_module.art.counters import FactorSize, Look


@dataclass(frozen=True, slots=True)
class Wanted:
    """A picture that the module should have: its file name there, what a build calls it, and how to come by it."""

    name: str
    label: str
    job: Job


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the module: its file name there, what a build calls it, its key, and whether it was painted now."""

    name: str
    label: str
    key: str
    new: bool = False


def begin_pictures(wanted: Iterable[Wanted], painters: Painters) -> Callable[[], list[Picture]]:
    """Begin to paint; the function returned waits for the end and returns every picture in the order given."""
    listed = list(wanted)
    painted = painters.begin([each.job for each in listed])

    def pictures() -> list[Picture]:
        return [Picture(w.name, w.label, each.key, each.new) for w, each in zip(listed, painted(), strict=True)]

    return pictures


def faces(
    maker: PieceMaker, look: Look, factors: FactorSize, keys: Mapping[str, str] | None = None
) -> Iterator[Wanted]:
    """Yield the faces of all counters; `keys` are those that are known already, by the picture's name."""
    known = keys or {}
    for item in maker.roster.counters():
        name = maker.front_image(item)
        yield Wanted(name, f"{item.id} front", Job(Face(item, "front", look, factors), known.get(name, "")))
        if item.back:
            name = maker.back_image(item)
            yield Wanted(name, f"{item.id} back", Job(Face(item, "back", look, factors), known.get(name, "")))


def are_there(painters: Painters, pictures: Iterable[Picture]) -> bool:
    """Tell whether pictures are still kept, whole."""
    return all(painters.picture(picture.key) is not None for picture in pictures)
