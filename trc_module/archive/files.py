"""A log on its way to a worker: by its path where both see the same disk, else with all that it holds."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from trc_module.errors import UserError
from trc_module.replay.gamelog import GameLog

Opener = Callable[[Sequence[Path], frozenset[str], Path | None], list[GameLog]]
"""Opens the logs of one game, with the options that they are judged by (none: what the logs say) and corrected data."""


@dataclass(frozen=True, slots=True)
class LogFile:
    """A log: where it was seen, and its content where the worker cannot read it there."""

    path: str
    content: bytes | None = None


@dataclass(frozen=True, slots=True)
class Chosen:
    """How games are judged: optional rules (none: what the logs say), other readings, a folder of corrected data."""

    options: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    """The words by which alternatives of readings are chosen: C33b."""
    overlay: str = ""


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
        try:
            logs = opener(places, frozenset(chosen.options), Path(chosen.overlay) if chosen.overlay else None)
        except UserError as error:
            raise UserError(_renamed(str(error), places, files)) from error
        named = [replace(log, path=Path(file.path)) for log, file in zip(logs, files, strict=True)]
        yield [replace(log, options=log.options | frozenset(chosen.readings)) for log in named]


def _place(folder: Path, number: int, file: LogFile) -> Path:
    if file.content is None:
        return Path(file.path)
    place = folder / str(number) / Path(file.path).name
    place.parent.mkdir()
    place.write_bytes(file.content)
    return place


def _renamed(text: str, places: Sequence[Path], files: Sequence[LogFile]) -> str:
    for place, file in zip(places, files, strict=True):
        text = text.replace(str(place), file.path)
    return text
