"""The settings of a tournament: what is wrong is told with the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournament.folders import folder_of
from trc_module.errors import UserError
from trc_module.tournament.settings import read_settings

ROUND = "[[round]]\nnumber = 1\nbegins = 2026-03-01\nends = 2026-04-30\n"


def test_settings_have_dates_and_defaults(tmp_path: Path) -> None:
    settings = read_settings(folder_of(tmp_path / "t", settings=f"rounds = 2\n{ROUND}"))
    assert str(settings.round_at(1).ends) == "2026-04-30"
    assert settings.round_at(2).ends is None
    assert (settings.points.draw, settings.rating.system) == (0.5, "area")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{ROUND}{ROUND}", "line 10: round 1 is there twice: keep one of the two."),
        (f"rounds = 1\n{ROUND.replace('1', '2', 1)}", "line 7: round 2 is more than the 1 rounds of the tournament."),
        (ROUND.replace("04-30", "02-28"), "line 6: round 1 ends on 2026-02-28, before it begins on 2026-03-01."),
        ('tie-breaks = ["buchholtz"]\n', "line 5, field 'tie-breaks': expected one of"),
        ("round = 3\n", "line 5, field 'round': expected a list"),
    ],
)
def test_a_wrong_setting_is_told(tmp_path: Path, text: str, told: str) -> None:
    folder = folder_of(tmp_path / "t", settings=text)
    with pytest.raises(UserError) as caught:
        read_settings(folder)
    assert str(caught.value).startswith(f"{folder / 'tournament.toml'}, {told}")


def test_two_sides_have_names_of_their_own(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "t")
    path = folder / "tournament.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('"russian"', '"axis"'), encoding="utf-8")
    with pytest.raises(UserError, match=r"line 3: expected two sides with names of their own, found axis, axis"):
        read_settings(folder)


def test_a_folder_that_is_no_tournament_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"is no tournament: it has no tournament\.toml"):
        read_settings(tmp_path)
