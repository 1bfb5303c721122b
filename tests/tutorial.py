"""Follows a page of the handbook word by word: runs its commands, makes its edits, compares what is printed.

A block of kind `console` holds commands after `$` and what they print, with `...` for what may differ. A block of
another kind is appended to the file that the text before it names last; one of kind `diff` replaces and removes rows
there.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

from click.testing import CliRunner

from trc_module.cli.main import group

_BLOCK = re.compile(r"(.*?)^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
"""The text before a block, the kind of the block, and its text."""
_FILE = re.compile(r"`([\w./-]+\.\w+)`")


def differences(page: Path, before_each: Callable[[], None] = lambda: None) -> list[str]:
    """Return what a page says otherwise than it is; commands run in the current folder.

    `before_each` runs before each command, which is a process of its own for whoever follows the page.
    """
    text = page.read_text(encoding="utf-8")
    blocks = _BLOCK.findall(text)
    assert len(blocks) == text.count("```") // 2
    wrong: list[str] = []
    for above, kind, block in blocks:
        if kind == "console":
            wrong += _follow(block, before_each)
            continue
        path = Path(_FILE.findall(above)[-1])
        path.parent.mkdir(parents=True, exist_ok=True)
        if kind == "diff":
            _edit(path, block.splitlines())
        else:
            with path.open("a", encoding="utf-8") as file:
                file.write(block)
    return wrong


def _follow(block: str, before_each: Callable[[], None]) -> Iterator[str]:
    """Run the commands of a block; yield each that prints something else than the page says."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        told = _run(command, before_each)
        if not doctest.OutputChecker().check_output(expected, told, doctest.ELLIPSIS):
            yield f"{command}: expected\n{expected}\ntold\n{told}"


def _run(command: str, before_each: Callable[[], None]) -> str:
    words = shlex.split(command)
    if words[0] == "cd":
        os.chdir(words[1])
        return ""
    if words[0] == "mkdir":
        Path(words[1]).mkdir()
        return ""
    assert words[0] == "trc-module"
    before_each()
    result = CliRunner().invoke(group, words[1:])
    assert isinstance(result.exception, SystemExit | None), f"{command}: {result.exception}"
    assert result.exit_code in (0, 1), f"{command}: {result.output}"
    return result.output.replace("\\", "/")


def _edit(path: Path, lines: list[str]) -> None:
    """Replace a row by another, or remove rows, as the lines of a diff say."""
    text = path.read_text(encoding="utf-8")
    added = "".join(f"{line[1:]}\n" for line in lines if line.startswith("+"))
    for line in lines:
        if line.startswith("-"):
            assert text.count(f"{line[1:]}\n") == 1, f"{path}: {line}"
            text, added = text.replace(f"{line[1:]}\n", added), ""
    path.write_text(text, encoding="utf-8")
