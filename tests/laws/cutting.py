"""Logs cut off at their beginning: a tail accuses of nothing of which the whole does not.

What the game before a log may excuse is undecided in it. Logs are cut at borders of phases and within them: the tail
begins with the table as it was then, as if somebody had begun to log there.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tests.laws.keys import accusations
from tests.laws.playing import Told, audited, opened
from tests.laws.playing import audit_of as audit_of
from tests.untidy.habits import TIDY, Rates, Step, Untidy
from trc_module.auditing.audit import Audit
from trc_module.module.table_file import read_table
from trc_module.replay.positions import save_of
from trc_module.replay.table import Table
from trc_module.rules.actions import End
from trc_module.rules.clock import Clock
from trc_module.rules.engine import Referee
from trc_module.rules.interpretation import LogStep
from trc_module.rules.state import State
from trc_module.vassal.saves import read_saved_game, step_commands, write_saved_game


@dataclass(frozen=True, slots=True)
class Tail:
    """A log that begins in the midst of a game, and what is accused in it that is not in the whole."""

    game: str
    seed: int
    lead: int
    phase: str
    """The moment at which it begins."""
    cut: int
    """The number of steps of that phase that it lacks."""
    accused: tuple[str, ...]


class PhaseByPhase:
    """A player whose hand depends on the phase alone: he makes a phase the same way wherever the log begins."""

    def __init__(self, played: Told, rates: Rates) -> None:
        self._played = played
        self._rates = rates
        self.steps: list[list[Step]] = []
        """The steps of each phase."""

    def _hand(self, clock: Clock) -> Untidy:
        return Untidy(self._played.game, random.Random(f"{self._played.seed} {clock}"), self._rates)

    def is_late(self, clock: Clock) -> bool:
        """Tell whether the player forgets to advance the tracker to a phase before he plays it."""
        return self._hand(clock).is_late(clock)

    def phase(self, state: State, steps: Sequence[LogStep]) -> list[Step]:
        """Return the steps of one phase as this player makes them."""
        made = self._hand(state.clock).phase(state, steps)
        self.steps.append(made)
        return made


def tails(played: Told, folder: Path, phases: int, within: int, rates: Rates = TIDY) -> Iterator[Tail]:
    """Yield tails of a game's log: from the beginning of so many phases, each then cut off so often within it."""
    path, tail = folder / f"whole-{played.name}-{played.seed}.vlog", folder / "tail.vlog"
    known = _known(audited(played, path, PhaseByPhase(played, rates)))
    rng = random.Random(f"cuts {played.name} {played.seed}")
    begun = list(_beginnings(played))
    for state, first in sorted(rng.sample(begun, min(phases, len(begun))), key=lambda pair: pair[1]):
        late = replace(played, begins=state, acts=played.acts[first:])
        player = PhaseByPhase(late, rates)
        whole = audited(late, path, player)
        if first:
            yield _tail(late, 0, whole, known)
        steps = range(1, _shown(played, player.steps[0]) + 1)
        for cut in sorted(rng.sample(steps, min(within, len(steps)))):
            cut_off(path, cut, tail)
            yield _tail(late, cut, audit_of([opened(late, tail)]), known)


def _tail(late: Told, cut: int, found: Audit, known: set[str]) -> Tail:
    told = tuple(text for text in accusations(found) if _of_whom(text) not in known)
    return Tail(late.name, late.seed, late.lead, str(late.begins.clock), cut, told)


def _shown(played: Told, steps: Sequence[Step]) -> int:
    """Return how many steps of a phase the table of our log shows as VASSAL's would.

    A draw or a card's play moves no card where we write a log, and no key puts a marker on the map: a cut behind it
    would show a table that nobody has.
    """
    verbs = played.game.grammar.verbs
    table = read_table(played.parts.folder).command if played.name != "trc" else ()
    placing = {command.verb for command in table if command.places}
    for number, step in enumerate(steps):
        for verb, fields in step.lines if isinstance(step, LogStep) else ():
            unseen = not verbs[verb].says_only and not {"u", "die", "dice"} & fields.keys()
            if unseen or verb in placing:
                return number
    return len(steps)


def _known(whole: Audit) -> set[str]:
    return {_of_whom(text) for text in accusations(whole)}


def _of_whom(text: str) -> str:
    """Return an accusation without its moment and verdict: a tail may be surer of the moment than the whole."""
    return text.split(": ", 1)[1].partition(" ")[2]


def _beginnings(played: Told) -> Iterator[tuple[State, int]]:
    """Yield the position with which each phase begins in which something is done, and the number of its first act.

    The first of all is the beginning of the whole log, which is cut off within it alone.
    """
    referee = Referee(played.game, played.begins)
    began = True
    for number, act in enumerate(played.acts):
        if began and not isinstance(act, End):
            yield referee.state, number
        began = isinstance(act, End)
        referee.state = played.game.apply(referee.state, act)


def cut_off(path: Path, count: int, tail: Path) -> None:
    """Write a log without its first steps: it begins with the table as they leave it."""
    log = read_saved_game(path)
    table = Table()
    for node in log.initial:
        table.execute(node)
    done = []
    for node in log.steps[:count]:
        commands = [command for command in step_commands(node) if command is not None]
        table.execute_all(commands)
        done += commands
    assert log.save_data is not None
    assert log.module_data is not None
    initial = save_of(table, log.initial, done)
    write_saved_game(tail, initial, log.steps[count:], save_data=log.save_data, module_data=log.module_data)
