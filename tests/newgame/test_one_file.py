"""A game goes into one file and comes out as it was; a file that is no game, or wants to lie elsewhere, is refused."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.gamespec import read_spec
from trc_module.gamespec.trusted import is_trusted
from trc_module.newgame import write_skeleton
from trc_module.newgame.one_file import pack_game, unpack_game

PACKAGE = "package = 'hills_rules'\n"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def hills(tmp_path: Path) -> Path:
    write_skeleton(tmp_path / "made" / "hills", "Hills")
    return tmp_path / "made" / "hills"


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _archive(path: Path, entries: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in entries.items():
            archive.writestr(name, text)
    return path


def _run(*words: str, answer: str = "") -> str:
    done = CliRunner().invoke(group, words, input=answer, catch_exceptions=False)
    assert done.exit_code == 0
    return done.output


def test_a_game_comes_out_as_it_went_in(hills: Path, tmp_path: Path) -> None:
    before = _contents(hills)
    for name in ("hills-1.vmod", "game.vlog", "build/x.txt", "rules_py/__pycache__/x.pyc", ".git/config"):
        (hills / name).parent.mkdir(exist_ok=True, parents=True)
        (hills / name).write_bytes(b"made of it")
    assert _run("pack", str(hills)) == "Wrote hills.zip: Hills, 21 files.\n"
    first = (tmp_path / "hills.zip").read_bytes()
    assert set(pack_game(hills, tmp_path / "again.zip")) == set(before)
    assert (tmp_path / "again.zip").read_bytes() == first
    assert _run("unpack", "hills.zip").startswith("Unpacked Hills into hills: 21 files.\n")
    assert _contents(tmp_path / "hills") == before


def test_a_game_with_faults_is_not_packed(hills: Path, tmp_path: Path) -> None:
    (hills / "charts" / "terrain.toml").unlink()
    with pytest.raises(UserError):
        CliRunner().invoke(group, ["pack", str(hills)], catch_exceptions=False)
    assert not (tmp_path / "hills.zip").exists()


@pytest.mark.parametrize(("option", "runs"), [("--trust", True), ("--no-trust", False), ("", False)])
def test_rules_in_python_run_only_if_somebody_says_so(hills: Path, tmp_path: Path, option: str, runs: bool) -> None:
    path = hills / "game.toml"
    path.write_text(PACKAGE + path.read_text(encoding="utf-8"), encoding="utf-8")
    (hills / "hills_rules").mkdir()
    (hills / "hills_rules" / "__init__.py").write_text("raise SystemExit('it ran')\n", encoding="utf-8")
    pack_game(hills, tmp_path / "hills.zip")
    out = _run("unpack", "hills.zip", *filter(None, [option]))
    assert is_trusted(tmp_path / "hills") is runs
    assert ("do not run" in out) is not runs
    assert read_spec(tmp_path / "hills").package == "hills_rules"


def test_a_game_in_the_place_of_one_that_could_run_cannot(hills: Path, tmp_path: Path) -> None:
    write_skeleton(tmp_path / "hills", "Hills")
    assert is_trusted(tmp_path / "hills")
    for path in sorted((tmp_path / "hills").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    path = hills / "game.toml"
    path.write_text(PACKAGE + path.read_text(encoding="utf-8"), encoding="utf-8")
    pack_game(hills, tmp_path / "hills.zip")
    _run("unpack", "hills.zip")
    assert not is_trusted(tmp_path / "hills")


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ({"readme.txt": "hello"}, r"is no game in one file: expected a folder with a file game.toml in it"),
        ({"a/game.toml": "", "b/units.csv": ""}, r"is no game in one file"),
        ({"hills/game.toml": "", "hills/../../x": ""}, r"leads out of the archive"),
        ({"hills/game.toml": "", "hills/C:/x": ""}, r"holds 'hills/C:/x', which is no name of a file everywhere"),
        ({"hills/game.toml": "title ="}, r"holds no game that can be read: hills/game.toml: expected TOML"),
        ({"trc/game.toml": ""}, r"holds the game 'trc', and there is one already"),
    ],
)
def test_what_is_no_game_is_refused_and_nothing_is_written(entries: dict[str, str], words: str, tmp_path: Path) -> None:
    path = _archive(tmp_path / "x.zip", entries)
    with pytest.raises(UserError, match=words):
        unpack_game(path, None)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["x.zip"]


def test_two_names_of_one_game_are_refused(hills: Path, tmp_path: Path) -> None:
    text = (hills / "game.toml").read_text(encoding="utf-8")
    path = _archive(tmp_path / "x.zip", {"valleys/game.toml": text})
    with pytest.raises(UserError, match="holds a game 'hills' in a folder 'valleys': expected one name"):
        unpack_game(path, None)


def test_what_is_there_is_kept(hills: Path, tmp_path: Path) -> None:
    pack_game(hills, tmp_path / "hills.zip")
    (tmp_path / "hills").mkdir()
    (tmp_path / "hills" / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UserError, match="expected a new or an empty folder"):
        unpack_game(tmp_path / "hills.zip", None)
    assert _contents(tmp_path / "hills") == {"mine.txt": b"mine"}


def test_a_link_to_elsewhere_is_not_packed(hills: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    (hills / "note.txt").symlink_to(tmp_path / "secret")
    with pytest.raises(UserError, match="not a link to one elsewhere"):
        pack_game(hills, tmp_path / "hills.zip")
    assert not (tmp_path / "hills.zip").exists()
