"""The report of an archive: an index of all games, and a page of each that is made once."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode
from pathlib import Path

import pytest

from tests.archive.games import WORK, own_copy
from trc_module.archive.index_page import table_page
from trc_module.archive.packed import unpacked_tree
from trc_module.archive.pages import PagesWritten, write_report
from trc_module.archive.search import units_in
from trc_module.archive.store import Store
from trc_module.archive.table import damaged, game_rows
from trc_module.errors import UserError
from trc_module.report.rulings import Ruling, Rulings, fingerprints


@pytest.fixture
def archive(tournament: Path, tmp_path: Path) -> Path:
    return own_copy(tournament, tmp_path / "x.db")


def test_each_game_has_a_page_to_which_the_index_and_answers_lead(archive: Path, tmp_path: Path) -> None:
    with Store(archive) as store:
        assert write_report(store, tmp_path / "report", WORK) == PagesWritten(written=2)
        names = [game.name for game in game_rows(store)]
        (answer,) = units_in(store, "ger-41-pz", "Y17")
    assert sorted(path.stem for path in (tmp_path / "report").iterdir()) == sorted([*names, "index", "shared"])
    index = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert all(f'<a href="{name}.html">{name}</a></th>' in index for name in names)
    assert "bad.vlog: &#39;" in index
    assert "Results by column" in index
    page, _, place = answer.link.partition("#")
    assert (tmp_path / "report" / page).is_file()
    # What audit.js reads of an address.
    assert place == f"step={answer.step}"


def test_a_page_is_made_again_only_if_it_would_be_another(archive: Path, tmp_path: Path) -> None:
    folder = tmp_path / "report"
    with Store(archive) as store:
        write_report(store, folder, WORK)
        assert write_report(store, folder, WORK) == PagesWritten(kept=2)
        one, two = sorted(folder.glob("[!i]*.html"))
        before = one.read_bytes()
        one.write_bytes(before[:-10])
        assert write_report(store, folder, WORK) == PagesWritten(written=1, kept=1)
        assert one.read_bytes() == before
        store.do("UPDATE game SET chosen = replace(chosen, '[]', '[ ]') WHERE name = ?", two.stem)
        assert write_report(store, folder, WORK) == PagesWritten(written=1, kept=1)


def test_what_all_pages_have_in_common_is_there_once_and_comes_back_when_it_is_lost(
    archive: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "report"
    with Store(archive) as store:
        write_report(store, folder, WORK)
        shared = sorted(path.name for path in (folder / "shared").iterdir())
        assert [name.partition(".")[2] for name in sorted(shared, key=len)] == ["js", "css", "stage.js"]
        for page in folder.glob("[!i]*.html"):
            text = page.read_text(encoding="utf-8")
            assert len(text) < 60_000
            assert all(f'"shared/{name}"' in text for name in shared)
        (folder / "shared" / shared[0]).unlink()
        assert write_report(store, folder, WORK) == PagesWritten(written=2)
    assert sorted(path.name for path in (folder / "shared").iterdir()) == shared


def test_a_ruling_stands_in_the_page_of_its_game(archive: Path, tmp_path: Path) -> None:
    folder = tmp_path / "report"
    with Store(archive) as store:
        write_report(store, folder, WORK)
        game = store.one("SELECT * FROM game WHERE violations = 1")
        assert game is not None
        findings = unpacked_tree(game["tree"])["findings"]
        place = next(number for number, each in enumerate(findings) if each["verdict"] == "violation")
        name = list(fingerprints(game["name"], findings))[place]
        ruling = Ruling(name, "agreed", "both play on", "Ann")
        rulings = Rulings({name: ruling}, {name: 3})
        assert write_report(store, folder, WORK, rulings=rulings) == PagesWritten(written=1, kept=1)
        assert write_report(store, folder, WORK, rulings=rulings) == PagesWritten(kept=2)
    text = (folder / f"{game['name']}.html").read_text(encoding="utf-8")
    packed = text.partition('id="content">')[2].partition("<")[0]
    told = json.loads(zlib.decompress(b64decode(packed)))["findings"]
    assert [each["ruling"] for each in told if "ruling" in each] == ["agreed by Ann: both play on"]


def test_a_page_with_other_findings_than_the_archive_holds_is_told(archive: Path, tmp_path: Path) -> None:
    with Store(archive) as store:
        game = store.one("SELECT * FROM game WHERE violations = 1")
        assert game is not None
        tree = unpacked_tree(game["tree"])
        tree["findings"] = []
        store.do("UPDATE game SET tree = ? WHERE id = ?", zlib.compress(json.dumps(tree).encode()), game["id"])
        for _ in range(2):
            assert write_report(store, tmp_path / "report", WORK).outdated == [game["name"]]
    index = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert f"{game['name']}</a>*</th>" in index
    assert "* Today&#39;s" not in index  # The sentence is ours, not quoted.
    assert "* Today's program judges this game otherwise" in index


def test_a_report_that_cannot_be_written_is_told(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with Store(archive) as store, pytest.raises(UserError, match="expected a folder to write into"):
        write_report(store, tmp_path / "file" / "report", WORK)


def test_the_table_as_a_page_has_no_links_and_no_markup_of_players(archive: Path) -> None:
    with Store(archive) as store:
        store.do("UPDATE seat SET player = '<script>x</script>'")
        page = table_page(game_rows(store), damaged(store))
    assert "<a " not in page
    assert "&lt;script&gt;x" in page
    assert "<script" not in page


@pytest.mark.parametrize("name", ["index.html", "game"])
def test_a_page_of_somebody_elses_is_not_lost(name: str, archive: Path, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    if name == "game":
        with Store(archive) as store:
            name = f"{store.all('SELECT name FROM game ORDER BY name')[0][0]}.html"
    (folder / name).write_text("<html>my club</html>", encoding="utf-8")
    with Store(archive) as store, pytest.raises(UserError, match="is not one of our pages, and would be lost"):
        write_report(store, folder, WORK)
    assert [path.name for path in folder.iterdir()] == [name]
    assert (folder / name).read_text(encoding="utf-8") == "<html>my club</html>"
