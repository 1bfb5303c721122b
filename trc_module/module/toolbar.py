"""What stands in the module's toolbar: sides, battles, dice, turn tracker, palette, charts, inventory, notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from lxml import etree

from trc_module.declarations import Grammar
from trc_module.module.agreement import (
    AGREED,
    BID_PROPERTY,
    MARK_AGREED,
    NOT_YET,
    OUT_OF_PLAY,
    option_property,
    tick_property,
)
from trc_module.module.ground import GROUND
from trc_module.module.hidden import SEAL, TOLD, WORD, Hidden
from trc_module.module.keys import BUTTONS, TURN_BACK
from trc_module.module.maps import CLEAR_MOVED_MARKS
from trc_module.module.options import BID_LINE
from trc_module.module.palette_paths import MARKERS_TAB, PALETTE, list_title
from trc_module.module.pieces import PieceMaker
from trc_module.module.plan import COUNTER
from trc_module.module.prototypes import (
    CLEAR_WAY,
    GO,
    LEAVE_BATTLE,
    NEW_BATTLE,
    PLACE_DRM,
    PLACE_TURN,
    PLACE_WEATHER,
    READ_WEATHER,
    REMEMBERED,
    ROLE,
    SETTLE_WEATHER,
)
from trc_module.module.texts import Texts
from trc_module.module.unit_commands import NO_ROLE, SET_SURRENDERED
from trc_module.roster import Marker, Unit
from trc_module.vassal.buildfile import component, entry
from trc_module.vassal.traits.build import add, set_to
from trc_module.vassal.values import Key, encode_keys

Item = TypeVar("Item", Unit, Marker)

TURN_PROPERTY = "Turn"
STEP_PROPERTY = "Step"

BATTLE_DIE, WEATHER_DIE, SEA_DIE, ARCHANGEL_DIE, PLAIN_DIE = "BattleDie", "WeatherDie", "SeaDie", "ArchangelDie", "Die"
BOMBERS_DIE = "BombersDie"
"""The names of the dice: the stems of the properties that hold what they show."""
EXTRA_DICE = {"black-sea": "BlackSeaDie", "astrakhan": "AstrakhanDie"}
"""Those of the extra Russian replacements of 28.6, by where they come from."""

_ROLL_BATTLE, _ROLL_WEATHER = Key.named("RollBattle"), Key.named("RollWeather")
_READ_CHART, _SETTLE = Key.named("ReadChart"), Key.named("SettleMonths")
_NEXT_NUMBER, _NO_ATTACK, _NO_DEFENCE = Key.named("NextNumber"), Key.named("NoAttack"), Key.named("NoDefence")
_ROLLED, _NOT_ROLLED = Key.named("MarkRolled"), Key.named("MarkNotRolled")
_ALL_LEAVE, _ALL_WALK = Key.named("AllLeaveBattle"), Key.named("AllWalk")
_TURN_CHANGED, _WEATHER_CHANGED = Key.named("TurnChanged"), Key.named("WeatherChanged")
_DRM_CHANGED = Key.named("DrmChanged")

_BEGIN = (_NEXT_NUMBER, _NO_ATTACK, _NO_DEFENCE, _NOT_ROLLED, _ALL_LEAVE)
"""What begins the next battle."""

COUNTRIES = {"finnish": "24.3", "rumanian": "24.3", "hungarian": "24.2", "italian": "24.4"}
"""Countries that can surrender, and the rule by which they do."""
CLAIMS = (
    ("axis", ("25.1.1", "25.2", "27.12")),
    ("russian", ("25.1.2", "25.2", "27.12")),
)


def player_roster(texts: Texts, sides: Iterable[str]) -> etree._Element:
    """Return the sides that players choose from; a referee sees all and owns nothing."""
    return component(
        "module.PlayerRoster",
        *(entry(side) for side in sides),
        buttonText=texts("button.retire"),
        buttonToolTip=texts("tooltip.retire"),
    )


def properties(texts: Texts, options: Sequence[str], hidden: Sequence[Hidden], ground: str) -> etree._Element:
    """Return the module's own properties, with the hidden buttons that change them."""
    return component(
        "module.properties.GlobalProperties",
        _number("BattleId", "1", (_NEXT_NUMBER, add(1), texts("report.battle"))),
        _number("AttackSum", "0", (_NO_ATTACK, set_to("0"), "")),
        _number("DefenceSum", "0", (_NO_DEFENCE, set_to("0"), "")),
        _number("Rolled", "0", (_ROLLED, set_to("1"), ""), (_NOT_ROLLED, set_to("0"), "")),
        _word("SeaUnit"),
        _word("Exchanged"),
        _word(REMEMBERED),
        _word("Scenario", "campaign"),
        _word("Weather", "clear"),
        _word("WeatherDrm", "0"),
        _word(GROUND, ground),
        _word(BID_PROPERTY),
        _word(AGREED, NOT_YET, (MARK_AGREED, set_to("yes"), "")),
        *(_word(option_property(number)) for number in options),
        *(_word(tick_property(number), OUT_OF_PLAY) for number in options),
        *(_word(name) for name in (TOLD, SEAL, WORD, BID_LINE, *(thing.line for thing in hidden))),
    )


def _number(name: str, value: str, *changes: tuple[Key, str, str]) -> etree._Element:
    return component(
        "module.properties.GlobalProperty", *_changers(changes), name=name, initialValue=value, isNumeric=False
    )


def _word(name: str, value: str = "", *changes: tuple[Key, str, str]) -> etree._Element:
    return component("module.properties.GlobalProperty", *_changers(changes), name=name, initialValue=value)


def _changers(changes: Iterable[tuple[Key, str, str]]) -> Iterator[etree._Element]:
    for key, change, told in changes:
        # Without text and picture VASSAL does not show the button; other buttons press its key.
        yield component(
            "module.properties.ChangePropertyButton",
            text="",
            tooltip="",
            icon="",
            hotkey=key,
            reportFormat=told,
            propChanger=change,
        )


def battle_buttons(texts: Texts, grammar: Grammar, columns: Iterable[str]) -> Iterator[etree._Element]:
    """Yield what a battle needs besides its counters: its number, its die, lower odds, automatic victory."""
    yield _action(
        texts,
        "battle",
        "",
        _BEGIN,
        BUTTONS["battle"],
    )
    # Units press this key as well, when one joins after the roll.
    yield component(
        "module.DoActionButton",
        name="New battle",
        text="",
        icon="",
        hotkey=NEW_BATTLE,
        doHotkey=True,
        hotkeys=encode_keys(_BEGIN),
    )
    yield _command(_ALL_LEAVE, LEAVE_BATTLE, f"{{{ROLE}>{NO_ROLE}}}")
    yield _die(BATTLE_DIE, "", "", _ROLL_BATTLE, grammar.report_format("ROLL"))
    yield _action(texts, "roll", "", (_ROLL_BATTLE, _ROLLED), BUTTONS["roll"])
    yield _action(texts, "av", grammar.report_format("AV"), (_ROLLED,))
    for odds in columns:
        yield _action(texts, "", grammar.report_format("LOWER", odds=odds), text=odds)
    yield _menu(texts, "odds", tuple(columns))


def dice(texts: Texts, grammar: Grammar) -> Iterator[etree._Element]:
    """Yield the dice of the sea, of Archangel, of the heavy bombers (28.7), and for anything else."""
    yield _die(SEA_DIE, texts("button.sea"), texts("tooltip.sea"), BUTTONS["sea"], grammar.report_format("SEA"))
    for name, text, verb in (
        (ARCHANGEL_DIE, "archangel", "ARCHANGEL"),
        (BOMBERS_DIE, "bombers", "BOMBERS"),
        (PLAIN_DIE, "die", "DIE"),
    ):
        yield _die(name, texts(f"button.{text}"), texts(f"tooltip.{text}"), None, grammar.report_format(verb))
    extra = {source: f"extra-{source}" for source in EXTRA_DICE}
    for source, text in extra.items():
        told = grammar.report_format("EXTRADIE", source=source)
        yield _die(EXTRA_DICE[source], texts(f"button.{text}"), texts(f"tooltip.{text}"), None, told)
    names = ("archangel", "bombers", *extra.values(), "die")
    yield _menu(texts, "dice", tuple(texts(f"button.{name}") for name in names))


def weather(texts: Texts) -> Iterator[etree._Element]:
    """Yield the button that rolls the weather, reads the chart and lets the markers place themselves (D03)."""
    yield _die(WEATHER_DIE, "", "", _ROLL_WEATHER, "")
    keys = (_ROLL_WEATHER, _READ_CHART, _DRM_CHANGED, _WEATHER_CHANGED)
    yield _action(texts, "weather", "", keys, BUTTONS["weather"])
    yield _command(_READ_CHART, READ_WEATHER, '{Kind=="weather-drm"}')
    yield _command(_SETTLE, SETTLE_WEATHER, '{Kind=="weather-drm"}')
    yield _command(_DRM_CHANGED, PLACE_DRM, '{Kind=="weather-drm"}')
    yield _command(_WEATHER_CHANGED, PLACE_WEATHER, '{Kind=="weather"}')


def claims(texts: Texts, grammar: Grammar) -> Iterator[etree._Element]:
    """Yield the menus of countries that surrender and of claimed victories."""
    for nation, rule in COUNTRIES.items():
        whose = f'{{Nation=="{nation}"}}'
        marked, gone = Key.named(f"Out-{nation}"), Key.named(f"Gone-{nation}")
        yield _command(marked, SET_SURRENDERED, whose)
        yield _command(gone, GO, whose)
        told = grammar.report_format("ALLYOUT", country=nation, because=rule)
        yield _action(texts, "", told, (marked, gone), text=texts(f"country.{nation}"))
    yield _menu(texts, "country", tuple(texts(f"country.{nation}") for nation in COUNTRIES))
    names = []
    for side, rules in CLAIMS:
        for rule in rules:
            names.append(texts(f"claim.{side}", rule=rule))
            yield _action(texts, "", grammar.report_format("WIN", side=side, because=rule), text=names[-1])
    yield _menu(texts, "victory", tuple(names))


def _action(
    texts: Texts, name: str, told: str, keys: Sequence[Key] = (), hotkey: Key | None = None, text: str = ""
) -> etree._Element:
    label = text or texts(f"button.{name}")
    return component(
        "module.DoActionButton",
        name=label,
        text=label,
        tooltip=texts(f"tooltip.{name}") if name else label,
        icon="",
        hotkey=hotkey.encode() if hotkey else "",
        doReport=bool(told),
        reportFormat=told,
        doHotkey=bool(keys),
        hotkeys=encode_keys(tuple(keys)),
    )


def _menu(texts: Texts, name: str, items: Sequence[str]) -> etree._Element:
    return component(
        "module.ToolbarMenu",
        description=texts(f"button.{name}"),
        text=texts(f"button.{name}"),
        tooltip=texts(f"tooltip.{name}"),
        icon="",
        menuItems=tuple(items),
    )


def _command(button: Key, key: Key, pieces: str) -> etree._Element:
    """Return a hidden command that presses a key of pieces on all maps."""
    return component(
        "module.GlobalKeyCommand",
        name=key.name,
        buttonText="",
        tooltip="",
        icon="",
        buttonHotkey=button,
        hotkey=key,
        filter=pieces,
        # The weather is told by a counter; the others have nothing to say.
        reportSingle=False,
    )


def _die(name: str, text: str, tooltip: str, hotkey: Key | None, told: str) -> etree._Element:
    return component(
        "module.DiceButton",
        name=name,
        text=text,
        tooltip=tooltip,
        icon="",
        hotkey=hotkey.encode() if hotkey else "",
        nDice=1,
        nSides=6,
        reportTotal=True,
        reportFormat=told,
    )


def turn_tracker(texts: Texts, grammar: Grammar, last_turn: int, steps: Sequence[str]) -> Iterator[etree._Element]:
    """Yield the tracker of turns and phases, and what happens when it is moved on.

    The audit reads the tracker's own command, which tells the turn and the number of the step whatever language the
    names are in; the report is for people, and to check the former.
    """
    phases = component("module.turn.ListTurnLevel", name="Phase", property=STEP_PROPERTY, list=tuple(steps))
    turns = component(
        "module.turn.CounterTurnLevel",
        phases,
        name="Turn",
        property=TURN_PROPERTY,
        # Games with a strategic choice begin a turn early (28.6); set-ups say on which turn they begin.
        start=0,
        incr=1,
        loop=True,
        loopLimit=last_turn,
    )
    movement = f'{{{STEP_PROPERTY}.contains("{texts("phase.movement")}")}}'
    combat = f'{{{STEP_PROPERTY}.contains("{texts("phase.combat")}")}}'
    weather = f'{{{STEP_PROPERTY}=="{texts("phase.weather")}"}}'
    hotkeys = (
        # Every side's movement phases begin with a clean table, and no battle goes on from one phase to another.
        _on_turn("Ask for options no more", MARK_AGREED, f'{{{AGREED}=="{NOT_YET}"}}'),
        _on_turn("Clear the marks of units that moved", CLEAR_MOVED_MARKS, movement),
        _on_turn("Forget how units moved", _ALL_WALK, movement),
        _on_turn("Begin a battle of this phase", NEW_BATTLE, movement),
        _on_turn("Begin a battle of this phase", NEW_BATTLE, combat),
        _on_turn("Place the turn marker", _TURN_CHANGED, "{true}"),
        _on_turn("Set the weather of months without a die", _SETTLE, weather),
        _on_turn("Place the weather markers", _WEATHER_CHANGED, weather),
    )
    yield component(
        "module.turn.TurnTracker",
        turns,
        *hotkeys,
        name="Turn",
        buttonText=texts("button.turn"),
        turnFormat="Turn $level1$: $level2$",
        reportFormat=grammar.report_format("PHASE"),
        nexthotkey=BUTTONS["turn"],
        prevhotkey=TURN_BACK,
        tooltip=texts("tooltip.turn"),
        fwdOnly=False,
        lengthStyle="Maximum",
    )
    yield _command(_ALL_WALK, CLEAR_WAY, "{Way>1}")
    yield _command(_TURN_CHANGED, PLACE_TURN, '{Kind=="turn"}')


def _on_turn(name: str, key: Key, match: str) -> etree._Element:
    return component("module.turn.TurnGlobalHotkey", name=name, hotkey=key, match=match)


def palette(
    texts: Texts,
    sides: Sequence[str],
    units: Iterable[Unit],
    markers: Iterable[Marker],
    maker: PieceMaker,
    others: etree._Element,
) -> etree._Element:
    """Return the window from which counters are taken: a tab a side, and one for the markers."""
    # Errata and owners add counters at the table's end.
    by_side = sorted(units, key=lambda unit: sides.index(unit.side))
    tabs = [
        component(
            "widget.TabWidget", *_lists(list(of_side), maker, lambda unit: unit.nation), entryName=side.capitalize()
        )
        for side, of_side in groupby(by_side, key=lambda unit: unit.side)
    ]
    tabs.append(
        component("widget.TabWidget", *_lists(list(markers), maker, lambda marker: marker.kind), entryName=MARKERS_TAB)
    )
    return component(
        "module.PieceWindow",
        component("widget.TabWidget", *tabs, others),
        name=PALETTE,
        text=texts("button.counters"),
        tooltip=texts("tooltip.counters"),
        defaultWidth=420,
    )


def _lists(items: Sequence[Item], maker: PieceMaker, kind: Callable[[Item], str]) -> list[etree._Element]:
    ordered = sorted(items, key=kind)
    return [
        component("widget.ListWidget", *(_slot(maker, item) for item in group), entryName=list_title(name))
        for name, group in groupby(ordered, key=kind)
    ]


def _slot(maker: PieceMaker, item: Unit | Marker) -> etree._Element:
    """Return what the palette holds of a counter [VASSAL.build.widget.PieceSlot]."""
    piece = maker.slot_piece(item)
    return component(
        "widget.PieceSlot",
        content=piece.command().encode(),
        entryName=piece.name,
        gpid=piece.gpid,
        width=COUNTER,
        height=COUNTER,
    )


def inventory(texts: Texts) -> etree._Element:
    """Return the list of all counters in play by side, type and place."""
    return component(
        "module.Inventory",
        name="Inventory",
        text=texts("button.inventory"),
        tooltip=texts("tooltip.inventory"),
        include='{unit != ""}',
        groupBy=("Side", "Type", "LocationName"),
        leafFormat="$PieceName$",
        foldersOnly=False,
        zoomOn=False,
    )


def notes(texts: Texts) -> etree._Element:
    """Return the notepad."""
    return component("module.NotesWindow", buttonText=texts("button.notes"), tooltip=texts("tooltip.notes"))
