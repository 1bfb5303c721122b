"""Notes on what a reading sets aside: the tracker set elsewhere, lines without effect, counters that were put back."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.auditing.phases import Phase, set_late_note
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.interpretation import Interpretation, Line
from trc_module.rules.state import UnitId
from trc_module.sentence import Sentence


def of_the_tracker(phase: Phase) -> Iterator[Interpretation]:
    """Yield what is to be noted of the turn tracker: it was set elsewhere by mistake, or set too late."""
    yield from (_aside(step, clock, phase.clock) for step, clock in phase.asides)
    if phase.late and phase.steps:
        yield _set_late(phase)


def _aside(step: int, shown: Clock, clock: Clock) -> Interpretation:
    text = Sentence(
        "The turn tracker showed {shown} and was set back; what was done meanwhile is read as part of {clock}.",
        shown.words,
        clock.words,
    )
    return Interpretation((step,), findings=(Finding("log.phase", Verdict.NOTE, text),))


def _set_late(phase: Phase) -> Interpretation:
    note = Finding("log.phase", Verdict.NOTE, set_late_note(phase.clock))
    return Interpretation((phase.steps[0].number,), findings=(note,))


def without_effect(line: Line) -> Interpretation:
    """Return the note on a line whose counter stayed on the map."""
    unit = line.says["u"]
    text = Sentence(
        "The line {verb} names {unit}, whose counter stayed on the map; it is set aside.", line.says.verb, unit
    )
    return Interpretation((line.step,), findings=(Finding("log.line", Verdict.NOTE, text, (unit,)),), by=line.by)


def of_another_button(line: Line, clock: Clock) -> Interpretation:
    """Return the note on a plain die that was rolled with the button of another."""
    text = Sentence(
        "The {says} was rolled with the button of another die ({verb}); in the {phase} phase it is read as a "
        "plain die.",
        line.says["die"],
        line.says.verb,
        clock.phase_words,
    )
    return Interpretation((line.step,), findings=(Finding("log.line", Verdict.NOTE, text),), by=line.by)


def back_again(unit: UnitId, *steps: int) -> Interpretation:
    """Return the note on a counter that was moved and put back."""
    note = Finding("log.back", Verdict.NOTE, Sentence("{unit} was moved and put back.", unit), (unit,))
    return Interpretation(steps, findings=(note,))
