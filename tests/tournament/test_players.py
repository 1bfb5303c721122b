"""Players: names and aliases that tell them apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournament.folders import folder_of, tournament_of
from trc_module.errors import UserError
from trc_module.tournament.folder import add_player, read_tournament
from trc_module.tournament.players import Player


def faults_of(tmp_path: Path, players: str) -> list[str]:
    folder = folder_of(tmp_path / "t")
    (folder / "players.toml").write_text(players, encoding="utf-8")
    with pytest.raises(UserError) as caught:
        read_tournament(folder)
    return [str(each).replace(str(folder / "players.toml"), "players.toml") for each in caught.value.args]


def test_a_player_is_known_by_any_name_however_it_is_written(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "t")
    (folder / "players.toml").write_text('[[player]]\nname = "Ann  Lee"\naliases = ["annlee99"]\n', encoding="utf-8")
    players = read_tournament(folder).players
    found = [players.called(name) for name in ("ann lee", "ANNLEE99", "Ann Lee ", "Bert")]
    assert [each and each.name for each in found] == ["Ann  Lee", "Ann  Lee", "Ann  Lee", None]


def test_an_alias_that_two_share_is_told_with_both_lines(tmp_path: Path) -> None:
    text = '[[player]]\nname = "Ann"\naliases = ["fox"]\n\n[[player]]\nname = "Bert"\naliases = ["Fox"]\n'
    assert faults_of(tmp_path, text) == [
        "players.toml, line 7: the alias 'Fox' of 'Bert' is one of 'Ann' too (line 3): a log with it could be of "
        "either."
    ]


def test_a_name_twice_and_one_player_with_two_names_are_told(tmp_path: Path) -> None:
    text = '[[player]]\nname = "Ann"\nemail = "a@example.org"\n[[player]]\nname = "ANN"\n'
    text += '[[player]]\nname = "Anna"\nemail = "A@example.org"\n'
    assert faults_of(tmp_path, text) == [
        "players.toml, line 5: the name 'ANN' of 'ANN' is one of 'Ann' too (line 2): a log with it could be of either.",
        "players.toml, line 7: 'Anna' has the address of 'Ann' (line 2): if they are one player, make one name an "
        "alias of the other.",
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('zone = "Europe/Berlinn"', "line 3: expected a time zone, as Europe/Berlin, found 'Europe/Berlinn'."),
        ('language = "fr"', "line 3, field 'language': expected one of de, en, it, found 'fr'"),
        ("rating = 'high'", "line 3, field 'rating': expected a number"),
        ('adress = "x"', "line 3, field 'adress': expected one of the fields name, aliases"),
    ],
)
def test_a_wrong_line_is_told(tmp_path: Path, line: str, told: str) -> None:
    (fault,) = faults_of(tmp_path, f'[[player]]\nname = "Ann"\n{line}\n')
    assert fault.startswith(f"players.toml, {told}")


def test_a_player_who_comes_later_is_added_and_a_known_name_is_refused(tmp_path: Path) -> None:
    tournament = tournament_of(tmp_path / "t")
    add_player(tournament, Player('Eva "E" Rot', ("eva",), since=2))
    again = read_tournament(tournament.folder)
    assert again.players.all[-1] == Player('Eva "E" Rot', ("eva",), since=2)
    assert not again.players.all[-1].plays(1)
    with pytest.raises(UserError, match=r"players\.toml, line 5: 'bert' is a name of 'Bert' already"):
        add_player(tournament, Player("bert"))
