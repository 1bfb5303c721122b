"""A log divided at the turn tracker into the phases of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from trc_module.auditing.turned import turns_in
from trc_module.module.turns import TRACKER_ID
from trc_module.replay.events import Event, Flipped, Moved, PropertySet, Reported, Step, TurnSet
from trc_module.replay.gamelog import GameLog
from trc_module.replay.integrity import RESULT
from trc_module.rules.clock import Clock
from trc_module.sentence import Sentence


class Phase(Struct):
    """The steps of a log in one phase of the game, and how the phase ended.

    `next` is the moment to which the tracker was set at `ended`; None at the end of the log.
    """

    clock: Clock
    steps: list[Step] = field(default_factory=list)
    next: Clock | None = None
    ended: int = 0
    asides: list[tuple[int, Clock]] = field(default_factory=list)
    """The detours of the tracker, which was set on by mistake and back again: the step in which it came back, and the
    moment that it had shown."""
    idle: dict[Clock, int] = field(default_factory=dict)
    """The moments that the tracker showed after this one and in which nothing was done, each with the step in which it
    went on."""
    late: bool = False
    """Whether the tracker was set to it only when it was over."""


AND_COMBAT = " and of the combat phase"
"""The second phase that such a note names."""


def set_late_note(clock: Clock, more: str = "") -> str:
    """Return the note on acts that came before the tracker was set to their phase; `more` names a second phase."""
    return Sentence(
        "The turn tracker was advanced too late: what was done is read as part of {clock}{more}.", clock.words, more
    )


def phases(log: GameLog, start: Clock, steps: Iterable[Step]) -> list[Phase]:
    """Divide a log at the turn tracker.

    Where the tracker was set on and back again with nothing done meanwhile, it was not set at all.
    """
    found = [Phase(start)]
    for step in steps:
        target = next((log.clock_of(e.new) for e in step.events if isinstance(e, TurnSet) and _ours(e)), None)
        current = found[-1]
        if target is None or target == current.clock:
            if log.foreign is not None or _does_something(log, step):
                current.steps.append(step)
            continue
        current.next, current.ended = target, step.number
        # In a log of another module a phase begins with what was done first in it.
        found.append(Phase(target, [step] if log.foreign is not None else []))
    order = {step: number for number, step in enumerate(log.parts.game.sequence.steps)}
    passed = _without_empty(found, lambda clock: (clock.turn, order[clock.step]))
    return _without_mistakes(log, _without_leaps(log, passed))


def _does_something(log: GameLog, step: Step) -> bool:
    """Tell whether anything is done or said in a step, beside what the module does by itself where a phase begins.

    These are its properties, the badges of battles, and the markers of the turn and the weather.
    """
    done = step.is_undo or any(map(partial(_is_done, log), step.events))
    return done or any(turns_in(log, step))


def _is_done(log: GameLog, event: Event) -> bool:
    match event:
        case PropertySet():
            return event.name.endswith(RESULT)
        case Reported():
            return event.declares is not None
        case Moved():
            markers = [log.marker_of(piece) for piece in event.pieces]
            return any(marker is None or marker.kind not in log.parts.recipe.placed for marker in markers)
    return not isinstance(event, TurnSet | Flipped)


_MISTAKE = 12
"""The greatest number of steps after which players notice that the tracker shows another phase."""
_FAR = 24
"""The number of phases back in which a mistake is searched for."""


def _without_mistakes(log: GameLog, found: Sequence[Phase]) -> list[Phase]:
    """Return the phases without those to which the tracker was set by mistake: it was set back before others acted.

    Where it was set on and back again with nothing done meanwhile, it was not set at all.
    """
    kept: list[Phase] = []
    for phase in found:
        kept.append(phase)
        back = next(
            (n for n in range(len(kept) - 2, max(-1, len(kept) - _FAR), -1) if kept[n].clock == phase.clock), None
        )
        if back is not None and _by_mistake(log, kept[back + 1 : -1], phase.clock):
            held, asides = kept[back], kept[back + 1 :]
            del kept[back + 1 :]
            for aside in asides:
                if aside.steps and aside.clock != held.clock:
                    held.asides.append((aside.ended, aside.clock))
                held.steps += aside.steps
                held.asides += aside.asides
            held.next, held.ended = phase.next, phase.ended
    return _without_empty(kept)


def _without_leaps(log: GameLog, found: Sequence[Phase]) -> list[Phase]:
    """Return the phases without those to which the tracker was set too far, and from which it came back partly.

    What was done there belongs to the phase of the same name that lies before the one to which the tracker came back;
    without such a phase to the latter, if that has the same name or the tracker had shown it before; else to the phase
    before the leap.
    """
    kept: list[Phase] = []
    rest = list(found)
    for number, phase in enumerate(rest):
        following = rest[number + 1] if number + 1 < len(rest) else None
        if not kept or following is None or not _leaps(log, kept[-1].clock, phase, following.clock):
            kept.append(phase)
            continue
        held, aside = kept[-1], (phase.ended, phase.clock)
        if not phase.steps and not phase.asides:
            # Nothing was done there: it stands for no other phase.
            held.next, held.ended = phase.next, phase.ended
            continue
        meant = _same_phase(log, held.clock, phase.clock, following.clock)
        if meant is not None:
            held.next = meant
            kept.append(replace(phase, clock=meant, asides=[*phase.asides, aside]))
        elif phase.clock.phase == following.clock.phase or following.clock in held.idle:
            # The tracker had shown the following phase before, and came back to it.
            held.next = following.clock
            asides = [*phase.asides, aside, *following.asides]
            rest[number + 1] = replace(following, steps=[*phase.steps, *following.steps], asides=asides)
        else:
            held.steps += phase.steps
            held.asides += [*phase.asides, aside]
            held.next, held.ended = phase.next, phase.ended
    return kept


def _leaps(log: GameLog, before: Clock, phase: Phase, after: Clock) -> bool:
    """Tell whether the tracker was set past a moment in a phase and came back to it, later than where it had stood."""
    first, passed, goal = map(log.parts.game.sequence.order, (before, phase.clock, after))
    return first < goal < passed and _by_mistake(log, [phase], before)


def _same_phase(log: GameLog, start: Clock, passed: Clock, goal: Clock) -> Clock | None:
    """Return the phase of the same name between two moments, the first that comes; None without one."""
    clock = start
    while clock != goal:
        clock = log.parts.game.sequence.after(clock)
        if clock != goal and (clock.side, clock.phase) == (passed.side, passed.phase):
            return clock
    return None


def _without_empty(found: Sequence[Phase], order: Callable[[Clock], tuple[int, int]] | None = None) -> list[Phase]:
    """Return the phases without those in which nothing was done: only where the tracker ends up counts.

    With `order`, such a phase stays unless the tracker went forward into it and out of it.
    """
    kept = list(found[:1])
    for phase in found[1:]:
        if len(kept) > 1 and not kept[-1].steps and not kept[-1].asides:
            way = [kept[-2].clock, kept[-1].clock, phase.clock]
            if order is None or sorted(way, key=order) == way:
                skipped = kept.pop()
                kept[-1].next = phase.clock
                kept[-1].idle |= {skipped.clock: skipped.ended, **skipped.idle}
        kept.append(phase)
    return kept


def _by_mistake(log: GameLog, asides: Sequence[Phase], clock: Clock) -> bool:
    """Tell whether somebody may have been in other phases by mistake: not for long, and the opponent did not act.

    Within a player's own turn the opponent's hand does no more than to carry out a result for him.
    """
    steps = [step for aside in asides for step in aside.steps]
    own = {aside.clock.side for aside in asides} == {clock.side}
    return len(steps) <= _MISTAKE and (own or all(log.side_of(step.by) in (clock.side, None) for step in steps))


def moments(found: Iterable[Phase]) -> Iterator[tuple[int, Clock]]:
    """Yield for every phase the step with which it began (0 for the first) and its moment."""
    began = 0
    for phase in found:
        yield began, phase.clock
        began = max((phase.ended, *phase.idle.values()))


def _ours(event: TurnSet) -> bool:
    return event.tracker == TRACKER_ID
