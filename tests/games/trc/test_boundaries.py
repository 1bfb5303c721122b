"""The boundaries of comparisons, and what a position holds after an act, where no chapter's test has them."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, findings, hexset, position, told
from trc_module.games.trc.combat.retreat_routes import named
from trc_module.rules import legal_actions
from trc_module.rules.actions import Enter

ITALY = "before: rolled weather\non Y20: ita-3-inf\nend\n"
VICTORY = "battle 1 ger-41-pz Y17 x rus-24-inf X17 result DS"
LANDED = "battle 1 rum-cav JJ22 x rus-24-inf II22 result AR\non JJ22: rum-cav\non II22: rus-24-inf\n"


def marks(text: str) -> set[str]:
    return {" ".join(mark) for mark in position(text).marks}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 24.4: Italy is due from turn 15 on, and until the end of the Axis movement phase.
        (f"at: turn 14 axis impulse 1 weather clear\n{ITALY}", {"rolled weather"}),
        (f"at: turn 15 axis impulse 1 weather clear\n{ITALY}", {"rolled weather", "due italy"}),
        ("at: turn 15 axis impulse 1 movement clear\nbefore: due italy\nend\n", set()),
        ("at: turn 15 russian impulse 1 movement clear\nbefore: due italy\nend\n", {"due italy"}),
        (
            "at: turn 21 axis impulse 1 movement clear\nbefore: due italy, due finland\n"
            "on Y20: ita-3-inf\nsurrender italy because 24.4\n",
            {"due finland", "surrendered italy turn 21"},
        ),
        # 20.7: from January/February 1943 on a Russian five hexes from Bucharest releases the Bulgarian garrison.
        ("at: turn 10 russian impulse 1 movement clear\non BB25: rus-24-inf\nmove rus-24-inf BB25 BB26\n", set()),
        (
            "at: turn 11 russian impulse 1 movement clear\non BB25: rus-24-inf\nmove rus-24-inf BB25 BB26\n",
            {"triggered bulgarian-garrison"},
        ),
        # 25: a claim takes the place of the victory that it claims, and of nothing else.
        (
            "at: turn 20 russian impulse 2 end clear\ncontrol: Berlin russian\n"
            "before: won russian 25.1.2-1, moved rus-1-tank\nwin russian because 25.1.2\n",
            {"over russian 25.1.2-1", "moved rus-1-tank"},
        ),
        # 20.1.2: who goes off the map waits; who was there already did not go.
        (
            "at: turn 2 russian impulse 1 movement clear\non A9: rus-24-inf\n"
            "sea transfer rus-24-inf A9 off-map-units roll 1\n",
            {"held rus-24-inf", "sailed rus-24-inf"},
        ),
        (
            "at: turn 2 russian impulse 1 movement clear\nbox russian off-map-units: rus-24-inf\n"
            "sea transfer rus-24-inf off-map-units A9 roll 1\n",
            {"sailed rus-24-inf"},
        ),
    ],
)
def test_what_is_remembered(text: str, expected: set[str]) -> None:
    assert marks(text) == expected


def test_the_battles_of_a_movement_phase_are_known_until_the_combat_phase_ends() -> None:
    movement = f"at: turn 2 axis impulse 1 movement clear\nbefore: {VICTORY}\non Y17: ger-41-pz\nend\n"
    assert [battle.number for battle in position(movement).battles] == [1]
    assert position(f"{movement}end\n").battles == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # R2b: a first move is no second one.
        ("options: R2b\non Y20: ger-12-inf\nmove ger-12-inf Y20 Y19\n", []),
        # 10.4: a unit whose record does not say what its survival would break; and one that sank elsewhere.
        (
            "before: sunk ger-12-inf Y20\nbox axis replacement-pool: ger-12-inf\nmove ger-12-inf Y20 Y19\n",
            ["violation 10.4a"],
        ),
        # 10.3.2: only who has landed in this impulse is lost instead of retreating.
        (
            f"at: turn 2 axis impulse 1 combat clear\nbefore: invaded rum-cav, {LANDED}retreat 1: rum-cav JJ22 JJ21\n",
            ["violation 10.3.2d"],
        ),
        (
            f"at: turn 2 axis impulse 1 combat clear\nbefore: invaded ger-12-inf, {LANDED}"
            "retreat 1: rum-cav JJ22 JJ21\n",
            [],
        ),
        # 4.1.1: a 7 is on the chart, an 8 and a -1 are not.
        ("at: turn 3 axis impulse 1 weather clear\ndrm: +1\nweather 6 snow\n", ["violation 4.1.1d"]),
        ("at: turn 3 axis impulse 1 weather clear\ndrm: +2\nweather 6 snow\n", ["violation 4.1.1e"]),
        ("at: turn 3 axis impulse 1 weather clear\ndrm: -1\nweather 1 snow\n", ["violation 4.1.1d"]),
        ("at: turn 3 axis impulse 1 weather clear\ndrm: -2\nweather 1 snow\n", ["violation 4.1.1e"]),
        # 11.1: what a headquarters does by sea outside a movement phase is another rule's.
        (
            "at: turn 2 axis impulse 1 combat clear\non DD24: ger-hq-south\n"
            "sea transfer ger-hq-south DD24 JJ23 roll 2\n",
            ["violation 4.1.2f"],
        ),
        # 9.4.6: a marker that names no hex stands nowhere.
        ("at: turn 2 axis impulse 2 end clear\nbefore: rr-convert\nend\n", []),
    ],
)
def test_what_is_told(text: str, expected: list[str]) -> None:
    assert told(text) == expected


def test_partisans_enter_from_their_pool_and_others_do_not() -> None:
    state = position("at: turn 6 russian impulse 1 movement clear\nbox russian replacement-pool: rus-24-inf\n")
    assert list(legal_actions(GAME, state, Enter)) == []


def test_more_than_three_hexes_are_not_all_named() -> None:
    assert named(GAME, hexset("A1", "A2", "A3")) == "A3, A2, A1"
    assert named(GAME, hexset("A1", "A2", "A3", "A4")) == "A4, A3, A2 and others"


def test_the_data_behind_a_rule_are_those_of_their_kind() -> None:
    def subjects(kind: str) -> set[str]:
        return {str(fact).split(":")[0] for fact in GAME.data_named(kind)[kind]}

    assert all(GAME.units[name].entry == "turn" for name in subjects("arrivals"))
    assert len(GAME.data_named("districts")["districts"]) == len(
        {region.code for region in GAME.board.regions.values() if region.kind == "district"}
    )
    assert {name.split()[0] for name in subjects("countries")} >= {"Bulgaria", "Finland", "Hungary", "Rumania"}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("on S15: ger-41-pz\nmove ger-41-pz S15 S14 S13\n", ["S14 is woods"]),
        ("on F18: ger-41-pz\nmove ger-41-pz F18 F17\n", ["F18-F17 is a closed hexside", "F17 is clear"]),
        ("on DD30: rum-cav\nmove rum-cav DD30 EE30\n", ["Bulgaria has 17 hexes"]),
        ("on Y20: ger-41-pz\non X17: rus-24-inf\nmove ger-41-pz Y20 Y19 Y18 Y17 Z17\n", []),
    ],
)
def test_a_move_is_blamed_on_the_data_that_its_rule_uses(text: str, facts: list[str]) -> None:
    (finding,) = findings(text)
    assert [str(fact).partition(" [")[0] for fact in finding.facts] == facts
