"""Games that the engine plays against itself, from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from trc_module.cli.main import group
from trc_module.errors import UserError


def _played(*words: str) -> tuple[int, str, BaseException | None]:
    result = CliRunner().invoke(group, ["play", *words])
    return result.exit_code, result.output, result.exception


def test_the_same_seed_is_the_same_game_and_a_legal_one(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.game", "b.game")]
    for file in files:
        code, said, _ = _played("--seed", "3", "--turns", "1", "--check", "--level", "random", "-o", str(file))
        assert code == 0
        assert said.endswith(f"acts to turn 2, Axis impulse 1, weather.\nWrote {file}.\n")
    assert files[0].read_bytes() == files[1].read_bytes()
    assert CliRunner().invoke(group, ["check", str(files[0])]).exit_code == 0


def test_without_a_level_players_play_to_win(tmp_path: Path) -> None:
    plain, greedy = tmp_path / "plain.game", tmp_path / "greedy.game"
    assert _played("--seed", "3", "-o", str(plain))[0] == 0
    assert _played("--seed", "3", "--level", "greedy", "-o", str(greedy))[0] == 0
    assert plain.read_bytes() == greedy.read_bytes()


@pytest.mark.parametrize(
    ("level", "said"),
    [
        ("random", "The Russian side has won by 27.2e: the victory points decide so at the scenario's end."),
        ("greedy", "Whether the Russian side has won by 27.2e depends on where the scenario's line runs."),
    ],
)
def test_the_last_line_tells_who_has_won(level: str, said: str) -> None:
    words = ("--scenario", "breaking-storm", "--turns", "5", "--seed", "1", "--level", level)
    assert _played(*words)[1].endswith(f" acts to turn 6, Axis impulse 1, weather. {said}\n")


def test_a_victory_that_the_end_of_the_scenario_decides_is_claimed(tmp_path: Path) -> None:
    file = tmp_path / "a.game"
    _played("--scenario", "breaking-storm", "--turns", "5", "--seed", "1", "--level", "random", "-o", str(file))
    assert file.read_text(encoding="utf-8").splitlines()[-2:] == ["end", "win russian because 27.2e"]
    assert CliRunner().invoke(group, ["check", str(file)]).exit_code == 0


def test_a_scenario_whose_card_nobody_has_told_us_is_refused_with_what_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "a.game"
    _, _, error = _played("--scenario", "bagration", "-o", str(file))
    assert isinstance(error, UserError)
    assert str(error) == (
        "The game cannot go on, for want of data that its owner may fill in: "
        "The Bagration line is not in our data, so it is unknown whether all of it is held. "
        "The forces of Bagration are not in our data, so the boxes are not judged."
    )
    assert not file.exists()


@pytest.mark.parametrize("option", ["barbarossa", "C99b"])
def test_an_option_that_there_is_not_is_refused(option: str) -> None:
    _, _, error = _played("--options", option)
    with pytest.raises(UserError, match=f"there is no option '{option}': expected the number of an optional rule "):
        raise error or AssertionError


def test_an_unknown_scenario_is_refused_with_those_there_are() -> None:
    _, _, error = _played("--scenario", "stalingrad")
    with pytest.raises(UserError, match=r"There is no scenario 'stalingrad'; there are .*campaign"):
        raise error or AssertionError
