"""Phases that accuse somebody, read again with what people do besides: the room `reading`, fed from a log."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from operator import attrgetter
from typing import Protocol

from msgspec import structs

from trc_module.auditing.declared_ahead import declares_later, span_of_a_fight, with_the_movement
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
from trc_module.declarations import FATE, PLAIN_DIE, WAY, Grammar
from trc_module.declarations.policy import Policy
from trc_module.hexgrid import Adjacency, Hex, hexes
from trc_module.reading import habits
from trc_module.reading.battle import Fight
from trc_module.reading.changes import Change, with_changes
from trc_module.reading.evidence import ByHand, Evidence, TypedDie
from trc_module.reading.habits import said_in_chat
from trc_module.reading.laws import lawful
from trc_module.reading.search import Reached, Search
from trc_module.reading.weights import accuses, rank
from trc_module.reading.weights import left_open as left_open_by
from trc_module.replay.gamelog import GameLog
from trc_module.rules.clock import FIGHT, MOVE
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.interpretation import Interpretation, Line
from trc_module.rules.state import Place, UnitId
from trc_module.sentence import Sentence, paragraph

AIR = "air"
"""The type of the units that fight from boxes."""
_MOST_LOOKS = 400
"""The greatest number of readings of one phase that are judged before one explains more."""
_MANY = 8
"""So many violations: a phase that breaks so much was divided wrongly, and is searched if no other division helps."""
_SAYS_NOTHING = (Verdict.NOTE, Verdict.SKIPPED)
_MOST_JOINED = 3
"""The greatest number of battles of an earlier phase which units join, one after the other."""
_MOST_PARTS = 40
"""The greatest number of ways in which units are added to the battles of an earlier phase."""


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
        if any(read.best.weight) and read.best.weight[0] < _MANY:
            read = self._searched(read, reader)
        return self._with_what_was_typed(read, reader)

    def _with_what_was_typed(self, read: PhaseRead, reader: Reader) -> PhaseRead:
        """Return a phase, what is open for want of a line that chat replaces as a note.

        The game goes on as if nothing were known: words accuse nobody of what rests on them.
        """
        base = read.best.reading.evidence
        if said_in_chat not in habits.HABITS or base.set_up or not base.chat or not _undecided_in(read.best):
            return read
        for change in said_in_chat.of_the_turn(self.evidence(base, base.lines, ())):
            reading = next(iter(reader.changed(base, (change,))), None)
            found = self._referee.best(read.phase, (reading,), read.before, None) if reading is not None else None
            self._referee.worlds.restore(read.best.after)
            if found is not None and found.weight <= read.best.weight:
                closed = _undecided_in(read.best) - _undecided_in(found)
                read = structs.replace(read, best=_as_said(read.best, closed, change.note))
        self._referee.worlds.restore(read.best.after)
        return read

    def completed(self, phases: list[PhaseRead], reader: Reader) -> list[PhaseRead]:
        """Return phases, the first that accuses somebody and all after it with what explains it."""
        first = next((i for i, read in enumerate(phases) if accuses(read.best.weight) and not read.searched), None)
        if first is not None:
            phases = self._completed_from(phases, first, reader)
        phases = self._with_both_sides(phases, reader)
        if not self._game.line_policy.ahead:
            return phases
        return self._with_participants(phases, reader) or self._with_the_movement(phases, reader) or phases

    def _with_both_sides(self, phases: list[PhaseRead], reader: Reader) -> list[PhaseRead]:
        """Return phases, the battles of the last one whose dice fell with both their sides.

        It is searched from the beginning: what was changed before is told, and left open, with the rest.
        """
        *before, last = phases
        if not last.best.weight[-1]:
            return phases
        plain = last.plain or last.best
        found, _ = self._search(structs.replace(last, best=plain), reader, completing=True)
        if found.weight == last.best.weight:
            self._referee.worlds.restore(last.best.after)
            return phases
        return [*before, structs.replace(last, best=found, searched=True, plain=plain)]

    def _completed_from(self, phases: list[PhaseRead], first: int, reader: Reader) -> list[PhaseRead]:
        """Return phases, those from one on with what explains what it is accused of."""
        again = [self._searched(phases[first], reader)]
        if again[0].best is not phases[first].best:
            again += self.read_on(again[0], phases[first + 1 :], reader)
        if len(again) == len(phases) - first and self._is_better(again, phases[first:]):
            phases = [*phases[:first], *again]
        else:
            self._referee.as_before(*phases[first:])
        return [*phases[:first], *(structs.replace(read, searched=True) for read in phases[first:])]

    def read_on(self, first: PhaseRead, phases: Sequence[PhaseRead], reader: Reader) -> Iterator[PhaseRead]:
        """Yield the phases after one that is read otherwise now, each with what explains what it is accused of."""
        self._referee.worlds.restore(first.best.after)
        for read in phases:
            if read.note is not None:
                self._referee.worlds.findings.append(read.note)
            new = structs.replace(self._referee.read(read.phase, reader, read.beside), note=read.note, first=read.first)
            found = self._searched(new, reader)
            self._referee.worlds.restore(found.best.after)
            yield found

    def shows_otherwise(self, first: PhaseRead, told: Sequence[PhaseRead], reader: Reader) -> bool:
        """Tell whether a phase that is read otherwise explains something by itself, or of what follows by its lines.

        `told` are the phases as they were read. What explains nothing of a phase, as its lines stand and as they
        were read, need not be searched through with what people do besides.
        """
        if first.best.weight < told[0].best.weight:
            return True
        self._referee.worlds.restore(first.best.after)
        for read in told[1:]:
            new = self._referee.read(read.phase, reader, read.beside)
            found, known = new.best, read.plain or read.best
            if known.accusations - found.accusations or left_open_by(found.weight) < left_open_by(known.weight):
                return True
            base = read.best.reading.evidence
            if base.changes and read.best.accusations:
                changed = reader.changed(base, ())
                if read.best.accusations - self._referee.best(read.phase, changed, new.before, None).accusations:
                    return True
                self._referee.worlds.restore(found.after)
        return False

    def _is_better(self, again: Sequence[PhaseRead], phases: Sequence[PhaseRead]) -> bool:
        """Tell whether phases as they are read again break less, and accuse nobody of what he was not accused of."""
        told, known = (
            accusations_of(noted for read in each for noted in read.best.after.findings) for each in (again, phases)
        )
        return together(*again) < together(*phases) and not told - known

    def _searched(self, read: PhaseRead, reader: Reader) -> PhaseRead:
        """Return a phase with the best reading of it with what people do besides."""
        best, reached = self._search(read, reader)
        return structs.replace(read, best=best, searched=True, plain=read.best, reached=reached)

    def _search(
        self, read: PhaseRead, reader: Reader, *, completing: bool = False
    ) -> tuple[Weighed, Reached[Weighed] | None]:
        """Return the best reading of a phase with what people do besides, and where the search led by single steps."""
        first = read.best
        if first.reading.evidence.set_up or not any(first.weight):
            return first, None
        found, known, reached = self._search_from(first.reading.evidence, read, reader, completing=completing)
        found = _with_what_is_told(_with_what_is_chosen(found, known), read.phase)
        self._referee.worlds.restore(found.after)
        return found, reached

    def without(self, unit: UnitId, read: PhaseRead, reader: Reader) -> Weighed:
        """Return the best reading of a phase by its lines with what people do besides, and a unit in no battle."""
        self._referee.worlds.restore(read.before)
        plain = self._referee.best(
            read.phase, reader.readings(read.phase, self._referee.worlds.state, read.beside), read.before, None
        )
        first = structs.replace(read, best=plain)
        return self._search_from(plain.reading.evidence, first, reader, frozenset({unit}))[0]

    def _search_from(
        self,
        base: PhaseEvidence,
        read: PhaseRead,
        reader: Reader,
        barred: frozenset[UnitId] = frozenset(),
        *,
        completing: bool = False,
    ) -> tuple[Weighed, Weighed, Reached[Weighed] | None]:
        """Return the best reading of a phase, what it comes to without what players chose freely, and the search's way.

        A search that completes battles goes on from where one that does not has led before.
        """
        later = reader.fought(read.phase) if self._game.line_policy.ahead else ()

        def evidence(changes: tuple[Change, ...], best: Weighed) -> Evidence:
            found = self.evidence(base, with_changes(base.lines, changes), _open(best.after.findings), later)
            return replace(found, barred=barred)

        retrying = Retrying(self._referee.worlds, read.phase, read.before, self._referee.weight)

        def judged(changes: tuple[Change, ...], most: int) -> Iterator[Weighed | None]:
            seen: list[tuple[Interpretation, ...]] = []
            for order, reading in enumerate(reader.changed(base, changes)):
                # Most changes come to the same in every order in which the battles may be read: those are one look.
                if reading.interpretations not in seen:
                    seen.append(reading.interpretations)
                    yield retrying.judge(reading, order, most)

        search = Search(evidence, judged, _MOST_LOOKS, completing, reached=read.reached if completing else None)
        found = search.best(read.best)
        shown = tuple(change for change in search.changes if not change.chosen)
        if not shown or len(shown) == len(search.changes):
            return found, read.best, search.reached
        others = (other for other in judged(shown, sys.maxsize) if other is not None)
        return found, min(others, key=attrgetter("weight"), default=read.best), search.reached

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
        told = list(phases[at:])
        found = told
        for _ in range(_MOST_JOINED):
            base = found[0].best.reading.evidence
            again = self._with_participants_from(base, found, reader)
            if again is None and base.plain is not None and found is told:
                # Others may have fought than those who have been put into the battles.
                again = self._with_participants_from(base.plain, found, reader, chosen=True)
            if again is None:
                break
            found = again
            if not accuses(found[-1].best.weight):
                break
        if found is not told:
            found = self._with_the_first_again(with_what_was_chosen_before(found, told), reader)
        self._referee.as_before(*found)
        return [*phases[:at], *found] if found is not told else None

    def _with_the_first_again(self, found: list[PhaseRead], reader: Reader) -> list[PhaseRead]:
        """Return phases, the first searched once more if it accuses: its battles have units now that they lacked."""
        first, *others = found
        if not accuses(first.best.weight):
            return found
        best, _ = self._search(first, reader)
        if not best.weight < first.best.weight:
            return found
        again = [structs.replace(first, best=best), *self.read_on(structs.replace(first, best=best), others, reader)]
        return with_what_was_chosen_before(again, found, since=1) if self._is_better(again, found) else found

    def _with_participants_from(
        self, base: PhaseEvidence, told: Sequence[PhaseRead], reader: Reader, *, chosen: bool = False
    ) -> list[PhaseRead] | None:
        """Return phases, the first of which declares the battles of the last, with units that join the lines of a base.

        Where others had been put into battles before (`chosen`), what the units explain is undecided: who fought its
        player alone knows. Units that explain the most may show that others lack in another battle: those come in too.
        """
        worlds = self._referee.worlds
        least, best, aside = list(told), None, list(told)
        for again in self._joined(base, told, reader, chosen=chosen):
            if not self._is_better(again, told):
                aside = again if together(*again) < together(*aside) else aside
            elif self._is_better(again, least):
                least, best = again, worlds.save(told[0].before)
                if not accuses(together(*again)):
                    break
        if together(*aside) < together(*least):
            for again in self._joined(aside[0].best.reading.evidence, aside, reader, chosen=chosen):
                if self._is_better(again, least) and self._is_better(again, told):
                    least, best = again, worlds.save(told[0].before)
        if best is None:
            return None
        worlds.restore(best)
        return least

    def _joined(
        self, base: PhaseEvidence, told: Sequence[PhaseRead], reader: Reader, *, chosen: bool
    ) -> Iterator[list[PhaseRead]]:
        """Yield phases, each time with other units that join the lines of a base in the first, read from there on."""
        moved, *between = told
        fought = told[-1].best.reading.evidence
        found = self.evidence(base, base.lines, _open(told[-1].best.after.findings), (fought.plain or fought).lines)
        for change in islice(sorted(habits.left_out.proposals(found), key=rank), _MOST_PARTS):
            if not lawful(change, found):
                continue
            reading = next(iter(reader.changed(base, (replace(change, chosen=chosen or change.chosen),))), None)
            if reading is None:
                continue
            earlier = self._referee.best(moved.phase, (reading,), moved.before, None)
            if earlier.weight <= moved.best.weight:
                first = structs.replace(moved, best=read_again(earlier, moved), searched=True)
                yield [first, *self.read_on(first, between, reader)]

    def _with_the_movement(self, phases: list[PhaseRead], reader: Reader) -> list[PhaseRead] | None:
        """Return phases with units in battles that were declared in a movement over which the tracker has passed.

        So may those be that were divided from their movement, as what explains them was not looked for there. None if
        there is none, or if that breaks no less.
        """
        span = span_of_a_fight(self._log, [read.phase for read in phases])
        if span is None or not accuses(phases[-1].best.weight):
            return None
        first, moves, fight = span
        told = phases[first:]
        if told[0].phase.clock == moves and not declares_later(self._log, [read.phase for read in told]):
            return None
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

        grid, last = game.board.grid, max((step.number for step in found.phase.steps), default=0)
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
                if game.roster.units[unit].type == AIR and _may_fly(policy, found.state.place(unit))
            ],
            frozenset(unit for noted in told for unit in noted.finding.units),
            frozenset(step for noted in told for step in noted.steps),
            found.state.clock.side,
            game.side_of,
            everybody,
            place_at,
            lambda one, other: bool(self._beside.of[one] >> other & 1),
            self._around,
            last,
            tuple(self._by_hand(found, lines)),
            later,
            tuple(self._typed(found)),
            found.chat,
            speakers(found.phase.steps),
            found.state.clock.phase,
            self._faces,
            self._names,
            frozenset(at for noted in told for name in noted.finding.hexes if (at := grid.find(name)) is not None),
            rolled_plain=frozenset(_rolled_plain(game.grammar, found)),
        )

    def _around(self, at: Hex) -> Iterable[Hex]:
        """Return the hexes next to a hex."""
        return hexes(self._beside.of[at])

    @cached_property
    def _beside(self) -> Adjacency:
        """The hexes next to each hex; an area stands for one, and what joins it to others is on no grid."""
        return Adjacency(self._game.board.grid, links=self._game.board.links)

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


def _may_fly(policy: Policy, place: Place | None) -> bool:
    """Tell whether an aircraft in a place may take part in battles."""
    return isinstance(place, str) and (not policy.bases or place in policy.bases)


def _rolled_plain(grammar: Grammar, found: PhaseEvidence) -> Iterator[int]:
    """Yield the steps of a phase's dice that no key rolled, as the log has them."""
    for line in (found.plain or found).lines:
        if grammar.role(line.says.verb) == PLAIN_DIE:
            yield line.step


def _open(findings: Iterable[Noted]) -> list[Noted]:
    """Return the findings that accuse somebody, would if the game before were known, or leave a way or a die open."""
    return [noted for noted in findings if noted.accused or left_open(noted.finding)]


def _with_what_is_chosen(found: Weighed, known: Weighed) -> Weighed:
    """Return a reading with what a player's free choice would explain as undecided: the log does not show it.

    `known` is the reading without that choice.
    """
    if not found.reading.chosen:
        return found
    return _with_left(found, _left_to_a_player(known.after.findings, found.after.findings, found.reading.chosen))


def _with_left(found: Weighed, left: Iterable[Noted]) -> Weighed:
    """Return a reading with what is left to a player."""
    new = tuple(noted for noted in left if noted not in found.left)
    after = structs.replace(found.after, findings=[*found.after.findings, *new])
    return structs.replace(found, after=after, left=(*found.left, *new))


def read_again(found: Weighed, known: PhaseRead) -> Weighed:
    """Return a phase that is read with one change more, with what was told of it and left to a player before."""
    return _with_left(_with_what_is_told(found, known.phase), known.best.left)


def with_what_was_chosen_before(
    found: Sequence[PhaseRead], first: Sequence[PhaseRead], since: int = 0
) -> list[PhaseRead]:
    """Return phases with what a free choice more in the first of them explains as undecided at their end.

    `since` leaves out those that tell of it themselves.
    """
    *others, last = found
    known = first[0].best.reading.evidence.changes
    new = [change for change in found[0].best.reading.evidence.changes if change.chosen and change not in known]
    if not new:
        return [*found]
    told = (noted for read in first[since:] for noted in read.best.after.findings)
    left = [noted for read in found[since:] for noted in read.best.after.findings]
    open_ = _left_to_a_player(told, left, paragraph(change.note for change in new))
    return [*others, structs.replace(last, best=_with_left(last.best, open_))]


def _left_to_a_player(told: Iterable[Noted], left: Sequence[Noted], why: str) -> list[Noted]:
    """Return what was told and is not left, as undecided: only what a player may have chosen explains it.

    It is what accuses somebody; or, if nothing would be open else, what a line or a way left open. One choice is one
    question: what else hangs on it is told in notes.
    """
    accused, told = accusations_of(left), list(told)
    found = [noted for noted in told if noted.finding.accuses and not accused[accusation(noted)]]
    if not found and all(noted.finding.verdict in _SAYS_NOTHING for noted in left):
        found = [noted for noted in told if left_open(noted.finding)]
    verdicts = [Verdict.UNDECIDED, *[Verdict.NOTE] * len(found)]
    return [
        structs.replace(noted, finding=_unless(noted.finding, why, verdict), accused=False)
        for noted, verdict in zip(found, verdicts, strict=False)
    ]


def _with_what_is_told(found: Weighed, phase: Phase) -> Weighed:
    """Return a reading with what is to be told of the changes of its lines."""
    if not found.reading.told:
        return found
    noted = [Noted(finding, (step,), phase.clock, None, "", finding.accuses) for step, finding in found.reading.told]
    return structs.replace(found, after=structs.replace(found.after, findings=[*found.after.findings, *noted]))


def _undecided_in(read: Weighed) -> frozenset[Finding]:
    """Return what a reading leaves undecided, of the log or of the game."""
    return frozenset(n.finding for n in read.after.findings if n.finding.verdict is Verdict.UNDECIDED)


def _as_said(read: Weighed, closed: Collection[Finding], why: str) -> Weighed:
    """Return a reading with some of what it leaves undecided as notes."""
    findings = [
        structs.replace(n, finding=_unless(n.finding, why, Verdict.NOTE)) if n.finding in closed else n
        for n in read.after.findings
    ]
    return structs.replace(read, after=structs.replace(read.after, findings=findings))


def _unless(finding: Finding, why: str, verdict: Verdict) -> Finding:
    """Return a finding with another verdict and the reason: some act that no line shows may explain it."""
    return replace(finding, verdict=verdict, sentence=Sentence("{sentence} {why}", finding.sentence, why))
