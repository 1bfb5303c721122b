"""Legal acts of the kinds that a game does not list: what can be written of a position, judged act by act.

What may be left out of an act is left out, and a unit that goes further than to a neighbour goes by whatever way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from trc_module.hexgrid import HexSet, hexes
from trc_module.rules.actions import Action, Attack
from trc_module.rules.battles import next_number
from trc_module.rules.game import GameData
from trc_module.rules.record.grammar import Air, Flag, Literal, Maybe, One, Part, Path, RecordSyntax
from trc_module.rules.state import State, Trail, UnitId

MOST_TOGETHER = 3
"""The greatest number of units in an attack that is listed."""
_NEAR = 2
"""How far from the last hex that it may reach a hex lies to which a unit may perhaps still go."""


class UnlistedError(LookupError):
    """An act cannot be listed: something in it may be any word or number."""


def listed(
    game: GameData, state: State, kind: type[Action], unit: UnitId, legal: Callable[[Action], bool]
) -> Iterator[Action]:
    """Yield the acts of a kind that `legal` accepts, of one unit if it is named.

    Raises:
        UnlistedError: They have no end, as with the words of a seal, or no statement of the game makes them.
    """
    if issubclass(kind, Attack):
        yield from filter(legal, _attacks(game, state, kind, unit))
        return
    forms = [syntax for syntax in game.statements if syntax.action is kind]
    if not forms:
        raise UnlistedError(f"{game.title} has no act {kind.__name__}.")
    for syntax in forms:
        path = _path_of(syntax)
        others = tuple(part for part in syntax.parts if part is not path)
        for fields in _filled(game, state, others, dict(syntax.fixed), unit):
            if path is None:
                found = kind(**fields)
                if legal(found):
                    yield found
            else:
                yield from _going(game, state, kind, fields, path, legal)


def _path_of(syntax: RecordSyntax) -> Path | None:
    """Return the path in an act, if any; UnlistedError if there is a part whose values have no end."""
    path = None
    for part in syntax.parts:
        if isinstance(part, Path):
            path = part
        elif not (isinstance(part, Literal | Flag | Maybe | Air) or (isinstance(part, One) and part.among)):
            raise UnlistedError(f"Acts '{syntax.verb}' cannot be listed: '{part}' may be any word or number.")
    return path


def _filled(
    game: GameData, state: State, parts: tuple[Part, ...], fields: dict[str, Any], unit: UnitId
) -> Iterator[dict[str, Any]]:
    """Yield the fields of an act in all ways in which its parts can be filled in."""
    if not parts:
        yield fields
        return
    part = parts[0]
    if isinstance(part, Flag):
        yield from _filled(game, state, parts[1:], {**fields, part.into: False}, unit)
    elif isinstance(part, One) and part.among is not None:
        only = bool(unit) and part.into == "unit"
        for value in part.among(game, state):
            if not only or value == unit:
                yield from _filled(game, state, parts[1:], {**fields, part.into: value}, unit)
    else:
        yield from _filled(game, state, parts[1:], fields, unit)


def _going(
    game: GameData,
    state: State,
    kind: type[Action],
    fields: dict[str, Any],
    path: Path,
    legal: Callable[[Action], bool],
) -> Iterator[Action]:
    """Yield the acts that bring a unit to a hex: to a neighbour, or by an unknown way.

    Whether it can go far is asked only near hexes to which it can.
    """
    at = state.place(fields.get("unit", ""))
    if not isinstance(at, int):
        return
    tried: HexSet = 1 << at
    edge: HexSet = tried
    while edge:
        fresh = edge
        for _ in range(_NEAR):
            fresh |= _beside(game, fresh)
        fresh &= game.board.land & ~tried
        tried |= fresh
        edge = 0
        for goal in hexes(fresh):
            # A way to a neighbour may be a longer one too: a retreat of two hexes.
            ways = (*((frozenset[int](),) if _beside(game, 1 << at) >> goal & 1 else ()), frozenset({0}))
            acts = (kind(**fields, **{path.into: Trail((at, goal), gaps)}) for gaps in ways)
            act = next(filter(legal, acts), None)
            if act is not None:
                edge |= 1 << goal
                yield act


def _beside(game: GameData, members: HexSet) -> HexSet:
    found = game.board.grid.spread(members)
    for at, joined in game.board.joined.items():
        if members >> at & 1:
            found |= joined
    return found


def _attacks(game: GameData, state: State, kind: type[Attack], unit: UnitId) -> Iterator[Attack]:
    """Yield the attacks of up to three units on all units of another side in a hex beside them."""
    number = next_number(state.battles)
    for side, force in state.forces.items():
        for stacks in (other.stacks for enemy, other in state.forces.items() if enemy != side):
            for at, defenders in sorted(stacks.items()):
                near = hexes(_beside(game, 1 << at) & force.occupied)
                beside = [one for other in near for one in force.stack(other)]
                for count in range(1, MOST_TOGETHER + 1):
                    for group in combinations(beside, count):
                        if not unit or unit in group:
                            yield kind(number, group, tuple(defenders))
