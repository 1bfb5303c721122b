"""Rechecking: games are judged again if program, data or readings have changed, and the differences are reported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from trc_module.archive.adding import OnStep, Work, other_program
from trc_module.archive.assigning import Assignment, by_path, job
from trc_module.archive.edition import Edition, Editions
from trc_module.archive.edition_store import Begun, begun_with, chosen_of, hold, read_edition
from trc_module.archive.files import Chosen
from trc_module.archive.judging import Logs, judged
from trc_module.archive.linking import components
from trc_module.archive.record import GameRecord
from trc_module.archive.removing import games_named
from trc_module.archive.store import Store
from trc_module.archive.verdicts import GameVerdict, VerdictChange, compared, verdict_of, verdicts_in
from trc_module.archive.writing import put_former, put_games
from trc_module.errors import UserError


@dataclass(frozen=True, slots=True)
class Anew:
    """The choices that differ from those under which each game was judged; None leaves a choice as it was.

    A folder of corrections cannot be left as it was: which one it was is known from the archive alone.
    """

    readings: tuple[str, ...] | None = None
    overlay: str | None = None
    """The folder of corrections, '' for none; None: games that had one are not judged again, and that is told."""

    def on(self, chosen: Chosen) -> Chosen:
        """Return how a game is judged that was judged so before."""
        readings = chosen.readings if self.readings is None else self.readings
        return replace(chosen, readings=readings, overlay=chosen.overlay if self.overlay is None else self.overlay)


@dataclass(slots=True)
class Rechecked:
    """The result of a recheck."""

    judged: int = 0
    """Games that were judged again."""
    current: int = 0
    """Games that nothing may have changed."""
    pinned: int = 0
    """Games that stay under what they were begun with."""
    changes: list[VerdictChange] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """The games that could not be judged, a sentence each; their verdicts stand as they were."""


@dataclass(frozen=True, slots=True)
class _Group:
    """The logs that belong together, the games that they have made, and how they are judged now."""

    given: Assignment
    before: Mapping[str, GameVerdict]
    editions: tuple[int, ...]


def recheck(
    store: Store,
    work: Work,
    names: Sequence[str] = (),
    anew: Anew | None = None,
    *,
    keep: bool = True,
    on_step: OnStep = lambda *_: None,
) -> Rechecked:
    """Judge again all games, or those named, on which program, data or readings have changed; tell what it changes.

    Pinned games are left alone. Without `keep` the archive stays as it is.

    Raises:
        UserError: There is no game of that name; the archive cannot be written.
    """
    editions, done = Editions(), Rechecked()
    groups = _changed(store, editions, games_named(store, names), anew or Anew(), done)
    _judge_again(store, editions, work, groups, done, on_step, keep=keep)
    return done


def pin(store: Store, work: Work, names: Sequence[str], *, on_step: OnStep = lambda *_: None) -> Rechecked:
    """Hold games to the data, readings and options that they were begun with; judge those again that have gone on.

    Raises:
        UserError: There is no game of that name, or it was never judged.
    """
    editions, done = Editions(), Rechecked()
    groups = []
    for game in sorted(games_named(store, names)):
        logs = _logs(store, game)
        begun = begun_with(store, logs, pinned=False)
        if begun is None:
            raise UserError(f"'{_name(store, game)}' was never judged: there is nothing to which it could be held.")
        groups += [] if _as_begun(store, game, begun) else [_group(store, _held(begun, by_path(store, logs)))]
        with store.writing():
            hold(store, logs, pinned=True)
            store.do("UPDATE game SET pinned = 1 WHERE id = ?", game)
        done.pinned += 1
    _judge_again(store, editions, work, groups, done, on_step, keep=True)
    return done


def unpin(
    store: Store, work: Work, names: Sequence[str], anew: Anew | None = None, *, on_step: OnStep = lambda *_: None
) -> Rechecked:
    """Let games go on under today's program and data, and judge them again.

    Raises:
        UserError: There is no game of that name.
    """
    games = games_named(store, names)
    with store.writing():
        for game in games:
            hold(store, _logs(store, game), pinned=False)
            store.do("UPDATE game SET pinned = 0 WHERE id = ?", game)
    return recheck(store, work, names, anew, on_step=on_step)


# What is judged again


def _changed(store: Store, editions: Editions, games: set[int], anew: Anew, done: Rechecked) -> list[_Group]:
    found: dict[tuple[int, ...], _Group] = {}
    for row in store.all("SELECT id, rules, edition, chosen, pinned FROM game ORDER BY name"):
        if row["id"] not in games:
            continue
        before = chosen_of(row["chosen"])
        chosen = anew.on(before)
        then = read_edition(store, row["edition"])
        if row["pinned"]:
            done.pinned += 1
        elif before.overlay and anew.overlay is None:
            # Somebody else may have written it there, to have what lies in it copied into the archive.
            told = (
                f"'{before.overlay}': games were judged with the corrected data of this folder, and a path that an "
                "archive names is not looked into: name the folder by --data, or say --no-data."
            )
            done.faults += [] if told in done.faults else [told]
        elif chosen == before and not editions.of(row["rules"], chosen.overlay).changed(then):
            done.current += 1
        else:
            (logs,) = components(store, _logs(store, row["id"])[:1])
            found.setdefault(logs, _group(store, Assignment(by_path(store, logs), chosen)))
    return list(found.values())


def _group(store: Store, given: Assignment) -> _Group:
    marks = ", ".join(map(str, given.logs))
    games = [row[0] for row in store.rows(f"SELECT DISTINCT game FROM log WHERE id IN ({marks}) ORDER BY game")]
    verdicts = dict(verdict_of(store, each) for each in games if each is not None)
    return _Group(given, verdicts, tuple(_edition(store, each) for each in games if each is not None))


def _held(begun: Begun, logs: tuple[int, ...]) -> Assignment:
    return Assignment(logs, begun.chosen, begun.edition, begun.rules)


def _as_begun(store: Store, game: int, begun: Begun) -> bool:
    """Tell whether a game was judged with the data and in the way with which it was begun."""
    row = store.one("SELECT edition, chosen FROM game WHERE id = ?", game)
    assert row is not None
    now, then = read_edition(store, row["edition"]), read_edition(store, begun.edition)
    return (now.data, now.readings, chosen_of(row["chosen"])) == (then.data, then.readings, begun.chosen)


def _logs(store: Store, game: int) -> tuple[int, ...]:
    return tuple(row[0] for row in store.rows("SELECT id FROM log WHERE game = ? ORDER BY place", game))


def _name(store: Store, game: int) -> str:
    return str(store.all("SELECT name FROM game WHERE id = ?", game)[0][0])


def _edition(store: Store, game: int) -> int:
    return int(store.all("SELECT edition FROM game WHERE id = ?", game)[0][0])


# Judging again


def _judge_again(
    store: Store,
    editions: Editions,
    work: Work,
    groups: Sequence[_Group],
    done: Rechecked,
    on_step: OnStep,
    *,
    keep: bool,
) -> None:
    todo = {str(number): group for number, group in enumerate(groups)}
    jobs = _jobs(store, editions, work, todo, done)
    for number, each in enumerate(work.done(jobs, partial(judged, opener=work.opener)), 1):
        group = todo[each.job.key]
        found = each.result
        if found is None or (isinstance(found, str) and group.given.held is not None):
            # That a process was ended, or old data do not fit today's program, says nothing about the game.
            done.faults.append(f"{each.job.files[0].path}: {found or each.error}")
            continue
        if _settle(store, editions, group, found, done, keep=keep):
            done.judged += len(group.before)
        on_step("Judging", number, len(groups))
    done.changes.sort(key=lambda change: (change.logs, change.game))


def _jobs(store: Store, editions: Editions, work: Work, todo: Mapping[str, _Group], done: Rechecked) -> Iterator[Logs]:
    for key, group in todo.items():
        try:
            yield job(store, editions, key, group.given, travels=work.travels)
        except UserError as error:
            done.faults.append(str(error))


def _settle(
    store: Store,
    editions: Editions,
    group: _Group,
    found: list[GameRecord] | str,
    done: Rechecked,
    *,
    keep: bool,
) -> bool:
    """Tell what has changed and keep it; not if another program has done so meanwhile. Tell whether."""
    given = group.given
    rules = given.rules if isinstance(found, str) else found[0].rules
    edition = given.edition(store, editions, rules)
    then = [read_edition(store, number) for number in group.editions]
    why = _why(then, edition, group, given.chosen)
    now = verdicts_in(store, given.logs, found)
    changes = list(compared(store, given.logs, group.before, now, why))
    if keep:
        with store.writing():
            if _group(store, given) != group:
                return False
            for change in changes:
                if change.before is not None:
                    put_former(store, change.game, change.before.edition, change.before.text())
            put_games(store, given.logs, found, edition, given.chosen, pinned=given.held is not None)
    done.changes += changes
    if given.held is not None:
        begun = read_edition(store, given.held)
        if begun.program != edition.program:
            done.notes.append(other_program(store, given.logs, begun, edition))
    return True


def _why(then: Sequence[Edition], now: Edition, group: _Group, chosen: Chosen) -> tuple[str, ...]:
    """Return what differs between the judgments: parts of the editions, and what was chosen otherwise."""
    parts = sorted({part for each in then for part in now.changed(each)})
    before = {word for verdict in group.before.values() for word in verdict.chosen.readings}
    chosen_now = set(chosen.readings)
    parts += [f"reading {word} chosen" for word in sorted(chosen_now - before)]
    parts += [f"reading {word} no longer chosen" for word in sorted(before - chosen_now)]
    return tuple(parts)
