from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.games.trc.play import GAME, position
from trc_module.cli.main import group
from trc_module.games.trc import load
from trc_module.games.trc.turn.status_sheet import Certainty, due


def due_at(text: str, at: str) -> set[str]:
    """Return the units that are due, those that perhaps are with a question mark."""
    return {one.unit + ("?" if one.certainty is Certainty.PERHAPS else "") for one in due(GAME, position(text, at))}


BOXES = (
    "box russian turn-3: rus-29-inf rus-34-inf rus-37-inf\nbox russian turn-4: rus-39-inf\n"
    "box russian off-map-units: rus-1-tank\nbox russian replacement-pool: rus-2-tank\n"
    "box russian sturmoviks: rus-sturmovik-1\non R9: rus-30-inf\n"
)


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ("turn 3 russian impulse 1 movement clear", {"rus-29-inf", "rus-37-inf?", "rus-1-tank"}),
        ("turn 3 russian impulse 2 movement clear", {"rus-29-inf", "rus-34-inf", "rus-37-inf", "rus-1-tank"}),
        ("turn 2 russian impulse 2 movement clear", {"rus-1-tank"}),
        ("turn 3 axis impulse 1 movement clear", set()),
    ],
)
def test_who_is_due(at: str, expected: set[str]) -> None:
    assert due_at(BOXES, at) == expected


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("", set()),
        ("before: triggered bulgarian-garrison\n", {"ger-15-mtn"}),
        ("before: perhaps bulgarian-garrison-1944\n", {"ger-15-mtn?", "ger-91-mtn?"}),
        ("before: triggered warsaw-garrison\n", {"ger-hg-pz"}),
        ("control: Archangel axis\n", {"ger-36-mtn"}),
        ("before: triggered lapland axis\n", {"ger-36-mtn"}),
        ("before: triggered lapland russian\n", set()),
    ],
)
def test_whom_an_event_brings(header: str, expected: set[str]) -> None:
    boxes = (
        "box axis bulgarian-garrison: ger-15-mtn ger-91-mtn\nbox axis warsaw-garrison: ger-hg-pz\n"
        "box axis lapland: ger-36-mtn\n"
    )
    assert due_at(header + boxes, "turn 18 axis impulse 1 movement clear") == expected


@pytest.mark.parametrize(
    ("side", "boxes", "expected"),
    [
        ("russian", "optional: rus-4-para-partisan", "rus-4-para-partisan"),
        ("russian", "replacement-pool: rus-4-para-partisan", ""),
        ("russian", "optional: rus-4-para", ""),
        ("axis", "optional: ukr-1-inf", "ukr-1-inf"),
        ("axis", "optional: vla-1-inf", "vla-1-inf"),
    ],
)
def test_whom_a_chit_brings_is_perhaps_due(side: str, boxes: str, expected: str) -> None:
    # They were told as due from the first turn on, though no chit had been shown.
    state = position(f"options: 28.7\nbox {side} {boxes}\n", f"turn 2 {side} impulse 1 movement clear")
    values = load(frozenset({"28.7"})).derived(state)
    assert (values["due"], values["perhaps due"]) == ("", expected)


def test_what_follows_from_a_position_is_printed_beside_it(tmp_path: Path) -> None:
    record = tmp_path / "may.game"
    record.write_text(
        "game: trc\nat: turn 19 axis impulse 1 movement clear\nused: russian unmatched 8\n"
        "before: unsure-control PP13, archangel 3\non R9: rus-worker-moscow\n"
        "box axis turn-19: ger-90-inf\nbox axis off-map-units: ger-12-inf\n"
    )
    result = CliRunner().invoke(group, ["position", str(record), "--derived"])
    assert result.exit_code == 0
    position_line, *comments = result.output.splitlines()
    assert position_line.startswith("game: trc; ")
    facts = dict(line.removeprefix("# ").split(": ", 1) for line in comments)
    assert facts["cities, wells and junctions, axis"].startswith("Helsinki, Berlin")
    assert facts["cities, wells and junctions not known"] == "Maikop"
    ours = (
        "due",
        "perhaps due",
        "worker",
        "archangel",
        "axis oil",
        "axis withdrawals",
        "axis factors",
        "russian factors",
    )
    assert {what: facts[what] for what in facts if what.startswith(ours)} == {
        "due": "ger-12-inf",
        "perhaps due": "ger-90-inf",
        "worker points": "6",
        "archangel points": "4",
        "axis oil wells": "1 to 2",
        "axis withdrawals to be made": "2",
        "axis factors to be matched": "0",
        "russian factors to be matched": "8",
    }
    assert "#" not in CliRunner().invoke(group, ["position", str(record)]).output
