"""The error of a data file that does not say what its reader needs."""

from __future__ import annotations

from pathlib import Path

from trc_module.errors import UserError


class DataError(UserError):
    """Name the file, the line and the field that are wrong, what was expected and what stands there."""

    def __init__(
        self, path: Path | str, expected: str, found: str | None = None, *, line: int | None = None, field: str = ""
    ) -> None:
        self.path = Path(path)
        self.line = line
        self.field = field
        self.expected = expected
        self.found = found
        place = str(path) + (f", line {line}" if line is not None else "") + (f", field '{field}'" if field else "")
        tail = f", found {found!r}" if found is not None else ""
        super().__init__(f"{place}: expected {expected}{tail}")
