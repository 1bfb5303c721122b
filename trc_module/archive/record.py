"""The record of a judged game in an archive, as plain values that travel from worker to archive."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle; `better` is how many faces of its die are worse for the attacker, less how many are better."""

    number: int
    turn: int
    side: str
    moment: str
    step: int
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    hexes: tuple[str, ...]
    terrain: tuple[str, ...]
    odds: str
    sheet: str
    """The sheet of the results table on which it is read; '' where there is only one."""
    die: int | None
    result: str
    better: int | None


@dataclass(frozen=True, slots=True)
class Stay:
    """A unit in a hex or box at the end of each phase from `first` to `last`; `step` brought it there."""

    unit: str
    place: str
    first: int
    last: int
    step: int


@dataclass(frozen=True, slots=True)
class Taken:
    """A place that a side came to control; '' for neither side."""

    place: str
    side: str
    turn: int
    moment: str
    step: int


@dataclass(frozen=True, slots=True)
class Opening:
    """The positions of the side that begins, when the moves of its first impulse are made: their number, and when."""

    number: str
    side: str
    phase: int


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game, judged."""

    logs: tuple[int, ...]
    """Its logs in their order, by their place among those that were given."""
    rules: str
    scenario: str
    options: tuple[str, ...]
    players: tuple[tuple[str, str], ...]
    """Side and name."""
    turn: int
    moment: str
    winner: str
    won_by: str
    why: str
    points: int | None
    rolls: int
    counts: tuple[tuple[str, int], ...]
    """Findings by verdict."""
    faces: tuple[tuple[str, int, int], ...]
    """Side ('' where it is not known), face, how often it came up."""
    origins: tuple[tuple[int, str, int], ...]
    """The logs of the game: the first step that is a log's, its name, and the number of that step in it."""
    phases: tuple[tuple[int, str], ...]
    """Turn and moment of each phase that ended."""
    battles: tuple[Fought, ...]
    stays: tuple[Stay, ...]
    taken: tuple[Taken, ...]
    opening: Opening | None
    results: tuple[tuple[str, str, int, str, int], ...]
    """The results tables: sheet, odds, die, result, its rank (0 is the worst)."""
    tree: str
    """The audit as JSON."""
