"""Overlays of a position, as the page draws and lists them."""

from __future__ import annotations

from tests.games.trc.questions.positions import ASK, GAME, SECOND_TURN, at, names, position
from trc_module.games.trc.supply.general_supply import unsupplied
from trc_module.rules.questions import Overlay
from trc_module.rules.state import State

FRONT = SECOND_TURN.replace("movement", "combat") + "on M23: ger-24-pz\non M22: rus-10-inf\n"


def drawn(state: State, key: str) -> Overlay:
    found = ASK.overlay(state, key)
    assert found is not None
    return found


def test_there_are_six() -> None:
    assert ASK.overlays == ("zones", "supply", "control", "rails", "duties", "points")
    assert ASK.overlay(position(FRONT), "weather") is None


def test_zones_reach_one_hex() -> None:
    areas = {area.side: area.hexes for area in drawn(position(FRONT), "zones").areas}
    assert areas["axis"] == GAME.board.zoc.of[at("M23")] | 1 << at("M23")
    assert areas["russian"] >> at("M23") & 1


def test_who_stands_next_to_an_enemy_must_attack_him() -> None:
    found = drawn(position(FRONT), "duties")
    assert [names(area.hexes) for area in found.areas] == ["M23", "M22"]
    assert [(line.rule, line.words) for line in found.lines if line.rule] == [("12.2", "ger-24-pz must attack M22.")]


def test_whoever_has_to_be_withdrawn_is_counted_in_the_turn_of_the_axis() -> None:
    def lines(side: str) -> list[tuple[str, str]]:
        state = position(f"at: turn 19 {side} impulse 1 movement clear\non Y20: ger-41-pz ger-56-pz\n")
        return [(line.rule, line.words) for line in drawn(state, "duties").lines]

    assert lines("axis") == [("20.9", "2 units must still be withdrawn in this turn.")]
    assert lines("russian") == [("", "Nothing has to be done in this phase.")]


def test_who_is_cut_off_is_named_with_the_reason() -> None:
    ring = ("rus-3-inf", "rus-4-inf", "rus-10-inf", "rus-6-cav", "rus-18-inf", "rus-27-inf")
    cells = GAME.board.grid.names(GAME.board.grid.ring(at("O12"), 2))
    lines = "".join(f"on {cell}: {unit}\n" for cell, unit in zip(cells[::2], ring, strict=True))
    state = position(SECOND_TURN + "on O12: ger-24-pz\n" + lines)
    found = drawn(state, "supply")
    assert unsupplied(GAME, state, "axis") == ("ger-24-pz",)
    (line,) = (line for line in found.lines if "ger-24-pz" in line.words)
    assert line.words.startswith("ger-24-pz in O12 is out of supply: ")
    assert line.rule.startswith("17.2")


def test_control_names_the_cities_of_each_side() -> None:
    found = drawn(position(FRONT), "control")
    assert [line.side for line in found.lines] == ["axis", "russian"]
    assert "Berlin" in found.lines[0].words
    assert "Moscow" in found.lines[1].words


def test_a_unit_put_into_a_city_takes_it() -> None:
    state = position(FRONT)
    smolensk = GAME.places["Smolensk"]
    assert state.control[smolensk] == "russian"
    assert ASK.put(state, "ger-24-pz", smolensk).control[smolensk] == "axis"
    assert ASK.put(state, "ger-24-pz", None).place("ger-24-pz") is None
