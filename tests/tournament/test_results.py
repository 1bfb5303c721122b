"""Results: from the logs, by hand, and against each other."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from tests.tournament.folders import game_row, tournament_of
from trc_module.archive.table import GameRow
from trc_module.errors import UserError
from trc_module.tournament.results import Results, late, result_tree, results_of, scores_of

ROWS = ("1.1,1,Ann,Bert", "1.2,1,Carl,Dora")


def told(path: Path, games: list[GameRow], rows: tuple[str, ...] = ROWS, settings: str = "") -> Results:
    return results_of(tournament_of(path / "t", rows=rows, settings=settings), games)


def test_a_result_is_that_of_the_log_or_of_the_file(tmp_path: Path) -> None:
    games = [game_row("aa11", "ann", "Bert", "russian", points=7)]
    rows = ("1.1,1,Ann,Bert", "1.2,1,Carl,Dora,,,axis,resignation,3,9", "2.1,2,Ann,", "2.2,2,Bert,Carl")
    found = told(tmp_path, games, rows)
    states = [(each.winner, each.by, each.points, each.turn, each.is_open) for each in found.results]
    assert states == [
        ("russian", "log", 7, 5, False),
        ("axis", "resignation", 3, 9, False),
        ("", "", None, None, False),
        ("", "", None, None, True),
    ]
    assert found.notes == []
    tournament = tournament_of(tmp_path / "t", rows=rows)
    tree = result_tree(tournament, found.results[0])
    assert (tree["state"], tree["won-by-player"], tree["archive"], tree["why"]) == ("won", "Bert", "aa11", "27.2b")
    points = {(each.round, each.player): float(each.points) for each in scores_of(tournament, found.results)}
    assert points == {(1, "Ann"): 0, (1, "Bert"): 1, (1, "Carl"): 1, (1, "Dora"): 0, (2, "Ann"): 1}


def test_a_result_against_the_log_is_told_with_file_and_line_and_a_ruling_may_overrule_it(tmp_path: Path) -> None:
    games = [game_row("aa11", "Ann", "Bert", "russian")]
    with pytest.raises(UserError) as caught:
        told(tmp_path, games, ("1.1,1,Ann,Bert,,,axis",))
    assert str(caught.value) == (
        f"{tmp_path / 't' / 'pairings.csv'}, line 2: the result is 'axis', and aa11.vlog says 'russian' (27.2b); a "
        "ruling may overrule it: 'by' ruling, with the reason in 'why'."
    )
    (result,) = told(tmp_path, games, ("1.1,1,Ann,Bert,,,axis,ruling,,,,,the die was loaded",)).results
    assert (result.winner, result.by) == ("axis", "ruling")
    # A log that names no winner contradicts nobody.
    (result,) = told(tmp_path, [game_row("aa11", "Ann", "Bert")], ("1.1,1,Ann,Bert,,,axis,resignation",)).results
    assert result.winner == "axis"


def test_a_game_that_is_there_twice_is_told_unless_the_row_names_the_one_that_counts(tmp_path: Path) -> None:
    games = [game_row("aa11", "Ann", "Bert", "axis"), game_row("bb22", "Ann", "Bert", "russian")]
    with pytest.raises(UserError) as caught:
        told(tmp_path, games)
    assert "line 2: game 1.1 is in the archive twice, as aa11 (aa11.vlog) and bb22 (bb22.vlog)" in str(caught.value)
    found = told(tmp_path, games, ("1.1,1,Ann,Bert,,bb22",))
    assert [each.winner for each in found.results] == ["russian"]
    assert found.notes == ["aa11.vlog: Ann and Bert are not paired with these sides."]


def test_what_belongs_to_no_pairing_is_told(tmp_path: Path) -> None:
    games = [
        game_row("aa11", "Annie", "Bert"),
        game_row("bb22", "Dora", "Carl"),
        game_row("cc33", "Ann", "Dora"),
        game_row("dd44", "", "Bert"),
        game_row("ee55", "Ann", "Bert", error="it is damaged"),
        game_row("ff66", players=(("axis", "Ann"), ("axis", "Carl"), ("russian", "Bert"))),
    ]
    assert told(tmp_path, games).notes == [
        "ee55.vlog: not judged: it is damaged",
        "aa11.vlog: 'Annie' plays the axis side, and no player has that name or alias (did you mean Ann?): "
        "add it there, or name aa11 in 'log' of its game.",
        "bb22.vlog: Dora and Carl are not paired with these sides; the other way round they are.",
        "cc33.vlog: Ann and Dora are not paired with these sides.",
        "dd44.vlog: nobody plays the axis side: name dd44 in 'log' of its game.",
        "ff66.vlog: Ann and Carl both play the axis side: name ff66 in 'log' of its game.",
    ]


def test_a_log_that_a_row_names_must_not_be_of_other_players(tmp_path: Path) -> None:
    rows = ("1.1,1,Ann,Bert,,aa11",)
    assert told(tmp_path, [game_row("aa11", "Axis player", "Bert", "axis")], rows).results[0].winner == "axis"
    with pytest.raises(UserError, match=r"line 2: by aa11\.vlog the axis side is played by 'Dora', not by 'Ann'"):
        told(tmp_path, [game_row("aa11", "Dora", "Bert")], rows)


def test_two_who_meet_twice_name_their_logs(tmp_path: Path) -> None:
    rows = ("1.1,1,Ann,Bert", "2.1,2,Ann,Bert")
    found = told(tmp_path, [game_row("aa11", "Ann", "Bert", "axis")], rows)
    assert [each.is_open for each in found.results] == [True, True]
    assert found.notes == ["aa11.vlog: its players meet in 1.1, 2.1: name the game's log, aa11, in 'log'."]


def test_another_scenario_or_other_options_are_told(tmp_path: Path) -> None:
    games = [game_row("aa11", "Ann", "Bert", scenario="short", options="26.5")]
    found = told(tmp_path, games, settings='scenario = "campaign"\noptions = ["26.4"]\n')
    assert found.notes == [
        "aa11.vlog is of the scenario 'short'; the tournament plays 'campaign'.",
        "aa11.vlog is played with 26.5; the tournament plays 26.4.",
    ]


def test_games_are_late_after_the_end_of_their_round(tmp_path: Path) -> None:
    settings = "[[round]]\nnumber = 1\nends = 2026-04-30\n"
    tournament = tournament_of(tmp_path / "t", rows=("1.1,1,Ann,Bert", "1.2,1,Carl,Dora,,,draw"), settings=settings)
    results = results_of(tournament, []).results
    assert [each.pairing.game for each in late(tournament, results, date(2026, 5, 1))] == ["1.1"]
    assert late(tournament, results, date(2026, 4, 30)) == []
