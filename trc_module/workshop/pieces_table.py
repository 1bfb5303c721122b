"""The pieces of a file as a table, a row each: of a save or log as it begins, of a module or an extension.

A save knows pixels; with its module at hand a row names the place too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lxml import etree

from trc_module.vassal.archive import Archive
from trc_module.vassal.buildfile import place_of, read_build_file
from trc_module.vassal.commands import AddPiece, SetBoards, walk
from trc_module.vassal.palette import PROTOTYPES, SLOTS, piece_of
from trc_module.vassal.saves import SAVED_GAME, read_saved_game
from trc_module.vassal.traits import Deck, Piece, Stack, read_piece
from trc_module.workshop.places import MapNames, place_names

COLUMNS = ("kind", "id", "name", "gpid", "picture", "map", "place", "x", "y", "stack", "owner", "prototypes", "traits")
"""The columns of every table, before those of properties."""
_OWNED = ("obs", "hide")
_PLACING = ("placemark", "replace")


@dataclass(frozen=True, slots=True)
class PieceRow:
    """A piece: its values by the names of COLUMNS, '' where the file has none, its pictures and its properties."""

    values: Mapping[str, str]
    pictures: tuple[str, ...] = ()
    properties: Mapping[str, str] = field(default_factory=dict)


def rows_of(path: Path, module: Path | None = None) -> list[PieceRow]:
    """Return the rows of a save, a log, a module or an extension; `module` is the module of a save.

    Raises:
        FormatError: The file is none of them, or cannot be read.
    """
    with Archive(path) as archive:
        if SAVED_GAME not in archive:
            return list(_rows_of_module(read_build_file(archive)))
    names: Mapping[str, MapNames] = {}
    if module is not None:
        with Archive(module) as archive:
            names = place_names(read_build_file(archive))
    return list(_rows_of_game(path, names))


def _rows_of_game(path: Path, names: Mapping[str, MapNames]) -> Iterator[PieceRow]:
    game = read_saved_game(path)
    commands = [command for node in game.initial for command in walk(node)]
    boards = {
        each.map: each.boards[0].name for each in commands if isinstance(each, SetBoards) and len(each.boards) == 1
    }
    found = [read_piece(command) for command in commands if isinstance(command, AddPiece)]
    holding = {
        member: str(each.id) for each in found if isinstance(each, Stack | Deck) for member in each.members if member
    }
    for piece in found:
        if isinstance(piece, Piece):
            yield _placed_row(piece, holding.get(str(piece.id), ""), names, boards)


def _placed_row(piece: Piece, stack: str, names: Mapping[str, MapNames], boards: Mapping[str, str]) -> PieceRow:
    where, (x, y) = piece.map or "", piece.position
    place = names[where].at(x, y, boards.get(where, "")) if where in names else ""
    owner = next((token for trait in piece.traits if trait.id in _OWNED and (token := _owner(trait.state_tokens))), "")
    at = {"map": where, "place": place, "x": str(x), "y": str(y)} if where else {}
    return _row(piece, {"kind": "piece", "id": str(piece.id or ""), "stack": stack, "owner": owner, **at})


def _owner(tokens: Sequence[str]) -> str:
    """Return who has masked or hidden a piece, by the first field of the trait's state."""
    return "" if not tokens or tokens[0] == "null" else tokens[0]


def _rows_of_module(root: etree._Element) -> Iterator[PieceRow]:
    """Yield slots, prototypes and the pieces that traits place, as they stand in the build file."""
    for element in root.iter(*SLOTS, *PROTOTYPES):
        piece = piece_of(element)
        if piece is None:
            continue
        is_slot = element.tag in SLOTS
        place = place_of(element)
        kind = str(element.tag).rpartition(".")[2]
        named = {} if is_slot else {"name": element.get("name", "")}
        yield _row(piece, {"kind": kind, "gpid": element.get("gpid", ""), "place": place, **named})
        for trait in piece.traits:
            if trait.id in _PLACING:
                yield PieceRow({**_BLANK, "kind": trait.id, "gpid": trait.text_of("gpid"), "place": place})


_BLANK = dict.fromkeys(COLUMNS, "")


def _row(piece: Piece, known: Mapping[str, str]) -> PieceRow:
    traits = piece.traits
    own = {
        "name": piece.name,
        "gpid": piece.gpid,
        "picture": next(iter(pictures_of(piece)), ""),
        "prototypes": ", ".join(trait.tokens[0] for trait in traits if trait.id == "prototype" and trait.tokens),
        "traits": ", ".join(trait.id for trait in traits[:-1] if trait.id != "prototype"),
    }
    values = {**_BLANK, **{key: value for key, value in own.items() if value}, **known}
    return PieceRow(values, tuple(pictures_of(piece)), piece.properties())


def pictures_of(piece: Piece) -> list[str]:
    """Return the names of a piece's pictures, its own first and then those of its layers and masks, each once."""
    found: list[str] = []
    for trait in reversed(piece.traits):
        if trait.id in ("piece", "markmoved", "obs"):
            found.append(trait.text_of("image"))
        elif trait.id == "emb2":
            images = trait.value("images")
            found += map(str, images if isinstance(images, tuple) else ())
    return [name for name in dict.fromkeys(found) if name]


def property_names(rows: Sequence[PieceRow]) -> list[str]:
    """Return the names of all properties, in the order in which they come."""
    return list(dict.fromkeys(name for row in rows for name in row.properties))


def pictures_in(archive: Archive, rows: Sequence[PieceRow]) -> dict[str, bytes]:
    """Return the files of the rows' pictures that an archive holds, by their names."""
    found: dict[str, bytes] = {}
    for name in dict.fromkeys(name for row in rows for name in row.pictures):
        for file in (name, f"{name}.gif"):
            if file not in found and f"images/{file}" in archive:
                found[file] = archive.read(f"images/{file}")
                break
    return found


__all__ = ["COLUMNS", "PieceRow", "pictures_in", "pictures_of", "property_names", "rows_of"]
