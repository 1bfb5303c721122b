"""Logs of played games, as tidy and untidy players make them, audited.

A tidy log of a legal game in which anything is called wrong shows a fault of the rules. What is told of a forgotten key
measures what an audit of this game can see.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from trc_module.auditing.audit import audit_log
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.gamelog import open_log
from trc_module.rules.actions import Action
from trc_module.rules.finding import Finding
from trc_module.rules.game import Game
from trc_module.rules.interpretation import LogStep
from trc_module.rules.record import RecordError, try_record
from trc_module.rules.selfplay import record_of
from trc_module.rules.state import State
from trc_module.trials.play import Played
from trc_module.version import __version__

Edit = Callable[[LogStep], LogStep]
FORGETS = 0.08
"""The probability that an untidy player forgets the key of a line."""


class Logs:
    """Writes logs of one game into a folder, and reads them again."""

    def __init__(self, game: Game, parts: ModuleInputs, folder: Path) -> None:
        self.game = game
        self.parts = parts
        self.path = folder / "trial.vlog"

    def accused(self, start: State, acts: Sequence[Action], edit: Edit | None = None) -> list[Finding]:
        """Return what an audit calls wrong in the log of some acts; UserError if they have no log."""
        return [finding for finding in self.told(start, acts, edit) if finding.accuses]

    def told(self, start: State, acts: Sequence[Action], edit: Edit | None = None) -> list[Finding]:
        """Return all that an audit tells of the log of some acts; UserError if they have no log."""
        compose(self.parts, record_of(self.game, start, acts), self.path, __version__, edited=edit)
        log = replace(open_log(self.path, self.parts), scenario=start.scenario)
        return [note.finding for note in audit_log(log).findings]

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
            told = self.accused(played.before[0], played.acts, _forgetting(verb, middle))
            yield verb, self._not_for_the_act_itself(played, {verb}, told)

    def of_an_untidy_player(self, played: Played, seed: int) -> list[Finding]:
        """Return what is called wrong in the log of a player who now and then forgets the key of a line."""
        rng, forgotten = random.Random(seed), set[str]()

        def edit(step: LogStep) -> LogStep:
            lost = [line for line in step.lines if self._may_be_forgotten(line[0], step) and rng.random() < FORGETS]
            forgotten.update(verb for verb, _ in lost)
            return replace(step, lines=tuple(line for line in step.lines if line not in lost))

        told = self.accused(played.before[0], played.acts, edit)
        return self._not_for_the_act_itself(played, forgotten, told)

    def _not_for_the_act_itself(self, played: Played, verbs: set[str], told: list[Finding]) -> list[Finding]:
        """Return what is not told because an act is missing whose only trace is one of some lines.

        Who forgets the line of such an act has not done it: if the rules demand it, they say so of the record without
        it too, and an audit rightly does.
        """
        missing = [
            act for act, state in zip(played.acts, played.before, strict=True) if self._is_all(state, act, verbs)
        ]
        if not told or not missing:
            return told
        record = record_of(self.game, played.before[0], [act for act in played.acts if act not in missing])
        try:
            outcomes = try_record(record, self.path.name).outcomes
        except RecordError:
            return told
        rightly = {finding.rule for each in outcomes for finding in each.told.findings if finding.accuses}
        return [finding for finding in told if finding.rule not in rightly]

    def _is_all(self, state: State, act: Action, verbs: set[str]) -> bool:
        """Tell whether lines of some verbs are the only trace of an act on the table."""
        steps = list(self.game.say(state, act))
        return bool(steps) and all(not step.moves and {verb for verb, _ in step.lines} <= verbs for step in steps)

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
