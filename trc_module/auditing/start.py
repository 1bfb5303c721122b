"""The position with which a log begins, as the rules see it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from msgspec import Struct

from trc_module.auditing.foreigners import foreign_worlds
from trc_module.module.turns import TRACKER_ID
from trc_module.replay.gamelog import GameLog
from trc_module.replay.pieces import Piece
from trc_module.replay.table import Table
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.slices import OnTable
from trc_module.rules.state import Deployment, Place, State, UnitId
from trc_module.sentence import Sentence


class Start(Struct, frozen=True):
    """The beginning of a log: the position, the part of it that the log leaves unknown, and what is wrong with it.

    `worlds` are all positions that the log's beginning allows, the likeliest first: a log that begins
    in the middle of a game may say neither the weather nor what earlier acts still matter. What holds
    in all of them is certain.
    """

    worlds: tuple[State, ...]
    unknown: tuple[str, ...]
    findings: tuple[Finding, ...]
    late: bool = False
    """Whether play had begun before the log did, so that earlier acts may matter that it does not tell."""
    fighting: bool = False
    """Whether units show their part in a battle: it was declared before the log."""


@dataclass
class _Shown:
    """The display of units besides their places: the face that lies up, a status, conditions."""

    faces: dict[UnitId, int] = field(default_factory=dict)
    statuses: dict[UnitId, int] = field(default_factory=dict)
    conditions: dict[str, frozenset[UnitId]] = field(default_factory=dict)

    def look(self, log: GameLog, unit: UnitId, piece: Piece) -> None:
        """Take what a piece shows of its unit."""
        face, status = log.face_of(piece), log.status_of(piece)
        if face is not None:
            self.faces[unit] = face
        if status is not None:
            self.statuses[unit] = status
        for word in log.conditions_of(piece):
            self.conditions[word] = self.conditions.get(word, frozenset()) | {unit}


def read_start(log: GameLog, table: Table) -> Start:
    """Return the position of the table with which a log begins."""
    game = log.parts.game
    findings: list[Finding] = []
    places: dict[str, dict[UnitId, Place]] = {side: {} for side in game.sides}
    shows = _Shown()
    for piece in _bottom_first(table):
        unit = log.unit_of(piece)
        if unit is None:
            if log.is_foreign(piece):
                findings.append(
                    _note(
                        "log.unit", Sentence("The piece '{name}' at {spot} is not in the data.", piece.name, piece.spot)
                    )
                )
            continue
        place = log.place_of(piece.spot)
        if unit.id in places[unit.side]:
            findings.append(
                _note(
                    "log.unit", Sentence("{unit} is on the table twice; the second is disregarded.", unit.id), unit.id
                )
            )
        elif place is None:
            findings.append(
                _note(
                    "log.place",
                    Sentence("{unit} lies outside all hexes and boxes, at {spot}.", unit.id, piece.spot),
                    unit.id,
                )
            )
        else:
            places[unit.side][unit.id] = place
            shows.look(log, unit.id, piece)
    begun = game.start(log.scenario, log.options)
    clock = log.clock_of(table.turns.get(TRACKER_ID, ""))
    unknown = []
    if clock is None:
        clock = begun.clock
        findings.append(
            _note(
                "log.phase", Sentence("The log does not say in which phase it begins; taken for {clock}.", clock.words)
            )
        )
    state = replace(
        begun,
        clock=clock,
        forces=FrozenMap({side: Deployment(FrozenMap(found)) for side, found in places.items()}),
    )
    properties = {name: value for (owner, name), value in table.properties.items() if owner == "Module"}
    shown = OnTable(properties, _markers(log, table), shows.faces, log.hands(), shows.statuses, shows.conditions)
    worlds = [state]
    for system in game.systems:
        found = [
            other for world in worlds for other in system.off_table(game, world, shown, clock.turn > begun.clock.turn)
        ]
        if len(found) > len(worlds):
            unknown.append(system.moment)
        worlds = found
    if log.foreign is not None:
        worlds = foreign_worlds(log.foreign, game, clock, worlds, unknown)
    # Only the first movement phase of all has nothing before it but the set-up, as long as nobody fights.
    late = clock.turn > begun.clock.turn or clock.step not in game.sequence.steps[:2]
    fighting = any(log.fights(piece) for piece in table.pieces.values())
    worlds = [game.joined(world) for world in worlds]
    return Start(tuple(worlds), tuple(unknown), tuple(findings), late or fighting, fighting)


def _markers(log: GameLog, table: Table) -> dict[str, str]:
    """Return the markers that lie in boxes, by their ids, those in one pile from the bottom up."""
    found = {}
    for piece in _bottom_first(table):
        marker = log.marker_of(piece)
        if marker is not None and piece.spot is not None:
            box = log.parts.layout.place(piece.spot.map, piece.spot.x, piece.spot.y)
            if isinstance(box, str):
                found[marker.id] = box
    return found


def _bottom_first(table: Table) -> list[Piece]:
    pieces = table.pieces
    placed = [pieces[id_] for ids in table.position().values() for id_ in ids]
    return placed + [piece for piece in pieces.values() if piece.spot is None]


def _note(rule: str, sentence: str, *units: UnitId) -> Finding:
    return Finding(rule, Verdict.NOTE, sentence, units)
