"""What a player says of his games, and saw of them last: his side, his deadline, how far the log went.

It is one small file in the user's folder of this program, which the app and the command line share. Nothing is written
where logs lie: such a folder may belong to both players. A game is known by the digests of its logs, whatever the files
are called and wherever they lie; a log that was saved anew under its name is known by place and first position.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from trc_module.errors import UserError
from trc_module.files import read_input, write_file

NAME = "visits.json"
_VERSION = 1
_MOST_GAMES = 1000
"""The games that are kept; those that were looked at longest ago are forgotten first."""
_MOST_LOGS = 500
_MOST_BYTES = 64 << 20
_DIGITS = 32
"""The digits of a digest by which a log is known."""


@dataclass(frozen=True, slots=True)
class GameIdentity:
    """What a game is known by."""

    logs: tuple[str, ...]
    """The digests of its logs."""
    place: str = ""
    """Where its first log lies."""
    begins: str = ""
    """The number of its first position."""


NEW = GameIdentity(())
"""A game without any log."""


@dataclass(frozen=True, slots=True)
class Visit:
    """What was said of one game, and seen of it last."""

    side: str = ""
    """The side that the player plays; '' if he has not said."""
    days: int = 0
    """The days that an answer has; 0 for no deadline."""
    off: str = ""
    holidays: str = ""
    seen: float = 0.0
    """When he looked at it last, in seconds; 0 if he never did."""
    steps: int = 0
    findings: int = 0


@dataclass(frozen=True, slots=True)
class _Kept:
    identity: GameIdentity
    visit: Visit


def seen_now(steps: int, findings: int) -> dict[str, Any]:
    """Return what is to be kept of a game that the player has looked at now."""
    return {"seen": time.time(), "steps": steps, "findings": findings}


def visits_file() -> Path:
    """Return where the file lies: in the folder that TRC_MODULE_HOME names, else in the system's for users' data."""
    named = os.environ.get("TRC_MODULE_HOME")
    if named:
        return Path(named) / NAME
    from platformdirs import user_data_path

    return user_data_path("trc-module", appauthor=False) / NAME


class Visits:
    """The file; it is read anew each time, for another program of ours may have written it meanwhile."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._writing = threading.Lock()

    def of(self, games: Sequence[GameIdentity]) -> list[Visit]:
        """Return what is kept of games, in their order; of a game that is new to it nothing is.

        Raises:
            UserError: The file cannot be read, or is none of ours.
        """
        kept = self._read()
        return [found.visit if (found := _of(kept, game)) is not None else Visit() for game in games]

    def keep(self, game: GameIdentity, **changes: Any) -> Visit:
        """Keep something about a game, and return all that is kept of it then.

        Raises:
            UserError: The file cannot be read or written, or is none of ours.
        """
        return self.keep_all([(game, changes)])[0]

    def keep_all(self, games: Sequence[tuple[GameIdentity, Mapping[str, Any]]]) -> list[Visit]:
        """Keep something about each of several games; see `keep`."""
        with self._writing:
            kept, found = self._read(), []
            for game, changes in games:
                before = _of(kept, game)
                visit = replace(before.visit if before is not None else Visit(), **changes)
                known = before.identity.logs if before is not None else ()
                logs = tuple(dict.fromkeys((*(log[:_DIGITS] for log in game.logs), *known)))[:_MOST_LOGS]
                kept = [_Kept(replace(game, logs=logs), visit), *(each for each in kept if each is not before)]
                found.append(visit)
            self._write(kept[:_MOST_GAMES])
            return found

    def _read(self) -> list[_Kept]:
        if not self.path.exists():
            return []
        try:
            tree = json.loads(read_input(self.path, _MOST_BYTES))
            if tree["version"] != _VERSION:
                raise ValueError
            return [_kept(each) for each in tree["games"]]
        except (ValueError, KeyError, TypeError, RecursionError):
            told = f"{self.path}: expected the file in which trc-module keeps sides, deadlines and visits."
            raise UserError(f"{told} Move it away, and a new one is begun.") from None

    def _write(self, kept: Sequence[_Kept]) -> None:
        games = [
            {"logs": each.identity.logs, "place": each.identity.place, "begins": each.identity.begins}
            | asdict(each.visit)
            for each in kept
        ]
        text = json.dumps({"version": _VERSION, "games": games}, ensure_ascii=False, indent=1)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(f"{self.path.parent}: {error.strerror or error}.") from None
        write_file(self.path, f"{text}\n".encode())


def _of(kept: Sequence[_Kept], game: GameIdentity) -> _Kept | None:
    """Return what is kept of a game: where most of its logs are known, else where its first log was saved anew."""
    logs = {log[:_DIGITS] for log in game.logs}
    shared = [(len(logs.intersection(each.identity.logs)), each) for each in kept]
    number, found = max(shared, key=lambda each: each[0], default=(0, None))
    if number:
        return found
    there = (game.place, game.begins)
    return next((each for each in kept if all(there) and (each.identity.place, each.identity.begins) == there), None)


_TYPES: Mapping[str, tuple[type, ...]] = {
    each.name: {"str": (str,), "int": (int,), "float": (int, float)}[str(each.type)] for each in fields(Visit)
}


def _kept(tree: Mapping[str, Any]) -> _Kept:
    """Return one game of the file; ValueError, KeyError or TypeError if it is none."""
    if not all(isinstance(tree[name], kinds) for name, kinds in _TYPES.items()):
        raise ValueError
    if not all(isinstance(word, str) for word in (*tree["logs"], tree["place"], tree["begins"])):
        raise ValueError
    identity = GameIdentity(tuple(tree["logs"]), tree["place"], tree["begins"])
    return _Kept(identity, Visit(**{name: tree[name] for name in _TYPES}))
