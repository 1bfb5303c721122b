"""Comparison of the engine's maps with our table, and of both with the game itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tests.referee.engine import Game, WrittenPiece
from tests.referee.engine import Piece as EnginePiece
from trc_module.module.inputs import ModuleInputs
from trc_module.module.layout import Spot
from trc_module.module.options import OPTIONS_MAP
from trc_module.module.turns import TRACKER_ID
from trc_module.replay.gamelog import GameLog
from trc_module.replay.pieces import Piece
from trc_module.replay.table import Table
from trc_module.rules.state import State
from trc_module.systems.memory import PLACES, PROPERTY
from trc_module.vassal import sequence

Lying = tuple[str | None, int, int, int]
"""The place of a piece: map, x, y, place in its stack (0 is the bottom)."""

FACTS = ("slot", "name", "traits", "states", "markers")
"""The properties of a piece that are compared beside its place."""


def lying_apart(game: Game, table: Table) -> Iterator[str]:
    """Yield each piece that lies elsewhere for the engine than for our table, or in another place of its stack."""
    ours = {piece.id: _lying(piece) for piece in table.pieces.values()}
    theirs = {id_: _known(place, table) for id_, place in game.places().items()}
    for id_ in sorted({*ours, *theirs}):
        if ours.get(id_) != theirs.get(id_):
            piece = table.find(id_)
            name = piece.name if piece is not None else "unknown to us"
            yield f"piece {id_} ({name}): {theirs.get(id_)} for the engine, {ours.get(id_)} for our table"


def _lying(piece: Piece) -> Lying:
    # A change of a stack may drop a piece that goes on believing that it lies there.
    index = piece.parent.pieces.index(piece) if piece.parent is not None and piece in piece.parent.pieces else 0
    return (piece.spot.map, piece.spot.x, piece.spot.y, index) if piece.spot else (None, piece.x, piece.y, index)


def _known(place: Lying, table: Table) -> Lying:
    if place[0] in table.unseen:
        # What a hand holds no audit may tell; in which order cards lie upon each other there is nothing to anybody.
        return (None, *place[1:3], 0)
    # The window of options is none of the maps that an audit keeps: what lies in it is beside them.
    return (None, *place[1:]) if place[0] == OPTIONS_MAP else place


def made_apart(pieces: Mapping[str, WrittenPiece], table: Table) -> Iterator[str]:
    """Yield each piece of which the engine and our table have another slot, name, traits, state of a trait or marker.

    Of the traits' types only the kinds are compared, in their order: the engine gives named keys other numbers at every
    start.
    """
    for id_, ours in sorted(table.pieces.items()):
        theirs = pieces.get(id_)
        if theirs is None:
            continue
        values = {name: theirs.properties.get(name, "") for name in ours.markers}
        states = _settled(ours, sequence.decode_nested(theirs.state, "\t", len(ours.kind.traits)))
        kinds = _kinds(sequence.decode_nested(theirs.type))
        engine = (theirs.gpid, theirs.name, kinds, states, values)
        table_ = (ours.gpid, ours.name, _kinds(ours.kind.traits), _settled(ours, ours.state), dict(ours.markers))
        for fact, one, other in zip(FACTS, engine, table_, strict=True):
            if one != other:
                yield f"piece {id_} ({ours.name}): {fact} {one!r} for the engine, {other!r} for our table"


def _settled(piece: Piece, states: Sequence[str]) -> tuple[str, ...]:
    """Return the states of a piece's traits as far as they do not depend on who looks at it."""
    settled = []
    # The basic piece's own state comes last and says where it lies, which is compared by itself.
    for place, (trait, state) in enumerate(zip(piece.kind.traits[:-1], states, strict=False)):
        kind = trait.partition(";")[0]
        if kind == "emb2" and place not in piece.kind.layers:
            # It follows a property: its state is the level that was drawn last, if it was drawn [Embellishment].
            state = ""
        # The engine trims what a label says when it reads it [Labeler].
        settled.append(state.strip() if kind == "label" else state)
    return tuple(settled)


def _kinds(traits: Iterable[str]) -> tuple[str, ...]:
    return tuple(trait.partition(";")[0] for trait in traits)


def set_apart(game: Game, table: Table) -> Iterator[str]:
    """Yield each property of the module that has another value in the engine than on our table.

    What the dice showed last is left out: the engine writes it down in its logs, but does not take it out of them
    again, not even of its own; each player's dice show what he rolled himself. So is what a composed log remembers of
    its beginning, for which a module has no property: the engine forgets it.
    """
    for (container, name), value in sorted(table.properties.items()):
        if name in (PROPERTY, PLACES):
            continue
        if container == "Module" and not name.endswith("_result") and game.property(name) != value:
            yield f"property {name}: {game.property(name)!r} in the engine, {value!r} on our table"


def placed_apart(pieces: Mapping[str, EnginePiece], log: GameLog, table: Table, state: State) -> Iterator[str]:
    """Yield each unit that is elsewhere in the game than on our table, or in a place of another name in the engine.

    The tracker's moment is held against the game's clock too. A unit that never was in the game, or has left it for
    no box, is in no place for the game, and may then lie nowhere but in a window beside the map.
    """
    parts = log.parts
    lying = {unit.id: piece for piece in table.pieces.values() if (unit := log.unit_of(piece)) is not None}
    for side, force in state.forces.items():
        for name, place in force.places.items():
            wanted = parts.box_key(side, place) if isinstance(place, str) else place
            piece = lying.pop(name, None)
            spot = piece.spot if piece is not None else None
            found = None if spot is None else parts.layout.place(spot.map, spot.x, spot.y)
            if piece is None or found != wanted:
                yield f"{name}: in {called(parts, wanted)} by the game, in {called(parts, found)} on our table"
            elif pieces[piece.id].location != called(parts, wanted):
                there = pieces[piece.id].location
                yield f"{name}: in {called(parts, wanted)} by the game, in {there!r} as the engine calls it"
    for name, piece in lying.items():
        spot = piece.spot
        if spot is not None and not isinstance(parts.layout.place(spot.map, spot.x, spot.y), str):
            yield f"{name}: out of play by the game, at {spot} on our table"
    clock = log.clock_of(table.turns.get(TRACKER_ID, ""))
    if clock != state.clock:
        yield f"the clock: {state.clock} by the game, {clock} on our table"


def called(parts: ModuleInputs, place: Spot | None) -> str:
    """Return what the engine calls a hex or a box."""
    if place is None:
        return "no place"
    return parts.layout.title(place) if isinstance(place, str) else parts.board.grid.name(place)
