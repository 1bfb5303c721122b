"""Battles that nobody declared: whatever was fought legally can be read legally, and what cannot be is told."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trc_module.declarations import Declaration
from trc_module.games import find_game
from trc_module.games.trc import TrcGame
from trc_module.games.trc.acts.arrivals import Delay
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.combat.attack_obligations import Front
from trc_module.games.trc.combat.combat_results import ATTACKERS, DEFENDERS, BattleResolution
from trc_module.games.trc.log import infer_combat
from trc_module.games.trc.log.infer_movement import read
from trc_module.hexgrid import hexes
from trc_module.rules.actions import Action, Attack, Eliminate, End, Enter, Lose, Replace, Retreat, RollCombat
from trc_module.rules.allocation import Attacker, TooHardError, allocate
from trc_module.rules.engine import Referee, check, legal_actions
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.interpretation import Die, Line, PieceTrack, Unexplained
from trc_module.rules.record import read_record
from trc_module.rules.state import Place, State, Trail


def the_game() -> TrcGame:
    game = find_game("trc")
    assert isinstance(game, TrcGame)
    return game


GAME = the_game()
AXIS = ("ger-41-pz", "ger-56-pz", "ger-47-pz", "ger-17-inf", "ger-29-inf", "ger-12-inf", "ger-7-inf", "ger-11-inf")
RUSSIANS = (
    "rus-24-inf",
    "rus-13-inf",
    "rus-20-inf",
    "rus-3-inf",
    "rus-4-inf",
    "rus-6-tank",
    "rus-1-tank",
    "rus-16-inf",
)
AROUND = ("X17", "Y17", "X18", "W17", "Y16", "Y18", "Z17", "W16", "W18", "X16", "Z18", "V17", "R15", "S15", "S14")


def position(text: str) -> State:
    return read_record(f"game: trc\n{text}", "position", find_game).start


def findings(state: State, traces: Unexplained) -> list[Finding]:
    return [
        finding
        for interpretation in GAME.guess(state, (), traces).interpretations
        for finding in interpretation.findings
    ]


def told(state: State, traces: Unexplained) -> list[str]:
    return [f"{finding.verdict.value} {finding.rule}" for finding in findings(state, traces)]


def traces(before: State, after: State, dice: list[int]) -> Unexplained:
    """Return the traces of a phase without declarations in a log: the units that are elsewhere, and the dice."""
    tracks: list[PieceTrack] = []
    elsewhere: dict[str, Place | None] = {}
    for force in before.forces.values():
        for unit, place in force.places.items():
            now = after.place(unit)
            if now == place or isinstance(place, str):
                continue
            elsewhere[unit] = now
            ways = (Trail((place, now), frozenset({0})),) if now is not None and not isinstance(now, str) else ()
            tracks.append(PieceTrack(unit, (place, now), (len(tracks) + 2,), None, None, ways))
    # Whoever rolls at a server leaves no dice in the log.
    known = tuple(Die(1, pips) for pips in dice)
    return Unexplained(tuple(tracks), known, has_dice=bool(known), elsewhere=elsewhere)


def fought(state: State, rng: random.Random) -> tuple[State, list[int]] | None:
    """Fight a combat phase legally; None where the position allows no legal one that is quickly found."""
    front = Front.now(GAME, state)
    targets = sum(1 << at for at in {at for s in front.combatants for at in hexes(s.foes)})
    attackers = tuple(Attacker(s.unit, s.free, bool(s.foes)) for s in front.combatants)
    try:
        groups = allocate(attackers, targets, front._enough, 200)
    except TooHardError:
        return None
    if not groups:
        return None
    referee = Referee(GAME, state)
    dice = []
    rng.shuffle(groups)
    for number, (units, goal) in enumerate(groups, 1):
        dice.append(rng.randint(1, 6))
        foes = tuple(unit for at in hexes(goal) for unit in front.holds[at])
        if any(referee.state.place(foe) != state.place(foe) for foe in (*foes, *units)):
            return None
        if not all(clean(referee, act) for act in (Attack(number, units, foes), RollCombat(number, dice[-1]))):
            return None
        if not all(clean(referee, act) for act in _aftermath(referee, number, rng)):
            return None
    after = referee.state
    return (after, dice) if clean(referee, End()) else None


def _aftermath(referee: Referee, number: int, rng: random.Random) -> Iterator[Lose | Retreat]:
    while True:
        case = BattleResolution(GAME, referee.state, referee.state.battles[-1])
        for who in (ATTACKERS, DEFENDERS):
            pending = case.outstanding(who)
            if pending.losses:
                left = [unit for unit in case.units(who) if unit not in case.battle.lost]
                yield Lose(number, rng.choice(left))
                break
            if pending.retreats:
                unit = pending.retreats[0]
                ways = [act for act in legal_actions(GAME, referee.state, Retreat) if act.unit == unit]
                yield rng.choice(ways) if ways else Lose(number, unit)
                break
        else:
            return


def clean(referee: Referee, action: Attack | RollCombat | Lose | Retreat | End) -> bool:
    """Carry an act out and tell whether it was legal."""
    return all(f.verdict not in (Verdict.VIOLATION, Verdict.DOUBT) for f in referee.act(action).findings)


def deployed(rng: random.Random) -> State:
    places = list(AROUND)
    rng.shuffle(places)
    lines = []
    for units in (AXIS, RUSSIANS):
        left = list(units)
        rng.shuffle(left)
        for _ in range(rng.randint(1, 4)):
            stack = [left.pop() for _ in range(min(rng.randint(1, 2), len(left)))]
            lines.append(f"on {places.pop()}: {' '.join(stack)}")
    side = rng.choice(("axis", "russian"))
    weather = rng.choice(("clear", "light-mud"))
    return position(
        f"at: turn {rng.choice((2, 14))} {side} impulse {rng.randint(1, 2)} combat {weather}\n" + "\n".join(lines)
    )


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32))
def test_what_was_fought_legally_is_never_accused(seed: int) -> None:
    rng = random.Random(seed)
    state = deployed(rng)
    result = fought(state, rng)
    if result is None:
        return
    after, dice = result
    for known in (dice, []):
        assert [line for line in told(state, traces(state, after, known)) if not harmless(line)] == []


def harmless(line: str) -> bool:
    return line.startswith(("note", "undecided"))


TWO_AGAINST_ONE = "at: turn 2 axis impulse 1 combat clear\non Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\n"


def after(state: State, *changes: tuple[str, str]) -> State:
    """Return the position after units have gone to hexes or boxes."""
    for unit, where in changes:
        hex_ = GAME.board.grid.find(where)
        state = state.with_unit(GAME.side_of[unit], unit, where if hex_ is None else hex_)
    return state


def said(text: str, *changes: tuple[str, str], dice: tuple[int, ...]) -> str:
    state = position(text)
    (finding,) = findings(state, traces(state, after(state, *changes), list(dice)))
    return str(finding)


def test_a_phase_that_battles_explain_is_read_and_nobody_is_accused() -> None:
    assert said(TWO_AGAINST_ONE, ("rus-24-inf", "V17"), dice=(4,)) == (
        "note log.battle: No line declares the battles of this phase; this is one legal way to read them: "
        "ger-41-pz and ger-47-pz against rus-24-inf (die 4)."
    )


def test_a_retreat_that_no_battle_explains_is_told_with_the_rule_and_what_would_have_been_legal() -> None:
    far = said(TWO_AGAINST_ONE, ("rus-24-inf", "U17"), dice=(4,))
    assert far == (
        "violation 13.3-DR: rus-24-inf went from X17 to U17 in the combat phase; that is further than the 2 hexes of a "
        "retreat. Legal: it stays in X17 or a retreat to V18, V17, V16 and others."
    )
    barred = TWO_AGAINST_ONE + "on W15: ger-56-pz\n"
    assert said(barred, ("rus-24-inf", "V15"), dice=(4,)).startswith(
        "violation 13.5a: rus-24-inf went from X17 to V15 in the combat phase; every route of at most 2 hexes enters "
        "an enemy zone of control. Legal: it stays in X17 or a retreat to "
    )


def test_who_takes_the_place_of_an_enemy_who_was_lost_has_advanced() -> None:
    # 15 to 4 is 3-1, at which 6 is DE.
    advanced = said(TWO_AGAINST_ONE, ("rus-24-inf", "replacement-pool"), ("ger-41-pz", "X17"), dice=(6,))
    assert advanced.startswith(
        "violation 12.1c: ger-41-pz went from Y17 to X17 in the combat phase; no unit advances after combat. Legal: it "
        "stays in Y17"
    )


def test_more_battles_with_aircraft_than_there_are_aircraft_are_too_many() -> None:
    # 7 to 4 is 1-1, at which a 5 is EX; with a Stuka it is DE. In 1942 there are two Stukas, in 1943 one.
    stand = "on Y17: ger-56-pz\non X17: rus-24-inf\non Z13: ger-3-pz\non AA12: rus-18-inf\n"
    stand += "on Y19: ger-hq-south ger-hq-center\n"
    for turn, expected in ((8, []), (14, ["violation 15.6a"])):
        state = position(f"at: turn {turn} axis impulse 1 combat clear\n{stand}")
        lost = after(state, ("rus-24-inf", "replacement-pool"), ("rus-18-inf", "replacement-pool"))
        assert told(state, traces(state, lost, [5, 5])) == [*expected, "note log.battle"]
    # Where the second went back, a 6 at 1-1 is enough.
    state = position(f"at: turn 14 axis impulse 1 combat clear\n{stand}")
    one = after(state, ("rus-24-inf", "replacement-pool"), ("rus-18-inf", "AA10"))
    assert told(state, traces(state, one, [5, 6])) == ["note log.battle"]


def test_aircraft_are_too_few_by_the_chart_where_each_has_a_lender() -> None:
    stand = "on Y17: ger-56-pz\non X17: rus-24-inf\non Z13: ger-3-pz\non AA12: rus-18-inf\non Y19: ger-hq-south\n"
    for turn, rule in ((8, "15.5c"), (14, "15.6a")):
        state = position(f"at: turn {turn} axis impulse 1 combat clear\n{stand}")
        lost = after(state, ("rus-24-inf", "replacement-pool"), ("rus-18-inf", "replacement-pool"))
        assert told(state, traces(state, lost, [5, 5])) == [f"violation {rule}", "note log.battle"]


@pytest.mark.parametrize(("lost", "any_order"), [(1, False), (2, True)])
def test_the_order_of_battles_is_left_open_only_where_they_are_more_than_the_aircraft(
    lost: int, *, any_order: bool
) -> None:
    stand = "on Y17: ger-56-pz\non X17: rus-24-inf\non Y19: ger-hq-south\n"
    stand += "on Z13: ger-3-pz\non AA12: rus-18-inf\n" if lost == 2 else ""
    state = position(f"at: turn 14 axis impulse 1 combat clear\n{stand}")
    gone = [(unit, "replacement-pool") for unit in ("rus-24-inf", "rus-18-inf")[:lost]]
    case = infer_combat.UndeclaredPhase(GAME, state, (), traces(state, after(state, *gone), [5] * lost))
    assert list(case.findings())
    assert case.ends.in_any_order is any_order


def test_an_enemy_that_was_driven_away_does_not_bar_a_retreat() -> None:
    # Nobody knows which battle came first, so the zone of a unit that has gone may have gone before.
    text = (
        "at: turn 2 axis impulse 1 combat clear\non Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\n"
        "on W15: ger-56-pz\non V15: rus-13-inf\n"
    )
    state = position(text)
    gone = after(state, ("rus-24-inf", "V16"), ("ger-56-pz", "replacement-pool"))
    assert [line for line in told(state, traces(state, gone, [4, 1])) if not harmless(line)] == []


def test_a_result_that_was_not_carried_out_is_told_where_no_odds_allow_it() -> None:
    weak = "at: turn 2 axis impulse 2 combat clear\non Y17: ger-17-inf\non X17: rus-24-inf rus-13-inf\n"
    assert said(weak, dice=(1,)) == (
        "violation 13.2a: ger-17-inf stayed in Y17; no battle that could be fought here explains that with the die of "
        "this phase (1). Legal: it goes into the replacement pool."
    )


def test_fewer_dice_than_battles_tell_who_did_not_attack() -> None:
    apart = TWO_AGAINST_ONE + "on K21: ger-56-pz\non K20: rus-13-inf\n"
    assert said(apart, ("rus-24-inf", "V17"), dice=(4,)) == (
        "violation 12.1a: ger-56-pz stood next to the enemy and attacked nobody: one die was rolled in this phase, for "
        "the battles elsewhere."
    )
    assert said(apart, dice=(4,)) == (
        "violation 12.1a: ger-56-pz, ger-41-pz and ger-47-pz stood next to the enemy and did not all attack: one die "
        "was rolled in this phase, at least 1 too few for all of them."
    )


def test_a_unit_that_stands_next_to_nobody_does_not_move_once_battles_have_begun() -> None:
    text = TWO_AGAINST_ONE + "on K21: ger-56-pz\n"
    state = position(text)
    late = told(state, traces(state, after(state, ("ger-56-pz", "K20")), [2]))
    assert late == ["violation 12.1c", "note log.battle"]
    early = told(state, traces(state, after(state, ("ger-56-pz", "K20")), []))
    assert early == ["undecided log.move", "note log.battle"]


@pytest.mark.parametrize(("die", "doubts"), [(1, ["violation"]), (2, []), (3, ["undecided 13.1b"])])
def test_what_lower_odds_alone_explain_is_undecided(die: int, doubts: list[str]) -> None:
    # 16 to 4 is 3-1 here, where a 2 is C and a 3 is not, as it is at 2-1.
    state = position(TWO_AGAINST_ONE)
    found = told(state, traces(state, state, [die]))
    assert [text.removesuffix(" 13.2a") for text in found if text != "note log.battle"] == doubts


def test_an_enemy_who_was_lost_where_nobody_stood_next_to_him_was_lost_in_no_battle() -> None:
    state = position(TWO_AGAINST_ONE + "on R9: rus-13-inf\non P20: ger-12-inf\n")
    battle = ("rus-24-inf", "replacement-pool")
    told_of = findings(state, traces(state, after(state, battle, ("rus-13-inf", "replacement-pool")), [6]))
    assert [str(finding) for finding in told_of if finding.accuses] == [
        "violation 13.2a: rus-13-inf was taken from R9 into the box 'replacement pool'; nobody stood next to it who "
        "could have attacked it. Legal: it stays in R9."
    ]
    # A player may give up a unit of his own (2.1).
    own = told(state, traces(state, after(state, battle, ("ger-12-inf", "replacement-pool")), [6]))
    assert own == ["note log.battle"]


def test_a_retreat_without_a_line_onto_a_full_hex_is_told_though_a_battle_explains_it() -> None:
    state = position(TWO_AGAINST_ONE + "on V17: rus-3-inf rus-4-inf\n")
    there = after(state, ("rus-24-inf", "V17"))
    assert told(state, traces(state, there, [4])) == ["violation 13.7a", "note log.battle"]
    one_lost = after(state, ("rus-24-inf", "V17"), ("rus-3-inf", "replacement-pool"))
    assert "violation 13.7a" not in told(state, traces(state, one_lost, [4]))


def test_a_die_more_than_there_can_have_been_battles_is_a_die_of_unknown_purpose() -> None:
    state = position("at: turn 2 axis impulse 1 combat clear\non Y17: ger-56-pz\non X17: rus-24-inf\n")
    shown = traces(state, after(state, ("rus-24-inf", "V17")), [3, 6])
    rolled = replace(shown, dice=tuple(replace(die, verb="ROLL") for die in shown.dice))
    assert told(state, rolled) == ["note log.battle", "undecided log.roll"]
    assert [die.pips for die in GAME.guess(state, (), rolled).dice] == [6]
    # A plain die may have been thrown for nothing.
    assert told(state, shown) == ["note log.battle"]
    # Two corps next to two enemies may have fought one battle or two.
    two = position(
        "at: turn 2 axis impulse 1 combat clear\non Y17: ger-41-pz ger-56-pz\non X17: rus-24-inf\non Y16: rus-13-inf\n"
    )
    both = traces(two, two, [3, 4])
    both = replace(both, dice=tuple(replace(die, verb="ROLL") for die in both.dice))
    assert sorted(die.pips for die in GAME.guess(two, (), both).dice) == [3, 4]


def test_a_battle_with_a_die_of_a_phase_beside_it_leaves_those_of_its_own_unquestioned() -> None:
    # 7 to 4 is 1-1, where a 6 is DR and a 3 AR.
    state = position("at: turn 2 axis impulse 1 combat clear\non Y17: ger-56-pz\non X17: rus-24-inf\n")
    shown = traces(state, after(state, ("rus-24-inf", "V17")), [3])
    shown = replace(shown, dice=(Die(1, 3, "ROLL"),), spare=(Die(0, 6, "DIE"),))
    assert told(state, shown) == ["note log.battle"]
    assert [die.pips for die in GAME.guess(state, (), shown).dice] == [3]


def test_a_plain_die_was_thrown_for_nothing_rather_than_one_of_its_own_button() -> None:
    state = position("at: turn 2 axis impulse 1 combat clear\non Y17: ger-56-pz\non X17: rus-24-inf\n")
    shown = traces(state, after(state, ("rus-24-inf", "V17")), [])
    for plain in (1, 2):
        dice = tuple(Die(step, 6, "DIE" if step == plain else "ROLL") for step in (1, 2))
        assert GAME.guess(state, (), replace(shown, dice=dice, has_dice=True)).dice == dice


@pytest.mark.parametrize(
    ("unit", "certain"), [("ger-12-inf", True), ("ger-41-pz", False), ("rus-20-inf", False), ("rus-24-inf", False)]
)
def test_only_who_stood_next_to_no_enemy_surely_moved_after_the_first_die(unit: str, *, certain: bool) -> None:
    state = position(TWO_AGAINST_ONE + "on P20: ger-12-inf\non R9: rus-20-inf\n")
    case = infer_combat.UndeclaredPhase(GAME, state, (), Unexplained(first_die=3))
    assert case._after_a_die(unit, 4) is certain
    assert not case._after_a_die(unit, 2)


RAILS = "at: turn 3 axis impulse 1 combat clear\nrail: axis N25 O24\non M23: ger-41-pz\n"


def passed(state: State, unit: str, *way: str) -> dict[str, list[str]]:
    """Return by trace the rail hexes that a unit has passed which went back along a way without a line."""
    grid = GAME.board.grid
    trail = Trail(tuple(grid.hex(name) for name in way), frozenset())
    there = GAME.went(state, after(state, (unit, way[-1])), unit, trail)
    return {
        trace: [grid.name(at) for at in hexes(there.traces.get(trace, 0))] for trace in ("passed", "perhaps-passed")
    }


def test_a_retreat_without_a_line_has_perhaps_passed_the_rails_on_its_way_but_not_for_sure() -> None:
    found = passed(position(RAILS), "ger-41-pz", "M23", "N23", "O23")
    assert found["passed"] == []
    assert "O23" in found["perhaps-passed"]


def test_a_retreat_without_a_line_opens_again_what_an_earlier_move_could_not_convert() -> None:
    state = position(RAILS + "before: cut-off O23\n")
    assert "O23" in passed(state, "ger-41-pz", "M23", "N23", "O23")["perhaps-passed"]
    there = GAME.went(
        state,
        after(state, ("ger-41-pz", "O23")),
        "ger-41-pz",
        Trail(tuple(map(GAME.board.grid.hex, ("M23", "N23", "O23"))), frozenset()),
    )
    assert not there.traces.get("cut-off", 0)


def test_a_track_that_battles_explain_keeps_its_way() -> None:
    state = position(TWO_AGAINST_ONE)
    interpretations = GAME.guess(state, (), traces(state, after(state, ("rus-24-inf", "V17")), [4])).interpretations
    way = Trail((GAME.board.grid.hex("X17"), GAME.board.grid.hex("V17")), frozenset({0}))
    assert [interpretation.ways for interpretation in interpretations if interpretation.places] == [
        (("rus-24-inf", way),)
    ]


def test_who_may_have_won_an_automatic_victory_need_not_attack_in_the_second_impulse_either() -> None:
    state = position("at: turn 3 axis impulse 1 movement clear\n").with_mark(("undeclared", "victories"))
    for _ in range(3):
        state = GAME.apply(state, End())
    assert (str(state.clock), ("undeclared", "victories") in state.marks) == ("turn 3 axis impulse 2 combat", True)
    for _ in range(2):
        state = GAME.apply(state, End())
    assert ("undeclared", "victories") not in state.marks


spot = GAME.board.grid.hex


def accused(state: State, act: Action) -> bool:
    return any(finding.verdict is Verdict.VIOLATION for finding in check(GAME, state, act))


def test_the_die_at_sea_belongs_to_the_last_track_of_its_unit() -> None:
    state = position("at: turn 3 russian impulse 1 movement light-mud\nbox russian turn-2: rus-16-inf")
    south, port = spot("QQ16"), spot("JJ23")
    came = PieceTrack("rus-16-inf", ("turn-2", south), (2,), "russian")
    sailed = PieceTrack("rus-16-inf", (south, port), (3,), "russian", None, (Trail((south, port), frozenset({0})),))
    (first, _), (second, _) = read(GAME, state, (came, sailed), {"rus-16-inf": 6})
    assert first.actions[0] == Enter("rus-16-inf", south)
    assert [act.die for act in second.actions if isinstance(act, SeaMove)] == [6, 6, 6]
    ashore = GAME.apply(state, first.actions[0])
    assert not all(accused(ashore, act) for act in second.actions)


def test_who_comes_out_of_the_box_of_the_withdrawn_has_arrived_and_may_ride_free() -> None:
    state = position("at: turn 23 axis impulse 1 movement snow\nbox axis withdrawn: ger-2-ss-pz")
    edge = spot("H33")
    ((interpretation, _),) = read(GAME, state, (PieceTrack("ger-2-ss-pz", ("withdrawn", edge), (2,), "axis"),), {})
    assert (interpretation.actions[0], interpretation.perhaps) == (Enter("ger-2-ss-pz", edge), True)
    assert interpretation.marks == (("arrived", "ger-2-ss-pz", "withdrawn"),)


def test_who_waits_among_the_withdrawn_may_sail_with_a_die_or_wait_longer() -> None:
    state = position("at: turn 23 axis impulse 1 movement snow\nbox axis turn-23: ger-1-ss-pz")
    coast, ashore = spot("HH21"), spot("H30")

    def acts(goal: Place, dice: dict[str, int]) -> tuple[Action, ...]:
        track = PieceTrack("ger-1-ss-pz", ("withdrawn", goal), (2,), "axis")
        return tuple(act for found, _ in read(GAME, state, (track,), dice) for act in found.actions)

    by_land = Enter("ger-1-ss-pz", coast), Replace("ger-1-ss-pz", coast)
    sailed = tuple(SeaMove(kind, "ger-1-ss-pz", "turn-23", coast, 5) for kind in ("transfer", "invasion", "evacuation"))
    assert acts(coast, {"ger-1-ss-pz": 5}) == (*sailed, *by_land)
    assert acts(coast, {}) == by_land
    assert SeaMove not in map(type, acts(ashore, {"ger-1-ss-pz": 5}))
    assert acts("off-map-units", {}) == (Delay("ger-1-ss-pz"),)
    assert acts("paratroop-reserve", {}) == (Enter("ger-1-ss-pz", "paratroop-reserve"),)
    assert acts("siberia", {}) == ()


def test_a_place_that_changes_hands_by_losses_that_nobody_declared_is_not_surely_the_enemys() -> None:
    text = "at: turn 3 axis impulse 2 combat clear\ncontrol: EE16 axis, Stalino russian\n{}"
    text += "on EE16: ger-52-mot\non FF16: rus-worker-stalino"
    loss = Eliminate("ger-52-mot", "13.3")
    for mark, unsure in (("", False), ("before: undeclared battles\n", True)):
        after = GAME.apply(position(text.format(mark)), loss)
        assert after.control[spot("EE16")] == "russian"
        assert bool(after.traces.get("unsure-control", 0) >> spot("EE16") & 1) is unsure


def test_who_was_withdrawn_by_the_book_waits_for_his_turn_and_not_in_the_box_where_he_lies() -> None:
    state = position("at: turn 19 axis impulse 1 movement clear\non Y20: ger-1-ss-pz")
    ((interpretation, _),) = read(
        GAME, state, (PieceTrack("ger-1-ss-pz", (spot("Y20"), "withdrawn"), (2,), "axis"),), {}
    )
    line = Line(2, Declaration("LEAVE", {"u": "ger-1-ss-pz", "at": "Y20", "because": "20.9"}), "axis")
    lifted = PieceTrack("ger-1-ss-pz", (spot("Y20"), "withdrawn"), (2,), "axis", line)
    (heard,) = GAME.hear(state.clock, (line,), (lifted,))
    for found in (interpretation, heard):
        assert found.places == ()
        assert GAME.apply(state, found.actions[0]).place("ger-1-ss-pz") == "turn-23"


def test_no_second_loss_settles_in_the_phase_what_an_undeclared_loss_left_unsure() -> None:
    # In the exchange the junction, where the Axis stood, never was the enemy's; the second Russian then went back.
    text = "at: turn 2 axis impulse 2 combat clear\ncontrol: S25 axis\nbefore: undeclared battles\n"
    state = position(text + "on S25: ger-7-inf\non T26: rus-6-inf rus-4-cav")
    for unit in ("ger-7-inf", "rus-6-inf"):
        state = GAME.apply(state, Eliminate(unit, "13.3"))
        assert state.traces["unsure-control"] >> spot("S25") & 1
    gone = state.with_unit("russian", "rus-4-cav", spot("U26"))
    assert GAME.apply(gone, End()).traces["unsure-control"] >> spot("S25") & 1


def test_what_a_unit_held_that_is_gone_without_a_word_is_unsure_until_the_phase_is_over() -> None:
    state = position("at: turn 3 axis impulse 1 movement clear\non P15: ger-41-pz\non P14: rus-24-inf\n")
    smolensk = GAME.places["Smolensk"]
    lost = state.with_unit("russian", "rus-24-inf", "surrendered")
    there = GAME.went(state, lost, "rus-24-inf", None)
    assert (state.control[smolensk], there.control[smolensk]) == ("russian", "axis")
    assert there.traces["unsure-control"] >> smolensk & 1
    over = GAME.apply(there, End())
    assert over.control[smolensk] == "axis"
    assert not over.traces.get("unsure-control", 0)


def test_a_battle_may_have_been_fought_once_another_had_opened_the_way_of_supply() -> None:
    # rus-4-para bars ger-57-pz from Kaunas: at half its factor it attacks at 1-3, after its surrender at 1-2.
    text = "at: turn 10 axis impulse 2 combat snow\ncontrol: Kaunas axis\non J21: ger-41-pz\non L22: ger-57-pz\n"
    text += "on K20: rus-4-para\non M21: rus-1gd-tank-army\n"
    gone = ("rus-4-para", "surrendered"), ("ger-57-pz", "replacement-pool"), ("rus-1gd-tank-army", "replacement-pool")
    for lost, expected in ((gone, "note log.battle"), (gone[1:], "violation 13.2a")):
        state = position(text)
        there = state
        for unit, box in lost:
            there = there.with_unit(GAME.side_of[unit], unit, box)
        assert told(state, traces(state, there, [6, 6])) == [expected]


# What may have been and what may not


TWO_LATER = TWO_AGAINST_ONE.replace("impulse 1", "impulse 2")
LOST = ("rus-24-inf", "replacement-pool")
ONE_HEX_LEFT = (
    TWO_LATER + "on V17: ger-56-pz\non X15: rus-13-inf rus-20-inf\non Y15: rus-3-inf rus-4-inf\non W15: rus-16-inf{}\n"
)


@pytest.mark.parametrize(
    ("text", "explained"),
    [
        (TWO_LATER, False),
        # Their zones bar all ways.
        (TWO_LATER + "on V17: ger-56-pz\non W15: ger-39-pz\n", True),
        # The last hex has room for one more, or none.
        (ONE_HEX_LEFT.format(""), False),
        (ONE_HEX_LEFT.format(" rus-1-tank"), True),
    ],
)
def test_who_has_to_retreat_is_lost_only_if_he_cannot(text: str, explained: bool) -> None:
    # A die of 4 is DR at 3-1, and at lower odds no loss of a defender alone.
    found = said(text, LOST, dice=(4,))
    assert found.startswith("note log.battle" if explained else "violation 13.2a: rus-24-inf was taken from X17 ")


@pytest.mark.parametrize(("where", "explained"), [("W15", True), ("Q20", False), ("replacement-pool", False)])
def test_an_enemy_who_came_in_the_same_phase_may_have_barred_a_retreat_before_it(where: str, explained: bool) -> None:
    state = position(TWO_LATER + "on V17: ger-56-pz\non R20: ger-39-pz\n")
    shown = traces(state, after(state, LOST, ("ger-39-pz", where)), [4])
    # Some line speaks of the enemy's way.
    shown = replace(shown, tracks=tuple(j for j in shown.tracks if j.unit != "ger-39-pz"))
    assert told(state, shown) == (["note log.battle"] if explained else ["violation 13.2a"])


@pytest.mark.parametrize(("turn", "explained"), [(2, False), (14, True)])
def test_no_sturmovik_explains_a_result_of_1941(turn: int, explained: bool) -> None:
    text = f"at: turn {turn} russian impulse 1 combat clear\non Y17: rus-24-inf\non X17: ger-17-inf\n"
    found = said(f"{text}on Y13: rus-stavka\n", ("ger-17-inf", "replacement-pool"), dice=(6,))
    assert found.startswith("note log.battle" if explained else "violation 13.2a")


@pytest.mark.parametrize(("base", "explained"), [("Y9", True), ("Y8", False), ("", False)])
def test_no_sturmovik_explains_a_result_out_of_reach_of_whoever_sends_it(base: str, explained: bool) -> None:
    # Eight hexes from Stavka (15.8).
    text = "at: turn 14 russian impulse 1 combat clear\non Y17: rus-24-inf\non X17: ger-17-inf\n"
    text += f"on {base}: rus-stavka\n" if base else ""
    found = said(text, ("ger-17-inf", "replacement-pool"), dice=(6,))
    assert found.startswith("note log.battle" if explained else "violation 13.2a")


def test_a_defender_might_have_surrendered_instead_and_an_attacker_never() -> None:
    # A die of 6 is DS at 4-1 and better.
    text = TWO_LATER + "on X18: ger-56-pz ger-39-pz\n"
    assert said(text, ("rus-24-inf", "U17"), dice=(6,)).endswith(" or it surrenders.")
    weak = "at: turn 2 axis impulse 2 combat clear\non Y17: ger-17-inf\non X17: rus-24-inf rus-13-inf\n"
    assert "surrenders" not in said(weak, dice=(1,))


def test_pieces_of_the_front_are_read_one_by_one_where_they_are_too_much_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(infer_combat, "_BUDGET", 1)
    apart = "at: turn 2 axis impulse 2 combat clear\non Y17: ger-41-pz\non X17: rus-24-inf\n"
    found = said(apart + "on R14: ger-56-pz\non R13: rus-20-inf\n", dice=(3, 3))
    assert found.startswith("note log.battle")
    assert "ger-56-pz against rus-20-inf (die 3); ger-41-pz against rus-24-inf (die 3)" in found


@pytest.mark.parametrize(("number", "more"), [(6, ""), (7, " ...")])
def test_of_a_front_too_hard_to_read_six_hexes_are_named(number: int, more: str) -> None:
    state = position(TWO_AGAINST_ONE)
    case = infer_combat.UndeclaredPhase(GAME, state, (), Unexplained())
    finding = case._too_hard(GAME.board.grid.set_of(AROUND[:number]), case.combatants)
    assert set(finding.hexes) == set(AROUND[:number])
    assert f"against {', '.join(finding.hexes[:6])}{more}, and there are too many ways" in finding.sentence


def test_a_battle_may_have_been_fought_once_another_had_taken_the_city_of_its_defenders_supply() -> None:
    # With Kiev lost ger-2-inf defends at half its factor, at 3-1, where a 5 is no exchange.
    text = "at: turn 11 russian impulse 1 combat {}\ncontrol: Kiev axis\non W19: ger-ss-res\non Y19: ger-2-inf\n"
    text += "on V19: rus-1gd-cav\non Z19: rus-1-tank-army\n"
    gone = ("ger-ss-res", "ger-2-inf", "rus-1gd-cav")
    for weather, expected in (("snow", "note log.battle"), ("clear", "violation 13.2a")):
        state = position(text.format(weather))
        there = state
        for unit in gone:
            there = there.with_unit(GAME.side_of[unit], unit, "replacement-pool")
        assert told(state, traces(state, there, [5, 5])) == [expected]


def test_a_battle_may_have_been_fought_once_a_retreat_had_taken_the_city_of_its_supply() -> None:
    # 57th Corps attacks at half its factor unless an own unit goes back to Kaunas first.
    text = "at: turn 10 axis impulse 2 combat snow\ncontrol: Kaunas russian\non K21: ger-41-pz\non L22: ger-57-pz\n"
    state = position(text + "on M21: rus-1gd-tank-army\n")
    for goal, better in (("J21", 2), ("replacement-pool", 0)):
        case = infer_combat.UndeclaredPhase(GAME, state, (), traces(state, after(state, ("ger-41-pz", goal)), [6]))
        fight = case.front.fight(("ger-57-pz",), 1 << spot("M21"))
        odds = max(case.ends.steps(fight))
        case.ends.in_any_order = True
        assert max(case.ends.steps(fight)) - odds == better
