"""All charts of a game, each read by the reader that its file names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from trc_module.charts.reader import Reader
from trc_module.charts.readers import readers_of
from trc_module.charts.trees import CHART_FOLDER, ORDER, READER, chart_path, misspelt, read_tree, tree_facts
from trc_module.facts import DataError, Fact
from trc_module.facts.choices import meant, one_of
from trc_module.facts.errors import Collected
from trc_module.facts.overlay import check_overlay
from trc_module.facts.toml_file import line_of
from trc_module.gamespec import read_spec
from trc_module.roster.errata import Erratum, blame_erratum, read_errata

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ChartSet:
    """The charts of a game by name, in their order, with all errata applied."""

    folder: Path
    """The game's folder of data."""
    by_name: Mapping[str, Any]
    trees: Mapping[str, Mapping[str, Any]]
    """The charts as their files hold them, by name: what a page or a window shows in full."""
    readers: Mapping[str, Reader]
    """The reader of each chart, by the chart's name."""

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_name)

    def get(self, name: str, kind: type[T]) -> T:
        """Return a chart of that name and kind; DataError if the game has none such."""
        if name not in self.by_name:
            expected = f"this chart of the game{meant(name, self.by_name)}"
            raise DataError(chart_path(self.folder, name), expected, "no such file")
        chart = self.by_name[name]
        if not isinstance(chart, kind):
            found = type(chart).__name__
            raise DataError(chart_path(self.folder, name), f"a chart of the kind {kind.__name__}", found, field=READER)
        return chart

    def of_kind(self, kind: type[T]) -> dict[str, T]:
        """Return the charts of one kind by name."""
        return {name: chart for name, chart in self.by_name.items() if isinstance(chart, kind)}

    @classmethod
    def of(cls, charts: ChartSet) -> ChartSet:
        """Return a set as a game's rules want it; a game may have a class in which its own charts are at hand."""
        return charts

    def facts(self) -> Iterator[Fact]:
        """Yield every datum of every chart."""
        for name, tree in self.trees.items():
            facts = self.readers[name].facts
            yield from tree_facts(name, tree) if facts is None else facts(self.by_name[name])


def load_chart_set(folder: Path, overlay: Path | None = None) -> ChartSet:
    """Read the charts of a game, all files of `<folder>/charts`, with its errata.

    An overlay is a folder of an owner's own: its `charts/<name>.toml` hold only the tables to be replaced, its
    `errata` are applied last. DataError names the file, the line and the key that are wrong.
    """
    return load_with(folder, overlay, read_errata(folder))


def load_with(
    folder: Path, overlay: Path | None, errata: tuple[Erratum, ...], theirs: tuple[Erratum, ...] | None = None
) -> ChartSet:
    """Read the charts with these errata in place of the folder's, and `theirs` in place of the overlay's."""
    if theirs is None:
        theirs = read_errata(overlay, folder) if overlay else ()
    if overlay:
        check_overlay(folder, overlay)
    known = readers_of(read_spec(folder))
    trees: dict[str, dict[str, Any]] = {}
    collected = Collected()
    for path in sorted((folder / CHART_FOLDER).glob("*.toml")):
        with collected:
            trees[path.stem] = read_tree(path.stem, folder, overlay, errata, theirs)
    collected.close()
    trees = dict(sorted(trees.items(), key=lambda item: (_order(folder, *item), item[0])))
    readers: dict[str, Reader] = {}
    for name, tree in trees.items():
        with collected:
            readers[name] = _reader(folder, name, tree.pop(READER, None), known)
        with collected:
            _check_order(folder, name, tree)
        tree.pop(ORDER, None)
    _check_corrected(trees, (*errata, *theirs))
    collected.close()
    charts: dict[str, Any] = {}
    for name, reader in readers.items():
        # Ours is right when it stands alone: whatever is wrong with it now came with the last to write on it.
        path = chart_path(overlay, name) if overlay else chart_path(folder, name)
        with collected:
            try:
                charts[name] = reader.read(trees[name], path if path.is_file() else chart_path(folder, name))
            except DataError as error:
                raise blame_erratum(error, name, (*errata, *theirs)) from None
    collected.close()
    return ChartSet(folder, charts, trees, readers)


def _order(folder: Path, name: str, tree: Mapping[str, Any]) -> int:
    order = tree.get(ORDER, 0)
    if not isinstance(order, int):
        path = chart_path(folder, name)
        line = line_of(path, [ORDER])
        raise DataError(path, "a number, the place among the charts", str(order), line=line, field=ORDER)
    return order


def _check_order(folder: Path, name: str, tree: Mapping[str, Any]) -> None:
    """Raise DataError for a key that was meant to say where a chart stands: its reader would not know it."""
    path = chart_path(folder, name)
    wrong = (
        [] if ORDER in tree else [key for key, value in tree.items() if isinstance(value, int) and meant(key, [ORDER])]
    )
    if wrong:
        raise misspelt(path, ORDER, f"{ORDER} = ..., the place among the charts")


def _reader(folder: Path, name: str, word: object, known: Mapping[str, Reader]) -> Reader:
    path = chart_path(folder, name)
    if word is None:
        raise misspelt(path, READER, f'a line reader = "...", {one_of(known)}')
    if not isinstance(word, str) or word not in known:
        raise DataError(path, one_of(known, word), str(word), line=line_of(path, [READER]), field=READER)
    return known[word]


def _check_corrected(trees: Mapping[str, Any], errata: tuple[Erratum, ...]) -> None:
    """Raise DataError for an erratum of a chart that is not there."""
    for erratum in errata:
        for index, correction in enumerate(erratum.corrections):
            if correction.chart is not None and correction.chart not in trees:
                raise erratum.error(index, one_of(trees, correction.chart), correction.chart, "chart")
