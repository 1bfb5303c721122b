from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from trc_module.facts import DataError, Trust
from trc_module.resources import data_dir
from trc_module.roster.scenarios import load_scenarios

TRC = data_dir() / "trc"


def test_the_scenarios_are_those_of_the_rulebook() -> None:
    scenarios = load_scenarios(TRC)
    assert {name: (s.first_turn, s.last_turn, s.modifier, s.sets_up_first) for name, s in scenarios.items()} == {
        "campaign": (1, 25, 0, "russian"),
        "barbarossa": (1, 10, 0, "russian"),
        "breaking-storm": (1, 5, 0, "russian"),
        "fall-blau": (7, 14, -1, "axis"),
        "zitadelle": (13, 18, 0, "axis"),
        "bagration": (19, 25, 1, "russian"),
    }
    assert {name: s.victory.points for name, s in scenarios.items()} == {
        "campaign": None,
        "barbarossa": 4,
        "breaking-storm": -1,
        "fall-blau": 4,
        "zitadelle": -6,
        "bagration": None,
    }
    assert scenarios["breaking-storm"].without == ("rus-8-para",)
    assert scenarios["fall-blau"].control == {"Leningrad": "russian", "Sevastopol": "russian"}
    assert scenarios["zitadelle"].invasions == {"axis": 0, "russian": 1}
    assert list(scenarios["zitadelle"].turns) == [13, 14, 15, 16, 17, 18]


def test_what_only_the_cards_tell_is_missing_and_not_made_up() -> None:
    scenarios = load_scenarios(TRC)
    missing = {name: sorted(s.missing) for name, s in scenarios.items() if s.missing}
    assert missing == {
        "barbarossa": ["line"],
        "breaking-storm": ["line"],
        "fall-blau": ["forces", "line"],
        "zitadelle": ["forces", "line"],
        "bagration": ["forces", "line"],
    }
    assert [fact.trust for fact in scenarios["bagration"].facts()] == [Trust.RULEBOOK, Trust.MISSING, Trust.MISSING]


def test_an_owner_may_tell_a_whole_scenario(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    text = (TRC / "scenarios" / "bagration.toml").read_text(encoding="utf-8")
    (tmp_path / "scenarios" / "bagration.toml").write_text(text.replace("19", "20", 1), encoding="utf-8")
    assert load_scenarios(TRC, tmp_path)["bagration"].first_turn == 20


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        ("last-turn     = 25", "last-turn     = 18", 5, "a last turn that is not before the first"),
        ('"russian"', '"soviet"', 6, "one of axis, russian"),
        ("modifier", "modifer", 9, "one of the fields"),
        ("rulebook:27.6", "hearsay", 2, "a source"),
        ('name   = "Bagration"\n', "", None, "a field 'name'"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(
    tmp_path: Path, old: str, new: str, line: int | None, expected: str
) -> None:
    (tmp_path / "scenarios").mkdir()
    shutil.copy(TRC / "game.toml", tmp_path)
    text = (TRC / "scenarios" / "bagration.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "scenarios" / "bagration.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_scenarios(tmp_path)
    assert caught.value.line == line
    assert expected in caught.value.expected
