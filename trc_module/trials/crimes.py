"""Crimes planted in played games: each kind of act in each way that breaks a rule, and what an audit says of it.

A crime is a legal game with one act done otherwise, left out, done twice or too late, so that one rule and no other is
broken to the end of its phase. A kind of crime is an act, the way in which it is done, and the rule that it breaks.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from trc_module.errors import UserError
from trc_module.rules.actions import Action, End
from trc_module.rules.engine import check
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import Game
from trc_module.rules.record.writer import action_text
from trc_module.rules.state import State
from trc_module.trials.logs import Logs
from trc_module.trials.play import Played
from trc_module.trials.ways_to_break import AGAIN, LATER, LEFT_OUT, WaysToBreak

TRIES = 2
"""The crimes of a kind that are planted until an audit names one."""
_JUDGED = 12
"""The acts of a kind in one way that are judged in one game in search of a crime."""


class CrimeTold(Enum):
    """What an audit says of a crime, the best first."""

    NAMED = "named"
    OTHER_RULE = "told by another rule"
    OPEN = "left open"
    NOTED = "noted"
    NOTHING = "not told"


@dataclass(frozen=True, slots=True, order=True)
class CrimeKind:
    """A kind of crime."""

    verb: str
    way: str
    rule: str

    def __str__(self) -> str:
        return f"{self.verb}, {self.way}, against {self.rule}"


@dataclass(frozen=True, slots=True)
class Crime:
    """Acts of which one breaks a rule, and nothing else does."""

    kind: CrimeKind
    what: str
    """What was done, or left out, and when."""
    start: State
    acts: tuple[Action, ...]


@dataclass(slots=True)
class Planted:
    """What became of the crimes of a kind."""

    crimes: int = 0
    told: CrimeTold = CrimeTold.NOTHING
    what: str = ""
    """The last crime that was not named."""
    instead: str = ""
    """What was told in its place."""


class Criminal:
    """Looks for crimes in played games."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self._ways = WaysToBreak(game, random.Random(seed))

    def crimes(self, played: Played) -> Iterator[Crime]:
        """Yield acts with a crime in them, to the end of its phase.

        They begin with the phase before, so that an audit knows how the phase of the crime began.
        """
        judged: Counter[tuple[str, str]] = Counter()
        phases = [0, *(i + 1 for i, act in enumerate(played.acts) if isinstance(act, End))]
        for last, begin, end, after in zip(
            [0, *phases], phases, phases[1:], [*phases[2:], len(played.acts)], strict=False
        ):
            for at in range(begin, end):
                for verb, way, acts, shown in self._done_otherwise(played, at, end, after):
                    if judged[verb, way] >= _JUDGED:
                        continue
                    judged[verb, way] += 1
                    broken, done = self._judged(played.before[at], acts)
                    if len(broken) == 1:
                        judged[verb, way] -= _JUDGED // TRIES
                        kind = CrimeKind(verb, way, broken.pop())
                        before = played.acts[last:at]
                        what = f"{action_text(self.game, shown)} in {played.before[at].clock}"
                        yield Crime(kind, what, played.before[last], (*before, *done))

    def _done_otherwise(
        self, played: Played, at: int, end: int, after: int
    ) -> Iterator[tuple[str, str, list[Action], Action]]:
        """Yield an act in each way: its word, the way, all acts from it on, and the one that tells what was done."""
        act, rest, syntax = played.acts[at], played.acts[at + 1 : end], self._ways.syntax(played.acts[at])
        if syntax is None:
            return
        if not isinstance(act, End):
            yield syntax.verb, LEFT_OUT, rest, act
            yield syntax.verb, AGAIN, [act, act, *rest], act
            yield syntax.verb, LATER, [*rest, act, *played.acts[end:after]], act
        for changed in self._ways.changes(played.before[at], act):
            yield syntax.verb, changed.way, [changed.act, *rest], changed.act

    def _judged(self, state: State, acts: Sequence[Action]) -> tuple[set[str], list[Action]]:
        """Return the rules that acts break, and the acts that still fit one after the other; no more if two are broken.

        What else a first act breaks that fits not at all is no crime.
        """
        broken: set[str] = set()
        done: list[Action] = []
        for act in acts:
            if self.game.precondition_error(state, act):
                continue
            broken |= {finding.rule for finding in check(self.game, state, act) if finding.verdict is Verdict.VIOLATION}
            if len(broken) > 1:
                break
            done.append(act)
            state = self.game.apply(state, act)
        return broken, done


def planted(game: Game, logs: Logs, games: Sequence[Played], seed: int) -> dict[CrimeKind, Planted]:
    """Return what an audit tells of each kind of crime for which some games have an occasion."""
    found: dict[CrimeKind, Planted] = {}
    for number, played in enumerate(games):
        for crime in Criminal(game, seed + number).crimes(played):
            known = found.get(crime.kind, Planted())
            if known.crimes >= TRIES or known.told is CrimeTold.NAMED:
                continue
            try:
                findings = logs.told(crime.start, crime.acts)
            except UserError:
                # There is no log of such an act.
                continue
            told = _told_of(crime.kind.rule, findings)
            found[crime.kind] = known
            known.crimes += 1
            if told is CrimeTold.NAMED:
                known.told, known.what, known.instead = told, "", ""
            else:
                known.told, known.what = told, crime.what
                known.instead = next(map(str, sorted(findings, key=lambda one: one.verdict is Verdict.NOTE)), "")
    return dict(sorted(found.items()))


def _told_of(rule: str, findings: Sequence[Finding]) -> CrimeTold:
    if any(one.accuses and one.rule == rule for one in findings):
        return CrimeTold.NAMED
    if any(one.accuses for one in findings):
        return CrimeTold.OTHER_RULE
    if any(one.verdict is Verdict.UNDECIDED for one in findings):
        return CrimeTold.OPEN
    return CrimeTold.NOTED if findings else CrimeTold.NOTHING
