"""The players of a tournament: `players.toml`, with the names by which logs know them."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta

from trc_module.errors import UserError
from trc_module.facts.toml_file import line_of, read_toml, shape
from trc_module.tournament.settings import Language

FILE = "players.toml"

_Name = Annotated[str, Meta(min_length=1, max_length=100)]


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player. The address is for the director alone: no report has it."""

    name: _Name
    aliases: tuple[_Name, ...] = ()
    """Other names by which logs call the player."""
    zone: str = ""
    """The time zone, as Europe/Berlin."""
    email: str = ""
    language: Language | None = None
    rating: float | None = None
    """The rating before the tournament."""
    deviation: Annotated[float, Meta(gt=0)] | None = None
    """Its uncertainty, for Glicko-2."""
    since: Annotated[int, Meta(ge=1)] = 1
    """The first round that the player plays."""
    left: Annotated[int, Meta(ge=1)] | None = None
    """The first round that the player does not play any more."""

    def plays(self, number: int) -> bool:
        """Tell whether the player takes part in a round."""
        return self.since <= number and (self.left is None or number < self.left)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Players:
    """The players in their order, which is their first ranking."""

    all: tuple[Player, ...]
    lines: dict[str, int]
    """The line of each player's name in the file."""

    def called(self, name: str) -> Player | None:
        """Return the player of that name or alias, however it is spaced and capitalized."""
        return _by_name(self.all).get(plain(name))

    def named(self, name: str) -> Player:
        """Return the player of that name or alias.

        Raises:
            UserError: There is none.
        """
        found = self.called(name)
        if found is None:
            from trc_module.facts.choices import meant

            raise UserError(f"There is no player '{name}'{meant(name, [each.name for each in self.all])}.")
        return found


def plain(name: str) -> str:
    """Return a name by which two spellings of it are equal: `Ann  Lee`, `ann lee`."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


_known: dict[int, tuple[tuple[Player, ...], dict[str, Player]]] = {}


def _by_name(players: tuple[Player, ...]) -> dict[str, Player]:
    """Return the players by all their names; kept for who asks for each of a thousand games."""
    kept = _known.get(id(players))
    if kept is not None and kept[0] is players:
        return kept[1]
    found = {plain(name): each for each in players for name in (*each.aliases, each.name)}
    _known.clear()
    _known[id(players)] = players, found
    return found


def read_players(folder: Path) -> Players:
    """Read the players of a tournament.

    Raises:
        UserError: The file is not there or wrong; two players share a name or an alias, or one address.
    """
    path = folder / FILE
    if not path.is_file():
        raise UserError(f"'{path}': there is no such file; it lists the players, a table [[player]] for each.")
    players = shape(read_toml(path), _File, path).player
    lines = {each.name: line_of(path, ["player", place, "name"]) or 1 for place, each in enumerate(players)}
    faults = [*_twice(path, players), *_zones(path, players)]
    if faults:
        raise UserError(*faults)
    return Players(players, lines)


def _twice(path: Path, players: Sequence[Player]) -> Iterator[str]:
    """Yield the names that two share, and the players who are there under two names."""
    names: dict[str, tuple[Player, int]] = {}
    addresses: dict[str, tuple[Player, int]] = {}
    for place, player in enumerate(players):
        line = line_of(path, ["player", place, "name"]) or 1
        aliases = line_of(path, ["player", place, "aliases"]) or line
        for number, name in enumerate((player.name, *player.aliases)):
            other, there = names.setdefault(plain(name), (player, line if not number else aliases))
            if other is not player:
                what = "name" if not number else "alias"
                told = f"the {what} '{name}' of '{player.name}' is one of '{other.name}' too (line {there})"
                yield f"{path}, line {line if not number else aliases}: {told}: a log with it could be of either."
        if player.email:
            other, there = addresses.setdefault(player.email.casefold(), (player, line))
            if other is not player:
                told = f"'{player.name}' has the address of '{other.name}' (line {there})"
                yield f"{path}, line {line}: {told}: if they are one player, make one name an alias of the other."


def _zones(path: Path, players: Sequence[Player]) -> Iterator[str]:
    if _zone("Europe/Berlin") is None:
        # Windows has no list of zones, unless the package tzdata brings it.
        return
    for place, player in enumerate(players):
        if player.zone and _zone(player.zone) is None:
            line = line_of(path, ["player", place, "zone"])
            yield f"{path}, line {line}: expected a time zone, as Europe/Berlin, found '{player.zone}'."


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


def end_of_day(day: date, player: Player) -> datetime:
    """Return when a day ends for a player; without a zone as it is everywhere."""
    return datetime.combine(day, time(23, 59), _zone(player.zone) if player.zone else None)


def player_text(player: Player) -> str:
    """Return a player as an entry of the file."""
    lines = ["[[player]]", f"name = {quoted(player.name)}"]
    if player.aliases:
        lines.append(f"aliases = [{', '.join(map(quoted, player.aliases))}]")
    lines += [f"{key} = {quoted(value)}" for key in ("zone", "email", "language") if (value := getattr(player, key))]
    if player.rating is not None:
        lines.append(f"rating = {player.rating:g}")
    if player.since > 1:
        lines.append(f"since = {player.since}")
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    """Return a text as a TOML file has it."""
    # A JSON string is a TOML string, but for the one control character that JSON leaves as it is.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
