"""Each line of a game's data files left out, doubled or called otherwise, and what lint says of it.

    python -m tests.systems.kit.changed_files FOLDER

prints the changes of which lint says nothing, for a reader to judge; what makes it fail otherwise ends the run.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_NAMED = re.compile(r'^\s*("[^"]+"|[\w.-]+)\s*=|^\[+([^\]]+)\]+')
_WRITTEN = frozenset({"piece_numbers.csv"})
"""Files that the program writes itself."""


class Change(NamedTuple):
    """One change of a file."""

    kind: str
    line: int
    text: str
    must_be_told: bool


def data_files(folder: Path) -> list[str]:
    """Return the files of a game that its maker writes as tables, by their names in its folder."""
    found = [path for path in sorted(folder.rglob("*")) if path.suffix in (".toml", ".csv")]
    return [path.relative_to(folder).as_posix() for path in found if path.name not in _WRITTEN]


def changes(text: str) -> Iterator[Change]:
    """Yield the changes of a file: a line left out or doubled, a key or a table called otherwise, a row cut short."""
    lines = text.splitlines()

    def changed(kind: str, at: int, new: list[str], *, told: bool) -> Change:
        return Change(kind, at + 1, "\n".join([*lines[:at], *new, *lines[at + 1 :]]) + "\n", told)

    for at, line in enumerate(lines):
        if not line.strip() or line.startswith("#"):
            continue
        yield changed("left out", at, [], told=False)
        match = _NAMED.match(line)
        # A table of an array may be empty; a row of letters twice is a row too many.
        yield changed("doubled", at, [line, line], told=bool(match) and not line.startswith("[["))
        if match:
            group = 1 if match.group(1) else 2
            key, end = match.group(group), match.end(group)
            other = f'{key[:-1]}q"' if key.endswith('"') else f"{key}q"
            # The keys of some tables are names: a text of the module, a result or a letter that nothing else uses.
            yield changed("renamed", at, [f"{line[: match.start(group)]}{other}{line[end:]}"], told=False)
        elif "," in line:
            yield changed("cut", at, [line.rpartition(",")[0]], told=False)


def main(folder: Path) -> None:
    """Print what lint does not tell."""
    from tests.systems.kit.support import told_by_lint

    with tempfile.TemporaryDirectory() as name:
        copy = shutil.copytree(folder, Path(name) / folder.name)
        count = 0
        for file in data_files(copy):
            text = (copy / file).read_text(encoding="utf-8")
            for change in changes(text):
                (copy / file).write_text(change.text, encoding="utf-8")
                count += 1
                if not told_by_lint(copy):
                    print(f"{file}, line {change.line}, {change.kind}: {text.splitlines()[change.line - 1]}")
            (copy / file).write_text(text, encoding="utf-8")
        print(f"{count} changes.")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
