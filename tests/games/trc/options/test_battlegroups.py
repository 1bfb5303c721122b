"""Battlegroups (26.4): who leaves one, which, and until when that is remembered."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from tests.games.trc.play import GAME, findings, position, told
from trc_module.declarations import Declaration
from trc_module.games import find_game
from trc_module.games.trc import TrcGame, load
from trc_module.games.trc.acts.battlegroups import Remnant
from trc_module.games.trc.acts.table import ACTS
from trc_module.games.trc.options.battlegroups import legal_remnants, no_faster_than_the_lost

MOVES = "turn 2 axis impulse 1 movement clear"


def sentences(text: str, at: str = MOVES) -> list[str]:
    return [finding.sentence for finding in findings(text, at)]


REMNANT = (
    "options: 26.4\nat: turn 9 russian impulse 1 combat clear\non X17: rus-24-inf rus-20-inf\non Y17: ger-13-inf\n"
    "attack 1: rus-24-inf rus-20-inf x ger-13-inf\nroll 1: 5 3-1 {}\nlose 1: ger-13-inf\n"
    "remnant {}: ger-13-inf ger-inf-bg Y19\n"
)


def test_a_battlegroup_of_a_battle_that_was_not_fought_or_had_another_result() -> None:
    end = "; only a defender lost on EX, D1 or DE may."
    assert f"ger-13-inf left a battlegroup{end}" in sentences(REMNANT.format("D1", 2))
    assert f"ger-13-inf left a battlegroup on DR{end}" in sentences(REMNANT.format("DR", 1))


HEX = GAME.board.grid.hex


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        (None, 4, ["skipped ger-inf-bg"]),
        (4, None, ["skipped ger-13-inf"]),
        (5, 4, ["violation"]),
        (4, 4, []),
        (3, 4, []),
    ],
)
def test_a_battlegroup_is_no_faster_than_the_lost(new: int | None, old: int | None, expected: list[str]) -> None:
    def unit(move: int | None) -> SimpleNamespace:
        return SimpleNamespace(move=move, fact=lambda name: GAME.units["ger-13-inf"].fact("move"))

    game = cast(TrcGame, SimpleNamespace(units={"ger-inf-bg": unit(new), "ger-13-inf": unit(old)}))
    act = Remnant(1, "ger-13-inf", "ger-inf-bg", HEX("Y19"))
    said = []
    for finding in no_faster_than_the_lost(game, position(""), act):
        named = finding.sentence.rstrip(".").rpartition(" for ")[2] if finding.verdict.value == "skipped" else ""
        said.append(f"{finding.verdict.value} {named}".strip())
    assert said == expected


def test_where_a_battlegroup_survived_is_remembered_until_the_combat_phase_ends() -> None:
    text = (
        "options: 26.4\nat: turn 9 russian impulse 1 combat clear\non X17: rus-24-inf rus-20-inf\non Y17: ger-13-inf\n"
        "attack 1: rus-24-inf rus-20-inf x ger-13-inf\nroll 1: 5 3-1 D1\nlose 1: ger-13-inf\n"
        "remnant 1: ger-13-inf ger-inf-bg Y19\n"
    )
    assert ("remnant", "ger-inf-bg", "Y17") in position(text).marks
    assert not [mark for mark in position(text + "end\n").marks if mark[0] == "remnant"]
    # Another phase's end forgets nothing, and nothing else is forgotten.
    other = (
        "options: 26.4\nat: turn 9 russian impulse 1 {} clear\nbefore: remnant ger-inf-bg Y17, lost archangel\nend\n"
    )
    assert {mark[0] for mark in position(other.format("movement")).marks} >= {"remnant", "lost"}
    assert {mark[0] for mark in position(other.format("combat")).marks} == {"lost"}


def test_a_line_that_names_no_unit_or_no_hex_leaves_no_battlegroup() -> None:
    game = find_game("trc", frozenset({"26.4"}))
    assert isinstance(game, TrcGame)
    hear = ACTS.hears["REMNANT"]
    said = {"b": "1", "lost": "ger-13-inf", "u": "ger-inf-bg", "at": "Y19"}
    assert hear(game, Declaration("REMNANT", said), None) == Remnant(1, "ger-13-inf", "ger-inf-bg", HEX("Y19"))
    assert hear(game, Declaration("REMNANT", said | {"lost": "nobody"}), None) is None
    assert hear(game, Declaration("REMNANT", said | {"at": "the pool"}), None) is None


@pytest.mark.parametrize(
    ("unit", "battlegroup", "side", "rule"),
    [("ger-13-inf", "ger-inf-bg", "axis", "21.3"), ("rus-1gd-inf", "rus-gd-inf-bg", "russian", "13.2b")],
)
def test_who_is_rebuilt_comes_out_of_the_pool(unit: str, battlegroup: str, side: str, rule: str) -> None:
    text = (
        f"options: 26.4\nat: turn 7 {side} impulse 1 movement clear\non Y20: {battlegroup}\n"
        f"box {side} surrendered: {unit}\nrebuild {unit} {battlegroup}\n"
    )
    assert f"violation {rule}" in told(text)


@pytest.mark.parametrize(("turn", "offered"), [(4, False), (5, True)])
def test_a_battlegroup_whose_factor_is_known_is_offered_after_a_loss_from_1942_on(turn: int, offered: bool) -> None:
    game = load(frozenset({"26.4"}))
    told_of = replace(game.units["ger-inf-bg"], combat=2)
    game = game.with_roster(replace(game.roster, units={**game.units, told_of.id: told_of}))
    text = (
        f"options: 26.4\nat: turn {turn} russian impulse 1 combat clear\non X17: rus-24-inf rus-20-inf\n"
        "on Y17: ger-13-inf\nbox axis optional: ger-inf-bg\nattack 1: rus-24-inf rus-20-inf x ger-13-inf\n"
        "roll 1: 5 3-1 D1\nlose 1: ger-13-inf\n"
    )
    acts = list(legal_remnants(game, position(text)))
    assert {(act.number, act.lost, act.unit) for act in acts} <= {(1, "ger-13-inf", "ger-inf-bg")}
    # One or two hexes away from Y17, and through none that is next to X17.
    away = ["X19", "Y18", "Y19", "Z16", "Z17", "Z18", "Z19", "AA16", "AA17", "AA18"]
    assert sorted(GAME.hex_name(act.hex) for act in acts) == (sorted(away) if offered else [])
