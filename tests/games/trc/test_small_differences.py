"""Small differences that decide, each found by changing one comparison of the rules and seeing no test fail."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.trc.play import GAME, findings, hexset, position, told
from trc_module.games.trc.acts.actions import Exit
from trc_module.games.trc.combat.attack_obligations import Front, duties
from trc_module.games.trc.combat.battle_context import BattleContext, fight_of
from trc_module.games.trc.combat.battle_odds import terrain_facts
from trc_module.games.trc.combat.combat_terrain import one_river_fact, river_help
from trc_module.games.trc.players.legal_actions import full, legal_victories, legal_weather
from trc_module.games.trc.supply.control import control_is_frozen
from trc_module.hexgrid import hexes
from trc_module.rules.actions import Attack, Eliminate, Enter, Surrender
from trc_module.rules.engine import legal_actions
from trc_module.rules.state import State

HEX = GAME.board.grid.hex
COMBAT = "turn 2 axis impulse 1 combat clear"
RUSSIAN_COMBAT = "turn 20 russian impulse 1 combat clear"


def fight(text: str, attackers: str, defenders: str, at: str = COMBAT) -> BattleContext:
    return fight_of(GAME, position(text, at), Attack(1, tuple(attackers.split()), tuple(defenders.split())))


# What doubles


def test_the_doubling_of_a_defence_rests_on_what_doubles_it() -> None:
    board = GAME.board
    mountain = fight("on J10: rus-24-inf\non J9: ger-41-pz\n", "ger-41-pz", "rus-24-inf")
    assert terrain_facts(mountain) == (board.terrain_fact(HEX("J10")),)
    plain = fight("on X17: rus-24-inf\non Y17: ger-41-pz\n", "ger-41-pz", "rus-24-inf")
    assert terrain_facts(plain) == (board.terrain_fact(HEX("X17")),)
    city = fight("on R9: rus-24-inf\non Q9: ger-41-pz\n", "ger-41-pz", "rus-24-inf")
    assert terrain_facts(city)[0] == board.city_at[HEX("R9")].fact
    assert board.terrain_fact(HEX("R9")) not in terrain_facts(city)
    river = fight("on Y18: rus-5-inf\non Y19: ger-17-inf\n", "ger-17-inf", "rus-5-inf")
    assert terrain_facts(river) == tuple(dict.fromkeys(river_help(river, HEX("Y18"))[2]))
    assert terrain_facts(river)


def test_a_river_that_nobody_doubts_is_as_sure_as_its_source() -> None:
    river = fight("on Y18: rus-5-inf\non Y19: ger-17-inf\n", "ger-17-inf", "rus-5-inf")
    known = one_river_fact(river, HEX("Y18"), HEX("Y19"))
    sources = [fact.source for h in ("Y18", "Y19") for fact in GAME.board.river_facts(HEX(h))]
    assert known.source == min(sources, key=lambda source: source.trust)


@pytest.mark.parametrize(
    ("rolled", "rule"), [("3-1 DR", None), ("1-1 C", "14.1d"), ("2-1 EX", "13.1b"), ("4-1 D1", "13.1a")]
)
def test_the_strait_doubles_only_against_attackers_who_are_all_beyond_it(rolled: str, rule: str | None) -> None:
    text = (
        "on KK19: ger-41-pz\non JJ21: ger-12-inf\non KK20: rus-24-inf\n"
        f"attack 1: ger-41-pz ger-12-inf x rus-24-inf\nroll 1: 4 {rolled}\n"
    )
    assert told(text, COMBAT) == ([f"violation {rule}"] if rule else [])


# Who must fight, and who could have


def test_every_sturmovik_that_could_come_may_save_a_position() -> None:
    text = "on X14: rus-stavka\non X17: rus-24-inf\non Y17: ger-41-pz ger-56-pz\n"
    for turn, number in ((14, 1), (20, 2), (24, 3)):
        state = position(text, f"turn {turn} russian impulse 1 combat clear")
        front = Front.now(GAME, state)
        attack = front.fight(("rus-24-inf",), 1 << HEX("Y17"))
        assert front._air(attack) == number
    axis = position("on Y19: ger-hq-south\non Y17: ger-41-pz\non X17: rus-24-inf\n", COMBAT)
    front = Front.now(GAME, axis)
    assert front._air(front.fight(("ger-41-pz",), 1 << HEX("X17"))) == 3


def test_duties_are_those_of_the_position_that_is_asked() -> None:
    state = position("on Y17: ger-41-pz\non X17: rus-24-inf\n", COMBAT)
    assert [duty.unit for duty in duties(GAME, state)] == ["ger-41-pz"]
    assert duties(GAME, state) is duties(GAME, state)
    assert duties(GAME, state.with_unit("russian", "rus-24-inf", HEX("R9"))) == ()


def test_whoever_could_attack_at_one_to_six_need_not_surrender() -> None:
    text = "on Y17: rum-cav\non X17: rus-16-inf {}\nsurrender rum-cav because 12.5\n"
    # 2 against 12, and against 14, in the first impulse.
    assert told(text.format("rus-12-inf")) == ["violation 12.5d"]
    assert told(text.format("rus-12-inf\non X18: rus-6-tank")) == []


# Losses


@pytest.mark.parametrize(("stands", "frozen"), [("X14", True), ("S13", False)])
def test_an_exchange_is_over_when_the_last_defender_may_stay_in_the_woods(stands: str, frozen: bool) -> None:
    origin = "Y13" if stands == "X14" else "T13"
    text = (
        f"on {origin}: ger-41-pz ger-56-pz\non {stands}: rus-24-inf rus-13-inf\n"
        "attack 1: ger-41-pz ger-56-pz x rus-24-inf rus-13-inf\nroll 1: 4 1-1 C\n"
    )
    state = position(text, COMBAT)
    battle = state.battles[-1]
    exchanged = replace(battle, result="EX", lost=("ger-41-pz", "rus-24-inf"))
    assert control_is_frozen(GAME, replace(state, battles=(exchanged,))) is frozen


# What could be done


def acts(state: State, kind: type) -> list[object]:
    return list(legal_actions(GAME, state, kind))


def test_a_hex_with_two_armies_is_full_for_a_third_and_one_with_one_is_not() -> None:
    state = position("on P12: rus-24-inf rus-13-inf\non Q12: rus-3-inf\n", "turn 3 russian impulse 1 movement clear")
    assert full(GAME, state, "rus-29-inf") == hexset("P12")


def test_the_weather_die_falls_in_six_ways_once_in_the_weather_phase_of_the_turns_that_want_one() -> None:
    def dice(at: str, text: str = "") -> list[int]:
        return [roll.die for roll in legal_weather(GAME, position(text, at))]

    assert dice("turn 3 axis impulse 1 weather clear") == [1, 2, 3, 4, 5, 6]
    assert dice("turn 3 axis impulse 1 weather clear", "weather 3\n") == []
    assert dice("turn 1 axis impulse 1 weather clear") == []
    assert dice("turn 3 axis impulse 1 movement clear") == []


VICTORY = "on Y17: {}\non X17: rus-2-cav\n"


@pytest.mark.parametrize(
    ("attackers", "listed"),
    [
        ("ger-39-pz ger-24-pz ger-12-inf", [("ger-24-pz", "ger-39-pz", "ger-12-inf")]),
        ("ger-39-pz ger-24-pz ger-17-inf", []),
        ("ger-39-pz ger-24-pz ger-7-inf", [("ger-24-pz", "ger-39-pz", "ger-7-inf")]),
    ],
)
def test_victories_of_ten_to_one_are_listed(attackers: str, listed: list[tuple[str, ...]]) -> None:
    state = position(VICTORY.format(attackers))
    assert [act.attackers for act in legal_victories(GAME, state)] == listed


def test_a_victory_is_listed_with_as_few_as_will_do_and_with_all() -> None:
    text = VICTORY.format("ger-39-pz ger-24-pz ger-41-pz") + "on X18: rum-cav\n"
    listed = [act.attackers for act in legal_victories(GAME, position(text))]
    assert listed == [("ger-24-pz", "ger-39-pz", "ger-41-pz"), ("ger-24-pz", "ger-39-pz", "ger-41-pz", "rum-cav")]
    assert list(legal_victories(GAME, position(text, COMBAT))) == []
    spent = "before: av ger-39-pz\n" + text
    assert list(legal_victories(GAME, position(spent, "turn 2 axis impulse 2 movement clear"))) == []


def test_a_victory_is_no_longer_listed_once_its_victors_are_spent() -> None:
    text = VICTORY.format("ger-39-pz ger-24-pz ger-12-inf") + "on Y16: rum-cav\non X16: rus-6-tank\n"
    after = position(text + "av 1: ger-39-pz ger-24-pz ger-12-inf x rus-2-cav\n")
    assert list(legal_victories(GAME, after)) == []


def test_hungary_surrenders_to_five_russian_units() -> None:
    inside = [GAME.hex_name(h) for h in hexes(GAME.board.regions["Hungary"].hexes)][:5]
    armies = ["rus-24-inf", "rus-13-inf", "rus-3-inf", "rus-4-inf"]
    text = "on P20: hun-1-mot\n" + "".join(f"on {at}: {army}\n" for at, army in zip(inside, armies, strict=False))
    at, hungary = "turn 20 russian impulse 2 end clear", Surrender("hungary", "24.2")
    assert hungary not in acts(position(text, at), Surrender)
    assert hungary in acts(position(text + f"on {inside[4]}: rus-5-inf\n", at), Surrender)


def test_axis_units_in_finland_are_listed_on_the_turn_of_its_surrender_alone() -> None:
    finland = next(GAME.hex_name(h) for h in hexes(GAME.board.regions["Finland"].hexes))
    text = f"before: surrendered finland turn {{}}\non {finland}: ger-12-inf\n"
    at = "turn 18 russian impulse 2 end snow"
    assert Eliminate("ger-12-inf", "24.5") in acts(position(text.format(18), at), Eliminate)
    assert Eliminate("ger-12-inf", "24.5") not in acts(position(text.format(17), at), Eliminate)


def test_units_of_a_scenarios_first_turn_are_still_to_come() -> None:
    state = GAME.start("fall-blau", frozenset())
    assert state.place("ger-59-inf") == "turn-7"


# What a finding names and rests on


def test_a_move_from_zone_to_zone_names_the_enemies_of_both() -> None:
    text = "on Y17: ger-12-inf\non X17: rus-6-tank\non Z19: rus-20-inf\nmove ger-12-inf Y17 Z18\n"
    (finding,) = findings(text)
    assert (finding.rule, finding.units) == ("8.3a", ("ger-12-inf", "rus-6-tank", "rus-20-inf"))


def test_a_way_not_told_that_must_stop_rests_on_the_terrain_of_its_ends() -> None:
    found = findings("on B3: rum-pz\nmove rum-pz B3 > C1\n", "turn 8 axis impulse 2 movement mud")
    (finding,) = (one for one in found if one.rule == "8.2a")
    assert [str(fact).partition(" [")[0] for fact in finding.facts[:2]] == ["B3 is swamp", "C1 is swamp"]


# Markers


def test_a_railhead_is_where_the_rails_end_that_the_end_phase_leaves() -> None:
    lost = "control: Bryansk russian\nrail: axis T14 T13\nbefore: passed T14\non T14: rus-24-inf\nmark railhead T14\n"
    assert told(lost, "turn 3 russian impulse 2 combat clear") == []
    assert told(lost, "turn 3 russian impulse 2 end clear") == ["violation 2.1f"]
    won = "control: Bryansk axis\nrail: axis T14\nbefore: passed T13\non T13: ger-47-pz\nmark railhead T13\n"
    assert told(won, "turn 3 axis impulse 2 end clear") == []
    assert told(won, "turn 3 axis impulse 1 combat clear") == ["violation 2.1f"]


@pytest.mark.parametrize(("scenario", "turn", "rule"), [("campaign", 1, "2.1l"), ("fall-blau", 7, "27.11a")])
def test_a_turn_marker_on_the_wrong_turn_before_play(scenario: str, turn: int, rule: str) -> None:
    text = f"scenario: {scenario}\nat: turn {turn} axis impulse 1 weather clear\nmark turn {turn + 1}\n"
    assert f"violation {rule}" in told(text)


# Losses, continued


def test_nobody_chooses_the_loss_of_a_unit_that_cannot_retreat() -> None:
    text = (
        "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\non W16: ger-56-pz\non W17: ger-57-pz\non X16: ger-12-inf\n"
        "on X18: ger-17-inf\non Y16: ger-7-inf\nattack 1: ger-41-pz ger-47-pz x rus-24-inf\nroll 1: 4 3-1 DR\n"
        "lose 1: rus-24-inf by {}\n"
    )
    assert [told(text.format(side), COMBAT) for side in GAME.sides] == [[], []]


def test_whoever_may_leave_the_map_is_listed_and_workers_and_partisans_are_not() -> None:
    text = "on U1: ger-41-pz\non X1: rus-worker-moscow\n"
    assert acts(position(text, "turn 9 axis impulse 1 movement clear"), Exit) == [Exit("ger-41-pz", "east")]
    west = next(GAME.hex_name(h) for h in hexes(GAME.board.edges["west"]))
    russians = f"on {west}: rus-24-inf rus-worker-moscow rus-partisan-1\n"
    assert acts(position(russians, "turn 20 russian impulse 1 movement clear"), Exit) == [Exit("rus-24-inf", "west")]


def test_partisans_on_the_map_may_be_put_elsewhere() -> None:
    text = "control: Minsk axis\nrail: axis O20\non R9: rus-partisan-1\non X17: rus-24-inf\n"
    listed = acts(position(text, "turn 5 russian impulse 2 end snow"), Enter)
    assert listed == [Enter("rus-partisan-1", HEX("O20")), Enter("rus-partisan-1", HEX("O19"))]
