"""A battle has one die, in every game: a second one is told, unless a rule lets it be rolled again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from trc_module.games import find_game
from trc_module.rules.engine import Referee, check
from trc_module.rules.finding import Verdict
from trc_module.rules.record import read_record
from trc_module.rules.selfplay import self_play

SILENT = (Verdict.NOTE, Verdict.SKIPPED)

NR = """\
game: nr
at: turn 2 axis combat
hand: axis 2
on K15: ger-6
on K16: sov-south
target sov-south
attack 1: ger-6 x sov-south
"""
TRP = """\
game: trp
at: turn 2 axis attacks good
on J17: ger-3-pz
on J18: sov-8-army
attack 1: ger-3-pz x sov-8-army
"""


def rules(text: str) -> list[str]:
    """Return what the last act of a record is told."""
    record = read_record(text, "game", find_game)
    referee = Referee(record.game, record.start)
    told: list[str] = []
    for line in record.lines:
        told = [f"{finding.verdict.value} {finding.rule}" for finding in referee.act(line.entry).findings]  # type: ignore[arg-type]
    return told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (NR + "roll 1: 1\n", []),
        (NR + "roll 1: 1\nroll 1: 6\n", ["violation 10.6"]),
        # Knight's Cross Wearers: any die just rolled is rolled again, once.
        (NR + "roll 1: 1\ncard axis card-16 event\nroll 1: 6\n", []),
        (NR + "roll 1: 1\ncard axis card-16 event\nroll 1: 6\nroll 1: 5\n", ["violation 10.6"]),
        (TRP + "roll 1: 1\n", []),
        (TRP + "roll 1: 1\nroll 1: 6\n", ["violation XIII.C1"]),
        (TRP + "roll 1: 1\nresult 1: DE\nresult 1: DE\n", []),
        (TRP + "roll 1: 1\nresult 1: DE\nresult 1: D1\n", ["violation XIII.C1"]),
        (TRP + "roll 1: 1\nresult 1: DX\nsurvive 1: sov-8-army 6\n", []),
        (TRP + "roll 1: 1\nresult 1: DX\nsurvive 1: sov-8-army 6\nsurvive 1: sov-8-army 2\n", ["violation XIII.D6"]),
    ],
)
def test_a_second_die_or_result_is_told(text: str, told: list[str]) -> None:
    assert [each for each in rules(text) if each.endswith((" 10.6", " XIII.C1", " XIII.D6"))] == told


@pytest.mark.parametrize(
    ("name", "verbs", "seed"),
    [("trc", {"roll", "weather"}, 1), ("nr", {"roll"}, 1), ("trp", {"roll"}, 1), ("m41", {"airdie"}, 3)],
)
def test_whatever_die_fell_in_a_game_of_self_play_falls_once(name: str, verbs: set[str], seed: int) -> None:
    game = find_game(name)
    start = game.start("campaign", frozenset())
    again: dict[str, int] = {}
    for told, state in self_play(game, start, game.player("", seed), 2):
        act: Any = told.action
        syntax = next(each for each in game.statements if each.makes(act))
        if syntax.verb not in verbs or not act.die:
            continue
        other = replace(act, die=act.die % 6 + 1)
        assert game.precondition_error(state, other) or any(
            finding.verdict not in SILENT for finding in check(game, state, other)
        ), (syntax.verb, state.clock)
        again[syntax.verb] = again.get(syntax.verb, 0) + 1
    assert again.keys() <= verbs
    assert again


AIR = """\
game: m41
at: turn 2 german movement good
on B1: ger-4-army
on C2: rus-20-army
box german air: ger-8-fk
box russian air: rus-west-air
attack 1: ger-4-army ger-8-fk x rus-20-army
airdie 1: 3
intercept 1: rus-west-air x ger-8-fk
airdie 1: 3
airdie 1: 5
"""
WEATHER = "game: m41\nat: turn 2 german weather unknown\nweather good\nweather snow\n"


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (
            AIR,
            [
                "A die was rolled for battle 1, and no air unit intercepts.",
                "A die was rolled for battle 1, whose interception had been rolled before.",
            ],
        ),
        (WEATHER, ["The weather of turn 2 was read a second time in turn 2, German weather."]),
    ],
)
def test_a_second_time_is_called_so(text: str, sentences: list[str]) -> None:
    record = read_record(text, "game", find_game)
    referee = Referee(record.game, record.start)
    told = [f for line in record.lines for f in referee.act(line.entry).findings if f.accuses]  # type: ignore[arg-type]
    assert [finding.sentence for finding in told] == sentences


def test_a_die_for_a_supply_flight_that_nobody_flies_has_no_purpose() -> None:
    text = "game: m41\nat: turn 2 german supply good\nbox german air: ger-8-fk\nairdie 1: 6\n"
    record = read_record(text, "game", find_game)
    referee = Referee(record.game, record.start)
    told = [f for line in record.lines for f in referee.act(line.entry).findings]  # type: ignore[arg-type]
    assert [str(finding) for finding in told] == [
        "violation M41-AIR-3: A die was rolled for a supply flight, and no air unit intercepts."
    ]
