"""Problems of a file: values to collect, and the errors that end a reading."""

from __future__ import annotations

from dataclasses import dataclass

from trc_module.errors import UserError
from trc_module.printable import printable


class FormatError(UserError):
    """Say in one sentence why the bytes are not what VASSAL writes.

    The sentence may quote the file, which may hold anything: it is made printable.
    """

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


class ArchiveError(FormatError):
    """Say in one sentence why a zip archive is not opened, read or written."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong at one place of a file that could still be read.

    `place` names where (a path in the build file's tree, a command's number, a piece's id);
    `message` is one sentence. Both are made printable. `plain` is one for players, without numbers of commands or
    ids, the same for all problems of its kind; '' where only makers of modules are told.
    """

    place: str
    message: str
    plain: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "place", printable(self.place))
        object.__setattr__(self, "message", printable(self.message))

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"
