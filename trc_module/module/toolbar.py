"""What stands in the module's toolbar: sides, die, turn tracker, palette, charts, inventory, notes, help."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import TypeVar

from lxml import etree

from trc_module.declarations import Grammar
from trc_module.module.maps import CLEAR_MOVED_MARKS, slot
from trc_module.module.pieces import PieceMaker
from trc_module.roster import Marker, Unit
from trc_module.roster.units import SIDES
from trc_module.vassal.buildfile import component, entry

Item = TypeVar("Item", Unit, Marker)

DIE_NAME = "Die"
TURN_PROPERTY = "Turn"
STEP_PROPERTY = "Step"


def player_roster(sides: Iterable[str]) -> etree._Element:
    """Return the sides that players choose from; a referee sees all and owns nothing."""
    return component(
        "module.PlayerRoster",
        *(entry(side) for side in sides),
        buttonText="Retire",
        buttonToolTip="Change sides, or hand your side to somebody else",
    )


def die(grammar: Grammar) -> etree._Element:
    """Return the button that rolls one die, with the report that the audit reads."""
    return component(
        "module.DiceButton",
        name=DIE_NAME,
        text="Die",
        tooltip="Roll one die (Ctrl+R)",
        hotkey="82,130",
        nDice=1,
        nSides=6,
        reportTotal=True,
        reportFormat=grammar.report_format("ROLL"),
    )


def turn_tracker(grammar: Grammar, last_turn: int, steps: Sequence[str]) -> etree._Element:
    """Return the tracker of turns and phases.

    The audit reads the tracker's own command, which tells the turn and the number of the step whatever language the
    names are in; the report is for people, and to check the former.
    """
    phases = component("module.turn.ListTurnLevel", name="Phase", property=STEP_PROPERTY, list=tuple(steps))
    turns = component(
        "module.turn.CounterTurnLevel",
        phases,
        name="Turn",
        property=TURN_PROPERTY,
        start=1,
        incr=1,
        loop=True,
        loopLimit=last_turn,
    )
    # Every side's movement phases begin with a clean table.
    clear = component(
        "module.turn.TurnGlobalHotkey",
        name="Clear the marks of units that moved",
        hotkey=CLEAR_MOVED_MARKS,
        match=f'{{{STEP_PROPERTY}.contains("movement")}}',
    )
    return component(
        "module.turn.TurnTracker",
        turns,
        clear,
        name="Turn",
        buttonText="Turn",
        turnFormat="Turn $level1$: $level2$",
        reportFormat=grammar.report_format("PHASE"),
        nexthotkey="116,0",
        prevhotkey="116,65",
        tooltip="Turn and phase: next with F5, back with Shift+F5",
        fwdOnly=False,
        lengthStyle="Maximum",
    )


def palette(units: Iterable[Unit], markers: Iterable[Marker], maker: PieceMaker) -> etree._Element:
    """Return the window from which counters are taken: a tab a side, and one for the markers."""
    # Errata and owners add counters at the table's end.
    by_side = sorted(units, key=lambda unit: SIDES.index(unit.side))
    tabs = [
        component(
            "widget.TabWidget", *_lists(list(of_side), maker, lambda unit: unit.nation), entryName=side.capitalize()
        )
        for side, of_side in groupby(by_side, key=lambda unit: unit.side)
    ]
    tabs.append(
        component("widget.TabWidget", *_lists(list(markers), maker, lambda marker: marker.kind), entryName="Markers")
    )
    return component(
        "module.PieceWindow",
        component("widget.TabWidget", *tabs),
        name="Counters",
        text="Counters",
        tooltip="All counters, to take one that is missing (Ctrl+P)",
        hotkey="80,130",
        defaultWidth=420,
    )


def _lists(items: Sequence[Item], maker: PieceMaker, kind: Callable[[Item], str]) -> list[etree._Element]:
    ordered = sorted(items, key=kind)
    return [
        component("widget.ListWidget", *(slot(maker, item) for item in group), entryName=name.replace("-", " ").title())
        for name, group in groupby(ordered, key=kind)
    ]


def inventory() -> etree._Element:
    """Return the list of all counters in play by side, type and place."""
    return component(
        "module.Inventory",
        name="Inventory",
        text="Inventory",
        tooltip="Which counters are where",
        include='{unit != ""}',
        groupBy=("Side", "Type", "LocationName"),
        leafFormat="$PieceName$",
        foldersOnly=False,
        zoomOn=False,
    )


def notes() -> etree._Element:
    """Return the notepad."""
    return component("module.NotesWindow", buttonText="Notes", tooltip="Notes of this game")
