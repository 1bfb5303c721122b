"""The referee of a log: each phase is judged by the reading that breaks the fewest rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from trc_module.auditing.completing import Completing
from trc_module.auditing.declared_ahead import span_of_a_fight, with_battles_in_their_steps
from trc_module.auditing.drags import legs_of
from trc_module.auditing.evidence import CandidateReading
from trc_module.auditing.idle import with_idle_phases
from trc_module.auditing.joins import LogJoins
from trc_module.auditing.judged import Done, Noted
from trc_module.auditing.late_moves import note_on_late_moves, with_late_moves
from trc_module.auditing.lawful import is_lawful
from trc_module.auditing.only_said import with_what_was_only_said
from trc_module.auditing.options_said import other_options_said
from trc_module.auditing.overtime import carried_out_late, divided_otherwise, moved_on_without_battles
from trc_module.auditing.phases import Phase, set_late_note
from trc_module.auditing.reading import Reader
from trc_module.auditing.start import Start, read_start
from trc_module.auditing.supplied import Supplied
from trc_module.auditing.weighed import (
    PhaseRead,
    Weighed,
    accusation,
    explains_steps,
    fighters,
    left_open,
    together,
    unexplained,
)
from trc_module.auditing.worlds import Saved, Worlds
from trc_module.reading.weights import accuses, breaks
from trc_module.replay.chain import Chain
from trc_module.rules.clock import FIGHT, OTHER
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import in_words
from trc_module.rules.interpretation import Interpretation
from trc_module.rules.state import UnitId
from trc_module.sentence import Sentence


class Judge:
    """Reads the phases of a log one after the other, and judges each reading in the worlds of its beginning."""

    def __init__(self, chain: Chain, start: Start) -> None:
        self._chain = chain
        self._joins = LogJoins(chain)
        self._game = chain.log.parts.game
        self.worlds = Worlds(chain, start)
        self._completing = Completing(chain.log, self)
        self._supplied = Supplied(chain.log, self, self._completing)
        self._read_last: list[PhaseRead] = []
        """The last phases, each as it was read."""
        self._dice: set[int] = set()
        """The steps of the dice that the readings of the phases before these explain."""
        self._joined: tuple[PhaseRead, int] | None = None
        """The phase in which the log before ended, if it goes on where the next one begins, and the step between."""

    def beginning(self) -> Iterator[Noted]:
        """Yield what the beginnings of the logs leave to be said, where the chain has no step for it."""
        for number, link in enumerate(self._chain.links):
            clock = link.begins or self.worlds.start.worlds[0].clock
            where = f"{self._chain.name(number)}: " if number else ""
            for plain, count in Counter(each.plain for each in link.execution.log.saved.problems).items():
                told = (
                    Sentence("{where}{plain}", where, plain)
                    if count == 1
                    else Sentence("{where}{plain} (in {count} places).", where, plain[:-1], count)
                )
                yield Noted(Finding("log.file", Verdict.UNDECIDED, told), (), clock, None, "")
            if number and not link.join:
                for finding in self._joins.findings(number):
                    yield Noted(finding, (), clock, None, "")
        for finding in (*self.worlds.start.findings, *other_options_said(self._chain)):
            yield Noted(finding, (), self.worlds.start.worlds[0].clock, None, "")

    def join(self, number: int) -> None:
        """Bring the position to where another log begins, and report the changes that no log shows."""
        link = self._chain.links[number]
        last = self._read_last[-1] if self._read_last else None
        goes_on = last is not None and last.phase.next is None and last.phase.clock == link.begins
        self._joined = (last, link.join) if last is not None and goes_on else None
        self._remember(())
        found = tuple(self._joins.findings(number))
        places = self._joins.places(link)
        self.worlds.take(Interpretation((link.join,), (), () if self._joins.is_gap(link) else places, found))
        if not self._joins.is_gap(link) or link.begins is None:
            return
        if not places and self.worlds.passed(self.worlds.state.clock, link.begins):
            self.worlds.end(Phase(self.worlds.state.clock, [], link.begins, link.join))
            return
        log = link.execution.log
        # The outcome of the gap is visible, but control is not: keep ours.
        self.worlds.go_on_from(read_start(log, log.start_table))

    def phase(self, phase: Phase, reader: Reader, beside: Sequence[Phase]) -> None:
        """Judge a phase by the reading that breaks nothing, else by the one that breaks the least."""
        read = self.read(phase, reader, beside)
        read = self._over_the_join(read, reader) or read
        read = self._completing.explained(read, reader)
        read_first = self._with_the_next_part([*self._read_last, read], reader)
        phases = self._divided(read_first, reader)
        phases = self._with_late_losses(phases, reader) or phases
        if phases is not read_first and len(phases) == len(read_first):
            phases = [*phases[:-1], replace(phases[-1], first=(read_first[-2], read_first[-1]))]
        phases = self._with_battles_in_their_steps(phases, reader) or phases
        phases = self._completing.completed(phases, reader)
        phases = with_idle_phases(self._game, self, self._completing, phases, reader)
        self._remember(self._supplied.taken_back(phases, reader))
        self.worlds.settled()

    def _divided(self, phases: list[PhaseRead], reader: Reader) -> list[PhaseRead]:
        """Return phases, the last ones divided otherwise where that breaks less."""
        for _ in range(_MOST_DIVIDED if self._read_last else 0):
            *before, last, read = phases
            again = (
                self._in_overtime(last, read, reader)
                or self._divided_otherwise(last, read, reader)
                or self._with_what_was_said(last, read, reader)
            )
            if not again:
                break
            if before:
                # What a phase has lost to the next may have been what kept it from taking something of the one before.
                *before, first = before
                again = self._divided_otherwise(first, again[0], reader, again[1:]) or [first, *again]
            phases = [*before, *again]
        return phases

    @property
    def dice(self) -> frozenset[int]:
        """The steps of the dice that no line explains, and that are explained by how the phases are read."""
        return frozenset(self._dice.union(*(read.best.reading.dice for read in self._read_last)))

    def _remember(self, phases: Sequence[PhaseRead]) -> None:
        """Remember the last phases, each as it was read; the others stay as they are."""
        for read in phases[:-_REMEMBERED] if phases else self._read_last:
            self._dice |= read.best.reading.dice
            self._supplied.remember(read)
        if not phases:
            self._supplied.forget()
        self._read_last = list(phases[-_REMEMBERED:])

    def read(self, phase: Phase, reader: Reader, beside: Sequence[Phase]) -> PhaseRead:
        """Read a phase, slips of counters put right, and go on from its best reading."""
        before = self.worlds.save()
        best = self.best(phase, reader.readings(phase, self.worlds.state, beside), before, None)
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
            other = self._corrected(phase, reader, unit, before, best)
            # A slip explains: what would leave more open than before explains nothing.
            if other is not best and other.weight[-1] <= best.weight[-1]:
                # The legality of one unit's move may depend on another's: all other units may be corrected now.
                best, tried = other, {unit}
        best = self._entered_at_second_try(reader, phase, before, best)
        self.worlds.restore(best.after)
        return PhaseRead(phase, beside, before, best)

    def _corrected(self, phase: Phase, reader: Reader, unit: UnitId, before: Saved, best: Weighed) -> Weighed:
        """Return the best reading with a unit's slips put right that breaks no rule beside those broken before."""
        found = best
        for reading in reader.corrected(best.reading, unit):
            other = self.best(phase, (reading,), before, None)
            if other.fairer(found) and other.broken <= best.broken:
                found = other
            if not any(other.weight):
                break
        return found

    def _entered_at_second_try(self, reader: Reader, phase: Phase, before: Saved, best: Weighed) -> Weighed:
        """Return a reading without the slips of units that were put inland and moved on, if it is as good.

        Such an arrival is read as an entry and a move. A counter that is dragged on to where it may enter was more
        likely put right, and has passed nothing on the way.
        """
        acts = best.after.acts
        for unit in _entered_in_steps(acts):
            went_on = sum(getattr(done.action, "unit", None) == unit for done in acts) > _ENTRY_AND_MOVE
            for reading in reader.corrected(best.reading, unit) if went_on else ():
                other = self.best(phase, (reading,), before, None)
                if other.weight <= best.weight and unit not in _entered_in_steps(other.after.acts):
                    best = other
                    break
        return best

    def _over_the_join(self, read: PhaseRead, reader: Reader) -> PhaseRead | None:
        """Judge a phase of battles that two logs share as one, with what lies elsewhere between them as done in it.

        None if there is none, or if that breaks no less.
        """
        joined, self._joined = self._joined, None
        if joined is None or self._game.sequence.kind_of(read.phase.clock) != FIGHT:
            return None
        last, join = joined
        as_it_is, weight = self.worlds.save(last.before), self.weight(last.before.counts[0])
        step = self._chain.steps[join - 1]
        steps = [*last.phase.steps, step, *read.phase.steps]
        units = tuple(sorted({leg.unit for leg in legs_of(self._chain.log, step)}))
        text = Sentence(
            "The result for {units} was carried out between two logs; it is read as part of ", in_words(units)
        )
        note = Finding("log.ghost", Verdict.NOTE, Sentence("{text}{clock}.", text, read.phase.clock.words), units)
        self.worlds.restore(last.before)
        self.worlds.findings.append(Noted(note, (join,), read.phase.clock, None, ""))
        whole = self.read(replace(read.phase, steps=steps), reader, (*last.beside[:1], *read.beside[-1:]))
        if whole.best.weight < weight:
            return whole
        self.worlds.restore(as_it_is)
        return None

    def _two_corrected(
        self, phase: Phase, reader: Reader, before: Saved, best: Weighed, suspects: Iterable[UnitId]
    ) -> Weighed:
        """Return the best reading with two units put right, where one alone only shows the slip of the other."""
        accused = set(_concerned(best.after.findings))
        looks = iter(range(_MOST_CORRECTED))
        for unit in dict.fromkeys(suspects):
            for reading in reader.corrected(best.reading, unit):
                first = self.best(phase, (reading,), before, None)
                shown = dict.fromkeys(other for other in _concerned(first.after.findings) if other not in accused)
                for other in shown:
                    if next(looks, None) is None:
                        return best
                    second = self.best(phase, reader.corrected(first.reading, other), before, best)
                    if second is not best and second.weight[-1] <= best.weight[-1]:
                        return second
        return best

    def _in_overtime(self, last: PhaseRead, read: PhaseRead, reader: Reader) -> list[PhaseRead] | None:
        """Judge a combat phase again, its moves before the first die as the end of the movement phase before it.

        None if there are none, or if battles explain them better. What nothing else explains was movement, and it is
        judged as such even if it is illegal.
        """
        if not any(read.best.weight):
            return None
        for removed in (False, True):
            tried: frozenset[UnitId] = frozenset()
            units = self._own_concerned(read)
            for _ in range(_MOST_SHOWN):
                found = with_late_moves(self._chain.log, last.phase, read.phase, units, removed=removed)
                if found is None or found[1] <= tried or (not removed and found[1] <= self._shirking(read)):
                    break
                parts, tried = found
                if not is_lawful(self._chain.log, (last.phase, read.phase), parts):
                    break
                note = note_on_late_moves(self._chain.log, tried, parts, removed=removed)
                again, shown = self._with_overtime(last, read, reader, parts, note)
                if again is not None:
                    return again
                # Who came late beside them may be seen only when these stand where they went.
                units |= shown
        return None

    def _own_concerned(self, read: PhaseRead) -> set[UnitId]:
        """Return the units of the side on turn in a phase that are accused there, or left open."""
        return {u for u in _concerned(read.best.after.findings) if self._game.side_of[u] == read.phase.clock.side}

    def _with_what_was_said(self, last: PhaseRead, read: PhaseRead, reader: Reader) -> list[PhaseRead] | None:
        """Judge two phases again with what is only said at their border in the other; None if that breaks no less."""
        if not any(together(last, read)):
            return None
        found = (*last.best.after.findings, *read.best.after.findings)
        told = {step for noted in found if noted.accused or left_open(noted.finding) for step in noted.steps}
        known = {None, *map(accusation, found)}
        for text, parts in with_what_was_only_said(self._chain.log, last.phase, read.phase, told):
            if not is_lawful(self._chain.log, (last.phase, read.phase), parts, declared=False):
                continue
            shifted = {step.number for step in last.phase.steps} ^ {step.number for step in parts[0].steps}
            again, weight = self._again(last, read, reader, parts, Finding("log.phase", Verdict.NOTE, text))
            if any(again[-1].best.weight):
                # Where the tracker went on the number of the battle did as well: what is said may need more.
                again = [*again[:-1], self._completing.explained(again[-1], reader)]
                weight = together(*again)
            now = [noted for one in again for noted in one.best.after.findings]
            less = weight < together(last, read) and known.issuperset(map(accusation, now))
            # What is wrong in the other phase too was not said there.
            if less and fighters(last, read) <= fighters(*again) and explains_steps(shifted, found, now):
                return again
        self.as_before(last, read)
        return None

    def _shirking(self, read: PhaseRead) -> set[UnitId]:
        """Return the units of a phase of battles that had to fight and did not: none of them leaves the enemy late."""
        duties = self._game.duty_rules
        return _units_of(noted for noted in read.best.after.findings if noted.accused and noted.finding.rule in duties)

    def _with_the_next_part(self, phases: list[PhaseRead], reader: Reader) -> list[PhaseRead]:
        """Return phases, the moves of a combat phase before the last as the next movement if they are legal there.

        What the game before the log may excuse is legal there if all phases break less so.
        """
        if len(phases) <= _OF_A_PART or not any(together(*phases[-3:-1])):
            return phases
        *before, last, read = phases
        last, combat = last.first or (before[-1], last)
        parts = moved_on_without_battles(self._chain.log, last.phase, combat.phase, read.phase)
        told = (last.phase, combat.phase, read.phase)
        if parts is None or not is_lawful(self._chain.log, told, parts):
            return phases
        as_it_is = self.worlds.save(last.before)
        note = Finding("log.phase", Verdict.NOTE, set_late_note(parts[2].clock))
        again, weight = self._again(last, read, reader, parts, note)
        # Battles that stand under the heading of the next movement are divided from it afterwards.
        moved, *between, fought = (one.best.weight for one in again)
        legal = not any(map(any, between)) or (not any(map(breaks, between)) and weight < together(*phases[-3:]))
        if moved <= last.best.weight and fought <= read.best.weight and legal:
            return [*before[:-1], *again]
        self.worlds.restore(as_it_is)
        return phases

    def _with_overtime(
        self, last: PhaseRead, read: PhaseRead, reader: Reader, parts: Sequence[Phase], note: Finding
    ) -> tuple[list[PhaseRead] | None, set[UnitId]]:
        """Judge phases again with late acts, of those whom the note names, as movement; None if that breaks no less.

        Then the units that are accused or left open so are returned beside it.
        """
        late = set(note.units)
        unexplained = _units_of(n for n in read.best.after.findings if n.finding.rule == "log.move")
        again, weight = self._again(last, read, reader, parts, note)
        found = (noted.finding for noted in self.worlds.findings[last.before.counts[0] :])
        accused = [finding for finding in found if finding.accuses]
        fights = self._game.sequence.kind_of(read.phase.clock) == FIGHT
        if fights and late <= unexplained and all(late.intersection(finding.units) for finding in accused):
            return again, set()
        # Who arrives against a rule may have come in the next part of the turn, before the tracker was advanced; a way
        # that nothing else explains was movement. What a battle asks of a unit it owes wherever it came from.
        fought = again[-1].best.after.findings if fights else ()
        owed = {id(n.finding) for n in fought if n.finding.rule not in self._game.duty_rules}
        known = late - unexplained if fights else late
        wrongly = (finding for finding in accused if id(finding) not in owed and known.intersection(finding.units))
        if weight < together(last, read) and next(wrongly, None) is None:
            return again, set()
        self.as_before(last, read)
        return None, self._own_concerned(again[-1])

    def _divided_otherwise(
        self, last: PhaseRead, read: PhaseRead, reader: Reader, after: Sequence[PhaseRead] = ()
    ) -> list[PhaseRead] | None:
        """Judge two phases again as if the tracker had been advanced earlier or later; None if that breaks no less.

        `after` are those that follow them, which are judged again as they are.
        """
        before = last.best.after.findings
        units = set(_concerned(before)) | self._corrected_late(last, read) | self._removed_late(last, read)
        if not (any(last.best.weight) or units):
            return None
        told = {step for noted in before if noted.accused or left_open(noted.finding) for step in noted.steps}
        guilty = _units_of(noted for noted in before if noted.finding.accuses)
        as_it_is = self.worlds.findings[last.before.counts[0] :]
        known, idle = {None, *map(accusation, as_it_is)}, self._thrown_for_nothing(as_it_is)
        clear = guilty - _units_of(noted for noted in as_it_is if noted.finding.rule == "log.move")
        least, best = together(last, read, *after), None
        for text, parts in divided_otherwise(self._chain.log, last.phase, read.phase, units, told):
            both = (last.phase, read.phase)
            if not is_lawful(self._chain.log, both, parts):
                continue
            again, _ = self._again(last, read, reader, parts, Finding("log.phase", Verdict.NOTE, text), after)
            again = self._with_what_people_do(again, read, reader)
            weight = together(*again)
            moved = self._walked(read.phase) - self._walked(parts[-1])
            found = self.worlds.findings[last.before.counts[0] :]
            useless = self._thrown_for_nothing(found) > idle
            if weight < least and not useless and _excuses(found, moved, clear, known):
                least, best = weight, (again, self.worlds.save(last.before))
            if best is not None and not any(least):
                break
        if best is None:
            self.as_before(last, read, *after)
            return None
        self.worlds.restore(best[1])
        return best[0]

    def _with_what_people_do(self, phases: list[PhaseRead], read: PhaseRead, reader: Reader) -> list[PhaseRead]:
        """Return phases with what people do besides, if a die fell for a battle that nobody fights."""
        rolls = (n for n in read.best.after.findings if n.finding.rule == "log.battle" and left_open(n.finding))
        if not any(together(*phases)) or next(rolls, None) is None:
            return phases
        first = self._completing.explained(phases[0], reader)
        return [first, *self._completing.read_on(first, phases[1:], reader)]

    def _thrown_for_nothing(self, found: Iterable[Noted]) -> int:
        """Return how many dice have no purpose where nobody moves or fights: there they explain nothing."""
        rolls = (n for n in found if n.finding.rule == "log.roll" and left_open(n.finding))
        return sum(self._game.sequence.kind_of(noted.clock) == OTHER for noted in rolls)

    def _corrected_late(self, last: PhaseRead, read: PhaseRead) -> set[UnitId]:
        """Return the opponent's units that went back in battles, and further when the tracker had been advanced."""
        if self._game.sequence.kind_of(last.phase.clock) != FIGHT or not any(read.best.weight):
            return set()
        again = self._walked(last.phase) & set(_concerned(read.best.after.findings))
        return {unit for unit in again if self._game.side_of[unit] != last.phase.clock.side}

    def _removed_late(self, last: PhaseRead, read: PhaseRead) -> set[UnitId]:
        """Return the units that were put into a box when battles were over, or back from one: they may have owed it."""
        if self._game.sequence.kind_of(last.phase.clock) != FIGHT or not any(together(last, read)):
            return set()
        gone, back = self._crossed(read.phase)
        back &= self._crossed(last.phase)[0]
        return gone | back if back or any(last.best.weight) else set()

    def _crossed(self, phase: Phase) -> tuple[set[UnitId], set[UnitId]]:
        """Return the units that were put from the map into a box in a phase, and those from a box onto the map."""
        legs = [leg for step in phase.steps for leg in legs_of(self._chain.log, step)]
        gone = {leg.unit for leg in legs if isinstance(leg.after, str) and not isinstance(leg.before, str)}
        return gone, {leg.unit for leg in legs if isinstance(leg.before, str) and not isinstance(leg.after, str)}

    def _walked(self, phase: Phase) -> set[UnitId]:
        """Return the units that were dragged over the map in a phase."""
        legs = (leg for step in phase.steps for leg in legs_of(self._chain.log, step))
        return {leg.unit for leg in legs if not isinstance(leg.before, str) and not isinstance(leg.after, str)}

    def _with_late_losses(self, phases: Sequence[PhaseRead], reader: Reader) -> list[PhaseRead] | None:
        """Judge phases again with losses of the last one as those of battles before; None if that breaks no less."""
        *_, read = phases
        for number, earlier in enumerate(phases[:-2]):
            if not any(earlier.best.weight):
                continue
            units = set(_concerned(earlier.best.after.findings))
            late = carried_out_late(self._chain.log, earlier.phase, read.phase, units)
            if late is None:
                continue
            text, (finished, rest) = late
            between = phases[number + 1 : -1]
            passed = (one.phase for one in between)
            if not is_lawful(self._chain.log, (one.phase for one in phases[number:]), (finished, *passed, rest)):
                continue
            parts = [(finished, earlier.beside), *((one.phase, one.beside) for one in between), (rest, read.beside)]
            again = self._judged_again(earlier.before, parts, reader, Finding("log.phase", Verdict.NOTE, text))
            if together(*again) < together(*phases[number:]):
                return [*phases[:number], *again]
            self.as_before(*phases[number:])
        return None

    def _with_battles_in_their_steps(self, phases: list[PhaseRead], reader: Reader) -> list[PhaseRead] | None:
        """Judge a fight's phases again, what declares battles where units move, and the dice where they are fought.

        None if that breaks no less, if the fight goes on, or if the game declares no battle where units move.
        """
        if not self._game.line_policy.ahead:
            return None
        span = span_of_a_fight(self._chain.log, [r.phase for r in phases])
        if span is None or not accuses(together(*phases[span[0] :])):
            return None
        first, moves, fight = span
        told, log = phases[first:], self._chain.log
        own = [read.phase for read in told]
        known = {None, *(accusation(noted) for read in told for noted in read.best.after.findings)}
        least, best = told, None
        for text, parts in with_battles_in_their_steps(log, own, moves, fight):
            if not is_lawful(log, own, parts, declared=False):
                continue
            note = Finding("log.phase", Verdict.NOTE, text)
            besides = [(part, told[0].beside) for part in parts[:-1]] + [(parts[-1], told[-1].beside)]
            again = self._judged_again(told[0].before, besides, reader, note)
            again = [*again[:-1], self._completing.explained(again[-1], reader)]
            now = (noted for read in again for noted in read.best.after.findings)
            excuses = together(*again) < together(*least) and known.issuperset(map(accusation, now))
            if excuses and fighters(*told) <= fighters(*again):
                least, best = again, self.worlds.save(told[0].before)
            if best is not None and not any(together(*least)):
                break
        if best is None:
            self.as_before(*told)
            return None
        self.worlds.restore(best)
        return [*phases[:first], *least]

    def _again(
        self,
        last: PhaseRead,
        read: PhaseRead,
        reader: Reader,
        parts: Sequence[Phase],
        note: Finding,
        after: Sequence[PhaseRead] = (),
    ) -> tuple[list[PhaseRead], tuple[int, ...]]:
        """Judge two phases again, divided otherwise, with a note of it; return the parts and what all break."""
        besides = [*([last.beside] * (len(parts) - 1)), read.beside]
        phases = self._judged_again(last.before, list(zip(parts, besides, strict=True)), reader, note)
        for one in after:
            if one.note is not None:
                self.worlds.findings.append(one.note)
            phases.append(replace(self.read(one.phase, reader, one.beside), note=one.note))
        return phases, together(*phases)

    def _judged_again(
        self, before: Saved, parts: Sequence[tuple[Phase, Sequence[Phase]]], reader: Reader, note: Finding
    ) -> list[PhaseRead]:
        """Judge phases again, each with those beside it, from a moment on; the note stands before the last."""
        self.worlds.restore(before)
        phases = [self.read(part, reader, beside) for part, beside in parts[:-1]]
        ended = parts[-2][0]
        noted = Noted(note, (ended.ended,), ended.clock, ended.clock.side, "")
        self.worlds.findings.append(noted)
        return [*phases, replace(self.read(parts[-1][0], reader, parts[-1][1]), note=noted)]

    def as_before(self, *phases: PhaseRead) -> None:
        """Go back to how phases were judged first."""
        self.worlds.restore(phases[0].before)
        for number, read in enumerate(phases):
            if read.note is not None and number:
                self.worlds.findings.append(read.note)
            self.worlds.restore(read.best.after)

    def best(self, phase: Phase, readings: Iterable[CandidateReading], before: Saved, best: Weighed | None) -> Weighed:
        """Return the best of some readings of a phase, judged from a moment on, and of one that is known."""
        for found in (self._weighed(phase, reading, before) for reading in readings):
            if best is None or found.fairer(best):
                best = found
            if not any(found.weight):
                break
        assert best is not None
        return best

    def _weighed(self, phase: Phase, reading: CandidateReading, before: Saved) -> Weighed:
        self.worlds.restore(before)
        for interpretation in reading.interpretations:
            self.worlds.take(interpretation)
        self.worlds.end(phase)
        return Weighed(self.weight(before.counts[0]), reading, self.worlds.save(before))

    def weight(self, since: int) -> tuple[int, ...]:
        """Return how much was found: violations, doubts, what the game before may excuse, what the log leaves open.

        A counter's way that a reading does not explain counts as a violation: such a reading does not fit the table.
        """
        told = self.worlds.findings[since:]
        found = [noted.finding for noted in told]
        return (
            sum(finding.verdict is Verdict.VIOLATION or unexplained(finding) for finding in found),
            sum(finding.verdict is Verdict.DOUBT for finding in found),
            sum(noted.accused and not noted.finding.accuses for noted in told),
            sum(map(left_open, found)),
        )


_REMEMBERED = 4
"""The number of last phases that can be judged again: a loss that was forgotten may belong to one of them."""
_MOST_DIVIDED = 3
"""The greatest number of times that the acts under one phase of the tracker are divided: with battles twice, they are
four phases."""
_OF_A_PART = 2
"""The number of phases in a part of a turn: movement and combat."""
_ENTRY_AND_MOVE = 2
"""The number of acts as which an arrival is read that was dragged straight inland."""
_MOST_SHOWN = 4
"""The number of times that late movers are searched for beside those who are known."""
_MOST_CORRECTED = 24
"""The greatest number of units in a phase for which corrected slips are searched."""


def _entered_in_steps(acts: Sequence[Done]) -> list[UnitId]:
    """Return the units whose arrival was read as an entry and a move."""
    units = [(done.steps, getattr(done.action, "unit", None)) for done in acts]
    return [unit for (steps, unit), after in pairwise(units) if unit is not None and after == (steps, unit)]


def _concerned(findings: Iterable[Noted]) -> Iterator[UnitId]:
    """Yield the units that are accused, or on which a finding is undecided."""
    for noted in findings:
        if noted.accused or left_open(noted.finding):
            yield from noted.finding.units


def _units_of(findings: Iterable[Noted]) -> set[UnitId]:
    return {unit for noted in findings for unit in noted.finding.units}


def _excuses(
    found: Sequence[Noted],
    moved: set[UnitId],
    clear: set[UnitId],
    known: set[tuple[str, tuple[UnitId, ...]] | None],
) -> bool:
    """Tell whether what is found in phases that were divided otherwise only excuses.

    A way that would be illegal in the earlier phase too was none of its acts, and a way that broke a rule is not
    explained by a phase in which nobody knows what it was. A tracker advanced too late or too early excuses; it accuses
    nobody of something else. `moved` went in the earlier phase now, `clear` are those whose ways were known.
    """
    shifted = moved & _units_of(noted for noted in found if noted.finding.accuses)
    unclear = clear & _units_of(noted for noted in found if noted.finding.rule == "log.move")
    return not shifted and not unclear and known.issuperset(map(accusation, found))
