"""The position that an audit holds at the end of a phase, against the one that the game had then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from trc_module.games.trc import TrcGame
from trc_module.games.trc.steps import END
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.clock import Clock
from trc_module.rules.state import State
from trc_module.systems.rails import rails_of
from trc_module.systems.weather import weather_of

Moment: TypeAlias = tuple[Clock, State]
"""The end of a phase, and the position with which it ended."""

UNSURE_CONTROL, UNSURE_RAIL = "unsure-control", "unsure-rail"
"""The traces of what a log leaves open."""


def apart(
    game: TrcGame, audited: Sequence[Moment], played: Sequence[Moment], *, declared: bool, late: bool
) -> Iterator[str]:
    """Yield in which phase an audit was certain of something that was otherwise in the game, and of what.

    A `late` log begins in the midst of a game and does not tell whose the places are; what rests on that the audit
    leaves open by the rule, and not by the place.
    """
    then = dict(played)
    for clock, state in audited:
        if clock not in then:
            yield f"{clock} ended in the audit alone."
            return
        for text in _differences(game, state, then[clock], declared=declared, late=late):
            yield f"{clock}: {text}"


def _differences(game: TrcGame, mine: State, his: State, *, declared: bool, late: bool) -> Iterator[str]:
    for side in game.sides:
        believed, real = mine.forces[side].places, his.forces[side].places
        for unit in believed.keys() | real.keys():
            if believed.get(unit) != real.get(unit):
                yield f"{unit} is believed in {_place(game, believed.get(unit))}, not {_place(game, real.get(unit))}."
    if weather_of(mine) != weather_of(his):
        yield f"The weather is believed {weather_of(mine)!r}, not {weather_of(his)!r}."
    if late:
        return
    # Where no line tells of conversions they are taken as made when the phase is over.
    for side in game.sides if declared or mine.clock.phase != END else ():
        wrong = (rails_of(mine)[side] ^ rails_of(his)[side]) & ~mine.traces.get(UNSURE_RAIL, 0)
        if wrong:
            yield f"Whether rails are {side} is wrong in {' '.join(map(game.hex_name, hexes(wrong)))}."
    open_ = mine.traces.get(UNSURE_CONTROL, 0)
    for place, owner in his.control.items():
        if mine.control[place] != owner and not open_ >> place & 1:
            yield f"{game.hex_name(place)} is believed {mine.control[place]!r}, not {owner!r}."
    if declared and mine.used != his.used:
        yield f"Counted are {dict(mine.used)}, not {dict(his.used)}."


def _place(game: TrcGame, place: Hex | str | None) -> str:
    return place if isinstance(place, str) else "no place" if place is None else game.hex_name(place)
