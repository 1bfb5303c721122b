"""The logs of a game as one, and some of its turns as one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.auditing.test_engine_logs import PARTS, Session
from tests.profiles.standin import TRC4
from tests.referee.engine import Engine
from tests.replay.script import Script, acts, told
from tests.replay.test_chain import THREE, ghost, next_log
from trc_module.auditing.audit import audit_chain, audit_log
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.module.layout import MAIN_MAP
from trc_module.profiles.opening import open_foreign
from trc_module.replay.chain import Chain, join_logs
from trc_module.replay.gamelog import GameLog, open_log
from trc_module.replay.pieces import Spot
from trc_module.replay.whole import Whole, part, whole
from trc_module.rules.record import Record
from trc_module.rules.selfplay import record_of, self_play
from trc_module.vassal.saves import read_saved_game, write_saved_game

Begin = Callable[[str], Script]


@pytest.fixture(scope="module")
def two_turns() -> Record:
    game = find_game("trc")
    start = game.start("campaign", frozenset())
    return record_of(game, start, [told.action for told, _ in self_play(game, start, game.player("random", 2), 2)])


@pytest.fixture(scope="module")
def game(two_turns: Record, parts: ModuleInputs, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("game") / "game.vlog"
    compose(parts, two_turns, path, "0.0.1")
    return path


def write(made: Whole, path: Path) -> Path:
    write_saved_game(path, made.initial, made.steps, save_data=made.save_data, module_data=made.module_data)
    return path


def chain_of(parts: ModuleInputs, *paths: Path) -> Chain:
    return join_logs([open_log(path, parts) for path in paths])


def lies_at_end(log: GameLog) -> dict[str, Spot | None]:
    """Return where every unit lies at the end; the markers of turn and weather go on with the next turn."""
    table = log.table()
    for _ in log.steps(table):
        pass
    return {piece.id: piece.spot for piece in table.pieces.values() if log.unit_of(piece) is not None}


def on_the_map(log: GameLog) -> dict[str, Spot]:
    """Return where the units on the map lie at the end."""
    return {id_: spot for id_, spot in lies_at_end(log).items() if spot is not None and spot.map == MAIN_MAP}


def test_logs_become_one_with_each_step_once(script: Begin, parts: ModuleInputs, tmp_path: Path) -> None:
    first = script(THREE).move("ger-41-pz", "K20")
    second = next_log(first, "b.vlog").move("ger-41-pz", "L20").move("ger-56-pz", "J21")
    again = next_log(second, "c.vlog").move("ger-57-pz", "I17")
    chain = join_logs([log.log() for log in (again, first, second)])
    made = whole(chain)
    assert (made.joins, made.without, made.notes) == (0, 0, ())
    log = open_log(write(made, tmp_path / "game.vlog"), parts)
    assert acts(audit_log(log)) == acts(audit_chain(chain))
    assert lies_at_end(log) == lies_at_end(again.log())


def test_a_counter_that_moved_between_two_logs_is_moved_by_a_step_that_says_so(
    script: Begin, parts: ModuleInputs, tmp_path: Path
) -> None:
    first = script(THREE).move("ger-41-pz", "K20")
    ghost(first, "ger-56-pz", "J21")
    second = next_log(first, "b.vlog").move("ger-41-pz", "L20")
    made = whole(join_logs([first.log(), second.log()]))
    assert made.notes == ("Begun otherwise than the log before ended: 1. A step says so and makes it so.",)
    log = open_log(write(made, tmp_path / "game.vlog"), parts)
    assert lies_at_end(log) == lies_at_end(second.log())
    text = (tmp_path / "game.vlog").read_bytes()
    assert text
    chats = [event.text for step in log.steps(log.table()) for event in step.events if hasattr(event, "text")]
    assert "* Here begins b.vlog, otherwise than the log before it ended." in chats


def test_undone_steps_are_left_out_where_it_is_asked(script: Begin, parts: ModuleInputs, tmp_path: Path) -> None:
    log = script(THREE).move("ger-41-pz", "K20").undo().move("ger-41-pz", "J21").move("ger-57-pz", "I17").undo().undo()
    chain = join_logs([log.log()])
    made = whole(chain, undone=False)
    clean = open_log(write(made, tmp_path / "game.vlog"), parts)
    assert lies_at_end(clean) == lies_at_end(log.log())
    assert acts(audit_log(clean)) == acts(audit_chain(chain))
    assert [line for line in told(audit_log(clean)) if "log.undo" in line] == []
    assert made.without == len(chain.steps) - len(made.steps) > 0


def test_turns_cut_apart_and_joined_are_the_game(game: Path, parts: ModuleInputs, tmp_path: Path) -> None:
    chain = chain_of(parts, game)
    turns = [write(part(chain, turn, turn), tmp_path / f"{turn}.vlog") for turn in (1, 2)]
    second = open_log(turns[1], parts)
    assert str(second.clock_of(second.table().turns["TurnTracker0"])) == "turn 2 axis impulse 1 weather"
    again = whole(chain_of(parts, turns[1], turns[0]))
    log = open_log(write(again, tmp_path / "again.vlog"), parts)
    assert again.joins == 0
    assert lies_at_end(log) == lies_at_end(chain.log)
    assert acts(audit_log(log)) == acts(audit_chain(chain))
    assert {line.split()[1] for line in told(audit_log(second))} <= {"note"}


@pytest.mark.parametrize(("first", "last"), [(4, 4), (7, 9)])
def test_turns_that_the_logs_do_not_show_are_told(game: Path, parts: ModuleInputs, first: int, last: int) -> None:
    with pytest.raises(UserError, match=rf"Expected logs of turns {first} to {last}, but they show turns 1 to 3"):
        part(chain_of(parts, game), first, last)


def test_turns_in_the_wrong_order_are_told(game: Path, parts: ModuleInputs) -> None:
    with pytest.raises(UserError, match="Expected the first turn before the last, found --from 2 --to 1"):
        part(chain_of(parts, game), 2, 1)


def test_logs_of_another_module_stay_logs_of_it(two_turns: Record, parts: ModuleInputs, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs.vlog"
    TRC4.write_log(parts, two_turns, theirs, phases=True)
    second = tmp_path / "second.vlog"
    run = CliRunner().invoke(group, ["cut", str(theirs), "--from", "2", "--to", "2", "-o", str(second)])
    assert run.exit_code == 0, run.output
    saved = read_saved_game(second)
    assert saved.module_data is not None
    assert saved.module_data.name == "TRC4"
    whole_, cut = (open_foreign([path], parts)[0] for path in (theirs, second))
    assert on_the_map(cut) == on_the_map(whole_)


def test_the_engine_steps_through_the_joined_log(
    referee: Engine, module_file: Path, parts: ModuleInputs, tmp_path: Path
) -> None:
    opened = referee.keep(module_file)
    Session(opened, parts, tmp_path).play()
    paths = [tmp_path / f"{name}.vlog" for name in PARTS]
    assert opened.load(paths[-1])
    while opened.steps_left:
        opened.step()
    wanted = {id_: place[:3] for id_, place in opened.places().items()}
    for undone in (True, False):
        made = whole(chain_of(parts, *paths), undone=undone)
        assert opened.load(write(made, tmp_path / "game.vlog")), opened.last
        while opened.steps_left:
            step = opened.step()
            assert step.report.complaints == ()
        found = {id_: place[:3] for id_, place in opened.places().items()}
        assert {id_: found[id_] for id_ in wanted} == wanted


def test_the_engine_opens_a_turn_that_was_cut_out(
    referee: Engine, module_file: Path, game: Path, parts: ModuleInputs, tmp_path: Path
) -> None:
    opened = referee.keep(module_file)
    cut = write(part(chain_of(parts, game), 2, 2), tmp_path / "two.vlog")
    assert opened.load(game)
    opened.steps(opened.steps_left)
    units = lies_at_end(open_log(game, parts)).keys()
    wanted = {id_: place[:3] for id_, place in opened.places().items() if id_ in units}
    assert opened.load(cut)
    assert opened.last.complaints == ()
    opened.steps(opened.steps_left)
    assert {id_: place[:3] for id_, place in opened.places().items() if id_ in wanted} == wanted
