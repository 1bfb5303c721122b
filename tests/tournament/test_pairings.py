"""Pairings: read and written without loss; what is wrong is told with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournament.folders import HEAD, folder_of, tournament_of
from trc_module.errors import UserError
from trc_module.tournament.folder import read_tournament, write_pairings
from trc_module.tournament.pairings import Bid


def fault_of(path: Path, *rows: str, settings: str = "") -> list[str]:
    with pytest.raises(UserError) as caught:
        tournament_of(path / "t", rows=rows, settings=settings)
    return [str(each).replace(str(path / "t" / "pairings.csv"), "pairings.csv") for each in caught.value.args]


def test_pairings_are_read_in_natural_order_and_written_again_as_they_were(tmp_path: Path) -> None:
    rows = (
        "1.10,1,Ann,Bert,axis 3,ab12 cd34,draw,adjudication,-2,7,2026-03-01,Carl; Dora,both say so",
        "1.2,1,Carl,,,",
    )
    tournament = tournament_of(tmp_path / "t", rows=rows)
    bye, game = tournament.pairings
    assert (bye.game, bye.players, bye.is_bye) == ("1.2", ("Carl", ""), True)
    assert (game.bid, game.logs, game.points, game.judges) == (Bid("axis", 3), ("ab12", "cd34"), -2, ("Carl", "Dora"))
    write_pairings(tournament, tournament.pairings)
    again = read_tournament(tournament.folder).pairings
    assert [each.why for each in again] == ["", "both say so"]
    assert (tournament.folder / "pairings.csv").read_text(encoding="utf-8") == (
        f"{HEAD}1.2,1,Carl,,,,,,,,,,\n"
        "1.10,1,Ann,Bert,axis 3,ab12 cd34,draw,adjudication,-2,7,2026-03-01,Carl; Dora,both say so\n"
    )


def test_a_table_that_a_spreadsheet_has_saved_with_semicolons_and_a_mark_is_read(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "t")
    text = f"\ufeff{HEAD}1.1,1,Ann,Bert,,,axis,,,,,,\n".replace(",", ";")
    (folder / "pairings.csv").write_text(text, encoding="utf-8")
    (game,) = read_tournament(folder).pairings
    assert (game.players, game.result, game.by) == (("Ann", "Bert"), "axis", "played")


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("1.1,1,Ann,Zoe", "there is no player 'Zoe'."),
        ("1.1,1,Ann,Berta", "there is no player 'Berta' (did you mean Bert?)."),
        ("1.1,1,Ann,ann", "'Ann' plays against himself."),
        ("1.1,1,,", "expected a player in 'axis' or 'russian'."),
        (",1,Ann,Bert", "expected the name of the game, as 1.1."),
        ("1.1,x,Ann,Bert", "expected a whole number in 'round', found 'x'."),
        ("1.1,0,Ann,Bert", "expected a whole number in 'round', found '0'."),
        ("1.1,1,Ann,Bert,3", "expected a side and a number in 'bid', as 'axis 3', found '3'."),
        ("1.1,1,Ann,Bert,,,won", "expected one of axis, russian, draw in 'result', found 'won'."),
        ("1.1,1,Ann,Bert,,,,ruling", "'by' says ruling, and 'result' nothing."),
        ("1.1,1,Ann,Bert,,,axis,ruling", "a ruling needs its reason in 'why'."),
        ("1.1,1,Ann,Bert,,,axis,,much", "expected a whole number in 'points', found 'much'."),
        ("1.1,1,Ann,Bert,,,axis,,,,1.3.26", "expected a date in 'date', as 2026-11-22, found '1.3.26'."),
        ("1.1,1,Ann,Bert,,,draw,adjudication", "expected two members in 'judges', as 'Ann; Bert'."),
        ("1.1,1,Ann,Bert,,,draw,adjudication,,,,Ann; Carl", "a player of the game is among its judges."),
        ("1.1,1,Ann,Bert,,,draw,adjudication,,,,Carl; Zoe", "there is no player 'Zoe' to judge."),
        ("1.1,1,Ann,,,,axis", "a bye has no result."),
        ("1.1,1,Ann,Bert,,,axis,,,,,,because, as they said", "expected 13 cells, found 14."),
    ],
)
def test_a_wrong_cell_is_told_with_its_line(tmp_path: Path, row: str, told: str) -> None:
    faults = fault_of(tmp_path, row)
    assert f"pairings.csv, line 2: {told}" in faults


def test_a_game_twice_a_player_twice_and_a_missing_round_are_told_together(tmp_path: Path) -> None:
    assert fault_of(tmp_path, "1.1,1,Ann,Bert,,ab12", "1.1,1,Carl,Ann,,ab12", "3.1,3,Ann,Dora") == [
        "pairings.csv, line 3: game 1.1 is on line 2 already.",
        "pairings.csv, line 3: the log 'ab12' belongs to the game on line 2 already.",
        "pairings.csv, line 3: 'Ann' plays in round 1 on line 2 already.",
        "pairings.csv, line 4: round 3 is there, and round 2 is missing.",
    ]


def test_on_a_ladder_a_player_may_have_several_games(tmp_path: Path) -> None:
    rows = ("1.1,1,Ann,Bert", "1.2,1,Ann,Carl")
    assert len(tournament_of(tmp_path / "t", rows=rows, settings='system = "ladder"\n').pairings) == 2


def test_a_round_beyond_the_last_one_and_wrong_columns_are_told(tmp_path: Path) -> None:
    assert fault_of(tmp_path, "1.1,1,Ann,Bert", "2.1,2,Bert,Ann", settings="rounds = 1\n") == [
        "pairings.csv, line 3: round 2 is more than the 1 rounds of the tournament."
    ]
    folder = folder_of(tmp_path / "t")
    (folder / "pairings.csv").write_text("game,round,white,black\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"pairings\.csv, line 1: expected the columns game, round, axis, russian"):
        read_tournament(folder)
