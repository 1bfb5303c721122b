"""Automatic victories that no line claims, and that nobody can have won."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from trc_module.games.trc.acts.battles import AutomaticVictory
from trc_module.games.trc.combat.air_power import MOST_TOGETHER, aircraft_of, lender_types
from trc_module.games.trc.combat.battle_context import AUTOMATIC, attackable, attackable_from, fight_of
from trc_module.games.trc.combat.battle_odds import base, reduced, sound
from trc_module.games.trc.data import Trc
from trc_module.games.trc.log.completions import UNCLAIMED
from trc_module.hexgrid import Hex
from trc_module.rules import odds
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import in_words
from trc_module.rules.state import Place, State, UnitId
from trc_module.sentence import Sentence


def impossible_victory(
    game: Trc, state: State, units: Sequence[UnitId], at: Hex, moved: Collection[UnitId]
) -> Finding | None:
    """Return the finding on units of a hex that surrendered in the enemy's movement, if no victory was possible (16.1).

    Whoever stood next to them when the phase began may have won it, and whoever moved in it (`moved`), with all the
    aircraft there may be. None if that would have been enough, or if a factor is not known.
    """
    side = state.clock.side
    own = state.forces[side].places
    near = [unit for unit, place in own.items() if _fights(game, unit) and _reaches(game, place, at)]
    came = [unit for unit in moved if game.side_of[unit] == side and _fights(game, unit) and unit not in near]
    defenders = attackable(game, state.forces[game.side_of[units[0]]].stack(at))
    if not defenders or any(game.units[unit].combat is None for unit in (*near, *came, *defenders)):
        return None
    name, why = game.hex_name(at), "nobody stood next to them"
    if near or came:
        most = _most(game, state, near, came, defenders)
        if most is None or most + _help(game, state) >= AUTOMATIC:
            return None
        why = Sentence("all who may have fought them come to {most}", odds.name(most))
    text = Sentence(
        "{units} went from {name} into the box 'surrendered', but no automatic victory was possible: {why}.",
        in_words(units),
        name,
        why,
    )
    return violation("16.1a", text, units=tuple(units), hexes=(name,), legal=Sentence("it stays in {name}.", name))


def _most(
    game: Trc, state: State, near: Sequence[UnitId], came: Sequence[UnitId], defenders: Sequence[UnitId]
) -> int | None:
    """Return the best odds without aircraft of those who stood next to some units or moved; None if unknown."""
    fight = fight_of(game, state, AutomaticVictory(UNCLAIMED, tuple(near), tuple(defenders)))
    if near and (fight.untold or fight.in_dark or not sound(fight)):
        return None
    if not came:
        return base(fight)
    # From which hexes they would have attacked is unknown: no river or terrain counts against them.
    return reduced(_factors(game, (*near, *came)), max(1, _factors(game, defenders)))


def _factors(game: Trc, units: Sequence[UnitId]) -> int:
    return sum(game.units[unit].combat or 0 for unit in units)


def _help(game: Trc, state: State) -> int:
    """Return the most steps by which aircraft may raise odds, in range or not."""
    kinds = lender_types(aircraft_of(state.clock.side))
    own = state.forces[state.clock.side].places
    lends = any(game.units[unit].type in kinds and not isinstance(place, str) for unit, place in own.items())
    return MOST_TOGETHER if lends else 0


def _fights(game: Trc, unit: UnitId) -> bool:
    return game.units[unit].type != "air" and game.units[unit].combat != 0


def _reaches(game: Trc, place: Place, at: Hex) -> bool:
    return not isinstance(place, str) and bool(attackable_from(game, place) >> at & 1)
