from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from PIL import Image

from tests.referee.modules import write_module
from trc_module.report.difference import difference_text
from trc_module.vassal.archive import Archive
from trc_module.vassal.commands import PlacedBoard, SetBoards, SetTurn
from trc_module.vassal.difference import Change, Detail, compare_modules
from trc_module.vassal.metadata import Metadata
from trc_module.vassal.saves import GameSetup, write_saved_game
from trc_module.vassal.tiles import crc_of, stamped_name
from trc_module.vassal.traits import Piece, Stack, Trait
from trc_module.vassal.traits.build import basic_piece, dynamic_property, layer, markers
from trc_module.vassal.values import Key

MAP = '<Map mapName="Main Map"><BoardPicker><Board name="Plain" width="10"/></BoardPicker></Map>'


def unit(*traits: Trait, name: str = "47 Armor", gpid: str = "11", image: str = "47.png") -> Piece:
    return Piece.build(None, (*traits, basic_piece(name, image, gpid=gpid)))


def palette(*pieces: Piece, window: str = "Counters") -> str:
    slots = "".join(
        f'<PieceSlot entryName="{piece.name}" gpid="{piece.gpid}">{piece.command().encode()}</PieceSlot>'
        for piece in pieces
    )
    return f'<PieceWindow name="{window}"><ListWidget entryName="German">{slots}</ListWidget></PieceWindow>'


def picture(colour: str, size: int = 4, **how: int) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGBA", (size, size), colour).save(buffer, "PNG", **how)
    return buffer.getvalue()


def module(path: Path, body: str, entries: Mapping[str, bytes]) -> Path:
    path.parent.mkdir(parents=True)
    write_module(path, body)
    with zipfile.ZipFile(path, "a") as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return path


def compare(
    folder: Path,
    old: str,
    new: str,
    before: Mapping[str, bytes] | None = None,
    after: Mapping[str, bytes] | None = None,
) -> list[Change]:
    """Compare two modules that hold these components, and these entries beside the build file."""
    one = module(folder / "old" / "m.vmod", old, before or {})
    other = module(folder / "new" / "m.vmod", new, after or {})
    with Archive(one) as a, Archive(other) as b:
        return list(compare_modules(a, b))


def test_the_same_components_and_files_are_no_difference(tmp_path: Path) -> None:
    entries = {"images/47.png": picture("red"), "help.html": b"<p>x</p>", "data": b"1"}
    assert compare(tmp_path, MAP + palette(unit()), MAP + palette(unit()), entries, entries) == []


def test_a_factor_is_named_by_its_mark_and_a_trait_by_its_field(tmp_path: Path) -> None:
    old = unit(layer("Steps", ("a.png", "b.png")), markers({"CF": "7", "MF": "7"}), dynamic_property("Fuel", "3"))
    new = unit(
        dynamic_property("Fuel", "4"),
        layer("Steps", ("a.png", "c.png")),
        markers({"CF": "8", "Elite": "yes"}),
        Trait.make("delete"),
        name="47 Panzer",
    )
    assert compare(tmp_path, palette(old), palette(new)) == [
        Change(
            "counter",
            "11 47 Panzer",
            "changed",
            (
                Detail("name", "47 Armor", "47 Panzer"),
                Detail("CF", "7", "8"),
                Detail("MF", "7", None),
                Detail("Elite", None, "yes"),
                Detail("Layer 'Steps': images", "a.png, b.png", "a.png, c.png"),
                Detail("Dynamic Property 'Fuel': value at start", "3", "4"),
                Detail("trait Delete", None, new.types[3]),
                Detail("order of the traits", "Layer 'Steps', Dynamic Property 'Fuel'", _ORDER),
            ),
        )
    ]


_ORDER = "Dynamic Property 'Fuel', Layer 'Steps', Delete"


def test_counters_are_known_by_their_numbers(tmp_path: Path) -> None:
    old = palette(unit(name="A", gpid="1"), unit(name="B", gpid="2"))
    new = palette(unit(name="A", gpid="3"), unit(name="Bee", gpid="2"))
    assert [(c.kind, c.subject, c.action) for c in compare(tmp_path, old, new)] == [
        ("counter", "1 A", "removed"),
        ("counter", "2 Bee", "changed"),
        ("counter", "3 A", "added"),
    ]


def test_a_counter_in_another_list_of_the_palette_is_told(tmp_path: Path) -> None:
    (change,) = (c for c in compare(tmp_path, palette(unit()), palette(unit(), window="All")) if c.kind == "counter")
    assert change.details == (Detail("place in the palette", "Counters, German", "All, German"),)


def test_windows_maps_and_sides_are_told_with_their_attributes(tmp_path: Path) -> None:
    sides = "<PlayerRoster><entry>Axis</entry>{}</PlayerRoster>"
    old = MAP + sides.format("<entry>Soviet</entry>") + '<Map mapName="Pool"/><DiceButton name="1d6" nDice="1"/>'
    new = MAP.replace('"10"', '"20"') + sides.format("") + '<DiceButton name="Die" nDice="1" nSides="6"/>'
    assert compare(tmp_path, old, new) == [
        Change("window", "Map[Main Map]/BoardPicker/Board[Plain]", "changed", (Detail("width", "10", "20"),)),
        Change("component", "PlayerRoster/entry[Soviet]", "removed"),
        Change("window", "Map[Pool]", "removed"),
        # What the older module left out it had by default.
        Change("component", "DiceButton[Die]", "changed", (Detail("name", "1d6", "Die"),)),
    ]


def test_prototypes_are_compared_like_counters(tmp_path: Path) -> None:
    def container(*traits: Trait, name: str = "Unit") -> str:
        text = Piece.build(None, (*traits, Trait.make("piece"))).command().encode()
        outer, inner = "VASSAL.build.module.PrototypesContainer", "VASSAL.build.module.PrototypeDefinition"
        return f'<{outer}><{inner} name="{name}">{text}</{inner}></{outer}>'

    old, new = container(markers({"CF": "7"})), container(markers({"CF": "8"}))
    assert compare(tmp_path, old, new) == [Change("prototype", "Unit", "changed", (Detail("CF", "7", "8"),))]


def test_pictures_are_compared_by_what_they_show(tmp_path: Path) -> None:
    before = {"images/a.png": picture("red", compress_level=0), "images/47.png": picture("red"), "images/b.png": b"1"}
    after = {"images/a.png": picture("red", compress_level=9), "images/47.png": picture("blue", size=8)}
    assert before["images/a.png"] != after["images/a.png"]
    assert compare(tmp_path, palette(unit()), palette(unit()), before, after) == [
        Change(
            "picture",
            "47.png of 47 Armor",
            "changed",
            (Detail("size", "4 x 4", "8 x 8"),),
            before["images/47.png"],
            after["images/47.png"],
        ),
        Change("picture", "b.png", "removed", (), b"1", None),
    ]


def test_pictures_that_differ_in_transparency_only_differ(tmp_path: Path) -> None:
    before, after = {"images/x.png": picture("#ff0000ff")}, {"images/x.png": picture("#ff000080")}
    assert [c.subject for c in compare(tmp_path, "", "", before, after)] == ["x.png"]


def test_a_boards_picture_is_the_same_whatever_checksum_is_in_its_name(tmp_path: Path) -> None:
    red, blue = picture("red"), picture("blue")
    old, new = (stamped_name("map.png", crc_of(data)) for data in (red, blue))
    a, b = (MAP.replace('name="Plain"', f'name="Plain" image="{name}"') for name in (old, new))
    found = compare(tmp_path, a, b, {f"images/{old}": red}, {f"images/{new}": blue})
    assert found == [Change("picture", "map.png", "changed", (), red, blue)]
    # A name that only looks so is a name.
    found = compare(tmp_path / "b", a, b, {f"images/{old}": blue}, {f"images/{new}": red})
    assert [(change.subject.rpartition("/")[2], change.action) for change in found] == [
        ("Board[Plain]", "changed"),
        (old, "removed"),
        (new, "added"),
    ]


def test_charts_are_compared_by_rows_and_lines(tmp_path: Path) -> None:
    page = "<html><head><title>t</title><style>{}</style></head><body><h2>CRT</h2>{}<p>Note {}</p></body></html>"
    rows = "<table><tr><th>Die<th>1-1</tr><tr><td>1<td>{}</tr></table>"
    before = {"crt.html": page.format("a {}", rows.format("AE"), "one").encode()}
    after = {"crt.html": page.format("b {}", rows.format("DE"), "<b>two</b>").encode()}
    assert compare(tmp_path, "", "", before, after) == [
        Change(
            "chart",
            "crt.html",
            "changed",
            (Detail("line", "1 | AE", "1 | DE"), Detail("line", "Note one", "Note two")),
        )
    ]


def setup(folder: Path, *pieces: Piece, turn: int = 1, first_id: int = 1) -> bytes:
    """Return a save of pieces on one stack a place."""
    placed = [Piece(str(first_id + number), piece.types, piece.states) for number, piece in enumerate(pieces)]
    places: dict[tuple[int, int], list[str]] = {}
    for piece in placed:
        places.setdefault(piece.position, []).append(str(piece.id))
    stacks = tuple(
        Stack(f"{first_id + 1000 + number}", "Main Map", x, y, tuple(members))
        for number, ((x, y), members) in enumerate(places.items())
    )
    game = GameSetup(
        tuple(placed),
        stacks,
        components=(SetTurn("TurnTracker0", f"0|{turn}"),),
        boards=(SetBoards("Main Map", (PlacedBoard("Plain"),)),),
    )
    path = folder / "setup.vsav"
    write_saved_game(path, game.commands(), save_data=Metadata(date_saved=first_id), module_data=Metadata(name="m"))
    return path.read_bytes()


def test_setups_are_compared_by_what_lies_where(tmp_path: Path) -> None:
    first, second = unit(markers({"CF": "7"})), unit(markers({"CF": "5"}), name="3 Infantry", gpid="12")
    lying = [first.with_position("Main Map", 1, 1), second.with_position("Main Map", 1, 1)]
    stronger = unit(markers({"CF": "8"}))
    moved = [lying[1].with_position("Main Map", 5, 5), stronger.with_position("Main Map", 1, 1)]
    body = palette(first, second)
    same = {"s.vsav": setup(tmp_path, *lying)}, {"s.vsav": setup(tmp_path, *lying, first_id=500)}
    assert same[0] != same[1]
    assert compare(tmp_path, body, body, *same) == []
    (tmp_path / "x").mkdir()
    changes = compare(
        tmp_path / "x",
        body,
        palette(stronger, second),
        {"s.vsav": setup(tmp_path, *lying)},
        {"s.vsav": setup(tmp_path, *moved, turn=2)},
    )
    assert [c.kind for c in changes] == ["counter", "set-up"]
    # That the first unit is stronger is told of the palette's counter, and not of each copy again.
    assert changes[1].details == (
        Detail("3 Infantry", "Main Map 1,1", "Main Map 5,5"),
        Detail("command", "TURNTurnTracker0\t0|1", "TURNTurnTracker0\t0|2"),
    )


_ZONE = "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone"
_GRID = "VASSAL.build.module.map.boardPicker.board.ZonedGrid"
BOXES = (
    '<Map mapName="Main Map" edgeWidth="10" edgeHeight="10"><BoardPicker>'
    '<VASSAL.build.module.map.boardPicker.Board name="Plain">'
    f'<{_GRID}><{_ZONE} name="Pool" locationFormat="$name$" path="0,0;50,0;50,50;0,50"/>'
    f'<{_ZONE} name="Field" locationFormat="$name$ $gridLocation$" path="50,0;90,0;90,50;50,50"/></{_GRID}>'
    "</VASSAL.build.module.map.boardPicker.Board></BoardPicker></Map>"
)


def _lying(*places: tuple[str, int, int]) -> list[Piece]:
    return [unit(name=name, gpid=name).with_position("Main Map", x, y) for name, x, y in places]


def test_in_a_box_it_is_the_box_that_counts_and_not_the_point(tmp_path: Path) -> None:
    before = _lying(("A", 20, 20), ("B", 30, 20), ("C", 40, 20), ("D", 70, 20), ("E", 5, 5))
    after = _lying(("B", 20, 20), ("C", 30, 20), ("D", 80, 20), ("E", 40, 20))
    (change,) = compare(
        tmp_path, BOXES, BOXES, {"s.vsav": setup(tmp_path, *before)}, {"s.vsav": setup(tmp_path, *after)}
    )
    assert change.details == (
        Detail("A", "Main Map, Pool", None),
        Detail("D", "Main Map 70,20", "Main Map 80,20"),
        Detail("E", "Main Map 5,5", "Main Map, Pool"),
        Detail("Main Map, Pool", "2 pieces", "the same, at other points of the box"),
    )


def test_a_stack_that_loses_a_piece_has_kept_the_order_of_the_others(tmp_path: Path) -> None:
    before = _lying(("A", 1, 1), ("B", 1, 1), ("C", 1, 1))
    for name, after, details in (
        ("less", [before[1], before[2]], (Detail("A", "Main Map 1,1", None),)),
        ("other", [before[2], before[0], before[1]], (Detail("order from below, Main Map 1,1", "A, B, C", "C, A, B"),)),
    ):
        (tmp_path / name).mkdir()
        saves = ({"s.vsav": setup(tmp_path, *pieces)} for pieces in (before, after))
        (change,) = compare(tmp_path / name, MAP, MAP, *saves)
        assert change.details == details


def test_of_copies_those_that_stayed_are_the_same(tmp_path: Path) -> None:
    before = _lying(("A", 1, 1), ("A", 2, 2), ("A", 3, 3))
    saves = ({"s.vsav": setup(tmp_path, *pieces)} for pieces in (before, before[1:]))
    (change,) = compare(tmp_path, MAP, MAP, *saves)
    assert change.details == (Detail("A", "Main Map 1,1", None),)


def test_copies_of_one_type_differ_in_the_states_of_their_traits(tmp_path: Path) -> None:
    traits = (dynamic_property("Fuel", "3"), markers({"CF": "7"}), dynamic_property("Fuel", "3"), Trait.make("delete"))
    piece = unit(*traits, gpid="A").with_position("Main Map", 1, 1)
    other = piece.with_trait_state(2, "1").with_trait_state(1, "8").with_position("Main Map", 2, 2)
    (change,) = compare(tmp_path, MAP, MAP, {"s.vsav": setup(tmp_path, piece)}, {"s.vsav": setup(tmp_path, other)})
    assert change.details == (
        Detail("47 Armor", "Main Map 1,1", "Main Map 2,2"),
        Detail("47 Armor: CF", "7", "8"),
        Detail("47 Armor: Dynamic Property 'Fuel': value at start", "3", "1"),
    )


def test_other_files_are_told_by_their_size(tmp_path: Path) -> None:
    changes = compare(tmp_path, "", "", {"readme": b"12", "sounds/a.wav": b"1"}, {"readme": b"123"})
    assert changes == [
        Change("file", "readme", "changed", (Detail("bytes", "2", "3"),)),
        Change("sound", "sounds/a.wav", "removed"),
    ]


def test_a_class_of_the_modules_in_the_place_of_the_basic_piece_is_told_as_it_stands(tmp_path: Path) -> None:
    slot = '<PieceSlot entryName="Own" gpid="4">+/null/mark;CF\tsing.Piece;{}/1\tx</PieceSlot>'
    (change,) = compare(tmp_path, slot.format("la"), slot.format("lo"))
    assert change.details == (Detail("innermost trait", "sing.Piece;la", "sing.Piece;lo"),)


def test_what_another_engine_writes_otherwise_is_no_difference(tmp_path: Path) -> None:
    old = Trait("globalkey;Go;71,2;57380,0,Go;;false;1;true;true;;;-1;COUNTER|false|MAP|||||0|0||false|||EQUALS")
    new = Trait(
        "globalkey;Go;71,130;57344,0,Go;;false;1;true;true;;;-1;COUNTER|false|MAP|||||0|0||false|||EQUALS||;false;"
    )
    assert compare(tmp_path, palette(unit(old)), palette(unit(new))) == []
    (tmp_path / "x").mkdir()
    more = new.with_type(range=2, key=Key.named("Send"))
    (change,) = compare(tmp_path / "x", palette(unit(old)), palette(unit(more)))
    assert change.details == (
        Detail("Global Key Command 'Go': key", "71,130", "57344,0,Send"),
        Detail("Global Key Command 'Go': range", "1", "2"),
    )


def test_key_numbers_and_targets_in_attributes_are_no_difference(tmp_path: Path) -> None:
    old = '<Map mapName="A" hotkey="71,2"><KeyCommand name="x" hotkey="57380,0,Go" target="{}"/></Map>'
    new = old.replace("71,2", "71,130").replace("57380", "57344")
    old = old.format("MAP|false|MAP|||||0|0||false|||EQUALS")
    new = new.format("MAP|false|MAP|||||0|0||false|||EQUALS||")
    tags = ("KeyCommand", "VASSAL.build.module.map.MassKeyCommand")
    assert compare(tmp_path, old.replace(*tags), new.replace(*tags)) == []


def test_what_a_list_of_places_says_of_a_place_is_told_as_people_do(tmp_path: Path) -> None:
    listed = '<VASSAL.build.module.properties.GlobalProperty name="Ground" initialValue="{}"/>'
    before, after = " *=clear J20=woods S9=Moscow,_major_city ", " *=clear N21=woods S9=Moscow,_city "
    changes = compare(tmp_path, listed.format(before), listed.format(after))
    assert changes == [
        Change("place", "J20", "changed", (Detail("ground", "woods", "clear"),)),
        Change("place", "S9", "changed", (Detail("ground", "Moscow, major city", "Moscow, city"),)),
        Change("place", "N21", "changed", (Detail("ground", "clear", "woods"),)),
    ]
    assert difference_text(changes).splitlines() == [
        "J20: woods to clear",
        "S9: Moscow, major city to Moscow, city",
        "N21: clear to woods",
        "3 differences.",
    ]
    # A value that is no such list differs as a whole.
    (tmp_path / "other").mkdir()
    (other,) = compare(tmp_path / "other", listed.format("a=b"), listed.format("a=c"))
    assert other.details == (Detail("initialValue", "a=b", "a=c"),)
