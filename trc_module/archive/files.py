"""A log on its way to a worker: by its path where both see the same disk, else with all that it holds."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from trc_module.archive.mails import GivenMails
from trc_module.errors import UserError
from trc_module.files import read_input
from trc_module.replay.gamelog import GameLog

Opener = Callable[[Sequence[Path], frozenset[str], Path | None, Path | None], list[GameLog]]
"""Opens the logs of one game: their files, the options that they are judged by (none: what the logs say), a folder of
corrected data, and a profile of another module (none: one that comes with us)."""

LARGEST_LOG = 128 << 20
"""Bytes of a file that is added; the packed log of a game that took 465 MB has under 100."""


@dataclass(frozen=True, slots=True)
class LogFile:
    """A log: where it was seen, and its content where the worker cannot read it there."""

    path: str
    content: bytes | None = None


@dataclass(frozen=True, slots=True)
class GivenProfile:
    """A profile of another module that somebody gave: the path of its file, and what the file held then (TOML).

    The text is kept, so that a game is still judged with it when the file has changed or gone.
    """

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """The choices with which games are judged.

    Optional rules (none: those that the logs state), other readings, a folder of corrected data, a profile of another
    module, mails of dice servers.
    """

    options: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    """The words by which alternatives of readings are chosen: C33b."""
    overlay: str = ""
    profile: GivenProfile | None = None
    """None: one that comes with us, where the logs are of another module."""
    mails: tuple[GivenMails, ...] = ()
    """The mails of dice servers."""


AS_AGREED = Chosen()
"""As the logs say, and with the data that we have."""


@contextmanager
def opened(files: Sequence[LogFile], opener: Opener, chosen: Chosen) -> Iterator[list[GameLog]]:
    """Open the logs of a game; they are called by the paths at which they were seen, wherever they are read from.

    Raises:
        UserError: They cannot be read, or not as one game.
    """
    with tempfile.TemporaryDirectory(prefix="trc-module-") as folder:
        places = [_place(Path(folder), number, file) for number, file in enumerate(files)]
        overlay = Path(chosen.overlay) if chosen.overlay else None
        profile = _write_profile(Path(folder), chosen.profile)
        try:
            logs = opener(places, frozenset(chosen.options), overlay, profile)
        except UserError as error:
            told = _renamed(str(error), places, files)
            if profile is not None and chosen.profile is not None:
                told = told.replace(str(profile), chosen.profile.path)
            raise UserError(told) from error
        named = [replace(log, path=Path(file.path)) for log, file in zip(logs, files, strict=True)]
        yield [replace(log, options=log.options | frozenset(chosen.readings)) for log in named]


def given_profile(path: Path | None) -> GivenProfile | None:
    """Return a profile as its file has it now; None for none.

    Raises:
        UserError: The file cannot be read.
    """
    if path is None:
        return None
    try:
        return GivenProfile(str(path), read_input(path).decode())
    except UnicodeDecodeError:
        raise UserError(f"{path}: expected a profile (TOML, UTF-8), found bytes that are not text.") from None
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}.") from None


def _write_profile(folder: Path, given: GivenProfile | None) -> Path | None:
    if given is None:
        return None
    path = folder / "profile" / _plain(given.path, "profile.toml")
    path.parent.mkdir()
    path.write_text(given.text, encoding="utf-8")
    return path


def _place(folder: Path, number: int, file: LogFile) -> Path:
    if file.content is None:
        return Path(file.path)
    place = folder / str(number) / _plain(file.path, "log.vlog")
    place.parent.mkdir()
    place.write_bytes(file.content)
    return place


def _plain(path: str, instead: str) -> str:
    """Return the name of a file, or another where it is none that every system takes: an archive may say anything."""
    name = Path(path).name
    return name if _PLAIN.fullmatch(name) else instead


_PLAIN = re.compile(r"\w[\w ()+,-]{0,50}\.\w{1,10}")


def _renamed(text: str, places: Sequence[Path], files: Sequence[LogFile]) -> str:
    for place, file in zip(places, files, strict=True):
        text = text.replace(str(place), file.path)
    return text
