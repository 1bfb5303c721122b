"""The ladder of a unit's faces, from the strongest to the weakest, whichever of them is the front of its counter."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from trc_module.declarations.policy import BACK, NEXT
from trc_module.roster import Unit
from trc_module.rules.state import State, UnitId
from trc_module.systems.steps import steps_lost, with_steps_lost

Ladder = tuple[int, ...]
"""The numbers of faces, 0 the front, from the strongest to the weakest."""


class Laddered(Protocol):
    """A game whose units have ladders."""

    @property
    def ladders(self) -> Mapping[UnitId, Ladder]:
        """The ladder of each unit."""


def ladder_of(faces: Sequence[str], improved: Collection[str]) -> Ladder:
    """Return the ladder of a counter by the names of its further faces: improved ones, its front, the others."""
    better = [number for number, face in enumerate(faces, 1) if face in improved]
    return (*reversed(better), 0, *(number for number in range(1, len(faces) + 1) if number not in better))


@dataclass(frozen=True, slots=True)
class Turned:
    """Units whose counters are turned the same way by the loss of a step."""

    face: str
    """NEXT for those whose front is their strongest face, BACK where it is the weakest, '' for those of one face."""
    side: str = ""
    """The side that is meant; '' for all."""
    types: tuple[str, ...] = ()
    """The types that are meant; () for all."""


def ways_to_turn(units: Iterable[Unit], improved: Collection[str]) -> tuple[Turned, ...]:
    """Return the ways in which units lose a step, each with the units that do so, as few as say it.

    Units of one face may be of a type whose others have more.

    ValueError names a side and a type whose counters are not all turned the same way.
    """
    found: dict[str, dict[str, str]] = {}
    for unit in units:
        ladder = ladder_of([face.name for face in unit.faces], improved)
        face = "" if len(ladder) == 1 else NEXT if ladder[0] == 0 else BACK
        types = found.setdefault(unit.side, {})
        known = types.setdefault(unit.type, face)
        # Who has one face alone is not turned: the key of the others does no harm to it.
        if known and face and known != face:
            raise ValueError(f"{unit.type} of the {unit.side} side")
        types[unit.type] = known or face
    everywhere = {face for types in found.values() for face in types.values()}
    if len(everywhere) == 1:
        return (Turned(everywhere.pop()),)
    ways = []
    for side, types in found.items():
        for face in dict.fromkeys(types.values()):
            own = tuple(type_ for type_, other in types.items() if other == face)
            ways.append(Turned(face, side, () if len(own) == len(types) else own))
    return tuple(ways)


def rung(game: Laddered, state: State, unit: UnitId) -> int:
    """Return how many steps a unit has lost from its strongest face."""
    ladder, shown = game.ladders[unit], steps_lost(state, unit)
    return ladder.index(shown) if shown in ladder else len(ladder) - 1


def is_full(game: Laddered, state: State, unit: UnitId) -> bool:
    """Tell whether a unit has all its steps."""
    return rung(game, state, unit) == 0


def is_last(game: Laddered, state: State, unit: UnitId) -> bool:
    """Tell whether a unit has one step left."""
    return rung(game, state, unit) == len(game.ladders[unit]) - 1


def weaker(game: Laddered, state: State, unit: UnitId) -> State:
    """Return the position with a unit that has lost one step more; with its last one it shows what it showed."""
    ladder = game.ladders[unit]
    return with_steps_lost(state, unit, ladder[min(rung(game, state, unit) + 1, len(ladder) - 1)])


def weakest(game: Laddered, state: State, unit: UnitId) -> State:
    """Return the position with a unit at its last step."""
    return with_steps_lost(state, unit, game.ladders[unit][-1])


def stronger(game: Laddered, state: State, unit: UnitId) -> State:
    """Return the position with a unit that has one step more; one that has all of them shows what it showed."""
    return with_steps_lost(state, unit, game.ladders[unit][max(rung(game, state, unit) - 1, 0)])
