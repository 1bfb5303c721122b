"""One act of a legal game is done otherwise: what the referee of records names, the audit of its tidy log says too.

Crimes that end a log are easy to see: here the phase goes on, so that the search of lines has all it may excuse by.
What is changed is a die, what was read off it, or what is done with a counter: a key that only says something may be
forgotten, pressed twice or wrong, and a move to a legal goal may have gone another way.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import accumulate
from pathlib import Path

from tests.laws.playing import Told, audit_of, opened
from tests.untidy.crimes_by_lot import way_on
from tests.untidy.habits import TIDY, Untidy
from tests.untidy.writing import write
from trc_module.errors import UserError
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.actions import Action, End, Move
from trc_module.rules.engine import Referee
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import Game
from trc_module.rules.record.writer import action_text
from trc_module.rules.selfplay import record_of
from trc_module.rules.state import State, Trail

FAR = 2
"""The most hexes by which another goal lies from the legal one, or another unit from the one that acted."""
FACES = 6
_WORDS = ("result", "odds")
_HEXES = ("hex", "place")


@dataclass(frozen=True, slots=True)
class Otherwise:
    """An act that was done otherwise, and what an audit makes of it."""

    kind: str
    clock: str
    was: str
    done: str
    rules: tuple[str, ...]
    """The rules that the referee of records names."""
    told: tuple[str, ...]
    """Those by which the audit accuses somebody."""
    undecided: tuple[str, ...]

    @property
    def outcome(self) -> str:
        """Whether the audit names the rule, another one, leaves something open, or says nothing."""
        if set(self.told).intersection(self.rules):
            return "named"
        return "named otherwise" if self.told else "left open" if self.undecided else "passed over"


def done_otherwise(played: Told, folder: Path, each: int, *, kinds: int = 1000) -> Iterator[Otherwise]:
    """Yield acts of a legal game done otherwise, so many of each kind and of so many kinds, with what is told of them.

    Those of which the referee names nothing are left out.
    """
    game, rng = played.game, random.Random(f"otherwise {played.name} {played.seed}")
    states = list(accumulate(played.acts, game.apply, initial=played.begins))
    usual = {finding.rule for finding in _found(game, played.begins, played.acts) or ()}
    places = [i for i, act in enumerate(played.acts) if not isinstance(act, End)]
    rng.shuffle(places)
    seen = Counter[str]()
    for i in places:
        if len(seen) >= kinds and min(seen.values()) >= each:
            return
        act = played.acts[i]
        end = next((j for j in range(i, len(played.acts)) if isinstance(played.acts[j], End)), None)
        for word, new in _otherwise(game, states[i], act, rng, played.acts):
            kind = f"{type(act).__name__} {word}"
            if end is None or seen[kind] >= each or (not seen[kind] and len(seen) >= kinds):
                continue
            acts = (*played.acts[:i], *new, *played.acts[i + 1 : end + 1])
            rules = {finding.rule for finding in _found(game, played.begins, acts) or ()} - usual
            if not rules:
                continue
            seen[kind] += 1
            done = "; ".join(action_text(game, each) for each in new) or "nothing"
            told, undecided = _told(played, acts, folder)
            clock = str(states[i].clock)
            yield Otherwise(kind, clock, action_text(game, act), done, tuple(sorted(rules)), told, undecided)


def _told(played: Told, acts: Sequence[Action], folder: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    path = folder / "otherwise.vlog"
    tidy = Untidy(played.game, random.Random(0), TIDY)
    write(played.parts, record_of(played.game, played.begins, acts), path, tidy)
    found = [noted.finding for noted in audit_of([opened(played, path)]).findings]
    told = tuple(dict.fromkeys(finding.rule for finding in found if finding.accuses))
    return told, tuple(dict.fromkeys(f.rule for f in found if f.verdict is Verdict.UNDECIDED))


def _found(game: Game, begins: State, acts: Sequence[Action]) -> list[Finding] | None:
    """Return the violations that the referee names; None if one of the acts is none in that position."""
    referee, found = Referee(game, begins), list[Finding]()
    try:
        for act in acts:
            if game.precondition_error(referee.state, act):
                return None
            found += referee.act(act).findings
    except (UserError, LookupError, ValueError):
        return None
    return [finding for finding in found if finding.verdict is Verdict.VIOLATION]


def _otherwise(
    game: Game, state: State, act: Action, rng: random.Random, others: Sequence[Action]
) -> Iterator[tuple[str, tuple[Action, ...]]]:
    """Yield ways to do an act otherwise: left out, or one of its fields changed."""
    shown = _shows(game, state, act)
    if shown:
        yield "left out", ()
    for field in fields(act):
        if isinstance(act, Move) or not (shown or field.name in ("die", *_WORDS)):
            continue
        value = getattr(act, field.name)
        for other in _values(game, state, act, field.name, value, rng, others):
            yield f"with another {field.name}", (replace(act, **{field.name: other}),)


def _shows(game: Game, state: State, act: Action) -> bool:
    """Tell whether the table shows an act: a counter moves or is turned, or a status is another one."""
    verbs = game.grammar.verbs
    steps = game.say(state, act)
    return any(step.moves or any(not verbs[verb].says_only for verb, _ in step.lines) for step in steps)


def _values(
    game: Game, state: State, act: Action, name: str, value: object, rng: random.Random, others: Sequence[Action]
) -> Iterator[object]:
    """Yield another value of a field, if there is one."""
    grid = game.board.grid
    found: list[object] = []
    if name == "die" and isinstance(value, int):
        found = [die for die in range(1, FACES + 1) if die != value]
    elif name in _WORDS and value:
        found = sorted({getattr(other, name) for other in others if type(other) is type(act)} - {value})
    elif name in _HEXES and isinstance(value, int):
        found = [*hexes(grid.neighbours[Hex(value)])]
    elif name == "unit" and isinstance(value, str) and not hasattr(act, "trail"):
        found = [*_units_like(game, state, value)]
    elif isinstance(value, Trail) and len(value.hexes) > 1:
        goals = [at for at in hexes(grid.disc(value.hexes[-1], FAR)) if at not in value.hexes]
        ways = (way_on(game, Trail(value.hexes[:1]), goal) for goal in goals)
        found = [Trail(way) for way in ways if len(way) > 1]
    if found:
        yield rng.choice(found)


def _units_like(game: Game, state: State, unit: str) -> Iterator[str]:
    """Yield the units of the same side that could be taken for one: nearby, or in a box as it is."""
    here = state.place(unit)
    for other in sorted(state.forces[game.side_of[unit]].places) if unit in game.side_of else ():
        there = state.place(other)
        if other == unit or type(there) is not type(here):
            continue
        if isinstance(here, int) and isinstance(there, int) and game.board.grid.distance(Hex(here), Hex(there)) > FAR:
            continue
        yield other
