"""A die that was rolled at a server and typed: the die of a battle without one, in every game and three languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.auditing.test_mailed import M41_BEGUN, PLAYS, audited, told

PIPS = {"trc": 6, "nr": 5, "toy": 9}
TABLE = f"""{M41_BEGUN}table 1: attack 4 at 2 full = 1
table 1: defend 2 at 1 full
hit 1: rus-20-army
retreat 1: rus-20-army C2 C3
advance 1: ger-4-army disrupted B1 C2
end
"""


@pytest.mark.parametrize("game", PIPS)
@pytest.mark.parametrize("words", ["dice server: {}", "battle 1, dice {}", "Kampf 1 Würfel: {}", "attacco 1: dado {}"])
def test_a_typed_die_is_the_die_of_the_battle(tmp_path: Path, game: str, words: str) -> None:
    said = f"say {words.format(PIPS[game])}"
    assert told(audited(tmp_path, game, PLAYS[game], edits=("drop ROLL", said))) == []


@pytest.mark.parametrize("game", PIPS)
@pytest.mark.parametrize("words", ["dice server: 1", "Würfel: 1", "dado 1", "dice 1, dice 5", "a bad day for dice"])
def test_a_typed_die_that_explains_nothing_excuses_nothing(tmp_path: Path, game: str, words: str) -> None:
    assert told(audited(tmp_path, game, PLAYS[game], edits=("drop ROLL", f"say {words}"))) != []


@pytest.mark.parametrize("game", ["nr", "toy"])
def test_words_may_count_battles_otherwise_than_the_module(tmp_path: Path, game: str) -> None:
    said = f"say battle 2: dice {PIPS[game]}"
    assert told(audited(tmp_path, game, PLAYS[game], edits=("drop ROLL", said))) == []


@pytest.mark.parametrize(
    ("attack", "defend"), [("attackers, dice: 4", "defenders, dice: 2"), ("Angreifer, Wurf: 4", "Verteidiger, Wurf: 2")]
)
def test_where_both_sides_roll_the_words_may_name_the_side(tmp_path: Path, attack: str, defend: str) -> None:
    assert told(audited(tmp_path, "m41", TABLE, edits=())) == []
    said = (f"say {attack}", f"say {defend}")
    found = told(audited(tmp_path, "m41", TABLE, edits=("drop TABLE", *said)))
    assert [one for one in found if one.startswith("violation")] == []


@pytest.mark.parametrize("game", PIPS)
def test_a_typed_die_replaces_none_that_the_log_holds(tmp_path: Path, game: str) -> None:
    wrong = PLAYS[game].replace(f"roll 1: {PIPS[game]}", "roll 1: 1")
    assert told(audited(tmp_path, game, wrong, edits=())) != []
    assert told(audited(tmp_path, game, wrong, edits=(f"say dice server: {PIPS[game]}",))) != []
