"""Work handed to the workers of a Dask scheduler (https://distributed.dask.org): other machines, or this one.

The scheduler hands a lost worker's work to others, and gives up what too many workers were lost with: after three with
the setting `distributed.scheduler.allowed-failures: 2`, after four as Dask comes. It blames all that lay with a worker,
even what only waited there: so at the end each piece of work that was given up is tried alone, as often again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from ipaddress import ip_address
from typing import TYPE_CHECKING, TypeVar

from trc_module.archive.edition import Edition, edition_of
from trc_module.archive.worked import Worked, given_up, unexpected
from trc_module.errors import UserError

if TYPE_CHECKING:
    from distributed import Client, Future

Job = TypeVar("Job")
Result = TypeVar("Result")

_AHEAD = 2
"""The number of pieces of work that wait for each thread of a worker."""
_PATIENCE = 30
"""Seconds to wait for the scheduler, and for its first worker."""
_IDLE = 60
"""Seconds without any result after which it is checked whether workers are left."""


class Cluster:
    """The workers of a scheduler at one moment.

    Whoever answers at the address is asked to work, and sends back what Python takes for values: any program can be
    among them. So work travels to another machine by TLS alone, where both sides show that they are the owner's; with
    `insecure` it travels open.

    Raises:
        UserError: dask.distributed is not installed; the address is none, or not a secure one; the scheduler cannot be
            reached; it has no workers; a worker runs another trc-module, or has other data.
    """

    def __init__(self, address: str, *, insecure: bool = False) -> None:
        scheme = expect_secure(address, insecure=insecure)
        try:
            from distributed import Client, Security
        except ImportError:
            told = "--on with an address needs dask.distributed: install trc-module[cluster], there and on the workers."
            raise UserError(told) from None
        try:
            # Without its own certificate Dask would fall back on an open connection.
            security = Security(require_encryption=True) if scheme == "tls" else None
            if security is not None and not (security.tls_ca_file and security.tls_client_cert):
                raise UserError(
                    f"{address}: TLS needs the certificate of your network and this machine's own: set "
                    f"{', '.join(f'{_VARIABLE}{name}' for name in _TLS)} (the documentation of archives has the steps)."
                )
            self._client = Client(address, timeout=_PATIENCE, security=security)
        except (OSError, ValueError, RuntimeError) as error:
            raise UserError(f"{address}: there is no Dask scheduler to be reached ({error}).") from None
        self._address = address
        try:
            self._threads = _ready(self._client, address)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Leave the scheduler; what is still worked on there is given up."""
        self._client.close()

    def work_on(self, jobs: Iterable[Job], work: Callable[[Job], Result]) -> Iterator[Worked[Job, Result]]:
        """Yield the result of each piece of work as soon as it is done, in any order.

        Raises:
            UserError: No worker is left.
        """
        suspects: list[Job] = []
        yield from _all_done(self._client, self._address, iter(jobs), work, self._threads * _AHEAD, suspects)
        for job in suspects:
            yield from _all_done(self._client, self._address, iter([job]), work, 1, None)


_VARIABLE = "DASK_DISTRIBUTED__COMM__TLS__"
_TLS = ("CA_FILE", "CLIENT__CERT", "CLIENT__KEY")
_ADDRESS = re.compile(r"(?:(tcp|tls)://)?(\[[0-9a-fA-F:.]+\]|[\w.-]+):([0-9]{1,5})")


def expect_secure(address: str, *, insecure: bool) -> str:
    """Return how work travels to an address: tls or tcp.

    Raises:
        UserError: It is no address, or one of another machine to which it would travel open.
    """
    found = _ADDRESS.fullmatch(address)
    if found is None:
        raise UserError(f"'{address}': expected local, or the address of a Dask scheduler as tls://host:8786.")
    scheme, host = found[1] or "tcp", found[2]
    if scheme == "tcp" and not insecure and not _is_here(host):
        raise UserError(
            f"'{address}' is another machine, and what travels there by tcp can be read and changed by anybody in the "
            "network, who could have any program run here: use tls://host:8786 (the documentation of archives has the "
            "steps), or say --insecure where you trust everybody."
        )
    return scheme


def _is_here(host: str) -> bool:
    """Tell whether a host is this machine by its own name for itself; other names may lead anywhere."""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _ready(client: Client, address: str) -> int:
    """Return how many threads the workers have, once there is one and all are as we are."""
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        raise UserError(f"{address}: the scheduler has no workers; 'dask worker {address}' starts some.") from None
    mine = _known()
    for worker, found in client.run(_known, on_error="return").items():
        if found != mine:
            told = found if isinstance(found, tuple) else (f"an error ({type(found).__name__})",)
            raise UserError(
                f"{worker}: expected the trc-module and the data that are here ({', '.join(mine)}), found "
                f"{', '.join(told)}: install the same on every worker."
            )
    threads: dict[str, int] = client.nthreads()
    return max(1, sum(threads.values()))


def _known() -> tuple[str, ...]:
    edition: Edition = edition_of("")
    return edition.program, edition.data


def _all_done(
    client: Client,
    address: str,
    jobs: Iterator[Job],
    work: Callable[[Job], Result],
    most: int,
    suspects: list[Job] | None,
) -> Iterator[Worked[Job, Result]]:
    """Yield what comes of the work; into `suspects`, if given, goes what workers were lost with."""
    from distributed import KilledWorker, wait

    flying: dict[Future, Job] = {}
    while True:
        for _, job in zip(range(most - len(flying)), jobs, strict=False):
            # Not remembered by what it is: the same work may be asked for again, after a change of the data.
            flying[client.submit(work, job, pure=False)] = job
        if not flying:
            return
        try:
            done = wait(list(flying), timeout=_IDLE, return_when="FIRST_COMPLETED").done
        except TimeoutError:
            _expect_workers(client, address)
            continue
        for future in done:
            job = flying.pop(future)
            if suspects is not None and isinstance(future.exception(), KilledWorker):
                suspects.append(job)
            else:
                yield _worked(job, future)


def _expect_workers(client: Client, address: str) -> None:
    if not client.nthreads():
        raise UserError(
            f"{address}: the scheduler has lost all its workers; what was done is kept, and the same command goes on "
            "when there are some."
        )


def _worked(job: Job, future: Future) -> Worked[Job, Result]:
    from distributed import KilledWorker

    error = future.exception()
    if error is None:
        return Worked(job, future.result())
    if isinstance(error, KilledWorker):
        return Worked(job, None, given_up(error.allowed_failures + 1))
    return Worked(job, None, unexpected(error))
