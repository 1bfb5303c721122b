"""Habits of untidy players and their effect on the steps of a phase: each habit with its rate."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TypeGuard

from tests.untidy.manners import SUMS, Manners, in_chat, manners_of
from trc_module.declarations import ATTACK, DEFEND, LOSE, RETREAT
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.clock import FIGHT, MOVE, Clock
from trc_module.rules.game import Game
from trc_module.rules.interpretation import LogStep
from trc_module.rules.state import Place, State, UnitId


@dataclass(frozen=True, slots=True)
class Tracker:
    """The turn tracker, set to a moment by mistake or back."""

    clock: Clock


@dataclass(frozen=True, slots=True)
class Words:
    """Chat, of the side on turn if none is named."""

    text: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Turned:
    """A counter that is turned to a face by hand, the front being 0."""

    unit: UnitId
    face: int


Step = LogStep | Tracker | Words | Turned


@dataclass(frozen=True, slots=True)
class Rates:
    """The rates of a player's habits: for single lines, counters, battles or phases."""

    drop: float = 0.06
    """Lines whose key is not pressed."""
    double: float = 0.03
    """Lines whose key is pressed twice."""
    plain_die: float = 0.15
    """Battles rolled with the plain die."""
    swap: float = 0.08
    """Neighbouring steps of a combat phase in the other order."""
    other_key: float = 0.05
    """Removals with another entry of the menu, or dragged."""
    in_steps: float = 0.3
    """Steps of a way that are left out: the counter is dragged on straight."""
    corrected: float = 0.04
    """Counters that are dragged somewhere else first, or lost and put back."""
    declared_first: float = 0.2
    """Combat phases whose battles are all declared before the first is rolled."""
    new_battle_early: float = 0.08
    """Battles whose losses and retreats have the number of the next."""
    tracker: float = 0.05
    """Phases in whose midst the tracker is set on and back."""
    chat: float = 0.5
    """Lines dropped that are told in chat instead."""
    aircraft: float = 0.7
    """Air support for which the counter is put on the defenders."""
    misplaced: float = 0.03
    """Lines that only say something, made one step early or late."""
    late: float = 0.0
    """Phases of battles, and movement of the second impulse, that are over when the tracker is advanced to them."""


TIDY = Rates(*(0.0 for _ in fields(Rates)))
HALF = replace(Rates(), drop=0.5)
LATE = replace(TIDY, late=0.5)
"""A player who is tidy but for the turn tracker."""


@dataclass
class Untidy:
    """A player with some habits; what he did is counted."""

    game: Game
    rng: random.Random
    rates: Rates = field(default_factory=Rates)
    done: dict[str, int] = field(default_factory=dict)
    last_turn: int = 0
    """The last turn to which the tracker is ever set; 0 for any."""
    _boxes: dict[str, str] = field(default_factory=dict)
    """The boxes into which lines have sent counters so far, by their verbs."""

    @cached_property
    def manners(self) -> Manners:
        """The lines of this game that its players forget, double and mistake."""
        return manners_of(self.game)

    def phase(self, state: State, steps: Sequence[LogStep]) -> list[Step]:
        """Return the steps of one phase as this player makes them; `state` is the position with which it began."""
        combat = self._fights(state.clock)
        self._boxes.update(_sent(steps))
        self._pools = set(self._sent_by_losses(steps))
        self._attacked: dict[str, Hex] = {}
        self._flown: dict[UnitId, Place | None] = {}
        self._moved = {unit for said in steps for unit, _ in said.moves}
        found: list[Step] = [step for said in steps for step in self._aircraft(state, said)] if combat else list(steps)
        if combat:
            found = self._numbers(found)
            if self._now("declared first", self.rates.declared_first):
                found = self._declared_first(state, found)
        found = [new for step in found for new in self._lines(state, step)]
        found = self._straight(found)
        found = [new for step in found for new in self._drags(state, step)]
        if combat:
            found = [*self._swapped(found), *self._home()]
        found = self._misplaced(found)
        if found and self._may_go_on(state.clock) and self._now("tracker", self.rates.tracker):
            at = self.rng.randrange(len(found) + 1)
            following = self.game.sequence.after(state.clock)
            # Something may be done before the mistake is seen.
            back = min(len(found), at + self.rng.choice((0, 0, 1, 2))) if combat else at
            found[back:back] = [Tracker(state.clock)]
            found[at:at] = [Tracker(following)]
        return found

    def _may_go_on(self, clock: Clock) -> bool:
        """Tell whether a turn of the game is left to which the tracker may be set by mistake."""
        return not self.last_turn or self.game.sequence.after(clock).turn <= self.last_turn

    def _misplaced(self, steps: list[Step]) -> list[Step]:
        """Return the steps of a phase with lines that only say something one step early or late."""
        found = list(steps)
        for step in steps:
            verb = step.lines[0][0] if isinstance(step, LogStep) and len(step.lines) == 1 and not step.moves else ""
            if verb in self.manners.misplaced and self._now("misplaced", self.rates.misplaced):
                at = next(i for i, one in enumerate(found) if one is step)
                del found[at]
                found.insert(max(0, at + self.rng.choice((-1, 1))), step)
        return found

    def is_late(self, clock: Clock) -> bool:
        """Tell whether the player forgets to advance the tracker to a phase before he plays it."""
        moves = self.game.sequence.kind_of(clock) == MOVE
        forgets = self._fights(clock) or (moves and clock.part > 1)
        return bool(self.rates.late) and forgets and self._now("late tracker", self.rates.late)

    def _fights(self, clock: Clock) -> bool:
        return self.game.sequence.kind_of(clock) == FIGHT

    def _sent_by_losses(self, steps: Sequence[LogStep]) -> Iterator[str]:
        lost = self.game.grammar.verbs_of(LOSE)
        return (box for verb, box in _sent(steps) if verb in lost)

    def _now(self, habit: str, rate: float) -> bool:
        now = self.rng.random() < rate
        if now:
            self.done[habit] = self.done.get(habit, 0) + 1
        return now

    # ------------------------------------------------------------------ lines

    def _lines(self, state: State, step: Step) -> Iterator[Step]:
        if not isinstance(step, LogStep) or not step.lines:
            yield step
            return
        # The module's running sums count the keys that were pressed: they say nothing of the others.
        step = LogStep(tuple((v, {k: x for k, x in f.items() if k not in SUMS}) for v, f in step.lines), step.moves)
        verb, fields = step.lines[0]
        if verb in self.manners.dice and self._now("plain die", self.rates.plain_die):
            yield LogStep(((self.manners.plain, {"die": fields["die"]}),), step.moves)
            if self.rng.random() < self.rates.chat and fields.get("result"):
                yield Words(f"{fields['result']}")
        elif self._is(verb, LOSE) and step.moves and self._now("other key", self.rates.other_key):
            yield from self._removed_otherwise(step)
        elif verb in self.manners.dropped and self._now("dropped", self.rates.drop):
            if step.moves:
                yield LogStep((), step.moves)
            text = in_chat(self.game, verb, fields)
            # Lower odds have to be announced (13.1b): who does not press the key says so.
            if text and (verb == "LOWER" or self.rng.random() < self.rates.chat):
                yield Words(text)
        else:
            yield step
            if verb in self.manners.doubled and len(step.lines) == 1 and self._now("doubled", self.rates.double):
                yield LogStep(step.lines)

    def _is(self, verb: str, role: str) -> bool:
        return verb in self.game.grammar.verbs_of(role)

    def _removed_otherwise(self, step: LogStep) -> Iterator[LogStep]:
        """Yield the key of another removal, and how the counter is dragged from its box to where it belongs.

        A key that says by which rule a unit is removed may lead into the same box.
        """
        unit = step.lines[0][1]["u"]
        reasons = [
            (verb, {"u": unit, "because": rule})
            for verb, (box, rules) in self.manners.reasons.items()
            if box == dict(step.moves)[unit]
            for rule in rules
        ]
        if reasons and self.rng.random() < 0.5:
            yield LogStep((self.rng.choice(reasons),), step.moves)
            return
        own = self.game.boxes[self.game.side_of[unit]]
        others = [verb for verb in self.manners.removals if self._boxes.get(verb) in own]
        if others:
            verb = self.rng.choice(others)
            yield LogStep(((verb, {"u": unit, "at": step.lines[0][1].get("at", "")}),), ((unit, self._boxes[verb]),))
        yield LogStep((), step.moves)

    # ------------------------------------------------------------------ drags

    def _drags(self, state: State, step: Step) -> Iterator[Step]:
        if not isinstance(step, LogStep) or len(step.moves) != 1:
            yield step
            return
        unit, goal = step.moves[0]
        if isinstance(goal, str) or self.game.roster.units[unit].type == "air":
            if self._fights(state.clock) and goal in self._pools and self._now("wrong one", self.rates.corrected):
                yield from self._wrong_one(state, unit, step)
            yield step
            return
        near = list(hexes(self.game.board.grid.neighbours[goal]))
        near = [at for at in near if self.game.board.land >> at & 1]
        if near and not step.lines and self._now("corrected", self.rates.corrected):
            yield LogStep((), ((unit, self.rng.choice(near)),))
        yield step

    def _straight(self, steps: list[Step]) -> list[Step]:
        """Return the steps with some ways of several hexes dragged in one go."""
        found: list[Step] = []
        for step in steps:
            last = found[-1] if found else None
            if (
                _is_drag(step)
                and last is not None
                and _is_drag(last)
                and last.moves[0][0] == step.moves[0][0]
                and self._now("straight", self.rates.in_steps)
            ):
                found[-1] = step
            else:
                found.append(step)
        return found

    def _wrong_one(self, state: State, unit: UnitId, step: LogStep) -> Iterator[Step]:
        """Yield the removal of a comrade instead, and how it is put back."""
        at = state.place(unit)
        if at is None or isinstance(at, str):
            return
        others = [u for u in state.forces[self.game.side_of[unit]].stack(at) if u not in self._moved]
        if not others:
            return
        other = self.rng.choice(others)
        lines = tuple((verb, {**fields, "u": other}) for verb, fields in step.lines)
        yield LogStep(lines, ((other, step.moves[0][1]),))
        if self.rng.random() < self.rates.chat:
            yield Words("sorry, the other one")
        yield LogStep((), ((other, at),))

    # ------------------------------------------------------------------ order

    def _swapped(self, steps: list[Step]) -> list[Step]:
        found = list(steps)
        for at in range(len(found) - 1):
            if not self._dependent(found[at], found[at + 1]) and self._now("swapped", self.rates.swap):
                found[at], found[at + 1] = found[at + 1], found[at]
        return found

    def _dependent(self, a: Step, b: Step) -> bool:
        """Tell whether two steps are never made in the other order."""
        return _dependent(a, b) or self._comes_too_late(a, b)

    def _comes_too_late(self, a: Step, b: Step) -> bool:
        """Tell whether the second of two steps is a die before which the first has to be done."""
        if not (isinstance(a, LogStep) and isinstance(b, LogStep)):
            return False
        fires = any(told.get("dice") or told.get("as") for _, told in b.lines)
        if not (fires or any(told.get("die") for _, told in b.lines)):
            return False
        if any(verb in self.manners.declaring for verb, _ in a.lines):
            # Who declares a battle after another's die has seen that die.
            return _battle(a) != _battle(b)
        # In a battle of several rounds what the last one has brought is carried out before the next.
        return fires or _battle(a) != _battle(b)

    def _numbers(self, steps: list[Step]) -> list[Step]:
        """Return the steps with losses and retreats under the number of the next battle, here and there."""
        numbers = list(dict.fromkeys(_battle(step) for step in steps if _battle(step)))
        early = {b for b in numbers if self._now("new battle early", self.rates.new_battle_early)}
        following = {b: str(int(b) + 1) for b in numbers}
        results = self.game.grammar.verbs_of(LOSE) | self.game.grammar.verbs_of(RETREAT)
        return [
            LogStep(tuple((verb, {**fields, "b": following[fields["b"]]}) for verb, fields in step.lines), step.moves)
            if isinstance(step, LogStep) and _battle(step) in early and step.lines[0][0] in results
            else step
            for step in steps
        ]

    def _declared_first(self, state: State, steps: list[Step]) -> list[Step]:
        """Return the steps with all battles of the side on turn declared before the first die.

        Nobody can know before a die what the other side will answer.
        """
        attacks = self.game.grammar.verbs_of(ATTACK)
        said = [(step.lines[0], step) for step in steps if isinstance(step, LogStep) and step.lines and not step.moves]
        own, again = dict[str, None](), set[str]()
        first_of: dict[UnitId, str] = {}
        gone = set[UnitId]()
        for step in steps:
            gone.update(unit for unit, _ in step.moves) if isinstance(step, LogStep) else None
            verb, told = step.lines[0] if isinstance(step, LogStep) and step.lines and not step.moves else ("", {})
            if verb in self.manners.declaring and told["u"] in gone:
                # Where it stands now nobody could know before.
                again.add(told["b"])
            elif verb in attacks and self.game.side_of[told["u"]] == state.clock.side:
                own[told["b"]] = None
                if first_of.setdefault(told["u"], told["b"]) != told["b"]:
                    # Who attacks twice has been allowed to by what the first attack has brought.
                    again.add(told["b"])
        for number in again:
            own.pop(number, None)
        first: list[Step] = []
        named: list[Step] = []
        for (verb, told), step in said:
            if verb in self.manners.declaring and told["b"] in own:
                # What was said just before about one of its units, such as a marker on its hex, comes with it.
                first += [step for step in named if told["u"] in _units(step)]
                named = [step for step in named if step not in first]
                first.append(step)
            elif "b" not in told and set(told) <= {"u", "at"}:
                named.append(step)
            else:
                named = []
        chosen = set(map(id, first))
        rest = [step for step in steps if id(step) not in chosen]
        at = next((i for i, step in enumerate(steps) if id(step) in chosen), 0)
        before = sum(id(step) not in chosen for step in steps[:at])
        return [*rest[:before], *first, *rest[before:]]

    # --------------------------------------------------------------- aircraft

    def _aircraft(self, state: State, said: LogStep) -> Iterator[Step]:
        """Yield an air unit's line with its counter put on the defenders before it, after it, or without it."""
        verb, fields = said.lines[0] if said.lines else ("", {})
        if self._is(verb, DEFEND):
            at = state.place(fields["u"])
            if at is not None and not isinstance(at, str):
                self._attacked[fields["b"]] = at
        goal = self._attacked.get(fields.get("b", "")) if verb == "AIR" else None
        if goal is None or not self._now("aircraft", self.rates.aircraft):
            yield said
            return
        lies = LogStep((), ((fields["u"], goal),))
        self._flown[fields["u"]] = state.place(fields["u"])
        yield from self.rng.choice(((said, lies), (lies, said), (lies,)))

    def _home(self) -> Iterator[Step]:
        """Yield how the aircraft go back to their boxes."""
        for unit, box in self._flown.items():
            if box is not None:
                yield LogStep((), ((unit, box),))


def _is_drag(step: Step) -> TypeGuard[LogStep]:
    """Tell whether a step does nothing but to drag one counter over the map."""
    return (
        isinstance(step, LogStep) and not step.lines and len(step.moves) == 1 and not isinstance(step.moves[0][1], str)
    )


def _battle(step: Step) -> str:
    return next((fields["b"] for _, fields in step.lines if fields.get("b")), "") if isinstance(step, LogStep) else ""


def _sent(steps: Sequence[LogStep]) -> Iterator[tuple[str, str]]:
    """Yield the verb of each line that sends a counter into a box, and the box."""
    for step in steps:
        if len(step.lines) == 1 and len(step.moves) == 1 and isinstance(step.moves[0][1], str):
            yield step.lines[0][0], step.moves[0][1]


def _units(step: Step) -> set[str]:
    if not isinstance(step, LogStep):
        return set()
    return {unit for unit, _ in step.moves} | {fields.get("u", "") for _, fields in step.lines} - {""}


def _dependent(a: Step, b: Step) -> bool:
    """Tell whether nobody would do two steps in the other order: the same counter's, or two dice."""
    if not isinstance(a, LogStep) or not isinstance(b, LogStep) or _units(a) & _units(b):
        return True
    return any(f.get("die") for _, f in a.lines) and any(f.get("die") for _, f in b.lines)
