"""26.7: historical naval restrictions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.book import book
from trc_module.games.trc.data import AXIS, Trc
from trc_module.games.trc.transport.sea_crossing import INVASION
from trc_module.games.trc.transport.sea_invasions import invasions_allowed
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.weather import weather_of

option = book.option("26.7")
AXIS_INVASIONS, RUSSIAN_INVASIONS = 1, 2


@option.check("26.7.1", SeaMove)
def no_invasion_in_snow(game: Trc, state: State, act: SeaMove) -> Iterator[Finding]:
    """There is no invasion in a snow turn."""
    if act.kind == INVASION and weather_of(state) == "snow":
        yield violation(
            "26.7.1",
            Sentence("{unit} invaded in a snow turn; there are no invasions in snow.", act.unit),
            units=(act.unit,),
        )


@option.rule("26.7.2")
def one_invasion_and_two(side: str) -> int:
    """The Axis invades once in the game, the Russian twice."""
    return AXIS_INVASIONS if side == AXIS else RUSSIAN_INVASIONS


@option.override(invasions_allowed)
def fewer_invasions(
    basic: Callable[[Trc, State, str], tuple[int, str]], game: Trc, state: State, side: str
) -> tuple[int, str]:
    """Return the invasions of 26.7.2 where the scenario has no fewer."""
    most, rule = basic(game, state, side)
    return (one_invasion_and_two(side), "26.7.2") if one_invasion_and_two(side) <= most else (most, rule)


@option.check("26.7.3", SeaMove)
def infantry_alone_invades(game: Trc, state: State, act: SeaMove) -> Iterator[Finding]:
    """Only infantry units invade."""
    unit = game.units[act.unit]
    if act.kind == INVASION and unit.type != "infantry":
        finding = violation(
            "26.7.3",
            Sentence("{unit} invaded, but its type is {type}; only infantry may invade.", act.unit, unit.type),
            units=(act.unit,),
            facts=(unit.fact("type"),),
        )
        yield finding
