"""Answers of Moscow 1941 about attacks: dice, the part of each unit, the probability of each number of hits."""

from __future__ import annotations

from fractions import Fraction

from trc_module.games import find_game
from trc_module.rules.questions import Odds
from trc_module.rules.record import read_record
from trc_module.rules.state import State

GAME = find_game("m41")
ASK = GAME.questions


def position(text: str) -> State:
    return read_record(f"game: m41\n{text}", "position", find_game).start


def attack(text: str, units: str, target: str, *support: str) -> Odds:
    found = ASK.odds(position(text), units.split(), [GAME.board.grid.hex(target)], support)
    assert found is not None
    return found


def test_the_dice_of_both_sides_are_told_with_what_each_unit_adds() -> None:
    found = attack("at: turn 2 german movement good\non B1: ger-4-army\non C2: rus-20-army", "ger-4-army", "C2")
    assert (found.odds, found.attack, found.defence) == ("2:2", 2, 2)
    assert [(term.unit, term.printed, term.counts) for term in (*found.attacking, *found.defending)] == [
        ("ger-4-army", 2, 2),
        ("rus-20-army", 1, 1),
    ]
    assert [(step.rule, step.words) for step in found.steps] == [
        ("M41-OPC-4", "The attackers roll 2 dice; 4 or more hits."),
        ("M41-OPC-4", "The defenders roll 2 dice; 4 or more hits."),
        ("M41-TER-2", "Terrain gives them 1 of these."),
    ]


def test_each_number_of_hits_has_its_chance() -> None:
    found = attack("at: turn 2 german movement good\non B1: ger-4-army\non C2: rus-20-army", "ger-4-army", "C2")
    assert [(one.result, Fraction(one.faces, one.of), one.meaning) for one in found.outcomes] == [
        ("A 0", Fraction(1, 4), "the attackers score 0 hits"),
        ("A 1", Fraction(1, 2), "the attackers score 1 hit"),
        ("A 2", Fraction(1, 4), "the attackers score 2 hits"),
        ("D 0", Fraction(1, 4), "the defenders score 0 hits"),
        ("D 1", Fraction(1, 2), "the defenders score 1 hit"),
        ("D 2", Fraction(1, 4), "the defenders score 2 hits"),
    ]


def test_germans_hit_less_in_mud() -> None:
    found = attack("at: turn 2 german movement mud\non B1: ger-4-army\non C2: rus-20-army", "ger-4-army", "C2")
    assert found.steps[0].words == "The attackers roll 2 dice; 5 or more hits."
    assert [Fraction(one.faces, one.of) for one in found.outcomes[:3]] == [
        Fraction(4, 9),
        Fraction(4, 9),
        Fraction(1, 9),
    ]


def test_who_flies_is_support_and_adds_no_more_than_the_ground() -> None:
    there = "at: turn 2 german movement good\non B1: ger-9-army\non C2: rus-20-army\nbox german air: ger-8-fk"
    alone, helped = attack(there, "ger-9-army", "C2"), attack(there, "ger-9-army", "C2", "ger-8-fk")
    assert [support.key for support in alone.supports] == ["ger-8-fk"]
    assert (alone.attack, helped.attack) == (1, 2)
    assert [term.unit for term in helped.attacking] == ["ger-9-army", "ger-8-fk"]


def test_who_is_disrupted_does_not_fire() -> None:
    there = "at: turn 2 german movement good\non B1: ger-4-army\non C2: rus-tanks\nstatus: rus-tanks disrupted"
    (term,) = attack(there, "ger-4-army", "C2").defending
    assert (term.counts, [reason.words for reason in term.why]) == (0, ["It is disrupted and does not fire."])


def test_attacks_are_asked_for_where_they_are_declared() -> None:
    supposed = ASK.to_fight(
        position("at: turn 2 german movement good\non B1: ger-4-army\non C2: rus-20-army"), "german"
    )
    assert supposed is not None
    assert str(supposed.state.clock) == "turn 2 german movement"
    found = attack("at: turn 2 german movement good\non B1: ger-4-army\non C2: rus-20-army", "ger-4-army", "C2")
    assert found.against == ()


def test_the_best_attack_keeps_to_two_units_a_hexside() -> None:
    state = position("at: turn 2 german movement good\non B1: ger-4-army ger-2-pzgr ger-3-pzgr\non C2: rus-20-army")
    target = GAME.board.grid.hex("C2")
    found = ASK.best(state, ["ger-4-army"], [target], [])
    assert found is not None
    assert len(found.attackers) == 3
    # One panzergruppe may attack across a hexside: the other comes from elsewhere.
    panzers = [at for unit, at in found.attackers if unit != "ger-4-army"]
    assert len(set(panzers)) == 2
    assert [(one.unit, one.odds) for one in found.added] == [("ger-2-pzgr", "4:2"), ("ger-3-pzgr", "4:2")]
