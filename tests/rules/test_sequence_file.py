"""The steps of a turn as a game's `sequence.toml` tells them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.toy.game import Toy
from trc_module.declarations import Verb
from trc_module.errors import UserError
from trc_module.facts import DataError
from trc_module.resources import data_dir
from trc_module.rules.clock import END, FIGHT, MOVE, OTHER, Step
from trc_module.rules.sequence_file import read_sequence
from trc_module.systems.acts import Act, ActTable
from trc_module.systems.common_acts import ending, moving

TOY = Path(__file__).parents[1] / "toy"


def test_the_steps_stand_in_the_order_of_play() -> None:
    sequence = read_sequence(TOY)
    assert [str(sequence.at(1, step)) for step in sequence.steps[:4]] == [
        "turn 1 red muster",
        "turn 1 red march",
        "turn 1 red battle",
        "turn 1 blue muster",
    ]
    assert [step.kind for step in sequence.steps] == [OTHER, MOVE, FIGHT] * 3
    assert sequence.part_word == ""


def test_parts_of_a_side_s_turn_have_a_word() -> None:
    sequence = read_sequence(data_dir() / "trc")
    assert sequence.steps[5] == Step("axis", 2, "end")
    assert (sequence.steps[5].kind, str(sequence.at(3, sequence.steps[5]))) == (END, "turn 3 axis impulse 2 end")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'side  = "blue"',
            'side  = "bleu"',
            "line 19, field 'side': expected one of red, blue, grey (did you",
        ),
        ('phase = "march"', 'phase = "muster"', "line 8: expected each step once, found 'red 1 muster'"),
        ('kind  = "move"', 'kind  = "moves"', "line 11, field 'kind': expected one of set-up, move,"),
        ('phase = "march"', 'phase = "march"\npart  = 2', "line 8, field 'part': expected a word for the parts"),
        ('phase = "march"', 'phase = "The March"', "line 8, field 'phase': expected a word of small letters"),
        ('side  = "grey"', 'side  = "blue"', "expected each step once, found 'blue 1 muster'"),
        ('phase = "march"', 'fase  = "march"', "line 10, field 'fase': expected one of the fields"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_line(tmp_path: Path, old: str, new: str, told: str) -> None:
    toy = Path(shutil.copytree(TOY, tmp_path / "toy"))
    text = (toy / "sequence.toml").read_text(encoding="utf-8")
    assert old in text
    (toy / "sequence.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as error:
        read_sequence(toy)
    assert str(error.value).startswith(str(toy / "sequence.toml"))
    assert told in str(error.value)


def test_a_side_without_a_step_and_a_missing_file_are_told(tmp_path: Path) -> None:
    toy = Path(shutil.copytree(TOY, tmp_path / "toy"))
    text = (toy / "sequence.toml").read_text(encoding="utf-8")
    (toy / "sequence.toml").write_text(text.partition('\n[[step]]\nside  = "grey"')[0], encoding="utf-8")
    with pytest.raises(DataError, match=r"expected a table \[\[step\]\] of the side 'grey', found 'none'"):
        read_sequence(toy)
    (toy / "sequence.toml").unlink()
    with pytest.raises(DataError, match=r"sequence\.toml: expected this data file, found 'no such file'"):
        read_sequence(toy)


def test_a_game_in_which_no_act_ends_a_step_is_refused() -> None:
    with pytest.raises(UserError, match=r"^No act of the game ends a step: add `ending\(...\)`"):
        ActTable((moving("M1"),)).check()
    ActTable((moving("M1"), ending("T2"))).check()


def test_a_line_with_a_role_that_there_is_not_is_refused() -> None:
    (first, *others) = Toy.acts.acts
    odd = Act(first.syntax, (Verb("JOIN", "joins", (), role="atack"),))
    with pytest.raises(
        UserError, match=r"^The line JOIN: expected a role.*\(did you mean attack\?\), found 'atack'\.$"
    ):
        ActTable((odd, *others)).check()
