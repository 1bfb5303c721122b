"""Hints for who plays alone: the attacks that promise most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from trc_module.errors import UserError
from trc_module.hexgrid import Hex
from trc_module.rules.game import Game
from trc_module.rules.questions import Odds
from trc_module.rules.state import State, UnitId
from trc_module.systems.players.approach import Approach
from trc_module.systems.players.attitude import USUAL
from trc_module.systems.players.bearings import Prospect

MOST = 3
REACH = 8
"""Hexes within which enemies are looked at."""
LOOKED_AT = 40
"""Enemy hexes that are looked at, those next to most of one's own strength first."""
_NAMED = 1.5
"""How many times as much an attack on a hex with a name is worth."""


@dataclass(frozen=True, slots=True)
class Hint:
    """An attack that promises something."""

    at: Hex
    defenders: tuple[UnitId, ...]
    attackers: tuple[tuple[UnitId, Hex], ...]
    """Who attacks, each from a hex."""
    odds: str
    """As players write them; '' where they are not known."""
    chances: tuple[tuple[str, int, int], ...]
    """Each result with the faces of the die that bring it, and how many faces there are; none without such a table."""
    worth: float
    """How many steps the results are better than the middle of the table on the average, times what is attacked; in a
    game whose results have no order what the fair player takes the attack for, in strength points."""
    prospect: Prospect | None = None
    """What it is to be expected to bring, in a game whose results have no order."""


def hints(game: Game, state: State, side: str, most: int = MOST) -> list[Hint]:
    """Return the best attacks of a side in its next movement and combat, the most promising first.

    UserError where the game does not tell when that is.
    """
    supposed = game.questions.to_move(state, side)
    if supposed is None:
        raise UserError(f"{game.title} does not tell when the {side.capitalize()} side moves next: there is no hint.")
    if game.ranked_results is None:
        return list(islice(_planned(game, supposed.state, side), most))
    found = [hint for at in _near(game, supposed.state, side) if (hint := _hint(game, supposed.state, side, at))]
    return sorted(found, key=lambda hint: (-hint.worth, hint.at))[:most]


def _planned(game: Any, state: State, side: str) -> Iterator[Hint]:
    """Yield the attacks that the fair player would look at, the best first."""
    for plan in Approach(game, game.bearings, USUAL, Random(0)).assaults(state, side):
        then = state
        for move in plan.moves:
            then = game.apply(then, move)
        odds = game.questions.odds(then, plan.units, (plan.at,), ())
        origins = tuple((unit, at) for unit in plan.units if isinstance(at := then.place(unit), int))
        yield Hint(plan.at, plan.defenders, origins, "" if odds is None else odds.odds, (), plan.value, plan.prospect)


def _near(game: Game, state: State, side: str) -> list[Hex]:
    """Return the hexes of enemies near one's own units, those first near which most of these stand."""
    own = state.forces[side].stacks
    grid = game.board.grid
    weights: dict[Hex, float] = {}
    for other, force in state.forces.items():
        for at in force.stacks if other != side else ():
            near = [grid.distance(at, origin) for origin in own]
            weights[at] = sum(1 / max(1, far) for far in near if far <= REACH)
    return sorted((at for at, weight in weights.items() if weight), key=lambda at: (-weights[at], at))[:LOOKED_AT]


def _hint(game: Game, state: State, side: str, at: Hex) -> Hint | None:
    best = game.questions.best(state, (), (at,), ())
    if best is None or not best.attackers:
        return None
    trial = state
    for unit, origin in best.attackers:
        trial = game.questions.put(trial, unit, origin)
    units = tuple(unit for unit, _ in best.attackers)
    odds = game.questions.odds(trial, units, (at,), ())
    worth = None if odds is None else _worth(game, odds)
    if odds is None or worth is None or worth <= 0:
        return None
    defenders = tuple(term.unit for term in odds.defending)
    strength = sum(term.printed or 1 for term in odds.defending)
    named = _NAMED if at in game.places.values() else 1.0
    chances = tuple((one.result, one.faces, one.of) for one in odds.outcomes)
    return Hint(at, defenders, best.attackers, best.odds or odds.odds, chances, worth * strength * named)


def _worth(game: Game, odds: Odds) -> float | None:
    ranked = game.ranked_results
    assert ranked is not None
    places = {result: place for place, result in enumerate(ranked.order)}
    if not odds.outcomes or any(one.result not in places for one in odds.outcomes):
        return None
    middle = (len(ranked.order) - 1) / 2
    return sum((places[one.result] - middle) * one.faces / one.of for one in odds.outcomes)


def told(hint: Hint, name: Sequence[str], where: str, origins: Sequence[str]) -> Iterator[str]:
    """Yield a hint in words, with the names of its attackers, of its place, and of the hexes that they attack from."""
    comes = ", ".join(f"{unit} from {origin}" for unit, origin in zip(name, origins, strict=True))
    yield f"{where} at {hint.odds}: {comes}." if hint.odds else f"{where}, odds not known: {comes}."
    if hint.prospect is None:
        yield "  " + ", ".join(f"{result} {faces} of {of}" for result, faces, of in hint.chances)
        return
    found = hint.prospect
    lost = f"they lose {found.theirs:.1f} of strength, you {found.mine:.1f}"
    yield f"  On the average {lost}; {found.cleared:.0%} that the hex is cleared."
