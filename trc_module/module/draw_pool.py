"""Drawing the pictures of a module that are not in the cache yet: a few in this process, many in several."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from trc_module.disk_cache import evict_oldest, load_cached, store_cached
from trc_module.errors import UserError
from trc_module.memory import keep_freed, nothing_collected
from trc_module.module.draw_jobs import DrawJob, MapPicture, draw
from trc_module.workers import process_pool

_BATCH = 24
"""Pictures that a process draws at once; for fewer no process is started."""

_FOLDER = "pictures"


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """A picture of the module: its file name there, its name in messages, its PNG, and whether it was drawn now."""

    name: str
    label: str
    content: bytes
    new: bool


@contextmanager
def drawing(
    jobs: Sequence[DrawJob], cache: Path, workers: int | None = None
) -> Iterator[Callable[[], list[DrawnPicture]]]:
    """Draw pictures while the `with` block does something else; the function it gets waits and returns all of them.

    `cache` is a cache's root (`disk_cache.cache_root`), which may refuse to keep anything; `workers` is the number of
    processes (None: one for each processor).

    Raises (also that function):
        UserError: A symbol, a livery or a letter is missing.
    """
    contents = {job.key: load_cached(picture_path(cache, job.key)) for job in jobs}
    missing = {job.key: job for job in jobs if contents[job.key] is None}

    def finish(batches: Iterator[list[tuple[str, bytes]]]) -> list[DrawnPicture]:
        for key, content in (each for batch in batches for each in batch):
            contents[key] = content
            store_cached(picture_path(cache, key), content)
        evict_oldest(cache / _FOLDER)
        return [DrawnPicture(job.name, job.label, contents[job.key] or b"", job.key in missing) for job in jobs]

    batches = list(_batches(list(missing.values())))
    processors = os.cpu_count() or 1 if workers is None else workers
    processes = min(processors, len(batches))
    if processes <= 1:
        yield lambda: finish(_draw(batch, cache, None) for batch in batches)
        return
    # This process is one of them: it draws when it has done what it did meanwhile.
    with process_pool(processes - 1) as pool:
        # The map is as much work as all other pictures together: half of the processors for it.
        for_map = max(1, processors // 2)
        # Pickled here: the pool would do so in a thread, while this one may add to what a board remembers.
        waiting = [(batch, pool.submit(_draw_pickled, pickle.dumps((batch, cache, for_map)))) for batch in batches]
        try:
            yield lambda: finish(_side_by_side(waiting, cache))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _side_by_side(
    waiting: list[tuple[list[DrawJob], Future[list[tuple[str, bytes]]]]], cache: Path
) -> Iterator[list[tuple[str, bytes]]]:
    """Yield the pictures of batches: a pool draws them from the first on, and this process from the last."""
    while waiting and waiting[-1][1].cancel():
        yield _draw(waiting.pop()[0], cache, None)
    for _, future in waiting:
        yield future.result()


def picture_path(cache: Path, key: str) -> Path:
    """Return where a cache keeps the picture of a key."""
    return cache / _FOLDER / f"{key}.picture"


def _batches(jobs: Sequence[DrawJob]) -> Iterator[list[DrawJob]]:
    """Yield the map alone and first, since it takes longest, then the others."""
    maps = [job for job in jobs if isinstance(job.subject, MapPicture)]
    others = [job for job in jobs if not isinstance(job.subject, MapPicture)]
    yield from ([job] for job in maps)
    yield from (others[at : at + _BATCH] for at in range(0, len(others), _BATCH))


@nothing_collected(for_good=True)
def _draw_pickled(pickled: bytes) -> list[tuple[str, bytes]]:
    try:
        return _draw(*pickle.loads(pickled))
    except UserError as error:
        # Some of its subclasses cannot be unpickled.
        raise UserError(str(error)) from None


def _draw(jobs: Sequence[DrawJob], cache: Path, for_map: int | None) -> list[tuple[str, bytes]]:
    # A picture is painted in bands, each of which takes some megabytes and frees them.
    keep_freed(64 << 20)
    pictures = draw([job.subject for job in jobs], cache, for_map)
    return [(job.key, picture) for job, picture in zip(jobs, pictures, strict=True)]
