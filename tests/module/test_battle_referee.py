"""Battles at the table in the real engine: what a player has to press, and what the module does by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.module.hand import Hand
from tests.module.test_declarations_referee import Player, read
from tests.referee.engine import Engine
from trc_module.cli.logs import audit_files
from trc_module.module.inputs import ModuleInputs


@pytest.fixture
def player(referee: Engine, module_file: Path, parts: ModuleInputs, tmp_path: Path) -> Player:
    return Player(referee.keep(module_file), parts, tmp_path)


def test_a_battle_of_three_attackers_takes_three_clicks_a_loss_one_and_a_retreat_its_drag(
    player: Player, parts: ModuleInputs, tmp_path: Path
) -> None:
    player.sit_down(ger_41_pz="Y17", ger_47_pz="Y16", ger_46_pz="X17", rus_24_inf="X16", rus_1_tank="X16")
    player.turn_to(turn=1, step=2)
    player.game.begin_log(tmp_path / "battle.vlog")
    hand = Hand(player)
    hand.select_and_press("rus-24-inf", "ctrl Q")
    player.game.load_dice(4)
    hand.press("F7")
    assert hand.clicks == 3
    assert hand.chat == [
        "* Battle 3: 24th Army (X16) is attacked",
        "* Battle 3: attacking 47th Panzer Corps (Y16), 46th Panzer Corps (X17); defending 1st Tank Corps (X16): "
        "13 : 6 = 2-1",
        "* Battle 3: 47th Panzer Corps (Y16), 46th Panzer Corps (X17) against 24th Army (X16), 1st Tank Corps (X16), "
        "2-1, die 4",
        "* Battle 3, 2-1, die 4: EX: the attacker loses one unit, then the defender one; the other defenders retreat "
        "one or two hexes. Click the badge of each unit that is lost, and drag those that retreat.",
    ]
    hand.clicks = 0
    hand.click_badge("ger-46-pz")
    assert (hand.clicks, player.where("ger-46-pz")) == (1, "Axis replacement pool")
    hand.click_badge("rus-1-tank")
    assert (hand.clicks, player.where("rus-1-tank")) == (2, "Russian replacement pool")
    hand.drag("rus-24-inf", "W15")
    player.game.end_log()
    assert [done.text for done in read(tmp_path / "battle.vlog", parts).acts] == [
        "attack 3: ger-47-pz ger-46-pz x rus-24-inf rus-1-tank",
        "roll 3: 4",
        "lose 3: ger-46-pz",
        "lose 3: rus-1-tank",
        "retreat 3: rus-24-inf X16 W15",
    ]


def test_three_attackers_picked_one_by_one_take_four_clicks_and_three_lines_of_the_chat(player: Player) -> None:
    player.sit_down(ger_41_pz="Y16", ger_47_pz="Y16", ger_46_pz="X17", rus_24_inf="X16", rus_1_tank="X16")
    player.game.load_dice(4)
    hand = Hand(player)
    hand.pick_and_press(("ger-41-pz", "ger-47-pz", "ger-46-pz"), "F4")
    assert hand.clicks == 4
    assert hand.chat == [
        "* Battle 1: attacking 41st Panzer Corps (Y16), 47th Panzer Corps (Y16), 46th Panzer Corps (X17); "
        "defending 24th Army (X16), 1st Tank Corps (X16): 21 : 6 = 3-1",
        "* Battle 1: 41st Panzer Corps (Y16), 47th Panzer Corps (Y16), 46th Panzer Corps (X17) against "
        "24th Army (X16), 1st Tank Corps (X16), 3-1, die 4",
        "* Battle 1, 3-1, die 4: DR: the defenders retreat two hexes. "
        "Click the badge of each unit that is lost, and drag those that retreat.",
    ]
    assert (player.game.property("Odds"), player.game.property("Result")) == ("3-1", "DR")
    # After the die the key has no other battle to roll.
    player.game.hot_key("F4")
    assert (player.game.property("BattleId"), player.game.property("Rolled")) == ("1", "1")


def test_attackers_who_can_mean_several_hexes_do_not_roll(player: Player) -> None:
    player.sit_down(ger_41_pz="Y16", rus_24_inf="X16", rus_13_inf="X17")
    report = player.game.type_key(player.ids["ger-41-pz"], "F4")
    assert report.chat[-1] == "* Say whom they attack: select a defender and press Ctrl+B, then roll."
    assert player.game.property("Rolled") == "0"


def test_attackers_who_can_mean_one_hex_only_need_no_defender_named(player: Player) -> None:
    player.sit_down(ger_41_pz="Y17", ger_47_pz="Y16", rus_24_inf="X16", rus_13_inf="X16", rus_1_tank="X17")
    report = player.game.type_key([player.ids["ger-47-pz"]], "ctrl A")
    # Y16 lies next to X16 and to X17: either may be meant.
    assert player.game.property("DefenceSum") == "0"
    assert len(report.chat) == 1
    report = player.game.type_key(player.ids["ger-41-pz"], "ctrl A")
    assert player.game.property("DefenceSum") == "2"
    assert report.chat[-1] == "* Battle 1: defending 1st Tank Corps (X17): 15 : 2 = 7-1"


def test_a_result_that_costs_a_side_all_takes_all_with_one_click(player: Player) -> None:
    player.sit_down(ger_41_pz="Y16", ger_47_pz="Y16", rus_1_tank="X16", rus_8_tank="X16")
    player.key("rus-1-tank", "ctrl Q")
    assert player.game.property("Odds") == "3-1"
    player.game.load_dice(6)
    player.game.hot_key("F7")
    assert player.game.property("Result") == "DE"
    Hand(player).click_badge("rus-8-tank")
    assert player.where("rus-1-tank") == player.where("rus-8-tank") == "Russian replacement pool"


def test_a_click_costs_nobody_whom_the_result_spares(player: Player) -> None:
    player.sit_down(ger_41_pz="Y16", rus_24_inf="X16")
    player.key("rus-24-inf", "ctrl Q")
    Hand(player).click_badge("rus-24-inf")
    player.game.load_dice(3)
    player.game.hot_key("F7")
    assert player.game.property("Result") == "C"
    Hand(player).click_badge("rus-24-inf")
    assert player.where("rus-24-inf") == "X16"


def test_who_is_taken_out_of_a_battle_stays_out(player: Player) -> None:
    player.sit_down(ger_41_pz="Y16", rus_24_inf="X16", rus_13_inf="X16")
    player.key("ger-41-pz", "ctrl A")
    assert player.game.property("Reckoned") == "Battle 1: 8 : 8 = 1-1"
    player.key("rus-13-inf", "ctrl N")
    assert player.game.property("Reckoned") == "Battle 1: 8 : 4 = 2-1"
    player.game.load_dice(3)
    player.game.hot_key("F7")
    assert (player.game.property("Odds"), player.game.property("Result")) == ("2-1", "C")


def test_an_aircraft_that_flies_between_two_battles_supports_the_second(
    player: Player, parts: ModuleInputs, tmp_path: Path
) -> None:
    player.sit_down(ger_41_pz="Y16", ger_stuka_1="Y16", rus_24_inf="X16", ger_47_pz="Q16", rus_13_inf="P16")
    player.turn_to(turn=1, step=2)
    player.game.begin_log(tmp_path / "battles.vlog")
    player.key("rus-24-inf", "ctrl Q")
    player.game.load_dice(3)
    player.game.hot_key("F7")
    player.key("ger-stuka-1", "ctrl 1")
    assert (player.game.property("AirShift"), player.game.property("BattleId")) == ("3", "4")
    player.key("rus-13-inf", "ctrl Q")
    assert (player.game.property("AirShift"), player.game.property("BattleId")) == ("3", "4")
    assert player.game.property("Reckoned") == "Battle 4: 7 : 4 = 1-1, +3 -> 4-1"
    player.game.load_dice(3)
    player.game.hot_key("F7")
    player.game.end_log()
    assert [done.text for done in read(tmp_path / "battles.vlog", parts).acts] == [
        "attack 3: ger-41-pz x rus-24-inf",
        "roll 3: 3",
        "attack 4: ger-47-pz x rus-13-inf air stuka ger-hq-center",
        "roll 4: 3",
    ]


def test_guns_that_are_told_of_between_two_battles_shift_the_second(player: Player, tmp_path: Path) -> None:
    player.options = frozenset({"26.5"})
    player.sit_down(ger_41_pz="Y16", rus_24_inf="X16", ger_47_pz="Q16", ger_7_art="Q16", rus_13_inf="P16")
    player.turn_to(turn=1, step=2)
    player.game.begin_log(tmp_path / "battles.vlog")
    player.key("rus-24-inf", "ctrl Q")
    player.game.load_dice(3)
    player.game.hot_key("F7")
    player.key("ger-7-art", "ctrl G")
    assert (player.game.property("Rolled"), player.game.property("BattleId")) == ("0", "4")
    player.key("rus-13-inf", "ctrl Q")
    assert player.game.property("BattleId") == "4"
    assert player.game.property("Reckoned") == "Battle 4: 9 : 4 = 2-1, +1 -> 3-1"
    player.game.load_dice(2)
    player.game.hot_key("F7")
    # Guns that have attacked are told of late: their line is of the battle that was rolled for.
    player.key("ger-7-art", "ctrl G")
    assert (player.game.property("Rolled"), player.game.property("BattleId")) == ("1", "4")
    player.game.end_log()
    # It judges with the optional rule that the log names.
    assert [done.text for done in audit_files([tmp_path / "battles.vlog"]).acts] == [
        "attack 3: ger-41-pz x rus-24-inf",
        "roll 3: 3",
        "attack 4: ger-47-pz ger-7-art x rus-13-inf guns ger-7-art",
        "roll 4: 2",
    ]


def test_a_barrage_that_is_fired_between_two_battles_shifts_the_second(player: Player, tmp_path: Path) -> None:
    player.options, player.side = frozenset({"26.13"}), "Russian"
    player.sit_down(rus_1_tank="Y16", ger_41_pz="X16", rus_24_inf="Q16", ger_1_inf="P16")
    player.turn_to(turn=1, step=7)
    player.take("barrage", "Q16")
    player.game.begin_log(tmp_path / "battles.vlog")
    player.key("ger-41-pz", "ctrl Q")
    first = int(player.game.property("BattleId") or 0)
    player.game.load_dice(6)
    player.game.hot_key("F7")
    player.key("barrage", "ctrl G")
    assert (player.game.property("Barrage"), player.game.property("BattleId")) == ("3", f"{first + 1}")
    player.key("ger-1-inf", "ctrl Q")
    assert player.game.property("Reckoned") == f"Battle {first + 1}: 4 : 4 = 1-1, +3 -> 4-1"
    player.game.load_dice(1)
    player.game.hot_key("F7")
    player.game.end_log()
    assert [done.text for done in audit_files([tmp_path / "battles.vlog"]).acts] == [
        f"attack {first}: rus-1-tank x ger-41-pz",
        f"roll {first}: 6",
        f"attack {first + 1}: rus-24-inf x ger-1-inf barrage",
        f"roll {first + 1}: 1",
    ]


def test_an_aircraft_that_goes_back_before_the_die_takes_its_shift_back(
    player: Player, parts: ModuleInputs, tmp_path: Path
) -> None:
    player.sit_down(ger_41_pz="Y16", ger_stuka_1="Y16", rus_24_inf="X16")
    player.turn_to(turn=1, step=2)
    player.game.begin_log(tmp_path / "battle.vlog")
    player.key("ger-stuka-1", "ctrl 1")
    player.key("rus-24-inf", "ctrl Q")
    assert (player.game.property("AirShift"), player.game.property("FlownNow")) == ("3", "1")
    player.key("ger-stuka-1", "ctrl O")
    assert (player.game.property("AirShift"), player.game.property("FlownNow")) == ("0", "0")
    assert player.where("ger-stuka-1") == "Stukas"
    player.game.load_dice(3)
    player.game.hot_key("F7")
    # After the die it has flown.
    player.key("ger-stuka-1", "ctrl O")
    assert player.game.property("FlownNow") == "0"
    player.game.end_log()
    assert [done.text for done in read(tmp_path / "battle.vlog", parts).acts] == [
        "attack 3: ger-41-pz x rus-24-inf",
        "roll 3: 3",
        "fly ger-stuka-1 stukas",
    ]


def test_a_lender_said_twice_counts_an_aircraft_once(player: Player) -> None:
    player.sit_down(rus_1_tank="Y16", rus_sturmovik_1="Y16", rus_sturmovik_2="Y16", ger_41_pz="X16")
    player.key("rus-sturmovik-1", "ctrl 1")
    player.key("rus-sturmovik-1", "ctrl 2")
    assert (player.game.property("AirShift"), player.game.property("FlownNow")) == ("1", "1")
    player.key("rus-sturmovik-2", "ctrl 1")
    assert (player.game.property("AirShift"), player.game.property("FlownNow")) == ("2", "2")
    player.key("rus-sturmovik-1", "ctrl O")
    assert (player.game.property("AirShift"), player.game.property("FlownNow")) == ("1", "1")
