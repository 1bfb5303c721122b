"""What an erratum changes in counters and charts, before it is taken in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from trc_module.charts.charts import NAMES
from trc_module.charts.charts import load_with as load_charts_with
from trc_module.charts.trees import chart_path
from trc_module.facts.toml_file import read_toml
from trc_module.roster import Change, Erratum, Marker, Roster, Unit, read_errata, read_erratum
from trc_module.roster.errata import correct_chart
from trc_module.roster.loading import load_with as load_roster_with


@dataclass(frozen=True, slots=True)
class Preview:
    """An erratum, what it does one by one, and the counters before and after it."""

    erratum: Erratum
    changes: tuple[Change, ...]
    before: Roster
    after: Roster

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


def preview(path: Path, folder: Path, overlay: Path | None = None) -> Preview:
    """Tell what the erratum at `path` changes in the data of `folder`.

    An erratum that the folder holds already is previewed at its place in the order; any other comes after all.
    DataError if it cannot be applied, or if what comes of it is no sound counter or chart.
    """
    errata = read_errata(folder)
    taken = next((index for index, erratum in enumerate(errata) if erratum.path.resolve() == path.resolve()), None)
    before = errata if taken is None else errata[:taken]
    erratum = read_erratum(path) if taken is None else errata[taken]
    roster_before, roster_after = (load_roster_with(folder, overlay, which) for which in (before, (*before, erratum)))
    load_charts_with(folder, overlay, (*before, erratum))
    # The overlay's own corrections come after both and are no part of the difference.
    shared = set(roster_before.changes)
    changes = [change for change in roster_after.changes if change not in shared]
    return Preview(erratum, (*changes, *_chart_changes(folder, before, erratum)), roster_before, roster_after)


def _chart_changes(folder: Path, before: Iterable[Erratum], erratum: Erratum) -> list[Change]:
    changes: list[Change] = []
    for name in NAMES:
        tree = read_toml(chart_path(folder, name))
        for earlier in before:
            list(correct_chart(tree, name, earlier))
        changes += correct_chart(tree, name, erratum)
    return changes
