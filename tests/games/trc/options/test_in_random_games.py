"""Options in games that the engine plays against itself, and legal acts that a rule once spoke against there."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.games.trc.play import position, told
from trc_module.games import find_game
from trc_module.games.trc import TrcGame
from trc_module.games.trc.acts.battlegroups import Remnant
from trc_module.games.trc.acts.bids import Bid
from trc_module.games.trc.acts.evacuation import Evacuate
from trc_module.games.trc.acts.movement import Strategic
from trc_module.games.trc.acts.prisoners import Recover
from trc_module.games.trc.combat.lent_support import reinforced
from trc_module.games.trc.option_catalogue import agree, drawn, known_options
from trc_module.games.trc.players.legal_actions import starting_area
from trc_module.games.trc.players.option_actions import SET_UP, further, left_open, marches
from trc_module.resources import data_dir
from trc_module.rules import legal_actions
from trc_module.rules.actions import Attack
from trc_module.rules.finding import Verdict
from trc_module.rules.interpretation import Die, Unexplained
from trc_module.rules.paths import Limit
from trc_module.rules.selfplay import self_play

KNOWN = known_options(data_dir() / "trc")


def with_options(*numbers: str) -> TrcGame:
    found = find_game("trc", frozenset(numbers))
    assert isinstance(found, TrcGame)
    return found


def test_sets_drawn_by_lot_can_be_played_together_and_hold_every_option() -> None:
    sets = [drawn(KNOWN, random.Random(seed)) for seed in range(60)]
    assert [len(agree(KNOWN, some)) for some in sets] == [len(some) for some in sets]
    assert frozenset().union(*sets) == set(KNOWN)
    assert min(map(len, sets)) <= 3


def test_a_game_with_nearly_all_options_is_legal_and_uses_them() -> None:
    everything = frozenset(KNOWN) - {"28.6-I"}
    game = with_options(*everything)
    acts = [
        act.action for act, _ in self_play(game, game.start("breaking-storm", everything), game.player("random", 3), 2)
    ]
    assert {Bid, Strategic} <= {type(act) for act in acts}


def test_other_limits_have_other_ways() -> None:
    # What was reached without a limit was once handed on to the bounds with it.
    game = with_options("26.6")
    state = position("options: 26.6\non N22: ger-41-pz\n")
    from trc_module.games.trc.movement.land_movement import bounds_of

    bounds = bounds_of(game, state, game.units["ger-41-pz"])
    start = game.board.grid.hex("N22")
    free = bounds.reach(start, 2)
    shut = replace(bounds, limits=(Limit("none", shut=game.board.grid.all & ~(1 << start)), *bounds.limits))
    assert free.bit_count() > 1
    assert shut.reach(start, 2) == 1 << start


def test_a_revised_set_up_keeps_all_others_out_of_rumania() -> None:
    game = with_options("28.2")
    start = game.start("campaign", frozenset({"28.2"}))
    rumania = game.board.regions["Rumania"].hexes
    assert starting_area(game, start, "ger-41-pz") & rumania == 0
    assert starting_area(game, start, "ger-11-inf") & rumania != 0


FRONT = (
    "options: 28.3\nat: turn 4 axis impulse 2 combat snow\nbefore: front-line M22\n"
    "on M21: ger-12-inf\non L21: rus-24-inf\n"
    "before: battle 1 ger-12-inf M21 x rus-24-inf L21 result AR\n"
)


def test_a_front_held_from_beside_is_lost_by_combat_too() -> None:
    assert "28.3a" not in " ".join(told(FRONT + "retreat 1: ger-12-inf M21 M22 M23 M24\nend\nend\n"))
    game = with_options("28.3")
    state = position(
        "options: 28.3\nat: turn 4 axis impulse 2 movement snow\nbefore: front-line M22\non M25: ger-12-inf\n"
    )
    assert game.board.grid.names(left_open(game, state)) == ("M22",)
    held = position(
        "options: 28.3\nat: turn 4 axis impulse 2 movement snow\nbefore: front-line M22\non M23: ger-12-inf\n"
    )
    assert left_open(game, held) == 0


def test_nobody_has_to_attack_a_battlegroup_that_came_in_the_same_phase() -> None:
    # It retreats to where other attackers have a zone of control.
    text = (
        "options: 26.4\nat: turn 9 russian impulse 1 combat clear\non X17: rus-24-inf rus-20-inf\non Y17: ger-13-inf\n"
        "on Z17: rus-6-inf\non AA17: ger-12-inf\n"
        "attack 1: rus-24-inf rus-20-inf x ger-13-inf\nroll 1: 5 3-1 D1\nlose 1: ger-13-inf\n"
        "remnant 1: ger-13-inf ger-inf-bg Z18\nattack 2: rus-6-inf x ger-12-inf\nroll 2: 3 1-1 C\nend\n"
    )
    assert [word for word in told(text) if "12." in word] == []


def test_a_fortress_that_falls_in_a_combat_phase_was_one_in_it() -> None:
    # A worker who fights out of it may attack one neighbour and leave the other, though he is lost and the city falls.
    text = (
        "options: 26.9\nat: turn 7 russian impulse 1 combat clear\n{}on W19: rus-worker-kiev\non W20: ger-10-inf\n"
        "on X19: rum-1-mtn\ncontrol: Kiev russian\nattack 1: rus-worker-kiev x rum-1-mtn\nroll 1: 1 {} EX\n"
        "lose 1: rus-worker-kiev\nend\n"
    )
    fortress = told(text.format("before: fortress russian W19\n", "1-1"))
    assert [word for word in fortress if "12.3" in word] == []
    assert "violation 12.3a" in told(text.format("", "1-1"))


def test_who_must_attack_beside_a_fortress_and_cannot_attack_it_too_surrenders() -> None:
    # 26.9f draws the fortress in; alone against both the odds are below the lowest (12.5).
    text = (
        "options: 26.9\nat: turn 3 axis impulse 1 movement clear\n{}on E10: rus-23-inf rus-24-inf rus-20-inf\n"
        "on F12: rus-7-inf\non F11: rum-cav\nend\n"
    )
    bound = told(text.format("before: fortress russian E10\n"))
    assert bound == told(text.format(""))
    assert any("12.5" in word for word in bound)


def test_workers_stand_for_the_bid_and_no_points_that_were_spent_leave() -> None:
    game = with_options("26.8", "26.14")
    text = "scenario: breaking-storm\noptions: 26.8, 26.14\nat: turn 1 axis impulse 1 weather clear\nbefore: bid {}\n"
    areas = {
        name: starting_area(game, position(text.format("+7") + f"box russian at-start: {name}\n"), name) != 0
        for name in ("rus-worker-opt1a", "rus-worker-opt1b", "rus-worker-opt2a")
    }
    assert areas == {"rus-worker-opt1a": True, "rus-worker-opt1b": False, "rus-worker-opt2a": False}
    evacuation = with_options("26.2")
    text = "options: 26.2\nat: turn 3 russian impulse 1 movement clear\nbefore: lost archangel{}\n"
    text += "on AA14: rus-worker-kharkov\n"
    free, spent = position(text.format("")), position(text.format(", replaced rus-1-cav R9"))
    assert [act.unit for act in legal_actions(evacuation, free, Evacuate)] == ["rus-worker-kharkov"]
    assert list(legal_actions(evacuation, spent, Evacuate)) == []


def test_nobody_bids_when_the_set_up_has_begun() -> None:
    game = with_options("26.8", "26.14")
    text = "scenario: breaking-storm\noptions: 26.8, 26.14\nat: turn 1 axis impulse 1 weather clear\n"
    assert Bid(7) in further(game, position(text + "box russian at-start: rus-24-inf\n"), SET_UP)
    assert list(further(game, position(text + "on R9: rus-worker-moscow\n"), SET_UP)) == []


def test_what_options_add_is_listed() -> None:
    guns = position(
        "options: 26.5\nat: turn 20 russian impulse 1 combat clear\non X17: rus-24-inf rus-1-art\non Y17: ger-12-inf\n"
    )
    act = Attack(1, ("rus-24-inf", "rus-1-art"), ("ger-12-inf",))
    assert [one.guns for one in reinforced(with_options("26.5"), guns, act)] == [("rus-1-art",)]
    assert [one.barrage for one in reinforced(with_options("26.13"), guns, act)] == [True]
    far = position("options: 26.10\nat: turn 2 russian impulse 1 movement clear\non R9: rus-24-inf\n")
    march = next(marches(with_options("26.10"), far, "rus-24-inf"))
    goal = with_options("26.10").board.grid.hex("R3")
    assert march.reach >> goal & 1
    assert isinstance(march.go(goal), Strategic)
    lost = position(
        "options: 26.12\nat: turn 13 russian impulse 1 movement clear\n"
        "on R9: rus-worker-moscow rus-worker-kiev\n"
        "box russian surrendered: rus-1gd-cav rus-1-tank\n"
    )
    recovered = list(legal_actions(with_options("26.12"), lost, Recover))
    assert Recover("rus-1-tank") in recovered
    battle = position(
        "options: 26.4\nat: turn 9 axis impulse 1 combat clear\non X17: ger-41-pz ger-47-pz\non Y17: rus-3gd-inf\n"
        "box russian optional: rus-gd-inf-bg\nattack 1: ger-41-pz ger-47-pz x rus-3gd-inf\nroll 1: 6 2-1 D1\n"
        "lose 1: rus-3gd-inf\n"
    )
    # Nobody has told us how the battlegroup fights.
    assert list(legal_actions(with_options("26.4"), battle, Remnant)) == []


def test_whose_a_place_is_that_a_strategic_move_passes_may_be_unknown() -> None:
    # It was a doubt once, as of a doubted datum; in logs without lines such a move was taken for a march, and accused.
    move = (
        "options: 26.10\nat: turn 2 russian impulse 1 movement clear\n{}on W15: rus-24-inf\n"
        "strategic rus-24-inf W15 > W18\n"
    )
    assert told(move.format("before: unsure-control W19\n")) == ["undecided 26.10b"]
    assert told(move.format("")) == []
    assert told(move.format("control: Kiev axis\n")) == ["violation 26.10b"]


def test_where_nobody_declares_battles_nobody_is_accused_of_leaving_a_city_alone() -> None:
    # It may have been a fortress, of which no line told either.
    idle = (
        "options: 26.9\nat: turn 3 russian impulse 2 combat clear\n{}on E10: rus-23-inf\non D10: fin-4-inf\n"
        "control: Leningrad russian\nend\n"
    )
    assert "violation 12.1a" in told(idle.format(""))
    assert told(idle.format("before: fortresses-unsaid\n")) == ["undecided 12.1a"]
    assert "violation 12.1a" in told(idle.format("used: axis fortresses 1\nbefore: fortresses-unsaid\n"))


def test_battles_without_a_line_leave_the_fortresses_unknown_from_the_end_of_their_phase_on() -> None:
    head = "options: 26.9\nat: turn 3 russian impulse 2 combat clear\n{}on E10: rus-23-inf\n"

    def unknown(before: str, act: str) -> bool:
        return ("fortresses-unsaid",) in position(head.format(before) + act).marks

    silent = "before: undeclared battles\n"
    assert [unknown(silent, "end\n"), unknown(silent, ""), unknown("", "end\n")] == [True, False, False]


def test_border_armies_leave_room_for_those_who_have_to_start_in_a_city() -> None:
    game = with_options("28.7")
    start = "options: 28.7\nat: turn 1 axis impulse 1 weather clear\nbefore: chit russian 1\n"
    moscow = 1 << game.board.cities["Moscow"].hex
    assert starting_area(game, position(start), "rus-23-inf") & moscow
    waiting = position(f"{start}box russian at-start: rus-23-inf rus-19-inf\n")
    assert starting_area(game, waiting, "rus-23-inf") & moscow == 0
    assert starting_area(game, waiting, "rus-19-inf") == moscow


def test_who_may_hold_a_fortress_is_not_accused_of_staying_where_no_line_tells_of_battles() -> None:
    # The one die was a 2: at every odds that the Finns could have, somebody was lost or had to go.
    def verdicts(*options: str) -> list[Verdict]:
        head = f"options: {' '.join(options)}\n" if options else ""
        before = position(
            f"{head}at: turn 3 axis impulse 1 combat clear\n"
            "on E10: rus-23-inf\non D10: fin-4-inf\ncontrol: Leningrad russian\n"
        )
        interpretations = with_options(*options).guess(before, (), Unexplained(dice=(Die(1, 2),))).interpretations
        return [finding.verdict for interpretation in interpretations for finding in interpretation.findings]

    assert verdicts() == [Verdict.VIOLATION]
    assert verdicts("26.9") == [Verdict.UNDECIDED]
