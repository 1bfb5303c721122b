from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, findings, names, position, told
from trc_module.games.trc.acts.arrivals import Drop
from trc_module.rules import legal_actions

SNOW = "turn 5 russian impulse 1 movement snow"
END = "turn 5 russian impulse 2 end snow"
RESERVE = "on R9: rus-stavka\nbox russian paratroop-reserve: rus-5-para rus-4-para\n"


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (SNOW, []),
        ("turn 5 russian impulse 1 combat snow", ["violation 18.1a"]),
        ("turn 5 russian impulse 2 movement snow", ["violation 18.1a"]),
        ("turn 6 russian impulse 1 movement light-mud", ["violation 18.1a"]),
        ("turn 5 axis impulse 1 movement snow", ["violation 2.1a"]),
    ],
)
def test_when_paratroops_drop(at: str, expected: list[str]) -> None:
    assert told(RESERVE + "drop rus-5-para U12\n", at) == expected


@pytest.mark.parametrize(
    ("hex_name", "expected"),
    [
        ("R17", []),
        ("R18", ["violation 18.3a"]),
        ("S14", ["violation 18.3b"]),
        ("T17", ["violation 18.3a"]),
    ],
)
def test_where_paratroops_drop(hex_name: str, expected: list[str]) -> None:
    assert told(RESERVE + f"drop rus-5-para {hex_name}\n", SNOW) == expected


def test_no_drop_without_stavka() -> None:
    box = "box russian paratroop-reserve: rus-5-para\n"
    assert told(box + "drop rus-5-para U12\n", SNOW) == ["violation 18.3a"]
    assert told(box + "box russian replacement-pool: rus-stavka\ndrop rus-5-para U12\n", SNOW) == ["violation 18.3a"]


def test_who_drops() -> None:
    assert told("on R9: rus-stavka\non R8: rus-1-tank\ndrop rus-1-tank U12\n", SNOW) == ["violation 18.1b"]
    assert told("on R9: rus-stavka\nbox russian turn-5: rus-5-para\ndrop rus-5-para U12\n", SNOW) == ["violation 18.1b"]
    again = "before: dropped rus-5-para\non R9: rus-stavka\non R10: rus-5-para\ndrop rus-5-para U12\n"
    assert told(again, SNOW) == ["violation 18.4b"]


def test_a_corps_that_dropped_stays_for_the_turn_and_is_free_on_the_next() -> None:
    dropped = RESERVE + "drop rus-5-para U12\n"
    state = position(dropped, SNOW)
    assert state.place("rus-5-para") == GAME.board.grid.hex("U12")
    assert state.marks == {("dropped", "rus-5-para"), ("landed", "rus-5-para")}
    assert told(dropped + "move rus-5-para U12 U11\n", SNOW) == ["violation 18.3c"]
    assert "violation 18.3c" in told(dropped + "end\nend\nmove rus-5-para U12 U11\n", SNOW)
    later = position(dropped + "end\n" * 6, SNOW)
    assert {mark[0] for mark in later.marks} & {"dropped", "landed"} == {"dropped"}


def test_the_reserve_opens_on_the_turn_after_the_arrival() -> None:
    arrive = "enter rus-5-para paratroop-reserve\n"
    at = "turn 3 russian impulse 2 movement clear"
    assert told(arrive, at) == []
    assert told(arrive + "enter rus-5-para X1\n", at) == ["violation 18.2b"]
    reserve = "box russian paratroop-reserve: rus-5-para\nenter rus-5-para X1\n"
    assert told(reserve, "turn 3 russian impulse 1 movement clear") == []
    assert told(reserve.replace("X1", "QQ6"), at) == ["violation 18.2b"]
    assert told("enter rus-5-para R9\n", at) == []
    assert told("enter rus-5-para partisans\n", at) == ["violation 18.2a"]


def test_the_drops_that_are_listed_are_legal_and_lie_within_reach() -> None:
    state = position(RESERVE + "on U14: ger-41-pz\n", SNOW)
    drops = list(legal_actions(GAME, state, Drop))
    where = names(sum(1 << drop.hex for drop in drops if drop.unit == "rus-5-para"))
    assert {drop.unit for drop in drops} == {"rus-5-para", "rus-4-para"}
    assert "U12" in where
    assert not where & {"U13", "U14", "S14", "R18"}
    assert all(GAME.board.grid.distance(drop.hex, GAME.board.cities["Moscow"].hex) <= 8 for drop in drops)
    assert list(legal_actions(GAME, position(RESERVE, "turn 6 russian impulse 1 movement clear"), Drop)) == []


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("control: Minsk axis\n", []),
        ("control: Minsk none, O16 axis, O22 axis\nrail: axis O19\n", []),
        # Minsk is Russian, and its rails fall to the Russians before partisans are placed.
        ("rail: axis O19\n", ["violation 19.1a"]),
        ("", ["violation 19.1a"]),
        ("control: Minsk none\n", ["violation 19.1a"]),
        ("control: Minsk axis\non O18: ger-12-inf\n", ["violation 19.1b"]),
        ("control: Minsk axis\non O19: ger-12-inf\n", ["violation 19.1b"]),
        ("control: Minsk axis\non O24: ger-ss-res\n", ["violation 19.1c"]),
        ("control: Minsk axis\non O25: ger-ss-res\n", []),
        ("control: Minsk axis\non O24: ger-hg-pz\n", []),
    ],
)
def test_where_partisans_are_placed(header: str, expected: list[str]) -> None:
    assert told(header + "box russian partisans: rus-partisan-1\nenter rus-partisan-1 O19\n", END) == expected


def test_partisans_stay_in_russia() -> None:
    assert told("box russian partisans: rus-partisan-1\nenter rus-partisan-1 L26\n", END) == ["violation 19.1a"]


@pytest.mark.parametrize(
    ("at", "box", "expected"),
    [
        (END, "partisans", []),
        ("turn 5 russian impulse 1 movement snow", "partisans", ["violation 19.4b"]),
        ("turn 5 russian impulse 2 combat snow", "partisans", ["violation 19.4b"]),
        ("turn 5 russian impulse 1 movement snow", "turn-4", []),
        ("turn 5 russian impulse 2 combat snow", "turn-4", ["doubt 19.4b"]),
        ("turn 5 axis impulse 2 end snow", "partisans", ["violation 2.1a"]),
    ],
)
def test_when_partisans_are_placed(at: str, box: str, expected: list[str]) -> None:
    text = f"control: Minsk axis\nbox russian {box}: rus-partisan-2\nenter rus-partisan-2 O19\n"
    assert told(text, at) == expected


def test_partisans_that_must_go_are_told_once_while_they_stay() -> None:
    text = "on Y20: ger-12-inf\non Y19: rus-partisan-1\nend\n"
    assert told(text) == ["violation 19.3"]
    assert told(text + "end\nend\n") == ["violation 19.3"]
    assert told("on Y20: ger-12-inf\non Y19: rus-partisan-1\nend\n", SNOW) == []
    far = "on Y20: ger-ss-res\non Y{}: rus-partisan-1\nend\n"
    assert told(far.format(15)) == ["violation 19.3b"]
    assert told(far.format(14)) == []
    assert told(far.format(19)) == ["violation 19.3"]


def test_a_partisan_that_is_removed_waits_in_its_box() -> None:
    state = position("on Y20: ger-12-inf\non Y19: rus-partisan-1\neliminate rus-partisan-1 because 19.3\nend\n")
    assert state.place("rus-partisan-1") == "partisans"


def test_a_partisan_in_the_way_is_named() -> None:
    (finding,) = findings("on Y20: ger-41-pz\non Y19: rus-partisan-1\nmove ger-41-pz Y20 Y19 Y18\n")
    assert finding.sentence == "ger-41-pz moved on after entering the zone of control of rus-partisan-1 in Y19."
