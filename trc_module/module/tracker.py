"""The turn tracker: a counter of turns that holds the list of a turn's steps; `turns` reads and writes its state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lxml import etree

from trc_module.declarations import Grammar
from trc_module.module.keys import Keys
from trc_module.module.texts import Texts
from trc_module.vassal.buildfile import component

TURN_PROPERTY = "Turn"
STEP_PROPERTY = "Step"

PHASE_LINE = "PHASE"
"""The line that the tracker prints, in every game."""


def turn_tracker(
    texts: Texts,
    grammar: Grammar,
    keys: Keys,
    turns: tuple[int, int],
    steps: Sequence[str],
    hotkeys: Iterable[etree._Element],
) -> etree._Element:
    """Return the tracker of the first to the last turn and of the named steps, with the keys that it presses.

    The audit reads the tracker's own command, which tells the turn and the number of the step whatever language the
    names are in; the report is for people, and to check the former.
    """
    first, last = turns
    phases = component("module.turn.ListTurnLevel", name="Phase", property=STEP_PROPERTY, list=tuple(steps))
    counter = component(
        "module.turn.CounterTurnLevel",
        phases,
        name="Turn",
        property=TURN_PROPERTY,
        start=first,
        incr=1,
        loop=True,
        loopLimit=last,
    )
    return component(
        "module.turn.TurnTracker",
        counter,
        *hotkeys,
        name="Turn",
        buttonText=texts("button.turn"),
        turnFormat="Turn $level1$: $level2$",
        reportFormat=grammar.report_format(PHASE_LINE),
        nexthotkey=keys.buttons["turn"],
        prevhotkey=keys.turn_back,
        tooltip=texts("tooltip.turn"),
        fwdOnly=False,
        lengthStyle="Maximum",
    )
