"""Preview of an erratum: its changes in counters, charts and the map, before it is applied."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from trc_module.board import Board, load_board_with
from trc_module.charts.chartset import ChartSet
from trc_module.charts.chartset import load_with as load_charts_with
from trc_module.charts.trees import read_tree
from trc_module.facts.errata import OF_THE_MAP
from trc_module.files import real_path
from trc_module.hexgrid import Hex
from trc_module.roster import Erratum, ErratumChange, Marker, Roster, Unit, read_errata, read_erratum
from trc_module.roster.errata import correct_chart
from trc_module.roster.loading import load_with as load_roster_with

Both: TypeAlias = tuple[tuple[Erratum, ...], tuple[Erratum, ...]]
"""The errata of a game's folder, and those of an owner's."""
_WORDS = re.compile(r"[\s,-]+")


@dataclass(frozen=True, slots=True)
class Preview:
    """An erratum, what it does one by one, and the counters before and after it."""

    erratum: Erratum
    changes: tuple[ErratumChange, ...]
    before: Roster
    after: Roster
    charts_before: ChartSet
    charts_after: ChartSet
    board_before: Board
    board_after: Board
    errata: tuple[Both, Both]
    """The errata that are applied before and after: the folder's and the overlay's of each."""

    @property
    def of_the_map(self) -> tuple[ErratumChange, ...]:
        """The changes of the map."""
        return tuple(change for change in self.changes if change.kind in OF_THE_MAP)

    def places(self) -> tuple[Hex, ...]:
        """Return the hexes that a change of the map is about, each once, in the map's order."""
        boards = (self.board_before, self.board_after)
        names: set[str] = set()
        for change in self.of_the_map:
            names |= set(_WORDS.split(f"{change.subject} {change.old} {change.new}"))
            if change.kind == "place":
                # A place by its kind and name.
                name = change.subject.partition(" ")[2]
                found = (board.cities[name].hex for board in boards if name in board.cities)
                sites = (sites[name] for board in boards for sites in board.sites.values() if name in sites)
                names |= {self.board_after.grid.name(hex_) for hex_ in (*found, *sites)}
        return tuple(sorted(hex_ for hex_ in map(self.board_after.grid.find, names) if hex_ is not None))

    def counters(self) -> list[tuple[Unit | Marker | None, Unit | Marker | None]]:
        """Return each counter that differs, before and after; None where it is not there."""
        pairs = []
        for old, new in self._ids():
            was, becomes = self._find(self.before, old), self._find(self.after, new)
            if was != becomes:
                pairs.append((was, becomes))
        return pairs

    def _ids(self) -> list[tuple[str, str]]:
        renamed = {change.old: change.new for change in self.changes if change.action == "rename"}
        olds = (*self.before.units, *self.before.markers)
        new = [name for name in (*self.after.units, *self.after.markers) if name not in olds]
        return [(name, renamed.get(name, name)) for name in olds] + [
            (name, name) for name in new if name not in renamed.values()
        ]

    @staticmethod
    def _find(roster: Roster, name: str) -> Unit | Marker | None:
        return roster.units.get(name) or roster.markers.get(name)


@dataclass(frozen=True, slots=True)
class FindingChange:
    """An act of a game record on which the rules have another word with the erratum.

    `before` and `after` are what was said and is said, a sentence each; `line` is 0 where it concerns the whole record.
    """

    record: str
    line: int
    act: str
    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def place(self) -> str:
        """The record and the line."""
        return f"{self.record}, line {self.line}" if self.line else self.record


def preview(path: Path, folder: Path, overlay: Path | None = None) -> Preview:
    """Tell what the erratum at `path` changes in the data of `folder`.

    An erratum that the folder or the overlay holds already is previewed at its place in the order; any other comes
    after all of the folder's. DataError if it cannot be applied, or if what comes of it is no sound counter or chart.
    """
    ours, theirs = read_errata(folder), read_errata(overlay, folder) if overlay else ()
    erratum = next((each for each in (*ours, *theirs) if real_path(each.path) == real_path(path)), None)
    if erratum is None:
        erratum = read_erratum(path)
    place = theirs.index(erratum) if erratum in theirs else None
    if place is None:
        at = ours.index(erratum) if erratum in ours else len(ours)
        before, after = (ours[:at], theirs), ((*ours[:at], erratum), theirs)
    else:
        before, after = (ours, theirs[:place]), (ours, theirs[: place + 1])
    boards = [load_board_with(folder, overlay, *errata) for errata in (before, after)]
    rosters = [load_roster_with(folder, overlay, *errata) for errata in (before, after)]
    charts = [load_charts_with(folder, overlay, *errata) for errata in (before, after)]
    # The overlay's own corrections come after both and are no part of the difference.
    shared = set(rosters[0].changes)
    changes = [change for change in rosters[1].changes if change not in shared]
    of_charts = [
        change
        for name in charts[0]
        for change in correct_chart(
            read_tree(name, folder, *((None, before[0], ()) if place is None else (overlay, *before))), name, erratum
        )
    ]
    of_the_map = boards[1][1][len(boards[0][1]) :]
    return Preview(
        erratum,
        (*changes, *of_charts, *of_the_map),
        rosters[0],
        rosters[1],
        charts[0],
        charts[1],
        boards[0][0],
        boards[1][0],
        (before, after),
    )
