"""`trc-module data`: the data come out of the package, to be changed and given back with --data."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.gamespec import find_spec
from trc_module.gamespec.export import data_files

ROOT = Path(__file__).parents[2]


def run(*words: str) -> Result:
    return CliRunner().invoke(group, ["data", *words])


def test_every_data_file_is_listed_with_what_it_holds() -> None:
    done = json.loads(run("list", "--json").output)
    assert done["folder"] == str(find_spec("trc").folder)
    told = {row["file"]: row["about"] for row in done["files"]}
    assert set(told) == {path.as_posix() for path in data_files(find_spec("trc"))}
    assert told["charts/combat.toml"] == "Combat results (13.1 to 13.3)."
    assert told["map/hexes.geojson"] == ""
    assert run("list").output.splitlines()[-1] == f"{len(told)} files in {done['folder']}."


def test_all_of_them_are_copied_as_they_are(tmp_path: Path) -> None:
    spec = find_spec("trc")
    done = run("export", str(tmp_path / "mine"))
    count = len(data_files(spec))
    assert done.output.splitlines()[0] == f"{tmp_path / 'mine'}: {count} files of The Russian Campaign."
    for file in data_files(spec):
        assert (tmp_path / "mine" / file).read_bytes() == (spec.folder / file).read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_files_and_folders_are_chosen_by_name(tmp_path: Path) -> None:
    run("export", str(tmp_path / "mine"), "units.csv", "scenarios/")
    found = {path.relative_to(tmp_path / "mine").as_posix() for path in (tmp_path / "mine").rglob("*.*")}
    assert {"units.csv", "scenarios/campaign.toml"} < found
    assert {name.partition("/")[0] for name in found} == {"units.csv", "scenarios"}


def test_a_corrected_copy_wins(tmp_path: Path) -> None:
    run("export", str(tmp_path / "mine"), "units.csv")
    path = tmp_path / "mine" / "units.csv"
    text = path.read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if line.startswith("ger-47-pz"))
    assert row.count(", 7 ") >= 1
    path.write_text(text.replace(row, row.replace(", 7 ", ", 8 ", 1)), encoding="utf-8")
    before = json.loads(CliRunner().invoke(group, ["facts", "--json"]).output)
    after = json.loads(CliRunner().invoke(group, ["facts", "--json", "--data", str(tmp_path / "mine")]).output)
    assert after["counts"]["units"].get("owner", 0) == before["counts"]["units"].get("owner", 0) + 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["mine", "units.cvs"], "have no file or folder 'units.cvs' (did you mean units.csv?)"),
        (["full"], "full: expected a new or an empty folder; nothing was written."),
    ],
)
def test_nothing_is_written_where_something_is_wrong(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("full").mkdir()
    Path("full/letter.txt").write_text("Dear friend", encoding="utf-8")
    error = run("export", *words).exception
    assert isinstance(error, UserError)
    assert told in str(error)
    assert [path.name for path in tmp_path.iterdir()] == ["full"]


@pytest.mark.parametrize("words", [("data", "export", "mine"), ("new-game", "mine", "--title", "Mine")])
def test_nothing_beside_a_new_folder_is_touched(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    # This was once where the copy was put together, and what lay there was removed.
    Path(".mine.new").mkdir()
    Path(".mine.new/letter.txt").write_text("Dear friend", encoding="utf-8")
    assert CliRunner().invoke(group, list(words)).exit_code == 0
    assert Path(".mine.new/letter.txt").read_text(encoding="utf-8") == "Dear friend"
    assert sorted(path.name for path in tmp_path.iterdir()) == [".mine.new", "mine"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("words", [("data", "export", "mine"), ("new-game", "mine", "--title", "Mine")])
def test_a_link_stays_one(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there").mkdir()
    Path("mine").symlink_to("there")
    assert "mine: expected a new or an empty folder" in str(CliRunner().invoke(group, list(words)).exception)
    assert Path("mine").is_symlink()
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["mine", "there"]
