"""Interpretation of a log's steps as actions, as a fair referee would read them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from msgspec import structs

from trc_module.auditing.dice import is_die
from trc_module.auditing.drags import Drag, DragLeg, drags, governed, halts_of, legs_of, with_stops
from trc_module.auditing.evidence import (
    CandidateReading,
    PhaseEvidence,
    put_right_as_before,
    visits_of,
    with_whole_ways,
)
from trc_module.auditing.phases import Phase
from trc_module.auditing.putting_back import put_back, undone_in_between, without_returns
from trc_module.auditing.set_aside import back_again, of_another_button, of_the_tracker, without_effect
from trc_module.auditing.slips import put_right, told_of_slips
from trc_module.auditing.trails import trails
from trc_module.auditing.turned import still_untold, turned_by_hand
from trc_module.auditing.typed import dice_typed, regretted, speakers, typed
from trc_module.auditing.withdrawn import with_dice_taken_back, with_idle_claims, without_repeated_dice
from trc_module.declarations import EXCHANGE, FATE, LOSE, ONCE, PLAIN_DIE, RETREAT, Declaration, Malformed
from trc_module.reading.changes import Change, beside_dice, in_time, with_changes
from trc_module.replay.events import PieceAdded, PropertySet, Removed, Reported, Step
from trc_module.replay.gamelog import GameLog
from trc_module.replay.integrity import RESULT
from trc_module.rules.actions import RollCombat, Setup
from trc_module.rules.clock import FIGHT, MOVE, Clock
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import spaced
from trc_module.rules.interpretation import (
    Die,
    Episode,
    Inferred,
    Interpretation,
    Line,
    PhaseReading,
    PieceTrack,
    Possible,
    Unexplained,
)
from trc_module.rules.record import action_text
from trc_module.rules.state import Place, State, UnitId
from trc_module.sentence import Sentence, paragraph


class Reader:
    """Reads out of the phases of a log what was done in them, one phase at a time."""

    def __init__(
        self,
        log: GameLog,
        *,
        has_dice: bool = True,
        has_battles: bool = True,
        withdrawn: Collection[tuple[int, str, str]] = (),
    ) -> None:
        self.log = log
        self._has_dice = has_dice
        self._has_battles = has_battles
        self._withdrawn = withdrawn
        """The lines about markers that were taken away again, each by step, verb and place."""
        self.game = log.parts.game
        # A log that begins in the weather phase of turn 1 begins with the set-up.
        self._set_up = True
        self.ahead: Sequence[Phase] = ()
        """The phases that follow the one to be read."""
        self._exchanges = self.game.grammar.verbs_of(EXCHANGE)
        verbs = self.game.grammar.verbs.values()
        self._once = frozenset(verb.name for verb in verbs if verb.governs == ONCE and verb.role != EXCHANGE)
        self._heard: dict[int, tuple[Line, ...]] = {}
        self._thrown: dict[int, tuple[Die, ...]] = {}
        self._plain = next(iter(self.game.grammar.verbs_of(PLAIN_DIE)), "")

    def readings(self, phase: Phase, state: State, beside: Sequence[Phase] = ()) -> Iterator[CandidateReading]:
        """Yield the ways to read a phase, the one nearest to its lines first.

        `state` is the position with which it began; `beside` are the phases before and after it.
        """
        set_up = self._set_up and phase.clock == self.game.sequence.first(1)
        wrong = self._hear(phase)
        legs, lines, back, undone = self._counting(phase, set_up)
        chat = tuple(typed(phase.steps))
        lines = with_dice_taken_back(lines, chat)
        idle = [] if set_up else self._without_effect(lines, legs, state)
        unheard = set(map(id, idle))
        lines = [line for line in lines if id(line) not in unheard]
        if self.game.sequence.kind_of(phase.clock) == MOVE:
            lines = with_idle_claims(self.game.grammar, lines, legs, state)
        known = PhaseEvidence(phase, state, tuple(beside), lines, legs, set_up, back, idle, undone, wrong, chat)
        if not set_up:
            known = structs.replace(known, turned=tuple(turned_by_hand(self.log, phase.steps)))
        evidence = self._with_lines(known, lines)
        by_lines = whole = False
        if not set_up:
            for heard in self.game.ways_to_read(state, self._episode(evidence)):
                whole = not heard.by_lines and not by_lines
                by_lines = by_lines or heard.by_lines
                yield self._completed(
                    structs.replace(evidence, whole=whole), heard, evidence.tracks if heard.by_lines else ()
                )
        if by_lines:
            return
        heard_ = self.game.hear(phase.clock, lines, evidence.governed)
        literal = tuple((interpretation.last, interpretation) for interpretation in heard_)
        # Last resort: every line read by itself.
        last = structs.replace(evidence, whole=whole)
        yield self._completed(last, PhaseReading(literal, aside=whole), evidence.tracks)

    def _with_lines(self, known: PhaseEvidence, lines: Sequence[Line]) -> PhaseEvidence:
        """Return the evidence of a phase with some lines, and the ways of counters as they divide them."""
        gone = drags(
            governed(known.legs, lines, self.game.grammar.verbs, set_up=known.set_up),
            self.game.grammar.verbs_of(RETREAT),
            set_up=known.set_up,
            halts=halts_of(lines, {leg.unit for leg in known.legs}, self.game.grammar),
        )
        tracks = tuple(_unmoved(map(self._track_of, gone), known.back))
        by_unit = {} if known.set_up else self._tracks_by_unit(known.legs)
        return structs.replace(known, lines=lines, tracks=tracks, tracks_by_unit=by_unit)

    def _episode(self, evidence: PhaseEvidence) -> Episode:
        """Return the evidence of a phase as a game sees it."""
        return Episode(
            tuple(evidence.lines),
            evidence.governed,
            evidence.tracks_by_unit,
            visits_of(evidence.legs),
            self._loose_dice(evidence.phase),
            evidence.chat,
            evidence.phase.next is not None,
            self.fought(evidence.phase),
            speakers(evidence.phase.steps),
        )

    def changed(self, known: PhaseEvidence, changes: Sequence[Change]) -> Iterator[CandidateReading]:
        """Yield the readings of a phase with its lines changed further, with a note on each change."""
        plain, changes = known.plain or known, (*known.changes, *changes)
        stops = [stop for change in changes for stop in change.stops]
        gone = structs.replace(plain, legs=with_stops(plain.legs, stops)) if stops else plain
        evidence = with_whole_ways(
            self._with_lines(gone, with_changes(plain.lines, changes)),
            [unit for change in changes for unit in change.whole],
        )
        evidence = put_right_as_before(evidence, known)
        evidence = structs.replace(evidence, plain=plain, changes=changes)
        last = max((step.number for step in known.phase.steps), default=known.phase.ended)
        notes = tuple(
            Interpretation((last,), findings=(Finding("log.read", Verdict.NOTE, change.note),))
            for change in changes
            if change.told is None
        )
        told = tuple(change.told for change in changes if change.told is not None)
        for heard in self.game.readings_of_lines(known.state, self._episode(evidence)):
            tracks = evidence.tracks if heard.by_lines else ()
            found = self._completed(evidence, in_time(heard, changes), tracks, beside_dice(plain.lines, changes))
            chosen = paragraph(change.note for change in changes if change.chosen)
            slips = told_of_slips(evidence.dragged, evidence.tracks, self._where) if evidence.with_slips else ()
            found = structs.replace(found, interpretations=(*found.interpretations, *slips, *notes))
            yield structs.replace(found, chosen=chosen, told=told)

    def corrected(self, reading: CandidateReading, unit: UnitId) -> Iterator[CandidateReading]:
        """Yield a reading again as if a unit had been put somewhere by mistake, or had been left out by a line."""
        yield from self._without_slips(reading, unit)
        for at, interpretation in enumerate(reading.interpretations):
            act = self.game.with_participant(interpretation.actions[0], unit) if interpretation.actions else None
            if act is not None:
                text = Sentence(
                    "No line says that {unit} had a part in '{actions}'; ",
                    unit,
                    action_text(self.game, interpretation.actions[0]),
                )
                note = Finding(
                    "log.battle", Verdict.NOTE, Sentence("{text}it is read so, which breaks nothing.", text), (unit,)
                )
                other = replace(interpretation, actions=(act,), findings=(*interpretation.findings, note))
                yield structs.replace(
                    reading, interpretations=(*reading.interpretations[:at], other, *reading.interpretations[at + 1 :])
                )

    def _without_slips(self, reading: CandidateReading, unit: UnitId) -> Iterator[CandidateReading]:
        """Yield a reading again with a unit's ways as if where it was first put had been a slip, put right at once.

        Within a phase the place counts in which a counter ended.
        """
        found = reading.evidence
        own = [track for track in found.tracks if track.unit == unit]
        others = [track for track in found.tracks if track.unit != unit]
        if not own or found.set_up or not (reading.tracks or self.game.line_policy.slips):
            return
        known = [line.step for line in found.lines if line.says.get("u") == unit and line.says.get("die")]
        starts = {id(j.line): j.start for j in others if j.line is not None and j.line.says.verb in self._exchanges}
        as_dragged = [track for track in found.dragged if track.unit == unit]
        slips = put_right(own, found.tracks_by_unit[unit], known, starts, self._exchanges, self._once)
        # A move that another unit's slip explains needs no slip of its own.
        for ways in (*([as_dragged] if as_dragged != own else []), *slips):
            tracks = tuple(sorted((*others, *map(self._rewound, ways)), key=lambda track: track.steps[-1]))
            again = structs.replace(found, tracks=tracks, with_slips=found.dragged)
            notes = tuple(told_of_slips(found.dragged, tracks, self._where))
            for read in self._read_again(again, by_lines=bool(reading.tracks)):
                yield structs.replace(read, interpretations=(*read.interpretations, *notes))

    def _read_again(self, found: PhaseEvidence, *, by_lines: bool) -> Iterator[CandidateReading]:
        """Yield the readings of a phase by its lines as they stand, or with its battles in turn."""
        if by_lines:
            heard_ = self.game.hear(found.phase.clock, found.lines, [j for j in found.tracks if j.line is not None])
            literal = tuple((interpretation.last, interpretation) for interpretation in heard_)
            yield self._completed(found, PhaseReading(literal, aside=found.whole), found.tracks)
            return
        for heard in self.game.readings_of_lines(found.state, self._episode(found)):
            yield self._completed(found, heard, found.tracks if heard.by_lines else ())

    def fought(self, phase: Phase) -> tuple[Line, ...]:
        """Return what is said in the battles that follow a phase of movement."""
        kind_of = self.game.sequence.kind_of
        if kind_of(phase.clock) != MOVE:
            return ()
        for later in self.ahead:
            if (later.clock.turn, later.clock.side) != (phase.clock.turn, phase.clock.side):
                break
            if kind_of(later.clock) == FIGHT:
                return tuple(line for step in later.steps for line in self.lines_of(step))
            if kind_of(later.clock) == MOVE and later.clock != phase.clock:
                # Nothing was done in these battles: those of the next movement have numbers of their own.
                break
        return ()

    def _rewound(self, track: PieceTrack) -> PieceTrack:
        """Return a track with the ways over the map that its places leave."""
        hexes = [place for place in track.places if place is not None and not isinstance(place, str)]
        return replace(
            track, ways=() if isinstance(track.places[0], str) else trails(hexes, self.game.board.grid.adjacent)
        )

    def has_read(self, phase: Phase) -> None:
        """Note that a phase has been read: with the first movement the set-up is over."""
        if self.game.sequence.kind_of(phase.clock) == MOVE:
            self._set_up = False

    def _counting(
        self, phase: Phase, set_up: bool
    ) -> tuple[list[DragLeg], list[Line], dict[UnitId, frozenset[int]], dict[UnitId, frozenset[int]]]:
        """Return the legs and lines of a phase that count, and who was put back: at last, and in between."""
        legs = [leg for step in phase.steps for leg in legs_of(self.log, step)]
        lines = [line for step in phase.steps for line in self._said(step)]
        if set_up:
            return legs, lines, {}, {}
        undone = undone_in_between(legs, lines, self.game.grammar.verbs)
        legs = [leg for leg in legs if leg.step not in undone.get(leg.unit, ())]
        back = put_back(legs, lines, self.game.grammar.verbs)
        void = {**back, **undone}
        return legs, [line for line in lines if not self._taken_back(line, void)], back, undone

    def _taken_back(self, line: Line, back: Mapping[UnitId, frozenset[int]]) -> bool:
        """Tell whether a line says what became of a counter that was put back later in the phase."""
        fate = self.game.grammar.verbs[line.says.verb].governs == FATE
        return fate and line.step in back.get(line.says.get("u") or "", ())

    def _without_effect(self, lines: Iterable[Line], legs: Sequence[DragLeg], state: State) -> list[Line]:
        """Return the lines that send a unit from the map into a box, and its counter stayed on the map."""
        last = {leg.unit: leg.after for leg in legs}
        moved = {(leg.unit, leg.step) for leg in legs}
        found = []
        for line in lines:
            unit = line.says.get("u")
            if (
                unit is None
                or self.game.grammar.role(line.says.verb) == LOSE
                or self.game.grammar.verbs[line.says.verb].governs != FATE
            ):
                continue
            place = last[unit] if unit in last else state.place(unit)
            if place is not None and not isinstance(place, str) and (unit, line.step) not in moved:
                found.append(line)
        return found

    def suspects(self, phase: Phase, reading: CandidateReading) -> Iterator[UnitId]:
        """Yield the units that a player called mistaken in the chat, and those that came out of a box and went on."""
        yield from regretted(self.log, phase.steps)
        ends = {track.steps[-1]: track.unit for track in reading.tracks if isinstance(track.start, str)}
        for track in reading.tracks:
            if track.line is None and ends.get(track.steps[0] - 1) == track.unit:
                yield track.unit

    def _completed(
        self,
        evidence: PhaseEvidence,
        heard: PhaseReading,
        tracks: tuple[PieceTrack, ...] = (),
        when: Mapping[int, float] = MappingProxyType({}),
    ) -> CandidateReading:
        """Return a reading of what was said with what the table shows besides, of some steps at other moments."""
        phase = evidence.phase
        interpretations = [interpretation for _, interpretation in heard.interpretations]
        away = {track.unit for track in heard.loose}
        loose = [j for j in evidence.tracks if j.line is None and j.unit not in heard.units and j.unit not in away]
        loose += heard.loose
        guessed = Inferred()
        if not evidence.set_up:
            guessed = self.game.guess(evidence.state, interpretations, self._traces(evidence, loose, heard))
        explained = set(map(id, guessed.tracks))
        thrown = heard.dice.union(die.step for die in guessed.dice)
        # A die that a battle explains is no longer a die of unknown purpose.
        found = [pair for pair in heard.interpretations if pair[0] not in thrown or not _tells_of_a_die(pair[1])]
        more = [*guessed.interpretations]
        possible = {id(each.track): each for each in guessed.possible}
        more += (
            _perhaps(self._of_track(phase.clock, j, evidence.set_up), possible.get(id(j)))
            for j in loose
            if id(j) not in explained
        )
        more += self._besides(evidence)
        found += ((when.get(interpretation.last, interpretation.last), interpretation) for interpretation in more)
        ordered = tuple(interpretation for _, interpretation in sorted(found, key=lambda pair: pair[0]))
        return CandidateReading(ordered, frozenset(thrown), tracks, evidence, heard.aside)

    def _besides(self, evidence: PhaseEvidence) -> Iterator[Interpretation]:
        """Yield what is to be told of a phase whatever its lines are read as."""
        for step in evidence.phase.steps:
            yield from self._lines(step)
            yield from self._pieces(step)
        yield from of_the_tracker(evidence.phase)
        yield from map(without_effect, evidence.idle)
        yield from (turned.read() for turned in still_untold(evidence.turned, evidence.lines))
        yield from (of_another_button(line, evidence.phase.clock) for line in evidence.wrong_dice)
        yield from (back_again(unit, max(steps)) for unit, steps in evidence.undone.items())

    def _tracks_by_unit(self, legs: Iterable[DragLeg]) -> dict[UnitId, PieceTrack]:
        """Return where each counter went in a phase, what was put back left out."""
        by_unit: dict[UnitId, list[DragLeg]] = {}
        for leg in legs:
            by_unit.setdefault(leg.unit, []).append(leg)
        return {unit: self._track_of(Drag(tuple(without_returns(own)))) for unit, own in by_unit.items()}

    def _loose_dice(self, phase: Phase) -> tuple[Die, ...]:
        return tuple(die for step in phase.steps for die in self._dice(step) if self._has_no_purpose(die))

    def _has_no_purpose(self, die: Die) -> bool:
        return not die.verb or self.game.grammar.role(die.verb) == PLAIN_DIE

    def _traces(self, evidence: PhaseEvidence, loose: Iterable[PieceTrack], heard: PhaseReading) -> Unexplained:
        phase = evidence.phase
        told = {
            step
            for _, interpretation in heard.interpretations
            for action in interpretation.actions
            if isinstance(action, RollCombat)
            for step in interpretation.steps
        }
        told |= heard.dice
        dice = tuple(die for step in phase.steps if step.number not in told for die in self._dice(step))
        spare = tuple(die for other in evidence.beside for step in other.steps for die in self._dice(step))
        before: dict[UnitId, Place | None] = {}
        after: dict[UnitId, Place | None] = {}
        for leg in evidence.legs:
            before.setdefault(leg.unit, leg.before)
            after[leg.unit] = leg.after
        elsewhere = {unit: place for unit, place in after.items() if place != before[unit]}
        first = next((die.step for step in phase.steps for die in self._dice(step)), None)
        known = self._has_dice, self._has_battles
        return Unexplained(
            tuple(loose), dice, spare, phase.next is not None, True, *known, elsewhere, first, evidence.chat
        )

    def _dice(self, step: Step) -> tuple[Die, ...]:
        """Return the dice of a step, each with the verb of the line that tells of it."""
        found = self._thrown.get(step.number)
        if found is None:
            found = self._thrown[step.number] = tuple(self._dice_in(step))
        return found

    def _dice_in(self, step: Step) -> Iterator[Die]:
        lines = [line.says for line in self._said(step) if line.says.get("die")]
        for says in lines:
            if is_die(says["die"]):
                yield Die(step.number, says.number("die"), says.verb)
        if not lines and not step.is_undo:
            for event in step.events:
                if isinstance(event, PropertySet) and event.name.endswith(RESULT):
                    yield from (Die(step.number, int(w)) for w in event.new.split(",") if is_die(w.strip()))

    # ---------------------------------------------------------------- tracks

    def _of_track(self, clock: Clock, track: PieceTrack, set_up: bool) -> Interpretation:
        """Return the reading of a track that no line explains."""
        start, goal = track.places[0], track.places[-1]
        places = ((track.unit, goal),)
        plain = self.game.unsaid(track)
        if plain is not None and start != goal:
            return plain
        if goal is None:
            text = Sentence("{unit} was put outside all hexes and boxes.", track.unit)
            return Interpretation(track.steps, (), places, (_undecided("log.place", text, track.unit),), track.by)
        if start == goal:
            return replace(back_again(track.unit, *track.steps), places=places, by=track.by)
        if not isinstance(goal, str) and (set_up or start == self.game.start_box):
            # A later drag is a correction; the first placement decides who set up first.
            return Interpretation(track.steps[:1], (Setup(track.unit, goal),), places, (), track.by)
        if isinstance(start, str) or isinstance(goal, str) or start is None:
            return self._boxed(track, start, goal)
        return self._walked(clock, track)

    def _boxed(self, track: PieceTrack, start: Place | None, goal: Place) -> Interpretation:
        text = Sentence(
            "{unit} went from {where} to {other_where}; the log does not say why.",
            track.unit,
            self._where(start),
            self._where(goal),
        )
        finding = _undecided("log.box", text, track.unit)
        return Interpretation(track.steps, (), ((track.unit, goal),), (finding,), track.by)

    def _walked(self, clock: Clock, track: PieceTrack) -> Interpretation:
        hexes = [p for p in track.places if p is not None and not isinstance(p, str)]
        places = ((track.unit, hexes[-1]),)
        grid = self.game.board.grid
        names = (grid.name(hexes[0]), grid.name(hexes[-1]))
        if self.game.sequence.kind_of(clock) != MOVE:
            where = Sentence(
                "from {names} to {other_names} in the {phase} phase", names[0], names[1], clock.phase_words
            )
            text = Sentence("{unit} went {where}; the log does not say why.", track.unit, where)
            found = (_undecided("log.move", text, track.unit, *names),)
            ways = tuple((track.unit, way) for way in trails(hexes, self.game.board.grid.adjacent)[:1])
            return Interpretation(track.steps, (), places, found, track.by, ways=ways)
        who = Sentence("the {by} player", track.by.capitalize()) if track.by else "somebody"
        text = Sentence(
            "{unit} was moved from {names} to {other_names} by {who} in the {side} player's movement phase; it "
            "may be a correction that both agreed on.",
            track.unit,
            names[0],
            names[1],
            who,
            clock.side.capitalize(),
        )
        return Interpretation(
            track.steps, (), places, (_undecided(self.game.turn_rule, text, track.unit, *names),), track.by
        )

    def _track_of(self, drag: Drag) -> PieceTrack:
        hexes = [p for p in drag.places if p is not None and not isinstance(p, str)]
        ways = () if isinstance(drag.places[0], str) else trails(hexes, self.game.board.grid.adjacent)
        return PieceTrack(drag.unit, drag.places, drag.steps, drag.by, drag.line, ways, drag.on_foot)

    def _where(self, place: Place | None) -> str:
        if place is None:
            return "beside the map"
        return (
            Sentence("the box '{place}'", spaced(place)) if isinstance(place, str) else self.game.board.grid.name(place)
        )

    # ---------------------------------------------------- dice, lines, pieces

    def _hear(self, phase: Phase) -> Sequence[Line]:
        """Hear the lines of a phase, the dice of wrong buttons as plain ones; return the lines of those dice."""
        said = {step.number: tuple(self.lines_of(step)) for step in phase.steps}
        said = without_repeated_dice(said, {step.number for step in phase.steps if shows_a_die(step)})
        wrong = self.game.wrong_dice(phase.clock, [line for lines in said.values() for line in lines])
        mistaken = set(map(id, wrong))
        for number, lines in said.items():
            self._heard[number] = tuple(self._plain_die(line) if id(line) in mistaken else line for line in lines)
            self._thrown.pop(number, None)
        if self.game.sequence.kind_of(phase.clock) == FIGHT:
            thrown = {step.number: [die.pips for die in self._dice(step)] for step in phase.steps}
            for number, pips in dice_typed(typed(phase.steps), thrown):
                self._thrown[number] = (*self._thrown[number], Die(number, pips))
        return wrong

    def _plain_die(self, line: Line) -> Line:
        return replace(line, says=Declaration(self._plain, {"die": line.says["die"]}))

    def _said(self, step: Step) -> tuple[Line, ...]:
        """Return the declarations of a step, each with the side that made it."""
        if step.number not in self._heard:
            self._heard[step.number] = tuple(self.lines_of(step))
        return self._heard[step.number]

    def lines_of(self, step: Step) -> Iterator[Line]:
        """Yield the lines of a step, each with the side that made it."""
        for says in step.declarations:
            by = "" if self.log.solo else (says.get("by") or "").lower()
            key = (step.number, says.verb, says.get("at") or "")
            side = by if by in self.game.sides else self.log.side_of(step.by)
            yield Line(step.number, says, side, key in self._withdrawn)

    @staticmethod
    def _lines(step: Step) -> Iterator[Interpretation]:
        for event in step.events:
            if isinstance(event, Reported) and isinstance(event.declares, Malformed):
                text = Sentence("The line '{text}' cannot be read: {reason}.", event.text, event.declares.reason)
                yield Interpretation((step.number,), (), (), (Finding("log.line", Verdict.NOTE, text),))

    def _pieces(self, step: Step) -> Iterator[Interpretation]:
        for event in step.events:
            if not isinstance(event, PieceAdded | Removed):
                continue
            what = "added to" if isinstance(event, PieceAdded) else "removed from"
            unit = self.log.unit_of(event.piece)
            if unit is not None:
                text = Sentence("{unit} was {what} the table instead of being moved.", unit.id, what)
                place = self.log.place_of(event.after) if isinstance(event, PieceAdded) else None
                finding = _undecided("log.piece", text, unit.id)
                yield Interpretation((step.number,), (), ((unit.id, place),), (finding,), self.log.side_of(step.by))
            elif self.log.is_foreign(event.piece):
                text = Sentence(
                    "The piece '{name}', which the data does not know, was {what} the table.", event.piece.name, what
                )
                yield Interpretation((step.number,), (), (), (_undecided("log.unit", text),), self.log.side_of(step.by))


def rolls(step: Step) -> bool:
    """Tell whether a die was rolled in a step."""
    return shows_a_die(step) or any(says.get("die") for says in step.declarations)


def shows_a_die(step: Step) -> bool:
    """Tell whether a step holds a die, and not only a line about one."""
    return any(isinstance(event, PropertySet) and event.name.endswith(RESULT) for event in step.events)


def _unmoved(tracks: Iterable[PieceTrack], back: Collection[UnitId]) -> Iterator[PieceTrack]:
    """Yield the ways of counters, those of a counter that was put back as one that led nowhere."""
    held: dict[UnitId, PieceTrack] = {}
    for track in tracks:
        if track.unit not in back:
            yield track
            continue
        before = held.get(track.unit)
        start, steps = (before.start, before.steps) if before else (track.start, ())
        held[track.unit] = replace(track, places=(start, start), steps=(*steps, *track.steps), line=None, ways=())
    yield from held.values()


def _tells_of_a_die(interpretation: Interpretation) -> bool:
    return not interpretation.actions and [finding.rule for finding in interpretation.findings] in (
        ["log.roll"],
        ["log.sea"],
    )


def _perhaps(read: Interpretation, possible: Possible | None) -> Interpretation:
    """Return a way that no line explains as one of the acts that it may have been, if that breaks no rule."""
    if possible is None or read.actions:
        return read
    steps = (*read.steps, possible.after) if possible.after > read.last else read.steps
    fought = 0 < possible.after < read.steps[0]
    return replace(read, steps=steps, actions=possible.actions, perhaps=True, unsaid=True, fought=fought)


def _undecided(rule: str, sentence: str, *names: str) -> Finding:
    return Finding(rule, Verdict.UNDECIDED, sentence, names[:1], names[1:])
