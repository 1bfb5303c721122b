"""`trc-module commit`: what is sealed can be shown later and be nothing else."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from trc_module.cli.commands.commit import command
from trc_module.cli.main import group
from trc_module.declarations.seals import seal_of


def test_a_seal_is_the_sha_256_of_choice_blank_and_word() -> None:
    done = CliRunner().invoke(command, ["3", "--word", "walnutandhazel"])
    assert done.output.splitlines() == [
        "Keep to yourself:   choice 3, word walnutandhazel",
        "Give to the module: 59ad0accf99e41844e8bd1673b8e5bd544c12fb4aa4be9e7a784474077cc8b76",
    ]


def test_without_a_choice_a_chit_is_drawn_and_every_draw_has_a_word_of_its_own() -> None:
    draws = [json.loads(CliRunner().invoke(command, ["--json"]).output) for _ in range(60)]
    assert {draw["choice"] for draw in draws} == set("123456")
    assert len({draw["word"] for draw in draws}) == 60
    assert all(draw["seal"] == seal_of(draw["choice"], draw["word"]) for draw in draws)


@pytest.mark.parametrize("choice", ["foo", "7", "", "italian-sellout", "italian-sellout maybe", "3 yes"])
def test_what_is_no_choice_of_the_game_is_refused_with_those_that_are(choice: str) -> None:
    done = CliRunner().invoke(command, [choice])
    assert done.output == ""
    assert str(done.exception) == (
        f"There is no choice '{choice}' to seal; expected the number of a political chit (28.7), 1 to 6, or a "
        "strategic choice (28.6) with yes or no: mediterranean-distraction, russian-reaction, italian-sellout, "
        "japanese-gambit, tunisia, bulge."
    )


def test_a_choice_is_sealed_as_the_module_writes_it_when_it_is_shown() -> None:
    done = CliRunner().invoke(command, [" Italian-Sellout  YES", "--word", "walnutsandfigs", "--json"])
    assert json.loads(done.output) == {
        "choice": "italian-sellout yes",
        "word": "walnutsandfigs",
        "seal": seal_of("italian-sellout yes", "walnutsandfigs"),
    }


def test_a_word_that_the_modules_line_could_not_hold_is_refused() -> None:
    done = CliRunner().invoke(command, ["3", "--word", "two words"])
    assert str(done.exception) == (
        "The secret word 'two words' must be letters from a to z and digits alone, without blanks."
    )


@pytest.mark.parametrize("word", ["a", "walnut", "elevenchars"])
def test_a_word_that_can_be_guessed_is_refused_and_a_good_one_is_offered(word: str) -> None:
    said = str(CliRunner().invoke(command, ["3", "--word", word]).exception)
    found = re.fullmatch(
        rf"The secret word '{word}' can be guessed by trying: give one of 12 characters or more, such as "
        "([0-9a-f]{16}), or leave --word out.",
        said,
    )
    assert found
    assert CliRunner().invoke(command, ["3", "--word", found[1]]).exit_code == 0


def test_a_game_says_in_its_table_what_can_be_sealed() -> None:
    told = CliRunner().invoke(group, ["--game", "m41", "commit", "2 5", "--word", "aaaabbbbcccc"])
    assert told.output.splitlines()[1].split()[-1] == seal_of("2 5", "aaaabbbbcccc")
    told = CliRunner().invoke(group, ["--game", "m41", "commit", "2 2"])
    assert "There is no choice '2 2' to seal; expected one of 1 2, 1 3," in str(told.exception)
    told = CliRunner().invoke(group, ["--game", "m41", "commit"])
    assert str(told.exception) == "Nothing is drawn by chance in Moscow 1941; say what to seal."
