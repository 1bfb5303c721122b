"""The explanations of changed comparisons that change nothing still describe the code as it stands."""

from __future__ import annotations

from benchmarks.comparisons import PACKAGE, ROOT, explanations, files_of, module_of, stale
from benchmarks.mutations import TESTS


def test_every_explanation_is_of_a_comparison_in_the_code() -> None:
    assert stale(explanations().texts) == []


def test_an_explanation_of_another_comparison_is_stale() -> None:
    real = ("movement.stacking.overstacked", "len(stack) > MIXED", "len(stack) >= MIXED")
    assert stale([real]) == []
    assert stale([(real[0], "len(stack) > 3", real[2])]) == [(real[0], "len(stack) > 3", real[2])]


def test_every_room_with_tests_of_its_own_is_one_and_has_them() -> None:
    assert [
        room for room, tests in TESTS.items() if not files_of(room) or not all((ROOT / t).exists() for t in tests)
    ] == []


def test_the_modules_of_a_game_are_named_without_it_and_others_with_their_room() -> None:
    files = ("games/trc/combat/air_power.py", "games/nr/supply.py", "reading/habits/left_out.py")
    named = [module_of(PACKAGE / file) for file in files]
    assert named == ["combat.air_power", "games.nr.supply", "reading.habits.left_out"]
