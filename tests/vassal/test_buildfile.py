from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.vassal.archive import Archive, Entry, write_archive
from trc_module.vassal.buildfile import (
    check_build_file,
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
from trc_module.vassal.traits.build import basic_piece, prototype, slot_text
from trc_module.vassal.values import Color, Key

GAME = "<VASSAL.build.GameModule {}>{}</VASSAL.build.GameModule>"


def problems(attributes: str, inside: str = "", **options: tuple[str, ...]) -> list[str]:
    root = parse_build_file(GAME.format(attributes, inside).encode())
    return [str(problem) for problem in check_build_file(root, **options)]


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


def test_unknown_attributes_and_bad_values_are_problems() -> None:
    assert problems('name="TRC" colour="red" nextPieceSlotId="many"') == [
        "GameModule[TRC]: has no attribute 'colour', so VASSAL ignores it",
        "GameModule[TRC]: the attribute 'nextPieceSlotId' should be a whole number, not 'many'",
    ]


def test_a_class_of_the_modules_own_is_left_alone() -> None:
    assert problems('name="TRC"', '<my.own.Thing anything="1"/>') == []


def test_a_map_says_what_it_lacks_for_play() -> None:
    assert problems('name="m"', '<VASSAL.build.module.Map mapName="Main"/>') == [
        "GameModule[m]/Map[Main]: has no BoardPicker, so it has no boards",
        "GameModule[m]/Map[Main]: has no PieceMover, so nothing can be dragged",
        "GameModule[m]/Map[Main]: has no KeyBufferer, so nothing can be selected",
        "GameModule[m]/Map[Main]: has no MenuDisplayer, so a right click opens no menu",
        "GameModule[m]/Map[Main]: has no ForwardToKeyBuffer, so hot keys do not work",
    ]


def test_boards_come_before_at_start_stacks() -> None:
    parts = "".join(
        f"<VASSAL.build.module.map.{kind}/>"
        for kind in ("SetupStack", "BoardPicker", "PieceMover", "KeyBufferer", "MenuDisplayer", "ForwardToKeyBuffer")
    )
    assert problems('name="m"', f'<VASSAL.build.module.Map mapName="M">{parts}</VASSAL.build.module.Map>') == [
        "GameModule[m]/Map[M]: its BoardPicker should come before its first SetupStack",
        "GameModule[m]/Map[M]: has no board, of which VASSAL warns",
    ]


def slot(name: str, gpid: int | str, text: str) -> str:
    return f'<VASSAL.build.widget.PieceSlot entryName="{name}" gpid="{gpid}">{text}</VASSAL.build.widget.PieceSlot>'


def test_pieces_are_read_and_their_numbers_compared() -> None:
    good = slot_text([prototype("Unit")], basic_piece("A", gpid=5))
    found = problems(
        'name="m" nextPieceSlotId="5"',
        slot("A", 5, good)
        + slot("B", 5, "piece")
        + slot("C", "", "+/null/footprint;xx\tpiece;;;;C/false;;0\tnull;0;0;;0"),
    )
    assert found == [
        "GameModule[m]/PieceSlot[A]: its prototype 'Unit' is not defined, so VASSAL puts nothing in its place",
        "GameModule[m]/PieceSlot[B]: its text is no piece, which begins with '+/'",
        "GameModule[m]/PieceSlot[C]: footprint: key should be a key, not 'xx'",
        "GameModule[m]/PieceSlot[B]: has the gpid 5 of GameModule[m]/PieceSlot[A]",
        "GameModule[m]/PieceSlot[C]: has no gpid, without which counters cannot be refreshed",
        "GameModule[m]: nextPieceSlotId is 5 but should be above every gpid, the highest of which is 5",
    ]


def test_missing_pictures_are_problems_if_the_names_are_known() -> None:
    inside = '<VASSAL.build.module.DiceButton name="d" icon="die.png" disabledIcon="/images/die.gif"/>'
    assert problems('name="m"', inside) == []
    assert problems('name="m"', inside, images=("die.png",)) == []
    assert problems('name="m"', inside, images=()) == [
        "GameModule[m]/DiceButton[d]: the picture 'die.png' of the attribute 'icon' is not in the archive"
    ]


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
    with Archive(tmp_path / "m.vmod") as archive, pytest.raises(FormatError, match="is no module of VASSAL's"):
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
