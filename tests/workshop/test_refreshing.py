"""Saves of a folder, and set-ups of a module, brought forward at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.workshop.test_edits import edit
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.vassal import Archive
from trc_module.vassal.palette import Palette, read_palette
from trc_module.workshop.pieces_table import rows_of
from trc_module.workshop.refreshing import refresh_folder, refresh_setups


def newer(module: Path, script: str) -> tuple[Path, Palette]:
    """Return a module that a script has changed, and its palette."""
    _, new = edit(module, script)
    with Archive(new) as archive:
        return new, read_palette(archive)


def test_every_save_of_a_folder_is_brought_forward_and_told(module: Path, save: Path, tmp_path: Path) -> None:
    _, palette = newer(module, '[[slot]]\nof = "Old"\ndrop = true\n')
    games = tmp_path / "games"
    (games / "round 1").mkdir(parents=True)
    save.rename(games / "round 1" / "a.vsav")
    (games / "b.vsav").write_bytes(b"nothing")
    (games / "notes.txt").write_text("words")
    rows = list(refresh_folder(games, tmp_path / "new", palette))
    assert [(row.file, row.pieces, bool(row.reasons)) for row in rows] == [
        ("b.vsav", 0, True),
        ("round 1/a.vsav", 4, False),
    ]
    assert sorted(path.name for path in (tmp_path / "new").rglob("*.*")) == ["a.vsav"]
    assert len(rows_of(tmp_path / "new" / "round 1" / "a.vsav")) == 4


def test_what_would_lose_a_piece_is_not_written(module: Path, save: Path, tmp_path: Path) -> None:
    _, palette = newer(module, '[[slot]]\nof = "2nd"\ndrop = true\n')
    games = tmp_path / "games"
    games.mkdir()
    save.rename(games / "a.vsav")
    (row,) = refresh_folder(games, tmp_path / "new", palette)
    assert row.reasons == ("The module has no piece number 2 and none named '2nd'.",)
    assert not (tmp_path / "new").exists()


def test_nothing_goes_into_a_folder_with_something_in_it(module: Path, tmp_path: Path) -> None:
    _, palette = newer(module, '[[slot]]\nof = "Old"\ndrop = true\n')
    for output in (tmp_path, tmp_path / "inner"):
        with pytest.raises(UserError, match=r"is not empty|lies in"):
            list(refresh_folder(tmp_path, output, palette))


def test_the_set_ups_of_a_module_follow_its_palette(module: Path, tmp_path: Path) -> None:
    new, _ = newer(module, '[[trait]]\nof = "?*"\ntrait = "report"\nset = { format = "advances" }\n')
    output = tmp_path / "output.vmod"
    (report,) = refresh_setups(new, output)
    assert (report.name, report.pieces, report.reasons) == ("start.vsav", 4, ())
    with Archive(output) as archive, Archive.inside(archive, "start.vsav") as saved:
        assert saved.names == ("savedGame", "savedata", "moduledata")
    assert module.read_bytes() != output.read_bytes()


def test_the_command_takes_a_folder_or_a_module(module: Path, save: Path, tmp_path: Path) -> None:
    new, _ = newer(module, '[[slot]]\nof = "Old"\ndrop = true\n')
    games, output = tmp_path / "games", tmp_path / "out"
    games.mkdir()
    save.rename(games / "a.vsav")
    (games / "b.vsav").write_bytes(b"nothing")
    told = CliRunner().invoke(group, ["refresh", str(games), "--to", str(new), "-o", str(output)])
    assert told.exit_code == 1
    assert told.stdout.splitlines()[:2] == ["a.vsav: 4 pieces", "b.vsav: 0 pieces, not brought forward"]
    assert told.stderr.endswith("1 of 2 games brought forward.\n")
    told = CliRunner().invoke(group, ["refresh", str(new), "--setups", "-o", str(tmp_path / "m.vmod"), "--json"])
    assert (told.exit_code, json.loads(told.stdout)) == (0, [{"file": "start.vsav", "pieces": 4, "reasons": []}])
    for words in ([], ["--setups", "--to", str(new)]):
        told = CliRunner().invoke(group, ["refresh", str(new), *words, "-o", str(tmp_path / "x.vmod")])
        assert "Name the newer module with --to" in str(told.exception)
