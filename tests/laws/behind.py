"""The last movers of a phase, whose drags come when the tracker shows the battles already: nobody is guilty of it.

No die has fallen yet, so that nobody gained anything by it. They are dragged before the first battle is declared, or
after it. Who says with a key how he goes, as by rail or into a box, means it; such a mover is never late here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.laws.playing import Told, audit_of, opened
from tests.laws.repeating import Listening, Repeating
from tests.untidy.writing import write
from trc_module.auditing.judged import Noted
from trc_module.declarations import WAY
from trc_module.rules.actions import End
from trc_module.rules.clock import FIGHT, MOVE, Clock
from trc_module.rules.finding import Verdict
from trc_module.rules.interpretation import LogStep
from trc_module.rules.selfplay import record_of
from trc_module.rules.state import UnitId

HOW_MANY = (2, 3, 5)
"""The numbers of the last movers that are tried."""
_AFTER = 2
"""The number of phases behind the movement that a log tells."""


@dataclass(frozen=True, slots=True)
class Behind:
    """A log with some last movers of a phase behind the tracker, and what an audit accuses or leaves open of it."""

    game: str
    seed: int
    clock: str
    units: tuple[UnitId, ...]
    declared: bool
    """Whether their drags come when the first battle has been declared."""
    accused: tuple[str, ...]
    left_open: tuple[str, ...]


def late_movers(played: Told, folder: Path, each: int, clock: str = "") -> Iterator[Behind]:
    """Yield logs of a game, `each` movement phases of it at most, or that of a clock, with its last movers behind."""
    tidy = Listening()
    path = folder / f"behind-{played.name}-{played.seed}.vlog"
    write(played.parts, record_of(played.game, played.begins, played.acts), path, tidy)
    kind_of = played.game.sequence.kind_of
    moves = [
        n
        for n, (at, following) in enumerate(zip(tidy.clocks, tidy.clocks[1:], strict=False))
        if (kind_of(at), kind_of(following)) == (MOVE, FIGHT) and clock in ("", str(at))
    ]
    for number in moves[:each]:
        known: set[str] | None = None
        for count in HOW_MANY:
            units, first = _last_movers(played, tidy.clocks[number], tidy.phases[number], count)
            if len(units) <= 1:
                continue
            known = _told(played, tidy.phases, number, path) if known is None else known
            own, late, fight = tidy.phases[number][:first], tidy.phases[number][first:], tidy.phases[number + 1]
            die = next((n for n, step in enumerate(fight) if _rolls(step)), len(fight))
            for place in sorted({0, die}):
                phases = [*tidy.phases[:number], own, (*fight[:place], *late, *fight[place:])]
                new = _told(played, [*phases, *tidy.phases[number + 2 :]], number, path) - known
                open_ = {text for text in new if text.startswith(Verdict.UNDECIDED.value)}
                at = str(tidy.clocks[number])
                yield Behind(
                    played.name, played.seed, at, units, place > 0, tuple(sorted(new - open_)), tuple(sorted(open_))
                )


def _last_movers(played: Told, clock: Clock, steps: Sequence[LogStep], count: int) -> tuple[tuple[UnitId, ...], int]:
    """Return at most so many units of the side on turn that move last in a phase, and the index of their first step."""
    verbs, side_of = played.game.grammar.verbs, played.game.side_of
    units: dict[UnitId, None] = {}
    for number in range(len(steps) - 1, -1, -1):
        step = steps[number]
        about = {unit for unit, _ in step.moves} | {told.get("u", "") for _, told in step.lines} - {""}
        says_how = any(verbs[verb].governs == WAY for verb, _ in step.lines)
        says_how |= any(isinstance(goal, str) for _, goal in step.moves)
        others = not about or any(side_of.get(unit) != clock.side for unit in about)
        if _rolls(step) or says_how or others or len(about | set(units)) > count:
            return tuple(units), number + 1
        units |= dict.fromkeys(sorted(about))
    return tuple(units), 0


def _rolls(step: LogStep) -> bool:
    return any(told.get("die") or told.get("dice") for _, told in step.lines)


def _told(played: Told, phases: Sequence[Sequence[LogStep]], number: int, path: Path) -> set[str]:
    """Return what an audit tells beside notes, in a log that ends some phases after one of movement."""
    ends = [place for place, act in enumerate(played.acts) if isinstance(act, End)]
    until = number + _AFTER
    acts = played.acts[: ends[until] + 1] if until < len(ends) else played.acts
    write(played.parts, record_of(played.game, played.begins, acts), path, Repeating(phases))
    return {str(noted.finding) for noted in audit_of([opened(played, path)]).findings if _counts(noted)}


def _counts(noted: Noted) -> bool:
    return noted.finding.verdict in (Verdict.VIOLATION, Verdict.DOUBT, Verdict.UNDECIDED)
