"""Options beside the basic game: their registers, their catalogue, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.trc.play import GAME, find_game, findings, position, told
from trc_module.facts import DataError
from trc_module.games.trc import TrcGame
from trc_module.games.trc.option_catalogue import agree, known_options
from trc_module.games.trc.transport.sea_invasions import invasions_allowed
from trc_module.games.trc.turn.weather import weather_without_a_die
from trc_module.resources import data_dir
from trc_module.rules.options import OptionsError
from trc_module.rules.record import RecordError, read_record
from trc_module.systems.weather import WeatherRoll


def game_with(*options: str) -> TrcGame:
    game = find_game("trc", frozenset(options))
    assert isinstance(game, TrcGame)
    return game


KNOWN = known_options(data_dir() / "trc")


def test_the_basic_game_has_no_policy_replaced_and_asks_no_option() -> None:
    assert GAME.policies == {}
    modules = {judge.__module__ for judge in GAME.book.checks(WeatherRoll)}
    assert not any("options" in module for module in modules)


def test_a_seam_asks_the_policy_in_play() -> None:
    state = position("")
    with_option = game_with("26.7")
    assert invasions_allowed(GAME, state, "axis") == (2, "10.3.2b")
    assert invasions_allowed(with_option, state, "axis") == (1, "26.7.2")
    assert invasions_allowed(with_option, state, "russian") == (2, "26.7.2")
    assert invasions_allowed.name == "sea_invasions.invasions_allowed"


def test_policies_of_two_options_do_not_disturb_each_other() -> None:
    both = game_with("26.3", "26.7")
    state = position("at: turn 9 axis impulse 1 weather clear\n")
    assert weather_without_a_die(both, state) == "clear"
    assert weather_without_a_die(GAME, state) is None


def test_all_rules_are_explained_wherever_they_are_in_play() -> None:
    assert "26.7.1" in GAME.book.rules
    assert GAME.book.rules is find_game("trc", frozenset({"26.7"})).book.rules


def test_units_of_an_option_are_in_play_with_it_and_those_left_out_are_not() -> None:
    plain = GAME.start("campaign", frozenset())
    mobile = game_with("26.16").start("campaign", frozenset({"26.16"}))
    assert (plain.place("ger-hitler"), plain.place("ger-hitler-mobile")) == ("at-start", None)
    assert (mobile.place("ger-hitler"), mobile.place("ger-hitler-mobile")) == (None, "at-start")


def test_what_an_option_requires_has_to_be_chosen() -> None:
    with pytest.raises(OptionsError, match=r"26.14 \(Optional workers\) needs 26.8 \(Bidding for sides\)"):
        agree(KNOWN, {"26.14"})
    assert [option.number for option in agree(KNOWN, {"26.14", "26.8"})] == ["26.8", "26.14"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("26.14", "x, line 2: expected options that can be played together .*needs 26.8"),
        ("26.99", "there is no option 26.99"),
    ],
)
def test_a_record_with_options_that_cannot_be_played_is_refused(options: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_record(f"game: trc\noptions: {options}\n", "x", find_game)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('["26.1"]\nsource = "rulebook:26.1"\n', "title"),
        ('["26.1"]\ntitle = "x"\nsource = "rulebook:26.1"\nrequires = ["26.2"]\n', "the number of an option"),
        ('["26.1"]\ntitle = "x"\nsource = "hearsay"\n', "a source"),
    ],
)
def test_a_wrong_catalogue_says_where(tmp_path: Path, text: str, expected: str) -> None:
    (tmp_path / "map").mkdir()
    (tmp_path / "map" / "switches.toml").write_text("")
    (tmp_path / "options.toml").write_text(text)
    with pytest.raises(DataError, match=expected):
        known_options(tmp_path)


def test_an_option_that_nobody_agreed_on_is_told_and_undecided_where_nobody_says() -> None:
    text = "at: turn 2 russian impulse 1 movement clear\non R9: rus-24-inf\nstrategic rus-24-inf R9 R8 R7\n"
    assert told(text) == ["violation 26.0"]
    assert told(f"options: unsaid\n{text}") == ["undecided 26.0"]
    assert told(f"options: 26.10\n{text}") == []


def test_a_barrage_and_guns_are_told_too() -> None:
    text = (
        "at: turn 20 russian impulse 1 combat clear\non X14: rus-stavka\non X17: rus-24-inf rus-20-inf\n"
        "on Y17: ger-17-inf\nattack 1: rus-24-inf rus-20-inf x ger-17-inf barrage\n"
    )
    assert told(text) == ["violation 26.0"]


def test_an_act_of_an_option_is_called_by_its_own_verb() -> None:
    (finding,) = findings("on E10: rus-23-inf\nfortify E10\n", "turn 2 russian impulse 2 end clear")
    assert "'fortify'" in finding.sentence
