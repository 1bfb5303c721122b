"""Adding logs to an archive: read, put together by game, judged. Each step is kept as soon as it is done.

After an interruption the same command goes on: files that are known are not read, games that are judged not judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from trc_module.archive.assigning import Assignment, assignment, by_path, job
from trc_module.archive.boxes import Limits
from trc_module.archive.crew import HERE, ITSELF, Crew, expect_place
from trc_module.archive.edition import Edition, Editions
from trc_module.archive.edition_store import begun_with, read_edition
from trc_module.archive.files import AS_AGREED, LARGEST_LOG, Chosen, LogFile, Opener
from trc_module.archive.judging import Logs, judged
from trc_module.archive.linking import components, link_new
from trc_module.archive.passwords import without_passwords
from trc_module.archive.record import GameRecord
from trc_module.archive.sightings import Sighting, digest_of, look, unseen
from trc_module.archive.signature import Signature, read_signature
from trc_module.archive.store import Store, kept_text
from trc_module.archive.worked import Worked
from trc_module.archive.writing import log_known, put_games, put_log, put_source
from trc_module.auditing.audit import Audit
from trc_module.errors import UserError
from trc_module.memory import nothing_collected
from trc_module.replay.execution import Executor, execute

Job = TypeVar("Job")
Result = TypeVar("Result")

_BATCH = 50
"""The number of files that are written in one transaction."""
OnStep = Callable[[str, int, int], None]
"""Hears what is done, how much of it is done, and how much there is to do."""


@dataclass(frozen=True, slots=True)
class Work:
    """The workers: 'local' or a scheduler's address, the number of processes, and whether they share the path of the
    files.

    Files that do not lie on a path that the workers share travel to them.
    """

    opener: Opener
    on: str = HERE
    workers: int | None = None
    shared: bool = False
    limits: Limits | None = None
    """What a piece of work may take on this machine; None: as `Limits` says."""
    insecure: bool = False
    """Whether it may travel unencrypted."""
    crew: Crew | None = None
    """Those who do the work, where they are there already; else they are called together for each command."""
    on_audit: Callable[[Audit], None] | None = None
    """Is given each audit of a new game; for work that this process does itself."""
    executing: Executor = execute
    """Executes logs; a process that does the work itself may keep what it has executed."""

    def __post_init__(self) -> None:
        """Refuse a place where the work must not go."""
        expect_place(self.on, insecure=self.insecure)

    @property
    def travels(self) -> bool:
        """Tell whether workers are given what a file holds."""
        return self.on not in (HERE, ITSELF) and not self.shared

    def with_crew(self) -> AbstractContextManager[Crew]:
        """Return those who do the work, as a context."""
        crew = self.crew
        if crew is not None:
            return nullcontext(crew)
        return Crew(self.on, self.workers, self.limits, insecure=self.insecure)

    def done(self, jobs: Iterable[Job], work: Callable[[Job], Result]) -> Iterator[Worked[Job, Result]]:
        """Yield the result of each piece of work as soon as it is done, in any order."""
        with self.with_crew() as crew:
            yield from crew.work_on(jobs, work)


@dataclass(slots=True)
class Addition:
    """The result of an addition: numbers of files, of games judged, and sentences on what could not be done."""

    files: int = 0
    known: int = 0
    read: int = 0
    games: int = 0
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """The pinned games that were judged by another program than the one that they were begun under."""


def add(
    store: Store,
    paths: Sequence[Path],
    work: Work,
    chosen: Chosen = AS_AGREED,
    *,
    keep: bool = True,
    pinned: bool = False,
    on_step: OnStep = lambda *_: None,
) -> Addition:
    """Add the logs that some paths name, and judge the games that are new or go on; return what was done.

    With `keep` the files themselves are kept too; with `pinned` new games go on under the rules of today.
    `on_step` hears what is done, how many are done and how many there are to be done.

    Raises:
        UserError: A path is not there; the archive cannot be written.
    """
    added = Addition()
    sightings = look(paths)
    new = unseen(store, sightings)
    added.files, added.known = len(sightings), len(sightings) - len(new)
    with work.with_crew() as crew:
        if new:
            _read(store, new, crew, work, chosen, added, on_step, keep=keep)
        link_new(store)
        _judge_waiting(store, crew, work, chosen, added, on_step, pinned=pinned)
    return added


def other_program(store: Store, logs: Sequence[int], then: Edition, now: Edition) -> str:
    """Say that a game was judged with the data that it was begun with, but by another program."""
    row = store.one(f"SELECT min(path) FROM source WHERE log IN ({', '.join(map(str, logs))})")
    assert row is not None
    return (
        f"{row[0]}: its game is judged with the data and readings that it was begun with, but by program "
        f"{now.program}; it was begun under program {then.program}, which this archive does not hold."
    )


# Reading


class _Files:
    """New files on their way through the workers."""

    def __init__(self, store: Store, new: Sequence[Sighting], added: Addition, *, keep: bool, travels: bool) -> None:
        self._store = store
        self._new = new
        self._added = added
        self._keep = keep
        self._travels = travels
        self._flying: dict[str, tuple[Sighting, str]] = {}
        self._known: list[tuple[Sighting, str]] = []

    def unread(self) -> Iterator[LogFile]:
        """Yield the files whose content the archive does not know."""
        begun: set[str] = set()
        for sighting in self._new:
            fault = self._unfit(sighting)
            if fault:
                self._added.faults.append(f"{sighting.path}: {fault}")
                continue
            try:
                content = Path(sighting.path).read_bytes()
            except FileNotFoundError:
                # It has gone since the folder was looked at.
                continue
            except OSError as error:
                self._added.faults.append(f"{sighting.path}: {error.strerror or error}.")
                continue
            digest = digest_of(content)
            if digest in begun or log_known(self._store, digest) is not None:
                self._known.append((sighting, digest))
                continue
            begun.add(digest)
            self._flying[sighting.path] = sighting, digest
            yield LogFile(sighting.path, content if self._travels else None)

    def _unfit(self, sighting: Sighting) -> str:
        """Say why a file is not even read; '' if it is."""
        if sighting.size > LARGEST_LOG:
            return f"expected a log of at most {LARGEST_LOG >> 20} MB, found one of {sighting.size >> 20} MB."
        if not self._keep and kept_text(sighting.path) != sighting.path:
            return "its name is no UTF-8, so it would not be found again: rename it, or leave --by-path out."
        return ""

    def write_down(self, batch: Sequence[tuple[LogFile, _Read]]) -> None:
        """Keep what has been read, in one transaction."""
        with self._store.writing():
            for file, read in batch:
                sighting, digest = self._flying.pop(file.path)
                put_source(self._store, sighting, put_log(self._store, digest, read.said, read.content))

    def write_known(self) -> None:
        """Keep where files with a content that is known were seen, and count them as known."""
        self._added.known += len(self._known)
        with self._store.writing():
            for sighting, digest in self._known:
                log = log_known(self._store, digest)
                if log is not None:
                    put_source(self._store, sighting, log)


def _read(
    store: Store,
    new: Sequence[Sighting],
    crew: Crew,
    work: Work,
    chosen: Chosen,
    added: Addition,
    on_step: OnStep,
    *,
    keep: bool,
) -> None:
    files = _Files(store, new, added, keep=keep, travels=work.travels)
    batch: list[tuple[LogFile, _Read]] = []
    look_at = partial(_read_one, opener=work.opener, chosen=chosen, executing=work.executing, keep=keep)
    for each in crew.work_on(files.unread(), look_at):
        read = each.result if each.result is not None else _Read(each.error)
        batch.append((each.job, read))
        added.read += 1
        if isinstance(read.said, str):
            added.faults.append(_fault(each.job.path, read.said))
        elif keep and read.content is None:
            added.notes.append(_BY_PATH.format(each.job.path))
        if len(batch) == _BATCH:
            files.write_down(batch)
            batch.clear()
        on_step("Reading", added.read, len(new))
    files.write_down(batch)
    files.write_known()


_BY_PATH = (
    "{}: its passwords cannot be told from other words, so the archive does not keep the log, only where it lies: its "
    "game cannot be judged again without the file."
)


@dataclass(frozen=True, slots=True)
class _Read:
    """What a log says of itself, or why it says nothing; and what is kept of it, if anything."""

    said: Signature | str
    content: bytes | None = None


def _read_one(file: LogFile, opener: Opener, chosen: Chosen, executing: Executor, *, keep: bool) -> _Read:
    try:
        with nothing_collected():
            said = read_signature(file, opener, chosen, executing)
        content = file.content if file.content is not None or not keep else Path(file.path).read_bytes()
    except UserError as error:
        return _Read(str(error))
    return _Read(said, without_passwords(content) if keep and content is not None else None)


def _fault(path: str, told: str) -> str:
    return told if told.startswith(path) else f"{path}: {told}"


# Judging


def _judge_waiting(
    store: Store, crew: Crew, work: Work, chosen: Chosen, added: Addition, on_step: OnStep, *, pinned: bool
) -> None:
    """Judge the games that have a log which is not judged yet."""
    editions = Editions()
    tried: set[tuple[int, ...]] = set()
    for _ in range(_ROUNDS):
        waiting = [row[0] for row in store.rows("SELECT id FROM log WHERE game IS NULL AND error = '' ORDER BY digest")]
        groups = [by_path(store, logs) for logs in components(store, waiting)]
        groups = [logs for logs in groups if logs not in tried]
        if not groups:
            return
        tried.update(groups)
        todo = {str(number): assignment(store, logs, chosen) for number, logs in enumerate(groups)}
        jobs = _jobs(store, editions, work, added, todo)
        judge = partial(judged, opener=work.opener, on_audit=work.on_audit, executing=work.executing)
        done = crew.work_on(jobs, judge)
        for number, each in enumerate(done, 1):
            found = each.result if each.result is not None else each.error
            if _put(store, editions, todo[each.job.key], found, added, pinned=pinned):
                added.games += 1 if isinstance(found, str) else len(found)
                if isinstance(found, str):
                    added.faults.append(_fault(each.job.files[0].path, found))
            on_step("Judging", number, len(groups))


_ROUNDS = 10
"""The greatest number of searches for logs that another program has put into the archive in the meantime."""


def _jobs(
    store: Store, editions: Editions, work: Work, added: Addition, todo: Mapping[str, Assignment]
) -> Iterator[Logs]:
    for key, given in todo.items():
        try:
            yield job(store, editions, key, given, travels=work.travels)
        except UserError as error:
            added.faults.append(str(error))


def _put(
    store: Store,
    editions: Editions,
    given: Assignment,
    found: list[GameRecord] | str,
    added: Addition,
    *,
    pinned: bool,
) -> bool:
    """Keep what was judged; not if another program has changed the logs or judged them meanwhile. Tell whether."""
    edition = given.edition(store, editions, given.rules if isinstance(found, str) else found[0].rules)
    logs = given.logs
    with store.writing():
        now = next(components(store, logs[:1]))
        waiting = store.one(f"SELECT 1 FROM log WHERE game IS NULL AND id IN ({', '.join(map(str, logs))})")
        if now != tuple(sorted(logs)) or waiting is None:
            return False
        begins = begun_with(store, logs, pinned=False) is None
        put_games(store, logs, found, edition, given.chosen, pinned=given.held is not None or (pinned and begins))
    if given.held is not None:
        then = read_edition(store, given.held)
        if then.program != edition.program:
            added.notes.append(other_program(store, logs, then, edition))
    return True
