"""The turn tracker: a counter of turns that holds the list of a turn's steps; `turns` reads and writes its state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lxml import etree

from trc_module.declarations import Grammar
from trc_module.module.keys import Keys
from trc_module.module.texts import Texts
from trc_module.vassal.buildfile import component
from trc_module.vassal.traits import Trait
from trc_module.vassal.values import Key

TURN_PROPERTY = "Turn"
STEP_PROPERTY = "Step"

SHOW_TURN, _OPEN_TURN = Key.named("ShowTurn"), Key.named("OpenTurn")
"""The module's key that opens and closes the tracker's window, and a counter's that opens it."""
PHASE_LINE = "PHASE"
"""The line that the tracker prints, in every game."""


def turn_tracker(
    texts: Texts,
    grammar: Grammar,
    keys: Keys,
    turns: tuple[int, int],
    steps: Sequence[str],
    hotkeys: Iterable[etree._Element],
    *,
    shown: str = "",
) -> etree._Element:
    """Return the tracker of the first to the last turn and of the named steps, with the keys that it presses.

    `shown` is what its window says, with the module's properties in dollars: VASSAL reads them when the turn changes.
    No expression: VASSAL takes a second to get ready for its first.

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
        turnFormat=shown or f"{texts('status.turn')} $level1$: $level2$",
        reportFormat=grammar.report_format(PHASE_LINE),
        hotkey=SHOW_TURN,
        nexthotkey=keys.buttons["turn"],
        prevhotkey=keys.turn_back,
        tooltip=texts("tooltip.turn"),
        fwdOnly=False,
        lengthStyle="Variable",
    )


def turn_window(piece: str) -> etree._Element:
    """Return what opens the tracker's window when a game is loaded, for players who have undocked it.

    `piece` is a plain filter for the counter that hears the key (`shows_turn`).
    """
    return component(
        "module.StartupGlobalKeyCommand",
        name="Show the turn",
        buttonText="",
        tooltip="",
        icon="",
        hotkey=_OPEN_TURN,
        filter=piece,
        reportSingle=False,
    )


def shows_turn() -> Trait:
    """Return what a counter needs that opens the tracker's window."""
    return Trait.make("globalhotkey", command="", key=_OPEN_TURN, hotkey=SHOW_TURN)


def docked() -> Iterator[etree._Element]:
    """Yield the properties by which a module asks VASSAL 3.7 to show the tracker in the main window's toolbar, in bold.

    Older engines know nothing of them.
    """
    for name, value in (("defaultDocked", "true"), ("defaultFontBold", "true")):
        yield component("module.properties.GlobalProperty", name=f"TurnTracker.{name}", initialValue=value)


def docked_preference(texts: Texts, tab: str) -> etree._Element:
    """Return the preference that shows the tracker in the main window's toolbar also in VASSAL 3.6.

    That engine docks it where its player's own preference says so, which is off at first. A module's preference of the
    same name that was there before it takes its place, and this one is on; the tracker's menu changes it as ever.
    """
    return component(
        "VASSAL.preferences.BooleanPreference",
        name="turnDocked",
        tab=tab,
        desc=texts("preference.docked"),
        default=True,
    )
