"""28.6, part III: extra replacement dice of the Russian."""

from __future__ import annotations

import pytest

from tests.games.trc.play import findings, position, told
from trc_module.games.trc import load
from trc_module.games.trc.acts.strategic_choices import ExtraDie
from trc_module.games.trc.variants.extra_dice import open_sources

GAME = load(frozenset({"28.6"}))


def at(turn: int, choice: str, more: str = "") -> str:
    return f"options: 28.6\nat: turn {turn} russian impulse 1 movement clear\nbefore: choice {choice} yes\n{more}"


@pytest.mark.parametrize(
    ("turn", "choice", "held", "source", "expected"),
    [
        (3, "italian-sellout", "", "black-sea", []),
        (2, "italian-sellout", "", "black-sea", ["violation 28.6-IS-5"]),
        (3, "tunisia", "", "black-sea", ["undecided 28.6-IS-5"]),
        (9, "italian-sellout", "control: Odessa axis, Sevastopol axis\n", "black-sea", []),
        (
            9,
            "italian-sellout",
            "control: Odessa axis, Sevastopol axis, Rostov axis\n",
            "black-sea",
            ["violation 28.6-IS-5"],
        ),
        (13, "japanese-gambit", "", "astrakhan", []),
        (12, "japanese-gambit", "", "astrakhan", ["violation 28.6-JG-5"]),
        (13, "japanese-gambit", "control: Astrakhan none\n", "astrakhan", ["violation 28.6-JG-5"]),
    ],
)
def test_a_die_needs_its_choice_its_turn_and_its_city(
    turn: int, choice: str, held: str, source: str, expected: list[str]
) -> None:
    assert told(f"{at(turn, choice, held)}extra-die {source} 3") == expected
    state = position(f"{at(turn, choice, held)}mark weather-drm 0")
    assert (source in open_sources(GAME, state)) is (not expected)
    assert len(list(GAME.book.listers[ExtraDie](GAME, state))) == (0 if expected else 6)


def test_dice_add_to_the_points_of_their_turn_once() -> None:
    pool = "box russian replacement-pool: rus-6-inf\n"
    start = at(3, "italian-sellout", pool)
    assert told(f"{start}extra-die black-sea 5\nreplace rus-6-inf X1") == []
    assert told(f"{start}extra-die black-sea 4\nreplace rus-6-inf X1") == ["violation 22.5a"]
    assert told(f"{start}replace rus-6-inf X1\nextra-die black-sea 5\nend") == []
    assert told(f"{start}replace rus-6-inf X1\nend") == ["violation 22.5a"]
    assert told(f"{start}extra-die black-sea 2\nextra-die black-sea 6") == ["violation 28.6-IS-5"]
    assert told(f"{start}end\nextra-die black-sea 2") == ["violation 28.6-IS-5"]


def test_dice_are_forgotten_when_the_turn_ends() -> None:
    state = position(f"{at(3, 'italian-sellout')}extra-die black-sea 5\n" + "end\n" * 5)
    assert not [mark for mark in state.marks if mark[0] == "extra-die"]


def test_where_nobody_answers_a_choice_it_may_have_brought_a_die() -> None:
    # A log without lines once accused who had rolled the die of the Black Sea and replaced by it.
    dear = (
        "options: 28.6\nat: turn 3 russian impulse 1 movement clear\n{}on R9: rus-worker-moscow\n"
        "box russian replacement-pool: rus-6-inf\nreplace rus-6-inf R9\nend\n"
    )
    assert "undecided 22.5a" in told(dear.format(""))
    assert "violation 22.5a" in told(dear.format("before: choice italian-sellout no\n"))
    # The first of these dice is rolled on turn 3.
    assert "violation 22.5a" in told(dear.format("").replace("turn 3", "turn 2"))


@pytest.mark.parametrize(
    ("turn", "choice", "held", "source", "expected"),
    [
        (3, "italian-sellout", "Odessa axis, Sevastopol axis, Rostov axis", "black-sea", "the Russians control none."),
        (13, "japanese-gambit", "Astrakhan axis", "astrakhan", "the Russians do not control it."),
    ],
)
def test_a_die_from_where_the_enemy_is_says_of_one_city_or_of_all_ports(
    turn: int, choice: str, held: str, source: str, expected: str
) -> None:
    text = (
        f"options: 28.6\nat: turn {turn} russian impulse 1 movement clear\nbefore: choice {choice} yes\n"
        f"control: {held}\nextra-die {source} 4\n"
    )
    [found] = findings(text)
    assert found.sentence.endswith(expected)
