"""15.3: aircraft that lie on the map when a phase ends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.replay.script import Script
from trc_module.module.inputs import ModuleInputs

Begin = Callable[[str], Script]
UNITS = (
    "on Y17: ger-12-inf\non R9: rus-stavka\non Y19: ger-hq-south\nbox axis stukas: ger-stuka-1\n"
    "box russian sturmoviks: rus-sturmovik-1\n"
)


@pytest.fixture
def script(parts: ModuleInputs, tmp_path: Path) -> Begin:
    """Begin a log with the position that a record's header gives."""
    return lambda header: Script(parts, header, tmp_path / "game.vlog")


def about(log: Script) -> list[str]:
    return [str(noted.finding) for noted in log.audit().findings if noted.finding.rule != "log.phase"]


@pytest.mark.parametrize(
    ("at", "unit"),
    [
        ("russian impulse 1 movement", "ger-stuka-1"),
        ("russian impulse 1 combat", "ger-stuka-1"),
        ("axis impulse 2 end", "ger-stuka-1"),
        ("axis impulse 1 weather", "rus-sturmovik-1"),
        ("axis impulse 1 movement", "rus-sturmovik-1"),
    ],
)
def test_one_that_is_put_on_the_map_while_its_side_does_not_fight_is_told_once(
    script: Begin, at: str, unit: str
) -> None:
    log = script(f"at: turn 9 {at} clear\n{UNITS}").move(unit, "Z21").end().end()
    told = f"violation 15.3: {unit} lay in Z21 at the end of a phase in which its side does not fight."
    assert [text for text in about(log) if unit in text] == [told]


@pytest.mark.parametrize("at", ["russian impulse 1 movement", "axis impulse 2 end"])
def test_one_that_is_put_back_at_once_is_a_note(script: Begin, at: str) -> None:
    log = script(f"at: turn 9 {at} clear\n{UNITS}").move("ger-stuka-1", "Z21", "axis stukas").end()
    assert [text for text in about(log) if "stuka" in text] == ["note log.back: ger-stuka-1 was moved and put back."]


def test_one_on_the_map_before_the_battles_of_its_side_is_told_if_it_is_there_when_they_are_over(script: Begin) -> None:
    log = script(f"at: turn 9 axis impulse 2 movement clear\n{UNITS}").move("ger-stuka-1", "Z21").end()
    back = log.move("ger-stuka-1", "axis stukas")
    assert [text for text in about(back.end().end()) if "15.3" in text] == []
    log = script(f"at: turn 9 axis impulse 2 movement clear\n{UNITS}").move("ger-stuka-1", "Z21").end().end().end()
    assert [text for text in about(log) if "stuka" in text] == [
        "violation 15.3: ger-stuka-1 was left in Z21 when the combat phase ended."
    ]
