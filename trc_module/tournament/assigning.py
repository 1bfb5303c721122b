"""What a director enters: which game logs belong to, and results that no log tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from trc_module.archive.removing import games_named
from trc_module.archive.store import Store
from trc_module.archive.table import GameRow
from trc_module.errors import UserError
from trc_module.tournament.folder import Tournament, write_pairings
from trc_module.tournament.pairings import FILE, Pairing, pairings_text, parse_pairings
from trc_module.tournament.results import results_of


def name_logs(tournament: Tournament, store: Store, game: str, paths: Sequence[Path]) -> None:
    """Write into the pairings that the logs belong to a game.

    Raises:
        UserError: A path is no log of the archive, or the logs make several games.
    """
    numbers = games_named(store, [str(path) for path in paths])
    names = sorted(str(store.all("SELECT name FROM game WHERE id = ?", number)[0][0]) for number in numbers)
    if len(names) != 1:
        told = f"they make {len(names)} games, {', '.join(names)}" if names else "they could not be judged"
        raise UserError(f"The logs of game {game} are one game; {told}.")
    _write(tournament, [replace(each, logs=(names[0],)) if each.game == game else each for each in tournament.pairings])


def enter_result(
    tournament: Tournament,
    games: Sequence[GameRow],
    entered: tuple[str, str],
    by: str | None,
    judges: str,
    why: str,
    points: int | None,
    turn: int | None,
) -> None:
    """Write a result into the pairings.

    Raises:
        UserError: There is no such game or side, judges or a reason are missing, or a log says otherwise.
    """
    game, result = entered
    old = next((each for each in tournament.pairings if each.game == game), None)
    if old is None:
        raise UserError(f"There is no game {game} in the pairings.")
    new = replace(
        old,
        result=result,
        by=by or "played",
        judges=tuple(name.strip() for name in judges.split(";") if name.strip()),
        why=why,
        points=old.points if points is None else points,
        turn=old.turn if turn is None else turn,
    )
    pairings = [new if each is old else each for each in tournament.pairings]
    path = tournament.folder / FILE
    text = pairings_text(tournament.settings, pairings)
    # What is wrong is told before anything is written.
    read = parse_pairings(path, text, tournament.settings, tournament.players)
    results_of(replace(tournament, pairings=read), games)
    write_pairings(tournament, read)


def _write(tournament: Tournament, pairings: Sequence[Pairing]) -> None:
    path = tournament.folder / FILE
    text = pairings_text(tournament.settings, pairings)
    write_pairings(tournament, parse_pairings(path, text, tournament.settings, tournament.players))
