"""The position in every world that a log's beginning allows, and what is found on the acts done in it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import replace

from msgspec import Struct, structs

from trc_module.auditing.act_readings import ActReadings, Checked, Excused, Fairest, in_all
from trc_module.auditing.foreigners import Foreigners
from trc_module.auditing.judged import Done, Noted
from trc_module.auditing.judged_before import JudgedBefore
from trc_module.auditing.phases import Phase
from trc_module.auditing.start import Start
from trc_module.auditing.strangers import Strangers
from trc_module.errors import UserError
from trc_module.replay.chain import Chain
from trc_module.rules.actions import Action, End
from trc_module.rules.battles import battle_numbered
from trc_module.rules.clock import MOVE, Clock
from trc_module.rules.engine import Referee
from trc_module.rules.finding import Finding, Unknown, Verdict
from trc_module.rules.interpretation import Interpretation
from trc_module.rules.state import State
from trc_module.sentence import Sentence


class Saved(Struct, frozen=True):
    """The positions and what was told, saved so that a judge can go on from there again."""

    referees: list[tuple[State, Mapping[tuple[Hashable, ...], str]]]
    counts: tuple[int, int, int, int]
    """The numbers of findings, acts, phases and turns until then."""
    findings: list[Noted]
    acts: list[Done]
    phases: list[tuple[Clock, State]]
    turns: list[tuple[Clock, State]]


class Worlds:
    """A referee in every world that the log's beginning allows; what is not found in all of them is undecided."""

    def __init__(self, chain: Chain, start: Start) -> None:
        self._game = chain.log.parts.game
        self.start = start
        self._referees = [Referee(self._game, world) for world in start.worlds]
        self.strangers = Strangers(chain.log)
        self._foreign = Foreigners(chain)
        self._judged = JudgedBefore()
        self.findings: list[Noted] = []
        self.acts: list[Done] = []
        self.phases: list[tuple[Clock, State]] = []
        """The moment of every phase that ended, and the position with which it did."""
        self.turns: list[tuple[Clock, State]] = []
        """The last moment of every turn that ended, and the position that the end of the turn left."""

    @property
    def state(self) -> State:
        """Return the position in the likeliest world."""
        return self._referees[0].state

    @property
    def late(self) -> Clock | None:
        """Return the moment after which the logs show everything; None if they show the whole game."""
        return self.start.worlds[0].clock if self.start.late else None

    def go_on_from(self, start: Start) -> None:
        """Go on from where a later log begins, with what was known of the game; its findings are not told."""
        known = self.state
        worlds = tuple(self._game.joined(world, known) for world in start.worlds)
        self.start = structs.replace(start, worlds=worlds, late=True, findings=self.start.findings)
        self._referees = [Referee(self._game, world) for world in worlds]

    def take(self, interpretation: Interpretation) -> None:
        """Judge what was done, and bring the position of every world to where it left the counters."""
        clock = self.state.clock
        state = self.state
        text = ""
        # An earlier act has put the units into the boxes into which their counters go now.
        done = bool(interpretation.places) and all(
            isinstance(at, str) and state.place(u) == at for u, at in interpretation.places
        )
        told: list[tuple[Finding, State, Action | None]]
        told = [(finding, state, None) for finding in self._untold(interpretation, done=done)]
        readings = ActReadings(
            self._referees[0], interpretation, self.strangers.doubt, self._unknown_before, self._judged.check
        )
        fairest = readings.fairest() if interpretation.actions and not done else Fairest(None)
        if fairest.action is not None:
            told = [*(() if interpretation.perhaps else told), *((note, state, None) for note in fairest.notes)]
            # An arrival dragged straight to where its move ends is an entry and a move.
            for action in self._game.in_steps(self.state, fairest.action) or (fairest.action,):
                text = self._judged.in_words(self._game, action)
                state, odds = self.state, self._game.odds(self.state, action)
                told += ((finding, state, action) for finding in self._act(action, readings.checked, fairest.excused))
                outcome = self._game.outcome(self.state, action)
                self.acts.append(Done(interpretation.steps, clock, text, action, odds, outcome))
        self.findings += (
            self._noted(finding, before, act, interpretation, clock, text) for finding, before, act in told
        )
        for referee in self._referees:
            self._leave(referee, interpretation)

    def _untold(self, interpretation: Interpretation, *, done: bool) -> Iterator[Finding]:
        """Yield what is said of what was done, but that nothing explains it where something has."""
        explained = {"log.box"} if done else set[str]()
        if interpretation.shows and self._game.showing(self.state, interpretation.shows) == self.state:
            # A line has told of the face before.
            explained.add("log.face")
        yield from (finding for finding in interpretation.findings if finding.rule not in explained)

    def end(self, phase: Phase) -> None:
        """Judge the end of a phase, and bring the clock to where the tracker was set."""
        if phase.next is None:
            return
        clock = self.state.clock
        self.phases.append((clock, self.state))
        passed = self.passed(clock, phase.next)
        for _ in range(passed):
            ended = self.state.clock
            self.take(Interpretation((phase.idle.get(ended, phase.ended),), (End(),)))
            self._foreign.tell_turn_word(self._referees, ended)
            if self.state.clock.turn != ended.turn:
                self.turns.append((ended, self.state))
        if passed:
            return
        text = Sentence(
            "The turn tracker went back from {clock} to {next}; what was done since stays done.",
            clock.words,
            phase.next.words,
        )
        finding = Finding("log.phase", Verdict.UNDECIDED, text)
        self.findings.append(Noted(finding, (phase.ended,), clock, None, ""))
        for referee in self._referees:
            referee.state = replace(referee.state, clock=phase.next)

    def passed(self, clock: Clock, goal: Clock) -> int:
        """Return how many phases end on the way from one moment to a later one; 0 if it is earlier."""
        passed = 0
        while clock != goal and clock.turn <= goal.turn:
            clock = self._game.sequence.after(clock)
            passed += 1
        return passed if clock == goal else 0

    def save(self, since: Saved | None = None) -> Saved:
        """Return where the judge stands, with all that was told since an earlier moment."""
        told = (self.findings, self.acts, self.phases, self.turns)
        a, b, c, d = counts = since.counts if since else (len(told[0]), len(told[1]), len(told[2]), len(told[3]))
        referees = [referee.save() for referee in self._referees]
        return Saved(referees, counts, self.findings[a:], self.acts[b:], self.phases[c:], self.turns[d:])

    def restore(self, saved: Saved) -> None:
        """Go back to where a `save` was made."""
        for referee, held in zip(self._referees, saved.referees, strict=True):
            referee.restore(held)
        a, b, c, d = saved.counts
        if len(self.acts) > b:
            # What was done since is judged in another way now.
            self._judged.begin()
        self.findings[a:], self.acts[b:], self.phases[c:] = saved.findings, saved.acts, saved.phases
        self.turns[d:] = saved.turns

    def settled(self) -> None:
        """Forget what was said of acts in the readings of a phase: it is judged for good."""
        self._judged.forget()

    def _act(self, action: Action, checked: Checked | None, excused: Excused | None) -> Iterable[Finding]:
        told = []
        for referee in self._referees:
            # The fairest of several readings has been looked at before.
            known = checked is not None and checked.state is referee.state and checked.action is action
            try:
                said = checked.findings if checked and known else None
                told.append(referee.act(action, said, judge=self._judged.check).findings)
            except UserError as error:
                unit = getattr(action, "unit", None)
                units = (unit,) if isinstance(unit, str) else ()
                text = Sentence("{error}.", error)
                if (before := self._battle_before(referee.state, action)) is not None:
                    text = Sentence("No line of this log says who fights in battle {number}.", before)
                told.append((Finding("log.move", Verdict.UNDECIDED, text, units),))
        if excused is not None and excused.completion.sure is action:
            told = self._completed_act(excused, told)
        if len(told) == 1:
            return told[0]
        # Each finding once, as the first world that has it words it.
        found = {(finding.rule, finding.units): finding for findings in reversed(told) for finding in findings}
        return [f if f.some_way or in_all(f, told) else self._unsure(f) for f in found.values()]

    def _completed_act(self, excused: Excused, told: list[tuple[Finding, ...]]) -> list[tuple[Finding, ...]]:
        """Return the findings on an act with incomplete lines, as far as it breaks a rule; remember what is open."""
        completion, broken = excused.completion, excused.broken
        for referee in self._referees:
            referee.state = referee.state.with_mark(*completion.marks)
        if completion.whole == completion.sure:
            return told
        if completion.note:
            # The note names what is left open of it.
            return [() for _ in told]
        return [tuple(f for f in findings if not f.accuses or f.rule in broken) for findings in told]

    def _leave(self, referee: Referee, interpretation: Interpretation) -> None:
        """Bring a position to where something left the counters, whatever acts it was read as."""
        if interpretation.marks:
            referee.state = referee.state.with_mark(*interpretation.marks)
        if interpretation.shows:
            referee.state = self._game.showing(referee.state, interpretation.shows)
        for unit, place in interpretation.places:
            before = referee.state
            if before.place(unit) != place:
                after = before.with_unit(self._game.side_of[unit], unit, place)
                referee.state = self._game.went(before, after, unit, dict(interpretation.ways).get(unit))

    def _noted(
        self,
        finding: Finding,
        state: State,
        act: Action | None,
        interpretation: Interpretation,
        clock: Clock,
        text: str,
    ) -> Noted:
        """Return a finding as strong as what the log tells allows; `state` is the position before the act."""
        known = self._foreign.doubt(self.strangers.doubt(finding), interpretation.steps, clock)
        unknown = self._unknown_before(known, state, act)
        judged = _undecided(known, unknown.words) if unknown else _read_as_legal(known)
        cause = unknown.cause if unknown else known.cause
        done = (unknown or finding.rule == "log.move") and self._battle_before(state, act) is not None
        if done or self._is_a_die_of_before(state, finding):
            # Who fights in it is one question, whatever is done there.
            cause = "a battle before the log"
        return Noted(judged, interpretation.steps, clock, interpretation.by, text, known.accuses, cause)

    def _battle_before(self, state: State, act: Action | None) -> int | None:
        """Return the battle of an act that may have been declared before the log begins."""
        number: int | None = getattr(act, "number", None)
        if number is None or not self.start.late or battle_numbered(state.battles, number) is not None:
            return None
        return number if self._is_of_the_first_fight(state.clock) else None

    def _is_a_die_of_before(self, state: State, finding: Finding) -> bool:
        """Tell whether a die that nothing explains may be that of a battle that was declared before the log begins."""
        open_ = finding.rule == "log.roll" and finding.verdict is Verdict.UNDECIDED
        return open_ and self.start.late and self._is_of_the_first_fight(state.clock)

    def _is_of_the_first_fight(self, clock: Clock) -> bool:
        """Tell whether the battles of a moment may have been declared before the log begins.

        They are declared in the phase in which they are fought, or where units have moved before it; a log that begins
        with that movement shows who declared them.
        """
        began, sequence = self.start.worlds[0].clock, self._game.sequence
        if not self._game.line_policy.plain.later or clock == began:
            return clock == began
        (turn, first), (now, last) = sequence.order(began), sequence.order(clock)
        between = sequence.steps[first : last + 1]
        return turn == now and all(sequence.kind_of(sequence.at(turn, step)) != MOVE for step in between)

    def _unknown_before(self, finding: Finding, state: State, act: Action | None) -> Unknown | None:
        """Return what a finding that accuses depends on of the game before the log; None if it stands by itself.

        `state` is the position before the act.
        """
        if not (self.start.late and finding.accuses):
            return None
        began = self.start.worlds[0].clock
        return self._game.unknown_before(state, finding, began, act=act, fighting=self.start.fighting)

    def _unsure(self, finding: Finding) -> Finding:
        return _undecided(finding, " and ".join(self.start.unknown))


def _undecided(finding: Finding, unknown: str) -> Finding:
    sentence = Sentence(
        "{sentence} Whether that is so depends on {unknown}, which the log does not show.", finding.sentence, unknown
    )
    return replace(finding, verdict=Verdict.UNDECIDED, sentence=sentence)


def _read_as_legal(finding: Finding) -> Finding:
    """Return a note instead of a finding of an act that some way, which no line tells, makes legal."""
    if not finding.some_way:
        return finding
    text = Sentence("{sentence} Some way that fits the table makes it legal; it is read so.", finding.sentence)
    return replace(finding, verdict=Verdict.NOTE, sentence=text, some_way=False)
