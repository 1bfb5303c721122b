"""The legal actions of a position are listed: each that is, and none that is not."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, hexset, position
from trc_module.games.trc.acts.departures import Exit
from trc_module.games.trc.players.legal_actions import full, legal_victories, legal_weather
from trc_module.hexgrid import hexes
from trc_module.rules.actions import Eliminate, Enter, Surrender
from trc_module.rules.engine import legal_actions
from trc_module.rules.state import State

HEX = GAME.board.grid.hex


COMBAT = "turn 2 axis impulse 1 combat clear"


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
