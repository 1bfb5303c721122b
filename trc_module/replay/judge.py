"""The referee of a log: each phase is judged by the reading that breaks the fewest rules."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from trc_module.errors import UserError
from trc_module.replay.agreed import agreed_in
from trc_module.replay.chain import Chain
from trc_module.replay.drags import legs_of
from trc_module.replay.foreigners import Foreigners
from trc_module.replay.interpretation import Interpretation
from trc_module.replay.joins import LogJoins
from trc_module.replay.judged import Done, Noted
from trc_module.replay.overtime import carried_out_late, divided_otherwise, with_late_moves
from trc_module.replay.phases import Phase
from trc_module.replay.reading import Reader, Reading
from trc_module.replay.start import Start, read_start
from trc_module.replay.strangers import Strangers
from trc_module.rules.actions import Action, End, Move, Retreat
from trc_module.rules.clock import FIGHT, Clock
from trc_module.rules.engine import Referee, check
from trc_module.rules.finding import Finding, Unknown, Verdict
from trc_module.rules.game import in_words
from trc_module.rules.interpretation import Completion
from trc_module.rules.record import action_text
from trc_module.rules.registry import in_order
from trc_module.rules.state import State, UnitId


@dataclass(frozen=True, slots=True)
class _Saved:
    """The state of a judge, saved so that it can go on from there again."""

    referees: list[tuple[State, Mapping[tuple[Hashable, ...], str]]]
    counts: tuple[int, int, int, int]
    """The numbers of findings, acts, phases and turns until then."""
    findings: list[Noted]
    acts: list[Done]
    phases: list[tuple[Clock, State]]
    turns: list[tuple[Clock, State]]


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A reading of a phase, what it breaks, and where it leaves the judge."""

    weight: tuple[int, ...]
    reading: Reading
    after: _Saved

    @property
    def rules(self) -> int:
        """The number of rules that it breaks, however often."""
        return len({noted.finding.rule for noted in self.after.findings if noted.finding.accuses})

    def fairer(self, other: _Weighed) -> bool:
        """Tell whether it is to be taken rather than another, which is nearer to the lines."""
        if self.reading.aside and not other.reading.aside and self.rules:
            # How many units are named means nothing: idle units are reported one by one, a wrong result at once.
            return self.rules < other.rules
        return self.weight < other.weight


@dataclass(frozen=True, slots=True)
class _Excused:
    """An act of which a line leaves something out, as it is read, and the rules that it breaks even so."""

    completion: Completion
    broken: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Read:
    """A phase as it was read, and where the judge stood before it."""

    phase: Phase
    beside: Sequence[Phase]
    before: _Saved
    best: _Weighed
    note: Noted | None = None
    """What was noted just before it: how it was divided from the phase before."""


class Judge:
    """The referee in every world that the log's beginning allows; what is not found in all of them is undecided."""

    def __init__(self, chain: Chain, start: Start) -> None:
        self._chain = chain
        self._joins = LogJoins(chain)
        self._game = chain.log.parts.game
        self._start = start
        self._referees = [Referee(self._game, world) for world in start.worlds]
        self.strangers = Strangers(chain.log)
        self._foreign = Foreigners(chain)
        self.findings: list[Noted] = []
        self.acts: list[Done] = []
        self.phases: list[tuple[Clock, State]] = []
        self.turns: list[tuple[Clock, State]] = []
        self._asked: tuple[State, Action, list[Finding]] | None = None
        self._read_last: list[_Read] = []
        """The last phases, each as it was read."""
        self._joined: tuple[_Read, int] | None = None
        """The phase in which the log before ended, if it goes on where the next one begins, and the step between."""
        self._excused: _Excused | None = None
        """The completion of an act whose line leaves out what makes it legal."""

    @property
    def state(self) -> State:
        """Return the position in the likeliest world."""
        return self._referees[0].state

    @property
    def late(self) -> Clock | None:
        """Return the moment after which the logs show everything; None if they show the whole game."""
        return self._start.worlds[0].clock if self._start.late else None

    def beginning(self) -> Iterator[Noted]:
        """Yield what the beginnings of the logs leave to be said, where the chain has no step for it."""
        for number, link in enumerate(self._chain.links):
            clock = link.begins or self._start.worlds[0].clock
            for problem in link.execution.log.saved.problems:
                where = f"{self._chain.name(number)}: " if number else ""
                yield Noted(Finding("log.file", Verdict.UNDECIDED, _sentence(f"{where}{problem}")), (), clock, None, "")
            if number and not link.join:
                for finding in self._joins.findings(number):
                    yield Noted(finding, (), clock, None, "")
        for finding in (*self._start.findings, *_agreements(self._chain)):
            yield Noted(finding, (), self._start.worlds[0].clock, None, "")

    def join(self, number: int) -> None:
        """Bring the position to where another log begins, and report the changes that no log shows."""
        link = self._chain.links[number]
        last = self._read_last[-1] if self._read_last else None
        goes_on = last is not None and last.phase.next is None and last.phase.clock == link.begins
        self._joined = (last, link.join) if last is not None and goes_on else None
        self._read_last = []
        found = tuple(self._joins.findings(number))
        places = self._joins.places(link)
        self.take(Interpretation((link.join,), (), () if self._joins.is_gap(link) else places, found))
        if not self._joins.is_gap(link) or link.begins is None:
            return
        if not places and self._passed(self.state.clock, link.begins):
            self.end(Phase(self.state.clock, [], link.begins, link.join))
            return
        log = link.execution.log
        # The outcome of the gap is visible, but control is not: keep ours.
        start = read_start(log, log.start_table)
        known = self.state
        worlds = tuple(self._game.joined(world, known) for world in start.worlds)
        self._start = replace(start, worlds=worlds, late=True, findings=self._start.findings)
        self._referees = [Referee(self._game, world) for world in worlds]

    def phase(self, phase: Phase, reader: Reader, beside: Sequence[Phase]) -> Reading:
        """Judge a phase by the reading that breaks nothing, else by the one that breaks the least; return it."""
        read = self._read(phase, reader, beside)
        read = self._over_the_join(read, reader) or read
        told = [*self._read_last, read]
        if self._read_last:
            last = self._read_last[-1]
            again = self._in_overtime(last, read, reader) or self._divided_otherwise(last, read, reader)
            told = [*self._read_last[:-1], *again] if again else told
        self._read_last = (self._with_late_losses(told, reader) or told)[-_REMEMBERED:]
        return self._read_last[-1].best.reading

    def _read(self, phase: Phase, reader: Reader, beside: Sequence[Phase]) -> _Read:
        before = self._save()
        best = self._best(phase, reader.readings(phase, self.state, beside), before, None)
        tried: set[UnitId] = set()
        for _ in range(_MOST_CORRECTED):
            if not any(best.weight):
                break
            suspects = (*_concerned(best.after.findings), *reader.suspects(phase, best.reading))
            unit = next((unit for unit in suspects if unit not in tried), None)
            if unit is None:
                best = self._two_corrected(phase, reader, before, best, suspects)
                break
            tried.add(unit)
            other = self._best(phase, reader.corrected(best.reading, unit), before, best)
            # A slip explains: what would leave more open than before explains nothing.
            if other is not best and other.weight[-1] <= best.weight[-1]:
                # The legality of one unit's move may depend on another's: all other units may be corrected now.
                best, tried = other, {unit}
        self._restore(best.after)
        return _Read(phase, beside, before, best)

    def _over_the_join(self, read: _Read, reader: Reader) -> _Read | None:
        """Judge a phase of battles that two logs share as one, with what lies elsewhere between them as done in it.

        None if there is none, or if that breaks no less.
        """
        joined, self._joined = self._joined, None
        if joined is None or self._game.sequence.kind_of(read.phase.clock) != FIGHT:
            return None
        last, join = joined
        as_it_is, weight = self._save(last.before), self._weight(last.before.counts[0])
        step = self._chain.steps[join - 1]
        steps = [*last.phase.steps, step, *read.phase.steps]
        units = tuple(sorted({leg.unit for leg in legs_of(self._chain.log, step)}))
        text = f"What became of {in_words(units)} was carried out between two logs; it is read as part of "
        note = Finding("log.ghost", Verdict.NOTE, f"{text}{read.phase.clock}.", units)
        self._restore(last.before)
        self.findings.append(Noted(note, (join,), read.phase.clock, None, ""))
        whole = self._read(replace(read.phase, steps=steps), reader, (*last.beside[:1], *read.beside[-1:]))
        if whole.best.weight < weight:
            return whole
        self._restore(as_it_is)
        return None

    def _two_corrected(
        self, phase: Phase, reader: Reader, before: _Saved, best: _Weighed, suspects: Iterable[UnitId]
    ) -> _Weighed:
        """Return the best reading with two units put right, where one alone only shows the slip of the other."""
        accused = set(_concerned(best.after.findings))
        looks = iter(range(_MOST_CORRECTED))
        for unit in dict.fromkeys(suspects):
            for reading in reader.corrected(best.reading, unit):
                first = self._best(phase, (reading,), before, None)
                shown = dict.fromkeys(other for other in _concerned(first.after.findings) if other not in accused)
                for other in shown:
                    if next(looks, None) is None:
                        return best
                    second = self._best(phase, reader.corrected(first.reading, other), before, best)
                    if second is not best and second.weight[-1] <= best.weight[-1]:
                        return second
        return best

    def _in_overtime(self, last: _Read, read: _Read, reader: Reader) -> list[_Read] | None:
        """Judge a combat phase again, its moves before the first die as the end of the movement phase before it.

        None if there are none, or if battles explain them better. What nothing else explains was movement, and it is
        judged as such even if it is illegal.
        """
        if not any(read.best.weight):
            return None
        unexplained = {u for n in read.best.after.findings if n.finding.rule == "log.move" for u in n.finding.units}
        own = {u for u in _concerned(read.best.after.findings) if self._game.side_of[u] == read.phase.clock.side}
        found = with_late_moves(self._chain.log, last.phase, read.phase, own)
        if found is None:
            return None
        parts, late = found
        text = f"The turn tracker was set on too early: what {in_words(sorted(late))} did in the combat phase before "
        text += "any die is read as the end of the movement phase."
        note = Finding("log.phase", Verdict.NOTE, text, tuple(sorted(late)))
        again, weight = self._again(last, read, reader, parts, note)
        accused = [n.finding for n in self.findings[last.before.counts[0] :] if n.finding.accuses]
        theirs = late <= unexplained and all(late.intersection(finding.units) for finding in accused)
        if theirs or weight < _together(last, read):
            return again
        self._as_before(last, read)
        return None

    def _divided_otherwise(self, last: _Read, read: _Read, reader: Reader) -> list[_Read] | None:
        """Judge two phases again as if the tracker had been set on earlier or later; None if that breaks no less."""
        if not any(last.best.weight):
            return None
        units = set(_concerned(last.best.after.findings))
        least, best = _together(last, read), None
        for text, parts in divided_otherwise(self._chain.log, last.phase, read.phase, units):
            again, weight = self._again(last, read, reader, parts, Finding("log.phase", Verdict.NOTE, text))
            moved = self._walked(read.phase) - self._walked(parts[-1])
            accused = {u for n in self.findings[last.before.counts[0] :] if n.finding.accuses for u in n.finding.units}
            # A way that would be illegal in the earlier phase too was none of its acts.
            if weight < least and not moved & accused:
                least, best = weight, (again, self._save(last.before))
            if best is not None and not any(least):
                break
        if best is None:
            self._as_before(last, read)
            return None
        self._restore(best[1])
        return best[0]

    def _walked(self, phase: Phase) -> set[UnitId]:
        """Return the units that were dragged over the map in a phase."""
        legs = (leg for step in phase.steps for leg in legs_of(self._chain.log, step))
        return {leg.unit for leg in legs if not isinstance(leg.before, str) and not isinstance(leg.after, str)}

    def _with_late_losses(self, told: Sequence[_Read], reader: Reader) -> list[_Read] | None:
        """Judge phases again with losses of the last one as those of battles before; None if that breaks no less."""
        *_, read = told
        for number, earlier in enumerate(told[:-2]):
            if not any(earlier.best.weight):
                continue
            units = set(_concerned(earlier.best.after.findings))
            late = carried_out_late(self._chain.log, earlier.phase, read.phase, units)
            if late is None:
                continue
            text, (finished, rest) = late
            between = told[number + 1 : -1]
            parts = [(finished, earlier.beside), *((one.phase, one.beside) for one in between), (rest, read.beside)]
            again = self._judged_again(earlier.before, parts, reader, Finding("log.phase", Verdict.NOTE, text))
            if _together(*again) < _together(*told[number:]):
                return [*told[:number], *again]
            self._as_before(*told[number:])
        return None

    def _again(
        self, last: _Read, read: _Read, reader: Reader, parts: Sequence[Phase], note: Finding
    ) -> tuple[list[_Read], tuple[int, ...]]:
        """Judge two phases again, divided otherwise, with a note of it; return the parts and what all break."""
        besides = [*([last.beside] * (len(parts) - 1)), read.beside]
        told = self._judged_again(last.before, list(zip(parts, besides, strict=True)), reader, note)
        return told, _together(*told)

    def _judged_again(
        self, before: _Saved, parts: Sequence[tuple[Phase, Sequence[Phase]]], reader: Reader, note: Finding
    ) -> list[_Read]:
        """Judge phases again, each with those beside it, from a moment on; the note stands before the last."""
        self._restore(before)
        told = [self._read(part, reader, beside) for part, beside in parts[:-1]]
        ended = parts[-2][0]
        noted = Noted(note, (ended.ended,), ended.clock, ended.clock.side, "")
        self.findings.append(noted)
        return [*told, replace(self._read(parts[-1][0], reader, parts[-1][1]), note=noted)]

    def _as_before(self, *told: _Read) -> None:
        """Go back to how phases were judged first."""
        self._restore(told[0].before)
        for number, read in enumerate(told):
            if read.note is not None and number:
                self.findings.append(read.note)
            self._restore(read.best.after)

    def _best(self, phase: Phase, readings: Iterable[Reading], before: _Saved, best: _Weighed | None) -> _Weighed:
        for reading in readings:
            self._restore(before)
            for interpretation in reading.interpretations:
                self.take(interpretation)
            self.end(phase)
            found = _Weighed(self._weight(before.counts[0]), reading, self._save(before))
            if best is None or found.fairer(best):
                best = found
            if not any(found.weight):
                break
        assert best is not None
        return best

    def _weight(self, since: int) -> tuple[int, ...]:
        """Return how much was found: violations, doubts, what the game before may excuse, what the log leaves open.

        A counter's way that a reading does not explain counts as a violation: such a reading does not fit the table.
        """
        told = self.findings[since:]
        found = [noted.finding for noted in told]
        return (
            sum(finding.verdict is Verdict.VIOLATION or _unexplained(finding) for finding in found),
            sum(finding.verdict is Verdict.DOUBT for finding in found),
            sum(noted.accused and not noted.finding.accuses for noted in told),
            sum(map(_left_open, found)),
        )

    def _save(self, since: _Saved | None = None) -> _Saved:
        """Return where the judge stands, with all that was told since an earlier moment."""
        told = (self.findings, self.acts, self.phases, self.turns)
        a, b, c, d = counts = since.counts if since else (len(told[0]), len(told[1]), len(told[2]), len(told[3]))
        referees = [referee.save() for referee in self._referees]
        return _Saved(referees, counts, self.findings[a:], self.acts[b:], self.phases[c:], self.turns[d:])

    def _restore(self, saved: _Saved) -> None:
        for referee, held in zip(self._referees, saved.referees, strict=True):
            referee.restore(held)
        a, b, c, d = saved.counts
        self.findings[a:], self.acts[b:], self.phases[c:] = saved.findings, saved.acts, saved.phases
        self.turns[d:] = saved.turns

    def take(self, interpretation: Interpretation) -> None:
        """Judge a deed and bring the position to where the deed left it."""
        clock = self.state.clock
        state = self.state
        told = [(finding, state) for finding in interpretation.findings]
        text = ""
        # An earlier act has put the units into the boxes into which their counters go now.
        done = bool(interpretation.places) and all(
            isinstance(at, str) and self.state.place(u) == at for u, at in interpretation.places
        )
        if done:
            told = [pair for pair in told if pair[0].rule != "log.box"]
        literal, notes = self._fairest(interpretation) if interpretation.actions and not done else (None, ())
        if literal is not None:
            told = [*(() if interpretation.perhaps else told), *((note, state) for note in notes)]
            # An arrival dragged straight to where its move ends is an entry and a move.
            for action in self._game.in_steps(self.state, literal) or (literal,):
                text = action_text(self._game, action)
                self.acts.append(Done(interpretation.steps, clock, text, action, self._game.odds(self.state, action)))
                state = self.state
                told += ((finding, state) for finding in self._act(action))
        self.findings += (self._noted(finding, before, interpretation, clock, text) for finding, before in told)
        for referee in self._referees:
            self._leave(referee, interpretation)

    def _leave(self, referee: Referee, interpretation: Interpretation) -> None:
        """Bring a position to where a deed left the counters, whatever acts it was."""
        if interpretation.marks:
            referee.state = referee.state.with_mark(*interpretation.marks)
        for unit, place in interpretation.places:
            before = referee.state
            if before.place(unit) != place:
                after = before.with_unit(self._game.side_of[unit], unit, place)
                referee.state = self._game.went(before, after, unit, dict(interpretation.ways).get(unit))

    def _noted(self, finding: Finding, state: State, interpretation: Interpretation, clock: Clock, text: str) -> Noted:
        """Return a finding as strong as what the log tells allows; `state` is the position before the act."""
        known = self._foreign.doubt(self.strangers.doubt(finding), interpretation.steps, clock)
        unknown = self._unknown_before(known, state)
        judged = _undecided(known, unknown.words) if unknown else _read_as_legal(known)
        cause = unknown.cause if unknown else ""
        return Noted(judged, interpretation.steps, clock, interpretation.by, text, known.accuses, cause)

    def end(self, phase: Phase) -> None:
        """Judge the end of a phase, and bring the clock to where the tracker was set."""
        if phase.next is None:
            return
        clock = self.state.clock
        self.phases.append((clock, self.state))
        passed = self._passed(clock, phase.next)
        for _ in range(passed):
            ended = self.state.clock
            self.take(Interpretation((phase.idle.get(ended, phase.ended),), (End(),)))
            self._foreign.tell_turn_word(self._referees, ended)
            if self.state.clock.turn != ended.turn:
                self.turns.append((ended, self.state))
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

    def _fairest(self, interpretation: Interpretation) -> tuple[Action | None, tuple[Finding, ...]]:
        """Return the first reading that breaks nothing; if there is none, what the log says literally, if it does.

        With it comes a note where a unit was dragged hex by hex along a way that breaks a rule though another leads
        there as well, or went in a way that no line tells of: that is no breach, but players will want to know. What
        breaks a rule for certain gives way to another way of going that is no more than doubtful.
        """
        first, *others = interpretation.actions
        accused = self._accused(first, perhaps=interpretation.perhaps)
        if not accused:
            return first, ()
        completed = self._completion(first, accused, interpretation, partly=not others)
        if completed is not None or not (others or interpretation.perhaps):
            return completed or (first, ())
        read = [(first, accused)]
        for action in others:
            found = self._accused(action, perhaps=interpretation.perhaps)
            if not found:
                return action, tuple(self._read_otherwise(interpretation, action, accused))
            completed = self._completion(action, found, interpretation, partly=False)
            if completed is not None:
                return completed
            read.append((action, found))
        if interpretation.perhaps:
            return None, ()
        # What could not be done at all is no reading where another could.
        read = [pair for pair in read if not self._game.precondition_error(self.state, pair[0])] or read
        best = _unaccused_itself(read)
        if best is not None:
            action, shared = best
            more = [finding for finding in accused if not _in_all(finding, [tuple(shared)])]
            return action, () if action is first else tuple(self._read_otherwise(interpretation, action, more))
        return self._least(read), ()

    def _least(self, read: Sequence[tuple[Action, Sequence[Finding]]]) -> Action:
        """Return the reading that breaks least, of some that all break a rule as far as the log tells."""
        open_ = [(action, found) for action, found in read if not self._certain(found)]
        if open_:
            return min(open_, key=lambda pair: len(pair[1]))[0]
        (first, accused), *others = read
        if any(finding.verdict is Verdict.VIOLATION for finding in self._certain(accused)):
            for action, found in others:
                if type(action) is not type(first) and all(map(_rests_on_doubt, self._certain(found))):
                    return action
        return _as_dragged([action for action, _ in read])

    def _certain(self, found: Iterable[Finding]) -> list[Finding]:
        """Return those of some findings that accuse whatever happened before the log."""
        return [finding for finding in found if finding.accuses and not self._unknown_before(finding, self.state)]

    def _completion(
        self, act: Action, accused: list[Finding], interpretation: Interpretation, *, partly: bool
    ) -> tuple[Action, tuple[Finding, ...]] | None:
        """Return an act as far as it is certain, read with what its lines leave out so that it breaks nothing.

        With it comes a note. `partly` allows for one that breaks less than the act as it stands.
        """
        best: _Excused | None = None
        fewest = frozenset(finding.rule for finding in accused)
        for completion in self._game.completions(self.state, act):
            rules = frozenset(f.rule for f in self._accused(completion.whole, perhaps=interpretation.perhaps))
            if rules < fewest and (not rules or (partly and not completion.note)):
                best, fewest = _Excused(completion, rules), rules
            if not rules:
                break
        if best is None:
            return None
        self._excused = best
        return best.completion.sure, (self._completed(best),)

    def _completed(self, excused: _Excused) -> Finding:
        whole = action_text(self._game, excused.completion.whole)
        end = "" if excused.broken else ", which breaks nothing"
        text = excused.completion.note or f"The lines state only part of it; read as '{whole}'{end}."
        return Finding("log.battle", Verdict.NOTE, text)

    def _accused(self, action: Action, *, perhaps: bool) -> list[Finding]:
        wrong = self._game.precondition_error(self.state, action)
        if wrong:
            return [Finding("log.move", Verdict.DOUBT, wrong)]
        found = check(self._game, self.state, action)
        self._asked = self.state, action, found
        # A lasting fault already reported (a victory not claimed, say) does not count against a reading.
        new = self._referees[0].fresh(found)
        # A reading that only the game before could excuse is not good enough while there may be another.
        return [finding for finding in (new if perhaps else map(self.strangers.doubt, new)) if finding.accuses]

    def _read_otherwise(
        self, interpretation: Interpretation, action: Action, accused: list[Finding]
    ) -> Iterator[Finding]:
        literal = interpretation.actions[0]
        if isinstance(literal, Retreat) and not isinstance(action, Retreat):
            text = f"Read as '{action_text(self._game, action)}', and not as '{action_text(self._game, literal)}'."
            yield Finding("log.battle", Verdict.NOTE, text)
        elif type(literal) is not type(action):
            line = "No line says how it went"
            if interpretation.on_foot:
                line = "A line says that it went by land, which is not so"
            elif interpretation.keyed:
                line = "The key that was pressed says otherwise"
            text = f"{line}; read as '{action_text(self._game, action)}', which breaks nothing."
            yield Finding("log.mode", Verdict.NOTE, text)
        elif _step_by_step(literal):
            yield from map(_harmless, accused)

    def _act(self, action: Action) -> Iterable[Finding]:
        told = []
        for referee in self._referees:
            # The fairest of several readings has been looked at before.
            asked = self._asked is not None and self._asked[0] is referee.state and self._asked[1] is action
            try:
                told.append(referee.act(action, self._asked[2] if asked and self._asked else None).findings)
            except UserError as error:
                unit = getattr(action, "unit", None)
                units = (unit,) if isinstance(unit, str) else ()
                told.append((Finding("log.move", Verdict.UNDECIDED, f"{error}.", units),))
        if self._excused is not None and self._excused.completion.sure is action:
            told = self._completed_act(self._excused, told)
        if len(told) == 1:
            return told[0]
        # Each finding once, as the first world that has it words it.
        found = {(finding.rule, finding.units): finding for findings in reversed(told) for finding in findings}
        return [f if f.some_way or _in_all(f, told) else self._unsure(f) for f in found.values()]

    def _completed_act(self, excused: _Excused, told: list[tuple[Finding, ...]]) -> list[tuple[Finding, ...]]:
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

    def _unknown_before(self, finding: Finding, state: State) -> Unknown | None:
        """Return what a finding that accuses depends on of the game before the log; None if it stands by itself.

        `state` is the position before the act.
        """
        if not (self._start.late and finding.accuses):
            return None
        return self._game.unknown_before(state, finding, self._start.worlds[0].clock)

    def _unsure(self, finding: Finding) -> Finding:
        return _undecided(finding, " and ".join(self._start.unknown))


def _agreements(chain: Chain) -> Iterator[Finding]:
    """Yield a note for each log that says other optional rules than those by which it is judged."""
    for number, link in enumerate(chain.links):
        log = link.execution.log
        said = agreed_in([log])
        if said is not None and said.options != log.options:
            play = "is" if len(said.options) == 1 else "are"
            text = f"{chain.name(number)} says that {_rules(said.options)} {play} in play; it is judged with "
            yield Finding("log.options", Verdict.NOTE, f"{text}{_rules(log.options)}.")


_REMEMBERED = 4
"""How many phases back a loss may belong that was forgotten."""
_MOST_CORRECTED = 24
"""The greatest number of units in a phase for which corrected slips are searched."""


def _concerned(findings: Iterable[Noted]) -> Iterator[UnitId]:
    """Yield the units that are accused, or on which a finding is undecided."""
    for noted in findings:
        if noted.accused or _left_open(noted.finding):
            yield from noted.finding.units


def _together(*phases: _Read) -> tuple[int, ...]:
    return tuple(map(sum, zip(*(read.best.weight for read in phases), strict=True)))


def _left_open(finding: Finding) -> bool:
    return finding.verdict is Verdict.UNDECIDED and finding.rule.startswith("log.")


def _unexplained(finding: Finding) -> bool:
    return _left_open(finding) and finding.rule in ("log.box", "log.move")


def _rules(options: frozenset[str]) -> str:
    numbers = ", ".join(sorted(options, key=in_order))
    return f"the optional rule{'' if len(options) == 1 else 's'} {numbers}" if options else "no optional rules"


def _undecided(finding: Finding, unknown: str) -> Finding:
    sentence = f"{finding.sentence} Whether that is so depends on {unknown}, which the log does not show."
    return replace(finding, verdict=Verdict.UNDECIDED, sentence=sentence)


def _read_as_legal(finding: Finding) -> Finding:
    """Return a note instead of a finding of an act that some way, which no line tells, makes legal."""
    if not finding.some_way:
        return finding
    text = f"{finding.sentence} Some way that fits the table makes it legal; it is read so."
    return replace(finding, verdict=Verdict.NOTE, sentence=text, some_way=False)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _rests_on_doubt(finding: Finding) -> bool:
    """Tell whether a finding is about an act that was possible, and not certain."""
    return finding.verdict is Verdict.DOUBT and not finding.rule.startswith("log.")


def _as_dragged(actions: Sequence[Action]) -> Action:
    """Return the first of some readings, with every stop of the counter if they differ in their ways alone."""
    first = actions[0]
    if not isinstance(first, Move):
        return first
    return max((action for action in actions if isinstance(action, Move)), key=lambda move: len(move.trail.hexes))


def _step_by_step(action: Action) -> bool:
    return isinstance(action, Move) and len(action.trail.hexes) > 2 and not action.trail.gaps


def _harmless(finding: Finding) -> Finding:
    sentence = f"As it was dragged: {finding.sentence} Another way leads there, so nothing is broken."
    return replace(finding, verdict=Verdict.NOTE, sentence=sentence, legal="", dedup_key=None)


def _unaccused_itself(read: Sequence[tuple[Action, Sequence[Finding]]]) -> tuple[Action, Sequence[Finding]] | None:
    """Return the first of some readings of an act of which nothing is told but what is told of each, and of no unit.

    An unclaimed victory, for one, speaks against none of them.
    """
    told = [tuple(found) for _, found in read]
    for pair in read:
        if all(not finding.units and _in_all(finding, told) for finding in pair[1]):
            return pair
    return None


def _in_all(finding: Finding, told: list[tuple[Finding, ...]]) -> bool:
    return all(any((f.rule, f.units) == (finding.rule, finding.units) for f in others) for others in told)
