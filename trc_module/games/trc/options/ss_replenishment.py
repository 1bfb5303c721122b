"""26.1: SS replenishment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from trc_module.games.trc.arrivals.axis_replacements import ReplacementClaim, further_claims, kind_of, owner_of_a_claim
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import POOL
from trc_module.games.trc.data import Trc
from trc_module.roster import Unit
from trc_module.rules.state import State, UnitId

option = book.option("26.1")


class Extra(ReplacementClaim, frozen=True):
    """An extra replacement that an SS unit gives, of one of several kinds."""

    gives: tuple[str, ...] = ()

    def takes(self, unit: Unit, *, strict: bool = True) -> bool:
        """Tell whether a unit may fill it; nothing stands in for the kinds that are named."""
        return kind_of(unit) in self.gives


def _present(state: State, unit: UnitId) -> bool:
    at = state.place(unit)
    return at is not None and at not in (POOL, "surrendered")


@option.rule("26.1a")
def extra_for_the_ss(state: State, unit: UnitId) -> bool:
    """Each listed SS unit neither surrendered nor in the pool allows an extra replacement."""
    return _present(state, unit)


@option.rule("26.1b")
def kinds_and_years(game: Trc, turn: int, unit: UnitId) -> tuple[str, ...]:
    """The table gives the replacement for each SS unit and year."""
    line = game.charts.replacements.ss_replenishment[unit]
    return tuple(line.gives) if turn in line.turns else ()


Claims = tuple[ReplacementClaim, ...]


@option.override(further_claims)
def claims_of_the_ss(basic: Callable[[Trc, State], Claims], game: Trc, state: State) -> Claims:
    """Add the claims of the SS."""
    return (*basic(game, state), *_extras(game, state))


def _extras(game: Trc, state: State) -> Iterator[ReplacementClaim]:
    for unit in game.charts.replacements.ss_replenishment:
        gives = kinds_and_years(game, state.clock.turn, unit)
        if gives and extra_for_the_ss(state, unit):
            yield Extra("extra", False, gives)


@option.override(owner_of_a_claim)
def broken_lines(
    basic: Callable[[Trc, State, str, Sequence[Unit], Sequence[ReplacementClaim]], str],
    game: Trc,
    state: State,
    rule: str,
    taken: Sequence[Unit],
    slots: Sequence[ReplacementClaim],
) -> str:
    """Blame the table for a replacement that an SS unit would give in another year, or if it were in play."""
    kind = kind_of(taken[-1])
    for unit, line in game.charts.replacements.ss_replenishment.items():
        if kind in line.gives and state.clock.turn in line.turns and not _present(state, unit):
            return "26.1a"
    for unit, line in game.charts.replacements.ss_replenishment.items():
        if kind in line.gives and state.clock.turn not in line.turns and _present(state, unit):
            return "26.1b"
    return basic(game, state, rule, taken, slots)
