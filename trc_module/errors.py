"""The exception for errors that a user has caused and can mend."""

from __future__ import annotations


class UserError(Exception):
    """Say in one sentence what is wrong with an input and what to do about it; more lines may follow.

    The command line prints the message to stderr and exits with code 2; nothing else of the
    program may end a run on account of bad input.
    """

    def __str__(self) -> str:
        return "\n    ".join(map(str, self.args))
