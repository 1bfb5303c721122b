"""Games joined in the middle: what the table shows to be wrong is told, what came before may excuse is undecided.

A position is forgotten: what no counter and no marker shows of the game before it is lost, as for a log that begins
there. Then acts are judged from it on. The acts are those of the examples of the rulebook files, begun where each
begins and before each of its acts, and those of self-played games.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tests.laws.playing import Told
from trc_module.errors import UserError
from trc_module.rules.actions import Action
from trc_module.rules.engine import Referee
from trc_module.rules.finding import Finding
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.game import Game
from trc_module.rules.record import read_record
from trc_module.rules.state import State
from trc_module.systems.memory import JOINED


@dataclass(frozen=True, slots=True)
class Joined:
    """A finding that accuses in a game joined in the middle, and whether it stands whatever came before."""

    act: int
    """The number of the act in the whole game."""
    finding: Finding
    decided: bool


def forgotten(game: Game, state: State) -> State:
    """Return a position as it is known to somebody who begins to log there."""
    begun = game.start(state.scenario, state.options)
    none: FrozenMap[str, int] = FrozenMap()
    known = state.changed(control=begun.control, used=none, marks=frozenset({JOINED}), traces=FrozenMap(), battles=())
    return game.joined(known.changed(trails=FrozenMap()))


def joined(game: Game, state: State, acts: Sequence[Action], first: int = 0) -> Iterator[Joined]:
    """Judge acts from a position that is forgotten; of those that do not fit it the table shows what they did."""
    referee, began, shown = Referee(game, forgotten(game, state)), state.clock, state
    for number, act in enumerate(acts[first:], first):
        before = referee.state
        shown = game.apply(shown, act)
        try:
            findings = referee.act(act).findings
        except UserError:
            referee.state = before.changed(forces=shown.forces, slices=shown.slices)
            continue
        for finding in findings:
            if finding.accuses:
                yield Joined(number, finding, game.unknown_before(before, finding, began, act=act) is None)


def accused(game: Game, state: State, acts: Sequence[Action]) -> tuple[list[State], set[tuple[int, str]]]:
    """Return the positions before each act of a whole game, and the rules of what accuses in it, by act."""
    referee, states, found = Referee(game, state), list[State](), set[tuple[int, str]]()
    for number, act in enumerate(acts):
        states.append(referee.state)
        found |= {(number, finding.rule) for finding in referee.act(act).findings if finding.accuses}
    return states, found


@dataclass(frozen=True, slots=True)
class Case:
    """An example of a rulebook file as acts from a position."""

    rule: str
    text: str
    game: Game
    state: State
    acts: tuple[Action, ...]


def examples(
    name: str, find: Callable[[str, frozenset[str]], Game], *, broken: bool, of: tuple[str, ...] = ("",)
) -> Iterator[Case]:
    """Yield the examples of a game's rulebook files that break rules, or those that keep them; `of` begins numbers."""
    seen = set[str]()
    for rule in find(name, frozenset()).book.rules.values():
        if not rule.number.startswith(of):
            continue
        for example in rule.examples:
            lines = (example.illegal if broken else example.legal).splitlines()
            text = "\n".join((f"game: {name}", *(line for line in lines if not line.startswith("expect")), ""))
            if lines and text not in seen:
                seen.add(text)
                record = read_record(text, "an example", find)
                acts = tuple(entry for entry in record.entries if isinstance(entry, Action))
                yield Case(rule.number, text, record.game, record.start, acts)


def undecided_crimes(name: str, find: Callable[[str, frozenset[str]], Game]) -> dict[str, str]:
    """Return the rules whose broken examples are undecided, or not told, in a log that begins with the example."""
    found: dict[str, str] = {}
    for case in examples(name, find, broken=True):
        here = {one.finding.rule: one.decided for one in joined(case.game, case.state, case.acts)}
        for _, rule in accused(case.game, case.state, case.acts)[1]:
            if not here.get(rule):
                found[rule] = "undecided" if rule in here else "not told"
    return found


def falsely_accused(case: Case) -> Iterator[str]:
    """Yield what a tail of an example decides though the whole does not find it."""
    states, known = accused(case.game, case.state, case.acts)
    for first, state in enumerate(states):
        for one in joined(case.game, state, case.acts, first):
            if one.decided and (one.act, one.finding.rule) not in known:
                yield f"{case.rule}, from act {first}: {one.finding}"


def falsely_accused_in_play(played: Told, each: int) -> Iterator[str]:
    """Yield what is decided in a legal game joined in the middle: so many beginnings, to the end of the next turn."""
    referee = Referee(played.game, played.begins)
    states = []
    for act in played.acts:
        states.append(referee.state)
        referee.state = played.game.apply(referee.state, act)
    rng = random.Random(f"joined {played.name} {played.seed}")
    for first in sorted(rng.sample(range(len(states)), min(each, len(states)))):
        for one in joined(played.game, states[first], played.acts, first):
            if one.decided:
                yield f"{played.name} {played.seed}, from act {first} ({states[first].clock}): {one.act} {one.finding}"
