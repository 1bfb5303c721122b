"""Data in TOML: read, shaped by msgspec, with the line of whatever is wrong."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from trc_module.facts.errors import DataError
from trc_module.facts.source import Source

T = TypeVar("T")

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?")
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)|\[\.\.\.\]")


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file as a tree of dicts and lists.

    DataError names the line if the file is missing, no UTF-8 or no TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError(path, "a readable file", error.strerror) from None
    except UnicodeDecodeError:
        raise DataError(path, "text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        message, _, place = str(error).partition(" (at line ")
        line = re.match(r"\d+", place)
        raise DataError(path, "TOML", message, line=int(line.group()) if line else None) from None


def shape(tree: Any, kind: type[T], path: Path) -> T:
    """Turn a tree that was read from `path` into `kind`, a msgspec type or dataclass.

    DataError names the line of the key that is wrong, what was expected and what stands there.
    """
    try:
        return msgspec.convert(tree, kind)
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at `$")
        steps = _steps(place.rstrip("`"))
        unknown = re.search(r"unknown field `(.+)`", message)
        if unknown:
            steps.append(unknown.group(1))
        expected, _, found = message.removeprefix("Expected ").partition(", got ")
        raise DataError(
            path, expected.replace("`", ""), found.strip("`") or None, line=line_of(path, steps), field=_dotted(steps)
        ) from None


def parse_source(text: str, path: Path, steps: Sequence[str | int]) -> Source:
    """Read a source that stands at `steps` of a TOML file; DataError if it is none."""
    try:
        return Source.parse(text)
    except ValueError as error:
        raise DataError(path, str(error), text, line=line_of(path, steps), field=_dotted(steps)) from None


def line_of(path: Path, steps: Sequence[str | int]) -> int | None:
    """Return the line, from 1, on which the value at `steps` (keys, and indexes from 0) begins, if it can be told."""
    if not path.is_file():
        return None
    wanted = [step for step in steps if isinstance(step, str)]
    index = next((step for step in steps if isinstance(step, int)), 0)
    seen: dict[str, int] = {}
    prefix: list[str] = []
    best: tuple[int, int] | None = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        header = _HEADER.match(line)
        if header:
            name = header.group(2)
            prefix = [part.strip().strip("\"'") for part in name.split(".")]
            seen[name] = seen.get(name, -1) + 1
            if header.group(1) == "[[" and seen[name] != index and prefix == wanted[: len(prefix)]:
                prefix = ["\0"]  # another element of the same array
            depth = len(prefix) if prefix == wanted[: len(prefix)] else 0
        else:
            key = line.partition("=")[0].strip().strip("\"'") if "=" in line else None
            keys = prefix + key.split(".") if key else ["\0"]
            depth = len(keys) if keys == wanted[: len(keys)] else 0
        if depth and (best is None or depth > best[0]):
            best = (depth, number)
    return best[1] if best else None


def _steps(place: str) -> list[str | int]:
    def walk() -> Iterator[str | int]:
        for match in _STEP.finditer(place):
            if match.group(1):
                yield int(match.group(1))
            elif match.group(2):
                yield match.group(2)

    return list(walk())


def _dotted(steps: Sequence[str | int]) -> str:
    return ".".join(str(step + 1) if isinstance(step, int) else step for step in steps)
