from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from msgspec import structs

from tests.replay.script import CLEAR, Script, acts, told
from trc_module.auditing.audit import audit_log
from trc_module.auditing.phases import phases
from trc_module.auditing.reading import Reader
from trc_module.auditing.start import Start, read_start
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.replay.events import ChatLine, Moved, Reported
from trc_module.replay.gamelog import GameLog, open_log
from trc_module.replay.table import Table
from trc_module.report.tongue import tongue_of
from trc_module.resources import data_dir
from trc_module.vassal.commands import AddPiece, Chat, Malformed, RemovePiece

Begin = Callable[[str], Script]
TWO = CLEAR + "on J20: ger-41-pz ger-56-pz\n"


def test_drags_of_a_unit_in_one_phase_are_one_move_with_its_waypoints(script: Begin) -> None:
    audit = script(TWO).move("ger-41-pz", "K20").move("ger-56-pz", "J21").move("ger-41-pz", "L20", "L18").audit()
    assert acts(audit) == ["move ger-56-pz J20 J21", "move ger-41-pz J20 K20 L20 > L18"]
    assert [done.steps for done in audit.acts] == [(2,), (1, 3, 4)]
    assert told(audit) == []


def test_drags_in_different_phases_are_different_moves(script: Begin) -> None:
    log = script(TWO).move("ger-41-pz", "K20").end().end().move("ger-41-pz", "L20")
    assert acts(log.audit()) == ["move ger-41-pz J20 K20", "end", "end", "move ger-41-pz K20 L20"]


def test_a_stack_dragged_as_one_is_a_move_of_each_unit(script: Begin) -> None:
    log = script(TWO).together("ger-41-pz", "ger-56-pz", to="K20")
    assert acts(log.audit()) == ["move ger-41-pz J20 K20", "move ger-56-pz J20 K20"]
    (step,) = log.log().steps(log.log().table())
    (moved,) = step.events
    assert isinstance(moved, Moved)
    assert [piece.markers["unit"] for piece in moved.pieces] == ["ger-41-pz", "ger-56-pz"]


def test_a_move_taken_back_by_hand_is_no_move(script: Begin) -> None:
    audit = script(TWO).move("ger-41-pz", "Z5", "J20").audit()
    assert acts(audit) == []
    assert told(audit) == ["2 note log.back"]


def test_an_overshoot_that_was_corrected_is_judged_by_where_it_ends(script: Begin) -> None:
    audit = script(TWO).move("ger-41-pz", "Z5", "L20").audit()
    assert acts(audit) == ["move ger-41-pz J20 > L20"]
    assert told(audit) == []


def test_a_shift_within_a_hex_is_nothing(script: Begin) -> None:
    begun = script(TWO)
    begun.raw(begun.table.move("ger-41-pz", begun.parts.board.grid.hex("J20"), "secret-axis")[0])
    assert (acts(begun.audit()), told(begun.audit())) == ([], [])


def test_an_undone_move_leaves_only_a_note(script: Begin) -> None:
    audit = script(TWO).move("ger-41-pz", "Z5").undo().move("ger-41-pz", "K20").audit()
    assert acts(audit) == ["move ger-41-pz J20 K20"]
    assert told(audit) == ["2 note log.undo"]
    assert audit.findings[0].finding.sentence == "Step 1 was undone in step 2."


def test_undo_walks_back_over_several_steps(script: Begin) -> None:
    log = script(TWO).move("ger-41-pz", "K20", "L20").undo().undo(of=0)
    assert acts(log.audit()) == []
    assert [(u.step.number, u.by) for u in log.audit().settled.undone] == [(2, 3), (1, 4)]


def test_an_undone_undo_brings_the_act_back(script: Begin) -> None:
    audit = script(TWO).move("ger-41-pz", "K20").undo().undo().audit()
    assert acts(audit) == ["move ger-41-pz J20 K20"]
    assert [done.steps for done in audit.acts] == [(3,)]
    assert [n.finding.sentence for n in audit.findings] == ["Step 1 was undone in step 2 and redone in step 3."]


def test_an_undo_of_something_that_the_log_does_not_hold_is_read_by_what_it_did(script: Begin) -> None:
    begun = script(TWO).move("ger-41-pz", "K20", "L20")
    begun.undo().steps.pop(1)
    assert acts(begun.audit()) == ["move ger-41-pz J20 K20"]
    assert told(begun.audit()) == ["2 doubt log.edited"]


def test_skipped_phases_end_one_after_the_other(script: Begin) -> None:
    assert acts(script(TWO).turn(1, "axis", 2, "movement").audit()) == ["end", "end"]


def test_a_tracker_set_on_and_back_was_not_set(script: Begin) -> None:
    log = script(TWO).end().turn(1, "axis", 1, "movement").move("ger-41-pz", "K20")
    assert acts(log.audit()) == ["move ger-41-pz J20 K20"]
    assert told(log.audit()) == []


def test_a_tracker_set_back_after_play_is_told(script: Begin) -> None:
    log = script(TWO).end().end().move("ger-41-pz", "K20").turn(1, "axis", 1, "movement").move("ger-41-pz", "L20")
    assert told(log.audit()) == ["4 note log.phase"]
    assert acts(log.audit())[-1] == "move ger-41-pz J20 K20 L20"


def test_set_up_places_units_and_corrections_of_it_are_not_moves(script: Begin) -> None:
    header = "at: turn 1 axis impulse 1 weather clear\nbox russian at-start: rus-3-inf rus-4-inf\n"
    log = script(header).move("rus-3-inf", "K22", "K21", by="russian").move("rus-4-inf", "K20", by="russian").end()
    assert acts(log.audit()) == ["setup rus-3-inf K21", "setup rus-4-inf K20", "end"]


def test_a_unit_from_an_arrival_box_enters_and_may_move_on(script: Begin) -> None:
    log = script(CLEAR + "box axis turn-1: ger-41-pz\n").move("ger-41-pz", "E33", "E32")
    assert acts(log.audit()) == ["enter ger-41-pz E33", "move ger-41-pz E33 E32"]


def test_what_the_log_does_not_explain_is_undecided_and_still_carried_out(script: Begin) -> None:
    log = script(CLEAR + "on J20: ger-41-pz\n").move("ger-41-pz", "axis replacement-pool")
    audit = log.audit()
    assert told(audit) == ["1 undecided log.box"]
    assert audit.end.place("ger-41-pz") == "replacement-pool"


def test_a_unit_beside_the_map_is_told_but_not_if_it_was_put_right(script: Begin) -> None:
    begun = script(TWO)
    command, _ = begun.table.move("ger-41-pz", begun.parts.board.grid.hex("K20"), "secret-axis")
    beside = type(command)(command.id, command.new_map, -500, 20, None, *_old(command), "secret-axis")
    begun.raw(beside)
    assert told(begun.audit()) == ["1 undecided log.place"]
    begun.raw(structs.replace(command, old_x=-500, old_y=20))
    assert acts(begun.audit()) == ["move ger-41-pz J20 K20"]
    assert told(begun.audit()) == []


def _old(command: object) -> tuple[str, int, int, None]:
    return command.old_map, command.old_x, command.old_y, command.old_under  # type: ignore[attr-defined]


def test_the_other_sides_unit_moved_by_the_player_whose_phase_it_is_breaks_2_1(script: Begin) -> None:
    log = script(CLEAR + "on J20: ger-41-pz\non O20: rus-3-inf\n").move("rus-3-inf", "O19", by="axis")
    assert told(log.audit()) == ["1 violation 2.1a"]


def test_a_unit_moved_by_its_owner_in_the_others_phase_may_be_a_correction(script: Begin) -> None:
    log = script(CLEAR + "on J20: ger-41-pz\non O20: rus-3-inf\n").move("rus-3-inf", "O19", by="russian")
    audit = log.audit()
    assert told(audit) == ["1 undecided 4.0a"]
    assert audit.end.place("rus-3-inf") == log.parts.board.grid.hex("O19")


def test_the_die_of_the_weather_phase_is_the_weather_and_any_other_has_no_purpose_that_we_know(script: Begin) -> None:
    log = script("at: turn 2 axis impulse 1 weather clear\non J20: ger-41-pz\n").roll(3).end().roll_for_something(4)
    audit = log.audit()
    assert acts(audit) == ["weather 3", "end"]
    assert "3 undecided log.roll" in told(audit)


def test_where_the_log_does_not_tell_the_weather_only_what_any_weather_forbids_is_a_violation(script: Begin) -> None:
    header = "at: turn 3 axis impulse 1 movement clear\non J20: ger-41-pz ger-56-pz\n"
    audit = script(header).move("ger-41-pz", "Z5").move("ger-56-pz", "O20").audit()
    assert told(audit) == ["1 violation 4.1.2c", "2 undecided 4.1.2c"]


def test_chat_is_told_from_reports_and_declarations(script: Begin) -> None:
    begun = script(TWO).raw(Chat("&lt;Anna&gt; - *** TRC1 ROLL die=6"), Chat("* *** TRC1 SING die=6"), Chat("* hello"))
    (step,) = begun.log().steps(begun.log().table())
    said, sung, hello = step.events
    assert isinstance(said, ChatLine)
    assert (said.player, said.words) == ("Anna", "*** TRC1 ROLL die=6")
    assert isinstance(sung, Reported)
    assert isinstance(hello, Reported)
    assert hello.declares is None
    assert told(begun.audit()) == ["1 note log.line"]


def test_a_password_that_was_typed_into_the_chat_is_not_shown(script: Begin) -> None:
    log = script(TWO).raw(Chat("<Axis player> - oops, secret-axis; the secret axis of attack")).log()
    ((said,),) = (step.events for step in log.steps(log.table()))
    assert isinstance(said, ChatLine)
    assert said.words == "oops, ***; the secret axis of attack"


def test_units_added_or_removed_outside_the_rules_are_told(script: Begin) -> None:
    begun = script(TWO)
    extra = begun.table.lying["ger-41-pz"].piece.command()
    strange = AddPiece("77", "mark;unit\tpiece;;;x.png;X", "ger-99-pz\tMain Map;10;10;1;0")
    begun.raw(RemovePiece(begun.piece("ger-41-pz"))).raw(extra).raw(strange)
    assert told(begun.audit()) == ["1 undecided log.piece", "2 undecided log.piece", "3 undecided log.unit"]


def test_a_log_of_another_module_is_refused_in_one_sentence(script: Begin) -> None:
    begun = script(TWO).move("ger-41-pz", "K20")
    begun.write(module_name="TRC4")
    with pytest.raises(UserError, match=r"expected a log of the module '.*', found one of 'TRC4'"):
        open_log(begun.path, begun.parts)


def test_a_log_without_any_unit_of_ours_is_refused(script: Begin) -> None:
    begun = script(CLEAR).raw(Chat("* hello"))
    with pytest.raises(UserError, match="found none of its counters"):
        begun.log()


def test_a_piece_that_the_data_does_not_know_is_told_at_the_beginning(script: Begin) -> None:
    begun = script(TWO).move("ger-41-pz", "K20")
    begun.initial.insert(3, AddPiece("77", "mark;unit\tpiece;;;x.png;X", "ger-99-pz\tMain Map;10;10;1;0"))
    assert told(begun.audit()) == ["0 note log.unit"]


def test_passwords_are_nowhere_in_what_is_told(script: Begin) -> None:
    audit = script(TWO).move("ger-41-pz", "K20").audit()
    assert [(p.name, p.side) for p in audit.players] == [("Axis player", "Axis"), ("Russian player", "Russian")]
    assert "secret" not in repr(audit.findings) + repr(audit.acts) + repr(audit.players) + repr(audit.settled)


def test_the_part_of_a_way_that_was_taken_back_is_forgotten(script: Begin) -> None:
    audit = script(TWO).move("ger-41-pz", "K20", "Z5", "K20", "L20").audit()
    assert acts(audit) == ["move ger-41-pz J20 K20 L20"]
    assert told(audit) == []


def test_a_drag_to_the_hex_next_door_may_have_gone_around(script: Begin) -> None:
    # A blocked hexside lies between JJ17 and KK17; by land there is another way.
    log = (
        script("at: turn 2 axis impulse 1 weather clear\non JJ17: ger-41-pz\n").roll(1).end().move("ger-41-pz", "KK17")
    )
    assert [act for act in acts(log.audit()) if act.startswith("move")] == ["move ger-41-pz JJ17 > KK17"]


def test_a_way_dragged_hex_by_hex_through_a_zone_is_noted_where_another_way_was_open(script: Begin) -> None:
    # rus-24-inf in V18 controls V19, where a unit must stop; to the west the way is open.
    header = "at: turn 2 axis impulse 1 weather clear\non X20: ger-41-pz\non V18: rus-24-inf\n"
    dragged = script(header).end().move("ger-41-pz", "W19", "V19", "U19").audit()
    assert [n.finding.rule for n in dragged.findings if n.finding.verdict.value == "violation"] == []
    notes = {n.finding.rule for n in dragged.findings if n.finding.verdict.value == "note"}
    assert notes == {"8.2a", "7.2"}
    assert all(n.finding.sentence.endswith("so nothing is broken.") for n in dragged.findings)


def test_a_log_that_begins_late_accuses_nobody_where_earlier_acts_may_have_allowed_it(script: Begin) -> None:
    # Bulgaria opens when its garrison has been released (5.5), which a log from turn 1 on would have shown.
    early = "at: turn 1 axis impulse 1 movement clear\non CC32: ger-41-pz\n"
    assert told(script(early).move("ger-41-pz", "DD33").audit()) == ["1 violation 5.5"]
    late = "at: turn 13 axis impulse 1 movement clear\non CC32: ger-41-pz\n"
    assert told(script(late).move("ger-41-pz", "DD33").audit()) == ["1 undecided 5.5"]
    # Nobody releases it before 1943 (20.7).
    before = late.replace("turn 13", "turn 7")
    assert told(script(before).move("ger-41-pz", "DD33").audit()) == ["1 violation 5.5"]


def test_what_would_keep_vassal_from_loading_a_log_is_told_at_its_beginning(script: Begin) -> None:
    begun = script(TWO).move("ger-41-pz", "K20")
    piece = begun.piece("ger-56-pz")
    begun.raw(Malformed(f"M/{piece}/Main Map/far/90/null/Main Map/1/1/null/x", "far"))
    for stack in range(901, 904):
        begun.initial.insert(1, AddPiece(str(stack), "stack", f"Main Map;10;10;{piece};@@-1"))
    audit = begun.audit()
    assert told(audit) == ["0 undecided log.file", "0 undecided log.file"]
    # Numbers of commands and pieces mean nothing to a player: `--debug` has them.
    said = [noted.finding.sentence for noted in audit.findings]
    assert said == [
        "A stack is written before a counter in it; VASSAL leaves that counter out of it (in 3 places).",
        "A part of the file cannot be read; VASSAL would not load it.",
    ]
    german = tongue_of("de", data_dir())
    assert [german.sentence(each) for each in said] == [
        "Ein Stapel steht in der Datei vor einem seiner Spielsteine; VASSAL lässt diesen Stein außerhalb des Stapels "
        "(an 3 Stellen).",
        "Ein Teil der Datei ist nicht zu lesen; VASSAL würde sie nicht laden.",
    ]


def test_what_moving_on_foot_cannot_explain_may_have_gone_by_rail(script: Begin) -> None:
    audit = script(CLEAR + "on E33: ger-17-inf\n").move("ger-17-inf", "G25").audit()
    assert acts(audit) == ["rail ger-17-inf E33 > G25"]
    assert told(audit) == ["1 note log.mode"]


def test_a_victory_that_nobody_has_claimed_speaks_against_no_ride(
    script: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    def won(log: GameLog, table: Table) -> Start:
        start = read_start(log, table)
        return structs.replace(
            start, worlds=tuple(world.with_mark(("won", "russian", "25.2.2")) for world in start.worlds)
        )

    monkeypatch.setattr("trc_module.auditing.audit.read_start", won)
    log = script(CLEAR + "on E33: ger-17-inf ger-13-inf\n").move("ger-17-inf", "E32").move("ger-13-inf", "G25")
    audit = log.audit()
    assert acts(audit) == ["move ger-17-inf E33 E32", "rail ger-13-inf E33 > G25"]
    assert told(audit) == ["1 violation 25.2.2", "2 note log.mode"]


def test_a_victory_that_nobody_has_claimed_excuses_a_slip_as_well(
    script: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    def won(log: GameLog, table: Table) -> Start:
        start = read_start(log, table)
        return structs.replace(
            start, worlds=tuple(world.with_mark(("won", "russian", "25.2.2")) for world in start.worlds)
        )

    monkeypatch.setattr("trc_module.auditing.audit.read_start", won)
    audit = script(CLEAR + "on X21: ger-17-inf\n").move("ger-17-inf", "X17", "X20").audit()
    assert acts(audit) == ["move ger-17-inf X21 > X20"]
    assert told(audit) == ["2 violation 25.2.2"]


def test_what_could_only_be_doubted_by_rail_is_not_accused_of_going_on_foot(script: Begin) -> None:
    # Whether Bulgaria is closed to rails as well no rule says (5.5).
    audit = script(CLEAR + "on E33: ger-13-inf\n").move("ger-13-inf", "GG33").audit()
    assert acts(audit) == ["rail ger-13-inf E33 > GG33"]
    assert told(audit) == ["1 doubt 5.5"]


def test_boxes_tell_what_leaving_them_means(script: Begin) -> None:
    header = (
        "at: turn 5 russian impulse 1 movement clear\non P15: rus-3-inf\n"
        "box russian paratroop-reserve: rus-5-para\nbox russian partisans: rus-partisan-1\n"
        "box russian turn-5: rus-6-tank\nbox russian replacement-pool: rus-4-inf\n"
    )
    log = script(header).move("rus-5-para", "N17", by="russian").move("rus-partisan-1", "O19", by="russian")
    log.move("rus-6-tank", "russian off-map-units", by="russian").move(
        "rus-4-inf", "russian off-map-units", by="russian"
    )
    assert acts(log.audit()) == [
        "drop rus-5-para N17",
        "enter rus-partisan-1 O19",
        "delay rus-6-tank",
        "replace rus-4-inf off-map-units",
    ]


SNOW = "at: turn 5 russian impulse 1 movement snow\non R6: rus-stavka\nbox russian paratroop-reserve: rus-8-para\n"


def test_paratroops_put_on_the_east_edge_have_come_in_on_foot_and_may_go_on(script: Begin) -> None:
    audit = script(SNOW).move("rus-8-para", "V1", "U1", by="russian").audit()
    assert acts(audit) == ["enter rus-8-para V1", "move rus-8-para V1 U1"]
    assert told(audit) == []


def test_paratroops_put_far_from_the_edge_have_dropped(script: Begin) -> None:
    assert acts(script(SNOW).move("rus-8-para", "U12", by="russian").audit()) == ["drop rus-8-para U12"]


def test_an_infantry_corps_that_leaves_for_a_motorized_one_is_motorized(script: Begin) -> None:
    header = "at: turn 13 axis impulse 1 movement clear\non P20: ger-11-inf\nbox axis motorization: ger-11-mot\n"
    log = script(header).move("ger-11-inf", "axis removed").move("ger-11-mot", "P20")
    assert acts(log.audit()) == ["motorize ger-11-inf ger-11-mot"]


def test_what_a_motorized_corps_does_next_is_judged_though_its_line_comes_before(script: Begin) -> None:
    header = "at: turn 13 axis impulse 1 movement clear\non P20: ger-11-inf\nbox axis motorization: ger-11-mot\n"
    log = script(header).move("ger-11-inf", "P19").move("ger-11-inf", "axis removed")
    log.say("MOTORIZE infantry=ger-11-inf u=ger-11-mot by=axis").move("ger-11-mot", "P19", "P10")
    audit = log.audit()
    assert acts(audit)[:2] == ["move ger-11-inf P20 P19", "motorize ger-11-inf ger-11-mot"]
    assert acts(audit)[2].startswith("move ger-11-mot P19")
    assert "4.1.2c" in " ".join(told(audit))


def test_a_partisan_taken_off_by_its_rule_needs_no_line_and_any_other_removal_is_not_explained(script: Begin) -> None:
    header = "at: turn 5 axis impulse 1 movement clear\non Y20: ger-41-pz\non P20: ger-3-pz\non Y19: rus-partisan-1\n"
    log = script(header).move("rus-partisan-1", "russian partisans").move("ger-3-pz", "axis replacement-pool")
    audit = log.audit()
    assert acts(audit) == ["eliminate rus-partisan-1 because 19.3"]
    assert told(audit) == ["2 undecided log.box"]


def test_the_save_tells_the_running_modifier_of_the_weather(script: Begin) -> None:
    begun = script("at: turn 6 axis impulse 1 weather snow\ndrm: +4\non J20: ger-41-pz\n")
    begun.say("WEATHER die=6 drm=4 is=snow after=4")
    assert [line for line in told(begun.audit()) if "4.1.1d" in line] == []
    assert acts(begun.audit()) == ["weather 6 snow +4"]


def test_a_battlegroup_put_where_it_retreated_and_declared_there_is_a_remnant(script: Begin) -> None:
    log = script(
        "options: 26.4\nat: turn 9 russian impulse 1 combat clear\non X17: rus-24-inf rus-20-inf\non Y17: ger-13-inf\n"
        "box axis optional: ger-inf-bg\n"
    )
    for unit, verb in (("rus-24-inf", "ATT"), ("rus-20-inf", "ATT"), ("ger-13-inf", "DEF")):
        log.say(f"{verb} b=1 u={unit}", by="russian")
    log.say("ROLL b=1 die=6", by="russian").say("LOSS b=1 u=ger-13-inf").move("ger-13-inf", "axis replacement-pool")
    log.move("ger-inf-bg", "Y18")
    log.say('REMNANT b=1 u=ger-inf-bg lost=ger-13-inf at="Y18"')
    assert acts(log.audit())[2:] == ["lose 1: ger-13-inf", "remnant 1: ger-13-inf ger-inf-bg Y18"]


def test_a_battlegroup_that_makes_room_is_rebuilt_by_the_unit_that_says_so(script: Begin) -> None:
    header = "options: 26.4\nat: turn 7 axis impulse 1 movement clear\non Y20: ger-inf-bg\n"
    log = script(header + "box axis replacement-pool: ger-13-inf\n")
    log.move("ger-inf-bg", "axis optional").say("REBUILD u=ger-13-inf for=ger-inf-bg").move("ger-13-inf", "Y20")
    audit = audit_log(replace(log.log(), options=frozenset({"26.4"})))
    assert acts(audit) == ["rebuild ger-13-inf ger-inf-bg"]
    assert told(audit) == []


def test_who_fights_before_he_sets_the_tracker_on_is_not_accused_of_his_retreat(script: Begin) -> None:
    header = CLEAR + "on X21: ger-17-inf\non X17: rus-24-inf\n"
    log = script(header).move("ger-17-inf", "X20", "X19", "X18").roll_for_something(1)
    assert told(log.move("ger-17-inf", "W18", "V18").end().audit()) == ["4 undecided log.roll", "6 undecided log.move"]


def test_further_than_a_retreat_or_without_a_die_it_is_a_move(script: Begin) -> None:
    header = CLEAR + "on X21: ger-17-inf\non X17: rus-24-inf\n"
    further = script(header).move("ger-17-inf", "X20", "X19", "X18").roll_for_something(1)
    broken = {"violation 7.2", "violation 8.2a", "violation 4.1.2c"}
    assert {word[2:] for word in told(further.move("ger-17-inf", "W18", "V18", "U18").end().audit())} >= broken
    without = script(header).move("ger-17-inf", "X20", "X19", "X18", "W18", "V18").end()
    assert {word[2:] for word in told(without.audit())} == broken


@pytest.mark.parametrize(("stops", "unsure"), [(("C7", "D7", "E6", "D6"), True), (("C7", "D7", "D6"), False)])
def test_who_has_put_his_counter_right_once_may_have_gone_another_way_before(
    script: Begin, stops: tuple[str, ...], unsure: bool
) -> None:
    at = "at: turn 2 axis impulse 1 movement clear\n"
    audit = script(at + "on B7: ger-41-pz\n").move("ger-41-pz", *stops).end().audit()
    (_, after), *_ = audit.phases
    c6 = find_game("trc").board.grid.hex("C6")
    assert bool(after.traces.get("perhaps-passed", 0) >> c6 & 1) is unsure


def test_a_line_pressed_twice_governs_nothing_behind_it(script: Begin) -> None:
    # Moscow takes two; the third comes over the edge (20.2c).
    header = "at: turn 3 russian impulse 1 movement clear\nbox russian turn-3: rus-29-inf rus-30-inf rus-32-inf\n"
    log = script(header).move("rus-32-inf", "R9", by="russian").move("rus-29-inf", "R9", by="russian")
    log.move("rus-30-inf", "P1", by="russian")
    for _ in range(2):
        log.say("MODE u=rus-32-inf mode=rail-free at=R9", by="russian")
    audit = log.move("rus-32-inf", "R8", "S7", by="russian").audit()
    arrivals = ["enter rus-32-inf R9", "enter rus-29-inf R9", "enter rus-30-inf P1"]
    assert acts(audit) == [*arrivals, "rail-free rus-32-inf R9 R8 S7"]
    assert told(audit) == []


def test_who_arrives_first_is_told_by_the_table_and_not_by_the_keys(script: Begin) -> None:
    # Moscow takes two; the third comes over the edge (20.2c).
    header = "at: turn 3 russian impulse 1 movement clear\n"
    log = script(header + "box russian turn-3: rus-29-inf rus-31-inf rus-32-inf\n")
    for unit, place in (("rus-32-inf", "R9"), ("rus-31-inf", "R9"), ("rus-29-inf", "P1")):
        log.move(unit, place, by="russian")
    for unit in ("rus-29-inf", "rus-31-inf", "rus-32-inf"):
        log.say(f"ARRIVE u={unit}", by="russian")
    audit = log.audit()
    assert acts(audit) == ["enter rus-32-inf R9", "enter rus-31-inf R9", "enter rus-29-inf P1"]
    assert told(audit) == []


def test_a_slip_may_be_forgotten_once_another_explains_more(script: Begin) -> None:
    log = script("at: turn 3 russian impulse 1 movement clear\nbox russian turn-3: rus-29-inf\n")
    game_log = log.move("rus-29-inf", "R10", "R9", by="russian").log()
    reader, start = Reader(game_log), read_start(game_log, game_log.table()).worlds[0]
    (phase,) = phases(game_log, start.clock, game_log.steps(game_log.table()))
    as_dragged = next(reader.readings(phase, start))
    put_right = next(reader.corrected(as_dragged, "rus-29-inf"))
    assert [len(reading.tracks) for reading in (as_dragged, put_right)] == [2, 1]
    assert next(reader.corrected(put_right, "rus-29-inf")).tracks == as_dragged.tracks


def dragged_over_rails(script: Begin, stops: tuple[str, ...], *converted: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return what is told of rails where a unit went over them in turn 1 and some, C10 among them, were converted."""
    log = script(CLEAR + "on M23: ger-9-inf\non C11: fin-2-inf\n").move("ger-9-inf", *stops).move("fin-2-inf", "C10")
    log.end().end().end().end()
    # One button converts them all.
    log.raw(*(Chat(f'* *** TRC1 CONVERT at="{at}" by="Axis"') for at in ("C10", *converted))).end()
    return [(n.finding.verdict.value, n.finding.hexes) for n in log.audit().findings if n.finding.rule[:3] == "9.4"]


def test_rails_of_a_stop_that_another_hex_may_stand_for_need_not_be_converted(script: Begin) -> None:
    # L23 and L24, an Axis rail hex, both lie between M23 and K23; between M23 and K22 there is L23 alone.
    assert dragged_over_rails(script, ("L23", "K23")) == [("note", ("L23",))]
    assert dragged_over_rails(script, ("L23", "K23"), "L23") == []
    assert dragged_over_rails(script, ("L24", "K23"), "L23") == [("note", ("L23",))]
    assert dragged_over_rails(script, ("L23", "K22")) == [("violation", ("L23",))]


def test_of_two_neighbouring_stops_one_of_them_twice_either_may_have_been_a_mistake(script: Begin) -> None:
    header = "at: turn 3 axis impulse 2 movement clear\non Z20: rum-cav\n"
    log = script(header).move("rum-cav", "AA19", "Z19", "AA19", "AA18")
    assert acts(log.audit()) == ["move rum-cav Z20 > AA18"]


def test_who_was_sunk_and_comes_out_of_the_pool_again_goes_on_from_its_landing(script: Begin) -> None:
    begun = script("at: turn 8 axis impulse 2 movement clear\non CC20: rum-4-inf\non JJ23: rus-24-inf\n")
    lost = begun.say("SAIL u=rum-4-inf kind=sea-invasion").move("rum-4-inf", "FF23").say("SEA u=rum-4-inf die=6")
    lost.say("REMOVED u=rum-4-inf because=10.4").move("rum-4-inf", "axis replacement-pool", "EE22")
    audit = lost.audit()
    assert acts(audit)[-1] == "move rum-4-inf FF23 > EE22"
    assert [line for line in told(audit) if " 21." in line] == []
    assert any("violation 10.4a" in line for line in told(audit))


def test_who_is_back_in_his_box_after_a_die_was_rolled_for_him_was_not_put_back(script: Begin) -> None:
    begun = script(
        "at: turn 6 axis impulse 1 movement clear\nbox axis replacement-pool: fin-3-inf\non R9: rus-24-inf\n"
    )
    log = begun.say("REPLACE u=fin-3-inf").move("fin-3-inf", "B14").say("SAIL u=fin-3-inf kind=sea-transfer")
    log.move("fin-3-inf", "axis off-map-units").say("SEA u=fin-3-inf die=6")
    log.say("REMOVED u=fin-3-inf because=10.4").move("fin-3-inf", "axis replacement-pool")
    audit = log.audit()
    assert acts(audit)[:2] == ["replace fin-3-inf B14", "sea transfer fin-3-inf B14 off-map-units roll 6"]
    assert not any("log.sea" in line or "log.back" in line for line in told(audit))


@pytest.mark.parametrize("die", [1, 6])
def test_who_was_put_into_the_pool_and_back_on_its_landing_was_not_removed(script: Begin, die: int) -> None:
    begun = script("at: turn 8 axis impulse 2 movement clear\non CC20: rum-4-inf\non JJ23: rus-24-inf\n")
    log = begun.say("SAIL u=rum-4-inf kind=sea-invasion").move("rum-4-inf", "FF23").say(f"SEA u=rum-4-inf die={die}")
    *_, moved = log.say("REMOVED u=rum-4-inf because=10.4").move("rum-4-inf", "axis replacement-pool").steps
    del log.steps[-1]
    log.steps[-1] += moved
    audit = log.move("rum-4-inf", "FF23").end().audit()
    assert acts(audit) == [f"sea invasion rum-4-inf CC20 FF23 roll {die}", "end"]
    assert "5 note log.back" in told(audit)
    assert not any("10.4" in line for line in told(audit))
    # Whoever was sunk may not stay.
    later = [line for line in told(log.end().end().audit()) if "10.4" in line]
    assert bool(later) == (die == 6)


REPLACED = "at: turn 2 russian impulse 1 movement clear\non E31: ger-12-inf\non R9: rus-worker-moscow\n"
REPLACED += "box russian replacement-pool: rus-1-tank\n"


def test_a_replacement_put_beside_its_city_and_then_into_it_has_come_there_at_once(script: Begin) -> None:
    # On foot it could have gone from R9 to S9 and back; but nobody moves so.
    log = script(REPLACED).say("REPLACE u=rus-1-tank", by="russian").move("rus-1-tank", "S9", "R9", by="russian")
    audit = log.move("rus-1-tank", "R8", "R7", by="russian").end().audit()
    assert acts(audit)[:2] == ["replace rus-1-tank R9", "move rus-1-tank R9 R8 R7"]
    assert [noted.finding.rule for noted in audit.findings] == ["log.back"]


def test_a_replacement_dragged_beside_its_city_and_on_has_moved_there(script: Begin) -> None:
    log = script(REPLACED).say("REPLACE u=rus-1-tank", by="russian").move("rus-1-tank", "S9", "T8", by="russian")
    read = acts(log.end().audit())
    assert read[:3] == ["replace rus-1-tank R9", "move rus-1-tank R9 > S9", "move rus-1-tank S9 > T8"]
