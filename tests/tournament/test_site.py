"""The site of a tournament: its pages, its tables as data, and what is not in it."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.archive.games import WORK
from tests.tournament.folders import folder_of
from trc_module.errors import UserError
from trc_module.tournament.folder import read_tournament, write_pairings
from trc_module.tournament.pairing import Wanted, next_round
from trc_module.tournament.results import Results, results_of
from trc_module.tournament.site import SiteWritten, write_site


def test_the_site_has_pages_of_all_games_and_players_and_no_address(site: Path) -> None:
    page = site
    files = [path for path in page.rglob("*") if path.is_file()]
    assert {path.relative_to(page).as_posix() for path in page.glob("games/*")} == {"games/1.1.html", "games/1.2.html"}
    assert len(list((page / "players").iterdir())) == 4
    # Fonts hold any letters in base64, but no @ of an address.
    assert not [path.name for path in files if b"example.org" in path.read_bytes()]
    game = (page / "games" / "1.1.html").read_text(encoding="utf-8")
    (replay,) = [path for path in page.glob("replays/*.html") if path.stem != "index"]
    assert f'href="../replays/{replay.name}"' in game
    assert game.count("<b>violation ") == 3
    assert "By custom: All movement is open again: turn 1, Axis impulse 1." in game
    index = (page / "index.html").read_text(encoding="utf-8")
    assert "Dora &lt;b&gt;" in index
    assert "<script src=" in index
    assert index.count("<script") == 1
    assert "1 late" in index


def test_each_table_is_there_as_csv_and_json_with_one_fact_in_a_column(site: Path) -> None:
    data = site / "data"
    with (data / "games.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    trees = json.loads((data / "games.json").read_text(encoding="utf-8"))
    assert [row["game"] for row in rows] == [tree["game"] for tree in trees] == ["1.1", "1.2"]
    first, second = rows
    assert (first["axis"], first["bid-side"], first["bid"], first["state"]) == ("Ann", "axis", "2", "open")
    assert (second["winner"], second["by"], second["date"], second["ends"]) == (
        "russian",
        "resignation",
        "2026-03-20",
        "2026-04-30",
    )
    assert not any(isinstance(value, list | dict) for tree in trees for value in tree.values())
    for path in data.glob("*.json"):
        with path.with_suffix(".csv").open(encoding="utf-8", newline="") as stream:
            assert len(list(csv.DictReader(stream))) == len(json.loads(path.read_text(encoding="utf-8")))
    players = json.loads((data / "players.json").read_text(encoding="utf-8"))
    assert players[0].keys() == {"player", "first-round", "left-before-round", "rating"}


def test_the_search_finds_players_games_and_findings(site: Path) -> None:
    page = site
    text = (page / "search-index.js").read_text(encoding="utf-8")
    entries = json.loads(text.partition("window.entries = ")[2].rpartition(";")[0])
    kinds = [kind for kind, _, _ in entries]
    assert {kind: kinds.count(kind) for kind in ("player", "game")} == {"player": 4, "game": 2}
    assert "finding" in kinds
    assert all((page / link.partition("#")[0]).is_file() for _, _, link in entries)


def test_a_site_is_written_anew_only_where_something_changes(write: Callable[[], Path]) -> None:
    page = write()
    before = {path: path.stat().st_mtime_ns for path in page.rglob("*") if path.is_file()}
    write()
    changed = [path.name for path in before if path.stat().st_mtime_ns != before[path]]
    assert changed in ([], ["index.html"])  # The archive's own index is written each time.


def test_nothing_is_written_among_somebody_elses_files(write: Callable[[], Path], spring: Path) -> None:
    (spring / "page").mkdir()
    (spring / "page" / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UserError, match="holds something else than the site of a tournament"):
        write()
    assert [path.name for path in (spring / "page").iterdir()] == ["mine.txt"]


def empty(folder: Path, results: Results) -> SiteWritten:
    return write_site(read_tournament(folder), results, folder / "page", WORK, date(2026, 5, 1), lambda *_: None)


def test_a_tournament_before_its_first_log_has_a_site(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "t")
    assert empty(folder, Results()).games == 0
    assert "no round is paired yet" in (folder / "page" / "index.html").read_text(encoding="utf-8")


def test_a_large_tournament_is_paired_and_shown_in_seconds(tmp_path: Path) -> None:
    names = [f"Player {number}" for number in range(1, 65)]
    folder = folder_of(tmp_path / "t", players=names, settings="rounds = 6\n")
    for number in range(1, 7):
        tournament = read_tournament(folder)
        found = next_round(tournament, results_of(tournament, []).results, Wanted())
        assert len(found) == 32
        done = [_decided(each, number) for each in found]
        write_pairings(tournament, (*tournament.pairings, *done))
    tournament = read_tournament(folder)
    with pytest.raises(UserError, match="All 6 rounds of the tournament are paired"):
        next_round(tournament, results_of(tournament, []).results, Wanted())
    results = results_of(tournament, [])
    write_site(tournament, results, folder / "page", WORK, date(2026, 5, 1), lambda *_: None)
    standings = json.loads((folder / "page" / "data" / "standings.json").read_text(encoding="utf-8"))
    assert standings[0]["points"] == 6
    assert sum(row["points"] for row in standings) == 192
    index = (folder / "page" / "index.html").read_text(encoding="utf-8")
    assert index.count('class="c self"') == 64


def _decided(pairing: Any, number: int) -> Any:
    """Return a pairing that the player with the lower number has won."""
    from dataclasses import replace

    one, other = (int(name.split()[1]) for name in pairing.players)
    return replace(pairing, result="axis" if one < other else "russian", by="played", turn=number)
