"""Work on many things at once: in processes of this machine, or by workers elsewhere.

Whatever works, the same holds: no more is handed out than is soon worked on, so that memory does not grow; a worker
that is lost loses nothing but its time; and what has ended a worker three times is given up, with the reason.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from trc_module.archive.worked import Worked, unexpected

if TYPE_CHECKING:
    from trc_module.archive.boxes import Limits, WorkerBoxes
    from trc_module.archive.cluster import Cluster

HERE = "local"
ITSELF = "itself"
"""The choice for work that this process does itself, one piece after another: little work needs no other process."""

Job = TypeVar("Job")
Result = TypeVar("Result")


class Crew:
    """Those who work on one thing after another; used as a context, so that their start is paid once.

    `on` is 'local' for processes of this machine, as many as `workers` says or as there are processors, each within
    `limits` (see `boxes`); ITSELF for this one alone; or the address of a Dask scheduler (`insecure`: one of another
    machine to which work travels unencrypted). Nothing is started before there is work. `method` is how processes are
    started.
    """

    def __init__(
        self,
        on: str = HERE,
        workers: int | None = None,
        limits: Limits | None = None,
        method: str | None = None,
        *,
        insecure: bool = False,
    ) -> None:
        expect_place(on, insecure=insecure)
        self._on = on
        self._insecure = insecure
        self._workers = workers or os.cpu_count() or 1
        self._limits = limits
        self._method = method
        self._boxes: WorkerBoxes | None = None
        self._cluster: Cluster | None = None

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        if self._boxes is not None:
            self._boxes.close()
        if self._cluster is not None:
            self._cluster.close()

    def warm(self) -> None:
        """Start the processes of this machine before there is work."""
        self._here().warm()

    def work_on(self, jobs: Iterable[Job], work: Callable[[Job], Result]) -> Iterator[Worked[Job, Result]]:
        """Yield the result of each piece of work as soon as it is done, in any order.

        An exception in `work` is a fault of ours, and the reason why nothing came of that piece.

        Raises:
            UserError: The scheduler cannot be reached, or dask.distributed is not installed.
        """
        if self._on == ITSELF:
            return (_done_here(job, work) for job in jobs)
        return self._here().work_on(jobs, work) if self._on == HERE else self._work_there(jobs, work)

    def _work_there(self, jobs: Iterable[Job], work: Callable[[Job], Result]) -> Iterator[Worked[Job, Result]]:
        if self._cluster is None:
            from trc_module.archive.cluster import Cluster

            self._cluster = Cluster(self._on, insecure=self._insecure)
        yield from self._cluster.work_on(jobs, work)

    def _here(self) -> WorkerBoxes:
        if self._boxes is None:
            from trc_module.archive.boxes import WorkerBoxes

            self._boxes = WorkerBoxes(self._workers, self._limits, self._method)
        return self._boxes


def expect_place(on: str, *, insecure: bool) -> None:
    """Refuse an address that is none, or is not secure, before anything is begun.

    Raises:
        UserError: It is one of these.
    """
    if on not in (HERE, ITSELF):
        from trc_module.archive.cluster import expect_secure

        expect_secure(on, insecure=insecure)


def work_on(
    jobs: Iterable[Job],
    work: Callable[[Job], Result],
    on: str = HERE,
    workers: int | None = None,
    limits: Limits | None = None,
    *,
    insecure: bool = False,
) -> Iterator[Worked[Job, Result]]:
    """Yield the results of work for which a crew is made; the rest is as in `Crew`."""
    with Crew(on, workers, limits, insecure=insecure) as crew:
        yield from crew.work_on(jobs, work)


def _done_here(job: Job, work: Callable[[Job], Result]) -> Worked[Job, Result]:
    try:
        return Worked(job, work(job))
    except Exception as error:
        return Worked(job, None, unexpected(error))
