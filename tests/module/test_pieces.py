from __future__ import annotations

from trc_module.games.trc.module.counters import factors, piece_name, shelf
from trc_module.module.inputs import ModuleInputs
from trc_module.module.pieces import unit_id
from trc_module.module.texts import load_texts
from trc_module.roster import Marker, Unit
from trc_module.vassal.commands import AddPiece, decode_command
from trc_module.vassal.traits import Piece


def test_a_counter_is_called_by_nation_designation_type_and_factors(parts: ModuleInputs) -> None:
    units, markers = parts.roster.units, parts.roster.markers
    assert piece_name(units["ger-47-pz"]) == "German 47 Armor 7-7"
    assert piece_name(units["rus-worker-moscow"]) == "Russian Moscow Worker 3"
    assert piece_name(units["ger-stuka-1"]) == "German Stuka 1"
    assert piece_name(markers["railhead"]) == "Railhead"
    # The factors of battlegroups are on no source of ours.
    assert factors(units["ger-pz-bg"]) == ""
    assert factors(units["rus-gd-inf-bg"]) == "?-2"


def test_the_inventory_lists_counters_in_the_language_of_the_texts(parts: ModuleInputs) -> None:
    units, german = parts.roster.units, load_texts("de", parts.folder)
    assert shelf(units["ger-47-pz"], parts.texts) == "Axis: Armor"
    assert shelf(units["rus-24-inf"], german) == "Russe: Infanterie"
    assert shelf(units["ger-stuka-1"], german) == "Achse: Flugzeuge"
    assert shelf(parts.roster.markers["railhead"], german) == "Marker"
    piece = parts.maker.slot_piece(units["ger-47-pz"])
    assert piece.property("Shelf") == "Axis: Armor"


def test_a_placed_piece_says_which_unit_it_is_and_carries_its_slot_number_and_place(parts: ModuleInputs) -> None:
    unit = parts.roster.units["ger-47-pz"]
    piece = parts.maker.placed_piece(unit, "17", "Main Map", 1792, 1290)
    assert unit_id(piece.properties()) == "ger-47-pz"
    assert piece.gpid == str(parts.roster.piece_number("ger-47-pz"))
    assert (piece.map, piece.position) == ("Main Map", (1792, 1290))
    assert (piece.property("CF"), piece.property("MF"), piece.property("Side")) == ("7", "7", "axis")


def test_a_save_holds_the_traits_of_prototypes_and_never_their_names(parts: ModuleInputs) -> None:
    slot = parts.maker.slot_piece(parts.roster.units["ger-47-pz"])
    placed = parts.maker.placed_piece(parts.roster.units["ger-47-pz"], "17", "Main Map", 0, 0)
    names = [trait.text_of("name") for trait in slot.find("prototype")]
    assert names == ["Axis lines", "Axis"]
    shared = [trait for name in names for p in parts.prototypes if p.name == name for trait in p.traits]
    assert [trait.id for trait in placed.traits] == [trait.id for trait in shared] + ["emb2", "mark", "piece"]


def test_every_counter_reads_back_as_it_was_written_and_nothing_in_it_is_wrong(parts: ModuleInputs) -> None:
    items: list[Unit | Marker] = [*parts.roster.units.values(), *parts.roster.markers.values()]
    for item in items:
        piece = parts.maker.placed_piece(item, "1", "Main Map", 5, 6)
        command = decode_command(piece.command().encode())
        assert isinstance(command, AddPiece)
        assert Piece.read(command) == piece
        assert list(piece.problems()) == []
        assert piece.display_name == piece_name(item)


def test_what_is_long_and_not_in_the_menu_stands_outermost(parts: ModuleInputs) -> None:
    unit = parts.maker.placed_piece(parts.roster.units["ger-47-pz"], "1", "Main Map", 0, 0)
    kinds = [trait.id for trait in unit.traits]
    # VASSAL copies a trait's text once for each trait around it; what hides commands stands around them.
    outer = ["hideCmd", "hideCmd", "report", "PROP", "setprop", "emb2", "setprop", "macro", "sendto"]
    assert kinds[:14] == [*outer, *["placemark"] * 3, "macro", "emb2"]
    assert len(kinds) == 49


def test_a_key_that_reaches_a_counter_costs_no_count_of_all_counters(parts: ModuleInputs) -> None:
    # VASSAL works out every calculated property of a counter that a key is sent to, whether anybody asks or not.
    for unit in parts.roster.units.values():
        piece = parts.maker.placed_piece(unit, "1", "Main Map", 0, 0)
        own = ["ReturnTurn"] if unit.type == "worker" else []
        assert [trait.text_of("name") for trait in piece.find("calcProp")] == own
    marker = parts.maker.placed_piece(parts.roster.markers["turn"], "1", "Main Map", 0, 0)
    counting = [trait.text_of("name") for trait in marker.find("calcProp") if '("{' in trait.text_of("expression")]
    # It counts guns where their rule is in play, and nothing else.
    assert counting == ["GunShift"]


def test_units_of_the_axis_have_no_commands_of_the_russians_options(parts: ModuleInputs) -> None:
    verbs = {"recover": "RECOVER", "to-siberia": "SIBERIA", "recall": "RECALL", "join-vlasov": "VLASOV"}
    for name, has in (("ger-47-pz", False), ("rus-1-tank", True)):
        unit = parts.maker.placed_piece(parts.roster.units[name], "1", "Main Map", 0, 0)
        for command, verb in verbs.items():
            assert any(parts.texts(f"menu.{command}") in text for text in unit.types) is has
            (lines, *_) = unit.find("report")
            assert (verb in lines.text_of("format")) is has


def test_prototypes_have_one_state_for_every_trait(parts: ModuleInputs) -> None:
    for prototype in parts.prototypes:
        command = decode_command(prototype.slot_text())
        assert isinstance(command, AddPiece)
        piece = Piece.read(command)
        assert len(piece.states) == len(prototype.traits) + 1


def test_a_unit_cannot_be_deleted_but_a_marker_can(parts: ModuleInputs) -> None:
    unit = parts.maker.placed_piece(parts.roster.units["ger-47-pz"], "1", "Main Map", 0, 0)
    marker = parts.maker.placed_piece(parts.roster.markers["railhead"], "1", "Main Map", 0, 0)
    assert list(unit.find("delete")) == []
    assert len(list(marker.find("delete"))) == 1
