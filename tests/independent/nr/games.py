"""Games without events that the engine plays against itself, watched by the small referee."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.crimes.planting import Planted, SceneOf, judged
from tests.games.nr.crimes import BOOK
from tests.independent.nr.objection import Objection
from tests.independent.nr.referee import SmallReferee
from trc_module.games.nr import NoRetreat, load
from trc_module.games.nr.players.player import NrPlayer
from trc_module.games.nr.players.tastes import ByLot, Greedy
from trc_module.rules.actions import Action
from trc_module.rules.record import action_text, position_text
from trc_module.rules.selfplay import self_play
from trc_module.rules.state import State
from trc_module.systems.conditions import units_that_are
from trc_module.systems.steps import steps_lost

OF_EVENTS = "an event of the other initiative"
"""The kind of crime that is about events, of which the small referee knows nothing."""


class WithoutEvents(NrPlayer):
    """A player who uses no event: the small referee knows none."""

    def events(self, side: str, *, rerolls: bool = False) -> Iterator[Action]:
        """Yield nothing."""
        yield from ()

    def _on_draw(self, side: str) -> Iterator[Action]:
        yield from ()


@dataclass
class Watched:
    """The results of some games."""

    games: int = 0
    acts: Counter[str] = field(default_factory=Counter)
    """By the first word of their lines."""
    phases: int = 0
    """The number of phases at whose ends the positions have been compared."""
    disagreements: list[str] = field(default_factory=list)
    planted: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    missed: dict[str, str] = field(default_factory=dict)
    """The first miss of each kind of crime."""


def begin(game: NoRetreat, state: State) -> SmallReferee:
    """Return a small referee at the start of a game."""
    referee = SmallReferee()
    for line in position_text(game, state).split("; "):
        referee.head(line)
    return referee


def watch(game: NoRetreat, seed: int, turns: int, level: str, watched: Watched, *, crimes: int = 0) -> None:
    """Watch one game to the first disagreement; `crimes`: try so many of each kind on the way."""
    rng = random.Random(seed)
    taste = Greedy(game, rng) if level == "greedy" else ByLot(game, rng)
    state = BOOK.agreed(game.start("campaign", frozenset()))
    referee = begin(game, state)
    watched.games += 1
    left = Counter(dict.fromkeys(BOOK.crimes.keys() - {OF_EVENTS}, crimes))
    for told, after in self_play(game, state, WithoutEvents(game, taste, rng), turns):
        if crimes:
            _try(game, state, told.action, referee, watched, left)
        line = action_text(game, told.action)
        now = referee.now
        when = f"{level} {seed}, turn {now.turn} {now.side} {now.phase}: '{line}'"
        found = referee.act(line)
        watched.acts[line.split()[0]] += 1
        found += [Objection("position", text) for text in differences(game, after, referee)]
        watched.phases += line == "end"
        if found:
            watched.disagreements += [f"{when}: {one.rule} {one.why}" for one in found]
            return
        state = after


def _try(
    game: NoRetreat, state: State, act: Action, referee: SmallReferee, watched: Watched, left: Counter[str]
) -> None:
    rng = random.Random(f"{state.clock} {len(state.marks)}")
    for name, one in BOOK.crimes.items():
        if not isinstance(act, one.at) or not left[name] or rng.random() > BOOK.chances.get(type(act).__name__, 0.5):
            continue
        for planted in list(one.plant(SceneOf(game, state, act, rng)))[:1]:
            if _fits(game, state, planted):
                left[name] -= 1
                _judge(game, name, planted, referee, watched)


def _fits(game: NoRetreat, state: State, planted: Planted) -> bool:
    """Tell whether the acts can be carried out, and the engine sees the crime for certain."""
    said = judged(game, state, planted[1])
    return said is not None and any(finding.verdict.value == "violation" for finding in said.about)


def _judge(game: NoRetreat, name: str, planted: Planted, referee: SmallReferee, watched: Watched) -> None:
    fork = referee.fork()
    lines = [action_text(game, act) for act in planted[1]]
    found = [one for line in lines for one in fork.act(line)]
    watched.planted[name] += 1
    watched.found[name] += bool(found)
    if not found:
        now = referee.now
        watched.missed.setdefault(name, f"{planted[0]} at turn {now.turn} {now.side} {now.phase}: {'; '.join(lines)}")


def differences(game: NoRetreat, state: State, referee: SmallReferee) -> list[str]:
    """Name what differs between the engine's position and the small referee's."""
    now, grid = referee.now, game.board.grid
    found = []
    if (state.clock.turn, state.clock.side, state.clock.phase) != (now.turn, now.side, now.phase):
        found.append(f"the engine is at {state.clock}, the small referee at {now.turn} {now.side} {now.phase}")
    for force in state.forces.values():
        for unit, place in force.places.items():
            where = place if isinstance(place, str) else grid.name(place)
            if now.place.get(unit) != where:
                found.append(f"{unit} is in {where}, small: {now.place.get(unit)}")
            if bool(steps_lost(state, unit)) != (unit in now.turned):
                found.append(f"{unit} shows its {'back' if steps_lost(state, unit) else 'front'} to the engine alone")
    for word, mine in (("unsupplied", now.cut), ("disorganized", now.disorganized)):
        if units_that_are(state, word) != mine:
            found.append(f"{word}: {sorted(units_that_are(state, word))}, small: {sorted(mine)}")
    for at, whose in now.control.items():
        if (state.control.get(grid.hex(at)) or "") != whose:
            found.append(f"{at} is held by {state.control.get(grid.hex(at))}, small: {whose}")
    for battle in state.battles:
        mine_ = now.battles[battle.number]
        if mine_.known and battle.result and battle.result != mine_.result:
            found.append(f"battle {battle.number}: {battle.result}, small: {mine_.result}")
    return found


def main(seeds: range, turns: int) -> None:
    """Watch games, try a crime of each kind in them, and print what was found."""
    watched = Watched()
    for seed in seeds:
        watch(load(), seed, turns, "greedy" if seed % 2 else "random", watched, crimes=1)
        print(f"game {seed}: {watched.acts.total()} acts, {len(watched.disagreements)} disagreements", flush=True)
    print(f"{watched.games} games, {watched.acts.total()} acts, positions compared after each.")
    print(f"{watched.planted.total()} crimes of {len(watched.planted)} kinds: {watched.found.total()} found.")
    print("\n".join((*watched.disagreements, *(f"missed: {name}: {how}" for name, how in watched.missed.items()))))
    raise SystemExit(bool(watched.disagreements or watched.missed))
