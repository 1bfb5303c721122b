"""A game is measured as a maker does it, and two builds of its rules are told apart."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from click.testing import CliRunner

from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.gamespec.spec import BASICS
from trc_module.newgame import write_skeleton
from trc_module.rules.finder import find_game, known_game
from trc_module.rules.record import Record, read_record
from trc_module.trials.logs import Logs
from trc_module.trials.play import Played
from trc_module.trials.trying import _examples

BY_HAND = Path(__file__).parents[1] / "newgame" / "by_hand" / "rules"
"""The rules of the skeleton of a new game, in Python."""
PACKAGE = "hills_by_hand"


@pytest.fixture
def hills(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "path", [*sys.path])
    write_skeleton(tmp_path / "hills", "Hills")
    yield tmp_path / "hills"
    known_game.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


@pytest.fixture
def by_hand(hills: Path, tmp_path: Path) -> Path:
    """Return the folder of the same game with its rules in Python."""
    folder = Path(shutil.copytree(hills, tmp_path / "other" / "hills"))
    (folder / BASICS).unlink()
    shutil.copytree(BY_HAND, folder / PACKAGE)
    path = folder / "game.toml"
    path.write_text(f'package = "{PACKAGE}"\n{path.read_text(encoding="utf-8")}', encoding="utf-8")
    return folder


def _told(*words: str) -> tuple[int, list[str]]:
    result = CliRunner().invoke(group, ["test", *words])
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result.exit_code, result.output.splitlines()


def test_a_sound_game_is_told_of_in_a_line_for_each_trial(hills: Path) -> None:
    code, lines = _told(str(hills), "--games", "1", "--turns", "3")
    assert code == 0
    words = [line.partition(":")[0] for line in lines if not line.startswith(" ")]
    assert words == [
        f"ok    {trial}"
        for trial in (
            "data",
            "rules",
            "examples",
            "records",
            "self-play",
            "logs",
            "forgotten keys",
            "an untidy player",
            "crimes",
        )
    ]
    assert "ok    rules: 10, of which 9 are carried out by a table or a function." in lines
    assert "ok    examples: 10 of the rulebook, 0 not as they say." in lines
    assert "ok    records: 1 with 1 expectation, 0 not met." in lines


def test_what_is_wrong_with_a_game_is_told_and_counts(hills: Path) -> None:
    path = hills / BASICS
    path.write_text(path.read_text(encoding="utf-8").replace("most = 2", "most = 1"), encoding="utf-8")
    code, lines = _told(str(hills), "--games", "1", "--turns", "1")
    assert code == 1
    assert "wrong examples: 10 of the rulebook, 1 not as they say." in lines
    (first, fault) = (line for line in lines if "rules.rules, line" in line)
    assert first.endswith("told '3.3 north-1 north-2 C3' [rules]")
    assert fault.endswith("told '3.3 north-1 north-2 C3'")
    assert "wrong data: game, map, units, charts, module, 1 error." in lines
    assert lines[-1] == "2 trials with something to look at."


def test_the_rules_as_data_and_those_by_hand_are_the_same(hills: Path, by_hand: Path) -> None:
    code, lines = _told(
        str(hills), "--against", str(by_hand), "--games", "3", "--turns", "4", "--acts", "600", "--records", "120"
    )
    assert (code, len(lines)) == (0, 1)
    assert lines[0].startswith(f"ok    against {by_hand}: 600 acts drawn by lot, ")
    assert lines[0].endswith(" and 120 changed records: 0 differences.")


def test_another_rule_is_a_difference(hills: Path, by_hand: Path) -> None:
    path = hills / BASICS
    path.write_text(
        path.read_text(encoding="utf-8").replace("movement = {}", "movement = { each-hex = 1 }"), encoding="utf-8"
    )
    code, lines = _told(str(hills), "--against", str(by_hand), "--turns", "2", "--acts", "300", "--records", "20")
    assert code == 1
    assert any("the other says [('3.1', 'violation', " in line for line in lines)


def test_a_folder_with_other_units_is_no_build_of_the_game(hills: Path, by_hand: Path) -> None:
    path = by_hand / "units.csv"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\nsouth-h,", "\nsouth-k,"), encoding="utf-8")
    with pytest.raises(UserError, match=r"expected the units of .*hills: the same game, with other rules"):
        CliRunner().invoke(group, ["test", str(hills), "--against", str(by_hand)], catch_exceptions=False)


def test_an_example_is_played_with_the_options_that_it_asks_for() -> None:
    rule = find_game("trc").book.rules["26.1a"]
    book = SimpleNamespace(under=lambda chapter: [rule], rules={"26.1a": rule})
    trial = _examples(cast(Any, SimpleNamespace(name="trc", book=book)), find_game)
    assert (trial.words, trial.faults) == ("1 of the rulebook, 0 not as they say", ())


def test_who_forgets_the_only_trace_of_an_act_that_is_demanded_is_rightly_told_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = "game: trc\nscenario: none\nat: turn 3 axis impulse 2 end clear\ncontrol: Smolensk axis, S12 axis\n"
    done = read_record(f"{head}convert P14 Q13 R13 S12\nend\n", "rails.game", find_game)
    told: list[Any] = [SimpleNamespace(rule="9.4.3b", accuses=True), SimpleNamespace(rule="7.2", accuses=True)]

    def tried(record: Record, source: str) -> SimpleNamespace:
        """Judge that rails were not converted where no act converts them."""
        converted = any(type(line.entry).__name__ == "Convert" for line in record.lines)
        findings = () if converted else told[:1]
        return SimpleNamespace(outcomes=[SimpleNamespace(told=SimpleNamespace(findings=findings))])

    monkeypatch.setattr("trc_module.trials.logs.try_record", tried)
    acts = [line.entry for line in done.lines]
    played = Played(cast(Any, acts), [done.start] * len(acts))
    logs = Logs(done.game, cast(Any, None), tmp_path)
    assert logs._not_for_the_act_itself(played, {"CONVERT"}, told) == told[1:]
    # The loss of another act's line is no reason to leave the conversion out of the record.
    assert logs._not_for_the_act_itself(played, {"MOVE"}, told) == told
