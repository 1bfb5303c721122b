"""The explanations of changed comparisons that change nothing still describe the code as it stands."""

from __future__ import annotations

from benchmarks.comparisons import explanations, stale


def test_every_explanation_is_of_a_comparison_in_the_code() -> None:
    assert stale(explanations().texts) == []


def test_an_explanation_of_another_comparison_is_stale() -> None:
    real = ("movement.stacking.overstacked", "len(stack) > MIXED", "len(stack) >= MIXED")
    assert stale([real]) == []
    assert stale([(real[0], "len(stack) > 3", real[2])]) == [(real[0], "len(stack) > 3", real[2])]
