"""Battles declared in the movement and fought later: keys behind the dice, and a tracker that stands still."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.auditing.steps import clock_of, log_of
from tests.laws.repeating import Listening, Repeating
from tests.untidy.other_plays import SILENT, TABLE, parts_of, told_of
from tests.untidy.writing import write
from trc_module.auditing.audit import audit_log
from trc_module.auditing.declared_ahead import span_of_a_fight, with_battles_in_their_steps, with_the_movement
from trc_module.auditing.phases import Phase
from trc_module.auditing.step_contents import says_role
from trc_module.declarations import ATTACK
from trc_module.replay.gamelog import open_log
from trc_module.rules.clock import OTHER, Clock
from trc_module.rules.interpretation import LogStep
from trc_module.rules.record import Record, read_record

Steps = Sequence[LogStep]
TEXT = TABLE["record"]["m41"]["text"].strip()
"""An army attacks another: weather, movement with the declaration, recovery, combat, rally."""
WITHOUT_WEATHER = TEXT.replace("german weather good", "german movement good", 1).replace("weather good\nend\n", "", 1)


def record_of(text: str) -> Record:
    parts = parts_of("m41")
    return read_record(f"game: m41\n{text}\n", "a play", lambda *asked: parts.game)


def told(text: str, arranged: Callable[..., Sequence[Steps]], folder: Path) -> list[str]:
    """Return what an audit says of a log whose steps are arranged otherwise: weather, keys, dice, what they brought."""
    parts, path, record = parts_of("m41"), folder / "play.vlog", record_of(text)
    tidy = Listening()
    write(parts, record, path, tidy)
    *weather, keys, _, combat, _ = tidy.phases
    dice = [step for step in combat if step.lines and step.lines[0][0] == "FIRE"]
    rest = [step for step in combat if step not in dice]
    phases = arranged(keys, dice, rest)
    write(parts, record, path, Repeating([*map(list, weather), *map(list, phases)]))
    log = replace(open_log(path, parts), scenario=record.start.scenario)
    found = [noted.finding for noted in audit_log(log).findings if noted.finding.verdict not in SILENT]
    return [f"{finding.verdict.value} {finding.rule}" for finding in found]


ARRANGED: dict[str, Callable[[Steps, Steps, Steps], Sequence[Steps]]] = {
    "keys before the dice, in the combat": lambda keys, dice, rest: ([], [], [*keys, *dice, *rest], []),
    "keys between the dice": lambda keys, dice, rest: ([], [], [dice[0], *keys, dice[1], *rest], []),
    "keys behind the dice": lambda keys, dice, rest: ([], [], [*dice, *keys, *rest], []),
    "keys when all is over": lambda keys, dice, rest: ([], [], [*dice, *rest, *keys], []),
    "the defender's key behind the dice": lambda keys, dice, rest: (keys[:1], [], [*dice, keys[1], *rest], []),
    "no key at all": lambda keys, dice, rest: ([], [], [*dice, *rest], []),
    "all of it in the movement": lambda keys, dice, rest: ([*keys, *dice, *rest], [], [], []),
    "the dice first, in the movement": lambda keys, dice, rest: ([*dice, *keys], [], rest, []),
    "dice in the movement": lambda keys, dice, rest: ([*keys, *dice], [], rest, []),
    "dice in the recovery": lambda keys, dice, rest: (keys, dice, rest, []),
    "all of it in the recovery": lambda keys, dice, rest: ([], [*dice, *keys, *rest], [], []),
}


@pytest.mark.parametrize("text", [TEXT, WITHOUT_WEATHER], ids=["weather first", "movement first"])
@pytest.mark.parametrize("name", ARRANGED)
def test_keys_and_dice_in_another_step_of_the_turn_accuse_nobody(tmp_path: Path, name: str, text: str) -> None:
    assert told(text, ARRANGED[name], tmp_path) == []


@pytest.mark.parametrize("name", ARRANGED)
def test_a_hit_that_no_die_brings_is_told_however_late_the_keys_are(tmp_path: Path, name: str) -> None:
    assert "violation M41-DIS-3" in told(TEXT.replace("attack 4 1 = 1", "attack 1 1 = 0"), ARRANGED[name], tmp_path)


def test_dice_of_a_battle_that_nothing_declares_are_left_open(tmp_path: Path) -> None:
    def alone(keys: Steps, dice: Steps, rest: Steps) -> Sequence[Steps]:
        return [], [], dice, []

    assert told(TEXT, alone, tmp_path) == ["undecided log.move", "undecided log.move"]


def test_an_attack_on_who_stands_elsewhere_is_told_however_late_its_keys_are(tmp_path: Path) -> None:
    crime = TEXT.replace("on C2: rus-20-army", "on C2: rus-20-army\non B3: rus-16-army").replace("x rus-20", "x rus-16")
    crime = crime.split("fire 1: attack", 1)[0] + "fire 1: attack 4 1 = 1\nfire 1: defend 1\nhit 1: rus-16-army\nend\n"
    assert told(crime, ARRANGED["keys behind the dice"], tmp_path) == ["violation M41-SEQ"]


NR = (
    "game: nr\nat: turn 2 axis movement\non K15: ger-6\non L16: sov-south\non J9: ger-9\non J8: sov-west\n"
    "move ger-6 K15 L15\nend\n"
    "target sov-south\nattack 1: ger-6 x sov-south\nroll 1: 6\nlose 1: sov-south\nadvance 1: ger-6 L15 {}\n"
    "end\nend\nend\ndraw soviet 1\nend\n"
)


def told_of_nr(text: str, folder: Path) -> tuple[list[str], list[str]]:
    """Return what audits say of a log of No Retreat!, and of one whose tracker shows the battles when they are over."""
    parts, path, tidy = parts_of("nr"), folder / "play.vlog", Listening()
    record = read_record(text, "a play", lambda *asked: parts.game)
    found = []
    for late in (False, True):
        moved, fought, *rest = tidy.phases if late else ((), ())
        write(parts, record, path, Repeating([[*moved, *fought], [], *map(list, rest)]) if late else tidy)
        findings = audit_log(replace(open_log(path, parts), scenario=record.start.scenario)).findings
        told = (noted.finding for noted in findings if noted.finding.verdict not in SILENT)
        found.append([f"{finding.verdict.value} {finding.rule}" for finding in told])
    return found[0], found[1]


def test_battles_over_which_the_tracker_passes_are_declared_in_them(tmp_path: Path) -> None:
    # What was lost in the battle may have been out of supply before the log.
    assert told_of_nr(NR.format("L16"), tmp_path) == (["undecided 10.7"],) * 2


def test_a_crime_of_such_battles_is_told(tmp_path: Path) -> None:
    tidy, late = told_of_nr(NR.format("L16 L17 L18 L19"), tmp_path)
    assert "doubt 10.8.2" in tidy
    assert any(text.startswith(("violation 10.8", "doubt 10.8")) for text in late)


TRP = (
    "game: trp\nat: turn 2 axis moves good\non K14: ger-1-inf\non K18: sov-8-army\nmove ger-1-inf K14 K15\nend\n"
    "fall-back sov-8-army {}\ndisperse sov-8-army\nend\nend\n"
)


RECOVERS = TRP.replace("on K18", "status: ger-2-inf dispersed\non K12: ger-2-inf\non K18").replace(
    "K15\n", "K15\nrecover ger-2-inf\n"
)
"""The last thing that is done in the movement is not to move."""


@pytest.mark.parametrize("text", [TRP, RECOVERS], ids=["moved", "recovered"])
@pytest.mark.parametrize(("way", "expected"), [("K18 K19 K20 K21", []), ("K18 K19", ["violation XIII.D8"])])
def test_who_goes_back_before_an_attack_does_so_in_the_attacks(
    text: str, way: str, expected: list[str], tmp_path: Path
) -> None:
    # The tracker still shows the moves, and passes over the attacks.
    parts, path, tidy = parts_of("trp"), tmp_path / "play.vlog", Listening()
    record = read_record(text.format(way), "a play", lambda *asked: parts.game)
    write(parts, record, path, tidy)
    moved, fought, *rest = tidy.phases
    write(parts, record, path, Repeating([[*moved, *fought], [], *map(list, rest)]))
    findings = audit_log(replace(open_log(path, parts), scenario=record.start.scenario)).findings
    told = (noted.finding for noted in findings if noted.finding.verdict not in SILENT)
    assert [f"{finding.verdict.value} {finding.rule}" for finding in told] == expected


STRIKE = """
at: turn 2 russian movement good
status: ger-4-army disrupted
on C1: ger-4-army
on D2: rus-western
box russian air: rus-west-air
attack 1: {} x ger-4-army
end
table 1: attack 2 at 1 full = 1
end
end
"""
UNTOLD_HIT = "M41-DIS-3: The defenders of battle 1 have not taken 1 of their hits."
UNTOLD_ATTACKER = (
    "undecided log.move: there is no battle 1. No line says that rus-west-air had a part in battle 1; it is read so."
)


@pytest.mark.parametrize(
    ("attacker", "edits", "expected"),
    [
        ("rus-west-air", [], ""),
        ("rus-west-air", ["drop ATT"], UNTOLD_ATTACKER),
        ("rus-western", [], f"violation {UNTOLD_HIT}"),
        # Nothing that the log shows speaks against the aircraft, nor for it.
        ("rus-western", ["drop ATT"], UNTOLD_ATTACKER),
    ],
)
def test_who_struck_from_the_air_may_have_been_left_out(
    attacker: str, edits: list[str], expected: str, tmp_path: Path
) -> None:
    """A strike does not destroy who is disrupted; the army that is beside him had been taken for the attacker."""
    assert told_of(parts_of("m41"), STRIKE.format(attacker), edits, tmp_path) == ([expected] if expected else [])


ALL_LATE = (
    "game: trp\nat: turn 2 axis moves good\n"
    "on K14: ger-1-inf\non K17: ger-7-inf ger-12-inf\non K18: sov-8-army\non K22: sov-5-army\n"
    "move ger-1-inf K14 K15\nend\nattack 1: ger-7-inf ger-12-inf x sov-8-army\n"
    "fall-back sov-5-army K22 K23 K24 K25\ndisperse sov-5-army\n{}end\n"
)


@pytest.mark.parametrize("rest", ["odds 1: 2-1\nroll 1: 4\nresult 1: S\nspend sov-8-army\n", "cancel 1:\n"])
def test_battles_may_begin_with_the_first_that_is_declared_though_an_enemy_moves_then(
    rest: str, tmp_path: Path
) -> None:
    parts, path, tidy = parts_of("trp"), tmp_path / "play.vlog", Listening()
    record = read_record(ALL_LATE.format(rest), "a play", lambda *asked: parts.game)
    write(parts, record, path, tidy)
    write(parts, record, path, Repeating([[*tidy.phases[0], *tidy.phases[1]], [], *map(list, tidy.phases[2:])]))
    log = open_log(path, parts)
    steps = list(log.steps(log.table()))
    moves, fight = record.start.clock, parts.game.sequence.after(record.start.clock)
    phase = Phase(moves, steps, parts.game.sequence.after(fight), steps[-1].number)
    found = [divided[-1].steps[0] for _, divided in with_battles_in_their_steps(log, [phase], moves, fight)]
    assert any(says_role(log, step, ATTACK) for step in found)


NOT_FOUGHT = """
at: turn 2 german weather good
on D1: ger-2-pzgr
on B1: ger-3-pzgr
on E2: rus-bryansk
on C2: rus-13-army
box german air: ger-8-fk
box russian air: rus-west-air
weather good
end
attack 1: ger-2-pzgr ger-8-fk x rus-bryansk
intercept 1: rus-west-air x ger-8-fk
airdie 1: 1
lose 1: rus-west-air
end
end
end
end
attack 1: ger-3-pzgr x rus-13-army
end
fire 1: attack 1 1 = 0
retreat 1: rus-13-army C2 C3
advance 1: ger-3-pzgr ready B1 C2
end
"""


@pytest.mark.parametrize("edits", [[], ["drop ATT ger-8-fk"]])
def test_battles_in_which_nothing_was_done_are_not_those_of_the_next_movement(edits: list[str], tmp_path: Path) -> None:
    """They have the same numbers; who retreats from one of those was in none of these."""
    assert told_of(parts_of("m41"), NOT_FOUGHT, edits, tmp_path) == []


M41 = log_of("m41")


def moment(name: str, side: str = "german") -> Clock:
    """Return the first moment of a side that is called so."""
    clock = clock_of(OTHER, game="m41")
    while (clock.side, clock.phase) != (side, name):
        clock = M41.parts.game.sequence.after(clock)
    return clock


@pytest.mark.parametrize(
    ("shown", "after", "span"),
    [
        ("movement combat", "russian-rally", (0, "movement", "combat")),
        ("movement combat", None, (0, "movement", "combat")),
        # The fight goes on, or the tracker has passed over it.
        ("movement", "combat", None),
        ("movement", "russian-recovery", None),
        ("movement", "russian-rally", (0, "movement", "combat")),
        # The movement may have been passed over as well.
        ("weather", "russian-rally", (0, "movement", "combat")),
        ("weather combat", "russian-rally", (0, "movement", "combat")),
        ("weather movement combat", "russian-rally", (1, "movement", "combat")),
        ("movement combat russian-rally blitz-combat", "supply", (2, "blitzkrieg", "blitz-combat")),
        ("russian-recovery combat", "russian-rally", None),
        ("supply", "recovery", None),
        ("blitz-combat supply", "recovery", None),
    ],
)
def test_a_fight_begins_with_its_movement_and_ends_with_its_battles(
    shown: str, after: str | None, span: tuple[int, str, str] | None
) -> None:
    phases = [Phase(moment(name)) for name in shown.split()]
    phases[-1].next = None if after is None else moment(after)
    found = span_of_a_fight(M41, phases)
    assert (found and (found[0], found[1].phase, found[2].phase)) == span


def test_a_movement_over_which_the_tracker_has_passed_gets_a_phase() -> None:
    weather, combat, rally = moment("weather"), moment("combat"), moment("russian-rally")
    told = [Phase(weather, [], combat, 3), Phase(combat, [], rally, 9, idle={rally: 8})]
    parts = with_the_movement(M41, told, moment("movement"), combat)
    assert [(part.clock.phase, part.next and part.next.phase, part.ended, part.idle) for part in parts] == [
        ("weather", "movement", 3, {}),
        ("movement", "combat", 3, {}),
        ("combat", "russian-rally", 9, {rally: 8}),
    ]
    # Idle moments go with the battles.
    idle = moment("russian-recovery")
    told = [Phase(weather, [], combat, 3, idle={idle: 2}), told[1]]
    assert [part.idle for part in with_the_movement(M41, told, moment("movement"), combat)] == [{}, {}, {rally: 8}]
