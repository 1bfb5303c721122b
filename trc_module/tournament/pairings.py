"""The pairings of a tournament, and the results that no log tells: `pairings.csv`, a row for each game.

The columns are `game`, `round`, one for each side with who plays it, `bid`, `log`, `result`, `by`, `points`, `turn`,
`date`, `judges` and `why`. A row with one player alone is a bye.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from trc_module.digits import in_natural_order, is_number, is_signed_number
from trc_module.errors import UserError
from trc_module.facts.choices import one_of
from trc_module.files import read_input
from trc_module.spreadsheet import as_csv
from trc_module.tournament.players import Players
from trc_module.tournament.settings import Settings

FILE = "pairings.csv"
DRAW = "draw"
WAYS = ("played", "resignation", "forfeit", "agreement", "adjudication", "ruling")
"""How a game came to the result that is entered by hand; only a ruling overrules a log."""
_FIRST, _REST = ("game", "round"), ("bid", "log", "result", "by", "points", "turn", "date", "judges", "why")


@dataclass(frozen=True, slots=True)
class Bid:
    """The points that a player gives for a side."""

    side: str
    points: int


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game of a round, or the bye of a player, as the file has it."""

    game: str
    """Its name, as 2.3: the third game of round 2."""
    round: int
    players: tuple[str, str]
    """Who plays each side, in the order of the sides; '' for nobody: a bye."""
    bid: Bid | None = None
    logs: tuple[str, ...] = ()
    """The names of its games in the archive, where its players do not tell them."""
    result: str = ""
    """The side that has won, or a draw, as it was entered by hand; '' where it was not."""
    by: str = ""
    points: int | None = None
    turn: int | None = None
    date: date | None = None
    judges: tuple[str, ...] = ()
    """The two members who have adjudicated."""
    why: str = ""
    line: int = 0
    """Its line in the file."""

    @property
    def is_bye(self) -> bool:
        """Tell whether a player has no opponent."""
        return not all(self.players)

    def opponent_of(self, player: str) -> str:
        """Return who plays against a player."""
        return self.players[self.players.index(player) - 1]


def columns(settings: Settings) -> tuple[str, ...]:
    """Return the headings of the file."""
    return (*_FIRST, *settings.sides, *_REST)


def read_pairings(folder: Path, settings: Settings, players: Players) -> tuple[Pairing, ...]:
    """Read the pairings of a tournament in the natural order of their games; none where there is no file yet.

    Raises:
        UserError: Rows are wrong; all of them are told, with file and line.
    """
    path = folder / FILE
    try:
        text = read_input(path).decode("utf-8-sig")
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise UserError(f"'{path}': expected a table of pairings ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise UserError(f"'{path}': expected a table in UTF-8; save it as 'CSV UTF-8'.") from None
    return parse_pairings(path, text, settings, players)


def parse_pairings(path: Path, text: str, settings: Settings, players: Players) -> tuple[Pairing, ...]:
    """Read pairings from the text of their file; UserError as `read_pairings`."""
    if not text.strip():
        return ()
    # A spreadsheet of a country that writes 0,5 parts columns by semicolons.
    head = text.partition("\n")[0]
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=";" if head.count(";") > head.count(",") else ",")
    heads = [cell.strip() for cell in next(rows, [])]
    wanted = columns(settings)
    if set(heads) != set(wanted) or len(heads) != len(wanted):
        missing = [name for name in wanted if name not in heads] or [name for name in heads if name not in wanted]
        told = f"expected the columns {', '.join(wanted)}; look at {', '.join(missing) or 'those that are there twice'}"
        raise UserError(f"{path}, line 1: {told}.")
    faults: list[str] = []
    found: list[Pairing] = []
    try:
        for cells in rows:
            if any(cell.strip() for cell in cells):
                if any(cell.strip() for cell in cells[len(heads) :]):
                    faults.append(f"{path}, line {rows.line_num}: expected {len(heads)} cells, found {len(cells)}.")
                row = dict(zip(heads, map(str.strip, cells), strict=False))
                reader = _Row(f"{path}, line {rows.line_num}", row, settings, players, faults)
                found.append(reader.pairing(rows.line_num))
    except csv.Error as error:
        raise UserError(f"{path}, line {rows.line_num}: expected comma-separated values ({error}).") from None
    faults += _wrong_together(path, found, settings)
    if faults:
        raise UserError(*faults)
    return tuple(sorted(found, key=lambda each: (each.round, in_natural_order(each.game))))


@dataclass(frozen=True, slots=True)
class _Row:
    """Reads a row; what is wrong in it is added to the faults."""

    place: str
    cells: dict[str, str]
    settings: Settings
    players: Players
    faults: list[str]

    def pairing(self, line: int) -> Pairing:
        first, second = (self._player(side) for side in self.settings.sides)
        if not first and not second:
            self._fault(f"expected a player in '{self.settings.sides[0]}' or '{self.settings.sides[1]}'")
        elif first == second:
            self._fault(f"'{first}' plays against himself")
        number = self._number("round", least=1) or 0
        name = self.cells.get("game", "")
        if not name:
            self._fault(f"expected the name of the game, as {number}.1")
        if self.settings.rounds and number > self.settings.rounds:
            self._fault(f"round {number} is more than the {self.settings.rounds} rounds of the tournament")
        result = self._result(first, second)
        return Pairing(
            game=name,
            round=number,
            players=(first, second),
            bid=self._bid(),
            logs=tuple(self.cells.get("log", "").split()),
            result=result,
            by=self._way(result),
            points=self._number("points"),
            turn=self._number("turn", least=0),
            date=self._date(),
            judges=self._judges(first, second),
            why=self.cells.get("why", ""),
            line=line,
        )

    def _fault(self, told: str) -> None:
        self.faults.append(f"{self.place}: {told}.")

    def _player(self, side: str) -> str:
        name = self.cells.get(side, "")
        try:
            return self.players.named(name).name if name else ""
        except UserError as error:
            self._fault(str(error).removesuffix(".").replace("There is", "there is", 1))
            return name

    def _number(self, column: str, least: int | None = None) -> int | None:
        text = self.cells.get(column, "")
        good = is_signed_number(text) if least is None else is_number(text)
        if good and (least is None or int(text) >= least):
            return int(text)
        if text or column == "round":
            self._fault(f"expected a whole number in '{column}', found '{text}'")
        return None

    def _result(self, first: str, second: str) -> str:
        text = self.cells.get("result", "")
        known = (*self.settings.sides, DRAW)
        if text and text not in known:
            self._fault(f"expected {one_of(known, text)} in 'result', found '{text}'")
            return ""
        if text and not (first and second):
            self._fault("a bye has no result")
        return text

    def _way(self, result: str) -> str:
        text = self.cells.get("by", "")
        if text and text not in WAYS:
            self._fault(f"expected {one_of(WAYS, text)} in 'by', found '{text}'")
        elif text and not result:
            self._fault(f"'by' says {text}, and 'result' nothing")
        elif text == "ruling" and not self.cells.get("why"):
            self._fault("a ruling needs its reason in 'why'")
        return text or ("played" if result else "")

    def _bid(self) -> Bid | None:
        text = self.cells.get("bid", "")
        side, _, points = text.rpartition(" ")
        if not text:
            return None
        if side in self.settings.sides and is_number(points):
            return Bid(side, int(points))
        self._fault(f"expected a side and a number in 'bid', as '{self.settings.sides[0]} 3', found '{text}'")
        return None

    def _date(self) -> date | None:
        text = self.cells.get("date", "")
        if not text:
            return None
        try:
            return date.fromisoformat(text)
        except ValueError:
            self._fault(f"expected a date in 'date', as 2026-11-22, found '{text}'")
            return None

    def _judges(self, first: str, second: str) -> tuple[str, ...]:
        names = [name.strip() for name in self.cells.get("judges", "").split(";") if name.strip()]
        adjudicated = self.cells.get("by") == "adjudication"
        members = [self.players.called(name) for name in names]
        unknown = [name for name, member in zip(names, members, strict=True) if member is None]
        found = tuple(dict.fromkeys(member.name for member in members if member is not None))
        if unknown:
            self._fault(f"there is no player '{unknown[0]}' to judge")
        elif set(found) & {first, second}:
            self._fault("a player of the game is among its judges")
        elif (names or adjudicated) and len(found) != 2:
            self._fault("expected two members in 'judges', as 'Ann; Bert'")
        return found


def _wrong_together(path: Path, pairings: Sequence[Pairing], settings: Settings) -> Iterator[str]:
    """Yield what is wrong with rows that are each right: a game twice, a round that is missing."""
    games: dict[str, int] = {}
    logs: dict[str, int] = {}
    seats: dict[tuple[int, str], int] = {}
    for each in pairings:
        if games.setdefault(each.game, each.line) != each.line:
            yield f"{path}, line {each.line}: game {each.game} is on line {games[each.game]} already."
        for log in each.logs:
            if logs.setdefault(log, each.line) != each.line:
                yield f"{path}, line {each.line}: the log '{log}' belongs to the game on line {logs[log]} already."
        if settings.system == "ladder":
            continue
        for player in filter(None, each.players):
            if seats.setdefault((each.round, player), each.line) != each.line:
                told = f"'{player}' plays in round {each.round} on line {seats[each.round, player]} already"
                yield f"{path}, line {each.line}: {told}."
    rounds = Counter(each.round for each in pairings if each.round)
    missing = [number for number in range(1, max(rounds, default=0)) if number not in rounds]
    if missing:
        first = next(each for each in pairings if each.round > missing[0])
        yield f"{path}, line {first.line}: round {first.round} is there, and round {missing[0]} is missing."


def pairings_text(settings: Settings, pairings: Sequence[Pairing]) -> str:
    """Return the file with these pairings."""
    rows = (
        (
            each.game,
            each.round,
            *each.players,
            f"{each.bid.side} {each.bid.points}" if each.bid else "",
            " ".join(each.logs),
            each.result,
            each.by,
            "" if each.points is None else each.points,
            "" if each.turn is None else each.turn,
            each.date.isoformat() if each.date else "",
            "; ".join(each.judges),
            each.why,
        )
        for each in pairings
    )
    return as_csv(columns(settings), rows)
