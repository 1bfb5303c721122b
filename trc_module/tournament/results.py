"""Results: what the audited logs say, and what was entered by hand where no log says it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from trc_module.archive.table import GameRow
from trc_module.errors import UserError
from trc_module.facts.choices import meant
from trc_module.printable import printable
from trc_module.tournament.folder import Tournament
from trc_module.tournament.pairings import DRAW, FILE, Pairing
from trc_module.tournament.settings import exact
from trc_module.tournament.standings import Score, Table

LOG = "log"
"""How a result came about that the audited log tells."""


@dataclass(frozen=True, slots=True)
class Result:
    """A pairing, with what has come of it."""

    pairing: Pairing
    winner: str
    """The side that has won, a draw, or '' while that is open."""
    by: str
    """`log`, or how it came about by the file; '' while it is open."""
    points: int | None
    turn: int | None
    why: str
    game: GameRow | None
    """The game in the archive."""

    @property
    def is_open(self) -> bool:
        """Tell whether the game goes on."""
        return not self.winner and not self.pairing.is_bye

    def who_won(self, sides: Sequence[str]) -> str:
        """Return the player who has won, '' for none."""
        return self.pairing.players[sides.index(self.winner)] if self.winner in sides else ""


@dataclass(slots=True)
class Results:
    """The results of a tournament in the order of its pairings, and what there is to tell of them."""

    results: list[Result] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Games that belong to no pairing, and what else a director should look at."""


def results_of(tournament: Tournament, games: Sequence[GameRow]) -> Results:
    """Return the result of each pairing.

    Raises:
        UserError: A result in the file is against a log, or two games claim to be one pairing; with file and line.
    """
    found = Results()
    faults: list[str] = []
    belongs = _assigned(tournament, games, found.notes, faults)
    path = tournament.folder / FILE
    for pairing in tournament.pairings:
        game = belongs.get(pairing.game)
        if game is not None:
            found.notes += _unlike(tournament, pairing, game)
            faults += _against(path, pairing, game)
        found.results.append(_result(pairing, game))
    if faults:
        raise UserError(*map(printable, faults))
    return found


def _result(pairing: Pairing, game: GameRow | None) -> Result:
    points = pairing.points if pairing.points is not None or game is None else game.points
    turn = pairing.turn if pairing.turn is not None or game is None else game.turn
    if pairing.result:
        return Result(pairing, pairing.result, pairing.by, points, turn, pairing.why, game)
    if game is not None and game.winner:
        return Result(pairing, game.winner, LOG, points, turn, game.won_by, game)
    return Result(pairing, "", "", points, turn, pairing.why, game)


def unplayed(pairing: Pairing) -> Result:
    """Return a pairing of which nothing has come yet."""
    return _result(pairing, None)


def _against(path: Path, pairing: Pairing, game: GameRow) -> Iterator[str]:
    """Yield what is wrong with a result that a log contradicts; a ruling may overrule a log."""
    if not pairing.result or not game.winner or pairing.result == game.winner or pairing.by == "ruling":
        return
    told = f"the result is '{pairing.result}', and {_logs(game)} says '{game.winner}' ({game.won_by})"
    yield f"{path}, line {pairing.line}: {told}; a ruling may overrule it: 'by' ruling, with the reason in 'why'."


def _unlike(tournament: Tournament, pairing: Pairing, game: GameRow) -> Iterator[str]:
    settings = tournament.settings
    if settings.scenario and game.scenario != settings.scenario:
        yield f"{_logs(game)} is of the scenario '{game.scenario}'; the tournament plays '{settings.scenario}'."
    if settings.options and set(game.options.split()) != set(settings.options):
        played = game.options or "no options"
        yield f"{_logs(game)} is played with {played}; the tournament plays {' '.join(settings.options)}."


def _logs(game: GameRow) -> str:
    return printable(", ".join(Path(log).name for log in game.logs) or game.name)


# Which game of the archive is which pairing


def _assigned(
    tournament: Tournament, games: Sequence[GameRow], notes: list[str], faults: list[str]
) -> dict[str, GameRow]:
    """Return the game of each pairing that has one."""
    path = tournament.folder / FILE
    found: dict[str, GameRow] = {}
    left = []
    for game in games:
        named = [each for each in tournament.pairings if any(game.name.startswith(log) for log in each.logs)]
        if game.error:
            notes.append(f"{_logs(game)}: not judged: {game.error}")
        elif named:
            faults += _strangers(path, tournament, named[0], game)
            _put(path, found, named[0], game, faults)
        else:
            left.append(game)
    by_players = _by_players(tournament.pairings)
    for game in left:
        seats, unknown = _seats(tournament, game)
        if unknown:
            notes += unknown
            continue
        these = [each for each in by_players.get(seats, ()) if not each.logs]
        free = [each for each in these if each.game not in found]
        if len(these) == 1:
            _put(path, found, these[0], game, faults)
        elif free:
            rounds = ", ".join(each.game for each in these)
            notes.append(f"{_logs(game)}: its players meet in {rounds}: name the game's log, {game.name}, in 'log'.")
        else:
            notes.append(_unpaired(tournament, game, seats, by_players))
    return found


def _put(path: Path, found: dict[str, GameRow], pairing: Pairing, game: GameRow, faults: list[str]) -> None:
    other = found.setdefault(pairing.game, game)
    if other is not game and pairing.logs:
        faults.append(f"{path}, line {pairing.line}: 'log' names two games, {other.name} and {game.name}: name one.")
    elif other is not game:
        told = f"game {pairing.game} is in the archive twice, as {other.name} ({_logs(other)}) and {game.name}"
        faults.append(f"{path}, line {pairing.line}: {told} ({_logs(game)}): name the one that counts in 'log'.")


def _by_players(pairings: Iterable[Pairing]) -> dict[tuple[str, ...], list[Pairing]]:
    found: dict[tuple[str, ...], list[Pairing]] = defaultdict(list)
    for each in pairings:
        if not each.is_bye:
            found[each.players].append(each)
    return found


def _seats(tournament: Tournament, game: GameRow) -> tuple[tuple[str, ...], list[str]]:
    """Return who plays each side of a game, and what is not known of that."""
    seats: list[str] = []
    unknown: list[str] = []
    for side in tournament.settings.sides:
        names = [name for there, name in game.players if there == side]
        known = {name: tournament.players.called(name) for name in names}
        found = list(dict.fromkeys(player.name for player in known.values() if player is not None))
        strangers = [name for name, player in known.items() if player is None]
        if not names:
            unknown.append(f"{_logs(game)}: nobody plays the {side} side: name {game.name} in 'log' of its game.")
        elif strangers and not found:
            like = meant(strangers[0], [name for each in tournament.players.all for name in (each.name, *each.aliases)])
            told = f"'{strangers[0]}' plays the {side} side, and no player has that name or alias{like}"
            unknown.append(f"{_logs(game)}: {told}: add it there, or name {game.name} in 'log' of its game.")
        elif len(found) > 1:
            told = f"{' and '.join(found)} both play the {side} side"
            unknown.append(f"{_logs(game)}: {told}: name {game.name} in 'log' of its game.")
        else:
            seats.append(found[0])
    return tuple(seats), unknown


def _strangers(path: Path, tournament: Tournament, pairing: Pairing, game: GameRow) -> Iterator[str]:
    """Yield what is wrong with a game that a row names, and that was played by other players of the tournament."""
    for side, player in zip(tournament.settings.sides, pairing.players, strict=True):
        for there, name in game.players:
            known = tournament.players.called(name)
            if there == side and known is not None and known.name != player:
                told = f"by {_logs(game)} the {side} side is played by '{known.name}', not by '{player}'"
                yield f"{path}, line {pairing.line}: {told}."


def _unpaired(
    tournament: Tournament, game: GameRow, seats: tuple[str, ...], by_players: Mapping[tuple[str, ...], Any]
) -> str:
    told = f"{_logs(game)}: {' and '.join(seats)} are not paired with these sides"
    return f"{told}; the other way round they are." if seats[::-1] in by_players else f"{told}."


# Scores


def scores_of(tournament: Tournament, results: Iterable[Result], until: int | None = None) -> Iterator[Score]:
    """Yield what each player has won in each round that is over, up to a round."""
    settings = tournament.settings
    win, draw, loss = (exact(getattr(settings.points, name)) for name in ("win", "draw", "loss"))
    half = Fraction(1, 2)
    for result in results:
        pairing = result.pairing
        if until is not None and pairing.round > until:
            continue
        if pairing.is_bye:
            bye = exact(settings.points.bye)
            yield Score(pairing.round, "".join(pairing.players), "", "", bye, Fraction(1))
        elif not result.is_open:
            for side, player in zip(settings.sides, pairing.players, strict=True):
                points, share = (draw, half) if result.winner == DRAW else (win, Fraction(1))
                if result.winner not in (DRAW, side):
                    points, share = loss, Fraction(0)
                yield Score(pairing.round, player, pairing.opponent_of(player), side, points, share)


def table_of(tournament: Tournament, results: Iterable[Result], until: int | None = None) -> Table:
    """Return the scores of all players."""
    return Table(tournament.names, scores_of(tournament, results, until))


# As text and as data


def result_tree(tournament: Tournament, result: Result) -> dict[str, Any]:
    """Return a result as plain data, one fact for each key."""
    pairing, game = result.pairing, result.game
    settings = tournament.settings
    dates = settings.round_at(pairing.round)
    return {
        "game": pairing.game,
        "round": pairing.round,
        "begins": _day(dates.begins),
        "ends": _day(dates.ends),
        **dict(zip(settings.sides, pairing.players, strict=True)),
        "bid-side": pairing.bid.side if pairing.bid else None,
        "bid": pairing.bid.points if pairing.bid else None,
        "state": state_of(result),
        "winner": result.winner or None,
        "won-by-player": result.who_won(settings.sides) or None,
        "by": result.by or None,
        "why": result.why or None,
        "points": result.points,
        "turn": result.turn,
        "date": _day(pairing.date),
        "archive": game.name if game else None,
        "logs": len(game.logs) if game else 0,
        "rolls": game.rolls if game else None,
        "violations": game.violations if game else None,
        "doubts": game.doubts if game else None,
        "undecided": game.undecided if game else None,
    }


def state_of(result: Result) -> str:
    """Return a result's state in one word."""
    if result.pairing.is_bye:
        return "bye"
    return "open" if result.is_open else "drawn" if result.winner == DRAW else "won"


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None


def late(tournament: Tournament, results: Iterable[Result], today: date) -> list[Result]:
    """Return the games that are open after the end of their round."""
    ends = {each.number: each.ends for each in tournament.settings.round}
    return [r for r in results if r.is_open and (end := ends.get(r.pairing.round)) is not None and end < today]
