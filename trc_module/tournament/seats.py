"""Who plays which side: by bids where there are some, else so that everybody comes to both sides alike."""

from __future__ import annotations

import csv
import hashlib
import io
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from trc_module.digits import is_number
from trc_module.errors import UserError
from trc_module.facts.choices import one_of
from trc_module.files import read_input
from trc_module.tournament.pairings import Bid, Pairing
from trc_module.tournament.players import Players
from trc_module.tournament.settings import Settings

FILE = "bids.csv"


@dataclass(frozen=True, slots=True)
class Sides:
    """How often each player has had which side so far, and last."""

    lot: str
    """What the lot is drawn by, so that the same command draws the same."""
    surplus: Counter[str] = field(default_factory=Counter)
    """The games on the first side, less those on the second."""
    last: dict[str, int] = field(default_factory=dict)
    """+1 for the first side, -1 for the second."""

    @classmethod
    def of(cls, lot: str, pairings: Iterable[Pairing]) -> Sides:
        """Return what the pairings so far have come to."""
        found = cls(lot)
        for each in pairings:
            found.count(each.players)
        return found

    def count(self, players: tuple[str, str]) -> None:
        """Count a game."""
        if all(players):
            for player, sign in zip(players, (1, -1), strict=True):
                self.surplus[player] += sign
                self.last[player] = sign

    def seated(self, one: str, other: str) -> tuple[str, str]:
        """Return two players in the order of the sides: whoever has had the first side less often plays it.

        If that is equal, whoever had the second side last; else the lot decides.
        """
        one_has, other_has = self.surplus[one], self.surplus[other]
        if one_has == other_has:
            one_has, other_has = self.last.get(one, 0), self.last.get(other, 0)
        if one_has == other_has:
            # However the two are named, the lot is one.
            first, second = sorted((one, other))
            drawn = hashlib.sha256(f"{self.lot}\n{first}\n{second}".encode()).digest()[0] % 2
            return (first, second) if drawn else (second, first)
        return (one, other) if one_has < other_has else (other, one)

    def strain(self, one: str, other: str) -> int:
        """Return how badly two players suit each other: both have had one side more often than the other."""
        a, b = self.surplus[one], self.surplus[other]
        return min(abs(a), abs(b)) if a * b > 0 else 0


Bids = Mapping[str, Bid]
"""What each player bids in a round."""


def with_bids(settings: Settings, sides: Sides, one: str, other: str, bids: Bids) -> tuple[tuple[str, str], Bid | None]:
    """Return two players in the order of the sides, and the bid that is paid.

    Who want different sides have them for nothing. If both want one, the higher bid has it and is paid; of equal bids
    the balance of sides decides, and the bid is paid as well.
    """
    mine, theirs = bids.get(one), bids.get(other)
    if mine is None and theirs is None:
        return sides.seated(one, other), None
    if mine is None or theirs is None:
        (bid, bidder, rest) = (theirs, other, one) if mine is None else (mine, one, other)
        assert bid is not None
        return _on(settings, bid.side, bidder, rest), Bid(bid.side, 0)
    if mine.side != theirs.side:
        return _on(settings, mine.side, one, other), None
    if mine.points == theirs.points:
        return sides.seated(one, other), mine
    return _on(settings, mine.side, one, other) if mine.points > theirs.points else _on(
        settings, mine.side, other, one
    ), max(mine, theirs, key=lambda bid: bid.points)


def _on(settings: Settings, side: str, player: str, other: str) -> tuple[str, str]:
    return (player, other) if side == settings.sides[0] else (other, player)


def read_bids(folder: Path, settings: Settings, players: Players, number: int) -> Bids:
    """Read what players bid in a round: the columns `round`, `player`, `side` and `bid` of `bids.csv`.

    Raises:
        UserError: Rows are wrong; with file and line.
    """
    path = folder / FILE
    try:
        text = read_input(path).decode("utf-8-sig")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError):
        raise UserError(f"'{path}': expected a table of bids in UTF-8.") from None
    rows = csv.DictReader(io.StringIO(text, newline=""))
    wanted = {"round", "player", "side", "bid"}
    if set(rows.fieldnames or ()) != wanted:
        raise UserError(f"{path}, line 1: expected the columns round, player, side, bid.")
    found: dict[str, Bid] = {}
    lines: dict[tuple[str, str], int] = {}
    for row in rows:
        place = f"{path}, line {rows.line_num}"
        player = players.called(row["player"] or "")
        if player is None:
            raise UserError(f"{place}: there is no player '{row['player']}'.")
        if row["side"] not in settings.sides:
            raise UserError(f"{place}: expected {one_of(settings.sides, row['side'])} in 'side'.")
        if not is_number(row["bid"] or "") or not is_number(row["round"] or ""):
            raise UserError(f"{place}: expected whole numbers in 'round' and 'bid'.")
        if lines.setdefault((row["round"], player.name), rows.line_num) != rows.line_num:
            told = f"'{player.name}' bids for round {row['round']} on line {lines[row['round'], player.name]} already"
            raise UserError(f"{place}: {told}.")
        if int(row["round"]) == number:
            found[player.name] = Bid(row["side"], int(row["bid"]))
    return found
