"""The work handed to a worker: the logs of a game, what they are judged with, and the edition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from trc_module.archive.edition import Edition, Editions
from trc_module.archive.edition_store import begun_with, data_files, read_edition
from trc_module.archive.files import LARGEST_LOG, Chosen, LogFile
from trc_module.archive.judging import Logs
from trc_module.archive.sightings import digest_of
from trc_module.archive.store import Store
from trc_module.errors import UserError
from trc_module.files import read_input


@dataclass(frozen=True, slots=True)
class Assignment:
    """Some logs by number, and how they are judged; `held` is the edition that they are held to, None for today's."""

    logs: tuple[int, ...]
    chosen: Chosen
    held: int | None = None
    rules: str = ""
    """The name of the game, where it is held to an edition."""

    def edition(self, store: Store, editions: Editions, rules: str) -> Edition:
        """Return what judges them: today's program with today's data, or with those that they are held to."""
        if self.held is None:
            return editions.of(rules, self.chosen.overlay)
        # A folder of corrections that an archive names is not looked into: what was in it, the archive has kept.
        return read_edition(store, self.held).judged_by(editions.of(rules))


def assignment(store: Store, logs: tuple[int, ...], chosen: Chosen) -> Assignment:
    """Return how logs are judged: as chosen, or as their game was begun if it is held to that."""
    begun = begun_with(store, logs, pinned=True)
    return Assignment(logs, chosen) if begun is None else Assignment(logs, begun.chosen, begun.edition, begun.rules)


def job(store: Store, editions: Editions, key: str, given: Assignment, *, travels: bool) -> Logs:
    """Return what a worker is given. Data travel only where they are others than the worker has.

    Raises:
        UserError: A log is no more where it was seen, and was not kept.
    """
    files = tuple(log_files(store, given.logs, travels=travels))
    if given.held is None:
        return Logs(key, files, given.chosen)
    then, now = read_edition(store, given.held), editions.of(given.rules)
    same = (then.data, then.readings) == (now.data, now.readings)
    chosen = replace(given.chosen, overlay="")
    return Logs(key, files, chosen, None if same else data_files(store, given.held, given.rules))


def log_files(store: Store, logs: Sequence[int], *, travels: bool) -> Iterator[LogFile]:
    """Yield some logs as workers take them, by path where the file is still there as it was, else with what was kept.

    Only paths at which this user saw a log on this machine are looked at (see `schema`): others may lead anywhere.

    Raises:
        UserError: A log is no more where it was seen, and was not kept.
    """
    for log in logs:
        row = store.one("SELECT digest FROM log WHERE id = ?", log)
        seen = store.all("SELECT path, size FROM source WHERE log = ? ORDER BY path", log)
        if row is None or not seen:
            raise store.damaged("a log that was seen nowhere")
        for path in (path for path, size in seen if store.own and size >= 0):
            content = _content(path)
            if content is not None and digest_of(content) == row[0]:
                yield LogFile(path, content if travels else None)
                break
        else:
            kept = store.one("SELECT bytes FROM content WHERE log = ?", log)
            if kept is None:
                raise UserError(
                    f"{seen[0][0]}: the file is no longer there as it was, and the archive did not keep it."
                )
            yield LogFile(seen[0][0], bytes(kept[0]))


def by_path(store: Store, logs: Sequence[int]) -> tuple[int, ...]:
    """Return some logs in the order of their paths: where nothing else tells which came first that does."""
    query = f"SELECT log FROM source WHERE log IN ({', '.join(map(str, logs))}) GROUP BY log ORDER BY min(path)"
    return tuple(row[0] for row in store.rows(query))


def _content(path: str) -> bytes | None:
    # The writer of the archive chose the path: it may lead to a device, which never ends.
    try:
        return read_input(Path(path), LARGEST_LOG) if Path(path).is_file() else None
    except (OSError, ValueError, UserError):
        return None
