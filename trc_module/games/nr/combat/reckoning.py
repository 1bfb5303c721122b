"""What the module reckons of a battle (10.6): all but what cards do, and whether a card has changed the weather."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from trc_module.games.nr.combat.battle import COUNTERBLOWS, TARGETS
from trc_module.games.nr.combat.odds import CUT_OFF, FIRST_SNOW, FROZEN, HARDEST, SS_PANZER
from trc_module.games.nr.data import (
    ARMOR,
    AXIS,
    DISORGANIZED,
    FORT,
    LONG_WINTER,
    MECHANIZED,
    MUD,
    OLD_EDITION,
    SHOCK,
    SOVIET,
    TWO_STEPS,
    UNSUPPLIED,
    Nr,
)
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.roster import Face, Unit
from trc_module.rules.reckoning import (
    ALWAYS,
    COUNTED,
    STEP,
    Faces,
    Note,
    Reckoning,
    Shift,
    When,
    Who,
    both_ways,
)
from trc_module.rules.state import UnitId

BONUS = "armor"
"""The name of the shift of the armor bonus (14.3)."""
_VOLUNTARY = When(phasing=True, markers=(TARGETS,), no_markers=(COUNTERBLOWS,))
"""An attack on a target: terrain counts in no other."""


def reckoning_of(game: Nr) -> Reckoning:
    """Return it."""
    frozen = _turns(game, lambda weather: weather in FROZEN)
    snow = When(side=AXIS, turns=frozen, without_options=(OLD_EDITION,))
    unknown = _faces(game, lambda unit, face: face.combat is None)
    return Reckoning(
        game.results,
        sheets=((SOVIET, When(side=SOVIET)), (SOVIET, snow), (AXIS, ALWAYS)),
        shifts=(*_supports(game), *_of_the_ground(game), *_of_units(game), *_winter(game, frozen)),
        under=COUNTED,
        low="CA",
        unknown_attack=unknown,
        unknown_defence=unknown,
        notes=(
            Note("events"),
            Note("no-target", When(phasing=True, no_markers=(TARGETS, COUNTERBLOWS))),
            Note("weather", When(turns=frozenset(_variable(game)))),
            Note("disorganized", When(attackers=(_all(game, DISORGANIZED),))),
            Note("disorganized", When(defenders=(_all(game, DISORGANIZED),))),
            Note("cut-off", When(attackers=(_all(game, UNSUPPLIED),))),
        ),
        losses={"EX": (STEP, STEP), "DD": ("", STEP), "DS": ("", "SHATTER")},
        steps=(
            ("REDUCE", _faces(game, lambda unit, face: unit.side == AXIS and face is unit and unit.steps > 1), ALWAYS),
            ("LOWER", _faces(game, lambda unit, face: unit.side == SOVIET and _arm(unit, face) == FORT), ALWAYS),
            (
                "LOWER",
                _faces(game, lambda unit, face: unit.side == SOVIET and face is not unit),
                When(turns=frozenset(turn for turn in game.track.turns if turn >= TWO_STEPS)),
            ),
        ),
    )


def _faces(game: Nr, which: Callable[[Unit, Unit | Face], bool]) -> Faces:
    found: set[tuple[UnitId, int]] = set()
    for unit in game.units.values():
        shown: tuple[Unit | Face, ...] = (unit, *unit.faces)
        found.update((unit.id, number) for number, face in enumerate(shown) if which(unit, face))
    return frozenset(found)


def _arm(unit: Unit, face: Unit | Face) -> str:
    return face.type or unit.type


def _of_arms(game: Nr, *arms: str) -> Faces:
    return _faces(game, lambda unit, face: _arm(unit, face) in arms)


def _all(game: Nr, condition: str) -> Who:
    return Who(_faces(game, lambda unit, face: True), having=(condition,))


def _turns(game: Nr, which: Callable[[str], bool]) -> frozenset[int]:
    return frozenset(n for n, turn in game.track.turns.items() if which(str(turn.printed.get("weather", ""))))


def _variable(game: Nr) -> Iterator[int]:
    yield from (n for n, turn in game.track.turns.items() if turn.printed.get("variable") != "no")


def _supports(game: Nr) -> Iterator[Shift]:
    """Yield the columns of support markers, and those that a Shock! one has more in the first snow (13.3)."""
    yield Shift("support", 1, counted="SUPPORT")
    more = When(side=SOVIET, turns=frozenset({FIRST_SNOW}), without_options=(OLD_EDITION,))
    yield Shift("first-snow", game.values["first-winter-shock"] - 1, counted="SUPPORT", when=more)


def _of_the_ground(game: Nr) -> Iterator[Shift]:
    kinds = {h: game.board.terrain[h].id for h in hexes(game.board.grid.all) if h in game.board.terrain}
    shifts = {h: game.ground.terrain[kind].shift for h, kind in kinds.items() if kind in game.ground.terrain}
    yield Shift("terrain", by_hex={h: shift for h, shift in shifts.items() if shift}, when=_VOLUNTARY)
    objective = game.ground.hexside["objective"].shift
    yield Shift("objective", by_hex=dict.fromkeys(hexes(game.objectives), objective), when=_VOLUNTARY)
    river, wet = game.ground.hexside["river"].shift, _turns(game, lambda weather: weather not in FROZEN)
    over = When(phasing=True, markers=(TARGETS,), no_markers=(COUNTERBLOWS,), turns=wet)
    yield Shift("river", river, across=both_ways(game.board.sides["river"]), when=over)


def _of_units(game: Nr) -> Iterator[Shift]:
    """Yield what units shift: armor, elite units, defenders without supply."""
    armor = Who(_of_arms(game, ARMOR), without=(UNSUPPLIED,))
    hard = Who(_of_arms(game, ARMOR, MECHANIZED))
    dry = _turns(game, lambda weather: weather not in (MUD, LONG_WINTER))
    open_ = _set(h for h, kind in game.board.terrain.items() if _allows(game, h, kind.id))
    yield Shift(BONUS, 1, when=When(turns=dry, hexes=open_, attackers=(armor,), no_defenders=(hard,)))
    elite = Who(_faces(game, lambda unit, face: unit.id == SS_PANZER))
    yield Shift("ss-panzer", 1, when=When(options=("15.1",), attackers=(elite,), unless=(BONUS,)))
    shock = Who(_of_arms(game, SHOCK))
    yield Shift("shock-unit", 1, when=When(options=("15.2",), attackers=(shock,)))
    yield Shift("unsupplied", CUT_OFF, when=When(defenders=(_all(game, UNSUPPLIED),)))


def _allows(game: Nr, at: Hex, kind: str) -> bool:
    row = game.ground.terrain.get(kind)
    return row is not None and "armor-bonus" in row.tags and not game.objectives >> at & 1


def _set(some: Iterable[Hex]) -> HexSet:
    return sum(1 << h for h in some)


def _winter(game: Nr, frozen: frozenset[int]) -> Iterator[Shift]:
    """Yield what attacks of the Axis lose in snow: in the later edition in the USSR alone."""
    for turns, columns in ((frozen & {HARDEST}, -2), (frozen - {HARDEST}, -1)):
        home = When(side=AXIS, turns=turns, hexes=game.soviet_land, without_options=(OLD_EDITION,))
        yield Shift("winter", columns, when=home)
        yield Shift("winter", columns, when=When(side=AXIS, turns=turns, options=(OLD_EDITION,)))
