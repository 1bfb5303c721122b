"""Our refresh and the real engine's own "Refresh Counters" make the same of the same save."""

from __future__ import annotations

import random
from pathlib import Path

from msgspec.structs import replace

from tests.referee.engine import Engine, WrittenPiece
from tests.referee.modules import write_extension, write_module
from trc_module.vassal.archive import Archive
from trc_module.vassal.commands import PlacedBoard, SetBoards
from trc_module.vassal.metadata import Metadata
from trc_module.vassal.palette import read_palette
from trc_module.vassal.refresh import refresh
from trc_module.vassal.saves import GameSetup, read_saved_game, write_saved_game
from trc_module.vassal.traits import Piece, Stack, Trait
from trc_module.vassal.traits.build import basic_piece, dynamic_property, layer, markers
from trc_module.vassal.values import Key

MAP = (
    '<Map mapName="Main Map"><BoardPicker><Board name="Plain" width="900" height="700" color="255,255,255"/>'
    "</BoardPicker><PieceMover/></Map>"
)
KEY = Key.ctrl("K")
TRAITS = (
    layer("Steps", ("", "", "")),
    layer("Steps", ("", "")),
    layer("Supply", ("", "")),
    dynamic_property("Fuel", "3"),
    dynamic_property("Orders", "hold"),
    Trait.make("label", text="none", key=KEY),
    Trait.make("label", text="none", key=KEY, font_size=12),
    Trait.make("markmoved", image=""),
    Trait.make("delete"),
    Trait.make("clone"),
)
STATES = {"emb2": ("1", "2"), "PROP": ("low", "a;b\tc"), "label": ("in reserve",), "markmoved": ("true",)}


def version(chance: random.Random, number: int) -> Piece:
    """Make the piece that a module, or from 10 on its extension, defines under a number: traits, a factor, a name."""
    traits = chance.sample(TRAITS, chance.randint(1, 6))
    traits.insert(chance.randrange(len(traits) + 1), markers({"CF": str(chance.randint(1, 9))}))
    gpid = str(number) if number < 10 else f"3f1:{number}"
    return Piece.build(None, (*traits, basic_piece(f"Unit {number}.{chance.randint(1, 2)}", gpid=gpid)))


def module(path: Path, pieces: list[Piece]) -> tuple[Path, Path]:
    """Write a module, and the extension that has the pieces whose numbers say so."""
    of_module, of_extension = (
        "".join(
            f'<PieceSlot entryName="{piece.name}" gpid="{piece.gpid}">{piece.command().encode()}</PieceSlot>'
            for piece in pieces
            if (":" in piece.gpid) is extended
        )
        for extended in (False, True)
    )
    window = (
        '<PieceWindow name="Counters" entryName="Counters"><ListWidget entryName="All">{}</ListWidget></PieceWindow>'
    )
    extension = write_extension(
        path.with_name("m_ext") / "x.vmdx", "m", f'<ListWidget entryName="More">{of_extension}</ListWidget>', id_="3f1",
        target="VASSAL.build.module.PieceWindow:Counters",
    )  # fmt: skip
    return write_module(path, MAP + window.format(of_module)), extension


def played(chance: random.Random, pieces: list[Piece]) -> GameSetup:
    """Put two pieces of each slot into one of a few stacks, with something having happened to most traits."""
    places: dict[tuple[int, int], list[Piece]] = {}
    for number, slot in enumerate([*pieces, *pieces]):
        states = [chance.choice((trait.state, *STATES.get(trait.id, ()))) for trait in slot.traits]
        x, y = chance.choice(((50, 60), (200, 60), (200, 300), (500, 400)))
        piece = replace(slot, id=str(1000 + number), states=tuple(states)).with_position("Main Map", x, y)
        places.setdefault((x, y), []).append(piece)
    stacks = [
        Stack(str(2000 + number), "Main Map", x, y, tuple(str(piece.id) for piece in members))
        for number, ((x, y), members) in enumerate(places.items())
    ]
    return GameSetup(
        tuple(piece for members in places.values() for piece in members),
        tuple(stacks),
        boards=(SetBoards("Main Map", (PlacedBoard("Plain"),)),),
    )


def what_players_see(pieces: list[WrittenPiece]) -> list[tuple[object, ...]]:
    """Return all that a refresh should keep or renew; the engine gives pieces new ids."""
    kept = ("UniqueID", "PieceUID", "OldLocationName")
    return sorted(
        (
            piece.map or "",
            piece.x,
            piece.y,
            piece.index,
            piece.gpid,
            piece.full_name,
            piece.type,
            sorted((key, value) for key, value in piece.properties.items() if key not in kept),
        )
        for piece in pieces
    )


def test_the_engines_own_refresh_agrees_piece_by_piece(referee: Engine, tmp_path: Path) -> None:
    chance = random.Random(4)
    old = [version(chance, number) for number in range(1, 13)]
    new = [version(chance, number) for number in range(1, 13)]
    (tmp_path / "old").mkdir()
    (tmp_path / "new").mkdir()
    module(tmp_path / "old" / "m.vmod", old)
    newer, extension = module(tmp_path / "new" / "m.vmod", new)
    data = Metadata(name="m", version="1.0", vassal_version="3.5.8")
    save = tmp_path / "old.vsav"
    write_saved_game(save, played(chance, old).commands(), save_data=data, module_data=data)

    with Archive(newer) as archive, Archive(extension) as more:
        ours = refresh(read_saved_game(save), read_palette(archive, [more]))
    assert ours.obstacles == ()
    assert len(ours.found("number")) == 24
    write_saved_game(tmp_path / "ours.vsav", ours.initial, save_data=data, module_data=data)

    game = referee.open(newer)
    assert game.load(save)
    before = game.written()
    report = game.refresh()
    assert "- - 24 Counters refreshed" in report.chat, report
    theirs = what_players_see(game.written())
    assert theirs != what_players_see(before)
    assert game.load(tmp_path / "ours.vsav")
    assert game.last.complaints == ()
    assert what_players_see(game.written()) == theirs
