"""docs/adding-a-game.md holds word by word: its commands are run, its edits made, its output compared."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from trc_module.cli.main import group
from trc_module.games import find_game
from trc_module.gamespec import GAMES_PATH

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
PACKAGE = "three_hills_rules"
_BLOCK = re.compile(r"(.*?)^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
"""What is said before a block, the kind of the block, and its text."""
_FILE = re.compile(r"`([\w./]+\.\w+)`")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path / "cache"))
    # The program sets it for --games-path.
    monkeypatch.setenv(GAMES_PATH, "")
    monkeypatch.setattr(sys, "path", [*sys.path])
    _forget()
    yield
    _forget()


def _forget() -> None:
    """Each command of the page is a process of its own, which reads the rules anew."""
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]
    find_game.cache_clear()


def _run(command: str) -> str:
    words = shlex.split(command)
    if words[0] == "cd":
        os.chdir(words[1])
        return ""
    assert words[0] == "trc-module"
    _forget()
    result = CliRunner().invoke(group, words[1:])
    assert result.exit_code in (0, 1), f"{command}: {result.output}"
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.output.replace("\\", "/")


def _follow(text: str) -> Iterator[str]:
    """Run the commands of a block; yield each that prints something else than the page says."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        told = _run(command)
        if not doctest.OutputChecker().check_output(expected, told, doctest.ELLIPSIS):
            yield f"{command}: expected\n{expected}\ntold\n{told}"


def _edit(path: Path, lines: list[str]) -> None:
    """Replace a row by another, or remove rows, as the lines of a diff say."""
    text = path.read_text(encoding="utf-8")
    added = "".join(f"{line[1:]}\n" for line in lines if line.startswith("+"))
    for line in lines:
        if line.startswith("-"):
            assert text.count(f"{line[1:]}\n") == 1, f"{path}: {line}"
            text, added = text.replace(f"{line[1:]}\n", added), ""
    path.write_text(text, encoding="utf-8")


def test_whoever_follows_the_page_gets_what_it_says() -> None:
    page = PAGE.read_text(encoding="utf-8")
    blocks = _BLOCK.findall(page)
    assert len(blocks) == page.count("```") // 2
    wrong: list[str] = []
    for above, kind, text in blocks:
        if kind == "console":
            wrong += _follow(text)
            continue
        path = Path(_FILE.findall(above)[-1])
        if kind == "diff":
            _edit(path, text.splitlines())
        else:
            with path.open("a", encoding="utf-8") as file:
                file.write(text)
    assert wrong == []
