from __future__ import annotations

import os
import shutil
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from lxml import etree
from PIL import Image

from trc_module.cli.main import group
from trc_module.disk_cache import cache_root
from trc_module.errors import UserError
from trc_module.games.trc.module.tables import charts_of
from trc_module.module import build_stamp
from trc_module.module.assembly import build_tree
from trc_module.module.battle import ROLE
from trc_module.module.build import build_module
from trc_module.module.identity import engine_version
from trc_module.module.inputs import ModuleInputs
from trc_module.module.layout import COUNTER, MAIN_MAP
from trc_module.module.options import OPTIONS_MAP
from trc_module.module.plates import every_plate
from trc_module.vassal.archive import Archive
from trc_module.vassal.buildfile import serialize
from trc_module.vassal.commands import AddPiece
from trc_module.vassal.lint import lint
from trc_module.vassal.metadata import MODULE_DATA, read_metadata
from trc_module.vassal.saves import read_saved_game
from trc_module.vassal.tiles import plain_name
from trc_module.vassal.traits import Piece

# All that builds is done by one process: what one test has drawn the next has not to draw again.
pytestmark = pytest.mark.xdist_group("builds")


def test_the_module_is_without_fault(module_file: Path) -> None:
    with Archive(module_file) as archive:
        assert [str(finding) for finding in lint(archive)] == []


def test_every_picture_of_the_module_is_used_and_has_its_size(module_file: Path, parts: ModuleInputs) -> None:
    with zipfile.ZipFile(module_file) as archive:
        text = archive.read("buildFile.xml").decode()
        names = [name for name in archive.namelist() if name.startswith("images/")]
        assert [name for name in names if name.removeprefix("images/") not in text] == []
        sizes = {}
        for name in names:
            if plain_name(name) in ("images/ger-47-pz.png", "images/map.png", "images/axis-order-of-battle.png"):
                with archive.open(name) as data:
                    sizes[plain_name(name)] = Image.open(data).size
    window = parts.layout.windows[0]
    assert sizes == {
        "images/ger-47-pz.png": (COUNTER, COUNTER),
        "images/map.png": parts.layout.map_size,
        "images/axis-order-of-battle.png": (window.width, window.height),
    }


def test_the_module_says_what_it_is(module_file: Path) -> None:
    with Archive(module_file) as archive:
        data = read_metadata(archive, MODULE_DATA)
    assert data is not None
    assert (data.name, data.version) == ("The Russian Campaign (trc-module)", "0.0.1")


def test_slots_have_the_numbers_of_the_data_and_the_next_one_is_free(parts: ModuleInputs) -> None:
    root = build_tree(parts, "1")
    gpids = {slot.get("gpid") or "" for slot in root.iter("VASSAL.build.widget.PieceSlot")}
    rows = {str(row.number) for row in parts.option_rows}
    plates = {plate.gpid for plate in every_plate(parts.board, parts.layout, parts.texts)}
    assert len(plates) == len(parts.board.city_at) + 1
    assert gpids == rows | plates | {str(number) for number in parts.roster.by_piece_number}
    placing = {
        trait.text_of("gpid") for prototype in parts.prototypes for trait in prototype.traits if trait.id == "placemark"
    }
    assert len(placing) == 5
    assert not placing & gpids
    assert int(root.get("nextPieceSlotId", "")) > max(map(int, placing | gpids))


def test_the_campaigns_setup_holds_every_unit_once_in_the_box_of_the_games_start(
    parts: ModuleInputs, module_file: Path, tmp_path: Path
) -> None:
    with zipfile.ZipFile(module_file) as archive:
        archive.extract("campaign.vsav", tmp_path)
    pieces = [
        Piece.read(command)
        for command in read_saved_game(tmp_path / "campaign.vsav").commands()
        if isinstance(command, AddPiece) and command.type != "stack"
    ]
    names = [piece for piece in pieces if piece.map == MAIN_MAP]
    assert len(names) == len(parts.board.city_at)
    counters = [piece for piece in pieces if piece.map not in (OPTIONS_MAP, MAIN_MAP)]
    assert len(pieces) == len(counters) + len(names) + len(parts.option_rows)
    places = {piece.property("unit"): parts.layout.place(piece.map or "", *piece.position) for piece in counters}
    assert len(places) == len(counters)
    expected = {item.id: box for box, items in parts.start_contents("campaign").items() for item in items}
    # Beyond these lie only the markers that the moment puts in their places.
    assert {unit: place for unit, place in places.items() if unit in expected} == expected
    assert places["weather-clear"] == "weather"
    assert set(parts.roster.units) <= set(places)
    assert {piece.gpid for piece in counters} <= {str(number) for number in parts.roster.by_piece_number}


def test_at_start_units_wait_in_their_sides_box(parts: ModuleInputs) -> None:
    contents = parts.start_contents("campaign")
    assert [unit.id for unit in contents["axis turn-22"]] == ["ger-gd-pz"]
    assert "ger-47-pz" in [unit.id for unit in contents["axis at-start"]]


def test_the_same_data_give_the_same_bytes_in_another_folder(
    module_file: Path, parts: ModuleInputs, tmp_path: Path
) -> None:
    shutil.copytree(cache_root(), tmp_path / "elsewhere")
    again = build_module(parts, tmp_path / "other-name.vmod", "0.0.1", tmp_path / "elsewhere")
    assert again.drawn == ()
    assert again.path.read_bytes() == module_file.read_bytes()


def test_a_later_date_changes_the_dates_and_nothing_else(
    module_file: Path, parts: ModuleInputs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795000000")
    later = build_module(parts, tmp_path / "later.vmod", "0.0.1", cache_root())
    with zipfile.ZipFile(later.path) as new, zipfile.ZipFile(module_file) as old:
        changed = [name for name in new.namelist() if new.read(name) != old.read(name)]
        assert new.namelist() == old.namelist()
        assert new.getinfo("buildFile.xml").date_time[0] == 2026
    # The ids of pieces are times too.
    saves = [name for name in changed if name.endswith(".vsav")]
    assert "campaign.vsav" in saves
    assert changed == ["moduledata", *saves]


def emptied(path: Path, other: bytes) -> None:
    path.write_bytes(b"")


def cut(path: Path, other: bytes) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def flipped(path: Path, other: bytes) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def swapped(path: Path, other: bytes) -> None:
    path.write_bytes(other)


def forgotten(path: Path, other: bytes) -> None:
    path.unlink()


@pytest.mark.parametrize("harm", [emptied, cut, flipped, swapped, forgotten])
def test_a_damaged_picture_is_the_only_one_drawn_again(
    harm: Callable[[Path, bytes], None], module_file: Path, parts: ModuleInputs, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    shutil.copytree(cache_root() / "pictures", cache / "pictures")
    with zipfile.ZipFile(module_file) as archive:
        faces = [archive.read(f"images/ger-{name}.png") for name in ("47-pz", "24-pz")]
    one, other = (next(path for path in cache.rglob("*.picture") if path.read_bytes().endswith(face)) for face in faces)
    harm(one, other.read_bytes())
    again = build_module(parts, tmp_path / "again.vmod", "0.0.1", cache)
    assert again.drawn == ("ger-47-pz front",)
    assert again.path.read_bytes() == module_file.read_bytes()


USERS_FILES = (".cache/holiday.png", ".cache/map/old.png", ".cache/map/old.layer", "pages/mine.html", "map/x.whole")


def test_a_build_leaves_what_else_lies_around_it(
    module_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in USERS_FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("mine", encoding="utf-8")
        os.utime(tmp_path / name, (1e9, 1e9))
    # It need not draw everything anew.
    assert module_file.is_file()
    shutil.copytree(cache_root(), tmp_path / "trc-module-cache")
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path))
    done = CliRunner().invoke(group, ["build", "-o", str(tmp_path / "t.vmod")], catch_exceptions=False)
    assert done.exit_code == 0
    assert {name for name in USERS_FILES if (tmp_path / name).read_text(encoding="utf-8") == "mine"} == set(USERS_FILES)
    added = {path.name for path in tmp_path.iterdir()} - {name.split("/")[0] for name in USERS_FILES}
    assert added == {"t.vmod", "trc-module-cache"}


def test_a_folder_of_other_files_is_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path))
    theirs = tmp_path / "trc-module-cache" / "pictures" / "holiday.png"
    theirs.parent.mkdir(parents=True)
    theirs.write_bytes(b"beach")
    done = CliRunner().invoke(group, ["build", "-o", str(tmp_path / "t.vmod")])
    assert isinstance(done.exception, UserError)
    assert str(done.exception).startswith(f"'{theirs.parent}' holds files that trc-module did not write")
    assert [path.name for path in theirs.parent.iterdir()] == ["holiday.png"]


def test_chart_pages_are_well_formed_and_hold_the_charts_own_numbers(module_file: Path, parts: ModuleInputs) -> None:
    with zipfile.ZipFile(module_file) as archive:
        pages = {name: archive.read(name).decode() for name in archive.namelist() if name.startswith("chart-")}
    assert {"chart-combat.html", "chart-movement.html", "chart-terrain.html", "chart-weather.html"} <= set(pages)
    tree = etree.HTML(pages["chart-combat.html"])
    rows = [[cell.text for cell in row] for row in tree.iter("tr")]
    columns = [heading.split("/")[0] for heading in charts_of(parts).combat.columns]
    # The first row is that of the page.
    assert rows[2:8] == [
        [str(die), *(charts_of(parts).combat.result(odds, die) for odds in columns)] for die in range(1, 7)
    ]
    # What no source tells us is marked in the chart that players read.
    assert " ?</td>" in pages["chart-movement.html"]


def test_a_stamp_holds_until_an_input_the_output_or_a_setting_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inputs, output = tmp_path / "in", tmp_path / "out.vmod"
    stamp = build_stamp.stamp_path(tmp_path / "cache", output)
    inputs.mkdir()
    (inputs / "units.csv").write_text("a")
    output.write_text("module")
    print_ = build_stamp.input_digest([inputs], ["1"])
    assert not build_stamp.is_fresh(stamp, print_, output)
    build_stamp.write_stamp(stamp, print_, output)
    assert build_stamp.is_fresh(stamp, print_, output)
    with monkeypatch.context() as patch:
        # One of another version says nothing.
        patch.setattr(build_stamp, "_STAMP_VERSION", "another")
        assert not build_stamp.is_fresh(stamp, print_, output)
    assert build_stamp.input_digest([inputs], ["2"]) != print_
    (inputs / "units.csv").write_text("ab")
    assert build_stamp.input_digest([inputs], ["1"]) != print_
    os.utime(output, ns=(1, 1))
    assert not build_stamp.is_fresh(stamp, print_, output)
    stamp.write_text("{")
    assert not build_stamp.is_fresh(stamp, print_, output)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows makes links for administrators only")
def test_a_stamp_reads_a_folder_once_wherever_links_lead(tmp_path: Path) -> None:
    own, elsewhere = tmp_path / "own", tmp_path / "elsewhere"
    own.mkdir()
    elsewhere.mkdir()
    (elsewhere / "air.toml").write_text("a")
    (own / "charts").symlink_to(elsewhere)
    # An editor leaves a link to nowhere beside a file that is open; two links to where they lie are 2^40 ways.
    for name, to in ((".#units.csv", "me@here"), ("up", "."), ("again", "."), ("round", "round")):
        (own / name).symlink_to(to)
    before = build_stamp.input_digest([own], [])
    (elsewhere / "air.toml").write_text("ab")
    assert build_stamp.input_digest([own], []) != before


def test_a_stamp_is_made_of_names_that_are_no_utf_8_too(tmp_path: Path) -> None:
    name = os.fsdecode(b"J\xfcrgen")
    try:
        (tmp_path / f"{name}.csv").write_text("a")
    except OSError:
        pytest.skip("this system has no such names")
    prints = {build_stamp.input_digest([tmp_path], [word]) for word in ("", name)}
    assert len(prints) == 2
    assert build_stamp.stamp_path(tmp_path, tmp_path / name).suffix == ".stamp"


def test_a_module_for_a_newer_vassal_asks_for_it_and_docks_the_tracker_by_its_property_alone(
    parts: ModuleInputs,
) -> None:
    newer = replace(parts, vassal=engine_version("3.7"))
    old, new = build_tree(parts, "1"), build_tree(newer, "1")
    assert (old.attrib.pop("VassalVersion"), new.attrib.pop("VassalVersion")) == ("3.5.8", "3.7.0")
    (preference,) = old.iter("VASSAL.preferences.BooleanPreference")
    assert (preference.get("name"), preference.get("default")) == ("turnDocked", "true")
    parent = preference.getparent()
    assert parent is not None
    parent.remove(preference)
    assert serialize(old) == serialize(new)
    assert newer.module_data("1").vassal_version == "3.7.0"


def test_no_plain_filter_takes_a_lack_for_a_great_number(parts: ModuleInputs) -> None:
    # VASSAL compares the word `null` where a counter has no such property, and the key reaches every marker.
    filters = [
        str(command.get("filter")) for command in build_tree(parts, "1").iter("VASSAL.build.module.GlobalKeyCommand")
    ]
    assert f"{ROLE} = 2 || {ROLE} = 3" in filters
    assert [text for text in filters if not text.startswith("{") and (">" in text or "<" in text)] == []
