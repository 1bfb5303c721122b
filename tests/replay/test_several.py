"""Division of logs into one game or several."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.replay.script import Script
from tests.replay.test_chain import THREE, next_log
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.chain import Chain, join_logs
from trc_module.replay.several import begins_anew, games_of

Begin: TypeAlias = Callable[[str, str], Script]
FIRST = "at: turn 1 axis impulse 1 weather clear\non J20: ger-41-pz ger-56-pz\n"
LATER = "at: turn 3 axis impulse 1 movement clear\non J20: ger-41-pz ger-56-pz\non I18: ger-57-pz\n"


def _games(*scripts: Script) -> tuple[list[str], list[list[str]]]:
    chain = join_logs([script.log() for script in scripts])
    return [begins_anew(chain, number) for number in range(len(chain.links))], [_names(g) for g in games_of(chain)]


def _names(chain: Chain) -> list[str]:
    return [chain.name(number) for number in range(len(chain.links))]


@pytest.fixture
def begin(parts: ModuleInputs, tmp_path: Path) -> Begin:
    return lambda header, name: Script(parts, header, tmp_path / name)


def test_a_log_that_goes_on_belongs_to_the_game(begin: Begin) -> None:
    first = begin(THREE, "a.vlog").move("ger-41-pz", "K20")
    second = next_log(first, "b.vlog").move("ger-56-pz", "K20")
    assert _games(second, first) == (["", ""], [["a.vlog", "b.vlog"]])


def test_two_logs_from_the_start_of_the_game_are_two_games(begin: Begin) -> None:
    first = begin(FIRST, "a.vlog").roll(3).end().move("ger-41-pz", "K20")
    on = next_log(first, "b.vlog").move("ger-56-pz", "K20")
    other = begin(FIRST, "c.vlog").roll(4).end().move("ger-41-pz", "J21")
    assert _games(first, on, other) == (
        ["", "c.vlog and a.vlog both begin the game, and go on in different ways", ""],
        [["a.vlog", "b.vlog"], ["c.vlog"]],
    )


def test_a_log_begun_again_in_the_midst_of_a_game_belongs_to_it(begin: Begin) -> None:
    first = begin(THREE, "a.vlog").move("ger-41-pz", "K20")
    again = begin(THREE, "b.vlog").move("ger-41-pz", "J21")
    assert _games(first, again)[1] == [["a.vlog", "b.vlog"]]


def test_time_goes_back_within_no_game(begin: Begin) -> None:
    first = begin(LATER, "a.vlog").move("ger-57-pz", "K20").end()
    early = begin(THREE, "b.vlog").move("ger-41-pz", "K20").turn(4, "axis", 1, "movement")
    assert _games(first, early) == (
        [
            "",
            "b.vlog begins in turn 1, Axis impulse 1, movement, but a.vlog ended in turn 3, Axis impulse 1, combat, "
            "and no log shows the position with which b.vlog begins",
        ],
        [["a.vlog"], ["b.vlog"]],
    )


def test_a_log_after_a_gap_belongs_to_the_game(begin: Begin) -> None:
    first = begin(THREE, "a.vlog").move("ger-41-pz", "K20")
    later = begin(LATER, "b.vlog").move("ger-57-pz", "K20")
    assert _games(first, later) == (["", ""], [["a.vlog", "b.vlog"]])


def test_a_log_that_parts_from_another_after_a_move_belongs_to_its_game(begin: Begin) -> None:
    first = begin(FIRST, "a.vlog").roll(3).end().move("ger-41-pz", "K20").move("ger-41-pz", "L20")
    again = next_log(first, "b.vlog", replaying=3, from_start=True).move("ger-56-pz", "J21")
    assert _games(first, again)[1] == [["a.vlog", "b.vlog"]]
