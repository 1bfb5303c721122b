"""The tables of a tournament as text, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from trc_module.printable import joined, printable
from trc_module.report.rulings import Found
from trc_module.tournament.folder import Tournament
from trc_module.tournament.pairings import DRAW, Pairing
from trc_module.tournament.results import LOG, Result, late, state_of


def aligned(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table as lines, its columns under each other."""
    table = [[printable(cell) for cell in row] for row in (heads, *rows)]
    widths = [max(len(row[column]) for row in table) for column in range(len(heads))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]


def pairing_line(tournament: Tournament, pairing: Pairing) -> str:
    """Return a pairing as a line."""
    if pairing.is_bye:
        return printable(f"{pairing.game}  {''.join(pairing.players)}: no opponent")
    told = zip(pairing.players, tournament.settings.sides, strict=True)
    bid = f"; {pairing.bid.side} for {pairing.bid.points} {tournament.settings.bids.unit}" if pairing.bid else ""
    return printable(f"{pairing.game}  {' - '.join(f'{player} ({side})' for player, side in told)}{bid}")


def outcome(result: Result) -> str:
    """Return what came of a game in a few words."""
    state = state_of(result)
    if state in ("bye", "open"):
        return state
    told = DRAW if state == "drawn" else f"{result.winner} won"
    how = f"log, {result.why}" if result.by == LOG else result.by
    return f"{told} ({how})"


def results_text(tournament: Tournament, results: Sequence[Result], today: date) -> str:
    """Return the games with their results, and a sum."""
    sides = tournament.settings.sides
    heads = ("game", *sides, "bid", "result", "points", "turn", "violations", "doubts")
    overdue = {each.pairing.game for each in late(tournament, results, today)}
    rows = []
    for each in results:
        pairing, game = each.pairing, each.game
        bid = f"{pairing.bid.side} {pairing.bid.points}" if pairing.bid else ""
        told = outcome(each) + (", late" if pairing.game in overdue else "")
        numbers = (each.points, each.turn, game and game.violations, game and game.doubts)
        rows.append((pairing.game, *pairing.players, bid, told, *("" if n is None else str(n) for n in numbers)))
    going = sum(each.is_open for each in results)
    total = f"{len(results)} {'game' if len(results) == 1 else 'games'}: {going} open"
    return joined([*(aligned(heads, rows) if rows else []), f"{total}{f', {len(overdue)} late' if overdue else ''}."])


def standings_text(tournament: Tournament, rows: Sequence[Mapping[str, Any]], results: Sequence[Result]) -> str:
    """Return the standings, and how far the tournament is."""
    heads = list(rows[0]) if rows else []
    table = aligned(heads, [[_told(row[name]) for name in heads] for row in rows]) if rows else []
    over = sum(not each.is_open for each in results)
    settings = tournament.settings
    rounds = f"round {tournament.rounds}" + (f" of {settings.rounds}" if settings.rounds else "")
    return joined([*table, f"{settings.name}, {rounds}: {over} of {len(results)} games over."])


def _told(value: object) -> str:
    return "" if value is None else str(value)


def findings_text(found: Mapping[str, Sequence[Found]]) -> str:
    """Return the findings of all games with what was said about them."""
    lines = []
    count = ruled = 0
    for game, inner in found.items():
        for each in inner:
            count += 1
            lines.append(printable(f"{game}  {each.fingerprint}  {each.verdict} {each.rule} at {each.at}"))
            lines.append(printable(f"     {each.sentence}"))
            lines += [printable(f"     {each.remedy}")] if each.remedy else []
            if each.ruling is not None:
                ruled += 1
                who = f" by {each.ruling.by}" if each.ruling.by else ""
                lines.append(printable(f"     {each.ruling.kind}{who}: {each.ruling.reason}"))
    return joined([*lines, f"{count} {'finding' if count == 1 else 'findings'}: {ruled} ruled upon."])
