"""Keys and buttons in the wrong order, in every game's module: nothing is rolled, and the chat says why."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.trp.form import fill
from tests.module.table.test_clicks import BFM, Hand, around, sit_down
from tests.referee.engine import Engine
from trc_module.gamespec import game_folder
from trc_module.module.inputs import load_inputs
from trc_module.rules.finder import load_game
from trc_module.systems.kit.game import Kit

NOBODY = "* Nobody fights: nothing is rolled. Say first who attacks (Ctrl+A) and who is attacked (Ctrl+B)."
ROLLED = (
    "* The die of this battle has been rolled: nothing is rolled. "
    "Put units into the next battle first, or begin it (F6)."
)
WHOM = "* Say whom they attack: select a defender and press Ctrl+B, then roll."


@pytest.fixture(
    params=[
        ("bfm", ("ger-5", "ger-6"), "sov-3", "0208", 2),
        ("nr", ("ger-4", "ger-6"), "sov-don", "I12", 5),
        ("m41", ("ger-4-army", "ger-3-pzgr"), "rus-20-army", "B3", 1),
        ("trp", ("ger-1-pzgr", "ger-3-pz"), "sov-22-army", "S11", 2),
        ("trc", ("ger-47-pz", "ger-46-pz"), "rus-24-inf", "X16", 2),
    ],
    ids=lambda row: str(row[0]),
)
def table(request: pytest.FixtureRequest, referee: Engine, tmp_path: Path) -> tuple[Hand, str, str]:
    """Return a hand at the table of a game, with an attacker and a defender who stand side by side."""
    name, attackers, defender, target, steps = request.param
    if name == "bfm":
        parts = load_inputs(Kit(BFM).load(), BFM)
    else:
        mine = fill(tmp_path / "mine") if name == "trp" else None
        parts = load_inputs(load_game(name, overlay=mine), game_folder(name))
    hand = sit_down(referee, parts, tmp_path, around(parts, attackers, defender, target), steps)
    assert (hand.game.report.complaints, hand.game.last.complaints) == ((), ())
    return hand, attackers[0], defender


def test_who_rolls_before_anybody_fights_rolls_nothing_and_is_told_why(table: tuple[Hand, str, str]) -> None:
    hand, attacker, defender = table
    game = hand.game
    game.load_dice(*(4,) * 40)
    battle = game.property("BattleId")
    assert game.hot_key("F7").chat == (NOBODY,)
    assert game.hot_key("F4").chat == (WHOM,)
    hand.click_badge(defender)
    assert hand.chat == []
    assert (game.property("Rolled"), game.property("BattleId")) == ("0", battle)
    # One attacker has one enemy beside it: he is meant, and the die falls.
    hand.select_and_press(attacker, "ctrl A")
    assert any(" defending " in line for line in hand.chat)
    assert game.hot_key("F7").complaints == ()
    assert game.property("Rolled") == "1"
    # A battle has one die: a second key rolls none.
    if hand.parts.game.name != "m41":
        assert game.hot_key("F7").chat == (ROLLED,)


def test_support_that_is_committed_after_the_die_is_that_of_the_next_battle(referee: Engine, tmp_path: Path) -> None:
    parts = load_inputs(load_game("nr"), game_folder("nr"))
    hand = sit_down(referee, parts, tmp_path, around(parts, ("ger-4",), "sov-don", "I12"), 5)
    hand.game.load_dice(1)
    hand.select_and_press("sov-don", "F4")
    assert hand.game.property("BattleId") == "3"
    assert hand.game.press("Support").chat == ("* Battle 4: a support marker is committed",)
    assert (hand.game.property("Rolled"), hand.game.property("BattleId")) == ("0", "4")
