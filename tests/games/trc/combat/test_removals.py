"""Removals: each needs a cause that the position shows."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, findings, position, told
from trc_module.games.trc.combat.combat_results import OF_BATTLES
from trc_module.games.trc.marks import VICTORIES
from trc_module.rules.registry import covers

ALONE = "on Y17: ger-41-pz\non X17: rus-24-inf\n"
COMBAT = "turn 2 axis impulse 1 combat clear"
RUSSIAN_END = "turn 20 russian impulse 2 end clear"
LOSS = "violation 13.2a"


@pytest.mark.parametrize(
    ("because", "expected"),
    [
        ("13.3", LOSS),
        ("13.5", LOSS),
        ("14.2", LOSS),
        ("4.1.3", LOSS),
        ("6.2", "violation 6.2a"),
        ("11.2", "violation 11.2b"),
        ("10.3.2", "violation 10.3.2d"),
        ("22.2", "violation 22.2d"),
        ("19.3", "violation 19.3"),
        ("24.1", "violation 24.1"),
        ("24.5", "violation 24.5c"),
        ("2.1", "violation 2.1a"),
        ("8.4", "violation 2.1a"),
        ("20.9", "violation 2.1a"),
        ("26.6.3", "violation 2.1a"),
    ],
)
def test_nobody_takes_an_enemy_off_without_a_cause(because: str, expected: str) -> None:
    assert told(f"{ALONE}eliminate rus-24-inf because {because}") == [expected]
    assert told(f"{ALONE}surrender rus-24-inf because {because}") == [expected]


@pytest.mark.parametrize("because", ["13.3", "6.2", "16.1", "17.2", "12.5", "16.3"])
def test_no_enemy_surrenders_without_a_cause(because: str) -> None:
    found = findings(f"{ALONE}surrender rus-24-inf because {because}")
    assert [one.accuses for one in found] == [True]


def test_a_player_may_give_up_his_own_unit_and_name_no_rule_that_does_not_ask_for_it() -> None:
    assert told(f"{ALONE}eliminate ger-41-pz because 2.1") == []
    assert told(f"{ALONE}eliminate ger-41-pz because 8.4") == ["violation 8.4"]
    assert told(f"{ALONE}eliminate ger-41-pz because 20.9") == ["violation 20.9.1a"]
    assert told(f"{ALONE}eliminate ger-41-pz because 26.6.3") == ["violation 26.6.3a"]
    assert told(f"options: 26.6\n{ALONE}eliminate ger-41-pz because 26.6.3") == []
    assert told(f"options: 26.6\n{ALONE}eliminate rus-24-inf because 26.6.3") == ["violation 2.1a"]


def test_a_removal_that_names_a_battle_is_a_loss_of_it_by_whatever_rule() -> None:
    battle = "before: battle 1 ger-41-pz Y17 ger-47-pz Y17 x rus-24-inf X17 rus-stalin X17 result DR\n"
    stand = f"on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf rus-stalin\n{battle}retreat 1: rus-24-inf X17 W16 V16\n"
    assert told(f"{stand}eliminate rus-stalin because 11.2\nend", COMBAT) == []
    ashore = "control: Odessa axis\non DD24: rum-cav\non II22: rus-24-inf\nsea invasion rum-cav DD24 JJ22 roll 1\nend\n"
    assert told(f"{ashore}attack 1: rum-cav x rus-24-inf\nroll 1: 3\neliminate rum-cav because 10.3.2\nend") == []
    assert all(any(covers(prefix, rule) for prefix in OF_BATTLES) for rule in ("13.3-DE", "11.2b", "22.2d", "10.3.2d"))


def test_what_nobody_declared_may_have_been_fought() -> None:
    silent = f"before: undeclared battles\n{ALONE}"
    assert told(f"{silent}eliminate rus-24-inf because 13.3", COMBAT) == []
    assert told(f"{ALONE}eliminate rus-24-inf because 13.3", COMBAT) == [LOSS]


def test_a_loss_that_is_carried_out_late_is_told_once() -> None:
    fought = "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\nattack 1: ger-41-pz ger-47-pz x rus-24-inf\n"
    late = f"{fought}roll 1: 6 3-1 DE\nend\n"
    assert ("owing", "rus-24-inf") in position(late, COMBAT).marks
    assert told(f"{late}eliminate rus-24-inf because 13.3", COMBAT) == ["violation 13.3-DE"]
    paid = f"{fought}roll 1: 6 3-1 DE\nlose 1: rus-24-inf\nend\n"
    assert not any(mark[0] == "owing" for mark in position(paid, COMBAT).marks)
    over = f"{late}end\nend\nend\neliminate rus-24-inf because 13.3"
    assert told(over, COMBAT)[-1] == LOSS


def test_a_victim_of_a_victory_that_may_have_been_won_is_undecided() -> None:
    three = "on Y17: ger-41-pz ger-56-pz ger-47-pz\non X17: rus-6-tank\n"
    assert told(f"{three}surrender rus-6-tank because 16.1") == ["undecided 16.1a"]
    assert VICTORIES in position(f"{three}surrender rus-6-tank because 16.1").marks
    declared = f"{three}av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank\nsurrender rus-6-tank because 16.1"
    assert told(declared) == []
    assert VICTORIES not in position(declared).marks
    assert told(f"{three}surrender rus-6-tank because 16.1", COMBAT) == ["violation 16.1a"]
    assert told(f"{ALONE}surrender rus-24-inf because 16.1") == ["violation 16.1a"]
    early = "on X17: rus-16-inf rus-11-inf\non X18: rus-12-inf rus-3-inf\non Y17: rum-cav\n"
    early += "surrender rum-cav because 16.1"
    assert told(early, "turn 9 russian impulse 1 movement clear") == ["violation 16.1a"]
    assert told(early, "turn 10 russian impulse 1 movement clear") == ["undecided 16.1a"]
    # 21 to 3 is 7-1, and support makes 10-1 of it; 14 to 2 is 7-1 too, and 15 to 3 is 5-1.
    strong, weak = "ger-41-pz ger-56-pz ger-46-pz", "ger-41-pz ger-47-pz"
    for stack, foe, verdict in (
        (strong, "rus-6-cav", "undecided"),
        ("ger-41-pz ger-46-pz", "rus-6-tank", "undecided"),
        (weak, "rus-6-cav", "violation"),
    ):
        text = f"on Y17: {stack}\non X17: {foe}\nsurrender {foe} because 16.1"
        assert told(text) == [f"{verdict} 16.1a"]


@pytest.mark.parametrize(
    ("text", "at", "facts", "hexes"),
    [
        (
            f"{ALONE}surrender rus-24-inf because 16.1",
            "turn 2 axis impulse 1 movement",
            ["ger-41-pz: combat 8", "rus-24-inf: combat 4", "X17 is clear"],
            (),
        ),
        (
            "on P20: ger-41-pz\neliminate ger-41-pz because 6.2",
            "turn 2 axis impulse 1 movement",
            ["ger-41-pz: stacks corps"],
            ("P20",),
        ),
        # Five hexes from an SS unit a partisan is found; six are too many, so that nothing depends on who stands there.
        (
            "on Y20: ger-41-pz\non Y21: ger-12-inf\non Y15: rus-partisan-1\neliminate rus-partisan-1 because 19.3",
            "turn 5 axis impulse 1 movement",
            ["ger-41-pz: formation none"],
            ("Y15",),
        ),
        (
            "before: surrendered finland turn 21\ncontrol: Helsinki russian\non Y20: ger-36-mtn\n"
            "eliminate ger-36-mtn because 24.5",
            "turn 21 russian impulse 2 end",
            ["Y20 lies in Russia"],
            ("Y20",),
        ),
    ],
)
def test_a_removal_is_told_with_the_data_that_it_depends_on(
    text: str, at: str, facts: list[str], hexes: tuple[str, ...]
) -> None:
    [found] = findings(text, f"{at} clear")
    assert [str(fact).split(" [")[0] for fact in found.facts] == facts
    assert found.hexes == hexes


def test_one_too_many_goes_where_there_is_one_too_many() -> None:
    four = "on P20: ger-41-pz ger-56-pz ger-47-pz ger-12-inf{}\neliminate {} because 6.2"
    assert told(four.format("", "ger-12-inf")) == []
    assert told(four.format(" ger-hq-north", "ger-hq-north")) == ["violation 6.2a"]
    assert told("on P20: ger-41-pz ger-56-pz ger-47-pz\neliminate ger-41-pz because 6.2") == ["violation 6.2a"]


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("on Y20: ger-41-pz\non Y19: rus-partisan-1", "axis impulse 1 movement", []),
        ("on Y20: ger-41-pz\non Y18: rus-partisan-1", "axis impulse 1 movement", ["violation 19.3"]),
        ("on Y20: ger-ss-res\non Y15: rus-partisan-1", "axis impulse 2 movement", []),
        ("on Y20: ger-ss-res\non Y14: rus-partisan-1", "axis impulse 2 movement", ["violation 19.3"]),
        ("on Y20: ger-41-pz\non Y19: rus-partisan-1", "axis impulse 2 end", ["violation 19.3"]),
        ("on Y20: ger-41-pz\non Y19: rus-partisan-1", "russian impulse 1 movement", ["violation 19.3"]),
        ("on Y20: ger-41-pz\non Y10: rus-partisan-1", "russian impulse 2 end", []),
    ],
)
def test_partisans_are_removed_where_the_axis_finds_them(text: str, at: str, expected: list[str]) -> None:
    assert told(f"{text}\neliminate rus-partisan-1 because 19.3", f"turn 5 {at} clear") == expected


def test_a_unit_surrenders_for_its_country_as_the_country_does() -> None:
    five = "on U28: rus-1-tank rus-2-tank rus-3-tank\non T28: rus-4-tank{}\non W28: hun-3-inf\n"
    alone = "surrender hun-3-inf because 24.2"
    assert told(five.format(" rus-5-tank") + alone, RUSSIAN_END) == []
    assert told(five.format("") + alone, RUSSIAN_END) == ["violation 24.2"]
    assert told("on DD27: rum-cav\nsurrender rum-cav because 24.3", RUSSIAN_END) == ["violation 24.3"]
    assert told("on Y20: ita-3-inf\nsurrender ita-3-inf because 24.4") == ["violation 24.4"]
    assert told("on C14: fin-4-inf\nsurrender fin-4-inf because 24.5") == ["violation 24.5a"]
    gone = "before: surrendered hungary turn 20\non W28: hun-3-inf\n"
    assert told(gone + alone, RUSSIAN_END) == []
    assert told(f"{gone}eliminate hun-3-inf because 24.2", RUSSIAN_END) == ["violation 24.1"]


@pytest.mark.parametrize(
    ("unit", "hex_", "at", "expected"),
    [
        ("ger-36-mtn", "B14", "turn 21 russian impulse 2 end", []),
        ("ger-36-mtn", "B14", "turn 21 russian impulse 1 movement", ["violation 24.5c"]),
        ("ger-36-mtn", "B14", "turn 22 russian impulse 2 end", ["violation 24.5c"]),
        ("ger-36-mtn", "Y20", "turn 21 russian impulse 2 end", ["violation 24.5c"]),
        ("rus-24-inf", "B14", "turn 21 russian impulse 2 end", ["violation 24.5c"]),
    ],
)
def test_who_is_left_in_finland_goes_when_its_turn_ends(unit: str, hex_: str, at: str, expected: list[str]) -> None:
    text = f"before: surrendered finland turn 21\ncontrol: Helsinki russian\non {hex_}: {unit}\n"
    assert told(f"{text}eliminate {unit} because 24.5", f"{at} clear") == expected


def test_a_surrender_for_want_of_supply_is_judged_as_a_removal_is() -> None:
    end = "turn 8 axis impulse 2 end clear"
    without = "on BB5: ger-12-inf\nsurrender ger-12-inf because 17.2"
    assert told(without, end) == ["doubt 17.2c"]
    assert told(f"options: C89b\n{without}", end) == []
    fed = "control: Kiev axis\non W17: ger-12-inf\nsurrender ger-12-inf because 17.2"
    assert told(fed, end) == ["violation 17.2e"]
    assert told(f"options: C89b\n{fed}", end) == ["violation 17.2e"]
    assert told(without, COMBAT) == ["violation 17.1a"]


def test_every_rule_that_a_removal_may_break_is_in_the_book() -> None:
    used = ("2.1a", "6.2a", "10.3.2d", "11.2b", "13.2a", "16.1a", "17.2c", "19.3", "22.2d", "24.1", "24.5c")
    assert [rule for rule in used if rule not in GAME.book.rules] == []
