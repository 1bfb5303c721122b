"""Names of entries as paths that every system takes, and back.

Signs that some system does not take are written as in web addresses (`%3F` for a question mark), and so is the first
letter of a name that some system would confuse with another one (`A.png` and `a.png`) or with a device (`con.png`).
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from urllib.parse import unquote

from trc_module.vassal.problems import FormatError

_SIGNS = re.compile(r'[%<>:"|?*\\\x00-\x1f\x7f]|[. ]$')
_DEEPEST = 51
_DEVICES = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)", re.IGNORECASE)


def _encoded(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode("utf-8", "surrogatepass"))


class PathNames:
    """The paths given to the entries of one folder so far."""

    def __init__(self) -> None:
        self._taken: dict[tuple[str, ...], tuple[str, bool]] = {}

    def path_of(self, name: str) -> PurePosixPath:
        """Return an entry's path, like that of no entry before.

        Raises:
            FormatError: The name has an empty part, as in `a//b`, or one of signs alone is both file and folder; or it
                lies in more than 50 folders.
        """
        parts = name.split("/")
        if len(parts) > _DEEPEST:
            raise FormatError(
                f"the entry '{name[:60]}...' lies in {len(parts) - 1} folders, one in another: 50 are written."
            )
        given: tuple[str, ...] = ()
        for number, part in enumerate(parts):
            given = (*given, self._free(given, part, is_file=number == len(parts) - 1))
        return PurePosixPath(*given)

    def _free(self, parents: tuple[str, ...], part: str, *, is_file: bool) -> str:
        folder = tuple(parent.casefold() for parent in parents)
        first = 1 if _DEVICES.match(part) or part in (".", "..") or part.casefold() == ".git" else 0
        for count in range(first, len(part) + 1):
            candidate = _encoded(part[:count]) + _SIGNS.sub(lambda match: _encoded(match[0]), part[count:])
            # Folders are met again for every entry in them, files never.
            if candidate and self._taken.setdefault((*folder, candidate.casefold()), (part, is_file)) == (
                part,
                is_file,
            ):
                return candidate
        whole = "/".join((*parents, part))
        raise FormatError(
            f"the entry '{whole}' has an empty name in its path, or one that is a file as well: no folder can hold it."
        )


def name_of(path: PurePosixPath) -> str:
    """Return the entry's name that a path stands for."""
    return "/".join(unquote(part, errors="surrogatepass") for part in path.parts)
