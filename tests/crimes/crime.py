"""Crimes, and the book that lists all of them for this game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.crimes.planting import CrimeOf, SceneOf, enters
from tests.crimes.planting import Planted as Planted
from tests.crimes.planting import named as named
from trc_module.games.trc import TrcGame
from trc_module.rules.actions import Action

Scene = SceneOf[TrcGame]
Crime = CrimeOf[TrcGame]

BOOK: dict[str, Crime] = {}


def crime(name: str, *at: type[Action]) -> Callable[[Callable[[Scene], Iterator[Planted]]], Crime]:
    """Enter a way to break a rule into the book."""
    return enters(BOOK, name, *at)
