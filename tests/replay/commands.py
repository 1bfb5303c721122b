"""Commands as an engine would log them, in a few words."""

from __future__ import annotations

from trc_module.vassal.commands import AddPiece, MovePiece

MAP = "Main Map"


def piece(id_: str, x: int, y: int, *, map_: str | None = MAP, unit: str = "", traits: str = "") -> AddPiece:
    """A piece with a Marker `unit` and perhaps one more trait in front of it (type without state)."""
    type_ = f"mark;unit\tpiece;;;{id_}.png;{id_}"
    state = f"{unit or id_}\t{map_ or 'null'};{x};{y};7;0"
    if traits:
        return AddPiece(id_, f"{traits}\tmark;unit\\\tpiece;;;{id_}.png;{id_}", f"\t{unit or id_}\\\t{state.partition(chr(9))[2]}")
    return AddPiece(id_, type_, state)


def stack(id_: str, x: int, y: int, *ids: str, map_: str = MAP) -> AddPiece:
    return AddPiece(id_, "stack", ";".join((map_, str(x), str(y), *ids, "@@1")))


def move(id_: str, x: int, y: int, under: str | None = None, *, map_: str | None = MAP, by: str = "secret") -> MovePiece:
    return MovePiece(id_, map_, x, y, under, MAP, 0, 0, None, by)
