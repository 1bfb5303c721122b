from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, findings, hexset, position, told
from trc_module.games.trc.acts.movement import RailMove
from trc_module.games.trc.supply.rails import doubted, sure_net
from trc_module.rules.engine import check, legal_actions
from trc_module.systems.rails import rails_of

AXIS = "turn 2 axis impulse 1 movement clear"
RUSSIAN = "turn 2 russian impulse 1 movement clear"


@pytest.mark.parametrize(
    ("at", "rule"),
    [
        ("turn 2 axis impulse 2 movement clear", "4.1.4c"),
        ("turn 2 russian impulse 2 movement clear", "4.2.3d"),
        ("turn 2 axis impulse 1 combat clear", "4.1.2e"),
        ("turn 2 russian impulse 1 combat clear", "4.2.1f"),
        ("turn 2 axis impulse 2 combat clear", "9.3.1a"),
        ("turn 2 axis impulse 2 end clear", "9.3.1a"),
        ("turn 2 russian impulse 2 end clear", "9.3.1a"),
    ],
)
def test_the_number_of_a_rail_move_at_the_wrong_time(at: str, rule: str) -> None:
    unit, way = ("ger-41-pz", "E31 > L26") if " axis " in at else ("rus-24-inf", "R9 > NN16")
    text = f"on {way.split()[0]}: {unit}\n rail {unit} {way}\n rail {unit} {way.split()[2]} > {way.split()[0]}"
    assert told(text, at) == [f"violation {rule}"]


def test_the_other_sides_unit_is_told_of_once() -> None:
    assert told("on R9: rus-24-inf\n rail rus-24-inf R9 > NN16", AXIS) == ["violation 2.1a"]


@pytest.mark.parametrize(("used", "side", "weather", "rule"), [
    (5, "axis", "clear", None), (6, "axis", "clear", "9.2a"), (6, "axis", "mud", "9.2a"), (2, "axis", "snow", None),
    (3, "axis", "snow", "9.2b"), (4, "russian", "clear", None), (5, "russian", "mud", "9.2c"),
    (5, "russian", "snow", "9.2c"),
])  # fmt: skip
def test_the_allotment_is_full_and_not_a_unit_more(used: int, side: str, weather: str, rule: str | None) -> None:
    unit, way = ("ger-41-pz", "E31 > L26") if side == "axis" else ("rus-24-inf", "R9 > NN16")
    text = f"used: {side} rail {used}\n on {way.split()[0]}: {unit}\n rail {unit} {way}"
    expected = [] if rule is None else [f"violation {rule}"]
    at = f"turn 3 {side} impulse 1 movement {weather}"
    assert told(text, at) == expected
    assert position(text, at).used[f"{side} rail"] == used + 1


def test_a_move_in_two_legs_counts_once_and_free_ones_never() -> None:
    text = "on E31: ger-41-pz ger-56-pz\n before: arrived ger-56-pz turn-2\n"
    text += "rail ger-41-pz E31 > H29\n rail ger-41-pz H29 > L26\n rail-free ger-56-pz E31 > L26"
    assert told(text) == []
    assert position(text).used == {"axis rail": 1}


def test_the_count_begins_anew_with_the_turn() -> None:
    text = "used: axis rail 6, axis baltic 1, axis black-sea 1, axis invasions 1\n end"
    assert position(text, "turn 2 russian impulse 2 end clear").used == {"axis invasions": 1}
    assert position(text, "turn 2 axis impulse 2 end clear").used["axis rail"] == 6


@pytest.mark.parametrize(("mark", "rule"), [
    ("arrived ger-41-pz turn-2", None), ("arrived ger-41-pz turn-1", "9.2e"), ("arrived ger-41-pz", None),
    ("arrived ger-41-pz replacement-pool", None), ("arrived ger-41-pz off-map-units", "9.2f"),
    ("arrived ger-41-pz paratroop-reserve", "9.2f"), ("arrived ger-56-pz turn-2", "9.2e"),
])  # fmt: skip
def test_who_rides_free(mark: str, rule: str | None) -> None:
    text = f"before: {mark}\n on E31: ger-41-pz\n rail-free ger-41-pz E31 > L26"
    assert told(text) == ([] if rule is None else [f"violation {rule}"])


def test_one_kind_of_move_in_an_impulse() -> None:
    assert told("on L25: ger-41-pz\n move ger-41-pz L25 L26\n rail ger-41-pz L26 > E31") == ["violation 9.3.1c"]
    assert told("before: moved ger-41-pz\n on L26: ger-41-pz\n rail ger-41-pz L26 > E31") == ["violation 9.3.1c"]
    twice = "on E31: ger-41-pz\n rail ger-41-pz E31 > L26\n move ger-41-pz L26 L25\n move ger-41-pz L25 L24"
    assert told(twice) == ["violation 9.3.1c"]
    later = "on E31: ger-41-pz\n rail ger-41-pz E31 > L26\n end\n end\n move ger-41-pz L26 M25"
    assert told(later) == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("on L26: ger-41-pz\n rail ger-41-pz L26 > O23", "9.3.2a"),
        ("on K26: ger-41-pz\n rail ger-41-pz K26 > L26", "9.3.2a"),
        ("on L26: ger-41-pz\n rail ger-41-pz L26 > O19", "9.3.2a"),
        ("rail: axis O19\n on L26: ger-41-pz\n rail ger-41-pz L26 > O19", "9.1a"),
        ("on L26: ger-41-pz\n rail ger-41-pz L26 L25 K25 L26", "9.3.2b"),
        ("on L27: rus-24-inf\n on L26: ger-41-pz\n rail ger-41-pz L26 > E31", "9.3.2c"),
        ("on L26: ger-41-pz\n on M24: rus-24-inf\n rail ger-41-pz L26 L25", "9.3.2c"),
        ("before: passed O23\n rail: axis O24 N25\n on L26: ger-41-pz\n rail ger-41-pz L26 > O23", "9.4.1a"),
        ("control: Brest axis\n rail: axis O24 N25\n on L26: ger-41-pz\n rail ger-41-pz L26 > O23", "9.4.1a"),
        ("control: Brest axis\n rail: axis O24 N25 O22\n on L26: ger-41-pz\n rail ger-41-pz L26 > O22", "9.4.1a"),
    ],
)
def test_the_number_of_a_wrong_way(text: str, rule: str) -> None:
    assert told(text) == [f"violation {rule}"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "on K26: ger-41-pz\nrail ger-41-pz K26 > L26",
            "The rail move of ger-41-pz begins in K26, where there are no rails.",
        ),
        (
            "on L26: ger-41-pz\nrail ger-41-pz L26 > K26",
            "The rail move of ger-41-pz ends in K26, where there are no rails.",
        ),
        (
            "on L26: ger-41-pz\nrail ger-41-pz L26 > O23",
            "The rail move of ger-41-pz ends in O23, whose rails are not friendly.",
        ),
        (
            "before: arrived ger-56-pz turn-2\non E31: ger-41-pz\nrail-free ger-41-pz E31 > L26",
            "ger-41-pz moved by rail free of the allotment, but it did not arrive in this impulse.",
        ),
        (
            "before: arrived ger-41-pz turn-1\non E31: ger-41-pz\nrail-free ger-41-pz E31 > L26",
            "ger-41-pz moved by rail free of the allotment, but it was due as 'turn-1', not this turn.",
        ),
        (
            "used: axis rail 6\non E31: ger-41-pz\nrail ger-41-pz E31 > L26",
            "ger-41-pz is unit number 7 to move by rail; in a turn the Axis side may move 6.",
        ),
        (
            "at: turn 5 axis impulse 1 movement snow\nused: axis rail 3\non E31: ger-41-pz\nrail ger-41-pz E31 > L26",
            "ger-41-pz is unit number 4 to move by rail; in a snow turn the Axis side may move 3.",
        ),
    ],
)
def test_what_a_rail_move_is_told(text: str, expected: str) -> None:
    assert [finding.sentence for finding in findings(text)] == [expected]


def test_who_rides_on_rails_whose_owner_no_log_shows_owns_them() -> None:
    text = "rail: axis O24 N25\nbefore: untold-rail O23\non L26: ger-41-pz\nrail ger-41-pz L26 > O23"
    owned = {side: rails & hexset("O23") for side, rails in rails_of(position(text)).items()}
    assert owned == {"axis": hexset("O23"), "russian": 0}


def test_a_known_way_tells_each_fault_once() -> None:
    text = "rail: axis O22 O20\n on O22: ger-41-pz\n rail ger-41-pz O22 O21 O20"
    found = findings(text)
    assert [f.rule for f in found] == ["9.1a"]
    assert found[0].hexes == ("O21",)


def test_a_known_way_through_a_zone_and_an_unknown_one_around_it() -> None:
    around = "rail: axis O23 O24 N25\n on L26: ger-41-pz\n on L25: rus-24-inf\n"
    assert told(around + "rail ger-41-pz L26 > O23") == ["violation 9.3.2c"]
    # From Warsaw south there are two lines; one of them is free.
    free = "on L28: ger-41-pz\n on J27: rus-24-inf\n"
    assert told(free + "rail ger-41-pz L28 > K33") == []


def test_the_off_board_lines_of_each_side() -> None:
    # No line leads from E33 to K33 but over Berlin and the fronts, or off the map.
    assert told("on E33: ger-41-pz\n on F30: rus-24-inf\n rail ger-41-pz E33 > K33") == []
    assert told("on E33: ger-41-pz\n on K32: rus-24-inf\n rail ger-41-pz E33 > K33") == ["violation 9.3.2c"]
    at = "turn 8 russian impulse 1 movement clear"
    assert told("on L1: rus-24-inf\n on L2: ger-41-pz\n rail rus-24-inf L1 > QQ12", at) == ["violation 9.3.2c"]


def test_a_return_hex_in_a_zone_is_an_off_board_fault_where_only_that_way_leads() -> None:
    text = "rail: axis U2\n on L1: rus-24-inf\n on T2: ger-41-pz\n rail rus-24-inf L1 > U1"
    found = findings(text, "turn 8 russian impulse 1 movement clear")
    assert [f.rule for f in found] == ["9.3.4a"]
    assert found[0].hexes == ("L1", "U1")


def test_rails_of_unsure_owner_decide_nothing() -> None:
    text = "rail: axis O24 N25\n before: unsure-rail O23\n on L26: ger-41-pz\n rail ger-41-pz L26 > O23"
    assert told(text) == ["undecided 9.3.2a"]
    through = "rail: axis O24 N25 O22\n before: unsure-rail O23\n on L26: ger-41-pz\n"
    assert told(through + "rail ger-41-pz L26 > O22") == ["undecided 9.1a"]
    assert told(through + "rail ger-41-pz L26 M25 N25 O24 O23 O22") == ["undecided 9.1a"]


def test_a_doubted_line_makes_a_doubt() -> None:
    board = GAME.board
    assert doubted(board) & hexset("U8", "V8") == hexset("U8", "V8")
    assert not sure_net(board).joined(board.grid.hex("U8"), board.grid.hex("V8"))
    at = "turn 8 russian impulse 1 movement clear"
    # The zone reaches U8 and V8, where the line may run elsewhere, and no other rails of the only line.
    text = "rail: axis U9 T10\n on R9: rus-24-inf\n on U7: ger-41-pz\n rail rus-24-inf R9 > AA9"
    assert {line.split()[0] for line in told(text, at)} <= {"doubt"}


def test_the_rail_moves_listed_are_those_that_the_rules_allow() -> None:
    text = """
        used: axis rail 5
        on E31: ger-41-pz ger-hq-north
        on L26: ger-56-pz
        on L24: rus-24-inf
        on L25: ger-12-inf
    """
    state = position(text)
    listed = set(legal_actions(GAME, state, RailMove))
    assert {act.unit for act in listed} == {"ger-41-pz", "ger-56-pz"}
    assert all(not check(GAME, state, act) for act in listed)
    goals = {act.trail.hexes[-1] for act in listed if act.unit == "ger-41-pz"}
    for goal in (GAME.board.grid.hex(name) for name in ("L26", "K33", "L25", "O23", "L27")):
        act = next(a for a in listed if a.unit == "ger-41-pz")
        trail = type(act.trail)((GAME.board.grid.hex("E31"), goal), frozenset({0}))
        assert (goal in goals) == (not check(GAME, state, RailMove("ger-41-pz", trail)))


def test_nothing_is_listed_when_the_allotment_is_used_but_free_moves() -> None:
    text = "used: axis rail 6\n before: arrived ger-56-pz turn-2\n on E31: ger-41-pz ger-56-pz"
    listed = list(legal_actions(GAME, position(text), RailMove))
    assert {(act.unit, act.free) for act in listed} == {("ger-56-pz", True)}
    assert not list(legal_actions(GAME, position(text, "turn 2 axis impulse 2 movement clear"), RailMove))


@pytest.mark.parametrize(
    ("on", "rails", "rule", "words"),
    [
        ("on O21: rus-partisan-1\n", "O22 O21 O20 O19", "9.3.2c", "O21 is in the zone of control of rus-partisan-1"),
        ("on N21: rus-24-inf\n", "O22 O21 O20 O19", "9.3.2c", "O21 is in the zone of control of rus-24-inf"),
        ("", "O22 O20 O19", "9.1a", "the rails in O21 are not friendly"),
    ],
)
def test_what_bars_the_converted_line_is_blamed_and_no_detour(on: str, rails: str, rule: str, words: str) -> None:
    text = f"rail: axis N25 O24 O23 {rails}\n{on}on L26: ger-41-pz\nrail ger-41-pz L26 > O19"
    [found] = findings(text, "turn 6 axis impulse 1 movement clear")
    sentence = f"The rail move of ger-41-pz leads from L26 to O19, but {words}, and no other line is open."
    assert (found.rule, found.sentence) == (rule, sentence)


MOVES = "turn 2 axis impulse 1 movement clear"


def sentences(text: str, at: str = MOVES) -> list[str]:
    return [finding.sentence for finding in findings(text, at)]


def test_a_zone_over_a_line_that_was_read_with_doubt_is_a_doubt_and_a_wrong_gauge_there_is_none() -> None:
    at = "turn 8 russian impulse 1 movement clear"
    way = "on T9: rus-24-inf\nrail rus-24-inf T9 U8 V8 W8\n"
    assert told("on U7: ger-41-pz\n" + way, at) == ["doubt 9.3.2c"]
    assert told("rail: axis U8\n" + way, at) == ["violation 9.1a"]


def test_a_known_way_tells_rails_of_the_next_turn_from_those_of_the_enemy() -> None:
    gained = "control: Brest axis\nrail: axis O24 N25 O22\non L26: ger-41-pz\nrail ger-41-pz L26 M25 N25 O24 O23 O22\n"
    (sentence,) = sentences(gained)
    assert sentence.endswith("the rails in O23 are not friendly before the next turn.")
    (sentence,) = sentences("rail: axis O22 O20\non O22: ger-41-pz\nrail ger-41-pz O22 O21 O20\n")
    assert sentence.endswith("the rails in O21 are not friendly.")


def test_rails_gained_in_this_turn_are_not_friendly_before_the_next() -> None:
    (rule,) = GAME.book.under("9.4.1a")
    sentences = [finding.sentence for finding in findings(rule.illegal)]
    assert any("are not friendly before the next turn" in sentence for sentence in sentences), sentences
    foreign = "on W18: ger-41-pz\nrail ger-41-pz W18 W17\n"
    assert not any("before the next turn" in finding.sentence for finding in findings(foreign))
