"""Questions to all games of an archive at once. Each answer is a game, a moment and a step."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from trc_module.archive.store import Store
from trc_module.errors import UserError
from trc_module.printable import joined


@dataclass(frozen=True, slots=True)
class Answer:
    """The place of a search result: the game, the step counted through all its logs, and the log that holds it."""

    game: str
    step: int
    at: str
    moment: str
    text: str

    @property
    def link(self) -> str:
        """Return the place in the game's page of a report."""
        return f"{self.game}.html#step={self.step}"

    def tree(self) -> dict[str, Any]:
        """Return the answer as plain data."""
        return {
            "game": self.game,
            "step": self.step,
            "at": self.at,
            "moment": self.moment,
            "text": self.text,
            "link": self.link,
        }


def units_in(store: Store, unit: str, place: str, turn: int | None = None) -> Iterator[Answer]:
    """Yield where a unit was in a hex or box at the end of a phase, once for each time that it came there.

    With a turn only where it was there in that turn.

    Raises:
        UserError: No game of the archive knows the unit or the place.
    """
    query = """SELECT game.id AS game, name, stay.step AS step, one.moment AS since, two.moment AS until
        FROM stay JOIN game ON game.id = stay.game
        JOIN phase AS one ON one.game = stay.game AND one.number = stay.phase
        JOIN phase AS two ON two.game = stay.game AND two.number = stay.last
        WHERE stay.unit = ? AND stay.place = ?"""
    values: list[Any] = [_number(store, unit, "unit"), _number(store, place, "hex or box")]
    if turn is not None:
        query += " AND one.turn <= ? AND two.turn >= ?"
        values += [turn, turn]
    for row in store.rows(f"{query} ORDER BY name, stay.phase", *values):
        until = f" to the end of {row['until']}" if row["until"] != row["since"] else ""
        yield _answer(store, row, row["since"], f"{unit} in {place}{until}")


def battles(
    store: Store,
    *,
    odds: str = "",
    terrain: Sequence[str] = (),
    result: str = "",
    unit: str = "",
    turn: int | None = None,
) -> Iterator[Answer]:
    """Yield the battles that fit all that is asked for.

    `odds` are as players write them (3-1); `terrain` words that all have to be true of the defenders' hexes; `unit`
    attacks or defends.
    """
    query = "SELECT name, battle.* FROM battle JOIN game ON game.id = battle.game WHERE 1"
    values: list[Any] = []
    for column, value in (("odds", odds), ("result", result)):
        if value:
            query += f" AND battle.{column} = ?"
            values.append(value)
    for word in terrain:
        query += " AND instr(terrain, ?)"
        values.append(f" {word} ")
    if unit:
        query += " AND (instr(' ' || attackers || ' ', ?) OR instr(' ' || defenders || ' ', ?))"
        values += [f" {unit} "] * 2
    if turn is not None:
        query += " AND battle.turn = ?"
        values.append(turn)
    for row in store.rows(f"{query} ORDER BY name, number", *values):
        yield _answer(store, row, row["moment"], _battle(row))


def _battle(row: Any) -> str:
    die = "" if row["die"] is None else f", die {row['die']}"
    where = f" in {row['hexes'].replace(' ', ', ')}" if row["hexes"] else ""
    ground = f" ({', '.join(row['terrain'].split())})" if row["terrain"].strip() else ""
    against = f"{row['attackers']} against {row['defenders']}{where}{ground}"
    return f"{against}: {row['odds'] or 'odds unknown'}{die}, {row['result'] or 'result unknown'}"


def places_taken(store: Store, place: str, *, side: str = "", by: int | None = None) -> Iterator[Answer]:
    """Yield when a place came under a side's control, the first time in each game; with `by` up to that turn.

    UserError if no game of the archive knows of the place.
    """
    if store.one("SELECT 1 FROM taken WHERE place = ?", place) is None:
        names = [row[0] for row in store.rows("SELECT DISTINCT place FROM taken ORDER BY place")]
        raise UserError(f"No game of this archive mentions '{place}' being taken; places are {', '.join(names[:60])}.")
    query = """SELECT game.id AS game, name, min(taken.turn), taken.moment AS moment, step, side
        FROM taken JOIN game ON game.id = taken.game WHERE place = ? AND side <> ''"""
    values: list[Any] = [place]
    if side:
        query += " AND side = ?"
        values.append(side)
    if by is not None:
        query += " AND taken.turn <= ?"
        values.append(by)
    for row in store.rows(f"{query} GROUP BY game.id, side ORDER BY name, taken.turn", *values):
        yield _answer(store, row, row["moment"], f"{row['side']} took {place}")


def openings(store: Store, moves: str) -> Iterator[Answer]:
    """Yield the games in which units stood in some places when the moves of the first impulse were made.

    `moves` are units and places by turns: 'ger-41-pz M24, ger-56-pz M22'; or the number of an opening.

    Raises:
        UserError: They are something else, or no game of the archive knows them.
    """
    if re.fullmatch(r"[0-9a-f]{10}", moves):
        query = "SELECT id AS game, name, 0 AS step, opening_side FROM game WHERE opening = ? ORDER BY name"
        for row in store.rows(query, moves):
            yield _answer(store, row, "", f"opening {moves} of the {row['opening_side']} side")
        return
    pairs = [tuple(pair.split()) for pair in moves.split(",")]
    if any(len(pair) != 2 for pair in pairs):
        raise UserError(f"Expected units with their hexes, as 'ger-41-pz M24, ger-56-pz M22', found '{moves}'.")
    query = "SELECT game.id AS game, name, opening, opening_side, max(stay.step) AS step FROM stay"
    query += " JOIN game ON game.id = stay.game WHERE opening <> '' AND opening_phase BETWEEN stay.phase AND stay.last"
    query += " AND ("
    query += " OR ".join(["stay.unit = ? AND stay.place = ?"] * len(pairs))
    query += ") GROUP BY game.id HAVING count(*) = ? ORDER BY name"
    values = [_number(store, word, "unit or place") for pair in pairs for word in pair]
    for row in store.rows(query, *values, len(set(pairs))):
        yield _answer(store, row, "", f"opening {row['opening']} of the {row['opening_side']} side")


def _answer(store: Store, row: Any, moment: str, text: str) -> Answer:
    query = "SELECT log, number - first AS shift FROM origin WHERE game = ? AND first <= ? ORDER BY first DESC LIMIT 1"
    origin = store.one(query, row["game"], row["step"])
    at = "" if origin is None else f"{origin['log']}:{row['step'] + origin['shift'] or 'start'}"
    return Answer(row["name"], row["step"], at, moment, text)


def _number(store: Store, text: str, what: str) -> int:
    row = store.one("SELECT id FROM word WHERE text = ?", text)
    if row is not None:
        return int(row[0])
    from difflib import get_close_matches

    near = get_close_matches(text, [r[0] for r in store.rows("SELECT text FROM word")], 1)
    meant = f"; did you mean '{near[0]}'?" if near else "."
    raise UserError(f"No game of this archive knows the {what} '{text}'{meant}")


def answers_text(answers: Sequence[Answer]) -> str:
    """Return answers as text, a line each, and how many there are in how many games."""
    lines = []
    for answer in answers:
        told = ", ".join(part for part in (answer.at, answer.moment) if part)
        lines.append(f"{answer.game}  {told + ': ' if told else ''}{answer.text}  [{answer.link}]")
    games = len({answer.game for answer in answers})
    found = f"{len(answers)} {'answer' if len(answers) == 1 else 'answers'}"
    return joined([*lines, f"{found} in {games} {'game' if games == 1 else 'games'}."])
