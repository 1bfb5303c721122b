"""A player of both sides: goes through the sequence of play and asks the rules what may be done."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from trc_module.games.nr.acts.organization import Improve, Reorganize, ToTrack
from trc_module.games.nr.acts.points import Points
from trc_module.games.nr.acts.rail import Detrain, Entrain
from trc_module.games.nr.acts.supply import MarkUnsupplied, Surrender
from trc_module.games.nr.cadres import is_cadre, next_box
from trc_module.games.nr.cards.balance import paid
from trc_module.games.nr.cards.playing import (
    DISCARD,
    DISCARDED,
    DRAWN,
    EVENT,
    allotment,
    has_initiative,
    in_time,
)
from trc_module.games.nr.cards.resolution import MORE, event_of
from trc_module.games.nr.data import (
    AXIS,
    CADRE,
    CADRES,
    CARDS,
    COMBAT,
    DESTROYED,
    DETRAINING,
    DISORGANIZED,
    HOUSEKEEPING,
    MOVEMENT,
    ORGANIZATION,
    RAIL,
    REMOVALS,
    SHATTERED,
    SIDES,
    SUPPLY,
    SURRENDERED,
    Nr,
)
from trc_module.games.nr.marks import Reshuffle
from trc_module.games.nr.movement import allowance_of, as_trail, bounds_of
from trc_module.games.nr.organization import LOST_BOXES, may_pay, sure_entries, upgrade_price
from trc_module.games.nr.players.by_events import allowed, asked
from trc_module.games.nr.players.fighting import Fighting
from trc_module.games.nr.players.hands import Hands
from trc_module.games.nr.rail import NO_EXTRA, RODE, stations
from trc_module.games.nr.supply import supply_of
from trc_module.games.nr.turn import is_ally, leaves_on, rumania_falls
from trc_module.games.nr.victory import holder, points_of
from trc_module.games.nr.zones import room
from trc_module.hexgrid import hexes
from trc_module.rules.actions import Action, Claim, End, Enter, Move, Replace, Withdraw
from trc_module.rules.finding import Verdict
from trc_module.rules.state import State, UnitId
from trc_module.systems.cards import ANY_CARD, Draw, Play, Shuffle, held_by
from trc_module.systems.cards import CARDS as HELD
from trc_module.systems.conditions import units_that_are
from trc_module.systems.steps import steps_lost

if TYPE_CHECKING:
    from trc_module.games.nr.players.tastes import Taste
    from trc_module.rules.players import Observer


class NrPlayer:
    """Plays both sides by one taste."""

    def __init__(self, game: Nr, taste: Taste, rng: random.Random) -> None:
        self.game, self.taste, self.rng = game, taste, rng
        self.hands = Hands(rng)
        self.sides: tuple[str, ...] = SIDES
        """The sides that it plays: a side that somebody else plays uses no cards, and decides for itself."""
        self.state: State
        """The position as it is now."""

    def acts(self, look: Observer) -> Iterator[Action]:
        """Yield act after act until the game is over; before each next one is asked for, the last is carried out."""
        phases = {
            HOUSEKEEPING: self._housekeeping,
            CARDS: self._cards,
            SUPPLY: self._supply,
            ORGANIZATION: self._organization,
            MOVEMENT: self._movement,
            COMBAT: lambda: Fighting(self).acts(),
            REMOVALS: self._removals,
            DETRAINING: self._detraining,
        }
        self.state = look()
        while True:
            self.hands.begin(self.state)
            score = self.game.score(self.state)
            if score.won or score.over:
                if score.won and not score.won[0].claimed:
                    yield Claim(score.won[0].side, score.won[0].rule)
                return
            for act in phases[self.state.clock.phase]():
                if not self._legal(look, act):
                    self.hands.refused(act)
                    if isinstance(act, Shuffle):
                        break
                    continue
                yield from self._do(look, act)
            if self.state.clock.phase not in (HOUSEKEEPING, COMBAT):
                for side in self.sides:
                    for act in self.events(side):
                        yield from self._do(look, act)
            for act in allowed(self):
                if self.taste.may(0.8) and self._legal(look, act):
                    yield from self._do(look, act)
            for act in asked(self):
                yield from self._do(look, act)
            for act in self._fallen():
                yield from self._do(look, act)
            yield from self._do(look, End())

    def plays(self, side: str, cards: Mapping[str, Sequence[str]]) -> None:
        """Play one side alone from now on, with the cards that it holds."""
        self.sides = (side,)
        self.hands.goes_on(side, cards)

    def answer(self, look: Observer, options: Sequence[Action]) -> Action | None:
        """Draw one of the acts; a counterattack is made where the taste likes it."""
        self.state = look()
        if not self.game.owed(self.state, options[0]) and not self.taste.may(0.5):
            return None
        act = self.rng.choice(list(options))
        if isinstance(act, Play) and act.card == ANY_CARD:
            self.hands.begin(self.state)
            if not self.hands.of[act.side]:
                return None
            act = Play(act.side, self.hands.of[act.side].pop(), act.purpose)
        return act

    def _do(self, look: Observer, act: Action) -> Iterator[Action]:
        before = self.state
        yield act
        self.state = look()
        self.hands.done(before, self.state, act)

    @staticmethod
    def _legal(look: Observer, act: Action) -> bool:
        return all(finding.verdict is Verdict.NOTE for finding in look.found(act))

    # ----------------------------------------------------------------- cards

    def paying(self, side: str, purpose: str, cards: int) -> Iterator[Action]:
        """Yield the discards that pay for something, if the side has so many cards."""
        missing = cards - paid(self.state, side, purpose)
        if 0 < missing <= len(self.hands.of[side]):
            for _ in range(missing):
                yield Play(side, self.rng.choice(self.hands.of[side]), purpose)

    def events(self, side: str, *, rerolls: bool = False) -> Iterator[Action]:
        """Yield an event that a side may use now; one that rolls a die again only when asked."""
        if side not in self.sides or not self.taste.may(self.taste.events() * 0.2):
            return
        for card in list(self.hands.of[side]):
            event = event_of(self.game, card, side)
            fits = event is not None and not event.on_draw and in_time(self.game, self.state, event, side)
            if event is None or (("reroll",) in event.does) != rerolls:
                continue
            if fits and has_initiative(self.game, self.state, card, side):
                yield Play(side, card, EVENT)
                return

    def _cards(self) -> Iterator[Action]:
        side = self.state.clock.side
        while held_by(self.state, side) > self.game.values["keep"] and self.hands.of[side]:
            yield Play(side, self.rng.choice(self.hands.of[side]), DISCARD)
        while self.state.used.get(f"{side} {DRAWN}", 0) < allotment(self.game, self.state, side):
            if not self.hands.left():
                if not HELD.of(self.state).played:
                    break
                yield Shuffle()
            before = len(self.hands.of[side])
            yield Draw(side, 1)
            # The draw may have been refused, since others have drawn meanwhile: then no card has come.
            if len(self.hands.of[side]) > before:
                yield from self._on_draw(side)
        if self.state.used.get(f"{side} {MORE}", 0) and Reshuffle() in self.state.marks:
            yield Shuffle()
        if side == AXIS:
            first = self.state.clock.turn == 1
            red = self.game.printed(self.state.clock.turn, "red") and not self.state.used.get(f"{side} {DISCARDED}", 0)
            while self.hands.of[side] and (red or (first and len(self.hands.of[side]) > 4)):
                red = False
                yield Play(side, self.rng.choice(self.hands.of[side]), DISCARD)

    def _on_draw(self, side: str) -> Iterator[Action]:
        card = self.hands.of[side][-1]
        event = event_of(self.game, card, side)
        if event is not None and event.on_draw and has_initiative(self.game, self.state, card, side):
            yield Play(side, card, EVENT)

    # ---------------------------------------------------------------- phases

    def _housekeeping(self) -> Iterator[Action]:
        for unit in self.game.units:
            gone = leaves_on(self.game, unit) == self.state.clock.turn
            if gone and self.state.place(unit) not in (None, "removed"):
                yield Withdraw(unit)
        if "15.3" in self.state.options:
            for side in SIDES:
                for unit, at in list(self.state.forces[side].places.items()):
                    if at in LOST_BOXES and is_cadre(self.game, self.state, unit):
                        box = next_box(self.game, self.state, unit)
                        if box is not None:
                            yield ToTrack(unit, box)
        if self.taste.may(0.3):
            yield Points(max(points_of(self.game, self.state, holder(self.game, self.state)), 0))

    def _supply(self) -> Iterator[Action]:
        for side in SIDES:
            supply = supply_of(self.game, self.state, side)
            for stack in list(self.state.forces[side].stacks.values()):
                for unit in stack:
                    if unit not in supply.possible and self.taste.may(0.5):
                        yield MarkUnsupplied(unit)

    def _fallen(self) -> Iterator[Action]:
        """Yield what leaves play because Rumania has fallen."""
        if rumania_falls(self.game, self.state) is not None:
            for unit, at in list(self.state.forces[AXIS].places.items()):
                if self.game.units[unit].nation == "rumanian" and isinstance(at, int):
                    yield Withdraw(unit)

    def _organization(self) -> Iterator[Action]:
        side = self.state.clock.side
        yield from self._reinforcements(side)
        for unit in self.state.forces[side].stack(SHATTERED):
            yield from self._returning(unit, side, 0)
        for box in (DESTROYED, SURRENDERED):
            for unit in self.state.forces[side].stack(box):
                if may_pay(self.state, side) and self.taste.may(0.5):
                    yield from self._returning(unit, side, self.game.values[box])
        for stack in list(self.state.forces[side].stacks.values()):
            for unit in stack:
                yield from self._improved(unit, side)
        for unit in sorted(units_that_are(self.state, DISORGANIZED)):
            if self.game.side_of[unit] == side and isinstance(self.state.place(unit), int) and self.taste.may(0.5):
                if self.hands.of[side]:
                    yield from self.paying(side, "reorganize", 1)
                if paid(self.state, side, "reorganize"):
                    yield Reorganize(unit)

    def _reinforcements(self, side: str) -> Iterator[Action]:
        for turn in range(1, self.state.clock.turn + 1):
            for unit in self.state.forces[side].stack(f"turn-{turn}"):
                if self.game.arm(self.state, unit) == CADRE or (
                    "15.3" in self.state.options and is_cadre(self.game, self.state, unit)
                ):
                    if "15.3" in self.state.options:
                        yield ToTrack(unit, CADRES)
                    continue
                goals = list(hexes(sure_entries(self.game, self.state, side)))
                if goals:
                    yield Enter(unit, self.rng.choice(goals))

    def _returning(self, unit: UnitId, side: str, price: int) -> Iterator[Action]:
        goals = list(hexes(sure_entries(self.game, self.state, side)))
        forms = "15.3" in self.state.options and is_ally(self.game, unit)
        if not goals or forms or price > len(self.hands.of[side]) + paid(self.state, side, "replacement"):
            return
        yield from self.paying(side, "replacement", price)
        yield Replace(unit, self.rng.choice(goals))

    def _improved(self, unit: UnitId, side: str) -> Iterator[Action]:
        shown = steps_lost(self.state, unit)
        if bool(shown) != (side == AXIS) or not self.game.units[unit].faces or self.game.arm(self.state, unit) == CADRE:
            return
        if not self.taste.may(0.3):
            return
        yield Improve(unit)
        if steps_lost(self.state, unit) != shown or not may_pay(self.state, side):
            return
        name = (
            upgrade_price(self.game, unit) if side != AXIS else "ss-step" if self.game.units[unit].ss else "german-step"
        )
        if self.game.values[name] <= len(self.hands.of[side]) and self.state.clock.turn >= 6:
            yield from self.paying(side, "replacement", self.game.values[name])
            yield Improve(unit)

    def _movement(self) -> Iterator[Action]:
        side = self.state.clock.side
        units = [unit for stack in self.state.forces[side].stacks.values() for unit in stack]
        self.rng.shuffle(units)
        for unit in units:
            at = self.state.place(unit)
            if not isinstance(at, int):
                continue
            if self.taste.may(0.03):
                yield from self._entrain(unit, side)
                continue
            points = allowance_of(self.game, self.state, unit).points
            if not points:
                continue
            bounds = bounds_of(self.game, self.state, unit)
            goals = bounds.reach(at, points) & room(self.game, self.state, side) & ~(1 << at)
            goal = self.taste.goal(self.state, unit, goals)
            found = None if goal is None else bounds.way(at, goal, points)
            if found is not None:
                yield Move(unit, as_trail(self.game, found))

    def _entrain(self, unit: UnitId, side: str) -> Iterator[Action]:
        if self.game.is_fortress(self.state, unit):
            return
        free = not self.state.used.get(f"{side} {RODE}", 0)
        if not free:
            if self.state.clock.turn in NO_EXTRA or not self.hands.of[side]:
                return
            yield from self.paying(side, "rail", 1)
        yield Entrain(unit)

    def _removals(self) -> Iterator[Action]:
        side = self.state.clock.side
        supply = supply_of(self.game, self.state, side)
        for unit in sorted(units_that_are(self.state, "unsupplied")):
            if (
                self.game.side_of[unit] == side
                and unit not in supply.possible
                and isinstance(self.state.place(unit), int)
            ):
                cadre = "15.3" in self.state.options and is_cadre(self.game, self.state, unit)
                box = next_box(self.game, self.state, unit) if cadre else None
                yield Surrender(unit) if box is None else ToTrack(unit, box)

    def _detraining(self) -> Iterator[Action]:
        side = self.state.clock.side
        for unit in self.state.forces[side].stack(RAIL):
            goals = list(hexes(stations(self.game, self.state, side, sure=True)))
            if goals:
                yield Detrain(unit, self.rng.choice(goals))
