"""Plain dice that no line is about: they are left open in every game."""

from __future__ import annotations

from pathlib import Path

from tests.games.trp.form import fill
from tests.toy import load
from trc_module.declarations import Declaration
from trc_module.games import find_game
from trc_module.rules.clock import FIGHT
from trc_module.rules.finding import Verdict
from trc_module.rules.game import Game
from trc_module.rules.interpretation import Line


def open_dice(game: Game, *lines: tuple[str, dict[str, str]]) -> list[tuple[int, str]]:
    """Return the steps and sentences of the dice that lines leave open in a game's first phase of battles."""
    clock = game.sequence.first(1)
    while game.sequence.kind_of(clock) != FIGHT:
        clock = game.sequence.after(clock)
    said = [Line(step, Declaration(verb, fields)) for step, (verb, fields) in enumerate(lines, 1)]
    heard = game.hear(clock, said, ())
    told = [(one.last, finding) for one in heard for finding in one.findings if finding.verdict is Verdict.UNDECIDED]
    return [(step, finding.sentence) for step, finding in told if finding.rule == "log.roll"]


def test_a_plain_die_is_left_open() -> None:
    toy = load()
    attacks = [("ATT", {"b": "1", "u": "red-1"}), ("DEF", {"b": "1", "u": "blue-1"})]
    assert open_dice(toy, *attacks, ("ROLL", {"b": "1", "die": "5"})) == []
    assert open_dice(toy, *attacks, ("DIE", {"die": "5"})) == [
        (3, "A 5 was rolled in the battle phase; the log does not say what for.")
    ]


def test_a_die_whose_number_a_line_states_was_rolled_for_it(tmp_path: Path) -> None:
    game = find_game("trp", frozenset(), fill(tmp_path / "form"))
    states = ("SURVIVE", {"b": "1", "u": "ger-18", "shows": "3"})
    assert open_dice(game, ("DIE", {"die": "3"}), states) == []
    assert [step for step, _ in open_dice(game, ("DIE", {"die": "4"}), states)] == [1]
    assert [step for step, _ in open_dice(game, ("DIE", {"die": "3"}), states, ("DIE", {"die": "3"}))] == [3]
