"""Answers of the program before the real engine: it opens them, and has everything where we have it at the end."""

from __future__ import annotations

from pathlib import Path

from tests.engine_games.comparing import lying_apart
from tests.engine_games.game import at_the_end, step_through
from tests.opponent.mailed import answered, first_log
from tests.referee.engine import Engine
from trc_module.module.inputs import ModuleInputs


def test_the_engine_plays_an_answer_to_the_same_end(
    referee: Engine, module_file: Path, parts: ModuleInputs, tmp_path: Path
) -> None:
    game = referee.keep(module_file)
    mine, answer = tmp_path / "mine.vlog", tmp_path / "answer.vlog"
    first_log(parts, mine, "barbarossa", 3, "russian")
    done = answered(parts, answer, mine)
    stepped = step_through(game, answer, parts)
    assert stepped.found == []
    pieces = {piece.id: piece for piece in game.written()}
    assert list(at_the_end(game, pieces, stepped.log, stepped.table, done.end)) == []
    assert list(lying_apart(game, stepped.table)) == []
    assert "* trc-module: I play the russian side at the level fair." in game.said.chat
