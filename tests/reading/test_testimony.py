"""Typed lines of players about their battles and the weather."""

from __future__ import annotations

import pytest

from trc_module.games.trc.combat.combat_results import RESULTS
from trc_module.games.trc.turn.markers import WEATHERS
from trc_module.reading.consent import Word, first_counts, word_on
from trc_module.reading.testimony import hits_named, holds_said, odds_said, results_said


def test_odds_are_read_wherever_they_stand() -> None:
    chat = [(3, "at 2:1 please"), (4, "2-1, no: 3 - 1"), (5, "10 - 12 - 1941"), (6, "on the 22nd")]
    assert odds_said(chat) == ("2-1", "3-1", "10-12")
    assert odds_said([(3, "only at Two to one, or 3/1"), (4, "one-to-one"), (5, "someone to onerous")]) == (
        "2-1",
        "3-1",
        "1-1",
    )


@pytest.mark.parametrize(
    ("words", "result"),
    [
        ("EX", "EX"),
        ("that is a DR, sadly", "DR"),
        ("C", "C"),
        ("C is for contact", None),
        ("EX or DR?", None),
        ("EXIT", None),
        ("ex", None),
    ],
)
def test_a_result_counts_for_the_last_die_before_it(words: str, result: str | None) -> None:
    assert results_said([(5, words)], [2, 4, 6], RESULTS) == ({4: result} if result else {})


def test_what_is_said_before_every_die_counts_for_none() -> None:
    assert results_said([(1, "EX")], [2], RESULTS) == {}
    assert results_said([(3, "EX"), (4, "DR")], [2], RESULTS) == {2: "EX"}


@pytest.mark.parametrize(
    ("words", "weather"),
    [
        ("weather: snow", "snow"),
        ("Light mud", "light-mud"),
        ("snow or mud", None),
        ("no snow", None),
        ("snow?", None),
        ("all clear at last, so I attack", None),
        ("snowy", None),
    ],
)
def test_a_short_line_names_the_weather(words: str, weather: str | None) -> None:
    assert holds_said([(5, words)], WEATHERS) == ((5, weather) if weather else None)


def test_two_kinds_of_weather_name_none() -> None:
    assert holds_said([(5, "snow"), (6, "mud")], WEATHERS) is None
    assert holds_said([(5, "snow"), (6, "snow it is")], WEATHERS) == (6, "snow")


@pytest.mark.parametrize(
    ("words", "step", "said"),
    [
        ("re-roll please", 5, True),
        ("cocked die", 5, True),
        ("rolled again as agreed", 8, True),
        ("rolling that again", 5, False),
        ("we attack again next turn", 5, False),
        ("reroll", 3, False),
        ("reroll", 9, False),
    ],
)
def test_chat_between_two_dice_says_that_one_was_rolled_again(words: str, step: int, said: bool) -> None:
    assert (word_on([(step, words)], {}, 4, 6) is Word.SAID) is said


@pytest.mark.parametrize(
    ("words", "again", "first"),
    [
        ("that was the test roll, now the real one", True, False),
        ("double click, sorry", True, True),
        ("the first one counts", True, True),
        ("ignore the second", True, True),
        ("that one doesn't count", True, False),
        ("ich würfle nochmal", True, False),
        ("der gilt nicht", True, False),
        ("erster Wurf zählt", True, True),
        ("lo ritiro", True, False),
        ("vale il primo", True, True),
        ("what a die", False, False),
    ],
)
def test_chat_says_that_a_die_was_thrown_twice_and_which_counts(words: str, again: bool, first: bool) -> None:
    assert (word_on([(5, words)], {}, 4, 6) is Word.SAID) is again
    assert first_counts([(5, words)], 4, 6) is first


@pytest.mark.parametrize(("step", "said"), [(2, False), (3, True), (7, True), (8, False)])
def test_words_about_two_dice_come_after_the_first_and_soon_after_the_second(step: int, said: bool) -> None:
    chat = [(step, "first one counts")]
    assert first_counts(chat, 2, 5) is said
    assert (word_on(chat, {}, 2, 5) is Word.SAID) is said


def test_a_result_in_the_step_of_a_die_counts_for_the_die_before() -> None:
    assert results_said([(4, "EX")], [2, 4], RESULTS) == {2: "EX"}


def test_the_weather_is_named_in_four_words_at_most() -> None:
    assert holds_said([(5, "snow again this turn")], WEATHERS) == (5, "snow")
    assert holds_said([(5, "snow again on this turn")], WEATHERS) is None


BOTH = {5: "anna", 6: "boris", 7: "anna"}


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        ("sure, roll again", Word.AGREED),
        ("no problem", Word.AGREED),
        ("klar", Word.AGREED),
        ("va bene", Word.AGREED),
        ("no, keep it", Word.REFUSED),
        ("nein, der Wurf gilt", Word.REFUSED),
        ("no, resta", Word.REFUSED),
        ("what a turn", Word.SAID),
    ],
)
def test_the_opponent_may_answer_who_wants_to_roll_again(answer: str, word: Word) -> None:
    assert word_on([(5, "reroll?"), (6, answer)], BOTH, 4, 8) is word
    # The same player answers nobody.
    assert word_on([(5, "reroll?"), (7, answer)], BOTH, 4, 8) is Word.SAID
    assert word_on([(6, answer)], BOTH, 4, 8) is (Word.SAID if answer == "sure, roll again" else Word.NONE)


@pytest.mark.parametrize(
    ("words", "weather"),
    [
        ("Wetter: Schlamm", "mud"),
        ("leichter Schlamm", "light-mud"),
        ("kein Schnee", None),
        ("neve", "snow"),
        ("tempo: sereno", "clear"),
        ("forse neve", None),
    ],
)
def test_the_weather_is_named_in_other_languages(words: str, weather: str | None) -> None:
    assert holds_said([(5, words)], WEATHERS) == ((5, weather) if weather else None)


def test_a_word_for_the_weather_that_is_said_of_anything_needs_the_weather_beside_it() -> None:
    assert holds_said([(5, "good move")], ("good", "mud")) is None
    assert holds_said([(5, "gutes Wetter")], ("good", "mud")) == (5, "good")
    assert holds_said([(5, "meteo: buono")], ("good", "mud")) == (5, "good")


def test_odds_are_read_in_other_languages() -> None:
    assert odds_said([(1, "zwei zu eins"), (2, "tre a uno")]) == ("2-1", "3-1")


@pytest.mark.parametrize(
    ("words", "hits"),
    [("2 hits", "2"), ("zwei Treffer", "2"), ("un colpo", "1"), ("hits!", ""), ("1 hit or 2 hits", "")],
)
def test_hits_are_named_by_their_number(words: str, hits: str) -> None:
    assert hits_named(words) == hits
