"""The code outside games/trc does not speak of The Russian Campaign.

Looked at are names and texts of the code; comments and docstrings may give an example from a game. `python -m
tests.test_neutral_rooms` prints each place that speaks of it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.parsed import PACKAGE, PARSED, tree_of
from trc_module.resources import data_dir

pytestmark = PARSED

WORDS = frozenset(
    """
    russian russians russia german germans germany finnish finns finland rumanian rumania hungarian hungary italian
    bulgarian bulgaria polish yugoslav ukrainian vlasov soviet stavka luftwaffe guards partisan partisans
    stuka stukas sturmovik sturmoviks kerch baltic caspian leningrad moscow kiev archangel
    impulse impulses weather weathers drm rail rails railhead lapland garrison trc
    """.split()  # noqa: SIM905
)
"""Words that belong to the one game wherever they stand."""

IN_TEXTS = frozenset({"axis"})
"""Words that do so in a text alone: a name may speak of an axis of coordinates."""

NUMBER = re.compile(r"4\.0[a-z]|(?:rule )?(?:[5-9]|1\d|2\d)\.\d+(?:\.\d+)?[a-z]?|[CHS]\d\d[a-z]?")
"""A text that is nothing but the number of one of its rules, or of a reading of them."""

RAILS = frozenset({"rail", "rails"})
SHARED = {"systems": RAILS | {"weather", "weathers", "drm", "railhead"}, "board": RAILS, "art": RAILS, "facts": RAILS}
"""The words that some rooms may use, since other games have the things too: mechanisms, and features of a drawn map,
which errata correct."""


def spoken(tree: ast.Module) -> Iterator[str]:
    """Yield each word of the game that a Python file says, as often as it does."""
    silent = {id(docstring) for docstring in _docstrings(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield from (word for word in _words(node.value) if word in WORDS or word in IN_TEXTS)
            if NUMBER.fullmatch(node.value):
                yield node.value
        else:
            yield from (word for name in _names(node) for word in _words(name) if word in WORDS)


def _docstrings(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield texts that stand as statements of their own: docstrings, of attributes too."""
    return (
        node.value for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def _names(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
            yield name
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.keyword(arg=str(name)):
            yield name
        case ast.alias(name=name):
            yield name.replace("trc_module", "")
        case ast.ImportFrom(module=str(name)):
            yield name.replace("trc_module", "")


def _words(text: str) -> list[str]:
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", re.sub("trc[_-]module", "", text, flags=re.IGNORECASE))
    return re.findall(r"[a-z]+", apart.lower())


def room_of(path: Path) -> str:
    """Return the room in which a file of the package lies; the package's own files are in 'top'."""
    parts = path.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else "top"


def _neutral(path: Path) -> bool:
    """Tell whether a file lies outside the games."""
    parts = path.relative_to(PACKAGE).parts
    return not (parts[0] == "games" and len(parts) > 2)


NEUTRAL = [path for path in sorted(PACKAGE.rglob("*.py")) if _neutral(path)]
ROOMS = sorted({room_of(path) for path in NEUTRAL})


def told(room: str) -> Iterator[str]:
    """Yield the words of the one game that a room outside the games says, each with its file."""
    for path in NEUTRAL:
        if room_of(path) == room:
            words = [word for word in spoken(tree_of(path)) if word not in SHARED.get(room, ())]
            yield from (f"{path.relative_to(PACKAGE).as_posix()}: {word}" for word in words)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_does_not_speak_of_one_game(room: str) -> None:
    assert list(told(room)) == [], "say it in games/ or data/"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ('side = "axis"', ["axis"]),
        ("total = numbers.sum(axis=0)", []),
        ("turn.weatherDie = drm_now", ["weather", "drm"]),
        ("trail = retrail(railing)", []),
        ("# the Russian side\ndef side():\n    '''Return russian.'''", []),
        ("RULE = '13.4.1'", ["13.4.1"]),
        ("DPI = 12.5", []),
        ("from trc_module.games.weather import WeatherChart", ["weather", "weather"]),
    ],
)  # fmt: skip
def test_what_is_counted(source: str, words: list[str]) -> None:
    assert sorted(spoken(ast.parse(source))) == sorted(words)


def test_nothing_outside_a_games_folder_bears_its_name() -> None:
    names = {path.parent.name for path in data_dir().glob("*/game.toml")}
    assert names >= {"m41", "nr", "trc", "trp"}
    found = [path.relative_to(PACKAGE) for path in PACKAGE.rglob("*") if "__pycache__" not in path.parts]
    assert [
        path.as_posix() for path in found if names & {*path.with_suffix("").parts} and path.parts[0] != "games"
    ] == []


if __name__ == "__main__":
    for name in ROOMS:
        for line in told(name):
            print(line)
