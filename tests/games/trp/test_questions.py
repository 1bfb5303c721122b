"""Answers of The Russian Portfolio about attacks: the column with an owner's forms, the missing data without them."""

from __future__ import annotations

from pathlib import Path

from trc_module.games import find_game, load_game
from trc_module.rules.record import read_record

GAME = find_game("trp")
ATTACK = "game: trp\nat: turn 2 axis attacks good\non L16: ger-3-pz\non L17: sov-8-army"


def test_what_our_data_lack_is_said() -> None:
    state = read_record(ATTACK, "position", find_game).start
    found = GAME.questions.odds(state, ["ger-3-pz"], [GAME.board.grid.hex("L17")], [])
    assert found is not None
    assert (found.odds, found.outcomes) == ("", ())
    assert [(term.unit, term.printed) for term in found.attacking] == [("ger-3-pz", None)]
    assert [(note.rule, note.words) for note in found.notes][:2] == [
        ("XIII.B1", "The odds cannot be told: our data lack ger-3-pz."),
        ("XIII.C1", "Results cannot be told: our data lack the results table of this game."),
    ]


def test_a_form_that_is_filled_in_gives_column_and_results(filled: Path) -> None:
    state = read_record(ATTACK, "position", lambda name, options: load_game(name, options, filled)).start
    game = find_game("trp", overlay=filled)
    found = game.questions.odds(state, ["ger-3-pz"], [game.board.grid.hex("L17")], [])
    assert found is not None
    assert (found.odds, found.attack, found.defence) == ("2-1", 8, 4)
    assert [step.words for step in found.steps] == ["8 to 4 with the ground, every fraction in the defender's favour."]
    assert [(one.result, one.faces) for one in found.outcomes] == [
        ("AE", 1),
        ("X", 1),
        ("D1", 2),
        ("D4", 1),
        ("DE", 1),
    ]
    assert found.notes == ()


MOVES = "game: trp\nat: turn 2 axis moves good\n"


def test_the_best_attack_brings_up_whom_the_factors_let_come(filled: Path) -> None:
    game = find_game("trp", overlay=filled)
    text = f"{MOVES}on L15: ger-3-pz\non K16: ger-18-army\non G15: ger-1-inf\non L17: sov-8-army"
    state = read_record(text, "position", lambda name, options: load_game(name, options, filled)).start
    target = game.board.grid.hex("L17")
    found = game.questions.best(state, [], [target], [])
    assert found is not None
    # 16 to 4: each alone makes 2-1, and the infantry in G15 is too far.
    assert found.odds == "4-1"
    assert sorted(unit for unit, _ in found.attackers) == ["ger-18-army", "ger-3-pz"]
    assert all(game.board.grid.neighbours[target] >> at & 1 for _, at in found.attackers)
    assert [(one.unit, one.odds, one.moves) for one in found.added] == [
        ("ger-18-army", "2-1", True),
        ("ger-3-pz", "2-1", True),
    ]
    assert found.notes[-1].words.startswith("The rules of movement are not in our data")


def test_who_makes_the_best_odds_no_better_is_left_out(filled: Path) -> None:
    game = find_game("trp", overlay=filled)
    text = "game: trp\nat: turn 2 soviet moves good\non K18: sov-1-front\non M18: sov-5-kav\non L17: ger-18-army"
    state = read_record(text, "position", lambda name, options: load_game(name, options, filled)).start
    found = game.questions.best(state, [], [game.board.grid.hex("L17")], [])
    assert found is not None
    # 9 to 6 is 3-2, and so is 11 to 6.
    assert (found.odds, [unit for unit, _ in found.attackers]) == ("3-2", ["sov-1-front"])
    assert [one.unit for one in found.added] == ["sov-1-front", "sov-5-kav"]


def test_there_is_no_best_attack_where_no_factor_is_known() -> None:
    text = f"{MOVES}on L16: ger-3-pz\non L17: sov-8-army"
    state = read_record(text, "position", find_game).start
    assert GAME.questions.best(state, [], [GAME.board.grid.hex("L17")], []) is None
