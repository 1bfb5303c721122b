"""Crimes by lot: what breaks a rule in the referee's eyes is told of a tidy log, and of the same made untidily."""

from __future__ import annotations

from pathlib import Path

from tests.laws.playing import told
from tests.untidy.crimes_by_lot import Crime, Trial, crimes, report, trials
from tests.untidy.habits import Rates
from trc_module.rules.actions import End
from trc_module.rules.engine import Referee
from trc_module.rules.finding import Verdict


def planted(folder: Path) -> list[Crime]:
    played = told("toy", 21, 2, folder)
    return list(crimes(played.game, played.begins, played.acts, 21))


def test_a_crime_breaks_what_it_says_and_the_acts_before_it_nothing(tmp_path: Path) -> None:
    played = told("toy", 21, 2, tmp_path)
    found = planted(tmp_path)
    assert found
    for crime in found:
        referee = Referee(played.game, played.begins)
        wrong = [f.rule for act in crime.acts for f in referee.act(act).findings if f.verdict is Verdict.VIOLATION]
        assert isinstance(crime.acts[-1], End)
        assert set(wrong) == crime.rules


def test_crimes_of_an_untidy_log_are_named(tmp_path: Path) -> None:
    played = told("toy", 21, 2, tmp_path)
    found = list(trials(played.parts, played.begins, played.acts, 21, Rates(), tmp_path))
    assert found
    assert {trial.outcome for trial in found} == {"named"}


def test_what_is_named_otherwise_is_told() -> None:
    lines = list(report([Trial("Move elsewhere", frozenset({"3"}), ("4",), (), 7, 1)]))
    assert lines == [
        "1 tries: 1 named otherwise",
        "Move elsewhere: {'named otherwise': 1}",
        "game 7, crime 1: Move elsewhere: named otherwise: expected 3, told 4",
    ]
