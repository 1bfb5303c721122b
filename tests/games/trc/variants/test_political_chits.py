"""28.7: chits that are drawn unseen and shown in time, and what some of them do."""

from __future__ import annotations

from tests.games.trc.play import position, told
from trc_module.declarations.seals import seal_of
from trc_module.games.trc import load
from trc_module.games.trc.acts.chits import ShowChit
from trc_module.games.trc.supply.combat_supply import rule_of_the_winter, winter_of
from trc_module.rules import legal_actions

SET_UP = "options: 28.7\nat: turn 1 axis impulse 1 weather clear\n"
LATER = "options: 28.7\nat: turn {turn} {side} impulse 1 movement {weather}\n"


def test_a_chit_is_held_against_the_hash_of_its_draw() -> None:
    drawn = SET_UP + f"draw-chit axis {seal_of('2', 'walnut')}\nshow-chit axis "
    assert told(drawn + "2 word walnut") == []
    assert told(drawn + "1 word walnut") == ["violation 28.7"]
    assert told(drawn + "2 word hazel") == ["violation 28.7"]
    assert told(drawn + "2") == told(drawn + "1") == ["violation 28.7"]
    # Once it was shown with the word it may be shown again.
    assert told(drawn + "2 word walnut\nshow-chit axis 2") == []
    assert told(SET_UP + "show-chit axis 2") == []


def test_the_first_seal_of_a_side_holds() -> None:
    drawn = "".join(f"draw-chit axis {seal_of(chit, 'walnut')}\n" for chit in "12")
    assert told(f"{SET_UP}{drawn}show-chit axis 1 word walnut") == ["violation 28.7"]
    assert told(f"{SET_UP}{drawn}show-chit axis 2 word walnut") == ["violation 28.7"] * 2


def test_a_side_draws_once_before_play_and_shows_one() -> None:
    draw = f"draw-chit russian {seal_of('4', 'oak')}\n"
    assert told(SET_UP + draw) == []
    assert told(SET_UP + draw + draw) == ["violation 28.7"]
    assert told(LATER.format(turn=2, side="russian", weather="clear") + draw) == ["violation 28.7"]
    assert told(SET_UP + "show-chit russian 4\nshow-chit russian 6") == ["violation 28.7"]
    assert told(SET_UP + "show-chit russian 4\nshow-chit axis 1") == []


def test_whatever_a_chit_that_nobody_names_may_excuse_is_undecided() -> None:
    header = LATER.format(turn=2, side="russian", weather="clear")

    def move(way: str, chits: str) -> list[str]:
        return told(f"{header}{chits}on R9: rus-24-inf\nmove rus-24-inf R9 {way}")

    drawn = f"before: chit-drawn russian {seal_of('6', 'oak')}\n"
    assert move("R8 R7 R6 R5", "") == ["undecided 4.2.1b"]
    assert move("R8 R7 R6 R5", drawn) == move("R8 R7 R6 R5", "before: chit russian 4\n") == ["violation 4.2.1b"]
    assert move("R8 R7 R6 R5", "before: chit axis 4\n") == ["undecided 4.2.1b"]
    assert move("R8 R7 R6 R5 R4", "") == ["violation 4.2.1b"]
    set_up = "box russian at-start: rus-23-inf\n{}setup rus-23-inf U1\n"
    assert told(SET_UP + set_up.format("")) == ["undecided 3.3c"]
    assert told(SET_UP + set_up.format("before: chit russian 2\n")) == ["violation 3.3c"]
    # Another rule against the same unit is no excuse: with neutral Finland it has to start elsewhere all the same.
    assert told(SET_UP + set_up.replace("U1", "K21").format("")) == ["violation 3.3c"]


def test_each_chit_has_its_time() -> None:
    def show(chit: str, turn: int, side: str, weather: str = "clear") -> list[str]:
        return told(LATER.format(turn=turn, side=side, weather=weather) + f"show-chit {chit}")

    assert show("axis 3", 4, "axis", "snow") == []
    assert show("axis 3", 4, "axis") == ["violation 28.7"]
    assert show("axis 5", 3, "russian") == []
    assert show("axis 5", 3, "axis") == show("axis 5", 4, "russian") == ["violation 28.7"]
    assert show("russian 2", 6, "russian") == show("russian 5", 6, "russian") == []
    assert show("russian 2", 6, "axis") == show("russian 5", 6, "axis") == ["violation 28.7"]
    assert show("russian 1", 2, "russian") == ["violation 28.7"]


def test_chits_of_the_axis_wait_for_what_calls_them() -> None:
    axis = LATER.format(turn=6, side="axis", weather="clear")
    assert told(f"{axis}show-chit axis 4") == ["violation 28.7"]
    assert told(f"{axis}box russian surrendered: rus-24-inf\nshow-chit axis 4") == []
    assert told(f"{axis}control: Kiev axis, Odessa russian\nshow-chit axis 6") == ["violation 28.7"]
    assert told(f"{axis}control: Kiev axis, Odessa axis\nshow-chit axis 6") == []
    assert told(f"{axis}control: Odessa axis\nbefore: unsure-control W19\nshow-chit axis 6") == []
    assert told(f"{axis}before: ukraine-taken 4\ncontrol: Kiev russian\nshow-chit axis 6") == []


def test_winter_gear_makes_the_first_winter_like_the_second_and_the_second_no_winter() -> None:
    game = load(frozenset({"28.7"}))

    def winter(chit: str, turn: int) -> int:
        snow = LATER.format(turn=turn, side="axis", weather="snow")
        return winter_of(game, position(f"{snow}before: chit {chit}\nend"))

    assert [winter("axis 4", turn) for turn in (4, 5, 10)] == [1, 1, 2]
    assert [winter("axis 3", turn) for turn in (4, 5, 10)] == [2, 2, 0]
    assert winter("russian 3", 4) == 1


def test_winter_gear_is_the_rule_to_name_in_the_snow_of_the_first_two_winters() -> None:
    game = load(frozenset({"28.7"}))

    def rule(chit: str, turn: int, weather: str = "snow") -> str:
        head = LATER.format(turn=turn, side="axis", weather=weather)
        return rule_of_the_winter(game, position(f"{head}before: chit {chit}\nend"), "17.3")

    assert [rule("axis 3", turn) for turn in (4, 12, 16)] == ["28.7-G3", "28.7-G3", "17.3"]
    assert rule("axis 3", 12, "clear") == rule("axis 4", 12) == "17.3"


def test_a_chit_that_was_drawn_with_the_name_of_its_side_may_be_shown_in_self_play() -> None:
    game = load(frozenset({"28.7"}))

    def showings(word: str, shown: str = "") -> list[ShowChit]:
        return list(legal_actions(game, position(f"{SET_UP}draw-chit axis {seal_of('2', word)}\n{shown}"), ShowChit))

    assert showings("axis") == [ShowChit("axis", "2", "axis")]
    assert showings("walnut") == []
    assert showings("axis", "show-chit axis 2 word axis\n") == []


def test_russian_armies_stack_by_threes_without_purges() -> None:
    def stack(units: str, chit: str) -> list[str]:
        header = LATER.format(turn=2, side="russian", weather="clear") + f"before: chit {chit}\n"
        return told(f"{header}on P12: {units}\nend")

    three = "rus-24-inf rus-13-inf rus-3-inf"
    assert stack(three, "russian 4") == []
    assert stack(three, "russian 6") == ["violation 6.1a"]
    assert stack(three, "axis 4") == ["undecided 6.1a"]
    assert stack(f"{three} rus-6-tank", "russian 4") == ["violation 6.1b"]


def test_trucks_carry_infantry_and_armor_of_the_russians_alone() -> None:
    def move(unit: str, way: str, chit: str = "russian 6", side: str = "russian") -> list[str]:
        header = LATER.format(turn=2, side=side, weather="clear") + f"before: chit {chit}\non R9: {unit}\n"
        return told(f"{header}move {unit} R9 {way}")

    four, five = "R8 R7 R6 R5", "R8 R7 R6 R5 R4"
    assert move("rus-24-inf", four) == []
    assert move("rus-24-inf", five) != []
    assert move("rus-24-inf", four, chit="russian 4") != []
    assert move("rus-1gd-tank-army", "R8 R7 R6 R5 R4 R3 R2") == []
    assert move("rus-1gd-tank-army", "R8 R7 R6 R5 R4 R3 R2 R1") != []
    assert move("rus-1-cav", "R8 R7 R6 R5 R4 R3 R2 R1") != []


def test_a_chit_in_a_game_without_chits_breaks_28_1() -> None:
    assert told(SET_UP.replace("options: 28.7\n", "") + "show-chit axis 1") == ["violation 28.1"]


def test_who_counts_in_full_because_of_the_winter_gear_does_so_by_its_number() -> None:
    def told_in(turn: int, chits: str = "before: chit axis 3\n") -> list[str]:
        header = f"options: 28.7\nat: turn {turn} axis impulse 1 combat snow\n{chits}"
        # Two hexes from Kiev.
        units = "control: Kiev axis\non W17: ger-41-pz\non W16: rus-24-inf\n"
        return told(f"{header}{units}attack 1: ger-41-pz x rus-24-inf\nroll 1: 4 1-1 C")

    assert [told_in(turn) for turn in (5, 11)] == [["violation 28.7-G3"]] * 2
    assert told_in(17) == ["violation 17.1b"]
    assert told_in(11, "") == ["violation 17.3.3"]
