"""The games of some folders as a list for their player, without a page: whose turn it is, what is new, what is due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from trc_module.app.boxed import new_crew
from trc_module.app.library import Card, Library
from trc_module.app.run_folder import run_folder
from trc_module.app.turns import Turn, turn_of, turn_tree
from trc_module.app.visits import Visits, seen_now
from trc_module.archive.files import Chosen, Opener
from trc_module.errors import UserError
from trc_module.printable import joined, printable
from trc_module.report.deadlines import left_words, read_pace
from trc_module.rules.game import agree

_COUNTED = ("violation", "doubt", "undecided")


@dataclass(frozen=True, slots=True)
class PlayersWord:
    """What the player says about the games that are listed; None where he says nothing."""

    side: str | None = None
    days: int | None = None
    off: str | None = None
    holidays: str | None = None

    def changes(self, before: Turn) -> dict[str, Any]:
        """Return what is to be kept of a game.

        Raises:
            UserError: The game has no such side, or the deadline is none.
        """
        found = {
            name: value for name in ("side", "days", "off", "holidays") if (value := getattr(self, name)) is not None
        }
        sides = before.card.sides
        if self.side is not None and self.side not in ("", *sides):
            raise UserError(f"{before.card.logs[0]}: there is no side '{self.side}': expected {' or '.join(sides)}.")
        pace = {name: found.get(name, getattr(before.visit, name)) for name in ("days", "off", "holidays")}
        if pace["days"]:
            read_pace(**pace)
        elif self.off or self.holidays:
            raise UserError("--off and --holidays say which days count: give --days too.")
        return found


@dataclass(frozen=True, slots=True)
class Listed:
    """The games of some folders, and the files in them that could not be read."""

    folders: tuple[Path, ...]
    turns: tuple[Turn, ...]
    unread: tuple[Card, ...]
    skipped: int

    @property
    def mine(self) -> int:
        """The number of games in which it is the player's turn."""
        return sum(turn.mine for turn in self.turns)


def listed(
    folders: Sequence[Path],
    opener: Opener,
    visits: Visits,
    log: str,
    told: PlayersWord,
    overlay: Path | None = None,
    language: str = "en",
    *,
    peek: bool = False,
) -> Listed:
    """Read the logs of folders and return the games; what is `told` is kept, and so is the visit but for a `peek`.

    `log` is the name of a log: then only its game is returned.

    Raises:
        UserError: There is no such log, nothing that is told fits, or the file of visits cannot be used.
    """
    cards, skipped = _looked(folders, opener, overlay, language)
    games = [card for card in cards if card.name and (not log or log in [Path(path).name for path in card.paths])]
    if log and not games:
        raise UserError(f"There is no game with a log '{log}' in {', '.join(map(str, folders))}.")
    before = [turn_of(card, visit) for card, visit in zip(games, visits.of([c.identity for c in games]), strict=True)]
    unread = () if log else tuple(card for card in cards if not card.name)
    return Listed(tuple(folders), tuple(_kept(before, visits, told, peek=peek)), unread, skipped)


def _looked(folders: Sequence[Path], opener: Opener, overlay: Path | None, language: str) -> tuple[Sequence[Card], int]:
    """Return the games of folders, and the number of logs that are left out."""
    chosen = Chosen(overlay=str(overlay) if overlay else "")
    with run_folder() as folder, new_crew() as crew:
        library = Library(folders, folder / "dropped", opener, chosen, crew=crew)
        library.look()
        return library.cards(language), library.skipped


def _kept(before: Sequence[Turn], visits: Visits, told: PlayersWord, *, peek: bool) -> Iterator[Turn]:
    """Keep what is told of games, and but for a `peek` this visit; yield the games as they were before it."""
    # All is looked at before anything is kept.
    changes = [{} if turn.card.error else told.changes(turn) for turn in before]
    kept = [
        (turn.card.identity, change if peek else change | seen_now(turn.card.steps, turn.card.findings))
        for turn, change in zip(before, changes, strict=True)
        if not turn.card.error and (change or not peek)
    ]
    if kept:
        visits.keep_all(kept)
    for turn, change in zip(before, changes, strict=True):
        yield turn_of(turn.card, replace(turn.visit, **change))


def turns_text(found: Listed, language: str = "en") -> str:
    """Return the list as text, the games that wait for the player first."""
    parts = [joined(_lines(turn, language)) for turn in _in_order(found)]
    rest = [printable(f"{card.logs[0]}: {card.error}") for card in found.unread]
    if rest:
        number = len(rest)
        parts.append(joined([f"{number} {agree(number, 'file', 'files')} could not be read:", *rest]))
    if found.skipped:
        parts.append(f"The {found.skipped} oldest logs are left out.")
    if not parts:
        parts.append(f"There are no logs in {', '.join(map(str, found.folders))}.")
    return "\n\n".join(parts)


def _in_order(found: Listed) -> list[Turn]:
    return sorted(found.turns, key=lambda turn: not turn.mine)


def _lines(turn: Turn, language: str) -> list[str]:
    card, visit = turn.card, turn.visit
    names = " and ".join(f"{name} ({side})" for side, name in card.players)
    lines = [f"{card.title or card.logs[0]}{': ' if names else ''}{names}"]
    if card.error:
        return [*lines, f"  {card.error}"]
    if card.winner:
        state = f"won by {card.winner}"
    elif turn.mine:
        state = "your turn"
    else:
        state = f"to move: {card.side}" if card.side else "in play"
    lines.append(f"  {card.moment}: {state}")
    if not visit.side and not card.winner:
        lines.append(f"  Say which side you play: --side {' or '.join(card.sides)}.")
    if turn.due is not None:
        lines.append(f"  Answer due by {turn.due.words(language)} ({left_words(turn.due.left)}).")
    if turn.wrong:
        lines.append(f"  {turn.wrong}")
    lines += [f"  {words}" for words in _news(turn)]
    counts = ", ".join(f"{number} {agree(number, word, f'{word}s')}" for word, number in card.counts)
    lines.append(f"  {counts.replace('undecideds', 'undecided') or 'nothing found'}: {', '.join(card.logs)}")
    return lines


def _news(turn: Turn) -> list[str]:
    """Return what is new since the last visit, and where to read on."""
    if not turn.visit.seen:
        return ["Not looked at before."]
    if turn.other_log:
        return ["Some steps that were there on your last visit are gone."]
    parts = [
        f"{number} {agree(number, word, f'{word}s')}"
        for number, word in ((turn.new_steps, "step"), (turn.new_findings, "finding"))
        if number
    ]
    if not parts:
        return ["Nothing new since your last visit."]
    first = turn.visit.steps + 1
    return [f"New since your last visit: {', '.join(parts)}{f', from step {first} on' if turn.new_steps else ''}."]


def turns_trees(found: Listed, language: str = "en") -> dict[str, Any]:
    """Return the list as plain data."""
    return {
        "yourTurns": found.mine,
        "games": [_tree(turn, language) for turn in _in_order(found)],
        "unread": [{"file": printable(card.logs[0]), "error": printable(card.error)} for card in found.unread],
        "skipped": found.skipped,
    }


def _tree(turn: Turn, language: str) -> dict[str, Any]:
    card = turn.card
    return {
        "game": card.game,
        "title": card.title,
        "logs": [printable(path) for path in card.paths],
        "players": [{"side": side, "name": printable(name)} for side, name in card.players],
        "moment": card.moment,
        "toMove": card.side,
        "winner": card.winner,
        "steps": card.steps,
        "counts": {word: dict(card.counts).get(word, 0) for word in _COUNTED},
        "error": printable(card.error),
        **turn_tree(turn, language),
    }
