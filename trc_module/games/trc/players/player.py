"""One player for both sides: goes through the sequence of play and asks in each phase what may be done."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from trc_module.errors import UserError
from trc_module.facts.choices import meant
from trc_module.games.trc.data import Trc
from trc_module.games.trc.marks import Won
from trc_module.games.trc.players.arrivals import Arrivals
from trc_module.games.trc.players.battles import Battles
from trc_module.games.trc.players.chapter import Chapter
from trc_module.games.trc.players.endings import Endings
from trc_module.games.trc.players.evaluation import Taste
from trc_module.games.trc.players.greedy import Greedy
from trc_module.games.trc.players.legal_actions import legal_claims, starting_area
from trc_module.games.trc.players.moves import Moves
from trc_module.games.trc.players.option_actions import SET_UP
from trc_module.games.trc.steps import COMBAT, MOVEMENT, WEATHER
from trc_module.games.trc.turn.setup import AT_START
from trc_module.rules.actions import Action, Claim, End, Lose, Setup
from trc_module.rules.engine import check
from trc_module.rules.finding import Verdict
from trc_module.rules.players import Observer
from trc_module.rules.state import State
from trc_module.systems.weather import WeatherRoll, modifier_of

LEVELS: dict[str, type[Taste]] = {"random": Taste, "greedy": Greedy}
"""The levels of play."""
BEST = "greedy"


def player(game: Trc, level: str, seed: int) -> TrcPlayer:
    """Return a player whose games depend on the seed alone, for level '' the best; UserError for an unknown level."""
    level = level or BEST
    if level not in LEVELS:
        raise UserError(f"There is no player {level!r}; there are {', '.join(LEVELS)}{meant(level, LEVELS)}.")
    return TrcPlayer(game, LEVELS[level](game, random.Random(f"{level} {seed}")))


def played_on(state: State) -> State:
    """Return a position without a winner: players may agree to go on for the sake of the game."""
    return Won.forgotten(state)


class TrcPlayer:
    """Plays both sides by one taste."""

    def __init__(self, game: Trc, taste: Taste) -> None:
        self.game = game
        self.taste = taste

    def acts(self, look: Observer) -> Iterator[Action]:
        """Yield the acts of a game from the position that `look` shows on, until somebody has won."""
        # What the other side has lost meanwhile may have won the game.
        claim = next(iter(legal_claims(self.game, look())), None)
        while claim is None:
            for act in self._phase(look):
                yield act
                claim = next(iter(legal_claims(self.game, look())), None)
                if isinstance(act, Claim):
                    return
                if claim is not None:
                    break
        yield claim

    def plays(self, side: str, cards: Mapping[str, Sequence[str]]) -> None:
        """Play one side: the phases are those of one side each, and there are no cards."""

    def answer(self, look: Observer, options: Sequence[Action]) -> Action | None:
        """Choose where one's own units are set up, and what one's own side loses in the other's battle."""
        if isinstance(options[0], Setup):
            area = sum(1 << act.hex for act in options if isinstance(act, Setup))
            return Setup(options[0].unit, self.taste.start_hex(look(), options[0].unit, area))
        lost = [act for act in options if isinstance(act, Lose)]
        if not lost:
            return options[0]
        unit = self.taste.loss(look(), [act.unit for act in lost])
        return next(act for act in lost if act.unit == unit)

    def _phase(self, look: Observer) -> Iterator[Action]:
        phase = look().clock.phase
        if phase == WEATHER:
            yield from self._before_play(look)
            yield from self._weather(look)
        elif phase == MOVEMENT:
            yield from Arrivals(self.game, self.taste, look).acts()
            yield from Moves(self.game, self.taste, look).acts()
        elif phase == COMBAT:
            yield from Battles(self.game, self.taste, look).acts()
        else:
            yield from Endings(self.game, self.taste, look).acts()
        yield End()

    def _before_play(self, look: Observer) -> Iterator[Action]:
        for side in ("russian", "axis"):
            yield from Chapter(self.game, self.taste, look).further(SET_UP, 0.9)
            for unit in self.taste.order(look(), look().forces[side].stack(AT_START)):
                area = starting_area(self.game, look(), unit)
                if area:
                    yield Setup(unit, self.taste.start_hex(look(), unit, area))

    def _weather(self, look: Observer) -> Iterator[Action]:
        state = look()
        turn = self.game.charts.turns.get(state.clock.turn)
        if turn is None or self.game.charts.weather.automatic(turn) is not None:
            return
        die = self.taste.die()
        # A scenario may have its own weather.
        if any(finding.verdict is not Verdict.NOTE for finding in check(self.game, state, WeatherRoll(die))):
            return
        told = self.game.charts.weather.roll(turn, die, modifier_of(state))
        if self.taste.chance(0.5):
            yield WeatherRoll(die, told.weather, told.drm)
        else:
            yield WeatherRoll(die)
