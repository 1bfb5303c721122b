"""The examples of docs/library.md run as they stand there, from top to bottom."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tests.archive.games import compose_game
from trc_module.module.inputs import ModuleInputs

PAGE = Path(__file__).parents[2] / "docs" / "library.md"
_BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.DOTALL | re.MULTILINE)


WEEK = """game: trc
at: turn 2 axis impulse 1 movement clear
on Y20: ger-12-inf
move ger-12-inf Y20 Y19 Y18 Y17 Y16 Y15
end
"""
"""The game in the log that the page audits."""


def test_the_examples_print_what_they_say(parts: ModuleInputs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    compose_game(parts, WEEK, tmp_path / "week1.vlog")
    text = PAGE.read_text(encoding="utf-8")
    blocks = _BLOCK.findall(text)
    assert len(blocks) == text.count("```") // 2
    told: list[str] = []
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
    assert (result.failed, "".join(told)) == (0, "")
    assert result.attempted > 50
