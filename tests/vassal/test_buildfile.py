from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.vassal.archive import Archive
from trc_module.vassal.buildfile import (
    component,
    components,
    entry,
    parse_build_file,
    place_of,
    read_build_file,
    serialize,
)
from trc_module.vassal.metadata import Metadata
from trc_module.vassal.problems import FormatError
from trc_module.vassal.values import Color, Key
from trc_module.vassal.writing import Entry, write_archive

GAME = "<VASSAL.build.GameModule {}>{}</VASSAL.build.GameModule>"


def test_a_component_is_made_with_its_attributes() -> None:
    element = component(
        "module.map.boardPicker.Board", name="East", image="map.png", reversible=True, width=10, color=Color(1, 2, 3)
    )
    assert element.tag == "VASSAL.build.module.map.boardPicker.Board"
    assert element.items() == [
        ("name", "East"),
        ("image", "map.png"),
        ("reversible", "true"),
        ("width", "10"),
        ("color", "1,2,3"),
    ]


def test_components_nest_and_hold_text() -> None:
    root = component(
        "GameModule",
        component("module.PlayerRoster", entry("Axis"), entry("Soviet"), buttonKeyStroke=Key.named("Retire")),
        component("module.PrototypeDefinition", name="Unit", content="+/null/piece;;;;\t/"),
        name="TRC",
    )
    assert serialize(root).decode() == (
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
        '<VASSAL.build.GameModule name="TRC">\n'
        '    <VASSAL.build.module.PlayerRoster buttonKeyStroke="57344,0,Retire">\n'
        "        <entry>Axis</entry>\n"
        "        <entry>Soviet</entry>\n"
        "    </VASSAL.build.module.PlayerRoster>\n"
        '    <VASSAL.build.module.PrototypeDefinition name="Unit">'
        "+/null/piece;;;;\t/</VASSAL.build.module.PrototypeDefinition>\n"
        "</VASSAL.build.GameModule>\n"
    )
    assert serialize(parse_build_file(serialize(root))) == serialize(root)


def test_lists_and_tabs_in_attributes_survive() -> None:
    element = component("module.PrivateMap", side=("Axis", "a,b"), mapName="tab\there")
    again = parse_build_file(serialize(component("GameModule", element)))[0]
    assert (again.get("side"), again.get("mapName")) == ("Axis,a\\,b", "tab\there")


@pytest.mark.parametrize(
    ("kind", "attributes", "message"),
    [
        ("module.Nap", {}, "no component 'module.Nap'"),
        ("module.Map", {"mapname": "x"}, "no attribute 'mapname'"),
        ("module.Map", {"edgeWidth": "wide"}, "'edgeWidth' of 'module.Map' should be a whole number, not 'wide'"),
        ("module.Map", {"launch": "yes"}, "should be true or false"),
        ("module.Map", {"hotkey": "Ctrl"}, "should be a key"),
        ("module.Map", {"color": "blue"}, "should be a colour"),
    ],
)
def test_a_wrong_component_is_refused(kind: str, attributes: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        component(kind, **attributes)


def test_every_default_of_the_table_is_of_its_kind() -> None:
    for name, attributes in components().items():
        for key, spec in (attributes or {}).items():
            element = component(name, **{key: spec.default})
            assert element.get(key) == spec.default


def test_a_place_names_the_way_through_the_tree() -> None:
    root = parse_build_file(
        GAME.format('name="TRC"', '<VASSAL.build.module.Map mapName="Main"><a/></VASSAL.build.module.Map>').encode()
    )
    assert place_of(root[0][0]) == "GameModule[TRC]/Map[Main]/a"


@pytest.mark.parametrize(
    ("version", "opened"), [("3.4.13", "old"), ("3.5.0", "new"), ("3.7.26", "new"), ("3.8.0-SNAPSHOT", "new")]
)
def test_the_build_file_is_the_one_that_the_engine_opens(tmp_path: Path, version: str, opened: str) -> None:
    write_archive(
        tmp_path / "m.vmod",
        (
            Entry("buildFile", GAME.format('name="old"', "").encode()),
            Entry("buildFile.xml", GAME.format('name="new"', "").encode()),
            Entry("moduledata", Metadata(vassal_version=version).encode()),
        ),
    )
    with Archive(tmp_path / "m.vmod") as archive:
        assert read_build_file(archive).get("name") == opened


def test_an_archive_without_a_build_file_is_no_module(tmp_path: Path) -> None:
    write_archive(tmp_path / "m.vmod", (Entry("moduledata", Metadata().encode()),))
    with Archive(tmp_path / "m.vmod") as archive, pytest.raises(FormatError, match="is not a VASSAL module"):
        read_build_file(archive)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<a/>", "should hold a 'VASSAL.build.GameModule', not a 'a'"),
        (b"<VASSAL.build.GameModule>", "not well-formed"),
        (b'<!DOCTYPE a [<!ENTITY x "y">]><VASSAL.build.GameModule name="&x;"/>', "document type"),
        (b'<!DOCTYPE a SYSTEM "http://example.org/a.dtd"><VASSAL.build.GameModule/>', "document type"),
    ],
)
def test_what_is_no_build_file_is_one_sentence(data: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_build_file(data)
