"""What cannot be answered: one sentence on stderr, exit code 2, and nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.opponent.mailed import answered, first_log, inputs
from tests.profiles.standin import TRC4
from trc_module.cli.main import main
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.opponent.beginning import scenarios_of
from trc_module.rules.finder import find_game
from trc_module.rules.record import read_record

FIGHT = (
    "game: trc\nscenario: barbarossa\nat: turn 2 axis impulse 1 combat clear\n"
    "on O22: ger-41-pz ger-12-inf ger-13-inf\non O21: rus-24-inf rus-3-inf\non R9: rus-worker-moscow\n"
)


def file(path: Path, text: str, name: str = "trc") -> Path:
    """Write the log of a record."""
    compose(inputs(name), read_record(text, path.stem, find_game), path, "0.0.1")
    return path


class Refuses:
    """Asks for an answer as on a command line."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self._patch, self._capsys, self._output = monkeypatch, capsys, folder / "answer.vlog"

    def __call__(self, *words: object) -> list[str]:
        """Return the lines on stderr of a refusal."""
        line = ["trc-module", "reply", *map(str, words), "-o", str(self._output), "--seed", "1"]
        self._patch.setattr("sys.argv", line)
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == 2
        assert not self._output.exists()
        return self._capsys.readouterr().err.strip().splitlines()


@pytest.fixture
def refuses(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Refuses:
    return Refuses(monkeypatch, capsys, tmp_path)


def test_a_scenario_whose_units_only_its_card_names(refuses: Refuses) -> None:
    (line,) = refuses("--begin", "fall-blau", "--side", "axis")
    assert line.endswith(
        "The units of the scenario 'fall-blau' are not in our data: the program cannot begin it. Set both sides up in "
        "VASSAL and give it that log, or begin one of campaign, breaking-storm, barbarossa."
    )


@pytest.mark.parametrize(
    ("name", "begun"),
    [
        ("trc", ["campaign", "breaking-storm", "barbarossa"]),
        ("nr", ["campaign"]),
        ("m41", ["campaign", "assault"]),
        ("trp", ["22jun41", "1jun41", "10jul41"]),
    ],
)
def test_scenarios_that_the_program_can_begin(name: str, begun: list[str]) -> None:
    assert scenarios_of(find_game(name)) == begun


def test_a_finished_game(refuses: Refuses, tmp_path: Path) -> None:
    text = (
        "game: m41\nscenario: assault\nat: turn 4 russian check snow\ncontrol: Smolensk german, Moscow russian, Orel "
        "russian, Kalinin russian, Rzhev russian, Vyazma russian\non A1: ger-2-pzgr\non E3: rus-20-army\nend\n"
    )
    log = file(tmp_path / "over.vlog", text, "m41")
    (line,) = refuses(log)
    assert line.endswith(
        "The game is over, there is nothing to answer. Russian has won by M41-VIC-2: the German assault is over."
    )


def test_a_game_that_is_over_and_that_nobody_has_won(refuses: Refuses, tmp_path: Path) -> None:
    text = "game: nr\nat: turn 28 soviet detraining\non J9: ger-6\non C6: sov-west\nend\n"
    (line,) = refuses(file(tmp_path / "over.vlog", text, "nr"))
    assert line.endswith(
        "The game is over, there is nothing to answer. Turn 28 was the last, and neither side has won; what decides "
        "then is not known."
    )


def test_a_log_of_another_module(refuses: Refuses, parts: ModuleInputs, tmp_path: Path) -> None:
    log = tmp_path / "theirs.vlog"
    TRC4.write_log(parts, read_record(FIGHT, "x", find_game), log)
    (line,) = refuses(log)
    assert line.endswith(
        f"{log}: it was played with another module. Take the game over first: trc-module adopt {log} -o OURS.vsav; "
        "then play on from that save with our module."
    )


def test_a_log_that_ends_before_the_die_of_the_others_battle(refuses: Refuses, tmp_path: Path) -> None:
    log = file(tmp_path / "mine.vlog", f"{FIGHT}attack 1: ger-41-pz ger-12-inf ger-13-inf x rus-24-inf rus-3-inf\n")
    (line,) = refuses(log, "--side", "russian")
    assert line.endswith(
        "It is not the Russian player's turn: the log ends in turn 2, Axis impulse 1, combat. Play on to the end "
        "of your turn, or name the other side (axis) with --side."
    )


def test_a_gap_between_logs(refuses: Refuses, parts: ModuleInputs, tmp_path: Path) -> None:
    logs = [tmp_path / f"{number}.vlog" for number in range(4)]
    first_log(parts, logs[0], "barbarossa", 3, "russian")
    for number, side in enumerate(("russian", "axis", "russian"), 1):
        answered(parts, logs[number], *logs[:number], side=side)
    lines = refuses(logs[0], logs[3])
    assert len(lines) == 1
    assert "A log is missing, and its dice would not count: 3.vlog begins in " in lines[0]
