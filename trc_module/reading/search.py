"""The search for what people did: one loop and one rule by which a change of what a log says is accepted.

While something is accused, the cheapest change that concerns it is tried. It is taken if less is broken, nothing more
is left open and nobody is accused of what he was not accused of before: a repair excuses, it never accuses. Only what
can have been nothing else is no repair: the one die that fell for the one battle that was not rolled, and somebody who
fought on each side of a battle whose die fell, however much is broken there then. The laws about what a change may do
at all (`laws`) are checked here for all habits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Generic, NamedTuple, Protocol, TypeVar

from trc_module.declarations import ATTACK, DEFEND, Grammar
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence, said_by
from trc_module.reading.habits import proposals
from trc_module.reading.laws import lawful
from trc_module.reading.weights import Weight, accuses, kind_of, left_open
from trc_module.rules.interpretation import Line


class Verdicts(Protocol):
    """What a reading of a phase comes to."""

    @property
    def weight(self) -> Weight:
        """How much it breaks and leaves open."""

    @property
    def accusations(self) -> Counter[Hashable]:
        """Of what it accuses whom, each as often as it does."""

    @property
    def accused_in(self) -> Collection[int]:
        """The steps that show what it accuses."""

    @property
    def undecided(self) -> int:
        """The number of things that nobody can know by it: they weigh nothing, and of readings that are alike one with
        fewer is taken."""


V = TypeVar("V", bound=Verdicts)


class SearchStep(NamedTuple, Generic[V]):
    """A step of a search: the reading before it, its changes, and the last change that it took."""

    best: V
    changes: tuple[Change, ...]
    last: Change


class Reached(NamedTuple, Generic[V]):
    """The reading to which one change after the other has led, its changes, and the steps on the way."""

    best: V
    changes: tuple[Change, ...]
    taken: tuple[SearchStep[V], ...]


@dataclass(slots=True)
class Search(Generic[V]):
    """Looks for the changes of one phase's lines that explain what it is accused of."""

    evidence: Callable[[tuple[Change, ...], V], Evidence]
    """Returns what a reading leaves open, with the lines as some changes leave them."""
    judged: Callable[[tuple[Change, ...], int], Iterable[V | None]]
    """Judges the phase with some changes, once for each order in which its battles may be read; None for one that
    breaks more rules than a number."""
    most: int
    """The number of readings by one change more, and by two, that may be judged before one explains more."""
    completing: bool = False
    """Whether a battle whose die fell is given both its sides if nothing else explains it: not before it is known which
    phase the die is of."""
    changes: tuple[Change, ...] = ()
    """The changes of the reading that was found."""
    reached: Reached[V] | None = None
    """Where one change after the other has led. If it is given, a search that completes battles goes on from there."""
    _barred: Change | None = None
    """A change that is not tried."""
    _kind_barred: bool = False
    """Whether none with another value of its key is tried either: not before another change has been taken."""
    _taken: list[SearchStep[V]] = field(default_factory=list)
    """The steps of the search."""
    _left: int = 0
    """The number of readings that may still be judged; below 0 if there was one more."""

    def best(self, first: V) -> V:
        """Return a reading under the changes that explain the most, the given one if none explains anything.

        If somebody is accused still, and not of much, the search goes on without one change that it took, the last one
        first: what explains the most at one step may be what keeps the rest from being explained.
        """
        if self.completing and self.reached is not None:
            best, changes, taken = self.reached
            self._taken = [*taken]
            found, self.changes = self._completed(best, changes) if any(best.weight) else (best, changes)
        else:
            found, self.changes = self._from(first)
            self.reached = Reached(found, self.changes, (*self._taken,))
        if not accuses(found.weight) or found.weight[0] > _MOST_LEFT:
            return found
        for best, changes, last in reversed(tuple(self._taken)):
            if self.completing and any(change.completes for change in changes):
                continue
            self._barred, self._kind_barred = last, True
            found = self._better(found, self._from(best, changes))
            if not accuses(found.weight):
                return found
        if self._taken and not self.completing:
            # What one change alone explains may be what keeps two from explaining more.
            self._barred = None
            paired = self._step(first, (), together=True)
            found = self._better(found, self._from(*paired)) if paired else found
        return found

    def _better(self, found: V, other: tuple[V, tuple[Change, ...]]) -> V:
        """Return the better one of the reading that was found and another, and keep its changes."""
        if other[0].weight < found.weight:
            found, self.changes = other
        return found

    def _from(self, best: V, changes: tuple[Change, ...] = ()) -> tuple[V, tuple[Change, ...]]:
        """Return a reading that is better by one change after the other, with these."""
        while any(best.weight):
            self._left = self.most
            better = self._step(best, changes)
            if better is None:
                return self._completed(best, changes) if self.completing else (best, changes)
            self._kind_barred = False
            self._taken.append(SearchStep(best, changes, better[1][-1]))
            best, changes = better
        return best, changes

    def _proposals(self, evidence: Evidence) -> Iterator[Change]:
        return (change for change in proposals(evidence) if not self._is_barred(change) and lawful(change, evidence))

    def _is_barred(self, change: Change) -> bool:
        barred = self._barred
        if barred is None or _reads_the_same(change, barred):
            return barred is not None
        if barred.out and not barred.into:
            # Either of two lines that say the same may have been the one too many: that explains the same.
            return not change.into and _all_said_by(change.out) == _all_said_by(barred.out)
        # A line that is read otherwise may be read in a third way.
        return self._kind_barred and bool(barred.into) and not barred.out and _alike(change, barred)

    def _step(
        self, best: V, changes: tuple[Change, ...], *, together: bool = False
    ) -> tuple[V, tuple[Change, ...]] | None:
        """Return a better reading by one change more, or by two of one battle; None if there is none.

        Of the values that one key may have had, the one that explains the most is taken, and not the first one. Only
        two changes `together` are taken if one alone has explained less than all, or one that does explain all.
        """
        evidence = self.evidence(changes, best)
        aside: list[tuple[V, Change]] = []
        idle: list[tuple[V, Change]] = []
        tidier: tuple[V, tuple[Change, ...]] | None = None
        # The readings that explain more, each more than the one before, by changes that are alike.
        found: list[tuple[V, Change]] = []
        tries = self._tries(best, changes, evidence, found)
        for change, other in tries:
            if together and any(other.weight) and is_accepted(other, best):
                continue
            if change.certain and other.weight < best.weight:
                return other, (*changes, change)
            if is_accepted(other, best):
                if not any(other.weight) and not other.undecided:
                    return other, (*changes, change)
                if not accuses(best.weight) or other.weight[:3] < best.weight[:3]:
                    if not found or _explains_more(other, found[-1][0]):
                        found.append((other, change))
                    continue
                # What is held against somebody comes first: a die may be needed to explain it. A free choice that
                # explains nothing of that is no reading.
                if not change.chosen:
                    tidier = tidier or (other, (*changes, change))
            elif _shows_another_fault(other, best, change):
                _note_aside(aside, other, change)
            elif _changes_nothing(other, best) and _supplies_a_battle_with_both_sides(change, evidence):
                _note_aside(idle, other, change)
        if found:
            return found[-1][0], (*changes, found[-1][1])
        return self._paired(best, changes, aside, idle, tidier, partial(_explain_one_battle, evidence.grammar))

    def _paired(
        self,
        best: V,
        changes: tuple[Change, ...],
        aside: list[tuple[V, Change]],
        idle: Sequence[tuple[V, Change]],
        tidier: tuple[V, tuple[Change, ...]] | None,
        belong: Callable[[Change, Change], bool],
    ) -> tuple[V, tuple[Change, ...]] | None:
        """Return a better reading by two changes, the first of those that show another fault, or that show nothing.

        Those that show nothing have to `belong` to what the second explains.
        If those that show another fault lead no further, one change that leaves less open is taken.
        """
        # Those that break the least come first, a free choice behind all others.
        aside.sort(key=lambda each: (each[1].chosen, each[0].weight))
        self._left = self.most
        paired = _that_explains_more(self._pair(best, changes, aside[:_MOST_PAIRS]), tidier)
        if paired is None:
            self._left = self.most
            paired = self._pair(best, changes, idle[:_MOST_PAIRS], belong)
        return paired

    def _completed(self, best: V, changes: tuple[Change, ...]) -> tuple[V, tuple[Change, ...]]:
        """Return the best reading of those in which a battle whose die fell has both its sides; the given one for none.

        Nobody is accused at the end of the attack that it supplies, only of what came of it.
        """
        evidence, found = self.evidence(changes, best), None
        completing = (change for change in self._proposals(evidence) if change.completes)
        for change in islice(completing, _MOST_COMPLETING):
            for other in self.judged((*changes, change), best.weight[0] + _MORE_BROKEN):
                less = other is not None and left_open(other.weight) < left_open(best.weight)
                if other is not None and less and (found is None or other.weight < found[0].weight):
                    found = other, change
        if found is None:
            return best, changes
        last, more = self._from(found[0], (*changes, found[1]))
        supplied = {line.step for line in found[1].into}
        return (best, changes) if supplied.intersection(last.accused_in) - set(best.accused_in) else (last, more)

    def _tries(
        self, best: V, changes: tuple[Change, ...], evidence: Evidence, found: Sequence[tuple[V, Change]]
    ) -> Iterator[tuple[Change, V]]:
        """Yield the readings by one change more, each with it, as long as readings may be judged.

        As soon as one is found that explains more, only those by changes that are alike follow.
        """
        for change in self._proposals(evidence):
            if found and not _alike(change, found[-1][1]):
                continue
            if change in changes:
                continue
            for other in self.judged((*changes, change), best.weight[0]):
                self._left -= 1
                if self._left < 0:
                    return
                if other is not None:
                    yield change, other

    def _pair(
        self,
        best: V,
        changes: tuple[Change, ...],
        firsts: Sequence[tuple[V, Change]],
        belong: Callable[[Change, Change], bool] = lambda first, second: True,
    ) -> tuple[V, tuple[Change, ...]] | None:
        """Return a better reading by two changes, the first of which only shows what the second explains.

        If it shows nothing, both have to belong together.
        """
        for at, (shown, first) in enumerate(firsts):
            # None of the first changes has to wait until all that may be added to another has been tried.
            others_left = self._left - self._left // (len(firsts) - at)
            evidence = self.evidence((*changes, first), shown)
            for second in self._proposals(evidence):
                if second in (*changes, first) or second.price > _MOST_OF_A_PAIR or not belong(first, second):
                    continue
                if self._left <= others_left:
                    break
                for other in self.judged((*changes, first, second), best.weight[0]):
                    self._left -= 1
                    if other is not None and is_accepted(other, best):
                        return other, (*changes, first, second)
        return None


def _that_explains_more(
    paired: tuple[V, tuple[Change, ...]] | None, tidier: tuple[V, tuple[Change, ...]] | None
) -> tuple[V, tuple[Change, ...]] | None:
    """Return a reading by two changes, or the one that leaves less open if they explain no more than it."""
    if tidier is None or (paired is not None and paired[0].weight < tidier[0].weight):
        return paired
    return tidier


def _note_aside(found: list[tuple[V, Change]], other: V, change: Change) -> None:
    """Add a reading by a change to those found, in the order of the battles in which it breaks the least."""
    if not found or found[-1][1] is not change:
        found.append((other, change))
    elif other.weight < found[-1][0].weight:
        found[-1] = other, change


def _all_said_by(lines: Iterable[Line]) -> list[Hashable]:
    return [(line.says.verb, said_by(line)) for line in lines]


def _changes_nothing(other: Verdicts, best: Verdicts) -> bool:
    """Tell whether a reading that accuses somebody accuses of the same things as another, and leaves as much open."""
    return accuses(best.weight) and other.weight == best.weight and other.accusations == best.accusations


def _supplies_a_battle_with_both_sides(change: Change, evidence: Evidence) -> bool:
    """Tell whether a change only supplies, moves or renumbers keys of one battle of which lines name both sides."""
    fights = {line.says.get("b"): evidence.fight_of(line) for line in change.into}
    both = all(fight.attackers and fight.defenders for fight in fights.values())
    return len(fights) == 1 and both and (not change.out or _says_the_same(change))


def _says_the_same(change: Change) -> bool:
    """Tell whether a change reads keys as pressed at another moment, or under another number, and nothing else."""
    out, into = ([(line.says.verb, line.says.get("u")) for line in lines] for lines in (change.out, change.into))
    return bool(out) and out == into


def _explain_one_battle(grammar: Grammar, first: Change, second: Change) -> bool:
    """Tell whether two changes are of one battle, and what they explain only together is undecided, or need not be."""
    numbers = {line.says.get("b") for change in (first, second) for line in change.into or change.out}
    undecided = bool(second.into) and (first.chosen or second.chosen)
    return (undecided or _supplies_little(grammar, first, second)) and len(numbers) == 1 and None not in numbers


def _supplies_little(grammar: Grammar, first: Change, second: Change) -> bool:
    """Tell whether what two changes explain only together need not be undecided.

    It need not be if the second leaves out a line that says again what another said, which supplies no key, if it names
    who fought in a battle of which the first only moves or renumbers keys, or if it moves what the first has a key for.
    """
    if second.into:
        fought = all(grammar.role(line.says.verb) in (ATTACK, DEFEND) for line in second.into)
        return fought and _says_the_same(first) and not second.out and not second.chosen
    if second.out:
        return not (second.whole or second.told)
    moved = {step for step, _ in second.moved}
    return bool(moved) and moved <= {line.step for line in first.into}


def _reads_the_same(one: Change, other: Change) -> bool:
    """Tell whether two changes do the same to the lines of a phase, though two habits may propose them."""
    done, same = ((each.out, each.into, each.after, each.moved, each.stops, each.whole) for each in (one, other))
    return one == other or (done == same and any(done))


def _alike(one: Change, other: Change) -> bool:
    """Tell whether two changes differ in the values of a key, or in its moment, alone."""
    return kind_of(one) == kind_of(other)


def is_accepted(other: Verdicts, best: Verdicts) -> bool:
    """Tell whether a reading is to be taken instead of another of the same phase."""
    less = other.weight < best.weight and left_open(other.weight) <= left_open(best.weight)
    return less and not other.accusations - best.accusations


def _explains_more(other: Verdicts, found: Verdicts) -> bool:
    """Tell whether a reading is to be taken rather than one by a change that is alike."""
    return other.weight < found.weight or (other.weight == found.weight and other.undecided < found.undecided)


def _shows_another_fault(other: Verdicts, best: Verdicts, change: Change) -> bool:
    """Tell whether a reading explains something, and accuses or leaves open something else instead."""
    explains = best.accusations - other.accusations or left_open(other.weight) < left_open(best.weight)
    told, known = other.accusations.total(), best.accusations.total()
    # Without a wrong key nothing says how its counter went: that way is open beside what it is accused of.
    no_more = sum(other.weight) <= sum(best.weight) or told < known or (bool(change.whole) and told <= known)
    # What a die shows that can have been no other's is asked for, however much that is.
    return (no_more or change.certain) and bool(explains)


_MOST_COMPLETING, _MORE_BROKEN = 40, 4
"""The greatest number of changes by which a battle is completed, and how many violations that may show."""
_MOST_LEFT = 4
"""The greatest number of violations left by the changes taken for which the search goes on without one of them."""
_MOST_PAIRS = 6
"""The greatest number of changes to each of which a second one is added."""
_MOST_OF_A_PAIR = 2
"""The highest price of such a second change."""
