"""Standings: points, and the tie-breaks of tournaments.

Buchholz is the sum of the opponents' points; Sonneborn-Berger that of each opponent's points times what was won from
them. A round without an opponent counts as one against somebody with the player's own points (FIDE
Handbook C.07, 2023), and in a Sonneborn-Berger not at all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from trc_module.digits import in_natural_order

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Score:
    """What a player has won from an opponent in a round; a game is two of them. Without an opponent it is a bye."""

    round: int
    player: str
    opponent: str
    side: str
    points: Fraction
    share: Fraction
    """The part of a win: 1, a half, or 0."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings."""

    place: int
    """Equal players have one place."""
    player: str
    points: Fraction
    played: int
    won: int
    drawn: int
    lost: int
    breaks: tuple[tuple[str, Fraction], ...]
    """Each tie-break with its value."""

    def tree(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "place": self.place,
            "player": self.player,
            "points": as_number(self.points),
            "played": self.played,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            **{name: as_number(value) for name, value in self.breaks},
        }


def as_number(value: Fraction) -> int | float:
    """Return a number as JSON has it."""
    return value.numerator if value.denominator == 1 else float(value)


class Table:
    """The scores of a tournament by player."""

    def __init__(self, players: Sequence[str], scores: Iterable[Score]) -> None:
        self.players = tuple(players)
        self.scores: dict[str, list[Score]] = {player: [] for player in players}
        for each in scores:
            self.scores[each.player].append(each)
        self.points = {player: sum((s.points for s in own), ZERO) for player, own in self.scores.items()}

    def met(self, player: str) -> list[Score]:
        """Return the scores of a player against others."""
        return [each for each in self.scores[player] if each.opponent]

    def opponents(self, player: str) -> list[Fraction]:
        """Return the points of each opponent; of a bye the player's own."""
        return [self.points[each.opponent or player] for each in self.scores[player]]

    def value(self, name: str, player: str, among: Sequence[str] = ()) -> Fraction:
        """Return a tie-break of a player; head to head counts `among` those who are level so far."""
        opponents = sorted(self.opponents(player))
        match name:
            case "buchholz":
                return sum(opponents, ZERO)
            case "buchholz-cut-1":
                return sum(opponents[1:], ZERO)
            case "median-buchholz":
                return sum(opponents[1:-1], ZERO)
            case "sonneborn-berger":
                return sum((each.share * self.points[each.opponent] for each in self.met(player)), ZERO)
            case "wins":
                return Fraction(sum(each.share == 1 for each in self.met(player)))
            case "progressive":
                return self._progressive(player)
            case "head-to-head":
                return self._head_to_head(player, among)
        raise ValueError(name)

    def _progressive(self, player: str) -> Fraction:
        last = max((each.round for own in self.scores.values() for each in own), default=0)
        return sum((each.points * (last - each.round + 1) for each in self.scores[player]), ZERO)

    def _head_to_head(self, player: str, among: Sequence[str]) -> Fraction:
        """Return what was won from the others of a group; 0 for all where two of them have not met."""
        group = set(among)
        met = {each: {score.opponent for score in self.met(each)} & group for each in group}
        if any(len(others) < len(group) - 1 for others in met.values()):
            return ZERO
        return sum((each.points for each in self.met(player) if each.opponent in group), ZERO)


def standings_of(table: Table, breaks: Sequence[str]) -> list[Standing]:
    """Return the standings, the first place first; level players in the natural order of their names."""
    groups = _groups(table, list(table.players), ["points", *breaks])
    found: list[Standing] = []
    for group, values in groups:
        place = len(found) + 1
        for player in sorted(group, key=in_natural_order):
            met = table.met(player)
            won, drawn, lost = (sum(each.share == share for each in met) for share in (1, Fraction(1, 2), 0))
            told = tuple(values[player].items())
            found.append(Standing(place, player, table.points[player], len(met), won, drawn, lost, told))
    return found


_Group = tuple[list[str], dict[str, dict[str, Fraction]]]


def _groups(table: Table, players: list[str], breaks: list[str]) -> list[_Group]:
    """Return those who are level after all tie-breaks, the best first, with the values of each."""
    if not breaks:
        return [(players, {player: {} for player in players})]
    name, *rest = breaks
    values = {each: table.points[each] if name == "points" else table.value(name, each, players) for each in players}
    level: dict[Fraction, list[str]] = defaultdict(list)
    for player in players:
        level[values[player]].append(player)
    found = []
    for value in sorted(level, reverse=True):
        for group, inner in _groups(table, level[value], rest):
            own = {} if name == "points" else {name: value}
            found.append((group, {player: {**own, **inner[player]} for player in group}))
    return found
