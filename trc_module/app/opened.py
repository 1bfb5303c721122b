"""Games that are open on a page: judged once, and kept while somebody looks at them."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from trc_module.app.positions import Positions
from trc_module.archive.files import AS_AGREED, Chosen, Opener
from trc_module.archive.mails import rolls_for
from trc_module.auditing.audit import Audit, audit_chain
from trc_module.auditing.dice_mail import MailedRoll
from trc_module.disk_cache import cache_root
from trc_module.errors import UserError
from trc_module.memory import nothing_collected
from trc_module.replay.chain import join_logs
from trc_module.replay.execution import Executor, execute
from trc_module.replay.several import games_of
from trc_module.report.page import audit_page
from trc_module.report.page.page import Shell
from trc_module.report.page.timeline import Timeline
from trc_module.rules.questions import Questions

MOST_OPEN = 3
"""Games that are kept judged; the least recently used one goes."""


@dataclass(frozen=True)
class OpenGame:
    """A game with its audit; further values are computed from it on demand."""

    name: str
    audit: Audit
    stamps: Mapping[Path, tuple[int, int]]
    """Size and date of its logs when they were read."""
    overlay: str = ""
    """The owner's folder of data with which it is judged."""
    rolls: Sequence[MailedRoll] = ()
    """The rolls that a server mailed to its players."""

    @cached_property
    def timeline(self) -> Timeline:
        """The place of every counter after each step."""
        return Timeline(self.audit.log, self.audit.steps)

    @cached_property
    def positions(self) -> Positions:
        """The positions by step."""
        return Positions(self.audit, self.timeline)

    @property
    def questions(self) -> Questions:
        """The game's answers to questions about positions."""
        return self.audit.log.parts.game.questions

    @property
    def new_from(self) -> int:
        """Return the first step of the log that came last; 0 if there is one log alone."""
        last = len(self.audit.chain.links) - 1
        found = (n for n, origin in enumerate(self.audit.chain.origins, 1) if origin.log == last)
        return next(found, 0) if last else 0

    def warm(self) -> None:
        """Ask one question of each kind, so that the first one of a player is answered as quickly as the others."""
        state = self.positions.at(len(self.audit.steps))
        for key in self.questions.overlays:
            self.questions.overlay(state, key)
        for side, force in state.forces.items():
            supposed = self.questions.to_move(state, side)
            unit = next((unit for unit, at in force.places.items() if not isinstance(at, str)), None)
            if supposed is not None and unit is not None:
                self.questions.reach(supposed.state, unit)

    def page(self, shell: Shell) -> str:
        """Return the audit page, with the app's own tabs."""
        with nothing_collected():
            return audit_page(self.audit, self.audit.findings, cache_root() / "pages", shell, self.timeline)


class Opened:
    """The games that are open."""

    def __init__(
        self, opener: Opener, chosen: Callable[[], Chosen] = lambda: AS_AGREED, executing: Executor = execute
    ) -> None:
        """Know how logs are read, and what was chosen for judging them, which may change while the app runs."""
        self._opener = opener
        self._executing = executing
        self._chosen = chosen
        self._games: dict[str, OpenGame] = {}
        self._judged_last: dict[tuple[Path, ...], tuple[Audit, Mapping[Path, tuple[int, int]]]] = {}
        self._lock = threading.Lock()

    def remember(self, audit: Audit) -> None:
        """Keep an audit that was made to find the games: who drops a log opens its game next."""
        logs = tuple(link.execution.log.path for link in audit.chain.links)
        try:
            kept = audit, {path: _stamp(path) for path in logs}
        except UserError:
            return
        # Its own dict is swapped whole: another thread may be reading it.
        self._judged_last = dict([*self._judged_last.items(), (logs, kept)][-MOST_OPEN:])

    def get(self, name: str, logs: Sequence[Path]) -> OpenGame:
        """Return a game, judged again if its logs have changed; UserError if they cannot be read."""
        stamps = {path: _stamp(path) for path in logs}
        with self._lock:
            game = self._games.pop(name, None)
            chosen = self._chosen()
            rolls = rolls_for(chosen.mails, map(str, logs))
            if game is None or game.stamps != stamps or game.rolls != rolls:
                kept, when = self._judged_last.get(tuple(logs), (None, None))
                self._let_go(MOST_OPEN - 1)
                audit = kept if kept is not None and when == stamps and not rolls else self._judged(logs, chosen)
                game = OpenGame(name, audit, stamps, chosen.overlay, rolls)
            self._games[name] = game
            return game

    def _let_go(self, most: int) -> None:
        """Keep so many games at most: before another is judged, so that none stands beside it in vain."""
        if len(self._games) > most:
            while len(self._games) > most:
                del self._games[next(iter(self._games))]
            # Pieces and stacks know each other, and so do a judge and its helpers.
            gc.collect()

    def _judged(self, logs: Sequence[Path], chosen: Chosen) -> Audit:
        overlay = Path(chosen.overlay) if chosen.overlay else None
        profile = Path(chosen.profile.path) if chosen.profile is not None else None
        with nothing_collected():
            found = self._opener(list(logs), frozenset(chosen.options), overlay, profile)
            games = games_of(join_logs(found, executing=self._executing))
            if len(games) != 1:
                raise UserError("These logs make more than one game.")
            return audit_chain(games[0], rolls_for(chosen.mails, map(str, logs)))


def _stamp(path: Path) -> tuple[int, int]:
    try:
        info = path.stat()
    except OSError as error:
        raise UserError(f"{path.name}: {error.strerror or error}.") from None
    return info.st_size, info.st_mtime_ns
