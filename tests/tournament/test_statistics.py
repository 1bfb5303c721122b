"""Statistics over the games of a tournament: balance, lengths, answers; and what stands out, with its chance."""

from __future__ import annotations

from math import comb
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.folders import tournament_of
from trc_module.tournament.anomalies import anomaly_rows, at_least
from trc_module.tournament.folder import Tournament
from trc_module.tournament.results import Result, results_of
from trc_module.tournament.statistics import answer_rows, balance_rows, length_rows

ROWS = (
    "1.1,1,Ann,Bert,axis 2,,axis,,,7",
    "1.2,1,Carl,Dora,axis 2,,russian,,,9",
    "2.1,2,Ann,Carl,,,draw,,,7",
    "2.2,2,Bert,Dora,,,axis,forfeit,,1",
    "3.1,3,Ann,Dora,axis 10,,axis,,,12",
)


def told(path: Path) -> tuple[Tournament, list[Result]]:
    tournament = tournament_of(path / "t", rows=ROWS, settings="[limits]\nanswer-days = 3\n")
    return tournament, results_of(tournament, []).results


def roll(pips: int, by: str = "axis", undone: int | None = None, about: str = "1") -> dict[str, Any]:
    return {"die": "d6", "pips": pips, "by": by, "purpose": "combat", "about": about, "undone": undone}


def test_the_balance_is_counted_by_bid_with_its_interval(tmp_path: Path) -> None:
    rows = balance_rows(*told(tmp_path))
    assert [(row["bid"], row["side"], row["games"], row["won"], row["drawn"], row["share"]) for row in rows] == [
        ("all", "axis", 4, 2, 1, 0.625),
        ("all", "russian", 4, 1, 1, 0.375),
        ("axis 2", "axis", 2, 1, 0, 0.5),
        ("axis 2", "russian", 2, 1, 0, 0.5),
        ("axis 10", "axis", 1, 1, 0, 1.0),
        ("axis 10", "russian", 1, 0, 0, 0.0),
        ("no bid", "axis", 1, 0, 1, 0.5),
        ("no bid", "russian", 1, 0, 1, 0.5),
    ]
    # Wilson, for 2 of 3.
    assert (rows[0]["low"], rows[0]["high"]) == (0.2077, 0.9385)


def test_lengths_are_those_of_the_games_that_are_over(tmp_path: Path) -> None:
    assert length_rows(told(tmp_path)[1]) == [
        {"turn": 1, "games": 1},
        {"turn": 7, "games": 2},
        {"turn": 9, "games": 1},
        {"turn": 12, "games": 1},
    ]


def test_answers_are_counted_from_log_to_log_for_whose_turn_it_was(tmp_path: Path) -> None:
    tournament, results = told(tmp_path)
    days = ("2026-03-01 12:00:00 UTC", "2026-03-03 12:00:00 UTC", None, "2026-03-08 12:00:00 UTC", "bad")
    audit = {
        "logs": [{"steps": 2}] * 5,
        "acts": [{"steps": [step], "side": "axis" if step in (1, 2, 7, 8) else "russian"} for step in range(1, 9)],
        "dice": {"files": [{"saved": day} for day in days]},
    }
    assert answer_rows(tournament, results, {"1.1": audit}) == [
        {"player": "Bert", "answers": 1, "median-days": 2.0, "longest-days": 2.0, "over-limit": 0}
    ]
    audit["dice"] = {"files": [{"saved": day} for day in (*days[:2], "2026-03-09 00:00:00 UTC")]}
    (row,) = answer_rows(tournament, results, {"1.1": audit})
    assert (row["answers"], row["longest-days"], row["over-limit"]) == (2, 5.5, 1)


def test_dice_are_told_with_the_chance_that_fair_ones_are_as_far_off(tmp_path: Path) -> None:
    tournament, results = told(tmp_path)
    audits = {"1.1": {"dice": {"rolls": [*[roll(6)] * 4, roll(3, "russian"), roll(4, "russian"), roll(1, "")]}}}
    ann, bert = anomaly_rows(tournament, results, audits)
    assert (ann["player"], ann["rolls"], ann["mean"], ann["expected"]) == ("Ann", 4, 6.0, 3.5)
    # All sixes or all ones.
    assert ann["dice-chance"] == pytest.approx(2 / 6**4, rel=1e-3)
    assert ann["dice-corrected"] == pytest.approx(4 / 6**4, rel=1e-3)
    assert (bert["mean"], bert["dice-chance"]) == (3.5, 1.0)


def test_rolls_taken_back_are_told_with_what_took_their_place_and_their_chance(tmp_path: Path) -> None:
    tournament, results = told(tmp_path)
    mine = [roll(1, undone=9), roll(5), roll(6, undone=8, about="2"), roll(2, about="2"), roll(2, undone=7, about="3")]
    audits = {"1.1": {"dice": {"rolls": [*mine, *[roll(3, "russian")] * 8]}}}
    ann, bert = anomaly_rows(tournament, results, audits)
    assert (ann["taken-back"], ann["repeated-higher"], ann["repeated-lower"]) == (3, 1, 1)
    # Nobody else took one back in 8: one of 10 is taken for their rate.
    chance = sum(comb(5, hits) * 0.1**hits * 0.9 ** (5 - hits) for hits in (3, 4, 5))
    assert ann["taken-back-chance"] == pytest.approx(chance, rel=1e-3)
    assert bert["taken-back-chance"] == 1.0


def test_errors_are_compared_with_those_of_all_others(tmp_path: Path) -> None:
    tournament, results = told(tmp_path)
    acts = [{"steps": [n], "side": side} for n in range(10) for side in ("axis", "russian")]
    wrong = [{"verdict": "violation", "by": by} for by in ("axis", "axis", "axis", "russian", None)]
    doubt = [{"verdict": "doubt", "by": "russian"}]
    ann, bert = anomaly_rows(tournament, results, {"1.1": {"acts": acts, "findings": [*wrong, *doubt]}})
    assert [(each["acts"], each["errors"]) for each in (ann, bert)] == [(10, 3), (10, 1)]
    assert ann["errors-chance"] == pytest.approx(at_least(3, 10, 0.1), rel=1e-3)
    assert bert["errors-chance"] == pytest.approx(at_least(1, 10, 0.3), rel=1e-3)
    assert ann["errors-corrected"] >= ann["errors-chance"]


@pytest.mark.parametrize(
    ("count", "tries", "rate", "chance"),
    [(0, 5, 0.1, 1.0), (1, 2, 0.5, 0.75), (2, 2, 0.5, 0.25), (3, 2, 0.5, 0.0), (1, 1, 1.0, 1.0)],
)
def test_the_chance_of_so_many_or_more_is_binomial(count: int, tries: int, rate: float, chance: float) -> None:
    assert at_least(count, tries, rate) == pytest.approx(chance)


def test_the_chance_of_many_tries_goes_over_into_the_normal_one() -> None:
    assert at_least(210, 2_000, 0.1) == pytest.approx(at_least(210, 2_001, 0.1), rel=0.05)
