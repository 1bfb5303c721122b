"""Logs as the real engine writes them, each with all that an audit has to say of it.

One session plays them all: a clean phase with drags in steps, undo and redo; a battle that nobody declares; the
opponent's steps played again while the next log is already being written; a move that no log shows; acts that break
rules; and at last a log from which somebody has cut a step.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.engine import Engine, Game
from tests.replay.script import told
from tests.replay.test_engine_game import Hands, piece_by_piece
from trc_module.auditing.audit import Audit, audit_chain, audit_log
from trc_module.games import find_game
from trc_module.games.trc.module.tables import charts_of
from trc_module.module.identity import save_data
from trc_module.module.inputs import ModuleInputs
from trc_module.module.tabletop import Tabletop
from trc_module.replay.chain import join_logs
from trc_module.replay.gamelog import open_log
from trc_module.rules.finding import Verdict
from trc_module.rules.record import read_record
from trc_module.vassal.saves import read_saved_game, write_saved_game

START = (
    "at: turn 1 axis impulse 1 movement clear\n"
    "on J20: ger-41-pz ger-56-pz\non E33: ger-17-inf\non I18: ger-57-pz\n"
    "on X19: ger-47-pz ger-3-pz ger-24-pz\non X17: rus-24-inf\non O20: rus-3-inf\n"
)
VERSION = "0.0.1"
PARTS = ("clean", "undeclared", "replayed", "broken")


class Session:
    """One game of two players, each log of which is written by the engine."""

    def __init__(self, game: Game, parts: ModuleInputs, folder: Path) -> None:
        self.game = game
        self.parts = parts
        self.folder = folder
        start = self.path("start")
        position(parts, start)
        assert game.load(start, side="Axis"), game.last
        game.change_side("Axis")
        self.hands = Hands(game, parts)
        self.drag = self.hands.drag

    def path(self, name: str) -> Path:
        return self.folder / f"{name}.vlog"

    def play(self) -> None:
        for name in PARTS:
            getattr(self, f"_{name}")(self.path(name))

    def _clean(self, path: Path) -> None:
        game = self.game
        game.begin_log(path)
        self.drag("K20", "ger-41-pz")
        self.drag("I17", "ger-57-pz")
        self.drag("L20", "ger-41-pz")
        self.drag("G25", "ger-17-inf")
        self.drag("J21", "ger-56-pz")
        game.undo()
        self.drag("J19", "ger-56-pz")
        game.say("my first impulse is done")
        game.next_turn()
        game.next_turn()
        game.end_log()

    def _undeclared(self, path: Path) -> None:
        """Fight without a word: three panzer corps against an army, which the table sends somewhere at any die."""
        game = self.game
        game.begin_log(path)
        self.drag("X18", "ger-47-pz", "ger-3-pz", "ger-24-pz")
        game.next_turn()
        game.press("Die")
        result = charts_of(self.parts).combat.result("5-1", int(game.property("Die_result") or 0))
        where = {"DE": "russian replacement-pool", "DS": "russian surrendered", "D1": "russian replacement-pool"}
        if result in where:
            self.drag(where[result], "rus-24-inf")
        elif result == "DR":
            self.drag("W16", "rus-24-inf")
            self.drag("V16", "rus-24-inf")
        elif result == "EX":
            self.drag("axis replacement-pool", "ger-24-pz")
            self.drag("russian replacement-pool", "rus-24-inf")
        game.end_log()

    def _replayed(self, path: Path) -> None:
        """The opponent steps through the log that he was sent and is logging already; then his counter slips."""
        game = self.game
        assert game.load(self.path("undeclared"), side="Russian"), game.last
        game.begin_log(path)
        while game.steps_left:
            game.step()
        game.change_side("Russian")
        for _ in range(2):
            game.next_turn()
        game.end_log()
        # No log is open: the next one begins with the counter elsewhere.
        self.drag("O18", "rus-3-inf")

    def _broken(self, path: Path) -> None:
        game = self.game
        game.begin_log(path)
        self.drag("Z5", "rus-3-inf")
        self.drag("K20", "ger-57-pz")
        self.drag("axis replacement-pool", "ger-56-pz")
        game.press("Die")
        game.undo()
        game.press("Die")
        game.end_log()


def position(parts: ModuleInputs, path: Path) -> None:
    """Write the save with which the session begins; no seat is taken in it."""
    start = read_record(f"game: trc\n{START}", "start", find_game).start
    table = Tabletop(parts)
    for side, force in start.forces.items():
        for unit, place in force.places.items():
            table.put(parts.roster.units[unit], parts.box_key(side, place) if isinstance(place, str) else place)
    table.put_markers(start)
    write_saved_game(
        path,
        table.save(start),
        save_data=save_data(VERSION, ""),
        module_data=parts.module_data(VERSION),
    )


@pytest.fixture(scope="module")
def folder(referee: Engine, module_file: Path, parts: ModuleInputs, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    Session(referee.keep(module_file), parts, folder).play()
    return folder


def alone(folder: Path, parts: ModuleInputs, name: str) -> Audit:
    return audit_log(open_log(folder / f"{name}.vlog", parts))


def test_a_clean_phase_with_drags_in_steps_and_undo_has_notes_only(folder: Path, parts: ModuleInputs) -> None:
    audit = alone(folder, parts, "clean")
    assert told(audit) == ["4 note log.mode", "6 note log.undo"]
    assert [done.text for done in audit.acts] == [
        "move ger-57-pz I18 I17",
        "move ger-41-pz J20 K20 L20",
        "rail ger-17-inf E33 > G25",
        "move ger-56-pz J20 J19",
        "end",
        "end",
    ]
    assert [player.side for player in audit.players] == ["Axis"]


def test_our_table_is_the_engines_after_every_step_of_every_log(
    referee: Engine, module_file: Path, folder: Path, parts: ModuleInputs
) -> None:
    game = referee.keep(module_file)
    for name in PARTS:
        assert game.load(folder / f"{name}.vlog"), game.last
        opened = open_log(folder / f"{name}.vlog", parts)
        table = opened.table()
        piece_by_piece(game, table)
        for _ in opened.steps(table):
            game.step()
            piece_by_piece(game, table)
        assert game.steps_left == 0


def test_three_mailed_logs_and_a_fourth_are_one_game_in_whatever_order(folder: Path, parts: ModuleInputs) -> None:
    chain = join_logs([open_log(folder / f"{name}.vlog", parts) for name in reversed(PARTS)])
    assert [chain.name(index) for index in range(len(PARTS))] == [f"{name}.vlog" for name in PARTS]
    findings = [(chain.label(n.steps[-1]) if n.steps else "", n.finding) for n in audit_chain(chain).findings]
    # What the opponent stepped through while he was logging counts once, and a battle without a line is read.
    assert [f"{where} {f.verdict.value} {f.rule}" for where, f in findings if "undeclared" in where or not where] == [
        " note log.chain",
        f"undeclared.vlog:{len(chain.links[1].execution.steps)} note log.battle",
    ]
    assert [f"{where} {f.verdict.value} {f.rule}" for where, f in findings if "broken" in where] == [
        "broken.vlog:start doubt log.ghost",
        "broken.vlog:1 violation 4.2.1b",
        "broken.vlog:2 violation 2.1a",
        "broken.vlog:3 undecided log.box",
        "broken.vlog:5 note log.undo",
        "broken.vlog:6 undecided log.roll",
        "broken.vlog:6 undecided log.reroll",
    ]
    ghost = next(finding for _, finding in findings if finding.rule == "log.ghost")
    assert ghost.sentence == (
        "rus-3-inf lies in O18 where broken.vlog begins; replayed.vlog ended with it in O20. No log shows how it came "
        "there."
    )


def test_a_die_of_which_only_the_line_was_written_again_accuses_nobody(folder: Path, parts: ModuleInputs) -> None:
    audit = alone(folder, parts, "replayed")
    assert {n.finding.verdict for n in audit.findings} == {Verdict.NOTE}
    assert [roll.pips for roll in audit.dice.rolls] == [
        roll.pips for roll in alone(folder, parts, "undeclared").dice.rolls
    ]


def test_a_log_from_which_a_step_was_cut_says_so(folder: Path, parts: ModuleInputs) -> None:
    saved = read_saved_game(folder / "clean.vlog")
    steps = [step for number, step in enumerate(saved.steps, 1) if number != 1]
    path = folder / "edited.vlog"
    write_saved_game(
        path,
        saved.initial,
        steps,
        save_data=save_data(VERSION, ""),
        module_data=parts.module_data(VERSION),
    )
    (edited,) = [n for n in alone(folder, parts, "edited").findings if n.finding.rule == "log.edited"]
    assert str(edited.finding) == (
        "doubt log.edited: ger-41-pz is moved from K20 here, but the log has it in J20; as VASSAL writes a log, both "
        "agree: a step between them may be missing, or was written in."
    )
