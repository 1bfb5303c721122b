"""Logs that begin in the midst of a game: what they show is judged, what only the game before tells is left open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.replay.script import Script
from trc_module.auditing.audit import audit_log
from trc_module.games import find_game
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.gamelog import open_log
from trc_module.rules.record import read_record

Begin = Callable[[str], Script]
Late = Callable[[str], list[str]]


@pytest.fixture
def late(parts: ModuleInputs, tmp_path: Path) -> Late:
    """The findings of an audit of a record's log, notes left out."""

    def told(text: str) -> list[str]:
        path = tmp_path / "late.vlog"
        compose(parts, read_record(f"game: trc\n{text}", "late", find_game), path, "1")
        findings = [noted.finding for noted in audit_log(open_log(path, parts)).findings]
        return [str(finding) for finding in findings if finding.verdict.value != "note"]

    return told


def test_a_worker_that_moves_breaks_a_rule_whatever_came_before(late: Late) -> None:
    (told,) = late(
        "at: turn 8 russian impulse 1 movement clear\non M5: rus-worker-moscow\nmove rus-worker-moscow M5 M6\n"
    )
    assert told.startswith("violation 22.2b: ")


def test_a_hex_without_a_port_is_none_whoever_holds_it(late: Late) -> None:
    (told,) = late(
        "at: turn 8 axis impulse 1 movement clear\non DD24: rum-cav\nsea transfer rum-cav DD24 JJ22 roll 1\n"
    )
    assert told == ("violation 10.3.1a: The sea transfer of rum-cav needs a friendly port, but JJ22 is not one.")


def test_a_port_of_which_the_log_does_not_tell_who_holds_it_is_left_open_and_named(late: Late) -> None:
    told = late(
        "at: turn 8 axis impulse 1 movement clear\non DD24: rum-cav\non LL20: rus-24-inf\n"
        "sea transfer rum-cav DD24 JJ23 roll 1\n"
    )
    assert told[0] == (
        "undecided 10.3.1a: The sea transfer of rum-cav needs a friendly port, but JJ23 is not one. Whether that is so "
        "depends on who controlled Sevastopol before the log begins, which the log does not show."
    )


def test_a_port_with_the_enemy_in_it_when_the_log_begins_is_no_friendly_port(late: Late) -> None:
    told = late(
        "at: turn 8 axis impulse 1 movement clear\non DD24: rum-cav\non JJ23: rus-24-inf\n"
        "sea transfer rum-cav DD24 JJ23 roll 1\n"
    )
    assert any(line.startswith("violation 10.3.1a: ") for line in told)


def test_two_sea_moves_within_the_log_are_one_too_many(late: Late) -> None:
    told = late(
        "at: turn 8 axis impulse 1 movement clear\non DD24: rum-cav rum-5-inf\non JJ23: ger-41-pz\n"
        "sea transfer rum-cav DD24 JJ23 roll 1\nsea transfer rum-5-inf DD24 JJ23 roll 1\n"
    )
    assert [line.split(":")[0] for line in told] == ["violation 10.2c"]


def test_a_replacement_in_july_1942_is_too_late_four_turns_after_the_log_began(late: Late) -> None:
    # A turn has eleven phases, and the weather comes before the first.
    told = late(
        "at: turn 4 axis impulse 1 weather clear\nbox axis replacement-pool: ger-41-pz\n"
        + "end\n" * (4 * 11 + 1)
        + "replace ger-41-pz J33\n"
    )
    assert [line for line in told if " 21." in line] == [
        "violation 21.2a: ger-41-pz was replaced in Jul/Aug 1942; the Axis takes replacements only in May/June."
    ]


@pytest.mark.parametrize("weather", ["clear", "snow"])
def test_a_unit_pinned_when_the_log_begins_may_not_go_on(late: Late, weather: str) -> None:
    told = late(
        f"at: turn 9 axis impulse 2 movement {weather}\non Y17: ger-41-pz\non X17: rus-24-inf\nmove ger-41-pz Y17 Z17\n"
    )
    assert [line.split(":")[0] for line in told] == ["violation 8.4"]


def test_a_replacement_in_a_city_without_a_worker_is_told(late: Late) -> None:
    told = late(
        "at: turn 8 russian impulse 1 movement clear\nbox russian replacement-pool: rus-12-inf\n"
        "on M5: rus-worker-moscow\non T15: ger-41-pz\nreplace rus-12-inf T14\n"
    )
    assert [line.split(":")[0] for line in told if "22.6a" in line] == ["violation 22.6a"]


def test_where_no_rails_are_nobody_rides_and_elsewhere_it_depends_on_whose_they_were(late: Late) -> None:
    start = "at: turn 8 axis impulse 1 movement clear\non E31: ger-41-pz\non R9: rus-24-inf\n"
    assert late(start + "rail ger-41-pz E31 > K26\n")[0].startswith("violation 9.3.2a: ")
    (told,) = late(start + "rail ger-41-pz E31 > R13\n")
    assert told == (
        "undecided 9.3.2a: The rail move of ger-41-pz ends in R13, whose rails are not friendly. Whether that is so "
        "depends on whose the rails in R13 were before the log begins, which the log does not show."
    )


def test_a_side_that_has_ridden_on_rails_is_asked_once_whose_they_were(late: Late) -> None:
    start = "at: turn 8 axis impulse 1 movement clear\non E31: ger-41-pz ger-56-pz\non R9: rus-24-inf\n"
    told = late(start + "rail ger-41-pz E31 > R13\nrail ger-56-pz E31 > R13\n")
    assert len([line for line in told if "9.3.2a" in line]) == 1


RIDERS = ("ger-3-pz", "ger-14-pz", "ger-24-pz", "ger-41-pz")
ONE_IS_DUE = ("ger-1-cav", *RIDERS[1:])


@pytest.mark.parametrize(
    ("phase", "riders", "verdict"),
    [
        # In the phase with which a log begins a unit may have arrived before, and ride free (9.2d).
        ("axis impulse 1 movement", ONE_IS_DUE, "undecided 9.2b"),
        ("axis impulse 1 weather", ONE_IS_DUE, "violation 9.2b"),
        # None of these is due on this turn, and nobody is replaced on it.
        ("axis impulse 1 movement", RIDERS, "violation 9.2b"),
    ],
)
def test_rides_beyond_the_allotment_are_certain_if_none_of_the_riders_can_have_arrived_before_the_log(
    late: Late, phase: str, riders: tuple[str, ...], verdict: str
) -> None:
    ready = "".join(f"on {at}: {unit}\n" for at, unit in zip(("E31", "F30", "G29", "H29"), riders, strict=True))
    text = f"at: turn 11 {phase} snow\non R9: rus-24-inf\n{ready}" + ("end\n" if "weather" in phase else "")
    rides = "".join(f"rail {unit} {at} > L26\n" for at, unit in zip(("E31", "F30", "G29", "H29"), riders, strict=True))
    assert verdict in [line.split(":")[0] for line in late(text + rides)]


def test_a_ride_into_an_enemy_zone_is_named_so_whosever_the_rails_are(late: Late) -> None:
    told = late(
        "at: turn 8 russian impulse 1 movement clear\non X1: rus-24-inf\non U11: ger-41-pz\nrail rus-24-inf X1 > V11\n"
    )
    assert [line.split(":")[0] for line in told] == ["violation 9.3.2c"]


def test_a_slip_beside_the_line_is_put_right_in_a_late_log_as_in_an_early_one(script: Begin) -> None:
    # No rails join H29 and G29: the counter lay in H29 for a moment, and went where it was meant to go.
    log = script("at: turn 8 axis impulse 1 movement clear\non E31: ger-41-pz\n").move("ger-41-pz", "H29", "G29", "L26")
    audit = log.say("MODE u=ger-41-pz mode=rail at=E31").audit()
    assert [str(noted.finding) for noted in audit.findings if noted.finding.verdict.value != "note"] == []
    assert [done.text for done in audit.acts] == ["rail ger-41-pz E31 > G29 > L26"]


def test_late_as_well_a_reading_without_a_fault_is_taken_before_one_that_only_the_past_could_excuse(
    script: Begin,
) -> None:
    # It may have gone on foot, or over rails whose owner is unknown.
    log = script("at: turn 8 axis impulse 1 movement clear\non N16: ger-41-pz\non R9: rus-24-inf\n")
    assert [done.text for done in log.move("ger-41-pz", "O16").audit().acts] == ["move ger-41-pz N16 O16"]


def test_acts_that_rest_on_rails_of_which_the_log_does_not_tell_are_undecided_together(script: Begin) -> None:
    log = script(
        "at: turn 8 axis impulse 1 movement clear\non E31: ger-41-pz ger-56-pz\non R9: rus-24-inf\non C1: rus-1-cav\n"
    )
    log.say("MODE u=ger-41-pz mode=rail at=E31").move("ger-41-pz", "R13")
    log.say("MODE u=ger-56-pz mode=rail at=E31").move("ger-56-pz", "G17")
    told = [noted.finding for noted in log.audit().findings if noted.finding.rule == "9.3.2a"]
    assert [finding.verdict.value for finding in told] == ["undecided", "note"]
    assert told[0].sentence.endswith("which the log does not show. The same is open in step 4.")


def test_whether_archangel_was_lost_before_the_log_is_left_open(late: Late) -> None:
    text = "at: turn 9 axis impulse 2 end clear\non E12: ger-41-pz\non QQ17: rus-24-inf\nend\narchangel 3\n"
    assert [line.split(":")[0] for line in late(text) if "22.4c" in line] == ["undecided 22.4c"]
    shown = "at: turn 9 axis impulse 2 end clear\non C1: ger-41-pz\non QQ17: rus-24-inf\nend\narchangel 3\n"
    assert [line.split(":")[0] for line in late(shown) if "22.4c" in line] == ["violation 22.4c"]


def test_what_some_way_of_a_dragged_unit_makes_legal_is_read_so_with_a_note(script: Begin) -> None:
    # The Russian corps may have taken Odessa in passing, or not; the Axis sails to it because it did not.
    log = script(
        "at: turn 7 axis impulse 2 movement clear\non CC25: ger-41-pz\non AA25: rus-24-inf\non JJ23: rum-cav\n"
    )
    log.move("ger-41-pz", "DD27").end().end().end().move("rus-24-inf", "BB24", by="russian")
    log.end().end().end().end().end().roll(1).end()
    log.say("SEA u=rum-cav kind=transfer die=1 at=JJ23").move("rum-cav", "DD24")
    told = [noted.finding for noted in log.audit().findings if noted.finding.rule.startswith("10")]
    assert [str(finding) for finding in told] == [
        "note 10.3.1a: Control of DD24 at the moment of the sea move depends on an unknown route. "
        "Some way that fits the table makes it legal; it is read so."
    ]


REPLACED_IN_KURSK = (
    "at: turn 12 russian impulse 1 movement clear\non R9: rus-worker-moscow\non W19: rus-worker-kiev\n"
    "box russian replacement-pool: rus-13-inf\nreplace rus-13-inf X13\n"
)
"""There is no worker in Kursk."""


def test_a_replacement_in_a_city_without_a_worker_is_legal_if_it_can_have_come_on_by_rail_from_one_with(
    parts: ModuleInputs, tmp_path: Path
) -> None:
    path = tmp_path / "rail.vlog"
    compose(parts, read_record(f"game: trc\n{REPLACED_IN_KURSK}", "rail", find_game), path, "1")
    audit = audit_log(open_log(path, parts))
    # A log tells where the counter came from and where it lies: Moscow has a worker, and the rails are open.
    assert [done.text for done in audit.acts] == ["replace rus-13-inf R9", "rail-free rus-13-inf R9 > X13"]
    assert audit.findings == ()


def test_a_replacement_in_a_city_without_a_worker_is_a_violation_if_no_rail_leads_there(late: Late) -> None:
    # A rail move neither enters an enemy zone nor ends in one, and no way on foot is short enough.
    (told,) = late(REPLACED_IN_KURSK.replace("box ", "on X12: ger-46-pz\nbox "))
    assert told == (
        "violation 22.6a: rus-13-inf arrived in X13; it must arrive at the east edge or between QQ5 and QQ16, "
        "or in a city with a worker."
    )


ON_TO_THE_NEXT_TURN = "end\n" * 10 + "weather 3\nend\n"
"""From an Axis first movement phase to the next, where the die of the weather is rolled between them."""


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        # No die of Archangel is rolled in 1941: what the workers give is all.
        (
            "22.5a",
            "at: turn 2 russian impulse 1 movement clear\nbox russian replacement-pool: rus-11-inf rus-16-inf\n"
            "on R9: rus-worker-moscow\non E31: ger-41-pz\nreplace rus-11-inf R9\nreplace rus-16-inf X1\n",
        ),
        # There are three oil wells: the third corps may rest on one that the log does not tell of, the fourth not.
        (
            "21.4a",
            "at: turn 7 axis impulse 1 movement clear\non R9: rus-24-inf\non E31: ger-12-inf\n"
            "box axis replacement-pool: ger-41-pz ger-47-pz ger-56-pz ger-46-pz\n"
            "replace ger-41-pz E33\nreplace ger-47-pz E33\nreplace ger-56-pz E33\nreplace ger-46-pz F33\n",
        ),
        (
            "20.9.2d",
            "at: turn 19 axis impulse 1 weather clear\non Y20: ger-41-pz ger-56-pz\non R9: rus-24-inf\nend\nend\n",
        ),
        (
            "20.9.3a",
            "at: turn 24 axis impulse 1 weather clear\non Y20: ger-12-inf\non R9: rus-24-inf\nweather 1\nend\nend\n",
        ),
        # Of what left the map before the log the time to match it is over.
        (
            "20.9.1a",
            "at: turn 8 axis impulse 1 movement clear\non Y20: ger-12-inf ger-41-pz\non R9: rus-24-inf\n"
            + ON_TO_THE_NEXT_TURN * 2
            + "withdraw ger-12-inf\n",
        ),
        (
            "20.10.1d",
            "at: turn 8 axis impulse 1 movement clear\non E33: ger-41-pz\non R9: rus-24-inf\nexit ger-41-pz west\n",
        ),
        (
            "20.10.1a",
            "at: turn 8 axis impulse 1 movement clear\non X1: ger-41-pz\non E31: ger-12-inf\n"
            "on R9: rus-24-inf rus-13-inf\nexit ger-41-pz east\n" + "end\n" * 10,
        ),
        (
            "25.2.1",
            "at: turn 10 axis impulse 2 end clear\non R9: rus-24-inf\non E31: ger-12-inf\nwin axis because 25.2.1\n",
        ),
        (
            "25.1.1-1",
            "at: turn 8 axis impulse 2 end clear\non R9: rus-stalin\non E31: ger-12-inf\nwin axis because 25.1.1\n",
        ),
        (
            "25.1.2-1",
            "at: turn 20 russian impulse 2 end clear\non R9: rus-24-inf\non E31: ger-12-inf\n"
            "win russian because 25.1.2\n",
        ),
        # Nobody releases a garrison before 1943, or that of Warsaw before 1944.
        (
            "20.7.1",
            "at: turn 8 axis impulse 1 movement clear\non R9: rus-24-inf\non E31: ger-12-inf\n"
            "box axis bulgarian-garrison: ger-15-mtn ger-21-mtn\nenter ger-15-mtn BB31\n",
        ),
        (
            "20.8",
            "at: turn 16 axis impulse 1 movement clear\non R9: rus-24-inf\non E31: ger-12-inf\n"
            "box axis warsaw-garrison: ger-4-ss-pz\nenter ger-4-ss-pz L26\n",
        ),
        # Finland and Rumania would have surrendered, were their capitals Russian.
        (
            "21.1",
            "at: turn 7 axis impulse 1 movement clear\non R9: rus-24-inf\non E31: ger-12-inf\n"
            "box axis replacement-pool: fin-2-inf\nreplace fin-2-inf E33\n",
        ),
        (
            "20.5a",
            "at: turn 9 axis impulse 1 movement clear\non R9: rus-24-inf\non E31: ger-12-inf\n"
            "box axis turn-9: rum-3-inf\nenter rum-3-inf G33\n",
        ),
        # Who stands in Bucharest is seen, and what of Helsinki is nothing to Rumania.
        (
            "24.3",
            "at: turn 20 russian impulse 2 movement clear\non BB31: rus-24-inf rus-13-inf\non R9: rus-3-inf\n"
            "on L26: rum-cav ger-12-inf\nend\nend\nend\n",
        ),
        # The rails of a city that the Russians hold are theirs when they place partisans.
        (
            "19.1a",
            "at: turn 5 russian impulse 2 end snow\non R9: rus-24-inf\non E31: ger-12-inf\n"
            "box russian partisans: rus-partisan-1\nenter rus-partisan-1 R9\n",
        ),
        # A log that begins with the turn's first movement phase shows who held the cities when the turn began.
        (
            "22.3a",
            "at: turn 4 russian impulse 1 movement snow\non R9: rus-worker-moscow\non U1: rus-13-inf\n"
            "on E31: ger-12-inf\nbox russian turn-4: rus-worker-a1\nenter rus-worker-a1 R9\n",
        ),
        # A unit on the hex of an enemy has not come by rail either.
        (
            "5.3a",
            "at: turn 8 axis impulse 1 movement clear\non W22: ger-41-pz\non W19: rus-worker-kiev\n"
            "move ger-41-pz W22 W21 W20 W19\n",
        ),
    ],
)
def test_what_no_history_can_excuse_is_certain(late: Late, rule: str, text: str) -> None:
    told = [line.split(":")[0] for line in late(text) if f" {rule}:" in line]
    assert told[-1:] == [f"violation {rule}"]


def test_bulgaria_is_closed_in_a_log_that_begins_before_1943_whatever_came_before(late: Late) -> None:
    # Whose the hex is is derived from the drawn borders: a doubt.
    told = late("at: turn 8 axis impulse 1 movement clear\non DD32: ger-12-inf\nmove ger-12-inf DD32 EE32\n")
    assert [line.split(":")[0] for line in told] == ["doubt 5.5"]
    later = late("at: turn 14 axis impulse 1 movement clear\non DD32: ger-12-inf\nmove ger-12-inf DD32 EE32\n")
    assert [line.split(":")[0] for line in later] == ["undecided 5.5"]


def test_a_worker_put_to_another_is_certain_where_a_city_that_was_russian_has_none(late: Late) -> None:
    text = (
        "at: turn 7 axis impulse 1 movement clear\nbox russian turn-8: rus-worker-b1\non R9: rus-worker-moscow\n"
        "on X13: rus-24-inf\non E31: ger-41-pz\n" + "end\n" * 19 + "enter rus-worker-b1 R9\n"
    )
    assert [line.split(":")[0] for line in late(text) if "22.3a" in line] == ["violation 22.3a"]
    without = text.replace("on X13: rus-24-inf", "on X6: rus-24-inf")
    assert [line.split(":")[0] for line in late(without) if "22.3a" in line] == ["undecided 22.3a"]


def test_a_unit_in_a_pocket_of_fields_is_out_of_supply_for_certain(late: Late) -> None:
    text = "at: turn 9 axis impulse 2 end clear\non AA21: ger-41-pz\non Z22: rus-24-inf\non BB21: rus-3-inf\nend\n"
    assert [line.split(":")[0] for line in late(text) if "ger-41-pz" in line] == ["violation 17.2.3a"]


@pytest.mark.parametrize(("turn", "marker", "told"), [(7, "mud", []), (5, "clear", ["doubt"]), (6, "mud", ["doubt"])])
def test_the_weather_that_a_turn_has_by_rule_counts_and_not_a_marker_that_nobody_has_moved(
    late: Late, turn: int, marker: str, told: list[str]
) -> None:
    # May and June are clear, January and February have snow; March and April have a die.
    start = f"at: turn {turn} axis impulse 1 movement {marker}\non Z19: ger-41-pz\n"
    found = late(f"{start}move ger-41-pz Z19 > Z12\nend\n")
    assert [finding.partition(" ")[0] for finding in found] == told


@pytest.mark.parametrize(
    ("die", "verdicts"),
    [
        # Six, two more for a Russian (10.5e), and at most four less for the ports: sunk. Four may be saved by Helsinki.
        (6, ["violation 10.5e"]),
        (4, []),
    ],
)
def test_who_is_sunk_whoever_held_the_ports_and_stays_on_the_map_is_told_for_certain(
    script: Begin, die: int, verdicts: list[str]
) -> None:
    log = script(
        "at: turn 7 axis impulse 2 end clear\non R9: rus-24-inf\non E31: ger-41-pz\non F17: rus-3-inf\n"
        "on D15: rus-4-inf\non E10: rus-7-inf\n"
    ).end()
    log.say(f"SEA u=rus-3-inf kind=transfer die={die} at=F17", by="russian").move("rus-3-inf", "D15", by="russian")
    for _ in range(6):
        log.end()
    told = [noted.finding for noted in log.audit().findings if noted.finding.rule.startswith("10.5")]
    assert [f"{found.verdict.value} {found.rule}" for found in told if found.accuses] == verdicts
