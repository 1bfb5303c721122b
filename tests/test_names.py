"""One word for one thing: no public class bears the name of another that whoever reads it meets too.

Met are the classes of one room, and those of two rooms of which one imports the other; a game's folder is a room. Acts
and marks of a game may be named as those of another room: they are the same act or mark, as its rules have it.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from tests.parsed import PACKAGE, PARSED, tree_of

pytestmark = PARSED

VOCABULARY = frozenset({"Action", "KindOfMark"})
"""The bases of what games call alike because it is alike: acts and marks."""

ALIKE: Mapping[str, str] = {
    "Face": "a face of a counter, and one of a font: each is the word of its trade",
    "Marker": "the marker of a roster, and the act that puts it: records call the act by it",
    "Piece": "a piece as a file writes it, and the same as it lies on the table",
    "Stack": "a stack as a file writes it, and the same as it lies on the table",
    "Step": "VASSAL's word for an entry of a log, and a rulebook's for a part of a turn",
}
"""Names that stand for two things, each with the reason why nobody takes the one for the other."""


class Named(NamedTuple):
    """A public class: its room, its file and the last words of its bases."""

    room: str
    path: str
    bases: frozenset[str]


@cache
def rooms_of(package: Path) -> tuple[Mapping[str, tuple[Named, ...]], Mapping[str, frozenset[str]]]:
    """Return the public classes of a package by name, and the rooms that each room imports."""
    classes: dict[str, list[Named]] = defaultdict(list)
    imports: dict[str, set[str]] = defaultdict(set)
    for path in sorted(package.rglob("*.py")):
        if "template" in path.parts:
            continue
        tree, parts = tree_of(path), path.relative_to(package).parts
        room = _room(parts)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{package.name}."):
                imports[room].add(_room((*(node.module or "").split(".")[1:], "")))
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                bases = frozenset(ast.unparse(base).rpartition(".")[2] for base in node.bases)
                classes[node.name].append(Named(room, "/".join(parts), bases))
    return (
        {name: tuple(found) for name, found in classes.items()},
        {each.room: frozenset(imports[each.room]) for found in classes.values() for each in found},
    )


def _room(parts: tuple[str, ...]) -> str:
    """Return the room of a file: its folder in the package, in `games` the game's."""
    return "/".join(parts[:2]) if parts[0] == "games" and len(parts) > 2 else parts[0] if len(parts) > 1 else ""


def confused(package: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the names that stand for two things in one room or in neighbours, each with the two files."""
    classes, imports = rooms_of(package)
    words = {name for name in classes if _is_vocabulary(name, classes)}
    for name, found in sorted(classes.items()):
        for one, other in combinations(found, 2):
            near = one.room == other.room or other.room in imports[one.room] or one.room in imports[other.room]
            said = all(not each.bases.isdisjoint(VOCABULARY | words) for each in (one, other))
            if near and not (said and one.room != other.room):
                yield name, one.path, other.path


def _is_vocabulary(name: str, classes: Mapping[str, tuple[Named, ...]]) -> bool:
    """Tell whether a class is an act or a mark by way of others."""
    return any(
        base in VOCABULARY or (base != name and base in classes and _is_vocabulary(base, classes))
        for each in classes[name]
        for base in each.bases
    )


def test_one_word_stands_for_one_thing() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for name, *paths in confused(PACKAGE):
        found[name] += paths
    assert {name: sorted(set(paths)) for name, paths in found.items() if name not in ALIKE} == {}
    assert sorted(ALIKE) == sorted(found), "no name is excused that stands for one thing"


def test_names_in_neighbouring_rooms_are_compared(tmp_path: Path) -> None:
    files = {
        "till/price.py": "class Price: ...\nclass _Own: ...\n",
        "till/tax.py": "class Price: ...\n",
        "goods/tea.py": "from shop.till.price import X\nclass Price: ...\nclass Leaf: ...\nclass _Own: ...\n",
        "yard/tree.py": "class Leaf: ...\n",
        "games/chess/acts.py": "from shop.rules.acts import Act\nclass Move(Action): ...\nclass Score: ...\n",
        "games/go/acts.py": "class Score: ...\n",
        "rules/acts.py": "class Going(Action): ...\nclass Move(Going): ...\nclass Score: ...\n",
    }
    for name, text in files.items():
        path = tmp_path / "shop" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert list(confused(tmp_path / "shop")) == [
        ("Price", "goods/tea.py", "till/price.py"),
        ("Price", "goods/tea.py", "till/tax.py"),
        ("Price", "till/price.py", "till/tax.py"),
        ("Score", "games/chess/acts.py", "rules/acts.py"),
    ]
