"""The settings of a tournament: `tournament.toml`."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from trc_module.errors import UserError
from trc_module.facts.toml_file import line_of, read_toml, shape

FILE = "tournament.toml"

System = Literal["swiss", "round-robin", "knock-out", "ladder"]
TieBreak = Literal[
    "buchholz", "buchholz-cut-1", "median-buchholz", "sonneborn-berger", "head-to-head", "wins", "progressive"
]
RatingName = Literal["area", "elo", "glicko-2"]
Language = Literal["en", "de", "it"]
_Text = Annotated[str, Meta(min_length=1, max_length=200)]
_Count = Annotated[int, Meta(ge=0, le=10_000)]


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points of a win, a draw and a loss, and of a round in which a player has no opponent."""

    win: float = 1
    draw: float = 0.5
    loss: float = 0
    bye: float = 1


class Rating(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """How strength is measured; `k` is of Elo alone, `tau` of Glicko-2."""

    system: RatingName = "area"
    k: Annotated[float, Meta(gt=0, le=1000)] = 32
    tau: Annotated[float, Meta(gt=0, le=2)] = 0.5
    against_one: Annotated[int, Meta(ge=1)] | None = None
    """The number of rated games against one opponent; later ones count for the standings alone."""


class Bids(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is bid for a side, in words: 'victory points'."""

    unit: str = "points"


class RoundLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The days in which a player answers; the places that a challenge on a ladder may reach up."""

    answer_days: Annotated[int, Meta(ge=1)] | None = None
    reach: Annotated[int, Meta(ge=1)] | None = None


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round: its number, and the days on which it begins and ends."""

    number: Annotated[int, Meta(ge=1)]
    begins: date | None = None
    ends: date | None = None


class OpeningName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an opening is called, which an archive knows by its number."""

    number: Annotated[str, Meta(pattern="^[0-9a-f]{10}$")]
    name: _Text


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """All of them."""

    name: _Text
    game: _Text
    sides: Annotated[tuple[_Text, ...], Meta(min_length=2, max_length=2)]
    """The two sides, in the order of play: the columns of `pairings.csv`."""
    scenario: str = ""
    options: tuple[str, ...] = ()
    """The optional rules in play, by number."""
    system: System = "swiss"
    rounds: _Count = 0
    """0: as many as the system makes."""
    cycles: Annotated[int, Meta(ge=1, le=4)] = 1
    """How often everybody meets everybody in a round robin."""
    language: Language = "en"
    """The language of letters to players who have chosen none."""
    custom: Literal["area", ""] = ""
    """The custom by which letters tell what an error means: see `replay.customs`."""
    tie_breaks: tuple[TieBreak, ...] = ("buchholz", "sonneborn-berger", "head-to-head")
    points: Points = Points()
    rating: Rating = Rating()
    bids: Bids = Bids()
    limits: RoundLimits = RoundLimits()
    round: tuple[Round, ...] = ()
    opening: tuple[OpeningName, ...] = ()

    def round_at(self, number: int) -> Round:
        """Return a round, without dates where the file names none."""
        return next((each for each in self.round if each.number == number), Round(number))


def exact(number: float) -> Fraction:
    """Return a number as it is written: three times 0.1 is 0.3."""
    return Fraction(str(number))


def read_settings(folder: Path) -> Settings:
    """Read the settings of a tournament.

    Raises:
        UserError: There is no such file, or something in it is wrong; with the line.
    """
    path = folder / FILE
    if not path.is_file():
        raise UserError(
            f"'{folder}' is no tournament: it has no {FILE}. 'trc-module tournament new {folder}' makes one."
        )
    settings = shape(read_toml(path), Settings, path)
    if len(set(settings.sides)) < 2 or set(settings.sides) & {"draw", "game", "round"}:
        told = "expected two sides with names of their own"
        raise UserError(f"{path}, line {line_of(path, ['sides'])}: {told}, found {', '.join(settings.sides)}.")
    _expect_rounds(path, settings)
    return settings


def _expect_rounds(path: Path, settings: Settings) -> None:
    seen: set[int] = set()
    for place, each in enumerate(settings.round):
        where = f"{path}, line {line_of(path, ['round', place, 'number'])}"
        if each.number in seen:
            raise UserError(f"{where}: round {each.number} is there twice: keep one of the two.")
        seen.add(each.number)
        if settings.rounds and each.number > settings.rounds:
            raise UserError(
                f"{where}: round {each.number} is more than the {settings.rounds} rounds of the tournament."
            )
        if each.begins and each.ends and each.ends < each.begins:
            raise UserError(f"{where}: round {each.number} ends on {each.ends}, before it begins on {each.begins}.")
