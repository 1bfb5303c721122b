"""Games that the engine plays against itself, watched by the slow referee: what it says, whether positions agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.independent.referee.objection import Objection
from tests.independent.referee.referee import SlowReferee
from trc_module.games.trc import TrcGame
from trc_module.games.trc.players import played_on
from trc_module.rules.record import action_text, position_text
from trc_module.rules.selfplay import IllegalPlayError, self_play
from trc_module.rules.state import State
from trc_module.systems.rails import rails_of
from trc_module.systems.weather import modifier_of, weather_of

KNOWN: dict[str, str] = {}
"""Rules on which the slow referee is stricter, and why the engine is not."""


@dataclass
class Watched:
    """The results of some games."""

    games: int = 0
    acts: Counter[str] = field(default_factory=Counter)
    """By the first word of their lines."""
    phases: int = 0
    """The number of phases at whose ends the positions have been compared."""
    known: Counter[str] = field(default_factory=Counter)
    disagreements: list[str] = field(default_factory=list)
    slips: list[str] = field(default_factory=list)
    """Games that ended because the engine had something to say against an act that it had chosen itself."""


def begin(game: TrcGame, state: State) -> SlowReferee:
    """Return a slow referee at the start of a game."""
    referee = SlowReferee()
    for line in position_text(game, state).split("; "):
        referee.head(line)
    return referee


def moments(game: TrcGame, seed: int, turns: int, level: str = "random") -> Iterator[tuple[str, State]]:
    """Yield the acts of a game as lines of its record, each with the engine's position after it."""
    state = game.start("campaign", frozenset())
    for told, after in self_play(game, state, game.player(level, seed), turns, played_on):
        yield action_text(game, told.action), after


def watch(game: TrcGame, seed: int, turns: int, level: str, watched: Watched) -> None:
    """Watch one game, to the first disagreement."""
    referee = begin(game, game.start("campaign", frozenset()))
    watched.games += 1
    acts = moments(game, seed, turns, level)
    while True:
        try:
            line, state = next(acts)
        except StopIteration:
            return
        except IllegalPlayError as slip:
            watched.slips.append(f"{level} {seed}: {slip}")
            return
        now = referee.now
        when = f"{level} {seed}, turn {now.turn} {now.side} impulse {now.impulse} {now.phase}: '{line}'"
        found = [one for one in referee.act(line) if not _known(one, watched)]
        watched.acts[line.split()[0]] += 1
        if line == "end":
            watched.phases += 1
            found += [Objection("position", text) for text in differences(game, state, referee)]
        if found:
            watched.disagreements += [f"{when}: {one}" for one in found]
            return


def _known(objection: Objection, watched: Watched) -> bool:
    watched.known[objection.rule] += objection.rule in KNOWN
    return objection.rule in KNOWN


def differences(game: TrcGame, state: State, referee: SlowReferee) -> list[str]:
    """Name what differs between the engine's position and the slow referee's."""
    now, grid = referee.now, game.board.grid
    found = []
    clock = (state.clock.turn, state.clock.side, state.clock.part, state.clock.phase)
    mine = (now.turn, now.side, now.impulse, now.phase)
    if clock != mine:
        found.append(f"the engine is at {clock}, the slow referee at {mine}")
    if (weather_of(state), modifier_of(state)) != (now.weather, now.drm):
        found.append(f"weather {weather_of(state)} {modifier_of(state)}, slow: {now.weather} {now.drm}")
    for force in state.forces.values():
        for unit, place in force.places.items():
            where = place if isinstance(place, str) else grid.name(place)
            if now.place.get(unit) != where:
                found.append(f"{unit} is in {where}, slow: {now.place.get(unit)}")
    for h, whose in now.control.items():
        engine = state.control.get(grid.hex(h)) or ""
        if engine != whose:
            found.append(f"{h} is held by {engine or 'nobody'}, slow: {whose or 'nobody'}")
    for h, whose in now.rail.items():
        engine = " ".join(side for side, members in rails_of(state).items() if members >> grid.hex(h) & 1)
        if engine != whose:
            found.append(f"the rails in {h} are {engine}, slow: {whose}")
    return found
