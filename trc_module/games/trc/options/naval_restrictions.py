"""26.7: historical naval restrictions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.actions import SeaMove
from trc_module.games.trc.book import book
from trc_module.games.trc.game import AXIS, Trc
from trc_module.games.trc.sea_crossing import INVASION
from trc_module.games.trc.sea_invasions import invasions_allowed
from trc_module.rules.finding import Finding, breach
from trc_module.rules.state import State

option = book.option("26.7")
AXIS_INVASIONS, RUSSIAN_INVASIONS = 1, 2


@option.check("26.7.1", SeaMove)
def no_invasion_in_snow(game: Trc, state: State, act: SeaMove) -> Iterator[Finding]:
    """Invade in no snow turn.

    Transfers and evacuations go on in every weather.

    Log: the weather (D03) and the sea move (D15).
    Data: none.

    Legal::

        options: 26.7
        at: turn 5 russian impulse 1 movement snow
        on DD24: rus-24-inf
        sea transfer rus-24-inf DD24 JJ23 roll 1
        expect ok

    Illegal::

        options: 26.7
        at: turn 5 russian impulse 1 movement snow
        on DD24: rus-24-inf
        sea invasion rus-24-inf DD24 JJ22 roll 1
        expect 26.7
    """
    if act.kind == INVASION and state.weather == "snow":
        yield breach("26.7.1", f"{act.unit} invaded in a snow turn.", units=(act.unit,))


@option.rule("26.7.2")
def one_invasion_and_two(side: str) -> int:
    """Invade once in the game as the Axis, twice as the Russians.

    A scenario that allows fewer is not widened by it.

    Log: every invasion of the game (D15), or the Invasion markers.
    Data: none.

    Legal::

        options: 26.7
        at: turn 9 russian impulse 1 movement clear
        used: russian invasions 1
        on DD24: rus-24-inf
        sea invasion rus-24-inf DD24 JJ22 roll 1
        expect ok

    Illegal::

        options: 26.7
        at: turn 9 axis impulse 1 movement clear
        control: Odessa axis
        used: axis invasions 1
        on DD24: ger-12-inf
        sea invasion ger-12-inf DD24 JJ22 roll 1
        expect 26.7
    """
    return AXIS_INVASIONS if side == AXIS else RUSSIAN_INVASIONS


@option.replaces(invasions_allowed)
def fewer_invasions(
    basic: Callable[[Trc, State, str], tuple[int, str]], game: Trc, state: State, side: str
) -> tuple[int, str]:
    """Return the invasions of 26.7.2 where the scenario has no fewer."""
    most, rule = basic(game, state, side)
    return (one_invasion_and_two(side), "26.7.2") if one_invasion_and_two(side) <= most else (most, rule)


@option.check("26.7.3", SeaMove)
def infantry_alone_invades(game: Trc, state: State, act: SeaMove) -> Iterator[Finding]:
    """Invade with infantry units alone.

    We take the word strictly: units of the type infantry, and not mountain troops, paratroops or cavalry, which the
    rules name beside infantry elsewhere (R31).

    Log: the sea move (D15).
    Data: unit types.

    Legal::

        options: 26.7
        at: turn 2 axis impulse 1 movement clear
        control: Odessa axis
        on DD24: ger-12-inf
        sea invasion ger-12-inf DD24 JJ22 roll 1
        expect ok

    Illegal::

        options: 26.7
        at: turn 2 axis impulse 1 movement clear
        control: Odessa axis
        on DD24: rum-cav
        sea invasion rum-cav DD24 JJ22 roll 1
        expect 26.7
    """
    unit = game.units[act.unit]
    if act.kind == INVASION and unit.type != "infantry":
        finding = breach(
            "26.7.3", f"{act.unit}, which is {unit.type}, invaded.", units=(act.unit,), facts=(unit.fact("type"),)
        )
        yield finding
