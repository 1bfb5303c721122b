"""Work on many things at once: in processes of this machine, or by workers elsewhere.

Whatever works, the same holds: no more is handed out than is soon worked on, so that memory does not grow; a worker
that is lost loses nothing but its time; and what has ended a worker three times is given up, with the reason.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Generic, TypeVar

from trc_module.archive.worked import Worked, given_up, unexpected
from trc_module.workers import process_pool

TRIES = 3
"""After how many workers that ended with it a piece of work is given up."""
HERE = "local"
ITSELF = "itself"
"""For work that this process does itself, one piece after another: who waits for little need start no other."""
_AHEAD = 2
"""How many pieces of work wait for each worker."""

Job = TypeVar("Job")
Result = TypeVar("Result")


def work_on(
    jobs: Iterable[Job], work: Callable[[Job], Result], on: str = HERE, workers: int | None = None
) -> Iterator[Worked[Job, Result]]:
    """Yield what comes of each piece of work as soon as it is done, in any order.

    `on` is 'local' for processes of this machine, as many as `workers` says or as there are processors; ITSELF for this
    one alone; or the address of a Dask scheduler. An exception in `work` is a fault of ours, and the reason why nothing
    came of that piece.

    Raises:
        UserError: The scheduler cannot be reached, or dask.distributed is not installed.
    """
    if on == ITSELF:
        return (_done_here(job, work) for job in jobs)
    if on != HERE:
        from trc_module.archive.cluster import work_on_cluster

        return work_on_cluster(jobs, work, on)
    return _work_here(jobs, work, workers or os.cpu_count() or 1)


def _done_here(job: Job, work: Callable[[Job], Result]) -> Worked[Job, Result]:
    try:
        return Worked(job, work(job))
    except Exception as error:
        return Worked(job, None, unexpected(error))


def _work_here(jobs: Iterable[Job], work: Callable[[Job], Result], workers: int) -> Iterator[Worked[Job, Result]]:
    waiting = _Waiting(jobs)
    while waiting:
        suspects: list[Job] = []
        with process_pool(workers) as pool:
            yield from _until_it_breaks(pool, waiting, work, workers * _AHEAD, suspects)
        # A worker that dies takes the pool along; each alone tells whose fault it was.
        for job in suspects:
            yield _alone(job, work)


class _Waiting(Generic[Job]):
    """Work that nobody has begun; what was handed out in vain comes back to its head."""

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
) -> Iterator[Worked[Job, Result]]:
    """Yield what comes of the work until all is done or a worker dies; `suspects` are those that it may have had."""
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
    except BrokenProcessPool:
        for future, job in flying.items():
            if future.done() and not future.cancelled() and not isinstance(future.exception(), BrokenProcessPool):
                yield _worked(job, future)
            else:
                suspects.append(job)
    finally:
        # Who stops us waits for what is in hand and no more.
        pool.shutdown(wait=False, cancel_futures=True)


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
