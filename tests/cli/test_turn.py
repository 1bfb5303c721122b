"""`trc-module turn`: whose turn it is in the games of a folder."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.replay.script import CLEAR, Script
from trc_module.archive.crew import ITSELF, Crew
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.module.inputs import ModuleInputs

START = CLEAR + "on I23: ger-39-pz ger-57-pz\non J21: rus-3-inf\n"


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Read logs in this process, and keep visits of this test alone."""
    monkeypatch.setattr("trc_module.app.turn_lists.new_crew", lambda: Crew(ITSELF))
    monkeypatch.setenv("TRC_MODULE_HOME", str(tmp_path / "home"))


@pytest.fixture
def folder(parts: ModuleInputs, tmp_path: Path) -> Path:
    found = tmp_path / "games"
    found.mkdir()
    Script(parts, START, found / "week1.vlog").move("ger-39-pz", "I22", "H22").write()
    return found


def turn(folder: Path, *words: object) -> Result:
    return CliRunner().invoke(group, ["turn", *map(str, (folder, *words))], catch_exceptions=False)


def tree(folder: Path, *words: object) -> Any:
    return json.loads(turn(folder, "--json", *words).stdout)


def test_it_says_whose_turn_it_is_once_it_knows_who_asks(folder: Path) -> None:
    before = sorted((path.name, path.read_bytes()) for path in folder.iterdir())
    first = turn(folder)
    assert (first.exit_code, first.output.splitlines()) == (
        0,
        [
            "The Russian Campaign: Axis player (axis) and Russian player (russian)",
            "  turn 1 axis impulse 1 movement: to move: axis",
            "  Say which side you play: --side axis or russian.",
            "  Not looked at before.",
            "  nothing found: week1.vlog",
        ],
    )
    said = turn(folder, "--side", "axis")
    assert said.exit_code == 1
    assert said.output.splitlines()[1:3] == [
        "  turn 1 axis impulse 1 movement: your turn",
        "  Nothing new since your last visit.",
    ]
    # It is known from then on, and the other side's turn is not one's own.
    assert turn(folder).exit_code == 1
    assert turn(folder, "--side", "russian").exit_code == 0
    # Nothing is written where the logs lie.
    assert sorted((path.name, path.read_bytes()) for path in folder.iterdir()) == before


def test_it_says_what_is_new_until_that_was_looked_at(folder: Path, parts: ModuleInputs) -> None:
    assert tree(folder, "--side", "axis")["games"][0]["steps"] == 2
    more = Script(parts, START, folder / "week2.vlog").move("ger-39-pz", "I22", "H22")
    more.move("ger-57-pz", "I22").write()
    peeked = turn(folder, "--peek")
    assert "  New since your last visit: 1 step, from step 3 on." in peeked.output.splitlines()
    (game,) = tree(folder)["games"]
    assert (game["newSteps"], game["newFrom"], game["mine"], [Path(log).name for log in game["logs"]]) == (
        1,
        3,
        "axis",
        ["week1.vlog", "week2.vlog"],
    )
    assert tree(folder)["games"][0]["newSteps"] == 0


def test_a_deadline_is_kept_and_told(folder: Path) -> None:
    assert tree(folder)["games"][0]["due"] is None
    due = tree(folder, "--days", 3, "--off", "sat,sun")["games"][0]["due"]
    assert due["left"] >= 3
    assert tree(folder, "--language", "de")["games"][0]["due"]["day"] == due["day"]
    assert f"  Answer due by {due['words']} ({due['left']} days left)." in turn(folder).output.splitlines()
    assert tree(folder, "--days", 0)["games"][0]["due"] is None


def test_one_of_two_games_with_logs_of_one_name(folder: Path, parts: ModuleInputs) -> None:
    (folder / "south").mkdir()
    other = Script(parts, START.replace("on J21: rus-3-inf\n", ""), folder / "south" / "south.vlog")
    other.move("ger-57-pz", "I22").write()
    turn(folder, "--log", "south.vlog", "--side", "axis")
    assert sorted(game["mine"] for game in tree(folder)["games"]) == ["", "axis"]
    assert tree(folder, "--log", "south.vlog")["yourTurns"] == 1


def test_files_that_cannot_be_read_are_named(folder: Path) -> None:
    (folder / "half.vlog").write_bytes((folder / "week1.vlog").read_bytes()[:200])
    (folder / "notes.txt").write_text("no log")
    lines = turn(folder).output.splitlines()
    assert lines[-2] == "1 file could not be read:"
    assert lines[-1].startswith("half.vlog: 'half.vlog' is not a complete zip archive")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--side", "french"], "week1.vlog: there is no side 'french': expected axis or russian."),
        (["--off", "sat"], "give --days too"),
        (["--days", "3", "--holidays", "soon"], "'soon': expected a day as 2026-12-24"),
        (["--log", "week9.vlog"], "There is no game with a log 'week9.vlog' in "),
        (["--language", "fr"], "There is no language 'fr': expected en, de, it."),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_kept(folder: Path, words: list[str], told: str) -> None:
    with pytest.raises(UserError) as error:
        turn(folder, *words)
    assert told in str(error.value)
    assert not (folder.parent / "home").exists()


def test_a_folder_without_logs_says_so(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = turn(tmp_path / "empty")
    assert (done.exit_code, done.output) == (0, f"There are no logs in {tmp_path / 'empty'}.\n")


def test_a_log_half_written_is_neither_lost_nor_another_game_once_it_is_whole(folder: Path) -> None:
    whole = (folder / "week1.vlog").read_bytes()
    assert tree(folder, "--side", "axis")["yourTurns"] == 1
    (folder / "week1.vlog").write_bytes(whole[: len(whole) // 2])
    half = tree(folder)
    assert (half["games"], [each["file"] for each in half["unread"]]) == ([], ["week1.vlog"])
    (folder / "week1.vlog").write_bytes(whole)
    # The clock was set back meanwhile.
    os.utime(folder / "week1.vlog", (1_000_000_000, 1_000_000_000))
    (game,) = tree(folder)["games"]
    assert (game["mine"], game["newSteps"], game["otherLog"]) == ("axis", 0, False)


def test_a_thousand_other_files_are_no_games(folder: Path) -> None:
    for number in range(1000):
        (folder / f"holiday {number}.jpg").write_bytes(b"no log")
    assert len(tree(folder)["games"]) == 1
    assert len(list(folder.iterdir())) == 1001
