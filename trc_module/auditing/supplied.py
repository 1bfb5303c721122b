"""Units that a reading has put into a battle though no line does: what they are held to later rests on that.

So does what those are held to who fought in a battle by a plain die, if another one lacks a die: it may have been its.

A repair excuses, it never accuses. Who is accused in a later phase of the same turn of what only such a part makes
wrong was not in that battle, if another reading of it breaks no more; if none does, it is undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from msgspec import structs

from trc_module.auditing.completing import Completing, PhaseJudge
from trc_module.auditing.judged import Noted
from trc_module.auditing.reading import Reader
from trc_module.auditing.unsaid_before import with_keys_of_before
from trc_module.auditing.weighed import PhaseRead, Weighed, accusation, accusations_of, together
from trc_module.declarations import PLAIN_DIE, Grammar
from trc_module.reading.battle import DECLARING, fights_of
from trc_module.reading.changes import Change
from trc_module.replay.gamelog import GameLog
from trc_module.rules.actions import Attack
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import in_words
from trc_module.rules.interpretation import Line
from trc_module.rules.state import UnitId
from trc_module.sentence import Sentence


class Supplied:
    """Reads phases again in which a unit was put into a battle that is accused of it later."""

    def __init__(self, log: GameLog, referee: PhaseJudge, completing: Completing) -> None:
        self._game = log.parts.game
        self._referee = referee
        self._completing = completing
        self._older: list[PhaseRead] = []
        """The phases of this turn and the last that the judge remembers no more."""

    def remember(self, read: PhaseRead) -> None:
        """Remember a phase that the judge forgets."""
        self._older = [one for one in self._older if one.phase.clock.turn >= read.phase.clock.turn - 1]
        self._older.append(read)

    def forget(self) -> None:
        """Forget all phases: nothing of what was read stays as it was."""
        self._older.clear()

    def taken_back(self, phases: list[PhaseRead], reader: Reader) -> list[PhaseRead]:
        """Return phases, the last without what is held against units only because of a part that no line gives them."""
        for unit in dict.fromkeys(unit for noted in _accusing(phases[-1]) for unit in noted.finding.units):
            whole = [*self._older, *phases]
            at = self._where(whole, unit, reader)
            if at is not None and any(unit in noted.finding.units for noted in _accusing(phases[-1])):
                phases = self._divided(self._without(whole, at, unit, reader))
        whole = with_keys_of_before(self._game, self._referee, self._completing, [*self._older, *phases], reader) or []
        phases = self._divided(whole) if whole else phases
        turn = phases[-1].phase.clock.turn
        for at, read in enumerate([*self._older, *phases[:-1]]):
            chosen = [change for change in read.best.reading.evidence.changes if change.chosen]
            if chosen and read.phase.clock.turn == turn and _accusing(phases[-1]):
                phases = self._divided(self._without_keys([*self._older, *phases], at, chosen, reader))
        return phases

    def _without_keys(
        self, phases: list[PhaseRead], at: int, chosen: Sequence[Change], reader: Reader
    ) -> list[PhaseRead]:
        """Return phases, the last with what only keys accuse as undecided that were supplied in one of them."""
        read = phases[at]
        base = read.best.reading.evidence
        kept = [change for change in base.changes if change not in chosen]
        others = reader.changed(base.plain or base, kept)
        other = self._referee.best(read.phase, others, read.before, None)
        first = structs.replace(read, best=other, searched=True)
        again = [first, *self._completing.read_on(first, phases[at + 1 :], reader)]
        self._referee.as_before(*phases[at:])
        where = Sentence("keys were pressed in {clock}", read.phase.clock.words)
        return self._with_open(phases, again[-1], lambda noted: _open(noted, where))

    def _divided(self, whole: list[PhaseRead]) -> list[PhaseRead]:
        """Return the last of some phases, and remember those that the judge has forgotten."""
        self._older, phases = whole[: len(self._older)], whole[len(self._older) :]
        return phases

    def _where(self, phases: Sequence[PhaseRead], unit: UnitId, reader: Reader) -> int | None:
        """Return the last phase of the turn that has put a unit into a battle, before the last one; None if none."""
        turn = phases[-1].phase.clock.turn
        own = [i for i, read in enumerate(phases[:-1]) if read.phase.clock.turn == turn]
        return next((i for i in reversed(own) if unit in self._supplied(phases[i].best, phases[i], reader)), None)

    def _supplied(self, best: Weighed, read: PhaseRead, reader: Reader) -> set[UnitId]:
        grammar = self._game.grammar
        lines = [line for step in read.phase.steps for line in reader.lines_of(step)]
        named = {line.says.get("u") for line in lines if grammar.role(line.says.verb) in DECLARING}
        fought = [done.action for done in best.after.acts if isinstance(done.action, Attack)]
        dealt = _dealt(best, self._game.grammar, lines)
        return {
            unit
            for act in fought
            for unit in (*act.attackers, *act.defenders)
            if unit not in named or str(act.number) in dealt
        }

    def _without(self, phases: list[PhaseRead], at: int, unit: UnitId, reader: Reader) -> list[PhaseRead]:
        """Return phases, one of them without a unit in its battles; if that breaks more, what rests on it is open."""
        referee, earlier = self._referee, phases[at]
        other = self._least_without(earlier, unit, reader)
        if other is None:
            referee.as_before(*phases[at:])
            return phases
        referee.worlds.restore(other.after)
        first = structs.replace(earlier, best=other, searched=True)
        again = [first, *self._completing.read_on(first, phases[at + 1 :], reader)]
        told, known = (
            accusations_of(n for read in each for n in read.best.after.findings) for each in (again, phases[at:])
        )
        if together(*again) < together(*phases[at:]) and not told - known:
            return [*phases[:at], *again]
        referee.as_before(*phases[at:])
        where = Sentence("{what} had a part in a battle of {clock}", in_words((unit,)), earlier.phase.clock.words)
        return self._with_open(phases, again[-1], lambda noted: _open(noted, where))

    def _with_open(
        self, phases: list[PhaseRead], otherwise: PhaseRead, opened: Callable[[Noted], Noted]
    ) -> list[PhaseRead]:
        """Return phases, the last with what it accuses as undecided if it does not accuse it when read otherwise."""
        last, told = phases[-1], {accusation(noted) for noted in _accusing(otherwise)}
        gone = {accusation(noted) for noted in _accusing(last)} - told
        if not gone:
            return phases
        findings = [opened(noted) if accusation(noted) in gone else noted for noted in last.best.after.findings]
        best = structs.replace(last.best, after=structs.replace(last.best.after, findings=findings))
        self._referee.worlds.restore(best.after)
        best = structs.replace(best, weight=self._referee.weight(last.before.counts[0]))
        return [*phases[:-1], structs.replace(last, best=best)]

    def _least_without(self, read: PhaseRead, unit: UnitId, reader: Reader) -> Weighed | None:
        """Return the reading of a phase that breaks least and puts a unit into no battle; None if there is none."""
        found = self._completing.without(unit, read, reader)
        return None if unit in self._supplied(found, read, reader) else found


def _dealt(best: Weighed, grammar: Grammar, lines: Sequence[Line]) -> set[str]:
    """Return the battles to which a reading has dealt plain dice, if another that was fought lacks a die.

    That has both its sides, or one and a line of what came of it.
    """
    plain = {line.step for line in lines if grammar.role(line.says.verb) == PLAIN_DIE}
    fights = fights_of(grammar, (), best.reading.evidence.lines)
    known = [
        fight for fight in fights.values() if (fight.attackers and fight.defenders) or (fight.units and fight.results)
    ]
    lack = any(not fight.rolls for fight in known)
    return {number for number, fight in fights.items() if plain.intersection(fight.rolls)} if lack else set()


def _accusing(read: PhaseRead) -> list[Noted]:
    return [noted for noted in read.best.after.findings if noted.finding.accuses]


def _open(noted: Noted, where: str) -> Noted:
    text = Sentence(
        "{sentence} Whether that is so depends on whether {where}, which no line says.", noted.finding.sentence, where
    )
    finding: Finding = replace(noted.finding, verdict=Verdict.UNDECIDED, sentence=text)
    return structs.replace(noted, finding=finding, accused=False)
