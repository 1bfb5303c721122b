"""Data in TOML that errata may correct between reading and shaping, with the line of whatever is wrong."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import msgspec

from trc_module.facts.choices import meant
from trc_module.facts.decoding import explain, fields_at, read_bytes, steps_of
from trc_module.facts.errors import DataError, DataErrorGroup
from trc_module.facts.parsing import parse_toml
from trc_module.facts.source import Source

T = TypeVar("T")

_HEADER = re.compile(r"\s*+(\[\[?)([^\[\]]+)\]")


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file as a tree of dicts and lists; DataError names the line if it is missing, no UTF-8 or no TOML."""
    try:
        return parse_toml(read_bytes(path).decode("utf-8"))
    except ValueError as error:
        line = re.search(r"\(at line (\d+)", str(error))
        raise DataError(path, f"TOML ({error})", line=int(line[1]) if line else None) from None


def shape(tree: Any, kind: type[T], path: Path, *, at: Sequence[str | int] = ()) -> T:
    """Turn a tree that was read from `path`, and perhaps corrected since, into `kind`, a msgspec type or dataclass.

    `at` tells where in the file the tree stands, if it is a part of it; msgspec cannot name the keys of a dict, so a
    file whose keys are names of its own is shaped part by part. DataError names the line of the key that is wrong,
    what was expected and what stands there.
    """
    try:
        return msgspec.convert(tree, kind)
    except msgspec.ValidationError as error:
        errors = list(_all_wrong(tree, kind, path, at, error))
        raise (errors[0] if len(errors) == 1 else DataErrorGroup(errors)) from None


_MOST_TOLD = 20
"""The errors of one tree that are told."""


def _all_wrong(
    tree: Any, kind: Any, path: Path, at: Sequence[str | int], error: msgspec.ValidationError
) -> Iterator[DataError]:
    """Yield what is wrong in a tree: the decoder stops at the first, so that is taken out and the rest tried."""
    left, tables = copy.deepcopy(tree), list[list[str | int]]()
    for _ in range(_MOST_TOLD):
        unknown = re.search(r"unknown field `([^`]+)`", str(error))
        steps = _named(left, steps_of(error), unknown[1] if unknown else None)
        if "missing required field" in str(error):
            # A key that was taken out of this table may be the one, misspelt.
            if steps not in tables:
                misspelt = list(_unknown_above(left, kind, path, at, steps))
                yield from misspelt or [explain(path, error, left, kind, line_of(path, [*at, *steps]))]
            return
        wrong = [*steps, *([unknown[1]] if unknown else [])]
        yield explain(path, error, left, kind, line_of(path, [*at, *wrong]))
        if not _taken_out(left, wrong):
            return
        tables.append(wrong[:-1])
        try:
            msgspec.convert(left, kind)
        except msgspec.ValidationError as other:
            error = other
        else:
            return


def _unknown_above(
    tree: Any, kind: Any, path: Path, at: Sequence[str | int], steps: Sequence[str | int]
) -> Iterator[DataError]:
    """Yield the unknown keys of a table that lacks one, and of those around it: one may be what is missing."""
    for depth in range(len(steps) + 1):
        known = fields_at(kind, steps[:depth])
        for key in tree if known and isinstance(tree, dict) else ():
            if key not in known:
                expected = f"one of the fields {', '.join(known)}{meant(key, known)}"
                yield DataError(path, expected, key, line=line_of(path, [*at, *steps[:depth], key]), field=key)
        try:
            tree = tree[steps[depth]]
        except (KeyError, IndexError, TypeError):
            return


def _named(tree: Any, steps: list[str | int], wrong: str | None) -> list[str | int]:
    """Return the steps to a wrong key with the names of the game's own that the decoder does not tell."""
    found: list[str | int] = []
    for number, step in enumerate(steps):
        if step == "..." and isinstance(tree, dict):
            after = steps[number + 1] if number + 1 < len(steps) else wrong
            step = next((key for key, each in tree.items() if isinstance(each, dict) and after in each), step)
        found.append(step)
        try:
            tree = tree[step]
        except (KeyError, IndexError, TypeError):
            tree = None
    return found


def _taken_out(tree: Any, steps: Sequence[str | int]) -> bool:
    """Take a key out of a tree; False if it is not there, or in a list, whose others would be counted anew."""
    for step in steps[:-1]:
        try:
            tree = tree[step]
        except (KeyError, IndexError, TypeError):
            return False
    if not steps or not isinstance(tree, dict) or steps[-1] not in tree:
        return False
    del tree[steps[-1]]
    return True


def table_at(tree: Any, path: Path, *steps: str) -> dict[str, Any]:
    """Return the table at `steps` of a tree, an empty one if it has none; DataError names the line of what is no table.

    The owner's files are laid over ours, so that a value may stand where our file has a table.
    """
    for number, step in enumerate(steps, 1):
        tree = tree.get(step, {})
        if not isinstance(tree, dict):
            place = steps[:number]
            raise DataError(path, f"a table [{_dotted(place)}]", str(tree), line=line_of(path, place), field=step)
    return cast(dict[str, Any], tree)


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
    told = path.stat()
    seen: dict[str, int] = {}
    prefix: list[str] = []
    best: tuple[int, int] | None = None
    for number, (array, name, parts) in enumerate(_marks(path, (told.st_mtime_ns, told.st_size)), 1):
        if name is not None:
            prefix = parts
            seen[name] = seen.get(name, -1) + 1
            if array and seen[name] != index and prefix == wanted[: len(prefix)]:
                prefix = ["\0"]  # another element of the same array
            # A table may be there by the tables in it alone.
            shared = min(len(prefix), len(wanted))
            depth = shared if prefix[:shared] == wanted[:shared] else 0
        else:
            keys = prefix + parts if parts else ["\0"]
            depth = len(keys) if keys == wanted[: len(keys)] else 0
        if depth and (best is None or depth > best[0]):
            best = (depth, number)
    return best[1] if best else None


_Mark: TypeAlias = tuple[bool, str | None, list[str]]
"""A line: whether it is the header of an element of an array, the header's name if it is one, and its keys."""


@lru_cache(maxsize=64)
def _marks(path: Path, stamp: tuple[int, int]) -> tuple[_Mark, ...]:
    """Return what each line of a file begins, as the file is at a time."""
    return tuple(map(_mark, path.read_text(encoding="utf-8").splitlines()))


def _mark(line: str) -> _Mark:
    header = _HEADER.match(line)
    if header:
        name = header.group(2).strip()
        return header.group(1) == "[[", name, [part.strip().strip("\"'") for part in name.split(".")]
    key = line.partition("=")[0].strip() if "=" in line else ""
    if key[:1] in ("'", '"'):
        return False, None, [key.strip("\"'")]
    return False, None, key.split(".") if key else []


def _dotted(steps: Sequence[str | int]) -> str:
    return ".".join(str(step + 1) if isinstance(step, int) else step for step in steps)
