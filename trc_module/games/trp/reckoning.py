"""What the module reckons of a battle (XIII.B): nothing until an owner has supplied factors, ground and table."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.charts.results import NOT_KNOWN
from trc_module.games.trp.data import DISPERSED, SOVIET, Trp
from trc_module.games.trp.odds import first_winter, further_shifts, ground_of
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.reckoning import (
    ALL,
    UNIT,
    Faces,
    GroundStrength,
    Note,
    Reckoning,
    Shift,
    When,
    Who,
)

_LOSSES = {
    "AE": (UNIT, ""),
    "X": (UNIT, UNIT),
    "DX": (UNIT, UNIT),
    "DE": ("", ALL),
    "BR": ("", ALL),
}
"""What results take; who is Spent, Dispersed or retreats is the players' to choose (XIII.C2)."""


def reckoning_of(game: Trp) -> Reckoning:
    """Return it; the column of amphibious tanks (XVI.B2) and reserves are the players' to say."""
    dispersed = Who(_faces(game), having=(DISPERSED,))
    return Reckoning(
        game.table,
        defence={(unit.id, 0): int(unit.own["defence"] or 0) for unit in game.units.values()},
        ground=_ground(game, dispersed),
        shifts=tuple(_shifts(game)),
        higher=dispersed,
        unknown_attack=_faces(game, "combat"),
        unknown_defence=_faces(game, "defence"),
        missing=tuple(_missing(game)),
        notes=(Note("amphibious", When(side="axis", turns=frozenset({1}))),),
        losses=_LOSSES,
    )


def _faces(game: Trp, without: str = "") -> Faces:
    """Return all counters, or those without a factor."""
    units = game.units.values()
    if not without:
        return frozenset((unit.id, 0) for unit in units)
    return frozenset((unit.id, 0) for unit in units if _factor(unit.own, unit.combat, without) is None)


def _factor(own: object, combat: int | None, name: str) -> object:
    return combat if name == "combat" else own[name]  # type: ignore[index]


def _ground(game: Trp, dispersed: Who) -> GroundStrength:
    known: dict[Hex, int] = {}
    unknown = 0
    for at in hexes(game.board.grid.all):
        if at not in game.board.terrain:
            continue
        kinds = [(table, kind) for table, kind, _ in ground_of(game, at)]
        values = [game.effects.of(*each).defence if each in game.effects.rows else 0 for each in kinds]
        if None in values:
            unknown |= 1 << at
        elif total := sum(value or 0 for value in values):
            known[at] = total
    return GroundStrength(known, unknown, dispersed)


def _shifts(game: Trp) -> Iterator[Shift]:
    german = Who(frozenset((unit.id, 0) for unit in game.units.values() if unit.nation == "german"))
    yield Shift("surprise", 1, when=When(turns=frozenset({1}), attackers=(german,)))
    river = game.effects.of("hexside", "river").shift
    if river:
        across = frozenset((a, b) for pair in game.river_sides for a in pair for b in pair if a != b)
        yield Shift("river", river, across=across)
    winter = game.shifts["winter"]
    if winter.columns and winter.first is not None and winter.last is not None:
        months = {n: int(turn.printed.get("month", 0)) for n, turn in game.track.turns.items()}
        turns = {n for n, month in months.items() if first_winter(month) and winter.first <= month <= winter.last}
        yield Shift("winter", winter.columns, when=When(side=SOVIET, turns=frozenset(turns)))


def _missing(game: Trp) -> Iterator[str]:
    """Yield what is not supplied and would make every column a guess."""
    if game.effects.of("hexside", "river").shift is None:
        yield "river"
    winter = game.shifts["winter"]
    if winter.columns is None or winter.first is None or winter.last is None:
        yield "winter"
    if further_shifts(game)[0] is None:
        yield "shifts"
    if any(NOT_KNOWN in row for row in game.table.cells.values()):
        yield "table"
