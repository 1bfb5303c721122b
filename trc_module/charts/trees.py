"""Charts as trees of tables: reading them with errata and an overlay, and the facts that stand in them.

A table of a chart that holds a datum has a `source`; tables without one only group others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from trc_module.facts import DataError, Fact, Source
from trc_module.facts.choices import meant
from trc_module.facts.forms import forms_of, without_blanks
from trc_module.facts.toml_file import line_of, parse_source, read_toml
from trc_module.roster.errata import Erratum, correct_chart


def read_tree(name: str, folder: Path, overlay: Path | None, ours: Iterable[Erratum], theirs: Iterable[Erratum]) -> Any:
    """Read one chart, apply our errata, lay the owner's file over it, apply their errata, and check every source."""
    path = chart_path(folder, name)
    tree = read_toml(path)
    for erratum in ours:
        list(correct_chart(tree, name, erratum))
    check_sources(tree, path)
    if overlay and chart_path(overlay, name).is_file():
        over_path = chart_path(overlay, name)
        said = _data(read_toml(over_path))
        if forms_of(folder, f"{CHART_FOLDER}/{name}.toml"):
            said = without_blanks(said, over_path)
        over = _news(said, _data(read_toml(path)))
        _lay_over(tree, over, str(Source("owner", overlay.name)))
        check_sources(over, over_path)
    for erratum in theirs:
        list(correct_chart(tree, name, erratum))
    return tree


CHART_FOLDER = "charts"
READER, ORDER = "reader", "order"
"""The keys at the top of a chart's file that say how it is read and where it stands among the charts; no data."""


def chart_path(folder: Path, name: str) -> Path:
    """Return where a chart of that name lies."""
    return folder / CHART_FOLDER / f"{name}.toml"


def misspelt(
    path: Path, word: str, expected: str, steps: tuple[str, ...] = (), tree: Mapping[str, Any] | None = None
) -> DataError:
    """Return the error of a key that is missing in a table of a chart, with the line of the one that was meant."""
    keys = read_toml(path) if tree is None else tree
    found = next((key for key in keys if key not in (READER, ORDER) and meant(key, [word])), None)
    if found is None:
        return DataError(path, expected, "none", line=line_of(path, steps), field=".".join(steps) or word)
    line = line_of(path, [*steps, found])
    return DataError(path, f"{expected}{meant(found, [word])}", found, line=line, field=".".join((*steps, found)))


def tree_facts(name: str, tree: Mapping[str, Any], steps: tuple[str, ...] = ()) -> Iterator[Fact]:
    """Yield one fact for each table that has a source, saying all that stands in it."""
    if "source" in tree:
        said = ", ".join(f"{key} {_shown(value)}" for key, value in tree.items() if key not in ("source", "doubt"))
        yield Fact(f"{name} {' '.join(steps)}: {said}", Source.parse(tree["source"]), tree.get("doubt", ""))
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from tree_facts(name, value, (*steps, key))


def check_sources(tree: Mapping[str, Any], path: Path, steps: tuple[str, ...] = ()) -> None:
    """Raise DataError if a datum has no source, or one that cannot be read."""
    for key in ("source", "bound"):
        if key in tree:
            parse_source(str(tree[key]), path, [*steps, key])
    if "source" in tree:
        # The values of a datum rest on its source.
        return
    if tree and not any(isinstance(value, dict) for value in tree.values()):
        raise misspelt(path, "source", _SOURCE, steps, tree)
    if any(meant(key, ["source"]) and isinstance(value, str) for key, value in tree.items()):
        raise misspelt(path, "source", _SOURCE, steps, tree)
    for key, value in tree.items():
        if isinstance(value, dict):
            check_sources(value, path, (*steps, key))


_SOURCE = "a source beside the other keys"


def _data(tree: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in tree.items() if key not in (READER, ORDER)}


def _news(over: dict[str, Any], ours: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an owner's chart says that ours does not: what a copy repeats is ours still.

    A table of a copy that was changed and still names our source rests on the owner's word.
    """
    found = {}
    for key, value in over.items():
        was = ours.get(key)
        if value == was:
            continue
        if isinstance(value, dict) and isinstance(was, dict):
            if "source" not in was and any(isinstance(inner, dict) for inner in value.values()):
                value = _news(value, was)
            elif value.get("source") == was.get("source"):
                value = {name: told for name, told in value.items() if name != "source"}
        found[key] = value
    return found


def _lay_over(ours: dict[str, Any], over: dict[str, Any], owner: str) -> None:
    for key, value in over.items():
        if not isinstance(value, dict):
            ours[key] = value
            continue
        was = ours.get(key, {})
        is_datum = "source" in value or (isinstance(was, dict) and "source" in was)
        if not is_datum and any(isinstance(inner, dict) for inner in value.values()):
            _lay_over(ours.setdefault(key, {}), value, owner)
            continue
        # A table that holds a datum is replaced whole: neither our guess nor its bound is left beside the truth.
        if isinstance(was, dict) and "text" in was and "value" in value:
            # The words that describe a value are no datum of the owner's.
            value.setdefault("text", was["text"])
        value.setdefault("source", owner)
        ours[key] = value


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{key} {_shown(inner)}" for key, inner in value.items())
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
