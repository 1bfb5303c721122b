from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from msgspec import structs

from tests.replay.script import CLEAR, Script, acts, told
from trc_module.auditing.audit import Audit, audit_chain, audit_log
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.replay.chain import Chain, Origin, join_logs
from trc_module.replay.execution import execute
from trc_module.rules.clock import Clock
from trc_module.rules.record import read_record
from trc_module.vassal.commands import AddPlayer, Chat, MovePiece

Begin = Callable[[str], Script]
THREE = CLEAR + "on J20: ger-41-pz ger-56-pz\non I18: ger-57-pz\non K18: rus-3-inf\n"


def clone(script: Script) -> Script:
    return deepcopy(script, {id(script.parts): script.parts})


def next_log(
    script: Script, name: str, *, replaying: int = 0, from_start: bool = False, clock: Clock | None = None
) -> Script:
    """The log that begins where another ends; or where it began, with its first steps played again.

    `clock` is what the tracker was set to between them.
    """
    log = clone(script)
    log.path = script.path.with_name(name)
    if from_start:
        log.steps = list(script.steps[:replaying])
        return log
    log.clock = clock or log.clock
    record = read_record(f"game: trc\n{THREE}", "header", find_game)
    sides = ("axis", "russian")
    players = [AddPlayer(f"secret-{side}", f"{side.capitalize()} player", side.capitalize()) for side in sides]
    log.initial = list(log.table.save(replace(record.start, clock=log.clock), players))
    log.steps = []
    return log


def ghost(log: Script, unit: str, to: str) -> None:
    """Move a unit where no log sees it; to be called between two logs."""
    log.table.move(unit, log.parts.board.grid.hex(to), "secret-axis")


def joined(*scripts: Script) -> Chain:
    return join_logs([script.log() for script in scripts])


def audited(*scripts: Script) -> Audit:
    return audit_chain(joined(*scripts))


def sentences(audit: Audit, rule: str) -> list[str]:
    return [n.finding.sentence for n in audit.findings if n.finding.rule == rule]


@pytest.fixture
def first(script: Begin) -> Script:
    log = script(THREE).move("ger-41-pz", "K20")
    log.path = log.path.with_name("zzz.vlog")
    return log


def test_logs_are_put_in_order_by_their_positions_and_not_by_their_names(first: Script) -> None:
    second = next_log(first, "mmm.vlog").move("ger-41-pz", "L20")
    third = next_log(second, "aaa.vlog").move("ger-56-pz", "J21").end()
    chain = joined(third, second, first)
    assert [link.execution.log.path.name for link in chain.links] == ["zzz.vlog", "mmm.vlog", "aaa.vlog"]
    assert chain.origins == (Origin(0, 1), Origin(1, 1), Origin(2, 1), Origin(2, 2))
    assert [chain.label(step) for step in (1, 2, 4)] == ["zzz.vlog:1", "mmm.vlog:1", "aaa.vlog:2"]
    assert (chain.number("aaa.vlog", 1), chain.number("mmm.vlog", 2)) == (3, 3)
    with pytest.raises(UserError, match=r"no log 'b.vlog' among zzz.vlog, mmm.vlog, aaa.vlog"):
        chain.number("b.vlog", 1)


def test_a_move_goes_on_over_the_joint_of_two_logs(first: Script) -> None:
    audit = audited(first, next_log(first, "b.vlog").move("ger-41-pz", "L20"))
    assert acts(audit) == ["move ger-41-pz J20 K20 L20"]
    assert [done.steps for done in audit.acts] == [(1, 2)]
    assert told(audit) == []


def test_what_a_unit_has_moved_in_one_log_counts_in_the_next(script: Begin) -> None:
    first = script(CLEAR + "on J20: ger-56-pz\non I18: ger-57-pz\n").move("ger-57-pz", "K12")
    ghosted = clone(first)
    ghost(ghosted, "ger-56-pz", "J21")
    second, third = (next_log(log, "b.vlog").move("ger-57-pz", "K11") for log in (first, ghosted))
    assert "4.1.2c" not in [n.finding.rule for n in audit_log(second.log()).findings]
    assert "2 violation 4.1.2c" in told(audited(first, second))
    audit = audited(first, third)
    assert acts(audit) == ["move ger-57-pz I18 > K12", "move ger-57-pz K12 K11"]
    assert [n.finding.verdict.value for n in audit.findings][:2] == ["doubt", "violation"]


def test_a_ghost_move_between_logs_is_found_and_named(first: Script) -> None:
    ghosted = clone(first)
    ghost(ghosted, "ger-57-pz", "L21")
    second = next_log(ghosted, "b.vlog").move("ger-56-pz", "J21")
    third = next_log(second, "c.vlog").move("ger-41-pz", "L20")
    audit = audited(first, second, third)
    assert sentences(audit, "log.ghost") == [
        "ger-57-pz lies in L21 where b.vlog begins; zzz.vlog ended with it in I18. No log shows how it came there."
    ]
    assert told(audit) == ["2 doubt log.ghost"]
    (found,) = audit.findings
    assert (found.finding.units, found.finding.hexes, audit.chain.label(2)) == (
        ("ger-57-pz",),
        ("I18", "L21"),
        "b.vlog:start",
    )
    # What it moved to is where it is; and the way of a unit that nobody touched is one move still.
    grid = first.parts.board.grid
    assert audit.end.place("ger-57-pz") == grid.hex("L21")
    assert acts(audit) == ["move ger-41-pz J20 K20", "move ger-56-pz J20 J21", "move ger-41-pz K20 L20"]


def test_two_units_that_changed_places_between_logs_are_found_under_every_hash_seed(script: Begin) -> None:
    # What told positions apart were sums of Python's hashes: of a hundred such pairs, a dozen had the same.
    units = ("ger-41-pz", "ger-56-pz", "ger-57-pz", "ger-3-pz", "ger-24-pz", "ger-47-pz", "ger-14-pz", "ger-40-pz")
    places = ("J20", "J21", "I18", "L21", "M21", "N21", "H18", "G18")
    swapped: list[tuple[str, ...]] = [places]
    for one, other in combinations(range(len(units)), 2):
        swap = {one: places[other], other: places[one]}
        swapped.append(tuple(swap.get(index, place) for index, place in enumerate(places)))
    logs = [script(CLEAR + "".join(f"on {at}: {u}\n" for u, at in zip(units, lie, strict=True))) for lie in swapped]
    fingerprints = {execute(log.log()).fingerprints[0] for log in logs}
    assert len(fingerprints) == len(logs)


def test_the_table_can_be_followed_over_a_ghost_move(first: Script) -> None:
    ghosted = clone(first)
    ghost(ghosted, "ger-57-pz", "L21")
    second = next_log(ghosted, "b.vlog").move("ger-57-pz", "K21")
    chain = joined(first, second)
    position = chain.log.table().position()
    for step in chain.steps:
        position.update(step.changes.spots)
    lies = {spot: sorted(ids) for spot, ids in position.items() if ids}
    assert lies == {spot: sorted(ids) for spot, ids in chain.links[-1].execution.table.position().items()}


def test_steps_that_the_opponent_stepped_through_while_logging_count_once(first: Script) -> None:
    first.move("ger-56-pz", "J21")
    second = next_log(first, "b.vlog", replaying=2, from_start=True).move("ger-41-pz", "L20")
    audit = audited(second, first)
    assert acts(audit) == ["move ger-56-pz J20 J21", "move ger-41-pz J20 K20 L20"]
    assert told(audit) == ["0 note log.chain"]
    assert sentences(audit, "log.chain") == [
        "b.vlog begins with 2 steps of the log before it, played again; counted once."
    ]
    assert [audit.chain.label(step) for step in (1, 2, 3)] == ["zzz.vlog:1", "zzz.vlog:2", "b.vlog:3"]


def test_a_log_given_twice_adds_nothing(first: Script) -> None:
    copy = next_log(first, "copy.vlog", replaying=1, from_start=True)
    audit = audited(first, copy)
    assert acts(audit) == ["move ger-41-pz J20 K20"]
    assert sentences(audit, "log.chain") == ["copy.vlog adds nothing: its steps are all in the logs before it."]


def test_a_log_that_goes_on_from_before_the_end_of_the_last_is_told(first: Script) -> None:
    first.move("ger-56-pz", "J21").roll_for_something(6).roll_for_something(2).undo()
    second = next_log(first, "b.vlog", replaying=1, from_start=True).move("ger-57-pz", "J18").end()
    audit = audited(first, second)
    assert acts(audit) == ["move ger-41-pz J20 K20", "move ger-57-pz I18 J18", "end"]
    assert sentences(audit, "log.branch") == [
        "b.vlog goes on from before steps 2 to 5 of zzz.vlog, as if they had not been done; 2 die rolls among them."
    ]


def test_a_missing_log_is_told_and_what_follows_rests_on_unknown_history(first: Script) -> None:
    missing = next_log(first, "b.vlog").move("ger-56-pz", "J21").end()
    third = next_log(missing, "c.vlog").end()
    audit = audited(first, third)
    assert sentences(audit, "log.gap") == [
        "c.vlog begins in turn 1, Axis impulse 1, combat, but the log before it ended in turn 1, Axis impulse 1, "
        "movement; 1 unit lies elsewhere. What was done between them is in none of the logs."
    ]
    assert acts(audit) == ["move ger-41-pz J20 K20", "end"]
    assert str(audit.end.clock) == "turn 1 axis impulse 2 movement"


def test_undo_is_told_with_the_log_that_it_was_in(first: Script) -> None:
    second = next_log(first, "b.vlog").move("ger-56-pz", "J21")
    second.undo()
    audit = audited(first, second)
    assert sentences(audit, "log.undo") == ["Step b.vlog:1 was undone in step b.vlog:2."]


def test_files_of_one_name_are_told_by_their_folders(first: Script, tmp_path: Path) -> None:
    first.path = tmp_path / "one" / "game.vlog"
    second = next_log(first, "game.vlog").move("ger-41-pz", "L20")
    second.path = tmp_path / "two" / "game.vlog"
    for script in (first, second):
        script.path.parent.mkdir()
    chain = joined(first, second)
    assert [chain.label(step) for step in (1, 2)] == ["one/game.vlog:1", "two/game.vlog:1"]


def test_a_log_from_which_a_move_was_cut_does_not_fit_itself(first: Script) -> None:
    first.move("ger-41-pz", "L20").move("ger-56-pz", "J21")
    del first.steps[0]
    audit = first.audit()
    assert sentences(audit, "log.edited") == [
        "ger-41-pz is moved from K20 here, but the log has it in J20; as VASSAL writes a log, both agree: a step "
        "between them may be missing, or was written in."
    ]
    assert [n.steps for n in audit.findings if n.finding.rule == "log.edited"] == [(1,)]


def test_a_log_from_which_a_roll_was_cut_does_not_fit_itself(first: Script) -> None:
    first.roll_for_something(1).roll_for_something(5).roll_for_something(6)
    del first.steps[2]
    audit = first.audit()
    assert sentences(audit, "log.edited") == [
        "Die showed 5 before this roll, but the log last had it show 1: a roll between them is not in the log."
    ]


def test_a_move_written_into_a_log_shows_when_the_unit_moves_again(first: Script) -> None:
    moves = [c for c in first.steps[0] if isinstance(c, MovePiece)]
    first.steps.insert(1, [structs.replace(moves[0], new_x=moves[0].new_x + 900), Chat("* moved")])
    first.move("ger-41-pz", "L20")
    assert len(sentences(first.audit(), "log.edited")) == 2


@pytest.mark.parametrize("line", ["", "ARRIVE u=ger-1-ss-pz at=H33"])
def test_who_lies_among_the_withdrawn_where_a_later_log_begins_may_come_back(script: Begin, line: str) -> None:
    # That he was withdrawn in May 1944, and may come back (20.9.2), only a log before this one could tell.
    late = script("at: turn 23 axis impulse 1 movement snow\nbox axis withdrawn: ger-1-ss-pz\n")
    log = late.move("ger-1-ss-pz", "H33")
    audit = (log.say(line) if line else log).audit()
    assert [n.finding.rule for n in audit.findings] == ["20.9.1b" if line else "log.box"]
    assert {n.finding.verdict.value for n in audit.findings} == {"undecided"}
    assert audit.end.place("ger-1-ss-pz") == log.parts.board.grid.hex("H33")


def rolled(script: Begin, die: int) -> Script:
    """Fight at 3-1 and end the log before the result is carried out."""
    log = script("at: turn 1 axis impulse 2 movement clear\non Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\n").end()
    for line in ("ATT b=1 u=ger-41-pz", "ATT b=1 u=ger-47-pz", "DEF b=1 u=rus-24-inf", f"ROLL b=1 die={die}"):
        log.say(line)
    return log


@pytest.mark.parametrize(
    ("goal", "die", "expected"),
    [
        ("russian replacement-pool", 6, []),
        ("V17", 4, []),
        ("T9", 6, ["doubt log.ghost", "violation 13.3-DE"]),
        ("russian replacement-pool", 4, ["violation 13.4b"]),
    ],
)
def test_a_result_that_was_carried_out_between_two_logs_is_the_battles(
    script: Begin, goal: str, die: int, expected: list[str]
) -> None:
    before = rolled(script, die)
    before.path = before.path.with_name("a.vlog")
    between = clone(before)
    hex_ = before.parts.board.grid.find(goal)
    between.table.move("rus-24-inf", goal if hex_ is None else hex_, "secret-axis")
    found = audited(before, next_log(between, "b.vlog").end()).findings
    assert [
        f"{n.finding.verdict.value} {n.finding.rule}" for n in found if n.finding.verdict.value != "note"
    ] == expected
    notes = [n.finding.sentence for n in found if n.finding.rule == "log.ghost" and n.finding.verdict.value == "note"]
    text = "The result for rus-24-inf was carried out between two logs; "
    assert notes == ([] if goal == "T9" else [f"{text}it is read as part of turn 1, Axis impulse 2, combat."])


def test_a_tracker_that_was_set_on_between_two_logs_is_a_note(first: Script) -> None:
    once = next_log(first, "b.vlog", clock=Clock(1, "axis", 1, "combat", "impulse")).end()
    [told_] = [str(n.finding) for n in audited(first, once).findings if n.finding.rule == "log.gap"]
    text = "note log.gap: b.vlog begins in turn 1, Axis impulse 1, combat, and the log before it ended in turn 1, Axis "
    assert told_ == f"{text}impulse 1, movement; nothing lies elsewhere: the turn tracker was advanced between them."
    twice = next_log(first, "b.vlog", clock=Clock(1, "axis", 2, "movement", "impulse")).end()
    assert [n.finding.verdict.value for n in audited(first, twice).findings if n.finding.rule == "log.gap"] == [
        "undecided"
    ]
