"""What may be wrong with a file: values to collect, and the errors that end a reading."""

from __future__ import annotations

from dataclasses import dataclass

from trc_module.errors import UserError


class FormatError(UserError):
    """Say in one sentence why the bytes are not what VASSAL writes."""


class ArchiveError(FormatError):
    """Say in one sentence why a zip archive is not opened, read or written."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong at one place of a file that could still be read.

    `place` names where (a path in the build file's tree, a command's number, a piece's id);
    `message` is one sentence.
    """

    place: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"
