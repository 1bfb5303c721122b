"""The order of a battle's results, from better to worse."""

from __future__ import annotations

import pytest

from trc_module.games import find_game
from trc_module.rules.ranked_results import RankedResults, deviations, ranked


def test_each_face_is_compared_with_all_others() -> None:
    assert deviations([0, 0, 1, 2, 2, 2]) == (-4, -4, -1, 3, 3, 3)


@pytest.mark.parametrize(
    ("game", "sheet", "odds", "die", "better"),
    [
        ("trc", "", "3-1", 1, -5),
        ("nr", "axis", "1-3", 1, -3),
        ("nr", "axis", "1-3", 6, 5),
        ("nr", "soviet", "1-3", 6, 5),
        ("nr", "soviet", "1-3", 4, -2),
        ("nr", "soviet", "9-1", 4, None),
        ("nr", "axis", "1-3", 7, None),
        ("nr", "axis", "1-3", None, None),
    ],
)
def test_how_lucky_a_die_is(game: str, sheet: str, odds: str, die: int | None, better: int | None) -> None:
    results = find_game(game).ranked_results
    assert results is not None
    assert results.better(sheet, odds, die) == better


def test_a_game_without_a_results_table_or_with_gaps_in_it_has_no_ranks() -> None:
    assert find_game("m41").ranked_results is None
    assert find_game("trp").ranked_results is None
    assert ranked(()) is None
    assert RankedResults({}, ()).better("", "1-1", 1) is None
