"""The two numbers of the Siberian gamble: a log shows them, or leaves open whether they were named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.untidy.other_plays import parts_of, told_of
from trc_module.games import find_game
from trc_module.rules.engine import Referee
from trc_module.rules.record import read_record

START = "game: m41\nat: turn 2 russian supply good\non C7: rus-1-shock\nend\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("names 2 5 open\ngamble 4\n", []),
        # No line names them: the rulebook asks for no paper that a log could show.
        ("gamble 4\n", ["undecided M41-SIB-2"]),
        ("gamble 4\nnames 2 5 open\n", ["undecided M41-SIB-2", "undecided M41-SIB-2"]),
        ("names 4 4 open\ngamble 4\n", ["violation M41-SIB-2"]),
    ],
)
def test_numbers_that_no_line_names_in_time_are_open(text: str, told: list[str]) -> None:
    record = read_record(START + text, "game", find_game)
    referee = Referee(record.game, record.start)
    found = [finding for line in record.lines for finding in referee.act(line.entry).findings]  # type: ignore[arg-type]
    assert [f"{each.verdict.value} {each.rule}" for each in found if each.rule == "M41-SIB-2"] == told


@pytest.mark.parametrize(("edits", "open_"), [([], []), (["later NAMES 1"], [" The same is open in step 3."])])
def test_numbers_that_a_line_names_late_are_open_once(edits: list[str], open_: list[str], tmp_path: Path) -> None:
    text = START.partition("\n")[2] + "names 2 5 open\ngamble 4\n"
    told = (
        "undecided M41-SIB-2: The die of the Siberian gamble was rolled; no line names the German player's two numbers."
    )
    assert told_of(parts_of("m41"), text, edits, tmp_path) == [told + each for each in open_]
