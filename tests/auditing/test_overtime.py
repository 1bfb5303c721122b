"""Moves dragged after the turn tracker was set on: the end of the movement phase, if no die has been rolled."""

from __future__ import annotations

from collections.abc import Callable

from tests.replay.script import CLEAR, Script, acts, told
from trc_module.vassal.commands import ChangeProperty, Chat

Begin = Callable[[str], Script]
OPEN = CLEAR + "on Z19: ger-41-pz\non E31: ger-12-inf\n"


def test_a_legal_move_before_any_die_is_the_end_of_the_movement_phase(script: Begin) -> None:
    audit = script(OPEN).move("ger-41-pz", "Z16").end().move("ger-41-pz", "Z13").end().audit()
    assert acts(audit) == ["move ger-41-pz Z19 > Z13", "end", "end"]
    assert told(audit) == ["3 note log.phase"]


def test_an_illegal_one_breaks_the_rule_of_movement(script: Begin) -> None:
    audit = script(OPEN).move("ger-41-pz", "Z12").end().move("ger-41-pz", "Z9").end().audit()
    assert told(audit) == ["3 violation 4.1.2c", "3 note log.phase"]


FOUGHT = "on Y17: ger-56-pz\non X17: rus-24-inf\n"


def fought_back(log: Script) -> Script:
    """Fight a battle whose die says DR, and drag the defender back without a key."""
    log.say("ATT b=1 u=ger-56-pz at=Y17").say("DEF b=1 u=rus-24-inf at=X17").say('ROLL b=1 die=6 odds="" result=""')
    return log.move("rus-24-inf", "W17", "V17")


def dragged_back(script: Begin, impulse: int) -> Script:
    return fought_back(script(f"at: turn 1 axis impulse {impulse} movement clear\n{FOUGHT}").end())


def test_who_would_have_gone_too_far_has_moved_in_the_next_impulse_if_its_battles_come_next(script: Begin) -> None:
    begins = OPEN + "on Y20: ger-56-pz\non X17: rus-24-inf\n"
    # The tracker shows the next movement phase or not; its battles stand under it, or under their own heading.
    for phases in (["movement"], ["combat"], ["movement", "combat"]):
        log = (
            script(begins).move("ger-41-pz", "Z12").end().move("ger-41-pz", "Z9").move("ger-56-pz", "Y19", "Y18", "Y17")
        )
        for phase in phases:
            log.turn(1, "axis", 2, phase)
        audit = fought_back(log).turn(1, "axis", 2, "end").end().audit()
        first = ["move ger-41-pz Z19 > Z12", "end", "end", "move ger-41-pz Z12 > Z9", "move ger-56-pz Y20 Y19 Y18 Y17"]
        assert acts(audit)[: len(first)] == first
        assert [line for line in told(audit) if "note" not in line] == []
        # What is too far in the next impulse too was none of its moves.
        log = (
            script(begins).move("ger-41-pz", "Z12").end().move("ger-41-pz", "Z5").move("ger-56-pz", "Y19", "Y18", "Y17")
        )
        log = fought_back(log.turn(1, "axis", 2, phases[0])).turn(1, "axis", 2, "end").end()
        assert "3 violation 4.1.2c" in told(log.audit())
    # What breaks a rule in the first movement phase by itself does so whenever the others moved.
    log = script(begins + "on Z25: ger-9-inf\n").move("ger-9-inf", "Z20").move("ger-41-pz", "Z12").end()
    log = log.move("ger-41-pz", "Z9").move("ger-56-pz", "Y19", "Y18", "Y17").turn(1, "axis", 2, "movement")
    found = told(fought_back(log).turn(1, "axis", 2, "end").end().audit())
    assert [line for line in found if "note" not in line] == ["1 violation 4.1.2c"]
    # Without battles nothing says that the tracker was wrong, unless so many move that they are an impulse, or others.
    opening = f"{OPEN}on Y20: ger-9-inf\non Y21: ger-20-inf\non Z23: ger-hq-center\n"
    far = ("ger-41-pz", "Z9")
    for moves, found in (
        ((far, ("ger-9-inf", "Z21")), ["3 violation 4.1.2c"]),
        ((far, ("ger-9-inf", "Z21"), ("ger-20-inf", "Z21")), []),
        ((("ger-hq-center", "Z21"),), []),
    ):
        log = script(opening).move("ger-41-pz", "Z12").end()
        for unit, place in moves:
            log.move(unit, place)
        audit = log.turn(1, "axis", 2, "movement").turn(1, "axis", 2, "combat").turn(1, "axis", 2, "end").end().audit()
        assert [line for line in told(audit) if "note" not in line] == found


def test_who_may_have_been_allowed_by_the_game_before_has_moved_in_the_next_impulse_as_well(script: Begin) -> None:
    # Whether Bulgaria's garrison is released (5.5) depends on how near to Bucharest Russians came before the log.
    begins = "at: turn 14 axis impulse 1 movement clear\non Z19: ger-41-pz\non Y20: ger-56-pz\non X17: rus-24-inf\n"
    begins += "on FF32: ger-49-mtn\non R9: rus-stavka\n"

    def late(goal: str) -> list[str]:
        """Move into Bulgaria and far on while the tracker shows the first battles, and fight the second ones."""
        log = script(begins).move("ger-41-pz", "Z12").end().move("ger-41-pz", goal).move("ger-49-mtn", "FF33")
        log.move("ger-56-pz", "Y19", "Y18", "Y17").turn(14, "axis", 2, "movement").turn(14, "axis", 2, "combat")
        return accused(fought_back(log).turn(14, "axis", 2, "end").end())

    assert late("Z9") == ["4 undecided 5.5"]
    # Who moved too far in either impulse is told of it.
    assert "3 violation 4.1.2c" in late("Z5")
    # A second move of one unit in the phase that the tracker shows at last is one too many.
    log = script(begins).move("ger-41-pz", "Z12").end().move("ger-41-pz", "Z9").move("ger-49-mtn", "FF33")
    log.move("ger-56-pz", "Y19", "Y18", "Y17").turn(14, "axis", 2, "movement").move("ger-41-pz", "Z5")
    assert "3 violation 4.1.2c" in accused(fought_back(log.end()).end().end())


def test_after_a_die_a_legal_move_is_the_next_movement_phase_of_the_same_side(script: Begin) -> None:
    log = script(OPEN).move("ger-41-pz", "Z16").end().roll_for_something(3).move("ger-41-pz", "Z13").end()
    assert told(log.audit()) == ["3 undecided log.roll", "4 note log.phase"]
    # However often the tracker is set on afterwards.
    for ends in (1, 3):
        log = dragged_back(script, 1).move("ger-56-pz", "X17")
        for _ in range(ends):
            log.end()
        audit = log.audit()
        assert "move ger-56-pz Y17 X17" in acts(audit)
        assert [line for line in told(audit) if "note" not in line and "log.die" not in line] == []


def test_after_the_last_battles_of_a_turn_nothing_moves(script: Begin) -> None:
    log = dragged_back(script, 2).move("ger-56-pz", "X17").end()
    assert [line for line in told(log.audit()) if "violation" in line] == ["7 violation 12.1c"]


def test_who_goes_on_too_far_before_the_second_impulse_is_told_of_it(script: Begin) -> None:
    log = dragged_back(script, 1).move("ger-56-pz", "W16", "V16", "U16", "T15", "S15", "R15", "Q14", "Q13").end()
    assert any("violation" in line for line in told(log.audit()))


COMES = "at: turn 2 russian impulse 1 movement clear\non E31: ger-12-inf\non R9: rus-worker-moscow\n"
COMES += "box russian replacement-pool: rus-1-tank\non Y17: rus-24-inf\non X17: rum-cav\n"


def test_an_arrival_before_any_die_is_the_end_of_the_movement_phase(script: Begin) -> None:
    for log in (script(COMES).end().say("REPLACE u=rus-1-tank", by="russian"), script(COMES).end()):
        audit = log.move("rus-1-tank", "R9", by="russian").audit()
        assert acts(audit)[:2] == ["replace rus-1-tank R9", "end"]
        assert [line.split(" ", 1)[1] for line in told(audit)] == ["note log.phase"]


def test_an_arrival_after_a_die_comes_too_late(script: Begin) -> None:
    log = script(COMES).end().say("ATT b=1 u=rus-24-inf", by="russian").say("DEF b=1 u=rum-cav", by="russian")
    log.say("ROLL b=1 die=4").say("REPLACE u=rus-1-tank", by="russian").move("rus-1-tank", "R9", by="russian")
    assert "6 violation 4.2.1c" in accused(log.end())


def test_where_the_log_begins_with_the_combat_phase_nothing_is_known_of_the_movement(script: Begin) -> None:
    log = script(OPEN.replace("movement", "combat")).move("ger-41-pz", "Z13").end()
    assert told(log.audit()) == ["1 undecided log.move"]


def test_the_other_side_moves_nothing_in_overtime(script: Begin) -> None:
    log = script(OPEN + "on W12: rus-24-inf\n").end().move("rus-24-inf", "W13", by="russian").end()
    assert told(log.audit()) == ["2 undecided log.move"]


def test_who_says_how_he_goes_in_the_combat_phase_means_it(script: Begin) -> None:
    log = script(OPEN).end().say("MODE u=ger-12-inf mode=rail at=E31").move("ger-12-inf", "L26").end()
    assert told(log.audit()) == ["3 violation 4.1.2e"]


WINTER = "at: turn 4 axis impulse 1 weather clear\non Z19: ger-41-pz\non R9: rus-24-inf\n"


def test_the_plain_die_of_the_weather_phase_is_the_weathers(script: Begin) -> None:
    audit = script(WINTER).roll_for_something(3).end().move("ger-41-pz", "Z18").end().audit()
    assert acts(audit)[:2] == ["weather 3", "end"]
    assert told(audit) == ["1 note log.roll"]
    twice = script(WINTER).roll_for_something(3).roll_for_something(4).end().audit()
    assert told(twice) == ["1 note log.roll", "2 undecided log.roll"]


def test_a_weather_that_was_rolled_when_the_tracker_was_set_on_is_the_weathers_even_after_a_legal_move(
    script: Begin,
) -> None:
    for rolled in (script(WINTER).end().roll(3), script(WINTER).end().roll_for_something(3)):
        audit = rolled.move("ger-41-pz", "Z18").end().audit()
        assert acts(audit)[:2] == ["weather 3", "end"]
        assert {line.split(" ", 1)[1] for line in told(audit)} <= {"note log.phase", "note log.roll"}
    moved = script(WINTER).end().move("ger-41-pz", "Z18").roll(3).end().audit()
    assert acts(moved)[:2] == ["weather 3", "end"]
    assert told(moved) == ["3 note log.phase"]
    too_far = script(WINTER).end().move("ger-41-pz", "Z12").roll(3).end().audit()
    assert [line for line in told(too_far) if "note" not in line] == ["1 undecided 4.1.1a", "3 violation 4.0a"]


def test_a_weather_phase_over_which_the_tracker_has_passed_has_the_roll_after_it(script: Begin) -> None:
    log = script(WINTER.replace("turn 4 axis impulse 1 weather", "turn 3 russian impulse 2 end"))
    audit = log.turn(4, "axis", 1, "movement").roll(3).move("ger-41-pz", "Z18").end().audit()
    assert acts(audit)[:3] == ["end", "weather 3", "end"]
    assert [line for line in told(audit) if "note" not in line] == []


def test_the_plain_die_before_a_russian_replacement_is_archangels(script: Begin) -> None:
    text = "at: turn 9 russian impulse 1 movement clear\non R9: rus-worker-moscow\non E31: ger-41-pz\n"
    log = script(text + "box russian replacement-pool: rus-24-inf\n").roll_for_something(6)
    log.say("REPLACE u=rus-24-inf", by="russian").move("rus-24-inf", "R9", by="russian").end()
    assert acts(log.audit())[:2] == ["archangel 6", "replace rus-24-inf R9"]


BATTLE = (
    "at: turn 2 axis impulse 1 weather clear\non Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\non Y20: ger-12-inf\n"
)


def fought_early(script: Begin) -> Script:
    log = script(BATTLE).end().move("ger-12-inf", "Y19")
    for unit in ("ger-41-pz", "ger-47-pz"):
        log.say(f"ATT b=1 u={unit} at=Y17")
    log.say("DEF b=1 u=rus-24-inf at=X17").say('ROLL b=1 die=4 odds="3-1" result="DR"')
    return log.say("RETREAT b=1 u=rus-24-inf").move("rus-24-inf", "V17")


def accused(log: Script) -> list[str]:
    return [line for line in told(log.audit()) if "note" not in line]


def test_battles_fought_before_the_tracker_was_set_on_are_battles_of_the_combat_phase(script: Begin) -> None:
    audit = fought_early(script).end().end().move("ger-12-inf", "Y18").end().audit()
    assert acts(audit)[1:4] == ["move ger-12-inf Y20 Y19", "end", "attack 1: ger-41-pz ger-47-pz x rus-24-inf"]
    assert "note log.phase" in {line.split(" ", 1)[1] for line in told(audit)}
    assert accused(fought_early(script).end().end().move("ger-12-inf", "Y18").end()) == []
    passed_over = fought_early(script).turn(2, "axis", 2, "movement").move("ger-12-inf", "Y18").end()
    assert accused(passed_over) == []


def test_who_moves_on_after_a_battle_has_fought_in_the_movement_phase(script: Begin) -> None:
    assert accused(fought_early(script).move("ger-12-inf", "Y18").end().end()) == ["5 violation 4.0a"]


def test_what_the_other_side_does_before_the_tracker_shows_its_turn_belongs_to_its_turn(script: Begin) -> None:
    text = (
        "at: turn 2 axis impulse 2 end clear\non E31: ger-12-inf\non R9: rus-24-inf\nbox russian turn-2: rus-33-inf\n"
    )
    log = script(text).say("ARRIVE u=rus-33-inf", by="russian").move("rus-33-inf", "GG1", by="russian").end().end()
    assert accused(log) == []
    assert acts(log.audit()) == ["end", "enter rus-33-inf GG1", "end"]


def rolled_and_set_on(script: Begin) -> Script:
    log = script(BATTLE).end().end().say("ATT b=1 u=ger-41-pz at=Y17").say("ATT b=1 u=ger-47-pz at=Y17")
    return log.say("DEF b=1 u=rus-24-inf at=X17").say('ROLL b=1 die=4 odds="3-1" result="DR"').end()


def test_a_loss_or_a_retreat_after_the_tracker_was_set_on_is_the_battles(script: Begin) -> None:
    log = rolled_and_set_on(script).say("RETREAT b=1 u=rus-24-inf").move("rus-24-inf", "V17")
    log.move("ger-12-inf", "Y19").end()
    assert accused(log) == []
    assert acts(log.audit())[3:6] == ["roll 1: 4 3-1 DR", "retreat 1: rus-24-inf X17 > V17", "end"]


def test_a_retreat_is_the_battles_if_the_attackers_others_have_moved_before_it(script: Begin) -> None:
    log = rolled_and_set_on(script).move("ger-12-inf", "Y19").say("RETREAT b=1 u=rus-24-inf").move("rus-24-inf", "V17")
    audit = log.move("ger-41-pz", "X17").end().audit()
    assert [line for line in told(audit) if "note" not in line] == []
    [note] = [n.finding.sentence for n in audit.findings if n.finding.rule == "log.phase"]
    assert note.startswith("The result for rus-24-inf was carried out late; it is read as the end of turn 2, Axis ")


def test_a_retreat_that_breaks_a_rule_is_none_for_being_late(script: Begin) -> None:
    log = rolled_and_set_on(script).move("ger-12-inf", "Y19").move("rus-24-inf", "X14").end()
    assert "7 violation 13.3-DR" in accused(log)


def lost_late(script: Begin, by: str, *places: str) -> Script:
    log = script(BATTLE.replace("impulse 1 weather", "impulse 2 movement") + "on R9: rus-3-inf\n").end()
    log.say("ATT b=1 u=ger-41-pz").say("ATT b=1 u=ger-47-pz").say("DEF b=1 u=rus-24-inf").say("ROLL b=1 die=6")
    log.end().end().move("rus-3-inf", "R11", by="russian")
    return log.move("rus-24-inf", *places, by=by).end()


def test_a_loss_is_the_battles_though_the_opponent_has_moved_before_it(script: Begin) -> None:
    assert accused(lost_late(script, "russian", "russian replacement-pool")) == []
    assert "6 violation 13.3-DE" in accused(lost_late(script, "russian", "V17"))


def test_a_loss_that_was_forgotten_for_two_phases(script: Begin) -> None:
    log = rolled_and_set_on(script)
    log.steps[-2][0] = Chat('* *** TRC1 ROLL b=1 die=6 odds="3-1" result="DE" by="Axis"')
    log.move("ger-12-inf", "Y19").end().move("rus-24-inf", "russian replacement-pool").end()
    assert accused(log) == []
    assert acts(log.audit())[3:6] == ["roll 1: 6 3-1 DE", "lose 1: rus-24-inf", "end"]


def test_a_way_that_breaks_a_rule_in_the_earlier_phase_too_stays_where_it_was_made(script: Begin) -> None:
    log = script(WINTER.replace("turn 4", "turn 6")).roll(6).end().move("ger-41-pz", "Z12").end().end()
    assert told(log.move("ger-41-pz", "Z9").end().audit()) == ["3 doubt 4.1.2c", "6 violation 4.1.4a"]


def test_an_exchange_without_the_attackers_loss_is_told_once_and_where_it_was(script: Begin) -> None:
    text = "on I22: ger-41-pz ger-46-pz ger-26-inf\non J22: rus-24-inf\non K20: rus-3-inf\n"
    log = script("at: turn 1 axis impulse 2 movement clear\n" + text).end()
    for unit in ("ger-41-pz", "ger-46-pz", "ger-26-inf"):
        log.say(f"ATT b=1 u={unit}")
    log.say("DEF b=1 u=rus-24-inf").say('ROLL b=1 die=2 odds="4-1" result="EX"')
    log.move("rus-24-inf", "russian replacement-pool").end().end()
    # Whoever moves next, in whichever phase: it is no part of the battle.
    log.move("rus-3-inf", "K21").end().end().move("ger-46-pz", "I21").end()
    assert [line for line in told(log.audit()) if "13." in line] == ["7 violation 13.3-EXa"]


def test_what_is_moved_while_the_tracker_shows_the_weather_belongs_to_the_movement_phase(script: Begin) -> None:
    log = script(BATTLE).move("ger-12-inf", "Y19").end().move("ger-12-inf", "Y18").end()
    assert accused(log) == []
    assert acts(log.audit())[:3] == ["end", "move ger-12-inf Y20 Y19 Y18", "end"]
    assert accused(script(WINTER).roll(3).move("ger-41-pz", "Z18").turn(4, "axis", 1, "combat").end()) == []


def test_a_whole_impulse_while_the_tracker_shows_the_weather(script: Begin) -> None:
    log = script(BATTLE).move("ger-12-inf", "Y19").say("ATT b=1 u=ger-41-pz").say("ATT b=1 u=ger-47-pz")
    log.say("DEF b=1 u=rus-24-inf").say("ROLL b=1 die=4").move("rus-24-inf", "V17")
    log.turn(2, "axis", 2, "movement").move("ger-12-inf", "Y18").end()
    assert accused(log) == []
    fights = "attack 1: ger-41-pz ger-47-pz x rus-24-inf"
    assert acts(log.audit())[:4] == ["end", "move ger-12-inf Y20 Y19", "end", fights]


def test_the_other_sides_moves_over_which_the_tracker_passed(script: Begin) -> None:
    log = script("at: turn 2 axis impulse 2 combat clear\non E31: ger-12-inf\non R9: rus-24-inf\n")
    log.move("rus-24-inf", "R11", by="russian").turn(2, "russian", 1, "combat").end()
    assert accused(log) == []
    assert acts(log.audit())[:3] == ["end", "end", "move rus-24-inf R9 > R11"]


def fought(log: Script) -> Script:
    log.say("ATT b=1 u=ger-41-pz").say("ATT b=1 u=ger-47-pz").say("DEF b=1 u=rus-24-inf").say("ROLL b=1 die=4")
    return log.move("rus-24-inf", "V17")


def test_a_tracker_set_too_far_and_back_part_of_the_way_has_passed_nothing(script: Begin) -> None:
    # A turn too far, fought, and set back to the impulse that really comes next.
    turn = fought(script(BATTLE).end().move("ger-12-inf", "Y19").turn(3, "axis", 1, "combat"))
    turn.turn(2, "axis", 2, "movement").move("ger-12-inf", "Y18").end()
    # At the other side's combat phase, seen before the roll.
    side = script(BATTLE).end().move("ger-12-inf", "Y19").turn(2, "russian", 1, "combat").say("ATT b=1 u=ger-41-pz")
    side = fought(side.turn(2, "axis", 1, "combat")).end().move("ger-12-inf", "Y18").end()
    # At the next movement phase, where one more unit moved.
    next_ = script(BATTLE).end().turn(2, "axis", 2, "movement").move("ger-12-inf", "Y19")
    next_ = fought(next_.turn(2, "axis", 1, "combat")).end().move("ger-12-inf", "Y18").end()
    for log in (turn, side, next_):
        assert accused(log) == []
        assert [act for act in acts(log.audit()) if act != "end"][:2] == [
            "move ger-12-inf Y20 Y19",
            "attack 1: ger-41-pz ger-47-pz x rus-24-inf",
        ]


def test_moves_after_the_battles_are_the_next_impulses_if_the_tracker_has_passed_over_its_movement(
    script: Begin,
) -> None:
    both = fought_early(script).move("ger-12-inf", "Y18").turn(2, "axis", 2, "combat").end()
    typed = script(BATTLE).end().move("ger-12-inf", "Y19").raw(Chat("<Axis player> - combat now"))
    typed = fought(typed).move("ger-12-inf", "Y18").turn(2, "axis", 2, "combat").end()
    for log in (both, typed):
        assert accused(log) == []
        assert [act for act in acts(log.audit()) if act.startswith("move")] == [
            "move ger-12-inf Y20 Y19",
            "move ger-12-inf Y19 Y18",
        ]
    # A headquarters moves in the second impulse alone (11.1); the tracker was not set for the first.
    text = "at: turn 2 axis impulse 1 movement clear\non Z19: ger-41-pz ger-hq-south\non R9: rus-stavka\n"
    for phase, told_ in (("combat", []), ("movement", ["2 violation 11.1b"])):
        log = script(text).move("ger-41-pz", "Z12").move("ger-hq-south", "Z15").turn(2, "axis", 2, phase).end()
        assert accused(log) == told_


def test_what_the_module_does_by_itself_where_a_phase_begins_is_nothing_done_in_it(script: Begin) -> None:
    log = script(BATTLE).end().move("ger-12-inf", "Y19")

    def shown(phase: str) -> Script:
        """Set the tracker to a phase of the second impulse; the module then sets its properties."""
        log.turn(2, "axis", 2, phase)
        for number, name in enumerate(("TurnMonths", "BattleId", "Lit_3", "Lit_4")):
            log.raw(ChangeProperty(name, "", str(number), "Module"))
        return log

    shown("movement")
    fought(shown("combat"))
    assert accused(shown("movement").move("ger-12-inf", "Y18").end()) == []
    assert acts(log.audit())[3] == "attack 1: ger-41-pz ger-47-pz x rus-24-inf"


ARRIVES = "at: turn 2 axis impulse 1 movement clear\non Y17: ger-56-pz\non X17: rus-24-inf\non E31: ger-41-pz\n"
ARRIVES += "box axis turn-2: hun-1-mot ger-23-inf\n"


def gone_back(log: Script) -> Script:
    """Fight a battle whose die says AR, and drag the attacker back."""
    log.say("ATT b=1 u=ger-56-pz").say("DEF b=1 u=rus-24-inf").say("ROLL b=1 die=3")
    return log.move("ger-56-pz", "Z17")


def test_who_arrives_when_the_battles_are_over_arrives_in_the_second_impulse(script: Begin) -> None:
    said = gone_back(script(ARRIVES).end()).say("ARRIVE u=hun-1-mot").move("hun-1-mot", "T33")
    dragged = gone_back(script(ARRIVES).end()).move("hun-1-mot", "T33")
    put_off = gone_back(script(ARRIVES).end())
    put_off.move("hun-1-mot", "axis off-map-units")
    put_off.steps[-1].insert(0, Chat('* *** TRC1 DELAY u=hun-1-mot by="Axis"'))
    # And who went back goes on after it.
    goes_on = gone_back(script(ARRIVES).end()).say("ARRIVE u=hun-1-mot").move("hun-1-mot", "T33")
    goes_on.move("ger-56-pz", "AA17")
    for log in (said, dragged, put_off, goes_on):
        log.end().move("ger-23-inf", "V33").end()
        assert accused(log) == []
    # Who is due in the second impulse does not come at the end of the first.
    text = (
        "at: turn 3 russian impulse 1 movement clear\nbox russian turn-3: rus-34-inf rus-1gd-cav\non E31: ger-41-pz\n"
    )
    log = script(text).end().move("rus-34-inf", "R9", by="russian").end().move("rus-1gd-cav", "R9", by="russian").end()
    assert accused(log) == []
    assert acts(log.audit()) == ["end", "end", "enter rus-34-inf R9", "enter rus-1gd-cav R9", "end"]
    # Nor if the tracker showed that impulse afterwards, and nothing more was done.
    log = script(text).end().move("rus-34-inf", "R9", by="russian").end().end().end()
    assert accused(log) == []
    assert acts(log.audit()) == ["end", "end", "enter rus-34-inf R9", "end", "end"]


def test_arrivals_while_the_tracker_shows_battles_without_a_die_make_them_the_second_impulse(script: Begin) -> None:
    units = ("rus-40-inf", "rus-20-inf", "rus-24-inf", "rus-16-inf")
    text = f"at: turn 2 russian impulse 1 movement clear\nbox russian turn-2: {' '.join(units)}\non F10: rus-9-tank\n"
    # It enters a swamp, and goes on in the next impulse (8.2a).
    log = script(f"{text}on E31: ger-41-pz\n").move("rus-9-tank", "G9", by="russian").end()
    for unit, goal in zip(units, ("X13", "C1", "X13", "C1"), strict=True):
        log.say(f"ARRIVE u={unit}", by="russian").move(unit, goal, by="russian")
    log.move("rus-9-tank", "H9", by="russian").end().end().end()
    assert [line for line in told(log.audit()) if "violation" in line] == []


def test_moves_after_many_retreats_are_the_second_impulses(script: Begin) -> None:
    attackers = ("ger-12-inf", "ger-13-inf", "ger-9-inf")
    log = script(
        f"at: turn 2 axis impulse 1 movement clear\non Y17: {' '.join(attackers)}\non Z21: ger-20-inf\n"
        "on X17: rus-24-inf rus-3-inf\non R9: rus-stavka\n"
    ).end()
    for unit in attackers:
        log.say(f"ATT b=1 u={unit}")
    log.say("DEF b=1 u=rus-24-inf").say("DEF b=1 u=rus-3-inf").say("ROLL b=1 die=3")
    for unit in attackers:
        log.say(f"RETREAT b=1 u={unit}").move(unit, "Z17").move(unit, "AA17")
    log.move("ger-20-inf", "Z20").end().end()
    assert accused(log) == []
    assert [act for act in acts(log.audit()) if act.startswith("move")] == ["move ger-20-inf Z21 Z20"]


def test_who_arrives_in_a_wrong_hex_before_the_tracker_is_set_and_in_the_right_one_after_it(script: Begin) -> None:
    log = gone_back(script(ARRIVES).end()).move("hun-1-mot", "U32").end().move("hun-1-mot", "T33").end()
    assert accused(log) == []


def test_who_moves_on_before_the_tracker_was_set_may_stand_beside_others_who_went_back_and_move_on(
    script: Begin,
) -> None:
    log = gone_back(script(ARRIVES).end()).move("ger-41-pz", "E30").end().move("ger-41-pz", "E29")
    log.move("ger-56-pz", "AA17").end()
    assert accused(log) == []
    assert [act for act in acts(log.audit()) if act.startswith(("move", "retreat"))] == [
        "retreat 1: ger-56-pz Y17 Z17",
        "move ger-41-pz E31 E30 E29",
        "move ger-56-pz Z17 AA17",
    ]


ENDS = "at: turn 2 axis impulse 2 movement clear\ncontrol: Smolensk axis\non Y17: ger-56-pz\non X17: rus-24-inf\n"
ENDS += "on R9: rus-3-inf\n"


def test_accounts_that_are_settled_before_the_tracker_shows_the_end_of_the_turn(script: Begin) -> None:
    for skipped in (False, True):
        log = gone_back(script(ENDS).end()).say("CONVERT at=P14")
        (log.turn(2, "russian", 1, "movement") if skipped else log.end().end()).move("rus-3-inf", "R10", by="russian")
        assert [line for line in accused(log.end()) if "undecided" not in line] == []
        assert acts(log.audit())[4:7] == ["end", "convert P14", "end"]
    # In the midst of the battles nothing is settled.
    log = gone_back(script(ENDS).end().say("CONVERT at=P14")).end().end()
    assert accused(log) == ["2 violation 9.4.1b"]


def test_a_combat_phase_without_a_line_that_the_tracker_never_showed(script: Begin) -> None:
    log = script(BATTLE).end().move("ger-12-inf", "Y19").roll_for_something(4).move("rus-24-inf", "V17")
    log.turn(2, "axis", 2, "movement").move("ger-12-inf", "Y18").end()
    assert accused(log) == []
    assert acts(log.audit())[1:3] == ["move ger-12-inf Y20 Y19", "end"]


def test_a_loss_that_was_taken_off_before_its_die_and_before_the_tracker_showed_the_battles(script: Begin) -> None:
    log = script(BATTLE).end().move("ger-12-inf", "Y19").say("DEF b=1 u=rus-24-inf")
    log.move("rus-24-inf", "russian replacement-pool").roll_for_something(6).end().end()
    assert accused(log.move("ger-12-inf", "Y18").end()) == []
    assert acts(log.audit())[1:3] == ["move ger-12-inf Y20 Y19", "end"]


def test_who_arrives_while_the_tracker_still_shows_the_weather_arrives_in_the_movement_phase(script: Begin) -> None:
    text = "at: turn 2 axis impulse 1 weather clear\non R9: rus-3-inf\nbox axis turn-2: ger-23-inf\n"
    log = script(text).say("ARRIVE u=ger-23-inf").move("ger-23-inf", "V33").end().end()
    assert [line for line in accused(log) if "20.0b" not in line] == []
    assert acts(log.audit())[:2] == ["end", "enter ger-23-inf V33"]


def test_the_opponent_may_carry_out_a_result_while_the_tracker_shows_the_wrong_phase(script: Begin) -> None:
    text = (
        BATTLE.replace("impulse 1 weather", "impulse 2 movement") + "on Z13: ger-39-pz ger-3-pz\non AA12: rus-18-inf\n"
    )
    log = script(text).end().say("ATT b=1 u=ger-41-pz").say("ATT b=1 u=ger-47-pz").say("DEF b=1 u=rus-24-inf")
    log.say("ROLL b=1 die=4").end().move("rus-24-inf", "V17", by="russian").turn(2, "axis", 2, "combat")
    log.say("ATT b=2 u=ger-39-pz").say("ATT b=2 u=ger-3-pz").say("DEF b=2 u=rus-18-inf").say("ROLL b=2 die=2")
    log.end().say("CONVERT at=J21").end()
    assert [line for line in accused(log) if "9.4" not in line] == []
    assert acts(log.audit())[1:6] == [
        "attack 1: ger-41-pz ger-47-pz x rus-24-inf",
        "roll 1: 4",
        "retreat 1: rus-24-inf X17 > V17",
        "attack 2: ger-39-pz ger-3-pz x rus-18-inf",
        "roll 2: 2",
    ]


def test_a_retreat_in_a_log_that_begins_with_a_combat_phase_is_no_move_of_the_second_impulse(script: Begin) -> None:
    # 7 to 4 is 1-1, at which 3 is AR. Who begins the second impulse in a zone of control may not move (8.4).
    log = script("at: turn 2 axis impulse 1 combat clear\non Y17: ger-56-pz\non X17: rus-24-inf\n")
    log.roll_for_something(3).move("ger-56-pz", "Z17").end()
    assert [str(noted.finding) for noted in log.audit().findings] == [
        "note log.battle: No line declares the battles of this phase; this is one legal way to read them: "
        "ger-56-pz against rus-24-inf (die 3)."
    ]


QUIET = "at: turn 2 axis impulse 2 movement clear\non M22: ger-41-pz\non L26: ger-12-inf\non R9: rus-3-inf\n"


def test_who_moves_both_sides_from_one_seat_may_forget_the_tracker(script: Begin) -> None:
    audit = script(QUIET).move("ger-41-pz", "M21").end().end().move("rus-3-inf", "S9").end().end().audit()
    assert acts(audit) == [
        "move ger-41-pz M22 M21",
        *["end"] * 3,
        "move rus-3-inf R9 S9",
        "end",
    ]
    assert {line.split(" ", 1)[1] for line in told(audit)} == {"note log.phase"}


def test_what_a_side_did_in_its_end_phase_when_nobody_had_fought_ends_its_movement(script: Begin) -> None:
    audit = script(QUIET).end().end().move("ger-41-pz", "M21").end().audit()
    assert acts(audit)[0] == "move ger-41-pz M22 M21"
    assert {line.split(" ", 1)[1] for line in told(audit)} == {"note log.phase"}
    too_far = script(QUIET).end().end().move("ger-41-pz", "M12").end().audit()
    assert [line.split(" ", 1)[1] for line in told(too_far)] == ["undecided log.move"]


def test_an_enemy_taken_off_in_the_end_phase_was_taken_off_by_who_pressed_the_key(script: Begin) -> None:
    log = script(QUIET + "on K28: rus-24-inf\n").end().end()
    log.say("REMOVED u=rus-24-inf because=17.2").move("rus-24-inf", "russian replacement-pool")
    *_, line, moved = log.steps
    log.steps[-2:] = [[*line, *moved]]
    assert "violation 17.1a" in {one.split(" ", 1)[1] for one in told(log.end().audit())}
