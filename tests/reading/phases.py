"""Small phases, made by hand, and changes of their lines in short words: for tests of a single habit.

Units are called by their sides (`red-1`, `blue-2`), hexes by their numbers in a row; `red-air` and `blue-air` wait in
boxes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from tests.toy import load
from tests.untidy.other_plays import parts_of
from trc_module.declarations import PLAIN_DIE, Declaration
from trc_module.hexgrid import Hex
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.rules.interpretation import Line

TOY = load()
Goes: TypeAlias = Mapping[str, Mapping[int, int | None]]
"""Where units go, by the steps in which they do; None for off the map."""


def line(said: str) -> Line:
    """Return a line from its step, verb and fields: `3 ROLL b=1 die=5`."""
    step, verb, *fields = said.split()
    return Line(int(step), Declaration(verb, dict(field.split("=", 1) for field in fields)))


def phase(
    *lines: str,
    at: Mapping[str, int | None] | None = None,
    goes: Goes | None = None,
    game: str = "toy",
    **given: Any,
) -> Evidence:
    """Return the evidence of lines, in which red is on turn.

    `at` is where units stand, `goes` where they go in which steps; what else is given are fields of the evidence.
    """
    goes = goes or {}
    stand = {"red-1": 1, "blue-1": 2, **(at or {})}
    air = ("red-air", "blue-air")
    game_of = TOY if game == "toy" else parts_of(game).game

    def place(unit: str, step: int) -> Hex | None:
        found = [stand.get(unit), *(to for when, to in goes.get(unit, {}).items() if when < step)][-1]
        return None if found is None else Hex(found)

    fields: dict[str, Any] = {
        "visits": {unit: tuple(steps) for unit, steps in goes.items()},
        "known": (),
        "boxed": (),
        "units": frozenset(),
        "steps": frozenset(),
        "side": "red",
        "side_of": {unit: unit.partition("-")[0] for unit in (*stand, *air)},
        "standing": tuple(stand),
        "place_at": place,
        "near": lambda one, other: abs(one - other) == 1,
        "around": lambda hex_: (Hex(hex_ - 1), Hex(hex_ + 1)),
        "last": 20,
    }
    given = {
        key: frozenset(value) if key in ("units", "steps", "hexes", "barred", "rolled_plain") else value
        for key, value in given.items()
    }
    grammar = TOY.grammar if game == "toy" else parts_of(game).grammar
    said = tuple(map(line, lines))
    fields["rolled_plain"] = frozenset(one.step for one in said if grammar.role(one.says.verb) == PLAIN_DIE)
    return Evidence(**{"grammar": grammar, "policy": game_of.line_policy, "lines": said, **fields, **given})


def brief(change: Change) -> str:
    """Return a change in short words: its price, lines out (-) and in (+), moments, stops, and what else it is."""
    words = [str(change.price)]
    words += [f"-{_said(one)}" for one in change.out] + [f"+{_said(one)}" for one in change.into]
    words += [f"{step}>{to:g}" for step, to in change.moved]
    words += [f"{unit}@{int(at)} in {step}" for step, unit, at in change.stops]
    words += [word for word in ("after", "chosen", "certain", "completes") if getattr(change, word)]
    return ", ".join(words)


def briefs(changes: Iterable[Change]) -> Sequence[str]:
    """Return changes in short words."""
    return [brief(change) for change in changes]


def _said(one: Line) -> str:
    return " ".join((str(one.step), one.says.verb, *(f"{key}={value}" for key, value in one.says.fields.items())))
