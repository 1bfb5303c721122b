from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

from tests.referee.engine import Engine
from tests.referee.modules import write_module
from trc_module.module.assembly import build_tree
from trc_module.module.inputs import ModuleInputs
from trc_module.module.window_titles import LANGUAGES, bundles, translations


def test_windows_have_titles_in_the_language_of_the_module_and_maps_keep_their_names(parts: ModuleInputs) -> None:
    german = replace(parts, language="de")
    assert german.window_titles == {
        "Axis Order of Battle": "Aufstellung der Achse",
        "Russian Order of Battle": "Aufstellung der Russen",
        "Pools and Reserves": "Vorräte und Reserven",
        "Turn Record and Weather": "Runden und Wetter",
        "Options": "Optionen",
        "Sequence of Play": "Ablauf eines Zugs",
    }
    assert parts.window_titles == {}
    names = [each.get("mapName") for each in build_tree(german, "1").iter("VASSAL.build.module.Map")]
    assert names == [*["Main Map", *german.window_titles][:5], "Sequence of Play", "Options"]


def test_a_bundle_has_letters_and_blanks_as_java_reads_them() -> None:
    first, *_ = bundles({"Axis: at start": "Für die Achse"})
    assert first.name == "Module_de.properties"
    assert first.data == b"Map.Axis\\:\\ at\\ start.mapName=F\\u00fcr die Achse\n"
    assert list(bundles({})) == []


def test_the_engine_shows_the_title_and_knows_the_map_by_its_name(referee: Engine, tmp_path: Path) -> None:
    titles = {"Side Map": "Carta à lato"}
    (language,) = translations(titles)
    assert [each.get("locale") for each in language] == list(LANGUAGES)
    translated = "".join(f'<VASSAL.i18n.Translation locale="{name}"/>' for name in LANGUAGES)
    board = '<BoardPicker><Board name="Plain" width="200" height="100" color="255,255,255"/></BoardPicker>'
    path = write_module(
        tmp_path / "titled.vmod",
        f"<VASSAL.i18n.Language>{translated}</VASSAL.i18n.Language>"
        f'<Map mapName="Main Map">{board}</Map><Map mapName="Side Map" launch="false">{board}</Map>',
    )
    with zipfile.ZipFile(path, "a") as archive:
        for entry in bundles(titles):
            archive.writestr(entry.name, entry.data)
    game = referee.open(path)
    assert (game.maps, game.report.complaints) == (("Main Map", "Side Map"), ())
    game.new_game()
    assert "Carta à lato" in {window["title"] for window in game.windows()}
