"""Memory of variants: the facts of a turn that they remember, until when, and which of them count."""

from __future__ import annotations

import pytest

from tests.games.trc.play import position, told

RUSSIAN_END, AXIS_END, MOVING = (
    "turn {} russian impulse 2 end clear",
    "turn {} axis impulse 2 end clear",
    "turn {} russian impulse 1 movement clear",
)
BOTH = ((RUSSIAN_END, True), (AXIS_END, False), (MOVING, False))
"""The marks that are forgotten when the Russian turn ends."""


@pytest.mark.parametrize(
    ("options", "turn", "mark"),
    [
        ("28.6", 6, "extra-die black-sea 4"),
        ("28.6", 6, "left-the-board ger-2-para"),
        ("28.6", 6, "sent-to-siberia rus-1-cav"),
        ("28.6", 6, "recalled rus-1-cav"),
        ("28.7", 6, "evacuated rus-worker-a1"),
        ("28.4", 8, "upgraded rus-8gd-inf"),
        ("28.5", 16, "drafted pol-ak-inf"),
    ],
)
def test_what_is_of_a_russian_turn_is_forgotten_with_it(options: str, turn: int, mark: str) -> None:
    words = tuple(mark.split())
    for at, gone in BOTH:
        header = f"options: {options}\nat: {at.format(turn)}\nbefore: {mark}, triggered bulgarian-garrison\n"
        marks = position(header + "end\n").marks
        assert (words not in marks) == gone, (at, marks)
        assert ("triggered", "bulgarian-garrison") in marks


def test_the_die_of_the_bombers_is_forgotten_when_a_player_turn_ends_and_not_before() -> None:
    bombed = "options: 28.7\nat: turn 6 {}\nbefore: chit axis 2, bombed 4\nend\n"
    assert ("bombed", "4") in position(bombed.format("russian impulse 1 movement clear")).marks
    assert ("bombed", "4") not in position(bombed.format("russian impulse 2 end clear")).marks


UKRAINE = "options: 28.7\nat: turn {} clear\nbefore: {}\n"
"""28.7-G6: the free Ukraine."""


def years(moment: str, before: str = "chit axis 6", act: str = "end") -> list[tuple[str, ...]]:
    marks = position(UKRAINE.format(moment, before) + act + "\n").marks
    return sorted(mark for mark in marks if mark[0] in ("first-clear-turn", "ukrainian-replaced"))


def test_the_first_clear_turn_of_a_year_is_remembered_when_its_weather_is_known() -> None:
    weather, moving = "7 axis impulse 1 weather", "7 axis impulse 1 movement"
    assert years(weather) == [("first-clear-turn", "1942", "7")]
    assert years(moving) == []
    assert years(weather, "chit axis 6, first-clear-turn 1942 6") == [("first-clear-turn", "1942", "6")]
    assert years(weather, "chit axis 6, first-clear-turn 1941 1") == [
        ("first-clear-turn", "1941", "1"),
        ("first-clear-turn", "1942", "7"),
    ]


def test_clear_turns_and_replacements_of_years_that_are_over_are_forgotten() -> None:
    told_of = "chit axis 6, first-clear-turn 1941 1, first-clear-turn 1942 7"
    assert years("7 russian impulse 2 end", told_of) == [("first-clear-turn", "1942", "7")]
    assert years("7 axis impulse 1 movement", told_of) == [
        ("first-clear-turn", "1941", "1"),
        ("first-clear-turn", "1942", "7"),
    ]
    assert ("chit", "axis", "6") in position(UKRAINE.format("7 russian impulse 2 end", told_of) + "end\n").marks
    replaced = "chit axis 6, ukrainian-replaced 1941 ukr-1-inf, ukrainian-replaced 1942 ukr-2-inf"
    assert years("7 russian impulse 2 end", replaced) == [("ukrainian-replaced", "1942", "ukr-2-inf")]


AK = "options: 28.5\nat: turn {} russian impulse {} movement clear\n"


def entered(text: str) -> list[str]:
    return [mark[1] for mark in position(text).marks if mark[0] == "warsaw-entered"]


def test_a_russian_unit_in_warsaw_is_remembered_and_neither_aircraft_nor_the_ak_is_one() -> None:
    moment = AK.format(16, 1)
    assert entered(moment + "on L25: rus-24-inf\nmove rus-24-inf L25 L26\n") == ["17"]
    assert entered(moment + "on L26: pol-ak-inf\non M20: rus-24-inf\nmove rus-24-inf M20 M19\n") == []


def test_the_draft_belongs_to_the_step_after_the_entry_and_brings_two_points_only_where_the_ak_stands() -> None:
    drafted = "before: {}\non L26: pol-ak-inf\neliminate pol-ak-inf because 28.5e\n"
    due, early = (AK.format(17, 1) + drafted.format(f"warsaw-entered {turn}") for turn in (17, 18))
    assert told(due) == []
    assert "violation 28.5e" in told(early)
    never = AK.format(17, 1) + drafted.format("triggered bulgarian-garrison")
    assert "violation 28.5e" in told(never)


@pytest.mark.parametrize("mark", ["vlasov-replaced vla-1-inf", "partisan-back rus-partisan-1"])
def test_what_holds_for_a_turn_is_forgotten_at_its_end_and_no_sooner(mark: str) -> None:
    def left(clock: str) -> set[str]:
        text = f"options: 28.7\nat: turn 12 {clock} clear\nbefore: {mark}, lost archangel\nend\n"
        return {words[0] for words in position(text).marks} & {mark.split()[0], "lost"}

    assert left("axis impulse 1 movement") == {mark.split()[0], "lost"}
    assert left("axis impulse 2 end") == {"lost"}
    alone = f"options: 28.7\nat: turn 12 axis impulse 2 end clear\nbefore: {mark}\nend\n"
    assert not [words for words in position(alone).marks if words[0] == mark.split()[0]]
