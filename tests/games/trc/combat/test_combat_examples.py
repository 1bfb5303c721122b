"""The rulebook's own examples of combat, in our words and as records, as far as they can be told without pictures."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, position, told, trial
from trc_module.rules.record import position_text

COMBAT = "turn 2 axis impulse 1 combat clear"


def meets(text: str) -> None:
    found = trial(text)
    assert found.expectations
    assert [str(unmet) for unmet in found.unmet] == []


def test_three_units_and_a_stuka_against_two_hexes() -> None:
    """11 against 11 is 1-1, and a Stuka makes it 4-1 (12.4)."""
    meets(
        "at: turn 2 axis impulse 1 combat clear\n"
        "on W22: ger-hq-south\n"
        "on Y21: ger-12-inf ger-5-inf\non Z23: ger-17-inf\n"
        "on Y22: rus-12-inf\non Z22: rus-5-inf\n"
        "attack 1: ger-12-inf ger-5-inf ger-17-inf x rus-12-inf rus-5-inf air stuka ger-hq-south\nexpect ok\n"
        "roll 1: 1 4-1 C\nexpect ok\n"
        "end\nexpect ok\n"
    )


def test_a_soak_off_over_a_river_wants_both_units() -> None:
    """Two infantry of 3 against 10 factors behind a river fight at 1-4; one alone would at 1-7 (12.4)."""
    before = (
        "at: turn 2 axis impulse 1 combat clear\n"
        "on Y19: ger-17-inf ger-29-inf\non Y18: rus-5-inf rus-26-inf\n"
    )  # fmt: skip
    meets(before + "attack 1: ger-17-inf ger-29-inf x rus-5-inf rus-26-inf\nexpect ok\nroll 1: 6 1-4 C\nexpect ok\n")
    meets(before + "attack 1: ger-17-inf x rus-5-inf rus-26-inf\nexpect 12.5b\n")


def test_two_tank_corps_pinned_and_who_of_them_may_leave() -> None:
    """One may slip away, the other may not move; if neither is helped both surrender (12.5)."""
    before = (
        "at: turn 2 russian impulse 1 movement clear\n"
        "on J16: rus-1-tank\non I16: rus-6-tank\non J17: ger-41-pz ger-56-pz\non H16: ger-47-pz\n"
    )
    for way in ("J16 J15 J14", "J16 K15 K14"):
        meets(before + f"move rus-1-tank {way}\nexpect ok\n")
    meets(before + "move rus-6-tank I16 I15\nexpect 8.3a\n")
    meets(before + "end\nexpect 12.5d\n")
    meets(
        before + "surrender rus-1-tank because 12.5\nexpect ok\nsurrender rus-6-tank because 12.5\nexpect ok\n"
        "end\nexpect ok\n"
    )
    # Others may help, but nobody is obliged to.
    meets(before + "on K16: rus-16-inf\nmove rus-1-tank J16 K15 K14\nend\nexpect 12.5d\n")


def test_odds_may_be_lowered_to_retreat_forward() -> None:
    """28 against 11 may be fought at 1-1, where only a contact leaves the way shut (13.4)."""
    meets(
        "at: turn 1 axis impulse 1 combat clear\n"
        "on K23: ger-47-pz ger-24-pz ger-39-pz ger-7-inf\non K22: rus-3-inf rus-11-inf\n"
        "attack 1: ger-47-pz ger-24-pz ger-39-pz ger-7-inf x rus-3-inf rus-11-inf at 1-1\nexpect ok\n"
        "roll 1: 4 1-1 C\nexpect ok\n"
    )
    results = [GAME.charts.combat.result("1-1", die) for die in range(1, 7)]
    assert results.count("C") == 1
    assert set(results) == {"A1", "AR", "C", "EX", "DR"}


SEA = (
    "at: turn 2 axis impulse 1 movement clear\n"
    "control: Odessa axis\n"
    "on DD24: rum-cav\non EE22: ger-3-pz ger-48-pz ger-49-mtn\non DD23: ger-52-mot\n"
    "on FF22: rus-2-cav\non EE20: rus-26-inf\non FF20: rus-12-inf rus-12-tank\n"
)
"""The landing of 13.8: the cavalry comes ashore beside a defender behind a river."""


def test_a_landing_undoubles_a_defender_and_makes_an_automatic_victory() -> None:
    av = "av 1: ger-3-pz ger-48-pz ger-49-mtn rum-cav x rus-2-cav\n"
    landing = "sea invasion rum-cav DD24 FF21 roll 4\nexpect ok\n"
    meets(SEA + "av 1: ger-3-pz ger-48-pz ger-49-mtn x rus-2-cav\nexpect 16.1a\n")
    meets(
        SEA + landing + av + "expect ok\n"
        "move ger-52-mot DD23 EE22 FF22 FF21\nexpect ok\nend\nexpect ok\n"
        "attack 2: ger-52-mot x rus-26-inf rus-12-inf rus-12-tank\nexpect ok\n"
        "roll 2: 4 1-5 A1\nexpect ok\nlose 2: ger-52-mot\nexpect ok\nend\nexpect ok\n"
    )
    # Without another unit the position is illegal: the cavalry has fought.
    meets(SEA + landing + av + "end\nexpect 16.2e\n")
    meets(
        SEA + landing + av + "move ger-52-mot DD23 EE22 FF22 FF21\nend\n"
        "attack 2: ger-52-mot rum-cav x rus-26-inf rus-12-inf rus-12-tank\nexpect 13.8b\n"
    )


def test_a_victory_in_movement_and_the_enemy_next_to_it() -> None:
    """20 against the 2 of a tank corps remove it; the defender beside must be attacked by others (16.2)."""
    before = (
        "at: turn 2 axis impulse 1 movement clear\n"
        "on I18: ger-41-pz ger-56-pz ger-7-inf\non H18: ger-47-pz ger-24-pz\non I16: rus-6-tank\non J16: rus-24-inf\n"
        "move ger-41-pz I18 J18 J17\nexpect ok\nmove ger-56-pz I18 J18 J17\nmove ger-7-inf I18 J18 J17\n"
        "av 1: ger-41-pz ger-56-pz ger-7-inf x rus-6-tank\nexpect ok\n"
    )
    end = position(before)
    assert end.place("rus-6-tank") == "surrendered"
    meets(before + "end\nexpect 16.2e\n")
    meets(before + "move ger-47-pz H18 H17 H16 I16\nexpect ok\nend\nexpect ok\n")


def test_ten_factors_against_a_paratroop_corps() -> None:
    """10 against 1 is an automatic victory (9.3.2)."""
    meets(
        "at: turn 7 axis impulse 1 movement clear\n"
        "on Y17: ger-56-pz ger-17-inf\non X17: rus-5-para\n"
        "av 1: ger-56-pz ger-17-inf x rus-5-para\nexpect ok\n"
    )


def test_three_units_held_all_round_are_freed_by_a_victory() -> None:
    """Whoever can step only from zone to zone stays, until an automatic victory opens a hex (8.3)."""
    before = (
        "at: turn 2 axis impulse 1 movement clear\n"
        "on Y17: ger-12-inf\non X17: rus-6-tank\non Z19: rus-20-inf\non Z16: rus-16-inf\n"
        "on W16: ger-41-pz ger-56-pz ger-57-pz\n"
    )
    for way in ("X18", "Y18", "Y16", "Z18", "Z17"):
        meets(before + f"move ger-12-inf Y17 {way}\nexpect 8.3a\n")
    meets(
        before + "av 1: ger-41-pz ger-56-pz ger-57-pz x rus-6-tank\nexpect ok\nmove ger-12-inf Y17 X17 W17\nexpect ok\n"
    )


@pytest.mark.parametrize(
    ("support", "options", "column"),
    [
        ("air stuka ger-hq-south", "", "6-1"),
        ("guns ger-7-art", "options: 26.5\n", "4-1"),
    ],
)
def test_support_raises_three_to_one(support: str, options: str, column: str) -> None:
    """3-1 becomes 6-1 with a Stuka; one step with a gun (15.5, 26.5.3)."""
    die, result = 2, GAME.charts.combat.result(column, 2)
    attackers = "ger-41-pz ger-12-inf" if "air" in support else "ger-41-pz ger-12-inf ger-7-art"
    meets(
        options + "at: turn 7 axis impulse 1 combat clear\n"
        f"on Y19: ger-hq-south\non Y17: {attackers}\non X17: rus-24-inf\n"
        f"attack 1: {attackers} x rus-24-inf {support}\nexpect ok\nroll 1: {die} {column} {result}\nexpect ok\n"
    )


def test_a_barrage_raises_three_to_one_to_six_to_one() -> None:
    """26.13."""
    meets(
        "options: 26.13\nat: turn 20 russian impulse 1 combat clear\n"
        "on X14: rus-stavka\non X17: rus-24-inf rus-20-inf\non Y17: ger-17-inf\n"
        "attack 1: rus-24-inf rus-20-inf x ger-17-inf barrage\nexpect ok\nroll 1: 1 6-1 EX\nexpect ok\n"
    )


def test_a_contact_leaves_everybody_where_he_was() -> None:
    """The combat of 9.4.4."""
    before = "at: turn 3 axis impulse 2 combat clear\non S12: ger-47-pz\non S11: rus-24-inf\n"
    meets(before + "attack 1: ger-47-pz x rus-24-inf\nexpect ok\nroll 1: 4 1-1 C\nexpect ok\n")


def test_two_units_over_a_closed_hexside_do_not_meet() -> None:
    """KK17 and JJ17 are neighbours, but neither controls the other's hex, nor may attack it (7.1)."""
    before = "at: turn 2 axis impulse 1 combat clear\non KK17: ger-41-pz\non JJ17: rus-24-inf\n"
    meets(before + "end\nexpect ok\n")
    meets(before + "attack 1: ger-41-pz x rus-24-inf\nexpect 7.1c\n")


def test_a_battle_half_fought_can_be_written_down() -> None:
    start = (
        "on Y17: ger-56-pz ger-41-pz\non X17: rus-24-inf rus-4-inf\n"
        "attack 1: ger-56-pz ger-41-pz x rus-24-inf rus-4-inf\nroll 1: 4 2-1 EX\nlose 1: ger-56-pz\n"
    )
    middle = position_text(GAME, position(start, COMBAT))
    assert (
        "before: battle 1 ger-56-pz Y17 ger-41-pz Y17 x rus-24-inf X17 rus-4-inf X17 result EX lost ger-56-pz" in middle
    )
    rest = "lose 1: rus-4-inf\nretreat 1: rus-24-inf X17 W16\nend\n"
    assert told(start + rest, COMBAT) == []
    assert told(middle.removeprefix("game: trc; ") + "\n" + rest) == []
    assert told(middle.removeprefix("game: trc; ") + "\nend\n") == ["violation 13.3-EXb"]
