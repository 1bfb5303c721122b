"""Crimes of any game under untidiness: a legal act is done wrongly or left out, whatever the game's rules are.

What goes somewhere goes to another hex, or one unit's act is left out; the referee says which rules that breaks, then
or at the end of the phase. What a tidy log of it names is looked for in untidy ones.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tests.crimes.crime import named
from tests.untidy.habits import TIDY, Rates, Untidy
from tests.untidy.writing import write
from trc_module.auditing.audit import audit_log
from trc_module.errors import UserError
from trc_module.hexgrid import Hex, hexes
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.gamelog import open_log
from trc_module.rules.actions import Action, End, Lose, Retreat
from trc_module.rules.engine import Referee, check
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import Game
from trc_module.rules.selfplay import record_of
from trc_module.rules.state import State, Trail

CHANCE = 0.4
"""How often a legal act is done wrongly."""
MOST = 4
"""The greatest number of crimes of one game."""
TRIES = 2
"""The number of times that a crime is made untidily."""
FAR = 2
"""The greatest number of hexes by which another goal lies from the legal one."""


@dataclass(frozen=True, slots=True)
class Crime:
    """A crime in a legal game: the acts of the game until the end of its phase."""

    kind: str
    rules: frozenset[str]
    acts: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """A crime that a tidy log shows, and what an audit says of an untidy one."""

    kind: str
    rules: frozenset[str]
    told: tuple[str, ...]
    undecided: tuple[str, ...]
    seed: int = 0
    crime: int = 0

    @property
    def outcome(self) -> str:
        """Whether it was named, named otherwise, left open or missed."""
        if any(named("|".join(self.rules), rule) for rule in self.told):
            return "named"
        return "named otherwise" if self.told else "left open" if self.undecided else "missed"


def crimes(game: Game, begins: State, acts: Iterable[Action], seed: int) -> Iterator[Crime]:
    """Yield crimes in a legal game, one for each phase at most."""
    rng, state = random.Random(f"crimes {game.name} {seed}"), begins
    before: list[Action] = []
    done = False
    for act in acts:
        if not done and rng.random() < CHANCE:
            found = next(_of(game, state, act, rng), None)
            if found is not None:
                kind, crime = found
                rules = _broken(game, state, crime)
                if rules:
                    done = True
                    yield Crime(kind, rules, (*before, *crime, End()))
        done = done and not isinstance(act, End)
        before.append(act)
        state = game.apply(state, act)


def _of(game: Game, state: State, act: Action, rng: random.Random) -> Iterator[tuple[str, tuple[Action, ...]]]:
    """Yield ways to do an act wrongly."""
    name = type(act).__name__
    trail = getattr(act, "trail", None)
    if isinstance(act, (Lose, Retreat)) and rng.random() < 0.5:
        yield f"{name} left out", ()
    if isinstance(trail, Trail) and len(trail.hexes) > 1:
        near = [at for at in hexes(game.board.grid.disc(trail.hexes[-1], FAR)) if at not in trail.hexes]
        rng.shuffle(near)
        for goal in near:
            way = way_on(game, trail, goal)
            other = replace(act, trail=Trail(way))  # type: ignore[call-arg]
            if len(way) > 1 and any(f.verdict is Verdict.VIOLATION for f in _check(game, state, other)):
                yield f"{name} elsewhere", (other,)
                return


def way_on(game: Game, trail: Trail, goal: Hex) -> tuple[Hex, ...]:
    """Return a way that goes on from a trail to another hex."""
    grid, way = game.board.grid, list(trail.hexes)
    while way[-1] != goal:
        near = [at for at in hexes(grid.neighbours[way[-1]]) if grid.distance(at, goal) < grid.distance(way[-1], goal)]
        if not near:
            return ()
        way.append(near[0])
    return tuple(way)


def _check(game: Game, state: State, act: Action) -> list[Finding]:
    return [] if game.precondition_error(state, act) else list(check(game, state, act))


def _broken(game: Game, state: State, crime: tuple[Action, ...]) -> frozenset[str]:
    """Return the rules that a crime breaks by itself, or with the end of the phase."""
    referee, found = Referee(game, state), list[Finding]()
    try:
        for act in (*crime, End()):
            found += referee.act(act).findings
    except (UserError, LookupError):
        return frozenset()
    return frozenset(finding.rule for finding in found if finding.verdict is Verdict.VIOLATION)


def trials(
    parts: ModuleInputs, begins: State, acts: Iterable[Action], seed: int, rates: Rates, folder: Path
) -> Iterator[Trial]:
    """Yield the crimes of a legal game that a tidy log shows, each in untidy logs."""
    game, path = parts.game, folder / "crime.vlog"
    shown = 0
    for number, crime in enumerate(crimes(game, begins, acts, seed)):
        told, _ = _told(parts, begins, crime, path, Untidy(game, random.Random(0), TIDY))
        if not any(named("|".join(crime.rules), rule) for rule in told):
            continue
        shown += 1
        for attempt in range(TRIES):
            untidy = Untidy(game, random.Random(f"crime {seed} {number} {attempt}"), rates)
            yield Trial(crime.kind, crime.rules, *_told(parts, begins, crime, path, untidy), seed, number)
        if shown == MOST:
            return


def _told(
    parts: ModuleInputs, begins: State, crime: Crime, path: Path, untidy: Untidy
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the rules that an audit of a crime's log names, and those that it leaves open."""
    write(parts, record_of(parts.game, begins, crime.acts), path, untidy)
    log = replace(open_log(path, parts, begins.options), scenario=begins.scenario)
    found = [noted.finding for noted in audit_log(log).findings]
    told = tuple(dict.fromkeys(finding.rule for finding in found if finding.accuses))
    return told, tuple(dict.fromkeys(f.rule for f in found if f.verdict is Verdict.UNDECIDED))


def report(found: Iterable[Trial]) -> Iterator[str]:
    """Yield how many crimes were named, and the first of each kind that was not."""

    counts: dict[str, Counter[str]] = {}
    others: list[str] = []
    total = Counter[str]()
    for trial in found:
        counts.setdefault(trial.kind, Counter())[trial.outcome] += 1
        total[trial.outcome] += 1
        if trial.outcome != "named":
            rules, told = " or ".join(sorted(trial.rules)), ", ".join(trial.told) or "nothing"
            where = f"game {trial.seed}, crime {trial.crime}"
            left = f", open {', '.join(trial.undecided)}" if trial.undecided else ""
            others.append(f"{where}: {trial.kind}: {trial.outcome}: expected {rules}, told {told}{left}")
    yield f"{total.total()} tries: " + ", ".join(f"{number} {word}" for word, number in total.most_common())
    yield from (f"{kind}: {dict(counts[kind])}" for kind in sorted(counts))
    yield from others
