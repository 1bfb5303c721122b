"""Each habit has a witness: a log that is clean or left open with it, and worse without it."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from types import ModuleType

import pytest

from tests.toy import load
from tests.toy.game import FOLDER
from tests.untidy.other_games import game_and_parts
from tests.untidy.other_plays import told_of
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.reading import habits

WITNESSES = tomllib.loads(Path(__file__).with_name("witnesses.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def toy_parts() -> ModuleInputs:
    return load_inputs(load(), FOLDER)


def told(name: str, folder: Path) -> list[str]:
    """Return what an audit says of a witness, beside notes: verdicts and rules."""
    play = WITNESSES[name]
    parts = toy_parts() if play["game"] == "toy" else game_and_parts(play["game"], frozenset(), folder)[1]
    return [text.split(": ")[0] for text in told_of(parts, play["text"], play["edits"], folder)]


def test_every_habit_has_a_witness_of_its_own() -> None:
    assert [habit.WITNESS for habit in habits.HABITS if habit.WITNESS not in WITNESSES] == []
    assert len({habit.WITNESS for habit in habits.HABITS}) == len(habits.HABITS) == len(WITNESSES)


@pytest.mark.parametrize("habit", habits.HABITS, ids=lambda habit: habit.__name__.rpartition(".")[2])
def test_a_witness_is_clean_or_left_open(habit: ModuleType, tmp_path: Path) -> None:
    assert told(habit.WITNESS, tmp_path) == WITNESSES[habit.WITNESS].get("left", [])


@pytest.mark.parametrize("habit", habits.HABITS, ids=lambda habit: habit.__name__.rpartition(".")[2])
def test_without_its_habit_a_witness_is_not(habit: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(habits, "HABITS", tuple(other for other in habits.HABITS if other is not habit))
    assert WITNESSES[habit.WITNESS]["told"] in told(habit.WITNESS, tmp_path)


def test_the_table_of_the_handbook_is_made_from_the_habits() -> None:
    rows = [f"| {_lowered(habit.__doc__)} | {habit.READ_AS} |" for habit in habits.HABITS]
    page = (Path(__file__).parents[2] / "docs" / "audit.md").read_text(encoding="utf-8")
    table = page.split("## Logs of other games")[1].split("| you | it is read as |\n|---|---|\n")[1]
    assert table.split("\n\n")[0].splitlines() == rows


def _lowered(row: str | None) -> str:
    assert row is not None
    return f"{row[0].lower()}{row[1:].rstrip('.')}"
