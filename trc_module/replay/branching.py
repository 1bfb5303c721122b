"""Branching: the step of the chain after which a log goes on, and whether its author went back for that.

A roll changes no counter's place, so the position with which a log begins fits before a roll as well as after it. Which
of both is meant, the dice tell: the die of a battle, of a unit at sea or of the weather falls once a phase. A log that
throws it again goes on from before the first throw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from trc_module.declarations import PLAIN_DIE
from trc_module.replay.events import PropertySet, Step
from trc_module.replay.execution import Execution, Fingerprint
from trc_module.replay.integrity import RESULT
from trc_module.replay.undoing import settle
from trc_module.vassal.commands import Command


class Joint(Struct, frozen=True):
    """The place where a log goes on: after step `at` of the chain; its first `replayed` steps are the chain's next
    ones.

    `rolls_again` tells that it drops steps that changed nothing on the table, since it throws their dice again.
    """

    at: int
    replayed: int
    rolls_again: bool = False

    @property
    def reach(self) -> int:
        """Return how many steps of the chain are kept."""
        return self.at + self.replayed


def find_joint(
    steps: Sequence[Step],
    fingerprints: Sequence[Fingerprint],
    did: Sequence[tuple[Command, ...] | None],
    execution: Execution,
) -> Joint:
    """Return where a log goes on in a chain of these steps; at its end if it begins with a position that never was.

    `fingerprints` are the positions before the first step and after each, `did` what each step did.
    """
    fitting = [at for at, fingerprint in enumerate(fingerprints) if fingerprint == execution.fingerprints[0]]
    joints = [Joint(at, _common(did, at, execution.did)) for at in fitting]
    if not joints:
        return Joint(len(steps), 0)
    latest = max(joints, key=lambda joint: (joint.reach, joint.at))
    lost = fingerprints[latest.reach] != fingerprints[-1]
    if not _Again(steps, execution, fitting[0], latest).rolls(lost):
        return latest
    best = min(
        joints, key=lambda joint: (_Again(steps, execution, fitting[0], joint).lines, -joint.reach, -joint.replayed)
    )
    return Joint(best.at, best.replayed, rolls_again=True)


class _Again:
    """The repetitions of a log that goes on somewhere: the chain's steps since `first`, and its own in that phase."""

    def __init__(self, steps: Sequence[Step], execution: Execution, first: int, joint: Joint) -> None:
        # The first clock is that before the first step.
        phase = _common([execution.clocks[0]] * len(execution.steps), 0, execution.clocks[1:])
        plain = execution.log.parts.game.grammar.verbs_of(PLAIN_DIE)
        self._kept = _Lines(steps[first : joint.reach], plain)
        self._own = _Lines(execution.steps[joint.replayed : phase + 1], plain)

    def rolls(self, lost: bool) -> bool:
        """Tell whether a die is thrown again; dice without a purpose count if steps of the chain are `lost` anyway."""
        again = (self._kept.dice.keys() & self._own.dice.keys()) - self._kept.due
        return any(lost if what == _NO_PURPOSE else not self._of_another_battle(what[1]) for what in again)

    def _of_another_battle(self, about: str) -> bool:
        """Tell whether a battle's number was given to other units since."""
        kept, own = self._kept.units.get(about, set()), self._own.units.get(about, set())
        return bool(kept) and bool(own) and kept.isdisjoint(own)

    @property
    def lines(self) -> int:
        """Return how many lines are said again, those of dice among them."""
        return (self._kept.all & self._own.all).total()


_What = tuple[str, str]
"""The subject of a line: its verb, and the battle or the unit."""
_NO_PURPOSE: _What = "", ""
"""The subject of a die that was rolled for something else than the other lines are about."""


class _Lines:
    """The lines and dice of some steps, except those that were taken back among them."""

    def __init__(self, steps: Sequence[Step], plain: frozenset[str]) -> None:
        self._plain = plain
        self.dice: Counter[_What] = Counter()
        self.all: Counter[tuple[str, str, str]] = Counter()
        self.units: dict[str, set[str]] = {}
        self.due: set[_What] = set()
        """The dice that fell in a battle and are due once more: what they were for another unit has done since."""
        self._last: dict[str, tuple[str, str]] = {}
        self._thrown_for: dict[_What, tuple[str, str]] = {}
        for step in settle(steps).steps:
            self._take(step)

    def _take(self, step: Step) -> None:
        told = step.declarations
        thrown = any(isinstance(event, PropertySet) and event.name.endswith(RESULT) for event in step.events)
        if thrown and not any(says.get("die") for says in told):
            self.dice[_NO_PURPOSE] += 1
            self.all["", "", ""] += 1
        for says in told:
            battle, unit = says.get("b") or "", says.get("u") or ""
            if says.get("die") and says.verb in self._plain:
                self.dice[_NO_PURPOSE] += 1
                self.all["", "", ""] += 1
                continue
            self.all[says.verb, battle, unit] += 1
            if says.get("die"):
                self._throw((says.verb, battle or unit or says.get("source") or ""), battle)
            elif battle and unit:
                self._name(says.verb, battle, unit)

    def _throw(self, what: _What, battle: str) -> None:
        self.dice[what] += 1
        self.due.discard(what)
        if battle in self._last:
            self._thrown_for[what] = self._last[battle]

    def _name(self, verb: str, battle: str, unit: str) -> None:
        self.units.setdefault(battle, set()).add(unit)
        self._last[battle] = verb, unit
        for what, (before, whose) in self._thrown_for.items():
            if what[1] == battle and before == verb and whose != unit:
                self.due.add(what)


def _common(one: Sequence[object], at: int, other: Sequence[object]) -> int:
    """Return how many items of a list, from one on, are the first items of another."""
    count = 0
    while at + count < len(one) and count < len(other) and one[at + count] == other[count]:
        count += 1
    return count
