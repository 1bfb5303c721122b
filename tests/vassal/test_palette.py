from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.modules import write_extension, write_module
from trc_module.vassal.archive import Archive
from trc_module.vassal.palette import ModuleExtension, Palette, read_palette
from trc_module.vassal.problems import FormatError


def prototype(name: str, types: str, states: str) -> str:
    tag = "VASSAL.build.module.PrototypeDefinition"
    return f'<{tag} name="{name}">+/null/{types}/{states}</{tag}>'


PROTOTYPES = "".join(
    (
        "<VASSAL.build.module.PrototypesContainer>",
        prototype("Unit", "prototype;Base\tlabel;76,130;Name\\\tpiece;;;;", "\t$who$\\\tnull;0;0;;0"),
        prototype("Base", "markmoved;;0;0\tpiece;;;;", "false\tnull;0;0;;0"),
        prototype("Loop", "prototype;Loop\tmark;A\\\tpiece;;;;", "\t1\\\tnull;0;0;;0"),
        "</VASSAL.build.module.PrototypesContainer>",
    )
)


def palette(tmp_path: Path, *slots: str, before: str = "") -> Palette:
    body = (
        f'{before}<PieceWindow name="Counters"><ListWidget entryName="All">{"".join(slots)}</ListWidget></PieceWindow>'
    )
    with Archive(write_module(tmp_path / "m.vmod", body)) as archive:
        return read_palette(archive)


def slot(gpid: int, types: str, states: str, name: str = "x") -> str:
    return f'<PieceSlot entryName="{name}" gpid="{gpid}">+/null/{types}/{states}</PieceSlot>'


def plain(gpid: int, name: str) -> str:
    return slot(gpid, f"piece;;;;{name}", f"null;0;0;{gpid};0", name)


def test_prototypes_inside_prototypes_come_in_their_places_with_their_parameters(tmp_path: Path) -> None:
    found = palette(
        tmp_path,
        slot(1, "prototype;Unit;who=Rommel\tmark;CF\\\tpiece;;;;A", "\t4\\\tnull;0;0;1;0"),
        slot(2, "prototype;Missing\tpiece;;;;B", "\tnull;0;0;2;0"),
        slot(3, "prototype;Loop\tpiece;;;;C", "\tnull;0;0;3;0"),
        before=PROTOTYPES,
    )
    pieces = [definition.piece for definition in found.definitions]
    assert [piece.types for piece in pieces] == [
        ("markmoved;;0;0", "label;76,130;Name", "mark;CF", "piece;;;;A"),
        ("piece;;;;B",),
        ("mark;A", "piece;;;;C"),
    ]
    assert pieces[0].states == ("false", "Rommel", "4", "null;0;0;1;0")


def test_pieces_that_traits_place_have_numbers_too_written_out_or_by_their_path(tmp_path: Path) -> None:
    path = r"\/".join(
        f"VASSAL.build.{step}"
        for step in ("module.PieceWindow:Counters", "widget.ListWidget:All", "widget.PieceSlot:B")
    )
    found = palette(
        tmp_path,
        plain(2, "B"),
        slot(
            1,
            r"placemark;Place;80,130;+\/null\/piece\;\;\;\;Mine\/null\;0\;0\;7\;0;null;0;0;false;;;7;0;false"
            "\tplacemark;Other;81,130;" + path + ";null;0;0;false;;;8;0;false\\\tpiece;;;;A",
            "\t\\\tnull;0;0;1;0",
        ),
    )
    assert {number: definition.name for number, definition in found.by_number().items()} == {
        "2": "B",
        "1": "A",
        "7": "Mine",
        "8": "B",
    }


def test_a_number_or_name_of_two_pieces_belongs_to_neither(tmp_path: Path) -> None:
    found = palette(tmp_path, plain(1, "A"), plain(1, "B"), plain(2, "C"), plain(3, "C"), plain(4, "D"))
    assert list(found.by_number()) == ["2", "3", "4"]
    assert list(found.by_name()) == ["A", "B", "D"]


def test_maps_boards_sides_and_pictures_are_told(tmp_path: Path) -> None:
    found = palette(
        tmp_path,
        before='<PlayerRoster><entry>Axis</entry></PlayerRoster><Map mapName="Main"><BoardPicker><Board name="East"/>'
        '<Board name="West"/></BoardPicker></Map>',
    )
    assert found.maps == {"Main": {"East", "West"}}
    assert found.sides == {"Axis"}
    assert found.images == frozenset()
    assert found.data.name == "m"


def test_a_slot_without_a_piece_is_told_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"ListWidget\[All\]/PieceSlot\[Odd\]: its text should be a piece"):
        palette(tmp_path, '<PieceSlot entryName="Odd" gpid="1">D/1/2</PieceSlot>')


def test_an_extension_adds_to_what_stands_at_its_targets(tmp_path: Path) -> None:
    prototypes = "VASSAL.build.module.PrototypesContainer"
    written = [
        write_extension(
            tmp_path / "boards.vmdx", "m", '<Board name="Winter"/>', id_="3f1",
            target="VASSAL.build.module.Map:Main Map/VASSAL.build.module.map.BoardPicker",
        ),
        write_extension(
            tmp_path / "bases.vmdx", "any", prototype("Base", "delete\tpiece;;;;", "\tnull;0;0;;0"), id_="4a2",
            target=prototypes, universal=True,
        ),
    ]  # fmt: skip
    body = f'<Map mapName="Main Map"><BoardPicker><Board name="Plain"/></BoardPicker></Map>{PROTOTYPES}'
    body += f'<PieceWindow name="C">{slot(1, "prototype;Base	piece;;;;A", "	null;0;0;1;0")}</PieceWindow>'
    with (
        Archive(write_module(tmp_path / "m.vmod", body)) as base,
        Archive(written[0]) as x,
        Archive(written[1]) as y,
    ):
        found = read_palette(base, [x, y])
    assert found.maps == {"Main Map": frozenset(("Plain", "Winter"))}
    # An extension is loaded after the module, and the later prototype of a name is the one that holds.
    assert found.definitions[0].piece.types == ("delete", "piece;;;;A")
    assert found.extensions == (ModuleExtension("boards", "2.0", "3f1"), ModuleExtension("bases", "2.0", "4a2"))


@pytest.mark.parametrize(
    ("module_name", "target", "message"),
    [
        ("other", "", "is an extension of 'other', not of 'm'"),
        ("m", "VASSAL.build.module.Map:Gone", "adds to 'VASSAL.build.module.Map:Gone', which the module has not"),
    ],
)
def test_an_extension_that_does_not_fit_is_told(tmp_path: Path, module_name: str, target: str, message: str) -> None:
    extension = write_extension(tmp_path / "x.vmdx", module_name, "<Map/>", id_="3f1", target=target)
    with Archive(write_module(tmp_path / "m.vmod", "")) as archive, Archive(extension) as other:
        with pytest.raises(FormatError, match=message):
            read_palette(archive, [other])
        with pytest.raises(FormatError, match="is a module, and no extension of one"):
            read_palette(archive, [archive])
