"""The games of the folders that the app was given, and of dropped files: found, put together and judged.

Which logs make a game, and what is to be said of it, is worked out by an archive that lives as long as the app.
"""

from __future__ import annotations

import json
import os
import stat
import threading
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from trc_module.app.boxed import WORKERS, Warming, boxed_work, transcript, transcript_of
from trc_module.app.visits import NEW, GameIdentity
from trc_module.archive.adding import Work, add
from trc_module.archive.crew import ITSELF, Crew
from trc_module.archive.files import AS_AGREED, Chosen, Opener
from trc_module.archive.mails import given_mails
from trc_module.archive.sightings import digest_of
from trc_module.archive.store import Store
from trc_module.archive.table import damaged, game_rows, short
from trc_module.archive.writing import forget_game
from trc_module.auditing.audit import Audit
from trc_module.errors import UserError
from trc_module.files import files_below, real_path
from trc_module.gamespec import GameSpec, find_spec
from trc_module.replay.execution import Executor, execute
from trc_module.report.counter_names import CounterNames
from trc_module.report.tongue import tongue_of
from trc_module.rules.finder import find_game
from trc_module.vassal.archive import Archive
from trc_module.vassal.metadata import MODULE_DATA, read_metadata

MOST_LOGS = 2000
"""The greatest number of logs of the folders that are read, the newest first: a folder may be a whole disk."""
_LAST = 3
"""The number of findings that a card shows."""
_NO_GAME = "There is no such game here any more: look at the list of games again."
_SHOWN = ("violation", "doubt", "undecided")


@dataclass(frozen=True, slots=True)
class Card:
    """A game as the first page shows it."""

    name: str
    """The word by which addresses name it."""
    title: str
    game: str
    logs: tuple[str, ...]
    players: tuple[tuple[str, str], ...]
    """Side and name."""
    turn: int
    moment: str
    side: str
    """The side to move; '' if the game does not say."""
    winner: str
    counts: tuple[tuple[str, int], ...]
    last: tuple[tuple[str, str, str], ...]
    """Verdict, rule and sentence of the last findings."""
    changed: float
    """The time at which its newest log was saved, in seconds."""
    dropped: bool
    error: str
    steps: int = 0
    """The steps of all its logs."""
    findings: int = 0
    """The findings that accuse, or leave something undecided."""
    sides: tuple[str, ...] = ()
    identity: GameIdentity = NEW
    paths: tuple[str, ...] = ()
    transcript: str = ""
    """The word by which an address names a log that no rules judge, and that can be read all the same."""


class Library:
    """The games in some folders, and in one for dropped files; `look` does all reading."""

    def __init__(
        self,
        folders: Sequence[Path],
        dropped: Path,
        opener: Opener,
        chosen: Chosen = AS_AGREED,
        on_audit: Callable[[Audit], None] | None = None,
        executing: Executor = execute,
        crew: Crew | None = None,
        mails: Sequence[Path] = (),
    ) -> None:
        """Know where the logs are; with a `crew` they are read and judged by its processes, within limits.

        Then `on_audit` and `executing` are not used. `mails` are files with the mails of a dice server, which are read
        at each look.
        """
        self.folders = tuple(real_path(folder) for folder in folders)
        self.dropped = real_path(dropped)
        self._chosen = chosen
        self._mails = tuple(mails)
        self.mail_fault = ""
        """What is wrong with the mails; '' if nothing is."""
        if crew is None:
            self._work = Work(opener, ITSELF, on_audit=on_audit, executing=executing)
        else:
            self._work = boxed_work(opener, crew)
        self._crew = crew
        self._warming = Warming(opener)
        self._path = dropped.parent / "games.db"
        self._looking = threading.Lock()
        self.faults: tuple[str, ...] = ()
        self.skipped = 0
        """The number of logs beyond the limit."""

    def look(self, on_game: Callable[[], None] = lambda: None) -> None:
        """Read what is new in the folders and judge the games that it belongs to; `on_game` hears of each."""
        with self._looking, Store(self._path, new=True, private=True) as store:
            files = self._files()
            self._forget(store, files, self._read_mails(files))
            if not files:
                return
            chosen = self._chosen
            added = add(store, files, self._work, chosen, keep=False, on_step=lambda *_: on_game())
            self.faults = tuple(added.faults)

    def judged_by(self) -> Chosen:
        """Return what was chosen for judging, with the mails as they were read last."""
        return self._chosen

    def _read_mails(self, files: Sequence[Path]) -> frozenset[str]:
        """Read the mails anew; return the paths of the logs to which they say something else than before."""
        before = self._chosen.mails
        self.mail_fault = ""
        if self._mails and files:
            try:
                self._chosen = replace(self._chosen, mails=given_mails(self._mails, files))
            except UserError as error:
                self.mail_fault = str(error)
        changed = set(before) ^ set(self._chosen.mails)
        return frozenset(str(real_path(Path(log))) for mail in changed for log in mail.logs)

    def warm(self, games: Sequence[str]) -> None:
        """Have all processes read what judging needs, for the games that lie in the folders, else for some given.

        The first log that is saved later is then judged as quickly as the next.
        """
        if self._crew is None:
            return
        names = sorted({card.game for card in self.cards() if card.game}) or list(games)
        with self._looking:
            for _ in self._crew.work_on([name for name in names for _ in range(WORKERS)], self._warming):
                pass

    def also(self, folder: Path) -> None:
        """Look into another folder from now on."""
        real = real_path(folder)
        if real not in self.folders:
            self.folders = (*self.folders, real)

    def cards(self, language: str = "en") -> list[Card]:
        """Return the games, those first that were played last, with findings in a language as far as it has them."""
        if not self._path.is_file():
            return []
        with Store(self._path, private=True) as store:
            trees = {row["name"]: row for row in store.rows("SELECT name, moment, tree FROM game")}
            rows = [(row, trees[row.name]) for row in game_rows(store) if row.name in trees]
            logs = {row["path"]: (row["digest"], row["begins"]) for row in store.rows(_READ)}
            found = [self._card(row, kept, language, [logs[path] for path in row.logs]) for row, kept in rows]
            digests = {row["path"]: row["digest"] for row in store.rows(_UNREAD)}
            found += [self._unread(each.path, each.error, digests.get(each.path, "")) for each in damaged(store)]
        return sorted(found, key=lambda card: (-card.changed, card.name))

    def logs_of(self, name: str) -> tuple[Path, ...]:
        """Return the logs of a game in their order; UserError if there is none of that name, or it was not judged.

        Where a log has changed since it was judged it is judged again first: this process opens none that was not.
        """
        found = self._logs_of(name)
        if self._crew is not None and any(not self._is_as_read(path) for path in found):
            self.look()
            found = self._logs_of(name)
        return found

    def _logs_of(self, name: str) -> tuple[Path, ...]:
        if self._path.is_file():
            with Store(self._path, private=True) as store:
                for row in game_rows(store):
                    if row.name == name:
                        paths = [Path(path) for path in row.logs]
                        if row.error:
                            raise UserError(_without_folders(row.error, paths))
                        return tuple(path for path in paths if self.may_read(path))
        raise UserError(_NO_GAME)

    def _is_as_read(self, path: Path) -> bool:
        info = _info_of(path)
        with Store(self._path, private=True) as store:
            row = store.one("SELECT size, changed FROM source WHERE path = ?", str(path))
        return info is not None and row is not None and (info.st_size, info.st_mtime_ns) == (row[0], row[1])

    def transcript(self, digest: str) -> str:
        """Return the page of a log that no rules judge, by the beginning of its digest; UserError if there is none."""
        path = self.log_with(digest)
        if self._crew is not None:
            with self._looking:
                return transcript(path, self._crew)
        page, told = transcript_of(path)
        if told:
            raise UserError(told)
        return page

    def game_with(self, path: Path) -> str:
        """Return the name of the game to which a log belongs; UserError says why it belongs to none."""
        try:
            digest = digest_of(path.read_bytes())
        except OSError as error:
            raise UserError(f"{path.name}: {error.strerror or error}.") from None
        with Store(self._path, private=True) as store:
            query = "SELECT game.name, log.error, game.error AS why FROM log LEFT JOIN game ON game.id = log.game"
            row = store.one(f"{query} WHERE digest = ?", digest)
        if row is None or row["error"] or row["name"] is None or row["why"]:
            why = row["error"] or row["why"] if row is not None else ""
            raise UserError((why or f"{path.name} could not be read.").replace(str(path), path.name))
        return str(row["name"])

    def may_read(self, path: Path) -> bool:
        """Tell whether a file lies in one of the folders, links resolved."""
        real = real_path(path)
        return any(real.is_relative_to(folder) for folder in (*self.folders, self.dropped))

    def _files(self) -> list[Path]:
        found: list[tuple[float, Path]] = []
        for folder in self.folders:
            seen = ((_info_of(path), path) for path in _logs_in(folder) if self.may_read(path))
            found += [(info.st_mtime, path) for info, path in seen if info is not None]
        found.sort(reverse=True)
        self.skipped = max(0, len(found) - MOST_LOGS)
        mine = sorted(self.dropped.iterdir()) if self.dropped.is_dir() else []
        return [*(path for _, path in found[:MOST_LOGS]), *mine]

    @staticmethod
    def _forget(store: Store, files: Sequence[Path], anew: frozenset[str]) -> None:
        """Forget files that are gone or have been written anew: a log that is being written is many in turn.

        Those of `anew` are to be judged again though they are as they were.
        """
        there = {str(real_path(path)) for path in files}
        for path, size, changed, log in store.all("SELECT path, size, changed, log FROM source"):
            info = _info_of(Path(path)) if path in there else None
            if path not in anew and info is not None and (info.st_size, info.st_mtime_ns) == (size, changed):
                continue
            with store.writing():
                store.do("DELETE FROM source WHERE path = ?", path)
                if store.one("SELECT 1 FROM source WHERE log = ?", log) is None:
                    judged = store.one("SELECT game FROM log WHERE id = ?", log)
                    if judged is not None and judged[0] is not None:
                        forget_game(store, judged[0])
                    store.do("DELETE FROM log WHERE id = ?", log)

    def _card(self, row: Any, kept: Any, language: str, logs: Sequence[tuple[str, str]]) -> Card:
        tree = json.loads(zlib.decompress(kept["tree"])) if kept["tree"] else {}
        found = [f for f in tree.get("findings", ()) if f["verdict"] in _SHOWN]
        told = [f for f in found if f["verdict"] != "undecided"] or found
        counts = (("violation", row.violations), ("doubt", row.doubts), ("undecided", row.undecided))
        paths = [Path(path) for path in row.logs]
        spec = find_spec(row.rules) if row.rules else None
        sides = {side.id for side in spec.sides} if spec is not None else set()
        side = next((word for word in kept["moment"].split() if word in sides), "")
        return Card(
            name=row.name,
            title=spec.title if spec is not None else "",
            game=row.rules,
            logs=tuple(short(row.logs)),
            players=row.players,
            turn=row.turn,
            moment=kept["moment"],
            side=side,
            winner=row.winner,
            counts=tuple((word, number) for word, number in counts if number),
            last=_said(told[-_LAST:], spec, language),
            changed=max((_changed(path) for path in paths), default=0.0),
            dropped=any(path.is_relative_to(self.dropped) for path in paths),
            error=_without_folders(row.error, paths),
            steps=tree.get("steps", 0),
            findings=len(found),
            sides=tuple(side.id for side in spec.sides) if spec is not None else (),
            identity=_identity(row.logs, logs),
            paths=tuple(row.logs),
        )

    def _unread(self, path: str, error: str, digest: str) -> Card:
        file = Path(path)
        told = _without_folders(error, [file])
        mine = file.is_relative_to(self.dropped)
        readable = digest[:16] if _is_a_log(file) else ""
        return Card(
            "", "", "", (file.name,), (), 0, "", "", "", (), (), _changed(file), mine, told, transcript=readable
        )

    def log_with(self, digest: str) -> Path:
        """Return a log that could not be judged, by the beginning of its digest; UserError if there is none."""
        if self._path.is_file() and len(digest) == 16 and digest.isalnum():
            with Store(self._path, private=True) as store:
                rows = [row for row in store.rows(_UNREAD) if row["digest"].startswith(digest)]
            for row in rows:
                if self.may_read(Path(row["path"])):
                    return Path(row["path"])
        raise UserError("There is no such log here any more: look at the list of games again.")


def _identity(paths: Sequence[str], logs: Sequence[tuple[str, str]]) -> GameIdentity:
    """Return what a game is known by; `logs` are digest and number of the first position of each."""
    if not logs:
        return NEW
    return GameIdentity(tuple(digest for digest, _ in logs), paths[0], logs[0][1])


def _said(found: Sequence[Any], spec: GameSpec | None, language: str) -> tuple[tuple[str, str, str], ...]:
    """Return verdict, rule and sentence of findings, in a language as far as it has them."""
    if spec is None or not found:
        return ()
    tongue = tongue_of(language, spec.folder)
    named = CounterNames(tongue.units(find_game(spec.name).roster.units))
    return tuple((f["verdict"], f["rule"], named(tongue.sentence(f["sentence"]) or f["sentence"])) for f in found)


_READ = "SELECT path, digest, begins FROM source JOIN log ON log.id = source.log WHERE error = ''"
_UNREAD = "SELECT path, digest FROM source JOIN log ON log.id = source.log WHERE error <> ''"


def _is_a_log(path: Path) -> bool:
    """Tell whether a file is a log of any module: it may be read though no rules judge it."""
    try:
        with Archive(path) as archive:
            return read_metadata(archive, MODULE_DATA) is not None
    except (UserError, OSError):
        return False


def _logs_in(folder: Path) -> Iterator[Path]:
    """Yield the logs of a folder and the folders in it, hidden ones left out; links are not followed."""
    for entry in files_below(folder, hidden=False, lenient=True):
        if entry.name.lower().endswith(".vlog"):
            yield Path(entry.path)


def _info_of(path: Path) -> os.stat_result | None:
    """Return what the system says of a file; None for one that is gone, a link to nowhere, a pipe or a device."""
    try:
        info = path.stat()
    except OSError:
        return None
    return info if stat.S_ISREG(info.st_mode) else None


def _changed(path: Path) -> float:
    info = _info_of(path)
    return 0.0 if info is None else info.st_mtime


def _without_folders(text: str, paths: Sequence[Path]) -> str:
    for path in paths:
        text = text.replace(str(path), path.name)
    return text
