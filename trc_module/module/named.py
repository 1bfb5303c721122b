"""What the files of a module name that the game's other data do not know: boxes, charts, markers, words, colours.

A build would stop at the first of them, or leave a word unused; here all are told, each with its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from trc_module.board import Board
from trc_module.charts import ChartSet
from trc_module.facts import Problem
from trc_module.facts.choices import one_of
from trc_module.facts.toml_file import line_of, read_toml
from trc_module.gamespec import FILE, GameSpec
from trc_module.module.table_file import TABLE_FILE, TableFile
from trc_module.module.texts import DEFAULT, languages, own_words
from trc_module.resources import source_art_dir
from trc_module.roster import Roster
from trc_module.roster.vocabulary import read_vocabulary
from trc_module.rules.clock import TurnSequence

_VOCABULARY, _MARKERS = "vocabulary.toml", "markers.csv"
_CHECK = "names"
"""The check, as problems name it."""


def unknown_names(
    spec: GameSpec, table: TableFile, board: Board, roster: Roster, charts: ChartSet, sequence: TurnSequence
) -> Iterator[Problem]:
    """Yield each name in the files of a module, and in what its pictures follow, that nothing else knows."""
    folder = spec.folder
    yield from _of_pictures(spec)
    for name in table.charts:
        yield from _wrong(folder, TABLE_FILE, ["charts"], "a chart", charts.trees, name)
    for kind in table.marker:
        yield from _wrong(folder, TABLE_FILE, ["marker", kind], "a kind of markers", _kinds(roster), kind)
    yield from _of_drags(folder, table, charts)
    boxes = list(dict.fromkeys((*(box.id for box in board.boxes.values()), *board.boxes)))
    for marker in roster.markers.values():
        if marker.box and marker.box not in boxes:
            row = roster.rows.get(marker.id)
            message = f"expected the box of a marker, {one_of(boxes, marker.box)}, found '{marker.box}'"
            yield Problem(_CHECK, message, _MARKERS, line=row.line if row else None)
    known = {
        "phase": {*(step.phase for step in sequence.steps), *spec.side_ids},
        "chart": {*charts.trees, "sequence"},
        "below": set(charts.trees),
        "ground": {*board.legend.terrain, *board.legend.hexsides, *board.legend.places},
    }
    for language in spec.languages:
        yield from _of_texts(folder, language, known)


def _of_drags(folder: Path, table: TableFile, charts: ChartSet) -> Iterator[Problem]:
    """Yield the results of a drag that no results table has: the command would never follow on it."""
    results = [word for tree in charts.trees.values() for word in tree.get("meanings", {})]
    for index, command in enumerate(table.command):
        for result in (each for drag in command.dragged for each in drag.results if each not in results):
            message = f"field 'dragged': expected a result, {one_of(results, result)}, found '{result}'"
            yield Problem(_CHECK, message, TABLE_FILE.as_posix(), line=line_of(folder / TABLE_FILE, ["command", index]))


def _kinds(roster: Roster) -> set[str]:
    return {marker.kind for marker in roster.markers.values()}


def _wrong(
    folder: Path, file: Path | str, steps: list[str], what: str, words: Iterable[str], found: str
) -> Iterator[Problem]:
    if found not in words:
        message = f"field '{steps[-1]}': expected {what}, {one_of(words, found)}, found '{found}'"
        yield Problem(_CHECK, message, Path(file).as_posix(), line=line_of(folder / file, steps))


def _of_pictures(spec: GameSpec) -> Iterator[Problem]:
    """Yield languages, colours and symbols that the program does not have."""
    folder, vocabulary = spec.folder, read_vocabulary(spec.folder)
    for language in spec.languages:
        yield from _wrong(folder, FILE, ["languages"], "a language", languages(), language)
    for index, side in enumerate(spec.sides):
        if side.livery and side.livery not in _liveries():
            message = f"field 'livery': expected a livery, {one_of(_liveries(), side.livery)}, found '{side.livery}'"
            yield Problem(_CHECK, message, FILE, line=line_of(folder / FILE, ["side", index, "livery"]))
    for name, livery in vocabulary.liveries.items():
        yield from _wrong(folder, _VOCABULARY, ["liveries", name], "a livery", _liveries(), livery)
    for name, symbol in vocabulary.symbols.items():
        yield from _wrong(folder, _VOCABULARY, ["symbols", name], "a symbol", _symbols(), symbol)


@cache
def _liveries() -> tuple[str, ...]:
    return tuple(read_toml(source_art_dir() / "palettes" / "standard.toml")["livery"])


@cache
def _symbols() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in (source_art_dir() / "symbols" / "nato").glob("*.outline")))


def _of_texts(folder: Path, language: str, known: Mapping[str, Iterable[str]]) -> Iterator[Problem]:
    """Yield tables of a catalogue of the game's own that no text is looked for in, and words for what it has not."""
    file = Path("module") / "texts" / f"{language}.toml"
    if not (folder / file).is_file():
        return
    ours = own_words(DEFAULT)
    for name, words in read_toml(folder / file).items():
        if name not in _TABLES and get_close_matches(name, _TABLES, 1, _ALIKE):
            yield from _wrong(folder, file, [name], "a table of texts", _TABLES, name)
        for key in words if name in known and isinstance(words, dict) else ():
            if f"{name}.{key}" not in ours:
                yield from _wrong(folder, file, [name, key], f"a word of [{name}]", sorted(known[name]), key)


_TABLES = (
    "below",
    "button",
    "cell",
    "chart",
    "column",
    "ground",
    "group",
    "line",
    "menu",
    "phase",
    "said",
    "tooltip",
    "window",
)
"""The tables of texts in which every module looks; others are for pages, or for recipes of a game's own."""
_ALIKE = 0.8
"""How much the name of another table is like one of them if it is a slip."""
