"""The table of the proof's parts, and the page that is made of what they tell."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from tests.proof.page import page
from tests.proof.part import Part, Run, parts, run


def test_every_part_is_a_command_of_its_own_with_seeds_of_its_own() -> None:
    found = parts()
    assert all(importlib.util.find_spec(part.command[0]) for part in found)
    seeds = [part.first for part in found if "{first}" in part.command]
    assert len(set(seeds)) == len(seeds)
    assert len({part.what for part in found}) == len(found)


def test_a_share_is_one_at_least() -> None:
    part = parts()[0]
    assert (part.amount(1), part.amount(0.01), part.amount(0)) == (10000, 100, 1)


def test_a_part_tells_what_its_command_prints(tmp_path: Path) -> None:
    part = Part("counts", "tables", 1, 0, ("tests.proof.printing", "{n}"), r"\d+ of .*")
    found = run(part, 1.0, "0123", tmp_path)
    assert (found.told, found.code, found.command) == (("1 of 2",), 1, "python -m tests.proof.printing 1")


def test_kinds_of_crimes_are_told_by_their_sum(tmp_path: Path) -> None:
    part = Part("crimes", "games", 2, 0, ("tests.proof.printing", "{n}"), ".*planted.*")
    assert run(part, 1.0, "0123", tmp_path).told == ("5 crimes of 2 kinds: 5 found, 4 named right",)


def test_what_was_fuzzed_is_told_by_its_sum(tmp_path: Path) -> None:
    part = Part("fuzz", "seconds", 2, 0, ("tests.proof.printing", "{n}"), ".*inputs.*")
    assert run(part, 1.0, "0123", tmp_path).told == ("23 inputs of 2 targets: 1 different errors",)


def test_the_page_tells_what_was_not_tried() -> None:
    one, two = (Part(what, "turns", 2000, 1, ("x",), "") for what in ("one", "two"))
    ran = Run("one", "0123", 20, "python -m x", 0, 3, "2026-11-30", ("0 of 5.", "a | b"))
    rows = [line for line in page([one, two], {"one": ran}, "0123", "a machine").splitlines() if line.startswith("| ")]
    assert rows[1:] == [
        "| one | 2,000 turns | 20 | 0 of 5; a \\| b | 0, 3, 2026-11-30 |",
        "| two | 2,000 turns | none | | |",
    ]
