"""Work on many things at once: in processes of this machine, or by workers elsewhere.

Whatever works, the same holds: no more is handed out than is soon worked on, so that memory does not grow; a worker
that is lost loses nothing but its time; and what has ended a worker three times is given up, with the reason.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
from typing import TYPE_CHECKING, Generic, TypeVar

from trc_module.archive.worked import Worked, given_up, unexpected
from trc_module.workers import process_pool

if TYPE_CHECKING:
    from trc_module.archive.cluster import Cluster

TRIES = 3
"""The number of workers that end with a piece of work before it is given up."""
HERE = "local"
ITSELF = "itself"
"""The choice for work that this process does itself, one piece after another: little work needs no other process."""
_AHEAD = 2
"""The number of pieces of work that wait for each worker."""

Job = TypeVar("Job")
Result = TypeVar("Result")


class Crew:
    """Those who work on one thing after another; used as a context, so that their start is paid once.

    `on` is 'local' for processes of this machine, as many as `workers` says or as there are processors; ITSELF for this
    one alone; or the address of a Dask scheduler. Nothing is started before there is work.
    """

    def __init__(self, on: str = HERE, workers: int | None = None) -> None:
        self._on = on
        self._workers = workers or os.cpu_count() or 1
        self._pool: ProcessPoolExecutor | None = None
        self._cluster: Cluster | None = None

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            # After an interrupt only the work in progress is waited for.
            self._pool.shutdown(cancel_futures=True)
        if self._cluster is not None:
            self._cluster.close()

    def work_on(self, jobs: Iterable[Job], work: Callable[[Job], Result]) -> Iterator[Worked[Job, Result]]:
        """Yield the result of each piece of work as soon as it is done, in any order.

        An exception in `work` is a fault of ours, and the reason why nothing came of that piece.

        Raises:
            UserError: The scheduler cannot be reached, or dask.distributed is not installed.
        """
        if self._on == ITSELF:
            return (_done_here(job, work) for job in jobs)
        return self._work_here(jobs, work) if self._on == HERE else self._work_there(jobs, work)

    def _work_there(self, jobs: Iterable[Job], work: Callable[[Job], Result]) -> Iterator[Worked[Job, Result]]:
        if self._cluster is None:
            from trc_module.archive.cluster import Cluster

            self._cluster = Cluster(self._on)
        yield from self._cluster.work_on(jobs, work)

    def _work_here(self, jobs: Iterable[Job], work: Callable[[Job], Result]) -> Iterator[Worked[Job, Result]]:
        waiting = _Waiting(jobs)
        while waiting:
            if self._pool is None:
                self._pool = process_pool(self._workers)
            suspects: list[Job] = []
            broken = yield from _until_it_breaks(self._pool, waiting, work, self._workers * _AHEAD, suspects)
            if broken:
                # A worker that dies takes the pool along; each alone tells whose fault it was.
                self._pool.shutdown()
                self._pool = None
            for job in suspects:
                yield _alone(job, work)


def work_on(
    jobs: Iterable[Job], work: Callable[[Job], Result], on: str = HERE, workers: int | None = None
) -> Iterator[Worked[Job, Result]]:
    """Yield the results of work for which a crew is made; the rest is as in `Crew`."""
    with Crew(on, workers) as crew:
        yield from crew.work_on(jobs, work)


def _done_here(job: Job, work: Callable[[Job], Result]) -> Worked[Job, Result]:
    try:
        return Worked(job, work(job))
    except Exception as error:
        return Worked(job, None, unexpected(error))


class _Waiting(Generic[Job]):
    """Work that is not begun; what was handed out in vain comes back to its head."""

    def __init__(self, jobs: Iterable[Job]) -> None:
        self._jobs = iter(jobs)
        self._next: deque[Job] = deque()

    def __bool__(self) -> bool:
        if not self._next:
            self._next.extend([job for _, job in zip(range(1), self._jobs, strict=False)])
        return bool(self._next)

    def take(self) -> Job:
        """Return the next; there is one."""
        return self._next.popleft()

    def back(self, job: Job) -> None:
        """Put one back."""
        self._next.appendleft(job)


def _until_it_breaks(
    pool: Executor, waiting: _Waiting[Job], work: Callable[[Job], Result], most: int, suspects: list[Job]
) -> Generator[Worked[Job, Result], None, bool]:
    """Yield what comes of the work until all is done or a worker dies; `suspects` are those that it may have had.

    Return whether one has died.
    """
    flying: dict[Future[Result], Job] = {}
    try:
        while waiting or flying:
            while waiting and len(flying) < most:
                job = waiting.take()
                try:
                    flying[pool.submit(work, job)] = job
                except BrokenProcessPool:
                    waiting.back(job)
                    raise
            done, _ = wait(flying, return_when=FIRST_COMPLETED)
            for future in done:
                error = future.exception()
                if isinstance(error, BrokenProcessPool):
                    raise error
                yield _worked(flying.pop(future), future)
        return False
    except BrokenProcessPool:
        for future, job in flying.items():
            if future.done() and not future.cancelled() and not isinstance(future.exception(), BrokenProcessPool):
                yield _worked(job, future)
            else:
                suspects.append(job)
        return True


def _worked(job: Job, future: Future[Result]) -> Worked[Job, Result]:
    error = future.exception()
    return Worked(job, future.result()) if error is None else Worked(job, None, unexpected(error))


def _alone(job: Job, work: Callable[[Job], Result]) -> Worked[Job, Result]:
    """Work on one thing in a process of its own; it has been tried once among others."""
    for _ in range(TRIES - 1):
        with process_pool(1) as pool:
            future = pool.submit(work, job)
            if not isinstance(future.exception(), BrokenProcessPool):
                return _worked(job, future)
    return Worked(job, None, given_up(TRIES))
