from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from tests.workshop.conftest import picture
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.vassal import Archive, read_build_file
from trc_module.workshop.bundles import bundle_bytes, messages, parse_bundle, read_bundle

TEXT = st.text(st.characters(codec="utf-8"), max_size=12)


def run(*words: object) -> Result:
    return CliRunner().invoke(group, ["translate", *map(str, words)], catch_exceptions=False)


@given(st.dictionaries(TEXT.filter(bool), TEXT, max_size=4))
def test_a_bundle_that_is_written_is_read_again(words: dict[str, str]) -> None:
    assert parse_bundle(bundle_bytes(words)) == words


def test_a_bundle_is_read_as_java_does() -> None:
    text = b"# note\nMap.Main\\ Map.mapName = Haupt\\\n   karte\n! note\nempty\na:b\nc\\u00e9=\\ud83d\\ude00\n"
    assert parse_bundle(text) == {"Map.Main Map.mapName": "Hauptkarte", "empty": "", "a": "b", "c\u00e9": "\U0001f600"}


def test_the_texts_of_a_module_have_vassals_keys(module: Path) -> None:
    with Archive(module) as archive:
        found = {each.key: each.text for each in messages(read_build_file(archive))}
    assert found["Map.Main Map.mapName"] == "Main Map"
    assert found["PieceWindow.Counters..ListWidget.Red.entryName"] == "Red"
    assert found["Piece.* $unit$ attacks"] == "* $unit$ attacks"


@pytest.mark.parametrize("ending", ["po", "csv"])
def test_words_go_out_and_come_in_again(module: Path, tmp_path: Path, ending: str) -> None:
    sheet, new, again = tmp_path / f"de.{ending}", tmp_path / "new.vmod", tmp_path / f"again.{ending}"
    assert ", 20 of them without words." in run(module, "--language", "de", "-o", sheet).stdout.replace("\n", "")
    text = sheet.read_text("utf-8-sig")
    if ending == "po":
        key = 'msgctxt "Map.Main Map.mapName"\nmsgid "Main Map"\nmsgstr "'
        assert text.count(key) == 1
        text = text.replace(key, f"{key}Große Karte")
    else:
        text = text.replace("Map.Main Map.mapName,Main Map,", "Map.Main Map.mapName,Main Map,Große Karte")
    sheet.write_text(text, "utf-8")
    run(module, "--language", "de", "--from", sheet, "-o", new)
    with Archive(new) as archive:
        assert read_bundle(archive, "de") == {"Map.Main Map.mapName": "Große Karte"}
        (language,) = read_build_file(archive).iter("VASSAL.i18n.Translation")
        assert language.get("locale") == "de"
    told = run(new, "--json")
    assert told.exit_code == 1
    assert len(json.loads(told.stdout)["de"]["missing"]) == 19
    run(new, "--language", "de", "-o", again)
    assert again.read_text("utf-8-sig").rstrip() == text.rstrip()


def test_stale_words_are_told(module: Path, tmp_path: Path) -> None:
    (tmp_path / "de.csv").write_text("key,text,translation\nMap.Gone.mapName,Gone,Weg\n")
    new = tmp_path / "new.vmod"
    run(module, "--language", "de", "--from", tmp_path / "de.csv", "-o", new)
    told = run(new, "--language", "de", "--list").stdout
    assert told.splitlines()[0] == "de: 0 of 20 texts translated, 1 stale word"
    assert "    stale   Map.Gone.mapName = Weg" in told


def test_pictures_of_a_language_lie_where_vassal_looks_for_them(module: Path, tmp_path: Path) -> None:
    folder, new = tmp_path / "german", tmp_path / "new.vmod"
    folder.mkdir()
    (folder / "map.png").write_bytes(picture((4, 5, 6)))
    run(module, "--language", "de", "--pictures", folder, "-o", new)
    with Archive(new) as archive:
        assert archive.read("images_de/map.png") == picture((4, 5, 6))
    (folder / "no.png").write_bytes(b"")
    with pytest.raises(UserError, match=r"it has no 'no\.png'"):
        run(module, "--language", "de", "--pictures", folder, "-o", tmp_path / "other.vmod")


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("de.csv", "a,b\n", "line 1: expected the columns key,text,translation"),
        ("de.csv", "key,text,translation\nx,y\n", "row 2: expected 3 columns, found 2"),
        ("de.po", 'msgid "a\n', "expected a catalogue of gettext"),
        ("de.txt", "", "expected what a translator has filled in"),
    ],
)
def test_a_sheet_that_is_wrong_is_told(module: Path, tmp_path: Path, name: str, content: str, told: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(UserError, match=told):
        run(module, "--language", "de", "--from", tmp_path / name, "-o", tmp_path / "new.vmod")
    assert not (tmp_path / "new.vmod").exists()


def test_a_language_is_named_as_java_does(module: Path, tmp_path: Path) -> None:
    for words in (("--language", "german", "-o", tmp_path / "x.po"), ("-o", tmp_path / "x.po")):
        with pytest.raises(UserError, match="anguage"):
            run(module, *words)
