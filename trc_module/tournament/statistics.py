"""Statistics of a tournament's games: balance of the sides by bid, lengths, answers by mail."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from trc_module.archive.chances import between
from trc_module.archive.statistics import OpeningCount
from trc_module.digits import in_natural_order
from trc_module.tournament.folder import Tournament
from trc_module.tournament.pairings import DRAW
from trc_module.tournament.results import Result

Audits = Mapping[str, Mapping[str, Any]]
"""Audits as plain data by the name of a game."""


def balance_rows(tournament: Tournament, results: Iterable[Result]) -> list[dict[str, Any]]:
    """Return how often each side has won, over all games and by bid, with the 95 % interval (Wilson).

    Forfeits tell nothing of the sides and are left out; a draw is half won.
    """
    groups: dict[str, list[Result]] = defaultdict(list)
    for each in results:
        if each.winner and each.by != "forfeit":
            groups["all"].append(each)
            paid = each.pairing.bid
            groups["no bid" if paid is None else f"{paid.side} {paid.points}"].append(each)
    rows = []
    for bid in sorted(groups, key=lambda bid: (bid != "all", in_natural_order(bid))):
        games = groups[bid]
        drawn = sum(each.winner == DRAW for each in games)
        for side in tournament.settings.sides:
            won = sum(each.winner == side for each in games)
            share = (won + drawn / 2) / len(games)
            low, high = between(won, len(games) - drawn)
            row = {"bid": bid, "side": side, "games": len(games), "won": won, "drawn": drawn}
            rows.append({**row, "share": round(share, 4), "low": round(low, 4), "high": round(high, 4)})
    return rows


def opening_rows(tournament: Tournament, openings: Iterable[OpeningCount]) -> list[dict[str, Any]]:
    """Return the openings by the names that the settings give them, with how the games went."""
    names = {each.number: each.name for each in tournament.settings.opening}
    return [
        {
            "opening": each.number,
            "name": names.get(each.number),
            "scenario": each.scenario,
            "side": each.side,
            "games": each.games,
            "won": each.won,
            "lost": each.lost,
            "low": round(each.low, 4),
            "high": round(each.high, 4),
            "units": ", ".join(each.units),
        }
        for each in openings
    ]


def length_rows(results: Iterable[Result]) -> list[dict[str, Any]]:
    """Return how many of the games that are over ended in which turn."""
    turns: dict[int, int] = defaultdict(int)
    for each in results:
        if each.winner and each.turn is not None:
            turns[each.turn] += 1
    return [{"turn": turn, "games": turns[turn]} for turn in sorted(turns)]


def saved(audit: Mapping[str, Any]) -> list[datetime | None]:
    """Return when VASSAL saved each log of a game, by the clock of the machine that did; None where no log says it."""
    found: list[datetime | None] = []
    for file in (audit.get("dice") or {}).get("files", ()):
        text = file.get("saved") or ""
        try:
            found.append(datetime.strptime(text, "%Y-%m-%d %H:%M:%S UTC"))
        except ValueError:
            found.append(None)
    return found


def answer_rows(tournament: Tournament, results: Sequence[Result], audits: Audits) -> list[dict[str, Any]]:
    """Return for each player how long the answers took: from the end of one log to that of the next.

    Whose log it is follows from its acts: the side in whose turn most of them are. Where logs do not say when they were
    saved, or hold no act, nothing is counted.
    """
    days: dict[str, list[float]] = defaultdict(list)
    sides = tournament.settings.sides
    for result in results:
        audit = audits.get(result.pairing.game)
        if audit is None:
            continue
        when, who = saved(audit), _authors(audit)
        for number in range(1, min(len(when), len(who))):
            before, after, side = when[number - 1], when[number], who[number]
            if before is not None and after is not None and side in sides and after > before:
                player = result.pairing.players[sides.index(side)]
                days[player].append((after - before) / timedelta(days=1))
    most = tournament.settings.limits.answer_days
    return [
        {
            "player": player,
            "answers": len(own),
            "median-days": round(median(own), 2),
            "longest-days": round(max(own), 2),
            "over-limit": None if most is None else sum(each > most for each in own),
        }
        for player, own in sorted(days.items(), key=lambda item: in_natural_order(item[0]))
    ]


def _authors(audit: Mapping[str, Any]) -> list[str]:
    """Return the side in whose turn most acts of each log are, '' for a log without acts."""
    logs = audit.get("logs", ())
    counted: list[dict[str, int]] = [defaultdict(int) for _ in logs]
    ends, total = [], 0
    for log in logs:
        total += log["steps"]
        ends.append(total)
    for act in audit.get("acts", ()):
        step = act["steps"][-1] if act["steps"] else 0
        place = next((number for number, end in enumerate(ends) if step <= end), None)
        if place is not None and step:
            counted[place][act["side"]] += 1
    return [max(sides, key=lambda side: sides[side]) if sides else "" for sides in counted]
