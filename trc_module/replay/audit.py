"""A log judged: read, played through by the referee, and every word of his put where it belongs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from trc_module.errors import UserError
from trc_module.replay.deeds import Deed
from trc_module.replay.events import Step
from trc_module.replay.gamelog import GameLog
from trc_module.replay.reading import Phase, Reader, moments, phases
from trc_module.replay.start import Start, read_start
from trc_module.replay.table import Player
from trc_module.replay.undoing import Settled, settle
from trc_module.rules.actions import Action, End, Move
from trc_module.rules.clock import Clock
from trc_module.rules.engine import Referee, check
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.record import action_text
from trc_module.rules.state import State


@dataclass(frozen=True, slots=True)
class Noted:
    """A finding and what it was found on: steps of the log (none for its beginning), moment, side, act in words."""

    finding: Finding
    steps: tuple[int, ...]
    clock: Clock
    side: str | None
    act: str


@dataclass(frozen=True, slots=True)
class Done:
    """An act as the audit took it, and the steps that show it."""

    steps: tuple[int, ...]
    clock: Clock
    text: str


@dataclass(frozen=True)
class Audit:
    """All that an audit has to say about one log."""

    log: GameLog
    players: tuple[Player, ...]
    start: State
    end: State
    acts: tuple[Done, ...]
    findings: tuple[Noted, ...]
    settled: Settled
    steps: tuple[Step, ...]
    """Every step as it was executed, taken back or not."""

    @property
    def violations(self) -> int:
        """Return how many rules were broken for certain."""
        return sum(noted.finding.verdict is Verdict.VIOLATION for noted in self.findings)


def audit_log(log: GameLog, on_step: Callable[[int], None] = lambda _: None) -> Audit:
    """Judge a log; `on_step` hears of each step as it is executed, for those who show progress."""
    table = log.table()
    start = read_start(log, table)
    steps = []
    for step in log.steps(table):
        steps.append(step)
        on_step(step.number)
    settled = settle(steps)
    judge = _Judge(log, start)
    reader = Reader(log)
    found = phases(log, start.worlds[0].clock, settled.steps)
    for phase in found:
        for deed in reader.deeds(phase):
            judge.take(deed)
        judge.end(phase)
    notes = _undone_notes(settled, tuple(moments(found)))
    findings = sorted([*judge.findings, *notes], key=lambda noted: noted.steps[-1])
    return Audit(
        log,
        table.players,
        start.worlds[0],
        judge.state,
        tuple(judge.acts),
        (*judge.beginning(), *findings),
        settled,
        tuple(steps),
    )


def _undone_notes(settled: Settled, moments: Sequence[tuple[int, Clock]]) -> Iterator[Noted]:
    for undone in settled.undone:
        number = undone.step.number
        text = f"Step {number} was undone in step {undone.by}"
        text += f" and redone in step {undone.redone}." if undone.redone else "."
        clock = moments[bisect_right(moments, undone.by, key=lambda moment: moment[0]) - 1][1]
        yield Noted(Finding("log.undo", Verdict.NOTE, text), (undone.by,), clock, None, "")


class _Judge:
    """The referee in every world that the log's beginning allows; what is not found in all of them is undecided."""

    def __init__(self, log: GameLog, start: Start) -> None:
        self._log = log
        self._game = log.parts.game
        self._start = start
        self._referees = [Referee(self._game, world) for world in start.worlds]
        self.findings: list[Noted] = []
        self.acts: list[Done] = []

    @property
    def state(self) -> State:
        """Return the position in the likeliest world."""
        return self._referees[0].state

    def beginning(self) -> Iterator[Noted]:
        """Yield what the beginning of the log itself leaves to be said."""
        clock = self._start.worlds[0].clock
        for problem in self._log.saved.problems:
            yield Noted(Finding("log.file", Verdict.UNDECIDED, _sentence(str(problem))), (), clock, None, "")
        for finding in self._start.findings:
            yield Noted(finding, (), clock, None, "")

    def take(self, deed: Deed) -> None:
        """Judge a deed and bring the position to where the deed left it."""
        clock = self.state.clock
        found = list(deed.findings)
        text = ""
        if deed.actions:
            literal, notes = self._fairest(deed.actions)
            found += notes
            # An arrival dragged straight to where its move ends is an entry and a move.
            for action in self._game.in_steps(self.state, literal) or (literal,):
                text = action_text(self._game, action)
                self.acts.append(Done(deed.steps, clock, text))
                found += self._act(action)
        for finding in found:
            self.findings.append(Noted(finding, deed.steps, clock, deed.by, text))
        for referee in self._referees:
            for unit, place in deed.places:
                if referee.state.place(unit) != place:
                    referee.state = referee.state.with_unit(self._game.side_of[unit], unit, place)

    def end(self, phase: Phase) -> None:
        """Judge the end of a phase, and bring the clock to where the tracker was set."""
        if phase.next is None:
            return
        clock = self.state.clock
        passed = self._passed(clock, phase.next)
        for _ in range(passed):
            self.take(Deed((phase.ended,), (End(),)))
        if passed:
            return
        text = f"The turn tracker went back from {clock} to {phase.next}; what was done since stays done."
        finding = Finding("log.phase", Verdict.UNDECIDED, text)
        self.findings.append(Noted(finding, (phase.ended,), clock, None, ""))
        for referee in self._referees:
            referee.state = replace(referee.state, clock=phase.next)

    def _passed(self, clock: Clock, goal: Clock) -> int:
        """Return how many phases end on the way from one moment to a later one; 0 if it is earlier."""
        passed = 0
        while clock != goal and clock.turn <= goal.turn:
            clock = self._game.sequence.after(clock)
            passed += 1
        return passed if clock == goal else 0

    def _fairest(self, actions: tuple[Action, ...]) -> tuple[Action, tuple[Finding, ...]]:
        """Return the first reading that breaks nothing; if there is none, what the log says literally.

        With it comes a note where a unit was dragged hex by hex along a way that breaks a rule though another leads
        there as well: that is no breach, but players will want to know.
        """
        if len(actions) == 1:
            return actions[0], ()
        accused = [f for f in check(self._game, self.state, actions[0]) if _accuses(f)]
        if not accused:
            return actions[0], ()
        for action in actions[1:]:
            if not any(_accuses(f) for f in check(self._game, self.state, action)):
                return action, tuple(map(_harmless, accused)) if _step_by_step(actions[0]) else ()
        return actions[0], ()

    def _act(self, action: Action) -> Iterable[Finding]:
        told = []
        for referee in self._referees:
            try:
                told.append(referee.act(action).findings)
            except UserError as error:
                told.append((Finding("log.move", Verdict.UNDECIDED, f"{error}."),))
        told = [tuple(map(self._with_hindsight, findings)) for findings in told]
        if len(told) == 1:
            return told[0]
        # Each finding once, as the first world that has it words it.
        found = {(finding.rule, finding.units): finding for findings in reversed(told) for finding in findings}
        return [finding if _in_all(finding, told) else self._unsure(finding) for finding in found.values()]

    def _with_hindsight(self, finding: Finding) -> Finding:
        """Return a finding as it stands, or undecided where it rests on what came before the log."""
        if self._start.late and _accuses(finding) and self._game.rests_on_history(finding.rule):
            return _undecided(finding, "what happened before the log begins")
        return finding

    def _unsure(self, finding: Finding) -> Finding:
        return _undecided(finding, " and ".join(self._start.unknown))


def _undecided(finding: Finding, unknown: str) -> Finding:
    sentence = f"{finding.sentence} Whether that is so depends on {unknown}, which the log does not tell."
    return replace(finding, verdict=Verdict.UNDECIDED, sentence=sentence)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _accuses(finding: Finding) -> bool:
    return finding.verdict in (Verdict.VIOLATION, Verdict.DOUBT)


def _step_by_step(action: Action) -> bool:
    return isinstance(action, Move) and len(action.trail.hexes) > 2 and not action.trail.gaps


def _harmless(finding: Finding) -> Finding:
    sentence = f"As it was dragged: {finding.sentence} Another way leads there, so nothing is broken."
    return replace(finding, verdict=Verdict.NOTE, sentence=sentence, legal="", lasting=None)


def _in_all(finding: Finding, told: list[tuple[Finding, ...]]) -> bool:
    return all(any((f.rule, f.units) == (finding.rule, finding.units) for f in others) for others in told)
