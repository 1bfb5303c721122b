"""28.7, the fifth chit of the Russians: paratroops who fight as partisans."""

from __future__ import annotations

import pytest

from tests.games.trc.play import position, told
from trc_module.games.trc import load
from trc_module.games.trc.variants.paratroops_as_partisans import hideouts

HEX = load(frozenset({"28.7"})).board.grid.hex
END = "options: 28.7\nat: turn 5 russian impulse 2 end snow\n"
CHIT = "before: chit russian 5\n"
RESERVE = "box russian paratroop-reserve: rus-5-para\n"
MINSK = "control: Minsk axis, Vitebsk axis\n"


def test_a_corps_that_has_come_is_placed_where_partisans_are() -> None:
    start = f"{END}{CHIT}{MINSK}"
    place = "enter rus-5-para-partisan O19"
    assert told(f"{start}{RESERVE}{place}") == []
    assert told(f"{start}box russian turn-5: rus-5-para\n{place}") == []
    assert told(f"{start}box russian turn-6: rus-5-para\n{place}") == ["violation 28.7-R5"]
    assert told(f"{start}{RESERVE}delay rus-5-para-partisan") == ["violation 28.7-R5"]
    assert told(f"{start}on R9: rus-5-para\n{place}") == ["violation 28.7-R5"]
    assert told(f"{start}{RESERVE}{place.replace('O19', 'R9')}") == ["violation 28.7-R5"]
    assert told(f"{start}before: unsure-control R9\n{RESERVE}{place.replace('O19', 'R9')}") == ["undecided 28.7-R5"]
    assert told(f"{start}on O20: ger-12-inf\n{RESERVE}{place}") == ["violation 28.7-R5"]
    assert told(f"{start}on O24: ger-ss-res\n{RESERVE}{place}") == ["violation 28.7-R5"]
    assert told(f"{END}{MINSK}before: chit russian 4\n{RESERVE}{place}") == ["violation 28.7-R5"]
    assert told(f"{END}{MINSK}{RESERVE}{place}") == ["undecided 28.7-R5"]


def test_the_corps_leaves_the_game_when_its_counter_comes_and_others_come_as_ever() -> None:
    placed = position(f"{END}{CHIT}{MINSK}{RESERVE}enter rus-5-para-partisan O19")
    assert (placed.place("rus-5-para"), placed.place("rus-4-para")) == ("removed", None)
    other = position(f"{END}{CHIT}{MINSK}{RESERVE}enter rus-partisan-1 O19")
    assert (other.place("rus-5-para"), other.place("rus-partisan-1")) == ("paratroop-reserve", HEX("O19"))


@pytest.mark.parametrize(("unit", "expected"), [("rus-5-para-partisan", False), ("rus-4-para", True)])
def test_only_such_a_counter_comes_out_of_the_box_of_optional_units(unit: str, expected: bool) -> None:
    found = told(f"{END}{CHIT}{MINSK}{RESERVE}box russian optional: {unit}\nenter {unit} O19")
    assert ("violation 20.0a" in found) == expected


def test_near_warsaw_any_hex_of_poland_will_do() -> None:
    game = load(frozenset({"28.7"}))
    found = hideouts(game, position(f"{END}{CHIT}"))
    warsaw = game.board.cities["Warsaw"].hex
    far = {name: game.board.grid.distance(warsaw, game.board.grid.hex(name)) for name in ("L26", "L29", "L30")}
    assert [bool(found >> game.board.grid.hex(name) & 1) for name in far] == [
        distance <= 3 for distance in far.values()
    ]


def test_they_and_partisans_are_three_together() -> None:
    two = f"{END}{CHIT}{MINSK}{RESERVE}on P14: rus-partisan-1\non T13: rus-partisan-2\n"
    assert told(f"{two}enter rus-5-para-partisan O19") == []
    third = f"{two}on L15: rus-4-para-partisan\nenter rus-5-para-partisan O19"
    assert told(third) == ["violation 28.7-R5"]
    lost = f"{two}box russian replacement-pool: rus-4-para-partisan\nenter rus-partisan-3 O19"
    assert told(lost) == ["violation 28.7-R5"]


def test_their_zone_of_control_is_their_hex_and_nobody_enters_it() -> None:
    move = "options: 28.7\nat: turn 6 axis impulse 1 movement clear\non Y20: ger-41-pz\non Y18: {}\nmove ger-41-pz Y20 "
    assert told(move.format("rus-5-para-partisan") + "Y19 Z19 Z18") == []
    assert told(move.format("rus-24-inf") + "Y19 Z19 Z18") != []
    assert told(move.format("rus-5-para-partisan") + "Y19 Y18") != []


def test_the_ss_counts_twice_against_them_alone() -> None:
    fight = (
        f"options: 28.7\nat: turn 6 axis impulse 1 combat clear\n{CHIT}on O20: ger-ss-res\n"
        "on O19: {}\nattack 1: ger-ss-res x {}\nroll 1: 4 {}\n"
    )
    alone = "rus-5-para-partisan"
    assert told(fight.format(alone, alone, "2-1 EX")) == []
    assert told(fight.format(alone, alone, "1-1 C")) != []
    assert told(fight.format("rus-5-para", "rus-5-para", "2-1 EX")) != []
    assert told(fight.format(f"{alone} rus-4-para", f"{alone} rus-4-para", "2-1 EX")) != []


def test_only_combat_removes_them_and_one_comes_back_a_turn() -> None:
    head = f"options: 28.7\nat: turn 6 axis impulse 1 movement clear\n{CHIT}"
    on = f"{head}on O20: ger-ss-res\non O19: rus-5-para-partisan\n"
    assert told(f"{on}end") == []
    assert told(f"{on}eliminate rus-5-para-partisan because 19.3") == ["violation 28.7-R5b"]
    back = f"options: 28.7\nat: turn 6 russian impulse 1 movement clear\n{CHIT}{MINSK}"
    both = f"{back}box russian replacement-pool: rus-4-para-partisan rus-5-para-partisan\n"
    assert told(f"{both}replace rus-5-para-partisan O19") == []
    assert told(f"{both}replace rus-5-para-partisan O19\nreplace rus-4-para-partisan L15") == ["violation 28.7-R5c"]
    assert told(f"{both}replace rus-5-para-partisan R9") == ["violation 28.7-R5"]
