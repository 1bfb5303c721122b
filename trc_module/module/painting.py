"""Pictures painted by processes of their own, each only if no earlier build has painted the same.

The processes start before the data are read and meanwhile import all that draws, which takes as long as the rest of a
build. So nothing that draws is imported here.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from trc_module.errors import UserError
from trc_module.keeping import forget_oldest, keep, kept
from trc_module.module.helper import CAN_FORK, Fork, Helper, Pool

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trc_module.art.counters import FactorSize, Look
    from trc_module.board import Board
    from trc_module.charts import TerrainEffect
    from trc_module.module.plan import Window
    from trc_module.roster import Marker, Unit

_FACES_AT_ONCE = 24
_ROOM = "pictures"


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a counter."""

    item: Unit | Marker
    side: Literal["front", "back"]
    look: Look = "nato"
    factors: FactorSize = "normal"


@dataclass(frozen=True, slots=True)
class MapPicture:
    """The map, with the chart that its key prints."""

    board: Board
    terrain: Mapping[str, TerrainEffect]


@dataclass(frozen=True, slots=True)
class MovedMark:
    """The sign on a counter that has moved."""


@dataclass(frozen=True, slots=True)
class Badge:
    """What stands on a counter while it fights, or moves otherwise than on foot.

    A few letters, or the head of an arrow: `up` for an attacker, `down` for who is attacked. VASSAL puts it in the
    counter's middle; `x` and `y` shift it from there.
    """

    sign: str
    ground: str
    x: int
    y: int


Subject: TypeAlias = "Face | MapPicture | Window | MovedMark | Badge"


@dataclass(frozen=True, slots=True)
class Job:
    """A picture that is wanted; its key is a digest of what it shows, empty for a face if a painter has to find it."""

    subject: Subject
    key: str = ""


@dataclass(frozen=True, slots=True)
class Painted:
    """The key of a picture, and whether it had to be painted."""

    key: str
    new: bool


_Answer = TypeVar("_Answer")
_Told = TypeVar("_Told")


class Painters:
    """Processes that paint what a folder does not keep yet; use them in a `with` statement.

    The folder is a cache's (`keeping.cache_root`). What was read or painted once is remembered here: the pictures are
    whole where the folder takes nothing, or loses something while they work.

    One starts at once and is enough for an erratum; the others come when there is work for them, since each has to
    import what draws.
    """

    def __init__(self, folder: Path, workers: int | None = None) -> None:
        self.folder = folder
        self._workers = workers or os.cpu_count() or 1
        self._helper: Helper | None = None
        self._all_there = False
        self._contents: dict[str, bytes] = {}

    def picture(self, key: str) -> bytes | None:
        """Return the picture of a key as the bytes of a PNG; None if it was neither kept nor painted."""
        content = self._contents.get(key)
        if content is None:
            content = kept(picture_path(self.folder, key))
            if content is not None:
                self._contents[key] = content
        return content

    def __enter__(self) -> Painters:
        if self._workers > 1:
            # Where nothing was painted yet there is work for all.
            self._all_there = not any((self.folder / _ROOM).glob("*.picture"))
            if self._all_there:
                self._helper = Pool(self._workers, _get_ready)
            else:
                self._helper = Fork(_get_ready) if CAN_FORK else Pool(1, _get_ready)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._helper is not None:
            self._helper.close(finish=error is None)

    def begin(self, jobs: Sequence[Job]) -> Callable[[], list[Painted]]:
        """Begin to paint; the function returned finishes it and tells the key of each picture.

        Raises (that function):
            UserError: A symbol, a livery or a letter that a picture needs is not there.
        """
        faces = [job.subject for job in jobs if isinstance(job.subject, Face) and not job.key]
        large = {job.key: job for job in jobs if job.key and self._lacks(job)}
        if len(large) > 1:
            self._call_all()
        keys = self._submit(_keys, faces)
        # Large pictures first, each alone.
        started = {key: self._submit(_paint, self.folder, [job]) for key, job in large.items()}

        def finish() -> list[Painted]:
            found = iter(_told(keys()))
            complete = [job if job.key else Job(job.subject, next(found)) for job in jobs]
            lacking = {job.key: job for job in complete if job.key not in started and self._lacks(job)}
            rest = list(lacking.values())
            if len(rest) > _FACES_AT_ONCE:
                self._call_all()
            batches = [rest[at : at + _FACES_AT_ONCE] for at in range(0, len(rest), _FACES_AT_ONCE)]
            for wait in [*started.values(), *[self._submit(_paint, self.folder, batch) for batch in batches]]:
                self._contents.update(_told(wait()))
            forget_oldest(self.folder / _ROOM)
            return [Painted(job.key, job.key in started or job.key in lacking) for job in complete]

        return finish

    def _call_all(self) -> None:
        if self._helper is None or self._all_there:
            return
        # Not beside the first: a process that has threads, as one with helpers does, should not be forked.
        self._helper.close(finish=True)
        self._helper = Pool(self._workers, _get_ready)
        self._all_there = True

    def _lacks(self, job: Job) -> bool:
        return self.picture(job.key) is None

    def _submit(self, task: Callable[..., _Answer], *arguments: object) -> Callable[[], _Answer]:
        if self._helper is None:
            return partial(task, *arguments)
        # Packed here and now: a helper's own thread would do so while this one goes on to fill in what the board
        # computes when it is first asked.
        return self._helper.submit(pickle.dumps((task, arguments)))


def picture_path(folder: Path, key: str) -> Path:
    """Return where the picture of a key is kept."""
    return folder / _ROOM / f"{key}.picture"


# --- what the painters do; what is wrong with the data they tell as a text, since not every error can be sent on ---


def _get_ready() -> None:
    import trc_module.module.brushes  # noqa: F401


def _keys(faces: Sequence[Face]) -> list[str] | str:
    from trc_module.module.brushes import face_digest

    try:
        return [face_digest(face) for face in faces]
    except UserError as error:
        return str(error)


def _paint(folder: Path, jobs: Sequence[Job]) -> list[tuple[str, bytes]] | str:
    from trc_module.module.brushes import pictures_of

    painted = []
    try:
        for job, picture in zip(jobs, pictures_of([job.subject for job in jobs], folder), strict=True):
            keep(picture_path(folder, job.key), picture)
            painted.append((job.key, picture))
    except UserError as error:
        return str(error)
    return painted


def _told(answer: list[_Told] | str) -> list[_Told]:
    if isinstance(answer, str):
        raise UserError(answer)
    return answer
