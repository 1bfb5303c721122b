"""The short names of units in orders: `7i` for the 7th infantry, `41a` for the 41st armor.

A name is read among the units that can be meant; an id (`ger-7-inf`) names its unit everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from trc_module.errors import UserError
from trc_module.games.trc.data import Trc
from trc_module.rules.state import UnitId

LETTERS = {
    "armor": "a",
    "infantry": "i",
    "motorized": "m",
    "mountain": "mt",
    "cavalry": "c",
    "paratroop": "p",
    "artillery": "art",
    "luftwaffe": "lw",
    "worker": "w",
    "hq": "hq",
    "leader": "l",
}
"""The abbreviation of each type of unit."""


def short_name(game: Trc, unit: UnitId) -> str:
    """Return the short name of a unit, which others may have too."""
    who = game.units[unit]
    return f"{'-'.join(who.name.split())}{LETTERS.get(who.type, '')}".lower()


def written(game: Trc, unit: UnitId, among: Iterable[UnitId]) -> str:
    """Return how a unit is written in orders: its short name if no other unit that can be meant has it, else its id."""
    name = short_name(game, unit)
    shared = any(other != unit and short_name(game, other) == name for other in among)
    return unit if shared else name


def units_named(game: Trc, text: str, among: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """Return the units that a name of orders may mean."""
    wanted = text.lower()
    able = tuple(dict.fromkeys(among))
    if wanted in able:
        return (wanted,)
    return tuple(unit for unit in able if wanted in _names(game, unit))


def unit_named(game: Trc, text: str, among: Iterable[UnitId], where: str) -> UnitId:
    """Return the unit that a name of orders means; UserError if none or several of `among` can be meant."""
    able = tuple(among)
    found = units_named(game, text, able)
    if len(found) == 1:
        return found[0]
    if found:
        raise UserError(f"{where}: '{text}' may be {', '.join(found)}; write the id of the one that is meant.")
    if text.lower() in game.units:
        raise UserError(f"{where}: {text.lower()} takes no part in this battle.")
    if not able:
        raise UserError(f"{where}: no unit of that side can take part in this battle, found '{text}'.")
    raise UserError(f"{where}: expected a unit of this battle, one of {_all(game, able)}, found '{text}'.")


def _names(game: Trc, unit: UnitId) -> Iterator[str]:
    who = game.units[unit]
    short = short_name(game, unit)
    yield short
    yield unit.partition("-")[2]
    yield f"{who.nation[:2]}{short}"
    yield f"{who.nation[:3]}{short}"
    if who.name.isdecimal():
        yield f"{who.name}{unit.rpartition('-')[2]}"
        yield who.name


def _all(game: Trc, units: tuple[UnitId, ...]) -> str:
    return ", ".join(f"{short_name(game, unit)} ({unit})" for unit in units) or "none"
