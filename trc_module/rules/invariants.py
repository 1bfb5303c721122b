"""Invariants of every position of every game: no unit is lost or doubled, and the sums are right."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.rules.game import Game
from trc_module.rules.record import position_text, read_record
from trc_module.rules.state import State


def broken(game: Game, state: State, before: State | None = None) -> Iterator[str]:
    """Yield a sentence for every invariant that a position breaks.

    Forces that are still the same object as in a position `before`, which was looked at, are not looked at again.
    """
    yield from _units(game, state, before)
    yield from _places(game, state)
    yield from _memory(game, state)


def _units(game: Game, state: State, before: State | None) -> Iterator[str]:
    if set(state.forces) != set(game.sides):
        yield f"There are forces of {sorted(state.forces)}, not of {sorted(game.sides)}."
    for side, deployment in state.forces.items():
        if before is not None and deployment is before.forces.get(side):
            continue
        occupied = 0
        for unit, place in deployment.places.items():
            if game.side_of.get(unit) != side:
                yield f"{unit} is among the {side} forces."
            if isinstance(place, str):
                if place not in game.boxes[side]:
                    yield f"{unit} is in the box {place!r}, which the {side} side has not."
            elif not game.board.grid.all >> place & 1:
                yield f"{unit} is off the grid."
            else:
                occupied |= 1 << place
        standing = [unit for stack in deployment.stacks.values() for unit in stack]
        on_map = {unit for unit, place in deployment.places.items() if not isinstance(place, str)}
        if len(standing) != len(on_map) or set(standing) != on_map:
            yield f"The stacks of the {side} side do not hold each of its units on the map once."
        if occupied != deployment.occupied:
            yield f"The hexes that the {side} side occupies are not those of its units."


def _places(game: Game, state: State) -> Iterator[str]:
    for system in game.systems:
        yield from system.problems(game, state)


def _memory(game: Game, state: State) -> Iterator[str]:
    for counter, number in state.used.items():
        if counter not in game.counters or number < 0:
            yield f"The counter {counter!r} stands at {number}."
    words = {mark[0] for mark in state.marks} - set(game.marks)
    if words:
        yield f"No code reads the marks {sorted(words)}."
    traces = set(state.traces) - set(game.traces)
    if traces:
        yield f"No code reads the traces {sorted(traces)}."


def round_trip(game: Game, state: State) -> Iterator[str]:
    """Yield what a position loses when it is written as text and read again.

    How far units have moved in a phase that has not ended is no part of the text: such positions are not for this.
    """
    text = position_text(game, state)

    def this_game(name: str, options: frozenset[str] = frozenset()) -> Game:
        return game

    again = read_record(text, "a position", this_game, written=True).start
    for name in ("clock", "options", "slices", "control", "used", "marks", "traces", "battles"):
        before, after = getattr(state, name), getattr(again, name)
        if before != after and not (name == "traces" and _told(before) == _told(after)):
            yield f"{name} is not what it was after it has been written and read: {before} became {after}."
    for side in game.sides:
        before_, after_ = state.forces[side].places, again.forces[side].places
        if before_ != after_:
            lost = [unit for unit in before_ if before_.get(unit) != after_.get(unit)]
            yield f"Written and read, {lost} are elsewhere."


def _told(traces: object) -> dict[str, int]:
    return {word: members for word, members in dict(traces).items() if members}  # type: ignore[call-overload]
