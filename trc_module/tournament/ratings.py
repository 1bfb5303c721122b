"""Ratings of players: AREA as wargame clubs use it, Elo, and Glicko-2, each round a period of rating."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Any

from trc_module.tournament.settings import Rating, RatingName

START: Mapping[RatingName, float] = {"area": 5000.0, "elo": 1500.0, "glicko-2": 1500.0}
"""The rating of whoever has none yet."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating: with Glicko-2 its deviation, and the volatility."""

    rating: float
    deviation: float = 350.0
    volatility: float = 0.06


def shown(rating: float) -> int | float:
    """Return a rating as people read it: a whole number where it is one, as those of AREA are."""
    return int(rating) if rating == int(rating) else round(rating, 1)


@dataclass(frozen=True, slots=True)
class Played:
    """A rated game of a round: the share of the win that the first player has, 1, a half or 0."""

    round: int
    first: str
    second: str
    share: float


@dataclass(frozen=True, slots=True)
class History:
    """The ratings of a tournament: before it, and after each round."""

    system: RatingName
    before: Mapping[str, Rated]
    after: Mapping[int, Mapping[str, Rated]]
    unrated: int
    """The games that count no more against the same opponent."""

    def now(self) -> Mapping[str, Rated]:
        """Return the ratings after the last round."""
        return self.after[max(self.after)] if self.after else self.before

    def tree(self, player: str) -> dict[str, Any]:
        """Return a player's ratings as plain data; the deviation is of Glicko-2 alone."""
        rated = self.now()[player]
        told: dict[str, Any] = {"player": player, "system": self.system, "rating": shown(rated.rating)}
        if self.system == "glicko-2":
            low, high = (rated.rating + sign * 1.96 * rated.deviation for sign in (-1, 1))
            told |= {"deviation": round(rated.deviation, 1), "low": round(low, 1), "high": round(high, 1)}
        told["before"] = shown(self.before[player].rating)
        told["history"] = [
            {"round": number, "rating": shown(found[player].rating)} for number, found in self.after.items()
        ]
        return told


def history_of(chosen: Rating, before: Mapping[str, Rated], games: Sequence[Played]) -> History:
    """Rate the games of a tournament round by round; `games` are in their order."""
    counted, unrated = _counted(games, chosen.against_one)
    now = dict(before)
    after: dict[int, Mapping[str, Rated]] = {}
    for number in sorted({each.round for each in games}):
        played = [each for each in counted if each.round == number]
        if chosen.system == "area":
            now = _area(now, played)
        elif chosen.system == "elo":
            now = _elo(now, played, chosen.k)
        else:
            now = _glicko(now, played, chosen.tau)
        after[number] = dict(now)
    return History(chosen.system, dict(before), after, unrated)


def _counted(games: Sequence[Played], most: int | None) -> tuple[list[Played], int]:
    """Return the games that are rated: the first ones against each opponent; and how many are not."""
    seen: dict[frozenset[str], int] = {}
    counted = []
    for each in games:
        pair = frozenset((each.first, each.second))
        seen[pair] = seen.get(pair, 0) + 1
        if most is None or seen[pair] <= most:
            counted.append(each)
    return counted, len(games) - len(counted)


def area_change(victor: float, defeated: float) -> int:
    """Return the points that pass from the defeated to the victor: 100, and a twentieth of what he was ahead.

    At least 1 and at most 200. Source: A.R.E.A., 'How AREA ratings are calculated' (G. Petroski, 2001), two players.
    """
    return min(200, max(1, _rounded((defeated - victor) / 20) + 100))


def area_draw(lower: float, higher: float) -> int:
    """Return the points that a draw gives to the lower of two ratings; the higher loses as many."""
    return min(200, _rounded((higher - lower) / 20))


def _rounded(number: float) -> int:
    """Round halves away from 0, as a spreadsheet does: the rule was written for one."""
    return int(abs(number) + 0.5) * (1 if number >= 0 else -1)


def _area(now: Mapping[str, Rated], games: Iterable[Played]) -> dict[str, Rated]:
    found = {player: rated.rating for player, rated in now.items()}
    for each in games:
        if each.share == 0.5:
            low, high = sorted((each.first, each.second), key=lambda player: found[player])
            change = area_draw(found[low], found[high])
        else:
            low, high = (each.first, each.second) if each.share == 1 else (each.second, each.first)
            change = area_change(found[low], found[high])
        found[low] += change
        found[high] -= change
    return {player: Rated(rating) for player, rating in found.items()}


def expected(own: float, other: float) -> float:
    """Return the share of a win that Elo expects."""
    return float(1 / (1 + 10 ** ((other - own) / 400)))


def _elo(now: Mapping[str, Rated], games: Iterable[Played], k: float) -> dict[str, Rated]:
    """Rate the games of a round by the ratings before it."""
    found = {player: rated.rating for player, rated in now.items()}
    for each in games:
        change = k * (each.share - expected(now[each.first].rating, now[each.second].rating))
        found[each.first] += change
        found[each.second] -= change
    return {player: Rated(rating) for player, rating in found.items()}


# Glicko-2, by M. E. Glickman, 'Example of the Glicko-2 system' (2013): its steps and its letters

_SCALE = 173.7178
_ENOUGH = 1e-6


def _glicko(now: Mapping[str, Rated], games: Sequence[Played], tau: float) -> dict[str, Rated]:
    against: dict[str, list[tuple[Rated, float]]] = {player: [] for player in now}
    for each in games:
        against[each.first].append((now[each.second], each.share))
        against[each.second].append((now[each.first], 1 - each.share))
    return {player: glicko_2(rated, against[player], tau) for player, rated in now.items()}


def glicko_2(own: Rated, games: Sequence[tuple[Rated, float]], tau: float = 0.5) -> Rated:
    """Return a rating after a period in which a player had these opponents, each with the share of the win."""
    mu, phi = (own.rating - 1500) / _SCALE, own.deviation / _SCALE
    if not games:
        return Rated(own.rating, min(350.0, sqrt(phi**2 + own.volatility**2) * _SCALE), own.volatility)
    precision, gain = 0.0, 0.0
    for other, share in games:
        g = 1 / sqrt(1 + 3 * (other.deviation / _SCALE) ** 2 / pi**2)
        wins = 1 / (1 + exp(-g * (mu - (other.rating - 1500) / _SCALE)))
        precision += g**2 * wins * (1 - wins)
        gain += g * (share - wins)
    variance = 1 / precision
    sigma = _volatility(own.volatility, phi, variance, variance * gain, tau)
    phi_new = 1 / sqrt(1 / (phi**2 + sigma**2) + precision)
    return Rated(1500 + _SCALE * (mu + phi_new**2 * gain), phi_new * _SCALE, sigma)


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Return the new volatility (step 5, the Illinois algorithm)."""
    a = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / tau**2

    low = a
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        high = a - k * tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _ENOUGH:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
