"""Phases that accuse somebody, read again with what people do besides: the room `reading`, fed from a log."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Protocol

from trc_module.auditing.declared_ahead import span_of_a_fight, with_the_movement
from trc_module.auditing.dice import is_die
from trc_module.auditing.evidence import CandidateReading, PhaseEvidence, visits_of
from trc_module.auditing.judged import Noted
from trc_module.auditing.mailed import faces_of
from trc_module.auditing.phases import Phase
from trc_module.auditing.reading import Reader
from trc_module.auditing.retrying import Retrying
from trc_module.auditing.turned import still_untold
from trc_module.auditing.typed import dice_typed, speakers
from trc_module.auditing.weighed import PhaseRead, Weighed, accusation, accusations_of, left_open, together
from trc_module.auditing.worlds import Saved, Worlds
from trc_module.declarations import FATE, WAY
from trc_module.hexgrid import Hex, hexes
from trc_module.reading import habits
from trc_module.reading.battle import Fight
from trc_module.reading.changes import Change, with_changes
from trc_module.reading.evidence import ByHand, Evidence, TypedDie
from trc_module.reading.habits import said_in_chat
from trc_module.reading.search import Search, is_accepted, lawful
from trc_module.reading.weights import accuses, rank
from trc_module.replay.gamelog import GameLog
from trc_module.rules.clock import FIGHT, MOVE
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.interpretation import Line
from trc_module.rules.state import UnitId
from trc_module.sentence import Sentence

AIR = "air"
"""The type of the units that fight from boxes."""
_MOST_LOOKS = 400
"""The greatest number of readings of one phase that are judged before one explains more."""
_MOST_PARTS = 40
"""The greatest number of ways in which units are added to the battles of an earlier phase."""


_MOST_SUPPLIED = 3
"""The greatest number of mended battles into which others are put."""


class PhaseJudge(Protocol):
    """The part of a judge by which phases are judged again."""

    worlds: Worlds

    def best(self, phase: Phase, readings: Iterable[CandidateReading], before: Saved, best: Weighed | None) -> Weighed:
        """Return the best of some readings of a phase, judged from a moment on."""

    def read(self, phase: Phase, reader: Reader, beside: Sequence[Phase]) -> PhaseRead:
        """Read a phase, and go on from its best reading."""

    def weight(self, since: int) -> tuple[int, ...]:
        """Return how much was found since so many findings."""

    def as_before(self, *phases: PhaseRead) -> None:
        """Go back to how phases were judged first."""


class Completing:
    """Reads phases again that accuse somebody, with what people do besides."""

    def __init__(self, log: GameLog, referee: PhaseJudge) -> None:
        self._log = log
        self._game = log.parts.game
        self._referee = referee
        self._faces = faces_of(self._game)

    def explained(self, read: PhaseRead, reader: Reader) -> PhaseRead:
        """Return a phase with what explains it by itself, and go on from there."""
        if any(read.best.weight):
            read = replace(read, best=self._search(read, reader), searched=True)
        return self._with_what_was_typed(read, reader)

    def _with_what_was_typed(self, read: PhaseRead, reader: Reader) -> PhaseRead:
        """Return a phase, what is open for want of a line that chat replaces as a note.

        The game goes on as if nothing were known: words accuse nobody of what rests on them.
        """
        base = as_mended(read.best.reading)
        if said_in_chat not in habits.HABITS or base.set_up or not base.chat or not _undecided_in(read.best):
            return read
        for change in said_in_chat.of_the_turn(self.evidence(base, base.lines, ())):
            reading = next(iter(reader.changed(base, (change,))), None)
            found = self._referee.best(read.phase, (reading,), read.before, None) if reading is not None else None
            self._referee.worlds.restore(read.best.after)
            if found is not None and found.weight <= read.best.weight:
                closed = _undecided_in(read.best) - _undecided_in(found)
                read = replace(read, best=_as_said(read.best, closed, change.note))
        self._referee.worlds.restore(read.best.after)
        return read

    def completed(self, phases: list[PhaseRead], reader: Reader) -> list[PhaseRead]:
        """Return phases, the first that accuses somebody and all after it with what explains it."""
        first = next((i for i, read in enumerate(phases) if accuses(read.best.weight) and not read.searched), None)
        if first is not None:
            phases = self._completed_from(phases, first, reader)
        return self._with_participants(phases, reader) or self._with_the_movement(phases, reader) or phases

    def _completed_from(self, phases: list[PhaseRead], first: int, reader: Reader) -> list[PhaseRead]:
        """Return phases, those from one on with what explains what it is accused of."""
        again = [replace(phases[first], best=self._search(phases[first], reader))]
        if again[0].best is not phases[first].best:
            again += self.read_on(again[0], phases[first + 1 :], reader)
        if len(again) == len(phases) - first and self._is_better(again, phases[first:]):
            phases = [*phases[:first], *again]
        else:
            self._referee.as_before(*phases[first:])
        return [*phases[:first], *(replace(read, searched=True) for read in phases[first:])]

    def read_on(self, first: PhaseRead, phases: Sequence[PhaseRead], reader: Reader) -> Iterator[PhaseRead]:
        """Yield the phases after one that is read otherwise now, each with what explains what it is accused of."""
        self._referee.worlds.restore(first.best.after)
        for read in phases:
            if read.note is not None:
                self._referee.worlds.findings.append(read.note)
            new = replace(self._referee.read(read.phase, reader, read.beside), note=read.note, first=read.first)
            found = self._search(new, reader)
            self._referee.worlds.restore(found.after)
            yield replace(new, best=found, searched=True)

    def _is_better(self, again: Sequence[PhaseRead], phases: Sequence[PhaseRead]) -> bool:
        """Tell whether phases as they are read again break less, and accuse nobody of what he was not accused of."""
        told, known = (
            accusations_of(noted for read in each for noted in read.best.after.findings) for each in (again, phases)
        )
        return together(*again) < together(*phases) and not told - known

    def _search(self, read: PhaseRead, reader: Reader) -> Weighed:
        """Return the best reading of a phase with what people do besides.

        It starts from the lines as the best reading has mended them, then from those that were made.
        """
        first = read.best
        found = first
        if first.reading.evidence.set_up:
            return first
        for base in _bases(first.reading):
            if not any(found.weight):
                break
            other = self._search_from(base, read, reader)
            if other.weight < found.weight:
                found = other
        if accuses(found.weight):
            found = self._with_others_in_a_battle(read, found, reader)
        found = _with_what_is_told(_with_what_is_chosen(found, first), read.phase)
        self._referee.worlds.restore(found.after)
        return found

    def _with_others_in_a_battle(self, read: PhaseRead, best: Weighed, reader: Reader) -> Weighed:
        """Return a better reading with others in a battle than its mend has put there, else the one that is given."""
        if habits.left_out not in habits.HABITS:
            return best
        for number, base in islice(_without_the_supplied(read.best.reading), _MOST_SUPPLIED):
            found = self.evidence(base, base.lines, _open(best.after.findings))
            for change in islice(sorted(habits.left_out.proposals(found), key=rank), _MOST_PARTS):
                if change.into[0].says.get("b") != number or not lawful(change, found):
                    continue
                for reading in islice(reader.changed(base, (replace(change, chosen=True),)), 1):
                    other = self._referee.best(read.phase, (reading,), read.before, None)
                    if is_accepted(other, best):
                        return other
        return best

    def _search_from(self, base: PhaseEvidence, read: PhaseRead, reader: Reader) -> Weighed:
        def evidence(changes: tuple[Change, ...], best: Weighed) -> Evidence:
            return self.evidence(base, with_changes(base.lines, changes), _open(best.after.findings))

        retrying = Retrying(self._referee.worlds, read.phase, read.before, self._referee.weight)

        def judged(changes: tuple[Change, ...], most: int) -> Iterator[Weighed | None]:
            for order, reading in enumerate(reader.changed(base, changes)):
                yield retrying.judge(reading, order, most)

        return Search(evidence, judged, _MOST_LOOKS).best(read.best)

    def _with_participants(self, phases: list[PhaseRead], reader: Reader) -> list[PhaseRead] | None:
        """Return phases with units in the last one's battles that no line puts into those where they are declared.

        None if that breaks no less.
        """
        kind_of, clock = self._game.sequence.kind_of, phases[-1].phase.clock
        same = [read.phase.clock.turn == clock.turn and read.phase.clock.side == clock.side for read in phases[:-1]]
        at = next((i for i in reversed(range(len(same))) if same[i] and kind_of(phases[i].phase.clock) == MOVE), None)
        if at is None or kind_of(clock) != FIGHT or not accuses(phases[-1].best.weight):
            return None
        if habits.left_out not in habits.HABITS:
            return None
        told = phases[at:]
        for base in _bases(told[0].best.reading):
            again = self._with_participants_from(base, told, reader)
            if again is not None:
                return [*phases[:at], *again]
        self._referee.as_before(*told)
        return None

    def _with_participants_from(
        self, base: PhaseEvidence, told: Sequence[PhaseRead], reader: Reader
    ) -> list[PhaseRead] | None:
        """Return phases, the first of which declares the battles of the last, with units that join the lines of a base.

        Where the lines are those of the log, and others had been put into battles to mend them, what the units explain
        is undecided: who fought its player alone knows.
        """
        moved, *between = told
        mended = base.lines is moved.best.reading.lines or moved.best.reading.lines is None
        open_ = _open(told[-1].best.after.findings)
        later = [line for step in told[-1].phase.steps for line in reader.lines_of(step)]
        worlds = self._referee.worlds
        least, best = list(told), None
        found = self.evidence(base, base.lines, open_, later)
        for change in islice(sorted(habits.left_out.proposals(found), key=rank), _MOST_PARTS):
            if not lawful(change, found):
                continue
            reading = next(iter(reader.changed(base, (replace(change, chosen=not mended),))), None)
            if reading is None:
                continue
            earlier = self._referee.best(moved.phase, (reading,), moved.before, None)
            if earlier.weight > moved.best.weight:
                continue
            again = [replace(moved, best=earlier, searched=True)]
            again += self.read_on(again[0], between, reader)
            if self._is_better(again, least) and self._is_better(again, told):
                least, best = again, worlds.save(moved.before)
                if not accuses(together(*again)):
                    break
        if best is None:
            return None
        worlds.restore(best)
        if not mended:
            least = with_what_was_chosen_before(least, told)
            worlds.restore(least[-1].best.after)
        return least

    def _with_the_movement(self, phases: list[PhaseRead], reader: Reader) -> list[PhaseRead] | None:
        """Return phases with units in battles that were declared in a movement over which the tracker has passed.

        None if it has passed over none, or if that breaks no less.
        """
        span = span_of_a_fight(self._log, [read.phase for read in phases])
        if span is None or phases[span[0]].phase.clock == span[1] or not accuses(phases[-1].best.weight):
            return None
        first, moves, fight = span
        told = phases[first:]
        self._referee.worlds.restore(told[0].before)
        again = [
            self._referee.read(part, reader, told[0].beside)
            for part in with_the_movement(self._log, [read.phase for read in told], moves, fight)
        ]
        found = self._with_participants([*phases[:first], *again], reader)
        if found is not None and self._is_better(found[first:], told):
            return found
        self._referee.as_before(*told)
        return None

    def evidence(
        self,
        found: PhaseEvidence,
        lines: Sequence[Line],
        told: Sequence[Noted],
        later: Sequence[Line] = (),
    ) -> Evidence:
        """Return what a reading leaves open, `told` by it, in a phase with some lines.

        `later` are the lines of the phase in which the battles are fought that are declared in this one.
        """
        game, policy = self._game, self._game.line_policy
        visits: dict[UnitId, list[int]] = {}
        for leg in found.legs:
            visits.setdefault(leg.unit, []).append(leg.step)
        went = visits_of(found.legs)

        def place_at(unit: UnitId, step: int) -> Hex | None:
            before = [place for at, place in went.get(unit, ()) if at < step]
            place = before[-1] if before else found.state.place(unit)
            return place if isinstance(place, int) else None

        last = max((step.number for step in found.phase.steps), default=0)
        everybody = [
            unit
            for side in game.sides
            for unit in found.state.forces[side].places
            if policy.boxed or game.roster.units[unit].type != AIR
        ]
        return Evidence(
            game.grammar,
            policy,
            lines,
            visits,
            [
                Fight(str(b.number), dict.fromkeys(b.attackers), dict.fromkeys(b.defenders), known=True)
                for b in found.state.battles
            ],
            [
                unit
                for unit in everybody
                if isinstance(found.state.place(unit), str) and game.roster.units[unit].type == AIR
            ],
            frozenset(unit for noted in told for unit in noted.finding.units),
            frozenset(step for noted in told for step in noted.steps),
            found.state.clock.side,
            game.side_of,
            everybody,
            place_at,
            game.board.grid.adjacent,
            self._around,
            last,
            tuple(self._by_hand(found, lines)),
            later,
            tuple(self._typed(found)),
            found.chat,
            speakers(found.phase.steps),
            self._faces,
            self._names,
        )

    def _around(self, at: Hex) -> Iterable[Hex]:
        """Return the hexes next to a hex."""
        return hexes(self._game.board.grid.neighbours[at])

    @cached_property
    def _names(self) -> Mapping[UnitId, Collection[str]]:
        """The names by which players call units."""
        units = self._game.roster.units
        return {unit.id: unit.names for unit in units.values()}

    def _typed(self, found: PhaseEvidence) -> Iterator[TypedDie]:
        """Yield the dice that chat names and the log does not hold."""
        thrown: dict[int, list[int]] = {}
        for line in found.lines:
            pips = line.says.get("die") or line.says.get("dice") or ""
            thrown.setdefault(line.step, []).extend(int(word) for word in pips.split(",") if is_die(word.strip()))
        words = dict(found.chat)
        for step, die in dice_typed(found.chat, thrown, self._faces):
            yield TypedDie(step, die, words[step])

    def _by_hand(self, found: PhaseEvidence, lines: Sequence[Line]) -> Iterator[ByHand]:
        """Yield what was done with counters in steps in which no line tells of them."""
        grammar = self._game.grammar
        said = {(line.step, line.says.get("u")) for line in lines}
        fates = tuple(
            name
            for name, verb in grammar.verbs.items()
            if verb.governs == FATE and any(field.key == "b" for field in verb.fields)
        )
        ends = {leg.unit: leg.after for leg in found.legs}
        for leg in found.legs:
            # Who came back was put there by mistake.
            stays = isinstance(leg.after, str) and isinstance(ends[leg.unit], str)
            if stays and (leg.step, leg.unit) not in said:
                yield ByHand(leg.step, leg.unit, fates)
        yield from self._dragged(found, lines)
        policy = self._game.line_policy
        words = ("", *policy.statuses)
        for turned in still_untold(found.turned, lines):
            numbers = turned.statuses
            statuses = None if numbers is None or max(numbers) >= len(words) else (words[numbers[0]], words[numbers[1]])
            side = self._game.side_of[turned.unit]
            verbs = dict.fromkeys(key.verb for key in policy.turns if key.makes(side, turned.faces, statuses))
            yield ByHand(turned.step, turned.unit, tuple(verbs))

    def _dragged(self, found: PhaseEvidence, lines: Sequence[Line]) -> Iterator[ByHand]:
        """Yield where counters were dragged over the map in battles, or dragged on, without a key that says how."""
        if self._game.sequence.kind_of(found.state.clock) != FIGHT:
            return
        grammar = self._game.grammar
        ways = tuple(
            name
            for name, verb in sorted(grammar.verbs.items())
            if verb.governs == WAY and {field.key for field in verb.fields if field.required} == {"b", "u"}
        )
        before: dict[UnitId, int] = {}
        told = [(line.step, line.says.get("u")) for line in lines if grammar.verbs[line.says.verb].governs == WAY]
        for leg in found.legs:
            since = before.get(leg.unit, 0)
            before[leg.unit] = leg.step
            said = any(unit == leg.unit and since < step <= leg.step for step, unit in told)
            if leg.step > since + 1 and not said and isinstance(leg.before, int) and isinstance(leg.after, int):
                yield ByHand(leg.step, leg.unit, ways)


def as_mended(reading: CandidateReading) -> PhaseEvidence:
    """Return the evidence of a reading with the lines from which it was made."""
    return reading.evidence if reading.lines is None else replace(reading.evidence, lines=reading.lines)


def _bases(reading: CandidateReading) -> Iterator[PhaseEvidence]:
    """Yield the evidence of a reading with the lines as they were mended for it, then with those that were made."""
    if reading.lines is not None:
        yield as_mended(reading)
    yield reading.evidence


def _without_the_supplied(reading: CandidateReading) -> Iterator[tuple[str, PhaseEvidence]]:
    """Yield each battle into which a mend has put units, with the mended lines without those."""
    told = {(line.says.get("b"), line.says.get("u")) for line in reading.evidence.lines}
    lines = reading.lines or ()
    new = [line for line in lines if line.says.get("u") and (line.says.get("b"), line.says.get("u")) not in told]
    for number in dict.fromkeys(line.says.get("b") or "" for line in new):
        own = {id(line) for line in new if line.says.get("b") == number}
        yield number, replace(reading.evidence, lines=[line for line in lines if id(line) not in own])


def _open(findings: Iterable[Noted]) -> list[Noted]:
    """Return the findings that accuse somebody, would if the game before were known, or leave a way or a die open."""
    return [noted for noted in findings if noted.accused or left_open(noted.finding)]


def _with_what_is_chosen(found: Weighed, first: Weighed) -> Weighed:
    """Return a reading with what a player's free choice would explain as undecided: the log does not show it."""
    if not found.reading.chosen:
        return found
    left = found.accusations
    open_ = [
        replace(noted, finding=_as_undecided(noted.finding, found.reading.chosen), accused=False)
        for noted in first.after.findings
        if noted.finding.accuses and not left[accusation(noted)]
    ]
    return replace(found, after=replace(found.after, findings=[*found.after.findings, *open_]))


def with_what_was_chosen_before(found: Sequence[PhaseRead], first: Sequence[PhaseRead]) -> list[PhaseRead]:
    """Return phases with what a free choice in the first of them explains as undecided at their end."""
    *others, last = found
    left = accusations_of(noted for read in found for noted in read.best.after.findings)
    told = [noted for read in first for noted in read.best.after.findings]
    open_ = [
        replace(noted, finding=_as_undecided(noted.finding, found[0].best.reading.chosen), accused=False)
        for noted in told
        if noted.finding.accuses and not left[accusation(noted)]
    ]
    after = replace(last.best.after, findings=[*last.best.after.findings, *open_])
    return [*others, replace(last, best=replace(last.best, after=after))]


def _with_what_is_told(found: Weighed, phase: Phase) -> Weighed:
    """Return a reading with what is to be told of the changes of its lines."""
    if not found.reading.told:
        return found
    noted = [Noted(finding, (step,), phase.clock, None, "", finding.accuses) for step, finding in found.reading.told]
    return replace(found, after=replace(found.after, findings=[*found.after.findings, *noted]))


def _undecided_in(read: Weighed) -> frozenset[Finding]:
    """Return what a reading leaves undecided, of the log or of the game."""
    return frozenset(n.finding for n in read.after.findings if n.finding.verdict is Verdict.UNDECIDED)


def _as_said(read: Weighed, closed: Collection[Finding], why: str) -> Weighed:
    """Return a reading with some of what it leaves undecided as notes."""
    findings = [
        replace(
            n,
            finding=replace(
                n.finding, verdict=Verdict.NOTE, sentence=Sentence("{sentence} {why}", n.finding.sentence, why)
            ),
        )
        if n.finding in closed
        else n
        for n in read.after.findings
    ]
    return replace(read, after=replace(read.after, findings=findings))


def _as_undecided(finding: Finding, why: str) -> Finding:
    """Return a finding that stands unless something was done of which no line tells."""
    return replace(finding, verdict=Verdict.UNDECIDED, sentence=Sentence("{sentence} {why}", finding.sentence, why))
