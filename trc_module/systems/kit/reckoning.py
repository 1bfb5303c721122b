"""What the module of a game whose rules are data reckons of a battle: all that its tables say of odds and results."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Trust
from trc_module.hexgrid import Hex, hexes
from trc_module.roster import Face, Unit
from trc_module.rules.reckoning import ALL, ALWAYS, FIRST, NOTHING, STEP, Faces, Note, Reckoning, Shift, When, both_ways
from trc_module.rules.state import UnitId
from trc_module.systems.kit.acts import LOWER, REDUCE
from trc_module.systems.kit.ground import KitGround
from trc_module.systems.kit.tables import ResultRules


def reckoning_of(game: KitGround) -> Reckoning:
    """Return it; rules that a game has as functions besides are named in words."""
    combat = game.basics.combat
    shift = combat.shift
    return Reckoning(
        game.table,
        defence=_defence(game, combat.defence) if combat.defence else None,
        divided=tuple(_divided(game)),
        shifts=tuple(_shifts(game)),
        under=NOTHING if combat.below == NOTHING else FIRST,
        below=NOTHING if shift is not None and shift.below == NOTHING else FIRST,
        above_counts=shift is not None and shift.counts_from == "odds",
        unknown_attack=_unknown(game, "combat"),
        unknown_defence=_unknown(game, combat.defence or "combat"),
        notes=(Note("own-rules"),) if _has_more(game) else (),
        losses={name: _loss(result) for name, result in game.basics.results.items()},
        steps=((REDUCE, _not_last(game, full=True), ALWAYS), (LOWER, _not_last(game, full=False), ALWAYS)),
    )


def _not_last(game: KitGround, *, full: bool) -> Faces:
    """Return the faces that have a weaker one, of units whose front is their strongest or of the others."""
    ladders = {unit: ladder for unit, ladder in game.ladders.items() if (ladder[0] == 0) == full}
    return frozenset((unit, face) for unit, ladder in ladders.items() for face in ladder[:-1])


def _unknown(game: KitGround, column: str) -> Faces:
    """Return the faces on which a factor is not supplied; one that a unit does not have counts nothing."""
    return frozenset(
        (unit.id, number)
        for unit in game.units.values()
        for number, face in enumerate(_shown(unit))
        if face.source_of(column).trust is Trust.MISSING
    )


def _shown(unit: Unit) -> tuple[Unit | Face, ...]:
    return (unit, *unit.faces)


def _defence(game: KitGround, column: str) -> dict[tuple[UnitId, int], int]:
    faces = ((unit.id, number, face) for unit in game.units.values() for number, face in enumerate(_shown(unit)))
    return {(unit, number): int(face.own.get(column) or 0) for unit, number, face in faces}


def _has_more(game: KitGround) -> bool:
    kind = type(game)
    return kind.more_shifts is not KitGround.more_shifts or kind.more_weakening is not KitGround.more_weakening


def _divided(game: KitGround) -> Iterator[tuple[int, When]]:
    for name, told in game.basics.weather.items():
        if told.attackers_divided is not None:
            turns = (number for number, turn in game.track.turns.items() if turn.printed.get("weather") == name)
            yield told.attackers_divided.by, When(turns=frozenset(turns))


def _shifts(game: KitGround) -> Iterator[Shift]:
    told = game.basics.combat.shift
    if told is None:
        return
    for kind, row in game.ground.terrain.items():
        at = {h: row.shift for h in hexes(game.board.grid.all) if h in game.board.terrain and _kind(game, h) == kind}
        defender = told.only.get(kind, "")
        if not row.shift or not at:
            continue
        if not defender:
            yield Shift(kind, by_hex=at)
        # Terrain that helps one side's defenders counts in attacks of the others.
        others = (side for side in game.sides if defender and side != defender)
        yield from (Shift(kind, by_hex=at, when=When(side=side)) for side in others)
    for name, columns in told.places.items():
        yield Shift(name, by_hex={game.places[name]: columns})
    for name, side_row in game.ground.hexside.items():
        if side_row.shift and game.board.sides.get(name):
            across = both_ways(game.board.sides[name])
            yield Shift(name, side_row.shift, across=across, by_any=told.hexside == "any")


def _kind(game: KitGround, at: Hex) -> str:
    return game.board.terrain[at].id


def _loss(result: ResultRules) -> tuple[str, str]:
    """Return what a result takes by a click; strength that must be matched, and steps of several, are the players'."""
    attackers = {"step": STEP, "all": ALL, "as much": STEP}.get(str(result.attackers), "")
    defenders = {"step": STEP, "all": ALL}.get(str(result.defender), "")
    return (
        STEP if isinstance(result.attackers, int) else attackers,
        STEP if isinstance(result.defender, int) else defenders,
    )
