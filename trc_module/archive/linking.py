"""Find which logs make one game, by the positions that they go through and by who plays.

Whether two logs belong together is asked of these two alone, so that it does not matter in which order, or in how many
goes, they come into the archive:

* one begins with a position that the other went through, or with which it ended;
* both begin with the same position in the midst of a game;
* both begin the game, the same people play, and both go through the position with which its first phase ended, or
  one ended within that phase and the other went on from there.

Logs of the same people in one folder, of which each begins later than the one before ended, are one game in which some
logs are missing: but only if all of them follow one another, since two games played side by side do not, and if
enough counters still stand where they stood.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from trc_module.archive.store import Store
from trc_module.archive.writing import forget_game

_GAP = "gap"
_FIELDS = "id, digest, players, first, begins, opened, ends, began, ended"


@dataclass(frozen=True, slots=True)
class _Log:
    id: int
    digest: str
    players: str
    first: bool
    begins: str
    opened: str
    ends: str
    began: str
    ended: str


def link_new(store: Store) -> None:
    """Look at all logs that have been read since this was done last, and write down which belong together."""
    with store.writing():
        new = list(_logs(store, "linked = 0 AND error = ''"))
        if not new:
            return
        pairs = {tuple(sorted(pair)) for pair in _pairs(store, new)}
        store.do_all("INSERT OR IGNORE INTO link VALUES (?, ?, 'position')", list(pairs))
        for group in _side_by_side(store, new):
            _link_over_gaps(store, group)
        store.do_all("UPDATE log SET linked = 1 WHERE id = ?", [(log.id,) for log in new])


def components(store: Store, seeds: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Yield the logs of each game to which some logs belong, in the order of the seeds, each game once."""
    seen: set[int] = set()
    for seed in seeds:
        if seed not in seen:
            found = _reached(store, seed)
            seen |= found
            yield tuple(sorted(found))


def _reached(store: Store, seed: int) -> set[int]:
    found, waiting = {seed}, [seed]
    while waiting:
        at = waiting.pop()
        query = "SELECT other FROM link WHERE one = ? UNION SELECT one FROM link WHERE other = ?"
        near = {row[0] for row in store.rows(query, at, at)} - found
        found |= near
        waiting += near
    return found


def _logs(store: Store, where: str, *values: object) -> Iterator[_Log]:
    for row in store.rows(f"SELECT {_FIELDS} FROM log WHERE {where}", *values):
        yield _log(tuple(row))


def _log(values: Sequence[Any]) -> _Log:
    """Return a log from the values of _FIELDS."""
    id_, digest, players, first, *rest = values
    return _Log(id_, digest, players, bool(first), *rest)


def _pairs(store: Store, new: Sequence[_Log]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of logs that belong together, one of which is new."""
    for log in new:
        if log.first:
            query = "begins = ? AND opened = ? AND players = ? AND first = 1"
            alike = _logs(store, query, log.begins, log.opened, log.players) if log.opened else ()
            yield from ((log.id, other.id) for other in alike if other.id != log.id)
        else:
            same = _logs(store, "begins = ? AND first = 0", log.begins)
            yield from ((log.id, other.id) for other in same if other.id != log.id)
            before = _logs(store, "ends = ? AND begins <> ?", log.begins, log.begins)
            yield from ((log.id, other.id) for other in before)
        after = _logs(store, "begins = ? AND first = 0", log.ends) if log.ends != log.begins else ()
        yield from ((log.id, other.id) for other in after if other.id != log.id)
    for players in sorted({log.players for log in new}):
        yield from _in_the_midst(store, players, {log.id for log in new})


def _in_the_midst(store: Store, players: str, new: set[int]) -> Iterator[tuple[int, int]]:
    """Yield the logs of the same people of which one begins in the midst of the other, or ended in its first phase."""
    logs = {log.id: log for log in _logs(store, "players = ? AND error = ''", players)}
    begins = _Numbers((int(log.begins, 16), log.id) for log in logs.values())
    cut_off = _Numbers((int(log.ends, 16), log.id) for log in logs.values() if log.first and not log.opened)
    for row in store.rows("SELECT id, positions FROM log WHERE players = ? AND error = ''", players):
        through = logs[row["id"]]
        positions = np.frombuffer(row["positions"], dtype="<u8")
        found = set(begins.among(positions))
        found |= {id_ for id_ in cut_off.among(positions) if logs[id_].begins == through.begins}
        for id_ in sorted(found - {through.id}):
            if id_ in new or through.id in new:
                yield through.id, id_


class _Numbers:
    """Positions, and which logs have them."""

    def __init__(self, pairs: Iterable[tuple[int, int]]) -> None:
        self._logs: dict[int, list[int]] = {}
        for number, log in pairs:
            self._logs.setdefault(number, []).append(log)
        self._array = np.array(sorted(self._logs), dtype="<u8")

    def among(self, positions: np.ndarray[tuple[int], np.dtype[np.uint64]]) -> Iterator[int]:
        """Yield the logs that have one of some positions."""
        # Both are in order of size: to look each of the fewer up in the others is quickest.
        few, many = sorted((self._array, positions), key=len)
        if not len(few):
            return
        at = np.minimum(np.searchsorted(many, few), len(many) - 1)
        for number in few[many[at] == few]:
            yield from self._logs[int(number)]


def _side_by_side(store: Store, new: Sequence[_Log]) -> Iterator[list[_Log]]:
    """Yield all logs of the same people in one folder, for each folder with a new one."""
    folders: dict[str, set[str]] = {}
    for log in new:
        if log.players != "[]":
            for row in store.rows("SELECT path FROM source WHERE log = ?", log.id):
                folders.setdefault(str(Path(row["path"]).parent), set()).add(log.players)
    for folder, players in folders.items():
        # One look at a folder for all who play in it: a tournament's may hold thousands of games.
        together: dict[str, dict[int, _Log]] = {}
        for log in _directly_in(store, folder.rstrip(os.sep) + os.sep):
            if log.players in players:
                together.setdefault(log.players, {})[log.id] = log
        yield from (list(logs.values()) for logs in together.values())


def _directly_in(store: Store, prefix: str) -> Iterator[_Log]:
    fields = ", ".join(f"log.{name}" for name in _FIELDS.split(", "))
    query = f"SELECT path, {fields} FROM source JOIN log ON source.log = log.id WHERE path >= ? AND path < ?"
    for row in store.rows(f"{query} AND error = ''", prefix, prefix + "\U0010ffff"):
        path, *values = row
        if os.sep not in path[len(prefix) :]:
            yield _log(values)


def _link_over_gaps(store: Store, logs: Sequence[_Log]) -> None:
    """Link the parts of a game between which logs are missing, if all logs follow one another.

    Games that were put together otherwise before have to be judged again.
    """
    query = "SELECT one, other FROM link WHERE why = ? AND (one = ? OR other = ?)"
    before = {(row["one"], row["other"]) for log in logs for row in store.rows(query, _GAP, log.id, log.id)}
    store.do_all("DELETE FROM link WHERE one = ? AND other = ?", list(before))
    now = set(_over_gaps(store, logs))
    store.do_all("INSERT OR IGNORE INTO link VALUES (?, ?, ?)", [(*pair, _GAP) for pair in sorted(now)])
    for log in sorted({log for pair in before ^ now for log in pair}):
        row = store.one("SELECT game FROM log WHERE id = ?", log)
        if row is not None and row[0] is not None:
            forget_game(store, row[0])


def _over_gaps(store: Store, logs: Sequence[_Log]) -> Iterator[tuple[int, int]]:
    parts = _parts(store, logs)
    spans = sorted(parts.values(), key=lambda part: (min(log.began for log in part), min(log.digest for log in part)))
    for before, after in pairwise(spans):
        began = min(log.began for log in after)
        if not began or began < max(log.ended for log in before) or any(log.first for log in after):
            return
        if not _is_alike(store, before, after):
            return
    for before, after in pairwise(spans):
        one, other = sorted((before[0].id, after[0].id))
        yield one, other


def _is_alike(store: Store, before: Sequence[_Log], after: Sequence[_Log]) -> bool:
    """Tell whether enough counters stand where the one part begins as they did where the other ended."""
    last = max(before, key=lambda log: (log.ended, log.digest)).id
    first = min(after, key=lambda log: (log.began, log.digest)).id
    (old,) = store.all("SELECT left FROM log WHERE id = ?", last)[0]
    (new,) = store.all("SELECT stood FROM log WHERE id = ?", first)[0]
    then, now = np.frombuffer(old, dtype="<u4"), np.frombuffer(new, dtype="<u4")
    return len(np.intersect1d(then, now)) >= _ENOUGH * max(len(then), 1)


_ENOUGH = 0.4
"""The part of the counters on the map that stay where they are while a log is missing: fewer do in another game."""

_MANY = 200
"""More logs than this of the same people in one folder are a tournament's, not a game's."""


def _parts(store: Store, logs: Sequence[_Log]) -> Mapping[int, list[_Log]]:
    """Return logs by the game to which their positions put them."""
    by_id = {log.id: log for log in sorted(logs, key=lambda log: log.id)}
    found: dict[int, list[_Log]] = {}
    if len(by_id) >= _MANY:
        return found
    for part in components(store, by_id):
        found[part[0]] = [by_id[id_] for id_ in part if id_ in by_id]
    return found
