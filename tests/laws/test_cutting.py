"""A sample of `python -m tests.laws --cut`, and what a tail still names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.laws.cutting import cut_off, tails
from tests.laws.keys import accusations
from tests.laws.playing import Told, audit_of, audited, opened, parts_of, told
from tests.laws.repeating import Listening
from tests.untidy.habits import TIDY, Rates
from trc_module.rules.actions import Action
from trc_module.rules.record import read_record

SAMPLE = [
    ("toy", 2, 4, 3, TIDY),
    ("nr", 4, 2, 1, TIDY),
    ("m41", 3, 3, 3, TIDY),
    ("m41", 11, 2, 2, Rates()),
    ("trp", 1, 1, 2, TIDY),
    ("trc", 1, 1, 2, TIDY),
]
"""Games by their seeds, how many phases begin a tail, how often each is cut off, and the habits of the player."""


@pytest.mark.parametrize(("name", "seed", "phases", "within", "rates"), SAMPLE)
def test_a_tail_accuses_of_nothing_of_which_the_whole_does_not(
    name: str, seed: int, phases: int, within: int, rates: Rates, tmp_path: Path
) -> None:
    found = list(tails(told(name, seed, 1, tmp_path), tmp_path, phases, within, rates))
    assert len({one.phase for one in found}) == phases
    assert any(one.cut for one in found)
    assert [one for one in found if one.accused] == []


RECORDS = [
    (
        "nr",
        "at: turn 3 axis movement\non K11: ger-6\non L11: ger-9\non K13: ger-2\n"
        "move ger-6 K11 K12\nmove ger-9 L11 K12\nmove ger-2 K13 K12\nend\n",
        "doubt 8e",
    ),
    (
        "nr",
        "at: turn 2 axis movement\non K11: ger-9\non L14: ger-6\n"
        "move ger-9 K11 K12\nmove ger-6 L14 L15 L16 L17 L18 L19 L20 L21\nend\n",
        "violation 8a",
    ),
    (
        "nr",
        "at: turn 2 axis combat\non L15: ger-6\non L16: sov-south\non J9: ger-9\non J8: sov-west\n"
        "target sov-south\nattack 1: ger-6 x sov-south\nroll 1: 5\nretreat 1: sov-south L16 L17 L18 L19\nend\n",
        "violation 10.7c",
    ),
    (
        "toy",
        "at: turn 2 red march\non 0102: red-1\non 0103: red-2\non 0202: red-h\n"
        "move red-1 0102 0103\nmove red-h 0202 0103\nend\n",
        "violation S1",
    ),
    (
        "m41",
        "at: turn 2 german movement good\non C1: ger-3-pzgr\non B1: ger-2-pzgr\non B2: rus-20-army\n"
        "move ger-3-pzgr C1 D1\nmove ger-2-pzgr B1 B2\nend\n",
        "violation M41-STK",
    ),
    (
        "m41",
        "at: turn 2 russian movement good\non D5: rus-western\non B7: rus-20-army\n"
        "move rus-western D5 D6\nmove rus-20-army B7 B6 A5\nend\n",
        "doubt M41-OPM-3",
    ),
    (
        "trp",
        "at: turn 2 axis moves good\non K17: ger-2-army ger-1-inf\non L17: ger-7-inf\non K14: ger-5-inf\n"
        "move ger-5-inf K14 K15\nmove ger-7-inf L17 K17\nend\n",
        "violation XII.1",
    ),
    (
        "trc",
        "at: turn 2 axis impulse 1 movement clear\non P20: ger-41-pz ger-56-pz ger-47-pz\non P21: ger-12-inf\n"
        "on P25: ger-2-inf\nmove ger-2-inf P25 P24\nmove ger-12-inf P21 P20\nend\n",
        "violation 6.1b",
    ),
]
"""Crimes that no game before them excuses: the first act is cut off, and the crime is told as in the whole."""


def played(name: str, text: str, folder: Path) -> Told:
    parts = parts_of(name, frozenset(), folder)
    record = read_record(f"game: {name}\n{text}", name, lambda name, options: parts.game)
    acts = tuple(line.entry for line in record.lines if isinstance(line.entry, Action))
    return Told(name, 0, 0, parts, record.start, acts, won=False)


@pytest.mark.parametrize(("name", "text", "expected"), RECORDS)
def test_a_tail_names_what_the_position_decides(name: str, text: str, expected: str, tmp_path: Path) -> None:
    game = played(name, text, tmp_path)
    path, tail = tmp_path / "whole.vlog", tmp_path / "tail.vlog"
    whole = accusations(audited(game, path, Listening()))
    cut_off(path, 1, tail)
    assert [finding.split(": ")[1] for finding in whole] == [expected]
    assert accusations(audit_of([opened(replace(game), tail)])) == whole
