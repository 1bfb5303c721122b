from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.games.trc.play import GAME, findings, hexset, position, told
from tests.games.trc.supply.test_control import opening
from trc_module.games.trc.supply.combat_supply import combat_supply, winter
from trc_module.games.trc.supply.general_supply import supply_of, unsupplied
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.state import State
from trc_module.systems.rails import rails_of, with_rails
from trc_module.systems.weather import weather_of, with_weather

END = "turn 8 axis impulse 2 end clear"
SNOW = "turn 5 axis impulse 2 end snow"
RUSSIAN_END = "turn 8 russian impulse 2 end clear"
HEX = GAME.board.grid.hex


def told_of(text: str, at: str = END) -> list[str]:
    """Return the violations and doubts, without the notes on rails."""
    return [line for line in told(text, at) if not line.startswith("note")]


@pytest.mark.parametrize(("hexes_away", "weather", "supplied"), [(8, "clear", True), (9, "clear", False),
                                                                 (8, "mud", True), (4, "snow", True),
                                                                 (5, "snow", False)])  # fmt: skip
def test_the_length_of_a_line(hexes_away: int, weather: str, supplied: bool) -> None:
    at = f"turn 9 axis impulse 2 end {weather}"
    text = f"control: Kiev axis\n on W{19 - hexes_away}: ger-12-inf\n end"
    assert (told_of(text, at) == []) == supplied


@pytest.mark.parametrize(
    ("text", "at", "rule"),
    [
        ("control: Kiev axis\n on W10: ger-12-inf\n end", END, "17.2a"),
        ("control: Kiev axis\n on W14: ger-12-inf\n end", SNOW, "17.2b"),
        ("control: Kiev axis\n on W10: ger-12-inf\n end", SNOW, "17.2a"),
        ("control: Sevastopol axis\n rail: axis JJ23 II22 HH22 HH21\n on GG18: ger-12-inf\n end", SNOW, "8.6b"),
        ("rail: axis U9 V10 V11\n on V12: ger-12-inf\n end", END, "17.2.2a"),
        ("control: Saratov none, Stalingrad none\n rail: axis FF1\n on FF1: ger-12-inf\n end", END, "17.2.2b"),
        ("on X10: ger-12-inf\n end", END, "17.2a"),
        ("on BB5: rus-24-inf\n control: Kharkov axis\n end", RUSSIAN_END, None),
    ],
)
def test_the_number_of_a_unit_that_stays_unsupplied(text: str, at: str, rule: str | None) -> None:
    assert told_of(text, at) == ([] if rule is None else [f"violation {rule}"])


def test_enemy_zones_and_cities_cut_a_line_and_friends_do_not_open_it() -> None:
    ring = "control: Kursk axis\n on X10: ger-12-inf\n on {}"
    zone = "W9: rus-24-inf\n on Y9: rus-16-inf\n on X9: rus-13-inf\n on X11: rus-4-inf\n end"
    assert told_of(ring.format(zone)) == ["violation 17.2.3a"]
    friend = "control: Kursk axis\n on X10: ger-12-inf\n on X11: ger-17-inf\n on X12: ger-7-inf\n"
    friend += "on W11: rus-24-inf\n on Y11: rus-16-inf\n on X9: rus-13-inf\n end"
    assert told_of(friend) == ["violation 17.2.3b", "violation 17.2.3b"]


def test_both_ends_of_a_line_may_be_in_a_zone() -> None:
    text = "control: Kursk axis\n on X12: ger-12-inf\n on W11: rus-24-inf\n on X14: rus-16-inf\n end"
    assert told_of(text) == []


def test_everybody_of_a_stack_is_told_once_until_it_is_mended() -> None:
    text = "on BB5: ger-12-inf ger-17-inf\n end\n"
    assert told_of(text) == ["violation 17.2a", "violation 17.2a"]
    assert [line for line in told_of(text + "end\n" * 5 + "weather 1\n" + "end\n" * 6) if " 17" in line] == [
        "violation 17.2a",
        "violation 17.2a",
    ]


def test_who_needs_no_line() -> None:
    assert told_of("on BB31: rus-5-para\n on Y22: rus-partisan-1\n end", RUSSIAN_END) == []
    assert told_of("before: ashore rum-cav\n on BB5: rum-cav\n end") == []
    assert told_of("before: invaded rum-cav impulse 2\n on BB5: rum-cav\n end") == []


@pytest.mark.parametrize(
    ("text", "at", "rule"),
    [
        ("control: Kiev axis\n on W17: ger-12-inf\n eliminate ger-12-inf because 17.2", END, "17.2e"),
        ("control: Kiev axis\n on W17: ger-12-inf\n eliminate ger-12-inf because 4.1.6", END, "17.2e"),
        ("control: Kiev axis\n on W19: ger-12-inf\n eliminate ger-12-inf because 17.2", END, "17.2e"),
        ("control: Sevastopol axis\n on KK19: ger-12-inf\n eliminate ger-12-inf because 17.2", END, "8.5.3"),
        ("control: Smolensk axis, S12 axis\n on S4: ger-12-inf\n eliminate ger-12-inf because 17.2", END, "4.1.6d"),
        ("rail: axis W19 W18 W17 W16 W15 W14\n control: W15 none\n before: passed W15 W14\n on W12: rus-24-inf\n"
         "control: Dnepropetrovsk axis, Kharkov axis, Kursk axis, Tula axis, Moscow axis, Voronezh axis\n"
         "eliminate rus-24-inf because 17.2", RUSSIAN_END, "17.2e"),
        ("on BB31: rus-5-para\n eliminate rus-5-para because 17.2", RUSSIAN_END, "17.2d"),
        ("before: ashore rum-cav\n on BB5: rum-cav\n eliminate rum-cav because 17.2", END, "10.3.2e"),
        ("on BB5: ger-12-inf\n eliminate ger-12-inf because 17.2", "turn 8 axis impulse 2 combat clear", "17.1a"),
        ("on BB5: ger-12-inf\n eliminate ger-12-inf because 17.2", RUSSIAN_END, "17.1a"),
    ],
)  # fmt: skip
def test_the_number_of_a_wrong_removal(text: str, at: str, rule: str) -> None:
    assert told_of(text, at) == [f"violation {rule}"]


def test_russian_rails_converted_now_feed_russians_now() -> None:
    text = """
        control: Smolensk axis, Vitebsk axis, Kalinin axis, Moscow axis, Tula axis, Bryansk axis, Minsk russian
        rail: axis O18 O17
        before: passed O18 O17
        on O10: rus-24-inf
        eliminate rus-24-inf because 17.2
    """
    assert told_of(text, RUSSIAN_END) in (["violation 4.2.5a"], ["violation 17.2e"], [])


def test_the_removed_go_to_the_replacement_pool_for_whatever_reason() -> None:
    state = position("on BB5: ger-12-inf\n eliminate ger-12-inf because 17.2", END)
    assert state.place("ger-12-inf") == "replacement-pool"
    assert told_of("on W17: ger-12-inf\n eliminate ger-12-inf because 2.1", END) == []


def test_a_removal_shows_the_line() -> None:
    found = findings("control: Kiev axis\n on W17: ger-12-inf\n eliminate ger-12-inf because 17.2", END)
    assert found[0].sentence == (
        "ger-12-inf in W17 was removed for lack of supply, but the line W17-W18-W19 leads to a source."
    )


def test_a_zone_on_the_rails_between_leaves_a_doubt() -> None:
    """The text leaves open whether it cuts the line along the rails (R20)."""
    text = "control: Kiev axis\n rail: axis W19 W18 W17 W16 W15 W14\n on W8: ger-12-inf\n on V17: rus-24-inf\n{}"
    assert told_of(text.format("end")) == ["doubt 17.2.3a"]
    assert told_of(text.format("eliminate ger-12-inf because 17.2")) == []


def test_the_other_reading_of_r20_can_be_agreed_on() -> None:
    text = "options: R20b\n control: Kiev axis\n rail: axis W19 W18 W17 W16 W15 W14\n"
    text += "on W8: ger-12-inf\n on V17: rus-24-inf\n{}"
    assert told_of(text.format("end")) == []
    assert told_of(text.format("eliminate ger-12-inf because 17.2")) == ["violation 17.2e"]


def test_what_rests_on_a_way_not_known_is_undecided() -> None:
    city = "before: unsure-control W19\n on W17: ger-12-inf\n"
    assert told_of(city + "end") == ["undecided 17.2a"]
    assert told_of(city + "control: Kiev axis\n eliminate ger-12-inf because 17.2") == ["undecided 17.2e"]
    rails = "control: Kiev axis\n rail: axis W19 W18 W16 W15 W14\n before: unsure-rail W17\n on W8: ger-12-inf\n end"
    assert told_of(rails) == ["undecided 17.2.2a"]


def test_units_on_the_rails_of_their_own_edge_are_fed() -> None:
    for at, unit, side in (
        ("K33", "ger-12-inf", "axis"),
        ("QQ12", "rus-24-inf", "russian"),
        ("FF1", "rus-4-inf", "russian"),
    ):
        text = f"control: {', '.join(f'{city} none' for city in GAME.board.cities)}\n on {at}: {unit}\n end"
        assert told_of(text, f"turn 8 {side} impulse 2 end clear") == []


def slow_supply(state: State, side: str) -> set[str]:
    """Return the units of a side that are out of supply, unit by unit and step by step, as the rulebook reads."""
    board, enemy = GAME.board, "russian" if side == "axis" else "axis"
    limit = 4 if weather_of(state) == "snow" else 8
    zone: set[Hex] = set()
    for at, stack in state.forces[enemy].stacks.items():
        reach = [at] if all(unit in GAME.partisans for unit in stack) else [at, *hexes(board.zoc.of[at])]
        zone.update(h for h in reach)
    mine = {city.hex for city in board.cities.values() if state.control[city.hex] == side}
    foreign = {city.hex for city in board.cities.values() if state.control[city.hex] == enemy}
    edges = ("west",) if side == "axis" else ("east", "south")
    feeds = mine | {h for edge in edges for h in hexes(board.edge_rails[edge])}
    usable = {h for h in hexes(rails_of(state)[side]) if h in mine or (h not in zone and h not in foreign)}
    fed_rails = {h for h in feeds if h in usable}
    queue = list(fed_rails)
    while queue:
        here = queue.pop()
        for there in hexes(board.rail_links[here]):
            if there in usable and there not in fed_rails:
                fed_rails.add(there)
                queue.append(there)
    sources = mine | fed_rails

    def feeds_unit(at: Hex) -> bool:
        layer, seen = {at}, {at}
        for step in range(limit + 1):
            if layer & sources:
                return True
            onward = {h for h in layer if h == at or (h not in zone and h not in foreign)}
            layer = {n for h in onward for n in hexes(board.walk.of[h])} - seen
            seen |= layer
            del step
        return False

    return {
        unit
        for at, stack in state.forces[side].stacks.items()
        if not feeds_unit(at)
        for unit in stack
        if GAME.units[unit].type not in ("paratroop", "partisan", "air")
    }


def shuffled_control(rng: random.Random) -> FrozenMap[Hex, str]:
    return FrozenMap({h: rng.choice(["axis", "russian", "russian", ""]) for h in GAME.controllable})


@pytest.mark.parametrize("seed", range(12))
def test_supply_is_what_a_slow_reading_finds(seed: int) -> None:
    rng = random.Random(seed)
    state = replace(opening(rng), control=shuffled_control(rng))
    state = with_weather(state, rng.choice(["clear", "snow"]))
    axis_rails: HexSet = sum(1 << h for h in hexes(GAME.board.rail_hexes) if rng.random() < 0.6)
    rail = FrozenMap({"axis": axis_rails, "russian": GAME.board.rail_hexes & ~axis_rails})
    state = with_rails(state, rail)
    for side in GAME.sides:
        out = unsupplied(GAME, state, side)
        assert set(out) == slow_supply(state, side)
        supply = supply_of(GAME, state, side)
        assert supply.surely.fed & ~supply.likely.fed == 0
        assert supply.likely.fed & ~supply.perhaps.fed == 0
        for at in state.forces[side].stacks:
            way = supply.likely.line(at)
            assert (way is not None) == bool(supply.likely.fed >> at & 1)
            if way is None:
                rule, _ = supply.why_not(at)
                assert rule in GAME.book.rules
            else:
                assert len(way) - 1 <= supply.likely.length
                assert all(GAME.board.walk.joined(a, b) for a, b in pairwise(way))
                assert all(supply.likely.clear >> h & 1 for h in way[1:-1])


def at_turn(turn: int, weather: str = "snow", text: str = "") -> State:
    return position(text, f"turn {turn} axis impulse 1 combat {weather}")


@pytest.mark.parametrize(("turn", "expected"), [(3, 1), (4, 1), (5, 1), (6, 1), (7, 0), (9, 0), (10, 2), (11, 2),
                                                (12, 2), (13, 0), (16, 0), (17, 0), (23, 0)])  # fmt: skip
def test_the_two_winters(turn: int, expected: int) -> None:
    assert winter(at_turn(turn), GAME) == expected
    assert winter(at_turn(turn, "mud"), GAME) == 0


@pytest.mark.parametrize(
    ("unit", "at", "turn", "text", "expected"),
    [
        ("ger-41-pz", "Y17", 5, "", False),
        ("ger-41-pz", "Y17", 7, "", True),
        ("rus-24-inf", "Y17", 5, "", True),
        ("fin-4-inf", "Y17", 5, "", True),
        ("rum-cav", "Y17", 5, "", False),
        ("ger-41-pz", "M25", 5, "", True),
        ("ger-41-pz", "P14", 5, "", True),
        ("ger-41-pz", "P15", 5, "", False),
        ("ger-41-pz", "P15", 5, "control: Smolensk axis", True),
        ("ger-41-pz", "P15", 5, "control: Smolensk none", False),
        ("ger-41-pz", "P15", 5, "before: unsure-control P14", None),
        ("ger-41-pz", "P16", 5, "control: Smolensk axis", False),
        ("ger-41-pz", "P16", 11, "control: Smolensk axis", True),
        ("ger-41-pz", "P17", 11, "control: Smolensk axis", False),
        ("ger-41-pz", "P16", 11, "before: unsure-control P14", None),
        ("ger-41-pz", "P16", 11, "control: Smolensk axis\n on O15: rus-24-inf", False),
        ("ger-41-pz", "P16", 11, "control: Smolensk axis\n on N15: rus-24-inf", True),
        ("rum-cav", "Y17", 5, "before: ashore rum-cav", True),
    ],
)
def test_combat_supply(unit: str, at: str, turn: int, text: str, expected: bool | None) -> None:
    assert combat_supply(GAME, at_turn(turn, text=text), unit, HEX(at)) is expected


def test_cities_are_sources_and_junctions_and_wells_are_not() -> None:
    text = "control: T9 axis, Maikop axis, Kiev axis\n on W19: ger-12-inf"
    supply = supply_of(GAME, position(text, "turn 8 axis impulse 2 combat clear"), "axis")
    assert supply.likely.sources & hexset("W19", "T9", "PP13") == hexset("W19")


@pytest.mark.parametrize(("at", "rule"), [("W17", "17.2.1a"), ("GG10", "17.2.1a"), ("L1", "4.1.6b")])
def test_without_any_source_the_nearest_foreign_city_is_to_blame_or_nothing(at: str, rule: str) -> None:
    state = position(f"on {at}: ger-12-inf", END)
    state = replace(state, control=FrozenMap(dict.fromkeys(GAME.controllable, "russian")))
    nothing = with_rails(state, FrozenMap({"axis": 0, "russian": GAME.board.rail_hexes}))
    assert supply_of(GAME, nothing, "axis").why_not(HEX(at))[0] == rule
