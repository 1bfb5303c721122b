"""Readings with a switch: the same record, read our way and the other way."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, position, told
from trc_module.games import find_game
from trc_module.rules.readings import switches
from trc_module.rules.record import RecordError, read_record, record_text

HUNGARY = (
    "at: turn 20 russian impulse 2 end clear\non U28: rus-1-tank rus-2-tank rus-3-tank\n"
    "on T28: rus-4-tank rus-partisan-1\non W28: hun-3-inf\nsurrender hungary because 24.2\n"
)
WORKERS = "at: turn 14 russian impulse 1 movement clear\non R9: rus-worker-moscow\nmark worker-rp 6 x2\n"
TWICE = (
    "at: turn 2 axis impulse 1 movement clear\non Y20: ger-12-inf\nmove ger-12-inf Y20 Y19\nmove ger-12-inf Y19 Y18\n"
)
SOUTH = (
    "at: turn 4 russian impulse 1 movement clear\nbefore: south reinforcement\non R9: rus-worker-moscow\n"
    "box russian replacement-pool: rus-1-tank\nreplace rus-1-tank QQ7\n"
)
NORTH_AND_SOUTH = "at: turn 4 russian impulse 2 movement clear\nbefore: south replacement\nenter rus-39-inf QQ6\n"
EXIT = "at: turn 8 axis impulse 2 movement clear\non QQ6: ger-41-pz\nexit ger-41-pz south\n"
STAVKA = (
    "at: turn 5 russian impulse 1 movement snow\non R9: rus-worker-moscow\n"
    "box russian replacement-pool: rus-stavka\nreplace rus-stavka X1\n"
)
BULGARIA = (
    "at: turn 14 axis impulse 1 movement clear\nbefore: triggered bulgarian-garrison\non DD30: rum-cav\n"
    "move rum-cav DD30 EE30\n"
)
BULGARIA_1944 = BULGARIA.replace("garrison\n", "garrison, triggered bulgarian-garrison-1944\n")
NOBODYS_CITY = "at: turn 3 russian impulse 1 movement clear\ncontrol: Moscow none\nenter rus-29-inf R9\n"
NORTH_EDGE = (
    "at: turn 8 axis impulse 1 movement clear\ncontrol: Archangel axis\nenter ger-36-mtn A5\nenter ger-dietl-mtn A5\n"
)
MARCH_1945 = "at: turn 24 axis impulse 1 movement clear\non Y20: ger-12-inf\nend\nwin russian because 20.9.2d\n"
LOWERED = (
    "at: turn 2 axis impulse 1 combat clear\non Y19: ger-hq-south\non Y17: ger-41-pz ger-12-inf\non X17: rus-24-inf\n"
    "attack 1: ger-41-pz ger-12-inf x rus-24-inf air stuka ger-hq-south at 2-1\nroll 1: 4 2-1 EX\n"
)
SHIFTED = LOWERED.replace("2-1 EX", "5-1 DE")
BERLIN = "at: turn 25 russian impulse 2 end clear\ncontrol: Berlin none\nend\nwin axis because 25.1.1-2\n"


@pytest.mark.parametrize(
    ("text", "switch", "ours", "theirs"),
    [
        (HUNGARY, "C61b", ["violation 24.2"], []),
        (WORKERS, "R30b", [], ["violation 2.1n"]),
        (TWICE, "R2b", [], ["violation 5.3b"]),
        (BERLIN, "C25b", [], ["violation 25.1.1-2"]),
        (EXIT, "C26b", [], ["violation 20.10.1d"]),
        (SOUTH, "C52b", [], ["violation 22.6c"]),
        (NORTH_AND_SOUTH, "C52b", [], ["violation 20.5e"]),
        (STAVKA, "R6b", [], ["violation 22.8e"]),
        (BULGARIA, "C11b", [], ["violation 5.5"]),
        (BULGARIA_1944, "C11b", [], []),
        (NOBODYS_CITY, "C51b", [], ["violation 20.4a"]),
        (NORTH_EDGE, "R5b", [], ["violation 20.6b"]),
        (MARCH_1945, "C98b", ["violation 20.9.3a", "violation 20.9.2d"], ["violation 20.9.3a"]),
        (LOWERED, "C33b", [], ["violation 13.1b"]),
        (SHIFTED, "C33b", ["violation 13.1b"], []),
    ],
)
def test_the_alternative_is_chosen_among_the_options(
    text: str, switch: str, ours: list[str], theirs: list[str]
) -> None:
    assert told(text) == ours
    assert told(f"options: {switch}\n{text}") == theirs


def test_a_contested_city_may_also_stay_whose_it_was() -> None:
    text = (
        "at: turn 2 axis impulse 1 movement clear\ncontrol: Minsk axis\n"
        "on O20: rus-24-inf\non O17: ger-12-inf\nmove ger-12-inf O17 O18\n"
    )
    minsk = GAME.places["Minsk"]
    assert position(text).control[minsk] == ""
    assert position(f"options: C07b\n{text}").control[minsk] == "axis"


def test_who_has_no_supply_may_also_surrender() -> None:
    text = "at: turn 8 axis impulse 2 end clear\non BB5: ger-12-inf\neliminate ger-12-inf because {}\n"
    assert position(text.format("17.2")).place("ger-12-inf") == "replacement-pool"
    assert position("options: C89b\n" + text.format("17.2")).place("ger-12-inf") == "surrendered"
    assert position("options: C89b\n" + text.format("20.9")).place("ger-12-inf") == "replacement-pool"


def test_a_garrison_may_also_wait_for_who_ends_near_its_city() -> None:
    text = "at: turn 11 russian impulse 1 movement clear\non BB25: rus-24-inf\nmove rus-24-inf BB25 {}\n"
    released = ("triggered", "bulgarian-garrison")
    assert released in position(text.format("BB26 BB25")).marks
    assert released not in position("options: C53b\n" + text.format("BB26 BB25")).marks
    assert released in position("options: C53b\n" + text.format("> BB26")).marks


def test_only_readings_with_an_alternative_in_the_code_can_be_chosen() -> None:
    chosen = "C07b C09b C11b C25b C26b C33b C51b C52b C53b C61b C89b C98b R2b R5b R6b R10b R11b R20b R30b"
    assert set(switches(GAME.readings)) == set(chosen.split())
    with pytest.raises(RecordError, match=r"expected a reading that has an alternative to choose \(.*\), found 'C28b'"):
        read_record("game: trc\noptions: C28b\n", "x", find_game)


def test_a_record_with_a_reading_is_written_as_it_was_read() -> None:
    text = "game: trc\nscenario: none\noptions: 26.5, C61b\nat: turn 2 axis impulse 1 movement clear\n"
    assert record_text(read_record(text, "x", find_game)) == text
