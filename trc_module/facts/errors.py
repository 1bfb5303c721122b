"""The error of a data file that does not say what its reader needs."""

from __future__ import annotations

from collections.abc import Sequence
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


class DataErrorGroup(DataError):  # noqa: N818 - named as the built-in ExceptionGroup is
    """Several of them, a line each; path, line and field are those of the first."""

    def __init__(self, errors: Sequence[DataError]) -> None:
        first = errors[0]
        super().__init__(first.path, first.expected, first.found, line=first.line, field=first.field)
        self.errors = tuple(dict.fromkeys(inner for error in errors for inner in each(error)))
        self.args = tuple(dict.fromkeys(map(str, self.errors)))

    def __str__(self) -> str:
        return "\n".join(self.args)


def each(error: DataError) -> tuple[DataError, ...]:
    """Return the single errors that an error collects, or the error itself."""
    return error.errors if isinstance(error, DataErrorGroup) else (error,)


class Collected:
    """Goes on after an error of the data, so that a run tells all of them: each `with` may fail, `close` tells.

    A caller that uses what the parts have made calls `close` first.
    """

    def __init__(self) -> None:
        self._errors: list[DataError] = []

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if isinstance(error, DataError):
            self._errors.append(error)
            return True
        return False

    def close(self) -> None:
        """Raise what was wrong, one error or several; nothing if all went well."""
        if len(self._errors) == 1:
            raise self._errors[0]
        if self._errors:
            raise DataErrorGroup(self._errors)
