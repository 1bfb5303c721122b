"""Guesses at the actions of a phase that no line of the log states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from trc_module.games.trc.acts.arrivals import Archangel
from trc_module.games.trc.acts.battles import AutomaticVictory
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.arrivals.entry_rules import unaccused
from trc_module.games.trc.arrivals.sequence_of_arrivals import russian_replacements_first
from trc_module.games.trc.boxes import POOL, SURRENDERED
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.log.dice_at_sea import KINDS, lost_on_the_way, with_plain_dice
from trc_module.games.trc.log.fates import of_battle
from trc_module.games.trc.log.infer_combat import UndeclaredPhase
from trc_module.games.trc.log.infer_movement import read
from trc_module.games.trc.log.second_throws import MANY, choice_among
from trc_module.games.trc.marks import EXPLAINED, UNDECLARED, VICTORIES
from trc_module.games.trc.steps import COMBAT, MOVEMENT, WEATHER
from trc_module.games.trc.turn.weather import weather_without_a_die
from trc_module.rules.actions import Action, Attack, Eliminate, Replace, Surrender
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.hypotheses import downgrade_if_excusable
from trc_module.rules.interpretation import Die, Inferred, Interpretation, PieceTrack, Unexplained
from trc_module.rules.registry import covers
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.weather import WeatherRoll

_LOOSE = frozenset({"", "DIE", "ROLL"})
"""The lines about a die that leave open what it was for, if they name no battle that was declared."""


def guess(game: Trc, state: State, heard: Sequence[Interpretation], traces: Unexplained) -> Inferred:
    """Return what a phase of a log may mean where no line says it; `heard` is what the lines say."""
    if state.clock.phase != COMBAT:
        return _ways(game, state, heard, traces)
    return _battles(game, state.with_mark(*(mark for told in heard for mark in told.marks)), heard, traces)


def _ways(game: Trc, state: State, heard: Sequence[Interpretation], traces: Unexplained) -> Inferred:
    """Return what a phase without battles may mean where no line says it."""
    moving = state.clock.phase == MOVEMENT
    fought = [die.step for die in _loose(traces.dice, _LOOSE)] if moving else []
    acts = [act for interpretation in heard for act in interpretation.actions]
    voyages = {act.unit: act for act in acts if isinstance(act, SeaMove) and act.die}
    claimed = _claimed(heard)
    others = [track for track in traces.tracks if track.unit not in claimed]
    fallen = tuple(_fallen(traces.tracks, claimed))
    unsaid = _sailed_unsaid(game, state, heard, others, traces) if moving else {}
    plain = dict(_by_the_plain_die(game, state, acts, traces, unsaid.values()))
    sunk = [track for track in others if track.unit in unsaid and track.goal == POOL]
    at_sea = _at_sea(heard, traces) | unsaid
    afloat = [track for track in others if track not in sunk]
    found = (
        *read(game, state, afloat, _pips(at_sea), fought, voyages, tuple(traces.elsewhere), _removed(acts)),
        *fallen,
    )
    gone = (*(track for _, group in found for track in group), *sunk)
    told = (*_fought_early(heard, fought), *(interpretation for interpretation, _ in found))
    ways = Inferred(
        (*told, *plain.values(), *_of_the_sea(game, sunk, unsaid)), gone, (*_rolled_for(gone, at_sea), *plain)
    )
    return _movement(game, state, _not_won(traces.tracks, acts), ways) if moving else ways


def _removed(acts: Iterable[Action]) -> frozenset[UnitId]:
    """Return the units that acts take off the map because a rule asks for it."""
    gone = (act for act in acts if isinstance(act, Eliminate | Surrender))
    return frozenset(act.unit if isinstance(act, Eliminate) else act.who for act in gone)


def _pips(dice: Mapping[UnitId, Die]) -> dict[UnitId, int]:
    return {unit: die.pips for unit, die in dice.items()}


def _rolled_for(tracks: Iterable[PieceTrack], dice: Mapping[UnitId, Die]) -> Iterator[Die]:
    """Yield the dice of the units that went some ways."""
    yield from (dice[track.unit] for track in tracks if track.unit in dice)


def _of_the_sea(game: Trc, sunk: Iterable[PieceTrack], dice: Mapping[UnitId, Die]) -> Iterator[Interpretation]:
    """Yield how units were lost at sea without a line, and notes of the dice of all that sailed so."""
    for track in sunk:
        yield from _lost_at_sea(game, track, dice[track.unit])
    yield from (_die_at_sea(unit, die) for unit, die in dice.items())


def _sailed_unsaid(
    game: Trc,
    state: State,
    heard: Sequence[Interpretation],
    tracks: Sequence[PieceTrack],
    traces: Unexplained,
) -> dict[UnitId, Die]:
    """Return the plain dice of a movement phase as those of units that may have sailed without a line."""
    dice = _loose(traces.dice, _LOOSE - {"ROLL"})
    if not dice:
        return {}
    known = _at_sea(heard, traces)
    ways = Counter(track.unit for track in tracks)
    alone = [track for track in tracks if track.unit not in known and ways[track.unit] == 1]
    return dict(with_plain_dice(game, state, alone, dice, traces.elsewhere))


def _lost_at_sea(game: Trc, track: PieceTrack, die: Die) -> Iterator[Interpretation]:
    return lost_on_the_way(game, track, tuple(sorted({*track.steps, die.step})), die.pips, *KINDS)


def _die_at_sea(unit: UnitId, die: Die) -> Interpretation:
    text = Sentence("The {die} that no line assigns is read as the die of {unit}.", die.pips, unit)
    return Interpretation((die.step,), findings=(Finding("log.roll", Verdict.NOTE, text, (unit,)),))


def _claimed(heard: Iterable[Interpretation]) -> dict[UnitId, int]:
    """Return the defenders of the automatic victories that lines claim, with the step of the claim."""
    return {
        unit: interpretation.last
        for interpretation in heard
        for act in interpretation.actions
        if isinstance(act, AutomaticVictory)
        for unit in act.defenders
    }


def _fallen(
    tracks: Iterable[PieceTrack], claimed: Mapping[UnitId, int]
) -> Iterator[tuple[Interpretation, tuple[PieceTrack, ...]]]:
    """Yield where the units lie that fell to a claimed victory, put there before the claim or after it."""
    by_unit: dict[UnitId, list[PieceTrack]] = {}
    for track in tracks:
        if track.unit in claimed:
            by_unit.setdefault(track.unit, []).append(track)
    for unit, ways in by_unit.items():
        steps = sorted({claimed[unit], *(step for track in ways for step in track.steps)})
        if ways[-1].goal == SURRENDERED:
            yield Interpretation(tuple(steps), (), ((unit, SURRENDERED),), (), ways[-1].by), tuple(ways)


def _not_won(tracks: Iterable[PieceTrack], acts: Iterable[Action]) -> list[PieceTrack]:
    """Return the tracks of units that were not removed by an automatic victory."""
    won = {unit for act in acts if isinstance(act, AutomaticVictory) for unit in act.defenders}
    return [track for track in tracks if track.unit not in won]


def _by_the_plain_die(
    game: Trc, state: State, acts: Sequence[Action], traces: Unexplained, used: Collection[Die]
) -> Iterator[tuple[Die, Interpretation]]:
    """Yield a die that no line explains as the one that the phase asks for: of the weather, or of Archangel (22.4)."""
    dice = [die for die in _loose(traces.dice, _LOOSE - {"ROLL"}) if die not in used]
    read_as: Action | None = None
    if dice and state.clock.phase == WEATHER:
        due = weather_without_a_die(game, state) is None and not any(isinstance(act, WeatherRoll) for act in acts)
        read_as, what = (WeatherRoll(dice[0].pips) if due else None), "the weather"
    elif dice and russian_replacements_first(state.clock):
        replaced = any(isinstance(act, Replace) for act in acts) or any(t.start == POOL for t in traces.tracks)
        due = replaced and not any(isinstance(act, Archangel) for act in acts)
        due = due and unaccused(game, state, Archangel(dice[0].pips))
        read_as, what = (Archangel(dice[0].pips) if due else None), "Archangel"
    if read_as is not None:
        text = Sentence("The {die} that no line assigns is read as the die of {what}.", dice[0].pips, what)
        note = Finding("log.roll", Verdict.NOTE, text)
        yield dice[0], Interpretation((dice[0].step,), (read_as,), (), (note,))


def _battles(game: Trc, state: State, heard: Sequence[Interpretation], traces: Unexplained) -> Inferred:
    """Return what a combat phase may mean where no line says it."""
    traces = replace(traces, dice=_loose(traces.dice, _LOOSE), spare=_loose(traces.spare, _LOOSE - {"ROLL"}))
    declared = tuple(act for interpretation in heard for act in interpretation.actions if isinstance(act, Attack))
    clear = tuple(track for track in traces.tracks if of_battle(state, track))
    shown = bool(traces.dice or clear)
    if not shown and (traces.has_dice or declared):
        return Inferred()
    first = _begins(traces)
    joined = UNDECLARED in state.marks and VICTORIES not in state.marks
    unknown = Inferred((Interpretation((first,), marks=(UNDECLARED,)),))
    if not (shown and traces.ended and traces.sure):
        return unknown
    case = UndeclaredPhase(game, state, declared, traces)
    findings = _told(game, state, case)
    notes = [finding for finding in findings if finding.verdict is Verdict.NOTE]
    if joined and (not notes or len(notes) < len(findings)):
        # What the log shows of the phase does not explain itself: a part of it came before.
        return unknown
    return _explained(traces, case, clear, findings, joined=joined)


def _explained(
    traces: Unexplained,
    case: UndeclaredPhase,
    clear: tuple[PieceTrack, ...],
    findings: Sequence[Finding],
    *,
    joined: bool,
) -> Inferred:
    """Return what undeclared battles explain; `joined` tells that the log begins in the phase, perhaps after others."""
    first = _begins(traces)
    named = any(finding.verdict is Verdict.NOTE for finding in findings)
    told = tuple(Interpretation((_step_of(traces, finding),), (), (), (finding,)) for finding in findings)
    marks = Interpretation((first,), marks=(UNDECLARED,) if joined else (UNDECLARED, EXPLAINED))
    # A die has found its purpose where it has found its battle.
    used = _of_battles(traces.dice, case) if named else ()
    left = (*_left_over(traces.dice, used), *_picked(traces, used)) if named else ()
    return Inferred((marks, *map(_gone, clear), *told, *left), clear, used)


def _picked(traces: Unexplained, used: Sequence[Die]) -> Iterator[Interpretation]:
    """Yield the doubt about the die of the one battle of a phase, plain like those before it which are for nothing."""
    if len(used) != 1 or {die.verb for die in traces.dice} != {"DIE"}:
        return
    (die,) = used
    before = [other for other in traces.dice if other.step < die.step]
    done = {step for track in traces.tracks for step in track.steps}
    if len(before) >= MANY and not any(before[0].step < step < die.step for step in done):
        yield Interpretation((die.step,), findings=(choice_among(before, die, "the one battle of the phase"),))


def _left_over(dice: Iterable[Die], used: Collection[Die]) -> Iterator[Interpretation]:
    """Yield a finding on each die of a battle's button that no battle can have had; plain dice have theirs already."""
    for die in dice:
        if die.verb == "ROLL" and die not in used:
            text = Sentence("A {die} was rolled in the combat phase; the log does not say what for.", die.pips)
            yield Interpretation((die.step,), findings=(Finding("log.roll", Verdict.UNDECIDED, text),))


def _of_battles(dice: tuple[Die, ...], case: UndeclaredPhase) -> tuple[Die, ...]:
    """Return the dice of a phase without those that no battle can have had.

    A plain die may have been thrown for nothing where every battle has a die of its own button.
    """
    left = Counter(case.surplus)
    # Two dice of one step may show the same.
    found, idle = list(dice), []
    for die in sorted(dice, key=lambda die: die.verb == "ROLL"):
        if left[die.pips]:
            left[die.pips] -= 1
            found.remove(die)
            idle.append(die)
    if all(die.verb == "ROLL" for die in found) and not any(die.verb == "ROLL" for die in idle):
        return dice
    return tuple(found)


def _begins(traces: Unexplained) -> int:
    return min((*(die.step for die in traces.dice), *(s for track in traces.tracks for s in track.steps)), default=0)


def _told(game: Trc, state: State, case: UndeclaredPhase) -> tuple[Finding, ...]:
    """Return the findings on undeclared battles, as far as the hypotheses allow them."""
    findings = tuple(case.findings())
    if not findings or not game.book.supposed:
        return findings
    silent = state.with_mark(UNDECLARED)
    return tuple(downgrade_if_excusable(game, silent, findings, lambda other: _explaining(game, other, case)))


def _gone(track: PieceTrack) -> Interpretation:
    """Return the fate of a unit in an undeclared battle."""
    ways = tuple((track.unit, way) for way in track.ways[:1])
    return Interpretation(track.steps, _loss(track), ((track.unit, track.goal),), (), track.by, perhaps=True, ways=ways)


def _fought_early(heard: Sequence[Interpretation], dice: Sequence[int]) -> Iterator[Interpretation]:
    """Yield the mark of undeclared battles if units of a movement phase were lost in battle after a die.

    A player who forgets to advance the tracker fights in the movement phase.
    """
    for interpretation in heard:
        lost = [
            act
            for act in interpretation.actions
            if isinstance(act, Eliminate | Surrender) and covers("13", act.because)
        ]
        if lost and any(die < interpretation.last for die in dice):
            yield Interpretation((interpretation.last - 1,), marks=(UNDECLARED,))
            return


def _explaining(game: Trc, state: State, case: UndeclaredPhase) -> tuple[Finding, ...]:
    """Return the findings on the phase as if it had begun with another position."""
    return tuple(UndeclaredPhase(game, state, case.declared, case.traces).findings())


def _at_sea(heard: Iterable[Interpretation], traces: Unexplained) -> dict[UnitId, Die]:
    """Return the dice of units at sea that sailed without a line."""
    dice = {die.step: die for die in traces.dice}
    told = (
        (finding.units[0], interpretation.last)
        for interpretation in heard
        for finding in interpretation.findings
        if finding.rule == "log.sea"
    )
    return {unit: dice[step] for unit, step in told if step in dice}


def _loose(dice: Iterable[Die], verbs: frozenset[str]) -> tuple[Die, ...]:
    return tuple(die for die in dice if die.verb in verbs)


def _movement(game: Trc, state: State, tracks: Iterable[PieceTrack], guessed: Inferred) -> Inferred:
    """Return guesses with the mark of automatic victories that no line tells, if an enemy was removed for none."""
    enemy = ENEMY[state.clock.side]
    for track in tracks:
        if game.side_of[track.unit] == enemy and track.goal in (POOL, SURRENDERED):
            marked = Interpretation(track.steps[-1:], marks=(UNDECLARED, VICTORIES))
            return replace(guessed, interpretations=(marked, *guessed.interpretations))
    return guessed


def _loss(track: PieceTrack) -> tuple[Action, ...]:
    """Return the act by which a unit is lost, so that all that depends on a loss knows of it."""
    if track.goal == POOL:
        return (Eliminate(track.unit, "13.3"),)
    return (Surrender(track.unit, "13.3"),) if track.goal == SURRENDERED else ()


def _step_of(traces: Unexplained, finding: Finding) -> int:
    steps = [j.steps[-1] for j in traces.tracks if j.unit in finding.units[:1]]
    every = [*(d.step for d in traces.dice), *(j.steps[-1] for j in traces.tracks)]
    return max(steps or every)
