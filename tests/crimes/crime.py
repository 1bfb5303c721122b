"""What a crime is, and the book in which all of them stand."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from trc_module.games.trc import TrcGame
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action
from trc_module.rules.engine import check
from trc_module.rules.finding import Verdict
from trc_module.rules.registry import covers
from trc_module.rules.state import State, UnitId


@dataclass(frozen=True)
class Scene:
    """A moment of a legal game: the position, and the legal act that comes next."""

    game: TrcGame
    state: State
    act: Action
    rng: random.Random

    @property
    def side(self) -> str:
        """The side to play."""
        return self.state.clock.side

    def units(self) -> list[tuple[UnitId, Hex]]:
        """Return the units of the side to play on the map, in any order."""
        places = self.state.forces[self.side].places.items()
        found = [(unit, at) for unit, at in places if not isinstance(at, str)]
        self.rng.shuffle(found)
        return found

    def any(self, options: Sequence[Action]) -> Action | None:
        """Choose any of some acts."""
        return self.rng.choice(list(options)) if options else None

    def clean(self, act: Action) -> bool:
        """Tell whether nothing but notes can be said about an act."""
        return all(finding.verdict is Verdict.NOTE for finding in check(self.game, self.state, act))

    def after(self, act: Action) -> Scene:
        """Return the scene after an act."""
        return Scene(self.game, self.game.apply(self.state, act), self.act, self.rng)


Planted = tuple[str, tuple[Action, ...]]
"""The rules that may be named (`12.1a|12.3b`), and the acts: all but the last are legal, the last breaks the rule."""


@dataclass(frozen=True)
class Crime:
    """One way to break a rule."""

    name: str
    """What is done, in a few words."""
    at: tuple[type[Action], ...]
    """The legal acts in the place of which it may be done."""
    plant: Callable[[Scene], Iterator[Planted]]


BOOK: dict[str, Crime] = {}


def crime(name: str, *at: type[Action]) -> Callable[[Callable[[Scene], Iterator[Planted]]], Crime]:
    """Enter a way to break a rule into the book."""

    def enter(plant: Callable[[Scene], Iterator[Planted]]) -> Crime:
        assert name not in BOOK
        BOOK[name] = Crime(name, at, plant)
        return BOOK[name]

    return enter


def named(expected: str, rule: str) -> bool:
    """Tell whether a rule is one of those that are expected, or a part of it."""
    return any(covers(prefix, rule) for prefix in expected.split("|"))
