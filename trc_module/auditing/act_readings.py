"""The choice among the readings of an act: the first that breaks nothing, else the one that breaks the least."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from msgspec import Struct

from trc_module.rules.actions import Action, Eliminate, Move, Retreat, Surrender
from trc_module.rules.battles import battle_numbered
from trc_module.rules.engine import Referee, check
from trc_module.rules.finding import Finding, Unknown, Verdict
from trc_module.rules.game import GameData
from trc_module.rules.interpretation import Completion, Interpretation
from trc_module.rules.record import action_text
from trc_module.rules.state import State, Trail, UnitId
from trc_module.sentence import Sentence

Judge: TypeAlias = Callable[[GameData, State, Action], list[Finding]]


class Excused(Struct, frozen=True):
    """An act of which a line leaves something out, as it is read, and the rules that it breaks even so."""

    completion: Completion
    broken: frozenset[str]


class Checked(Struct, frozen=True):
    """What the rules say of an act in a position."""

    state: State
    action: Action
    findings: list[Finding]


class Fairest(Struct, frozen=True):
    """The reading of an act that is taken; no action if the act may have been something else, and none is legal."""

    action: Action | None
    notes: tuple[Finding, ...] = ()
    excused: Excused | None = None
    """The completion of an act whose line leaves out what makes it legal."""


class ActReadings:
    """The readings of one act, as a referee's position has them.

    `doubt` weakens a finding by what took part that is not known; `unknown_before` tells on what a finding depends of
    the game before the log; `judge` is `rules.engine.check`, or what remembers what that has said.
    """

    def __init__(
        self,
        referee: Referee,
        interpretation: Interpretation,
        doubt: Callable[[Finding], Finding],
        unknown_before: Callable[[Finding, State, Action | None], Unknown | None],
        judge: Judge = check,
    ) -> None:
        self._game = referee.game
        self._referee = referee
        self._state = referee.state
        self._interpretation = interpretation
        self._doubt = doubt
        self._unknown_before = unknown_before
        self._judge = judge
        self.checked: Checked | None = None
        """The reading that was looked at last."""

    def fairest(self) -> Fairest:
        """Return the first reading that breaks nothing; if there is none, what the log says literally, if it does.

        With it comes a note where a unit was dragged hex by hex along a way that breaks a rule though another leads
        there as well, or went in a way that no line tells of: that is no breach, but players will want to know. What
        breaks a rule for certain gives way to another way of going that is no more than doubtful, and a way of which
        the data do not tell whether it may be to one that may.
        """
        first, *others = self._interpretation.actions
        accused = self._accused(first)
        if not accused:
            return self._that_may_be(first, others) or Fairest(first, tuple(self._unsaid(first)))
        completed = self._completion(first, accused, partly=not others)
        if completed is not None or not (others or self._interpretation.perhaps):
            return completed or Fairest(first)
        read = [(first, accused)]
        for action in others:
            found = self._accused(action)
            if not found:
                told = self._unsaid(action) if self._interpretation.unsaid else self._read_otherwise(action, accused)
                return Fairest(action, tuple(told))
            completed = self._completion(action, found, partly=False)
            if completed is not None:
                return completed
            read.append((action, found))
        if self._interpretation.perhaps:
            return Fairest(self._illegal_anyhow(read) if self._interpretation.fought else None)
        # What could not be done at all is no reading where another could.
        read = [pair for pair in read if not self._game.precondition_error(self._state, pair[0])] or read
        best = _unaccused_itself(read)
        if best is not None:
            action, shared = best
            more = [finding for finding in accused if not in_all(finding, [tuple(shared)])]
            return Fairest(action, () if action is first else tuple(self._read_otherwise(action, more)))
        return Fairest(self._least(read))

    def _that_may_be(self, first: Action, others: Iterable[Action]) -> Fairest | None:
        """Return another way of an act that breaks nothing as far as it is checked, if more of that way is checked."""
        skipped = self._skipped()
        for action in others if skipped else ():
            if type(action) is type(first) and not self._accused(action):
                rules = {finding.rule for finding in self._skipped()}
                if rules < {finding.rule for finding in skipped}:
                    open_ = [finding for finding in skipped if finding.rule not in rules]
                    return Fairest(action, tuple(self._read_otherwise(action, open_)))
        return None

    def _skipped(self) -> list[Finding]:
        """Return the findings on the reading that was looked at last of what cannot be checked."""
        found = self.checked.findings if self.checked is not None else ()
        return [finding for finding in found if finding.verdict is Verdict.SKIPPED]

    def _least(self, read: Sequence[tuple[Action, Sequence[Finding]]]) -> Action:
        """Return the reading that breaks least, of some that all break a rule as far as the log tells."""
        open_ = [(action, found) for action, found in read if not self._certain(action, found)]
        if open_:
            return min(open_, key=lambda pair: len(pair[1]))[0]
        (first, accused), *others = read
        if any(finding.verdict is Verdict.VIOLATION for finding in self._certain(first, accused)):
            for action, found in others:
                if type(action) is not type(first) and all(map(_rests_on_doubt, self._certain(action, found))):
                    return action
        return _as_dragged([action for action, _ in read])

    def _illegal_anyhow(self, read: Sequence[tuple[Action, Sequence[Finding]]]) -> Action | None:
        """Return what an act most likely was if all that it may have been breaks a rule for certain; else None.

        It is done in its unit's battle, after a die; so it is what would break the least had it ended earlier on its
        way: an advance too far is none the less one. Who attacks rather advances than retreats.
        """
        able = [pair for pair in read if not self._game.precondition_error(self._state, pair[0])]
        for action, found in able:
            if not any(self._doubt(finding).accuses for finding in self._certain(action, found)):
                return None

        def rank(pair: tuple[Action, Sequence[Finding]]) -> tuple[bool, int, bool, int]:
            action, found = pair
            of_none = not hasattr(action, "number")
            return of_none, self._least_on_its_way(action), self._retreats_from_its_attack(action), len(found)

        return min(able, key=rank, default=(None, ()))[0]

    def _least_on_its_way(self, action: Any) -> int:
        """Return the fewest accusations of an act, if it ended at any hex of its way."""
        trail = getattr(action, "trail", None)
        hexes = trail.hexes if isinstance(trail, Trail) else ()
        ends = [replace(action, trail=Trail(hexes[: n + 1])) for n in range(1, len(hexes))] or [action]
        return min(sum(f.accuses for f in self._judge(self._game, self._state, each)) for each in ends)

    def _retreats_from_its_attack(self, action: Action) -> bool:
        if not isinstance(action, Retreat):
            return False
        battle = battle_numbered(self._state.battles, action.number)
        return battle is not None and action.unit in battle.attackers

    def _certain(self, act: Action, found: Iterable[Finding]) -> list[Finding]:
        """Return those of some findings on an act that accuse whatever happened before the log."""
        return [finding for finding in found if finding.accuses and not self._unknown_before(finding, self._state, act)]

    def _completion(self, act: Action, accused: list[Finding], *, partly: bool) -> Fairest | None:
        """Return an act as far as it is certain, read with what its lines leave out so that it breaks nothing.

        With it comes a note. `partly` allows for one that breaks less than the act as it stands.
        """
        best: Excused | None = None
        fewest = frozenset(finding.rule for finding in accused)
        for completion in self._game.completions(self._state, act):
            rules = frozenset(f.rule for f in self._accused(completion.whole))
            if rules < fewest and (not rules or (partly and not completion.note)):
                best, fewest = Excused(completion, rules), rules
            if not rules:
                break
        if best is None:
            return None
        return Fairest(best.completion.sure, (self._completed(best),), best)

    def _completed(self, excused: Excused) -> Finding:
        whole = action_text(self._game, excused.completion.whole)
        end = "" if excused.broken else ", which breaks nothing"
        text = excused.completion.note or Sentence(
            "The lines state only part of it; read as '{whole}'{end}.", whole, end
        )
        return Finding("log.battle", Verdict.NOTE, text)

    def _accused(self, action: Action) -> list[Finding]:
        wrong = self._game.precondition_error(self._state, action)
        if wrong:
            return [Finding("log.move", Verdict.DOUBT, wrong)]
        found = self._judge(self._game, self._state, action)
        self.checked = Checked(self._state, action, found)
        # A lasting fault already reported (a victory not claimed, say) does not count against a reading.
        new = self._referee.fresh(found)
        # A reading that only the game before could excuse is not good enough while there may be another.
        known = new if self._interpretation.perhaps else map(self._doubt, new)
        return [finding for finding in known if finding.accuses]

    def _unsaid(self, action: Action) -> Iterator[Finding]:
        """Yield the note on an act without a line."""
        if self._interpretation.unsaid:
            text = Sentence(
                "No line says how it went; read as '{action}', which breaks nothing.", action_text(self._game, action)
            )
            yield Finding("log.mode", Verdict.NOTE, text)

    def _read_otherwise(self, action: Action, accused: list[Finding]) -> Iterator[Finding]:
        literal = self._interpretation.actions[0]
        if isinstance(literal, Retreat) and not isinstance(action, Retreat):
            text = Sentence(
                "Read as '{action}', and not as '{literal}'.",
                action_text(self._game, action),
                action_text(self._game, literal),
            )
            yield Finding("log.battle", Verdict.NOTE, text)
        elif type(literal) is not type(action):
            line = "No line says how it went"
            if self._interpretation.on_foot:
                line = "A line says that it went by land, which is not so"
            elif self._interpretation.keyed:
                line = "The key that was pressed says otherwise"
            text = Sentence("{line}; read as '{action}', which breaks nothing.", line, action_text(self._game, action))
            yield Finding("log.mode", Verdict.NOTE, text)
        elif isinstance(literal, Eliminate | Surrender):
            text = Sentence(
                "Read as '{action}', and not as '{literal}'.",
                action_text(self._game, action),
                action_text(self._game, literal),
            )
            yield Finding("log.line", Verdict.NOTE, text)
        elif _step_by_step(literal):
            yield from map(_harmless, accused)


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
    trail = getattr(action, "trail", None)
    return isinstance(trail, Trail) and len(trail.hexes) > 2 and not trail.gaps


def _harmless(finding: Finding) -> Finding:
    sentence = Sentence(
        "As it was dragged: {sentence} Another way leads there, so nothing is broken.", finding.sentence
    )
    return replace(finding, verdict=Verdict.NOTE, sentence=sentence, legal="", dedup_key=None)


def _unaccused_itself(read: Sequence[tuple[Action, Sequence[Finding]]]) -> tuple[Action, Sequence[Finding]] | None:
    """Return the first of some readings of an act of which nothing is told but what is told of each, and of no unit.

    An unclaimed victory, for one, speaks against none of them.
    """
    told: list[set[tuple[str, tuple[UnitId, ...]]]] | None = None
    for pair in read:
        if any(finding.units for finding in pair[1]):
            continue
        if told is None:
            told = [{(finding.rule, finding.units) for finding in found} for _, found in read]
        if all((finding.rule, finding.units) in others for finding in pair[1] for others in told):
            return pair
    return None


def in_all(finding: Finding, told: Sequence[Sequence[Finding]]) -> bool:
    """Tell whether all of some lists of findings hold one of the same rule on the same units."""
    return all(any((f.rule, f.units) == (finding.rule, finding.units) for f in others) for others in told)
