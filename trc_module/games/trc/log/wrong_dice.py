"""Dice that were rolled with the button of another die: the weather's for a battle, a battle's for the weather."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trc_module.games.trc.acts.battles import GATHERING
from trc_module.games.trc.arrivals.sequence_of_arrivals import russian_replacements_first
from trc_module.games.trc.steps import COMBAT, MOVEMENT, WEATHER
from trc_module.rules.clock import Clock
from trc_module.rules.interpretation import Line

_NEVER_THERE = {
    COMBAT: frozenset({"WEATHER", "ARCHANGEL", "SEA"}),
    MOVEMENT: frozenset({"WEATHER", "ROLL"}),
    WEATHER: frozenset({"ROLL", "ARCHANGEL", "SEA"}),
}
"""The dice that have no purpose in a phase."""


def wrong_dice(clock: Clock, lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the lines whose die has no purpose in their phase, if a die is missing there that has one.

    A die of the sea that was rolled for no unit is a plain die in any case: no line has sent one to sea before.
    """
    wrong = _NEVER_THERE.get(clock.phase, frozenset())
    found = tuple(line for line in lines if line.says.verb in wrong and line.says.get("die") and not _fits(line, lines))
    if found and _missing(clock, lines):
        return found
    return tuple(line for line in lines if line.says.verb == "SEA" and not line.says.get("u"))


def _fits(line: Line, lines: Iterable[Line]) -> bool:
    """Tell whether other lines of the phase tell of what a die is for: its battle, its unit at sea.

    Then the tracker was set wrong, and not the button.
    """
    says = line.says
    if says.verb == "ROLL":
        return any(other.says.verb in GATHERING and other.says.get("b") == says.get("b") for other in lines)
    return says.verb == "SEA" and any(other.says.verb == "SAIL" for other in lines)


def _missing(clock: Clock, lines: Sequence[Line]) -> bool:
    """Tell whether the phase lacks a die."""
    if clock.phase == WEATHER:
        return not _of(lines, "WEATHER")
    if clock.phase == MOVEMENT:
        if russian_replacements_first(clock) and not _of(lines, "ARCHANGEL"):
            return True
        return not _units(lines, "SAIL") <= _units(lines, "SEA")
    declared = {line.says.get("b") for line in _of(lines, "ATT")}
    won = {line.says.get("b") for line in (*_of(lines, "ROLL"), *_of(lines, "AV"))}
    return not declared or not declared <= won


def _units(lines: Iterable[Line], verb: str) -> set[str | None]:
    return {line.says.get("u") for line in _of(lines, verb)}


def _of(lines: Iterable[Line], verb: str) -> list[Line]:
    return [line for line in lines if line.says.verb == verb]
