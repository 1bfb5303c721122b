"""The module's toolbar: sides, battles, dice, turn tracker, palette, charts, inventory, notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lxml import etree

from trc_module.declarations import Grammar
from trc_module.games.trc.charts import Charts
from trc_module.games.trc.module.arrivals import arrival_properties
from trc_module.games.trc.module.bids import BID_LINE, BID_PROPERTY
from trc_module.games.trc.module.hidden import SEAL, TOLD, WORD, Hidden
from trc_module.games.trc.module.keys import BUTTONS, KEYS
from trc_module.games.trc.module.prototypes import (
    PLACE_DRM,
    PLACE_TURN,
    PLACE_WEATHER,
    READ_WEATHER,
    REMEMBERED,
    SETTLE_WEATHER,
)
from trc_module.games.trc.module.reckoning import CHANGED, FORGET_FOUGHT, FORGET_SUPPLY, lower_key, reckoning_properties
from trc_module.games.trc.module.status import shown, status_properties
from trc_module.games.trc.module.tables import charts_of
from trc_module.games.trc.module.unit_commands import CLEAR_WAY, SET_SURRENDERED, WAY
from trc_module.games.trc.module.unit_help import help_properties
from trc_module.module.agreement import (
    AGREED,
    MARK_AGREED,
    NOT_YET,
    OUT_OF_PLAY,
    option_property,
    tick_property,
)
from trc_module.module.battle import ALL_LEAVE, BATTLE_DIE, NEW_BATTLE, ROLLED, battle_properties
from trc_module.module.buttons import PLAIN_DIE, action, die, menu, on_turn, piece_command, word_property
from trc_module.module.ground import GROUND, ground_text
from trc_module.module.maps import CLEAR_MOVED_MARKS
from trc_module.module.recipe import ModuleInputs
from trc_module.module.sequence import sequence_keys, sequence_properties
from trc_module.module.texts import Texts
from trc_module.module.tracker import STEP_PROPERTY, docked, turn_tracker, turn_window
from trc_module.module.traits import GO
from trc_module.vassal.traits.build import set_to
from trc_module.vassal.values import Key

WEATHER_DIE, SEA_DIE, ARCHANGEL_DIE = "WeatherDie", "SeaDie", "ArchangelDie"
BOMBERS_DIE = "BombersDie"
"""The names of the dice: the stems of the properties that hold what they show."""
NAMED_DICE = {
    "ROLL": BATTLE_DIE,
    "WEATHER": WEATHER_DIE,
    "SEA": SEA_DIE,
    "ARCHANGEL": ARCHANGEL_DIE,
    "BOMBERS": BOMBERS_DIE,
    "DIE": PLAIN_DIE,
}
"""The die of each line that reports one; its button prints the line."""
EXTRA_DICE = {"black-sea": "BlackSeaDie", "astrakhan": "AstrakhanDie"}
"""Those of the extra Russian replacements of 28.6, by where they come from."""

_ROLL_WEATHER = Key.named("RollWeather")
_READ_CHART, _SETTLE = Key.named("ReadChart"), Key.named("SettleMonths")
_ALL_WALK = Key.named("AllWalk")
_TURN_CHANGED, _WEATHER_CHANGED = Key.named("TurnChanged"), Key.named("WeatherChanged")
_DRM_CHANGED = Key.named("DrmChanged")

COUNTRIES = {"finnish": "24.3", "rumanian": "24.3", "hungarian": "24.2", "italian": "24.4"}
"""Countries that can surrender, and the rule by which they do."""
CLAIMS = (
    ("axis", ("25.1.1", "25.2", "27.12")),
    ("russian", ("25.1.2", "25.2", "27.12")),
)


def properties(parts: ModuleInputs, hidden: Sequence[Hidden]) -> Iterator[etree._Element]:
    """Yield the module's own properties, with the hidden buttons that change them."""
    texts, options = parts.texts, parts.options
    yield from (
        *battle_properties(texts),
        *reckoning_properties(odds_columns(charts_of(parts))),
        *status_properties(),
        *sequence_properties(parts.phase_names),
        *arrival_properties(parts.game.sides),
        *help_properties(),
        *docked(),
        word_property("SeaUnit"),
        word_property("Exchanged"),
        word_property(REMEMBERED),
        word_property("Scenario", "campaign"),
        word_property("Weather", "clear"),
        word_property("WeatherDrm", "0"),
        word_property(GROUND, ground_text(parts.board, texts)),
        word_property(BID_PROPERTY),
        word_property(AGREED, NOT_YET, (MARK_AGREED, set_to("yes"), "")),
        *(word_property(option_property(number)) for number in options),
        *(word_property(tick_property(number), OUT_OF_PLAY) for number in options),
        *(word_property(name) for name in (TOLD, SEAL, WORD, BID_LINE, *(thing.line for thing in hidden))),
    )


def odds_columns(charts: Charts) -> tuple[str, ...]:
    """Return the odds that can be announced, one by one, as the results table heads them."""
    return tuple(odds for heading in charts.combat.columns for odds in heading.split("/"))


def odds_buttons(texts: Texts, grammar: Grammar, columns: Iterable[str]) -> Iterator[etree._Element]:
    """Yield what a battle may need besides its counters, number and die: automatic victory and lower odds."""
    yield action(texts, "av", grammar.report_format("AV"), (ROLLED,))
    for odds in columns:
        yield action(texts, "", grammar.report_format("LOWER", odds=odds), (lower_key(odds), CHANGED), text=odds)
    yield menu(texts, "odds", (texts("button.av"), *columns), "odds")


def dice(texts: Texts, grammar: Grammar) -> Iterator[etree._Element]:
    """Yield the dice of the sea, of Archangel, of the heavy bombers (28.7), and for anything else."""
    yield die(SEA_DIE, texts("button.sea"), texts("tooltip.sea"), BUTTONS["sea"], grammar.report_format("SEA"))
    for name, text, verb in (
        (ARCHANGEL_DIE, "archangel", "ARCHANGEL"),
        (BOMBERS_DIE, "bombers", "BOMBERS"),
        (PLAIN_DIE, "die", "DIE"),
    ):
        yield die(name, texts(f"button.{text}"), texts(f"tooltip.{text}"), None, grammar.report_format(verb))
    extra = {source: f"extra-{source}" for source in EXTRA_DICE}
    for source, text in extra.items():
        told = grammar.report_format("EXTRADIE", source=source)
        yield die(EXTRA_DICE[source], texts(f"button.{text}"), texts(f"tooltip.{text}"), None, told)
    names = ("sea", "archangel", "bombers", *extra.values(), "die")
    yield menu(texts, "dice", tuple(texts(f"button.{name}") for name in names), "dice")


def weather(texts: Texts) -> Iterator[etree._Element]:
    """Yield the button that rolls the weather, reads the chart and lets the markers place themselves (D03)."""
    yield die(WEATHER_DIE, "", "", _ROLL_WEATHER, "")
    keys = (_ROLL_WEATHER, _READ_CHART, _DRM_CHANGED, _WEATHER_CHANGED)
    yield action(texts, "weather", "", keys, BUTTONS["weather"], icon="cloud")
    yield piece_command(_READ_CHART, READ_WEATHER, "Kind = weather-drm")
    yield piece_command(_SETTLE, SETTLE_WEATHER, "Kind = weather-drm")
    yield piece_command(_DRM_CHANGED, PLACE_DRM, "Kind = weather-drm")
    yield piece_command(_WEATHER_CHANGED, PLACE_WEATHER, "Kind = weather")


def claims(texts: Texts, grammar: Grammar) -> Iterator[etree._Element]:
    """Yield the menu of countries that surrender and of claimed victories."""
    names = []
    for nation, rule in COUNTRIES.items():
        whose = f'{{Nation=="{nation}"}}'
        marked, gone = Key.named(f"Out-{nation}"), Key.named(f"Gone-{nation}")
        yield piece_command(marked, SET_SURRENDERED, whose)
        yield piece_command(gone, GO, whose)
        told = grammar.report_format("ALLYOUT", country=nation, because=rule)
        names.append(texts(f"country.{nation}"))
        yield action(texts, "", told, (marked, gone), text=names[-1])
    for side, rules in CLAIMS:
        for rule in rules:
            names.append(texts(f"claim.{side}", rule=rule))
            yield action(texts, "", grammar.report_format("WIN", side=side, because=rule), text=names[-1])
    yield menu(texts, "victory", tuple(names), "star")


def turns(texts: Texts, grammar: Grammar, last_turn: int, steps: Sequence[str]) -> Iterator[etree._Element]:
    """Yield the tracker of turns and phases, and what happens when it is moved on."""
    movement = f'{{{STEP_PROPERTY}.contains("{texts("phase.movement")}")}}'
    combat = f'{{{STEP_PROPERTY}.contains("{texts("phase.combat")}")}}'
    weather = f'{{{STEP_PROPERTY}=="{texts("phase.weather")}"}}'
    ends = "||".join(f'{STEP_PROPERTY}=="{texts("phase.end", side=texts(f"phase.{side}"))}"' for side, _ in CLAIMS)
    hotkeys = (
        # Every side's movement phases begin with a clean table, and no battle goes on from one phase to another.
        on_turn("Ask for options no more", MARK_AGREED, f'{{{AGREED}=="{NOT_YET}"}}'),
        on_turn("Clear the marks of units that moved", CLEAR_MOVED_MARKS, movement),
        # It counts who moved by sea.
        on_turn("Place the turn marker", _TURN_CHANGED, "{true}"),
        on_turn("Forget how units moved", _ALL_WALK, f"{{{movement[1:-1]}||{weather[1:-1]}}}"),
        on_turn("Begin a battle of this phase", NEW_BATTLE, movement),
        on_turn("Begin a battle of this phase", NEW_BATTLE, combat),
        # A unit that has retreated would show its badge until some unit moves.
        on_turn("Take the badges of the last battle away", ALL_LEAVE, f"{{{ends}}}"),
        on_turn("Forget who has fought", FORGET_FOUGHT, combat),
        on_turn("Forget who had no combat supply", FORGET_SUPPLY, weather),
        *sequence_keys(steps),
        on_turn("Set the weather of months without a die", _SETTLE, weather),
        on_turn("Place the weather markers", _WEATHER_CHANGED, weather),
    )
    # Games with a strategic choice begin a turn early (28.6); set-ups say on which turn they begin.
    yield turn_tracker(texts, grammar, KEYS, (0, last_turn), steps, hotkeys, shown=shown(texts))
    yield turn_window("Kind = turn")
    yield piece_command(_ALL_WALK, CLEAR_WAY, f"{WAY} =~ [2-9]")
    yield piece_command(_TURN_CHANGED, PLACE_TURN, "Kind = turn")
