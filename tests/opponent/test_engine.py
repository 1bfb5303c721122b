"""Answers of the program before the real engine: it opens them, and has everything where we have it at the end."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.engine_games.comparing import lying_apart
from tests.engine_games.game import at_the_end, step_through
from tests.opponent.mailed import answered, first_log, inputs
from tests.referee.engine import Engine
from trc_module.disk_cache import cache_root
from trc_module.gamespec import GAMES_PATH
from trc_module.module.build import build_module
from trc_module.module.inputs import ModuleInputs
from trc_module.opponent.replying import Replied
from trc_module.opponent.table import EndOfLog, GoingOn
from trc_module.replay.gamelog import open_log
from trc_module.rules.finder import known_game
from trc_module.systems.cards import CARDS, held_by

KIT = Path(__file__).parents[1] / "systems" / "kit"
GAMES = {
    "nr": ("campaign", "soviet"),
    "m41": ("campaign", "russian"),
    "trp": ("campaign", "soviet"),
    "bfm": ("campaign", ""),
}


def played(referee: Engine, module: Path, parts: ModuleInputs, answer: Path, done: Replied) -> None:
    """Let the engine step through an answer, and hold its table and ours against each other and the position."""
    game = referee.keep(module)
    stepped = step_through(game, answer, parts)
    assert stepped.found == []
    pieces = {piece.id: piece for piece in game.written()}
    assert list(at_the_end(game, pieces, stepped.log, stepped.table, done.end)) == []
    assert list(lying_apart(game, stepped.table)) == []
    assert f"* trc-module: I play the {done.side} side at the level fair." in game.said.chat


def test_the_engine_plays_an_answer_to_the_same_end(
    referee: Engine, module_file: Path, parts: ModuleInputs, tmp_path: Path
) -> None:
    mine, answer = tmp_path / "mine.vlog", tmp_path / "answer.vlog"
    first_log(parts, mine, "barbarossa", 3, "russian")
    played(referee, module_file, parts, answer, answered(parts, answer, mine))


@pytest.mark.parametrize("name", GAMES)
def test_so_it_does_in_every_game(name: str, referee: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GAMES_PATH, os.pathsep.join((str(KIT),)))
    known_game.cache_clear()
    parts = inputs(name)
    module, mine, answer = tmp_path / "game.vmod", tmp_path / "mine.vlog", tmp_path / "answer.vlog"
    build_module(parts, module, "0.0.1", cache_root())
    scenario, side = GAMES[name]
    first_log(parts, mine, scenario, 3, side or parts.game.sides[1])
    done = answered(parts, answer, mine)
    assert done.part.acts
    played(referee, module, parts, answer, done)


def test_the_cards_lie_in_hand_deck_and_pile_as_the_position_counts_them(tmp_path: Path) -> None:
    parts = inputs("nr")
    logs = [tmp_path / f"{number}.vlog" for number in range(4)]
    first_log(parts, logs[0], "campaign", 3, "soviet")
    for number in range(1, 4):
        done = answered(parts, logs[number], logs[number - 1], side=("axis", "soviet")[number % 2])
        end = EndOfLog(logs[number])
        counters = parts.recipe.card_counters(GoingOn(parts, open_log(logs[number], parts), end), parts)
        assert counters is not None
        places = counters.places()
        assert len(places) == 54
        held = {side: sum(place == side for place in places.values()) for side in parts.game.sides}
        assert held == {side: held_by(done.end, side) for side in parts.game.sides}
        pile = {card for card, place in places.items() if place == "pile"}
        assert pile == set(CARDS.of(done.end).played)
