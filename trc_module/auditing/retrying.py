"""Readings of one phase that differ little, judged one after the other without judging again what they share."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct, field
from msgspec.structs import replace

from trc_module.auditing.evidence import CandidateReading
from trc_module.auditing.phases import Phase
from trc_module.auditing.weighed import Weighed
from trc_module.auditing.worlds import Saved, Worlds
from trc_module.rules.finding import Verdict
from trc_module.rules.interpretation import Interpretation

_EVERY = 4
"""The number of things done after which the position is kept."""
_MOST_KNOWN = 1000
"""The number of readings of a phase that are remembered as judged."""


class _Way(Struct):
    """A reading that was judged, and the positions on the way through it."""

    done: tuple[Interpretation, ...] = ()
    kept: dict[int, Saved] = field(default_factory=dict)
    """The positions before things done, by their place in the reading."""


class Retrying(Struct):
    """Judges readings of one phase from the same moment on."""

    worlds: Worlds
    phase: Phase
    before: Saved
    weight: Callable[[int], tuple[int, ...]]
    """What was found since so many findings."""
    _ways: dict[int, _Way] = field(default_factory=dict)
    _known: dict[tuple[int, tuple[Interpretation, ...]], tuple[Weighed | None]] = field(default_factory=dict)
    """What was judged, by the most that it might break and what was done."""

    def judge(self, reading: CandidateReading, order: int, most: int) -> Weighed | None:
        """Judge a reading, one of the order with a number; None as soon as it breaks more than the most.

        What comes to the same as a reading before is not judged again: most orders in which a phase may be read do, and
        many changes of its lines.
        """
        key = most, reading.interpretations
        try:
            known = self._known.get(key)
        except TypeError:
            # An act of a stranger's game that holds a list has no hash.
            return self._judge(reading, order, most)
        if known is None:
            known = (self._judge(reading, order, most),)
            if len(self._known) >= _MOST_KNOWN:
                # The oldest is the least likely to come again: each holds the positions of a phase.
                del self._known[next(iter(self._known))]
            self._known[key] = known
        (found,) = known
        return found and replace(found, reading=reading)

    def _judge(self, reading: CandidateReading, order: int, most: int) -> Weighed | None:
        way = self._ways.setdefault(order, _Way())
        same = _common(way.done, reading.interpretations)
        first = max((at for at in way.kept if at <= same), default=0)
        self.worlds.restore(way.kept[first] if first else self.before)
        kept = {at: saved for at, saved in way.kept.items() if at <= first}
        since, seen, broken = self.before.counts[0], self.before.counts[0], 0
        for at, interpretation in enumerate(reading.interpretations[first:], first):
            if at % _EVERY == 0 and at and at not in kept:
                kept[at] = self.worlds.save(self.before)
            self.worlds.take(interpretation)
            broken += sum(noted.finding.verdict is Verdict.VIOLATION for noted in self.worlds.findings[seen:])
            seen = len(self.worlds.findings)
            if broken > most:
                self._ways[order] = _Way(reading.interpretations[: at + 1], kept)
                return None
        self._ways[order] = _Way(reading.interpretations, kept)
        self.worlds.end(self.phase)
        return Weighed(self.weight(since), reading, self.worlds.save(self.before))


def _common(one: tuple[Interpretation, ...], other: tuple[Interpretation, ...]) -> int:
    """Return how many things two readings have in common at their beginning."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
