"""Lint tells of a rule that nothing carries out, with the line of the rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.facts import DataError
from trc_module.module.checks import inspect
from trc_module.newgame import write_skeleton


def test_a_rule_that_nothing_carries_out_is_told_by_lint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path / "cache"))
    write_skeleton(tmp_path / "hills", "Hills")
    assert inspect(tmp_path / "hills").problems == ()
    path = tmp_path / "hills" / "rules" / "rules.rules"
    with path.open("a", encoding="utf-8") as file:
        file.write("\n5.1  Nobody looks back\nNever.\nlog: nothing.\ndata: none.\n  at: turn 1 north movement\n  end\n")
    with pytest.raises(
        DataError, match=r"rules\.rules, line 107: expected a table of rules/basics\.toml that names it"
    ):
        inspect(tmp_path / "hills")
