"""Mails of dice servers on their way to who judges: what they say, and of which logs they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from trc_module.auditing.dice_mail import MailedRoll, mails_text, rolls_of
from trc_module.errors import UserError


@dataclass(frozen=True, slots=True)
class GivenMails:
    """A file of mails that somebody gave: its path, what it said then, and the logs of whose game it is.

    The text is kept without addresses, so that a game is still judged with it when the file has gone.
    """

    path: str
    text: str
    logs: tuple[str, ...]

    @property
    def rolls(self) -> list[MailedRoll]:
        """Return its rolls."""
        return rolls_of(Path(self.path).name, self.text)


def given_mails(paths: Sequence[Path], logs: Iterable[Path]) -> tuple[GivenMails, ...]:
    """Return files of mails, each with the logs of whose game it is: those beside it, of several those of its name.

    Raises:
        UserError: A file cannot be read, or no log lies beside it and there are several.
    """
    known = tuple(logs)
    return tuple(GivenMails(str(path), _checked(path), tuple(_logs_of(path, known))) for path in paths)


def mails_of(paths: Sequence[Path], games: Iterable[tuple[str, Sequence[Path]]]) -> tuple[GivenMails, ...]:
    """Return files of mails as `given_mails` does, of games by their names and logs."""
    return given_mails(paths, [log for _, logs in games for log in logs])


def _checked(path: Path) -> str:
    text = mails_text(path)
    rolls_of(str(path), text)
    return text


def _logs_of(path: Path, logs: Sequence[Path]) -> Iterator[str]:
    if len(logs) == 1:
        yield str(logs[0])
        return
    beside = [log for log in logs if log.resolve().parent == path.resolve().parent]
    if not beside:
        raise UserError(f"{path}: expected the mails beside the logs of their game, found no log in that folder.")
    named = [log for log in beside if _is_named(path.stem, log.stem)]
    yield from map(str, named or beside)


def _is_named(mails: str, log: str) -> bool:
    """Tell whether mails are called as a log: its name, or that and more."""
    rest = mails.removeprefix(log)
    return mails.startswith(log) and not rest[:1].isalnum()


def rolls_for(mails: Iterable[GivenMails], logs: Iterable[str]) -> list[MailedRoll]:
    """Return the rolls of the mails of a game, by the paths of its logs."""
    own = set(logs)
    return [roll for given in mails if own.intersection(given.logs) for roll in given.rolls]
