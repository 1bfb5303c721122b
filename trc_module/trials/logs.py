"""Logs of played games, as tidy and untidy players make them, audited; and crimes that are planted in such logs.

A tidy log of a legal game in which anything is called wrong shows a fault of the rules. What is told of a forgotten key
and of a planted crime measures what an audit of this game can see.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from trc_module.errors import UserError
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.audit import audit_log
from trc_module.replay.gamelog import open_log
from trc_module.rules.actions import Action, End
from trc_module.rules.engine import check
from trc_module.rules.finding import Finding
from trc_module.rules.game import Game
from trc_module.rules.interpretation import LogStep
from trc_module.rules.record.reader import read_act
from trc_module.rules.record.writer import action_text
from trc_module.rules.selfplay import record_of
from trc_module.rules.state import State
from trc_module.trials.play import Played
from trc_module.trials.random_acts import RandomActs
from trc_module.version import __version__

Edit = Callable[[LogStep], LogStep]
FORGETS = 0.08
"""The probability that an untidy player forgets the key of a line."""
_DRAWS = 12
"""The acts that are drawn in each position when crimes are looked for."""
_TRIES = 2
"""The crimes against a rule that are planted until an audit names it."""


class Logs:
    """Writes logs of one game into a folder, and reads them again."""

    def __init__(self, game: Game, parts: ModuleInputs, folder: Path) -> None:
        self.game = game
        self.parts = parts
        self.path = folder / "trial.vlog"

    def accused(self, start: State, acts: Sequence[Action], edit: Edit | None = None) -> list[Finding]:
        """Return what an audit calls wrong in the log of some acts; UserError if they have no log."""
        compose(self.parts, record_of(self.game, start, acts), self.path, __version__, edited=edit)
        log = replace(open_log(self.path, self.parts), scenario=start.scenario)
        return [note.finding for note in audit_log(log).findings if note.finding.accuses]

    def with_one_key_forgotten(self, played: Played) -> Iterator[tuple[str, list[Finding]]]:
        """Yield each kind of line of a game with what is called wrong where one of them was forgotten."""
        verbs = [
            verb
            for act, state in zip(played.acts, played.before, strict=True)
            for step in self.game.say(state, act)
            for verb, _ in step.lines
            if self._may_be_forgotten(verb, step)
        ]
        for verb in sorted(set(verbs)):
            middle = verbs.count(verb) // 2
            yield verb, self.accused(played.before[0], played.acts, _forgetting(verb, middle))

    def of_an_untidy_player(self, played: Played, seed: int) -> list[Finding]:
        """Return what is called wrong in the log of a player who now and then forgets the key of a line."""
        rng = random.Random(seed)

        def edit(step: LogStep) -> LogStep:
            kept = (line for line in step.lines if not self._may_be_forgotten(line[0], step) or rng.random() >= FORGETS)
            return replace(step, lines=tuple(kept))

        return self.accused(played.before[0], played.acts, edit)

    def _may_be_forgotten(self, verb: str, step: LogStep) -> bool:
        """Tell whether a legal act stays one without its key: whoever does not press it can do what it does by hand.

        A die that nobody rolls, or a counter that nobody turns, is not that act any more.
        """
        return self.parts.grammar.verbs[verb].says_only or bool(step.moves)


def _forgetting(verb: str, which: int) -> Edit:
    """Return the edit that leaves out the so-manieth line of a verb, from 0."""
    seen = 0

    def edit(step: LogStep) -> LogStep:
        nonlocal seen
        kept = []
        for line in step.lines:
            if line[0] == verb:
                seen += 1
                if seen == which + 1:
                    continue
            kept.append(line)
        return replace(step, lines=tuple(kept))

    return edit


@dataclass(frozen=True, slots=True)
class Crime:
    """Acts of which one breaks a rule, and nothing else does."""

    rule: str
    what: str
    """What was done, or left out."""
    start: State
    acts: tuple[Action, ...]


def crimes(game: Game, played: Played, seed: int) -> Iterator[Crime]:
    """Yield acts with a crime in them: one drawn by lot or one left out, judged to the end of its phase.

    They begin with the phase before, so that an audit knows how the phase of the crime began.
    """
    draws = RandomActs(game, seed)
    phases = [0, *(i + 1 for i, act in enumerate(played.acts) if isinstance(act, End))]
    for last, begin, end in zip([0, *phases], phases, [*phases[1:], len(played.acts)], strict=False):
        for at in range(begin, end):
            before, following = played.acts[last:at], played.acts[at:end]
            for act in (*_drawn(game, played.before[at], draws), None):
                acts = [act, *following] if act is not None else following[1:]
                kept = list(_as_far_as_it_goes(game, played.before[at], acts))
                broken = {finding.rule for _, found in kept for finding in found if finding.accuses}
                if len(broken) == 1:
                    what = action_text(game, act) if act else f"without '{action_text(game, following[0])}'"
                    done = (*before, *(one for one, _ in kept))
                    yield Crime(broken.pop(), f"{what} in {played.before[at].clock}", played.before[last], done)


def _drawn(game: Game, state: State, draws: RandomActs) -> Iterator[Action]:
    """Yield acts that fit a position and break a rule in it."""
    for _ in range(_DRAWS):
        text = draws.draw(state)
        if text is None:
            continue
        try:
            act = read_act(game, text)
        except UserError:
            continue
        if not game.precondition_error(state, act) and any(finding.accuses for finding in check(game, state, act)):
            yield act


def _as_far_as_it_goes(game: Game, state: State, acts: Sequence[Action]) -> Iterator[tuple[Action, Sequence[Finding]]]:
    """Yield acts that still fit one after the other, each with what the rules say of it."""
    for act in acts:
        if game.precondition_error(state, act):
            continue
        yield act, check(game, state, act)
        state = game.apply(state, act)


def named_crimes(
    game: Game, logs: Logs, games: Sequence[Played], seed: int
) -> tuple[dict[str, bool], dict[str, Crime]]:
    """Return by each rule that was broken whether an audit named it, and a crime of each that none has named."""
    named: dict[str, bool] = {}
    tries: dict[str, int] = {}
    missed: dict[str, Crime] = {}
    for number, played in enumerate(games):
        for crime in crimes(game, played, seed + number):
            if named.get(crime.rule) or tries.get(crime.rule, 0) >= _TRIES:
                continue
            try:
                told = logs.accused(crime.start, crime.acts)
            except UserError:
                # There is no log of such an act.
                continue
            tries[crime.rule] = tries.get(crime.rule, 0) + 1
            named[crime.rule] = any(finding.rule == crime.rule for finding in told)
            if not named[crime.rule]:
                missed[crime.rule] = crime
    return named, {rule: crime for rule, crime in missed.items() if not named[rule]}
