"""What The Russian Portfolio answers about attacks: the column with an owner's forms, what is lacking without them."""

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
