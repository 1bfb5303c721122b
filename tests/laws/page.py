"""The matrix of keys in the documents: verb by game, accused of tries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from tests.laws.keys import WAYS, Try

BEGINS, ENDS = "<!-- matrix of keys -->", "<!-- end of the matrix -->"
"""The lines of the page between which the matrix stands."""
NONE = "\N{EN DASH}"
"""The game has no such key."""
UNTRIED = "none"
"""The game has it, and no game that was played has pressed it."""


@dataclass(frozen=True, slots=True)
class Cell:
    """How many logs with one key pressed otherwise were tried, and in how many somebody was accused."""

    accused: int
    tried: int

    def __str__(self) -> str:
        return f"{self.accused} of {self.tried}" if self.tried else NONE


def cells(tries: Iterable[Try]) -> dict[tuple[str, str, str], Cell]:
    """Return the tries of each game, verb and way."""
    tried, accused = Counter[tuple[str, str, str]](), Counter[tuple[str, str, str]]()
    for one in tries:
        tried[one.game, one.verb, one.way] += 1
        accused[one.game, one.verb, one.way] += bool(one.accused)
    return {key: Cell(accused[key], number) for key, number in tried.items()}


def matrix(
    found: Mapping[tuple[str, str, str], Cell],
    games: Sequence[str],
    known: Mapping[str, Collection[str]] = MappingProxyType({}),
) -> Iterator[str]:
    """Yield the lines of the table: each verb by game, and behind the sum how it divides where anybody is accused.

    `known` are the verbs of each game that only say something: those without a try are told from those it has not.
    """
    yield f"| key | {' | '.join(games)} |"
    yield f"|---|{'--:|' * len(games)}"
    verbs = {verb for _, verb, _ in found} | {verb for game in games for verb in known.get(game, ())}
    for verb in sorted(verbs):
        yield f"| {verb} | {' | '.join(_of_game(found, game, verb, known) for game in games)} |"
    sums = (str(_sum(cell for (name, _, _), cell in found.items() if name == game)) for game in games)
    yield f"| all | {' | '.join(sums)} |"


def _of_game(
    found: Mapping[tuple[str, str, str], Cell], game: str, verb: str, known: Mapping[str, Collection[str]]
) -> str:
    own = {way: found[game, verb, way] for way in WAYS if (game, verb, way) in found}
    if not own and verb in known.get(game, ()):
        return UNTRIED
    bad = ", ".join(f"{way} {cell.accused}" for way, cell in own.items() if cell.accused)
    return f"{_sum(own.values())}{f' ({bad})' if bad else ''}"


def _sum(all_: Iterable[Cell]) -> Cell:
    listed = list(all_)
    return Cell(sum(cell.accused for cell in listed), sum(cell.tried for cell in listed))


def merged(old: Iterable[str], new: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a matrix with those of another: a cell without a try stays as it was, and the sums follow."""
    before, now = _table(old), _table(new)
    if not before:
        before = now
    games = tuple(dict.fromkeys(game for row in (*before.values(), *now.values()) for game in row))
    yield f"| key | {' | '.join(games)} |"
    yield f"|---|{'--:|' * len(games)}"
    sums = {game: Cell(0, 0) for game in games}
    for verb in sorted(set(before) | set(now)):
        row = {}
        for game in games:
            known, tried = before.get(verb, {}).get(game, NONE), now.get(verb, {}).get(game, NONE)
            row[game] = tried if known == NONE or _count(tried).tried else known
            sums[game] = _sum((sums[game], _count(row[game])))
        yield f"| {verb} | {' | '.join(row.values())} |"
    yield f"| all | {' | '.join(map(str, sums.values()))} |"


def _table(lines: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return the cells of a matrix by key and game, without the sums."""
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines if line.startswith("| ")]
    return {row[0]: dict(zip(rows[0][1:], row[1:], strict=True)) for row in rows[1:] if row[0] != "all"}


def _count(cell: str) -> Cell:
    """Return what a cell of a matrix counts."""
    accused, of, rest = cell.partition(" of ")
    return Cell(int(accused), int(rest.split()[0])) if of else Cell(0, 0)


def put_into(page: Path, lines: Iterable[str]) -> None:
    """Put the matrix into a page; what was not tried stays as it is. ValueError if the page has no place for it."""
    text = page.read_text(encoding="utf-8")
    before, begins, rest = text.partition(BEGINS)
    held, ends, after = rest.partition(ENDS)
    if not begins or not ends:
        raise ValueError(f"{page} has no lines '{BEGINS}' and '{ENDS}'")
    page.write_text(
        "\n".join((f"{before}{BEGINS}", "", *merged(held.splitlines(), lines), "", f"{ENDS}{after}")), encoding="utf-8"
    )
