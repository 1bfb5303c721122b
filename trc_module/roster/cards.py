"""The cards of a game: the file `cards.csv`, one event per row; a card may have several, each for one side.

id     , side, title , mark, period, when          , effect                 , source
card-1 , red , Muster,     ,       , own movement  , one unit moves again   , rulebook:D1
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from trc_module.facts import Fact, Source
from trc_module.facts.choices import meant
from trc_module.facts.table import Row, read_table
from trc_module.roster.provenance import doubts_of, sources_of

CARDS = "cards.csv"
COLUMNS = ("id", "side", "title", "mark", "period", "when", "effect", "source", "doubt", "note")
EVERY = "both"
"""The side of an event that any side may use."""


@dataclass(frozen=True, slots=True)
class CardEvent:
    """One event on a card."""

    side: str
    """The side that may use it, or `both`."""
    title: str
    mark: str
    """A word that the game's rules read, such as the side that must have the initiative; empty if it has none."""
    period: str
    """The time when the card is in play, in a word of the game; empty if it always is."""
    when: str
    """The occasion on which it can be used, in our own words."""
    effect: str
    """Its effect, in our own words, in short."""
    sources: Mapping[str, Source] = field(default_factory=dict, hash=False)
    doubts: Mapping[str, str] = field(default_factory=dict, hash=False)

    def fact(self, card: str) -> Fact:
        """Return the event as a datum of a card."""
        source = self.sources.get("") or Source("missing")
        return Fact(f"{card}, {self.title}: {self.when}: {self.effect}", source, self.doubts.get("", ""))


def card_rows(folder: Path, overlay: Path | None) -> dict[str, Row]:
    """Return the rows of the table by card and side, an owner's in place of ours; none for a game without the file.

    DataError for an event that stands there twice.
    """
    rows: dict[str, Row] = {}
    for place in filter(None, (folder, overlay)):
        if not (place / CARDS).is_file():
            continue
        seen: dict[str, int] = {}
        for row in read_table(place / CARDS, COLUMNS, partial=place != folder, keys=2):
            key = f"{row.filled('id')} {row.filled('side')}"
            if key in seen:
                raise row.error("side", f"an event that no row above is about (line {seen[key]} is)")
            seen[key] = row.line
            rows[key] = row if key not in rows else _laid_over(rows[key], row, place.name)
    return rows


def _laid_over(ours: Row, theirs: Row, owner: str) -> Row:
    """Return our row with what an owner's says in place of it."""
    given = {name: cell for name, cell in theirs.cells.items() if cell and cell != ours.cells.get(name)}
    if not given:
        return ours
    return Row(theirs.path, theirs.line, {**ours.cells, "doubt": "", "source": f"owner:{owner}", **given})


def read_cards(
    rows: Mapping[str, Row],
    sides: Sequence[str],
    cards: Mapping[str, object],
    present: Callable[[str, Mapping[str, object]], str | None],
) -> dict[str, tuple[CardEvent, ...]]:
    """Return the events of each card; DataError names the line that is wrong.

    `cards` are the markers of the game, of which each id must be one; `present` tells the id of today of one.
    """
    found: dict[str, list[CardEvent]] = {}
    for row in rows.values():
        name = present(row.cells["id"], cards)
        if name is None:
            continue
        if name not in cards:
            raise row.error("id", f"the id of a marker{meant(name, cards)}")
        found.setdefault(name, []).append(_event(row, sides))
    return {name: tuple(events) for name, events in found.items()}


def _event(row: Row, sides: Sequence[str]) -> CardEvent:
    return CardEvent(
        side=row.choice("side", (*sides, EVERY)),
        title=row.filled("title") and row.printable("title"),
        mark=row.printable("mark"),
        period=row.printable("period"),
        when=row.printable("when"),
        effect=row.filled("effect") and row.printable("effect"),
        sources=sources_of(row),
        doubts=doubts_of(row),
    )
