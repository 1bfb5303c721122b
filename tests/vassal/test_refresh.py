from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from tests.referee.modules import write_extension, write_module
from trc_module.vassal import sequence
from trc_module.vassal.archive import Archive
from trc_module.vassal.commands import (
    AddPiece,
    AddPlayer,
    BeginSave,
    ChangePiece,
    Chat,
    EndSave,
    ExtensionUsed,
    LogCommand,
    MovePiece,
    Node,
    PlacedBoard,
    RemovePiece,
    SetBoards,
    walk,
)
from trc_module.vassal.metadata import Metadata
from trc_module.vassal.palette import Palette, read_palette
from trc_module.vassal.problems import FormatError
from trc_module.vassal.refresh import Match, Refreshed, refresh
from trc_module.vassal.saves import SavedGame, make_step
from trc_module.vassal.traits import Piece, Trait
from trc_module.vassal.traits.build import basic_piece, dynamic_property, layer, markers
from trc_module.vassal.traits.meaning import same_type
from trc_module.vassal.values import Key

MAP = '<Map mapName="Main Map"><BoardPicker><Board name="Plain"/></BoardPicker></Map>'
SIDES = "<PlayerRoster><entry>Axis</entry></PlayerRoster>"
STEPS = layer("Steps", ("full.png", "half.png"))
MOVED = Trait.make("markmoved", image="m.png")


def supply(value: str) -> Trait:
    return dynamic_property("Supply", value)


def unit(
    id_: str | None, *traits: Trait, name: str = "47 Armor", gpid: str = "11", at: tuple[int, int] = (0, 0)
) -> Piece:
    basic = basic_piece(name, "47.png", gpid=gpid, map="Main Map" if id_ else None, x=at[0], y=at[1])
    return Piece.build(id_, (*traits, basic))


def module(folder: Path, *pieces: Piece, body: str = MAP + SIDES, images: tuple[str, ...] = ()) -> Palette:
    slots = "".join(
        f'<PieceSlot entryName="{piece.name}" gpid="{piece.gpid}">{piece.command().encode()}</PieceSlot>'
        for piece in pieces
    )
    body += f'<PieceWindow name="Counters">{slots}</PieceWindow>'
    with Archive(write_module(folder / "m.vmod", body, images=dict.fromkeys(images, b""))) as archive:
        return read_palette(archive)


def game(*commands: Node, steps: tuple[Node, ...] = ()) -> SavedGame:
    return SavedGame((BeginSave(), *commands, EndSave()), steps, module_data=Metadata(name="m"))


def piece_of(refreshed: Refreshed, id_: str) -> Piece:
    added = (c for node in refreshed.initial for c in walk(node) if isinstance(c, AddPiece) and c.id == id_)
    return Piece.read(next(added))


def test_a_piece_keeps_its_place_and_the_states_of_traits_that_are_the_same(tmp_path: Path) -> None:
    old = unit("5", MOVED, STEPS, supply("low"), markers({"CF": "7"}), at=(30, 40))
    old = old.with_trait_state(0, "true").with_trait_state(1, "2").with_trait_state(2, "low")
    # The newer piece has another order of traits, one more, a new factor and a new name.
    new = unit(
        None, supply("full"), markers({"CF": "8", "MF": "7"}), MOVED, STEPS, Trait.make("delete"), name="47 Panzer"
    )
    found = refresh(game(old.command()), module(tmp_path, new))
    assert found.matches == (Match("5", "47 Armor", "11", "number", "47 Panzer", "11"),)
    assert (found.obstacles, found.notes) == ((), ())
    now = piece_of(found, "5")
    assert now.types == new.types
    assert now.states == ("low", "8,7", "true", "2", "", old.states[-1])
    assert (now.map, now.position, now.gpid) == ("Main Map", (30, 40), "11")


def test_a_log_is_translated_step_by_step(tmp_path: Path) -> None:
    old = unit("5", STEPS, markers({"CF": "7"}), supply("full"))
    before = old.state_text
    changed = old.with_trait_state(0, "2").with_trait_state(2, "low")
    twin = unit("6", STEPS, markers({"CF": "7"}), supply("low"), at=(9, 9))
    steps = (
        make_step([ChangePiece("5", changed.state_text, before), Chat("* reduced")]),
        make_step([twin.command(), ChangePiece("6", twin.with_trait_state(0, "2").state_text)]),
        make_step([MovePiece("6", "Main Map", 1, 2, "5", "Main Map", 9, 9, None, "pw")]),
        make_step([RemovePiece("5"), None]),
    )
    new = unit(None, MOVED, supply("full"), markers({"CF": "8"}), STEPS)
    found = refresh(game(old.command(), steps=steps), module(tmp_path, new))
    table = {"5": piece_of(found, "5")}
    for step in found.steps:
        for command in walk(step):
            assert isinstance(command, LogCommand)
            inner = command.command
            if isinstance(inner, AddPiece):
                table[str(inner.id)] = Piece.read(inner)
            elif isinstance(inner, ChangePiece):
                table[inner.id] = table[inner.id].changed(inner.new_state, inner.old_state)
    assert [piece.types for piece in table.values()] == [new.types, new.types]
    assert [piece.states[:-1] for piece in table.values()] == [
        ("false", "low", "8", "2"),
        ("false", "low", "8", "2"),
    ]
    # What is said of no piece's traits stays the very same.
    assert found.steps[2:] == steps[2:]
    assert [match.id for match in found.matches] == ["5", "6"]


def test_a_change_that_says_less_than_the_piece_has_is_no_game(tmp_path: Path) -> None:
    palette = module(tmp_path, unit(None, STEPS))
    broken = game(unit("5", STEPS).command(), steps=(make_step([ChangePiece("5", "2")]),))
    with pytest.raises(FormatError, match="A change of a piece with 2 traits has only 1 states"):
        refresh(broken, palette)


def test_a_piece_without_its_number_is_found_by_its_name_and_gets_the_new_number(tmp_path: Path) -> None:
    found = refresh(game(unit("5", gpid="").command()), module(tmp_path, unit(None, gpid="30")))
    assert [(m.how, m.number, m.new_number) for m in found.matches] == [("name", "", "30")]
    assert piece_of(found, "5").gpid == "30"


def test_what_is_found_neither_way_is_an_obstacle_and_stays(tmp_path: Path) -> None:
    old = unit("5", STEPS, gpid="12", name="Gone").command()
    found = refresh(game(old), module(tmp_path, unit(None)))
    assert found.obstacles == ("The module has no piece number 12 and none named 'Gone'.",)
    assert old in found.initial


def test_a_kept_piece_shows_its_name_where_its_picture_is_gone_and_replays(tmp_path: Path) -> None:
    old = unit("5", STEPS, gpid="12", name="Gone").with_trait_state(0, "2")
    step = make_step([ChangePiece("5", old.with_trait_state(0, "1").state_text, old.state_text)])
    palette = module(tmp_path, unit(None), images=("half.png",))
    found = refresh(game(old.command(), steps=(step,)), palette, keep=True)
    assert found.obstacles == ()
    now = piece_of(found, "5")
    assert [trait.id for trait in now.traits] == ["label", "emb2", "piece"]
    assert now.states[:2] == ("Gone", "2")
    assert now.traits[1].value("images") == ("", "half.png")
    assert now.basic.value("image") == ""
    (command,) = walk(found.steps[0])
    assert isinstance(command, LogCommand)
    assert isinstance(command.command, ChangePiece)
    assert now.changed(command.command.new_state, command.command.old_state).states[:2] == ("Gone", "1")


def test_a_kept_piece_whose_pictures_are_there_stays_as_it_was(tmp_path: Path) -> None:
    old = unit("5", STEPS, gpid="12", name="Gone").command()
    found = refresh(game(old), module(tmp_path, images=("47.png", "full.png", "half.png")), keep=True)
    assert old in found.initial
    assert [match.how for match in found.matches] == ["kept"]


def test_a_piece_of_an_extension_stays_as_it_was(tmp_path: Path) -> None:
    old = unit("5", STEPS, gpid="3f1:12", name="Extra").command()
    found = refresh(game(old), module(tmp_path))
    assert (found.obstacles, [match.how for match in found.matches]) == ((), ["extension"])
    assert old in found.initial
    assert found.notes == (
        "Pieces of extensions stay as they were; name the newer extension to bring them forward too.",
    )


def test_a_piece_of_an_extension_that_is_there_is_brought_forward_like_any_other(tmp_path: Path) -> None:
    newer = unit(None, STEPS, markers({"CF": "8"}), gpid="3f1:12", name="Extra II")
    slot = f'<PieceSlot entryName="Extra" gpid="3f1:12">{newer.command().encode()}</PieceSlot>'
    body = f'{MAP}<PieceWindow name="Counters"/>'
    target = "VASSAL.build.module.PieceWindow:Counters"
    with (
        Archive(write_module(tmp_path / "m.vmod", body)) as archive,
        Archive(write_extension(tmp_path / "x.vmdx", "m", slot, id_="3f1", target=target)) as extension,
    ):
        palette = read_palette(archive, [extension])
    old = unit("5", STEPS, markers({"CF": "7"}), gpid="3f1:12", name="Extra").with_trait_state(0, "2")
    gone, foreign = unit("6", gpid="3f1:13", name="Gone"), unit("7", gpid="4a2:1", name="Foreign")
    commands = [piece.command() for piece in (old, gone, foreign)]
    found = refresh(game(*commands, ExtensionUsed("x", "1.0"), ExtensionUsed("y", "1.0")), palette)
    assert [(match.id, match.how, match.new_name) for match in found.matches] == [
        ("5", "number", "Extra II"),
        ("6", "none", "Gone"),
        ("7", "extension", "Foreign"),
    ]
    assert found.obstacles == ("The module has no piece number 3f1:13 and none named 'Gone'.",)
    now = piece_of(found, "5")
    assert (now.states[0], now.property("CF")) == ("2", "8")
    assert ExtensionUsed("x", "2.0") in found.initial
    assert ExtensionUsed("y", "1.0") in found.initial


def test_a_state_that_no_trait_can_take_is_told(tmp_path: Path) -> None:
    old = unit("5", STEPS, supply("low")).with_trait_state(0, "2")
    fuller = layer("Steps", ("full.png", "half.png", "rest.png"))
    found = refresh(game(old.command()), module(tmp_path, unit(None, fuller, supply("full"))))
    assert [match.lost for match in found.matches] == [("Layer",)]
    assert found.obstacles == ()
    assert found.losses == (
        "The state of 'Layer' of 1 piece ('47 Armor') would be lost: the module's piece has no such trait any more.",
    )


@pytest.mark.parametrize(
    ("trait", "state", "is_lost"),
    [
        # Untouched: a layer that cannot be switched off shows level 1, one that can is off; a trail without points.
        (STEPS, "1", False),
        (STEPS, "2", True),
        (STEPS.with_type(always_active=False), "-1", False),
        (STEPS.with_type(always_active=False), "1", True),
        (Trait.make("footprint"), "false;Map0;0", False),
        (Trait.make("footprint"), "false;Map0;1;3,4;true", True),
        (Trait.make("label", key=Key.ctrl("L")), "holds", True),
        (Trait.make("label", key=None), "4-5", False),
        (Trait.make("matPiece"), "noMat", False),
        (Trait.make("sendto", command="Go"), "Pool;3;4", True),
        (Trait.make("sendto", command="Go"), ";;", False),
        (Trait.make("obs", key=Key.ctrl("M")), "null;", False),
    ],
)
def test_what_players_have_done_is_lost_and_nothing_else(
    trait: Trait, state: str, is_lost: bool, tmp_path: Path
) -> None:
    old = unit("5", trait).with_trait_state(0, state)
    found = refresh(game(old.command()), module(tmp_path, unit(None)))
    assert bool(found.losses) == is_lost


def test_a_reduced_unit_of_an_older_engine_stays_reduced(tmp_path: Path) -> None:
    levels = "a.png,b.png;,;true;Step;;;false;;1;1;true;;85,130;"
    older = Trait(f"emb2;;2;;Flip;2;;;2;;;;1;false;0;0;{levels}", "2")
    newer = Trait(f"emb2;;2;;Flip;2;;;2;;;;1;false;0;0;{levels};;1.0;;true", "1")
    found = refresh(game(unit("5", older).command()), module(tmp_path, unit(None, newer)))
    assert (found.losses, piece_of(found, "5").states[0]) == ((), "2")


def test_a_masked_piece_is_not_revealed(tmp_path: Path) -> None:
    mask = Trait.make("obs", key=Key.ctrl("I"), image="mask.png")
    masked = unit("5", mask).with_trait_state(0, "secret;player:")
    palette = module(tmp_path, unit(None, Trait.make("obs", key=Key.ctrl("I"), image="other.png")))
    assert refresh(game(masked.command()), palette).obstacles == (
        "'47 Armor' is masked or invisible, which the module's new piece cannot be in the same way.",
    )
    assert refresh(game(unit("5", mask).command()), palette).obstacles == ()


def test_maps_and_boards_that_are_gone_are_obstacles_and_sides_a_note(tmp_path: Path) -> None:
    old = unit("5").with_position("Side Map", 1, 2)
    played = game(
        old.command(),
        AddPlayer("pw", "Ann", "Allies"),
        SetBoards("Main Map", (PlacedBoard("Snow"),)),
        steps=(make_step([MovePiece("5", "Pool", 1, 2, None, "Side Map", 1, 2, None, "pw")]),),
    )
    found = refresh(played, module(tmp_path, unit(None)))
    assert found.obstacles == (
        "The module has no map 'Pool', on which pieces of the game lie.",
        "The module has no map 'Side Map', on which pieces of the game lie.",
        "The map 'Main Map' of the module has no board 'Snow'.",
    )
    assert found.notes == ("The module has no side 'Allies' any more; its player will watch only.",)


def test_a_game_of_another_module_or_of_another_layout_is_refused(tmp_path: Path) -> None:
    palette = module(tmp_path)
    other = SavedGame((BeginSave(),), module_data=Metadata(name="Chess"))
    assert refresh(other, palette).obstacles == ("The game is one of the module 'Chess', not of 'm'.",)
    moved = replace(palette, data=structs.replace(palette.data, extra1="table 2"))
    earlier = SavedGame((BeginSave(),), module_data=Metadata(name="m", extra1="table 1"))
    assert refresh(earlier, moved).obstacles == (
        "The module calls itself 'table 2', the game's was 'table 1': its maps may lie otherwise.",
    )


def test_a_game_brought_forward_to_its_own_module_is_unchanged(tmp_path: Path) -> None:
    old = unit("5", MOVED, STEPS, supply("low"), markers({"CF": "7"}), at=(3, 4)).with_trait_state(1, "2")
    stack = AddPiece("9", "stack", "Main Map;3;4;5;@@-1")
    played = game(old.command(), stack, steps=(make_step([ChangePiece("5", old.state_text)]),))
    slot = unit(None, MOVED, STEPS, supply("low"), markers({"CF": "7"}))
    found = refresh(played, module(tmp_path, slot))
    assert (found.initial, found.steps) == (played.initial, played.steps)


def test_the_number_of_a_named_key_is_of_its_session_only() -> None:
    # The real engine's own texts of one trait in two sessions.
    written = r"macro;;Attack;65,130;;;57344\,0\,Begin,57344\,0\,SetAttacker;false;;;counted;;;;false;;1;1"
    saved = r"macro;;Attack;65,130;;;57387\,0\,Begin,57381\,0\,SetAttacker;false;;;counted;;;;false;;1;1"
    assert same_type(written, saved)
    assert not same_type(written, saved.replace("Begin", "End"))
    assert same_type("own.Class;57350,0,Go", "own.Class;57344,0,Go")
    assert not same_type("own.Class;64000,0,Go", "own.Class;57344,0,Go")


def test_a_type_with_fewer_fields_is_the_same_if_the_others_have_their_defaults() -> None:
    full = Trait.make("label", text="x")
    tokens = sequence.decode(full.text, ";")
    shorter = sequence.encode(tokens[:-1], ";")
    assert same_type(full.text, shorter)
    assert same_type(shorter, full.text)
    assert not same_type(full.text, full.with_type(font_size=12).text)
    assert not same_type("mark;CF", "label;CF")
    assert not same_type("no.such.Trait;1", "no.such.Trait;2")


def test_a_piece_whose_innermost_trait_is_the_modules_own_is_found_again_by_nothing(tmp_path: Path) -> None:
    own = AddPiece("5", "own.Unit;3", "a;b")
    found = refresh(game(own), module(tmp_path, unit(None)))
    assert found.obstacles == ("The module has no piece number (none) and none named ''.",)
    kept = refresh(game(own), module(tmp_path, unit(None)), keep=True)
    assert kept.obstacles == ()
    assert own in kept.initial


def test_a_piece_that_does_not_change_keeps_its_text_to_the_letter(tmp_path: Path) -> None:
    old = unit("5", STEPS, supply("low")).command()
    # Tabs behind the last state, which the engine passes over.
    odd = structs.replace(old, state=old.state.replace("\t", "\t", 1) + "\t\t")
    change = ChangePiece("5", odd.state, odd.state)
    found = refresh(game(odd, steps=(make_step([change]),)), module(tmp_path, unit(None, STEPS, supply("full"))))
    assert odd in found.initial
    assert found.steps == (make_step([change]),)


def test_a_game_of_the_module_under_its_former_name_is_its_own_where_that_is_accepted(tmp_path: Path) -> None:
    palette = module(tmp_path)
    other = SavedGame((BeginSave(),), module_data=Metadata(name="Chess"))
    assert refresh(other, palette, accepted=("Chess", "Draughts")).obstacles == ()
    assert refresh(other, palette, accepted=("Draughts",)).obstacles != ()
