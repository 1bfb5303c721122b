"""Commands as an engine would log them, in a few words."""

from __future__ import annotations

from trc_module.vassal import sequence
from trc_module.vassal.commands import AddPiece, MovePiece

MAP = "Main Map"


def piece(id_: str, x: int, y: int, *, map_: str | None = MAP, unit: str = "", trait: str = "") -> AddPiece:
    """A piece with a Marker `unit`, and perhaps a trait without state in front of it."""
    types = [*filter(None, [trait]), "mark;unit", f"piece;;;{id_}.png;{id_}"]
    states = [*([""] if trait else []), unit or id_, f"{map_ or 'null'};{x};{y};7;0"]
    return AddPiece(id_, sequence.encode_nested(types), sequence.encode_nested(states))


def stack(id_: str, x: int, y: int, *ids: str, map_: str = MAP) -> AddPiece:
    return AddPiece(id_, "stack", ";".join((map_, str(x), str(y), *ids, "@@1")))


def move(id_: str, x: int, y: int, under: str | None = None, by: str = "secret") -> MovePiece:
    return MovePiece(id_, MAP, x, y, under, MAP, 0, 0, None, by)
