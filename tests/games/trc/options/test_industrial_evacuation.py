"""Industrial evacuation (26.2): when workers leave, work again and give points."""

from __future__ import annotations

import pytest

from tests.games.trc.play import findings, position, told
from trc_module.games.trc.options.industrial_evacuation import Evacuated


def test_a_worker_evacuated_by_no_edge_is_told_with_the_hex() -> None:
    text = "options: 26.2\nat: turn 3 russian impulse 1 movement clear\non AA14: rus-worker-kharkov\n"
    (finding,) = findings(text + "evacuate rus-worker-kharkov by R9\n")
    assert "by R9, which is not a rail hex" in finding.sentence


@pytest.mark.parametrize(("turn", "expected"), [(5, ["violation 26.2.2b"]), (6, []), (7, [])])
def test_workers_work_in_the_urals_from_their_turn_on(turn: int, expected: list[str]) -> None:
    waiting = "box russian turn-record-6: rus-worker-kharkov\n"
    text = f"options: 26.2\nat: turn {turn} russian impulse 1 movement clear\n{waiting}resume rus-worker-kharkov\n"
    assert told(text) == expected


@pytest.mark.parametrize(
    ("turn", "box", "expected"),
    [
        (5, "turn-record-6", ["violation 26.2.2d"]),
        (6, "turn-record-6", []),
        (7, "turn-record-6", []),
        (6, "urals", []),
        (6, "replacement-pool", ["violation 22.5a"]),
    ],
)
def test_when_the_points_of_an_evacuated_worker_count(turn: int, box: str, expected: list[str]) -> None:
    text = (
        f"options: 26.2\nat: turn {turn} russian impulse 1 movement clear\nbefore: lost archangel\n"
        f"box russian {box}: rus-worker-kharkov\nbox russian replacement-pool: rus-6-inf\non R9: rus-worker-moscow\n"
        "replace rus-6-inf R9\n"
    )
    assert told(text) == expected


def test_only_replacements_of_its_own_city_keep_a_worker_there() -> None:
    text = (
        "options: 26.2\nat: turn 3 russian impulse 1 movement clear\nbefore: replaced rus-1-cav {}\n"
        "on AA14: rus-worker-kharkov rus-1-cav\nevacuate rus-worker-kharkov\n"
    )
    assert told(text.format("AA14")) == ["violation 26.2.3c"]
    assert told(text.format("Kharkov")) == ["violation 26.2.3c"]
    assert told(text.format("R9")) == []


def test_who_was_evacuated_is_remembered_until_the_russian_turn_ends() -> None:
    text = "options: 26.2\nat: turn 3 russian impulse 1 movement clear\non AA14: rus-worker-kharkov\n"
    after = text + "evacuate rus-worker-kharkov\n"
    assert Evacuated("rus-worker-kharkov", "AA14") in position(after).marks
    assert Evacuated("rus-worker-kharkov", "AA14") in position(after + "end\n" * 3).marks
    assert not Evacuated.all(position(after + "end\n" * 5))


def test_an_excess_beyond_the_points_of_a_worker_that_counts_is_an_ordinary_one() -> None:
    text = (
        "options: 26.2\nat: turn 6 russian impulse 1 movement clear\nbefore: lost archangel, replaced rus-6-inf X1\n"
        "box russian turn-record-6: rus-worker-kharkov\nbox russian replacement-pool: rus-2-cav\non X1: rus-6-inf\n"
        "on R9: rus-worker-moscow\nreplace rus-2-cav R9\n"
    )
    assert told(text) == ["violation 22.5a"]


@pytest.mark.parametrize(("fallen", "left"), [(2, 0), (3, 1), (0, 0)])
def test_the_evacuated_are_not_among_the_workers_that_fell(fallen: int, left: int) -> None:
    text = (
        f"options: 26.2\nat: turn 3 russian impulse 1 movement clear\nused: russian workers {fallen}\n"
        "on AA14: rus-worker-kharkov\nevacuate rus-worker-kharkov\n"
    ).replace("used: russian workers 0\n", "")
    used = position(text).used
    assert used.get("russian workers", 0) == left
    assert ("russian workers" in used) is (left > 0)
