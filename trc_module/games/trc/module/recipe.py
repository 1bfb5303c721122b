"""The recipe for the module of The Russian Campaign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from lxml import etree

from trc_module.charts.sheet import ChartSheet
from trc_module.declarations import Verb
from trc_module.facts.toml_file import read_toml
from trc_module.games.trc.module.arrivals import allotments, arrival_button
from trc_module.games.trc.module.badges import Badges
from trc_module.games.trc.module.bids import BID_LINE, BIDDING, bid_line, bid_row, row_number
from trc_module.games.trc.module.called import called
from trc_module.games.trc.module.charts import charts, key_words
from trc_module.games.trc.module.counters import piece_name, prototypes_of, shelf
from trc_module.games.trc.module.hidden import Hidden, hidden_acts, hidden_things
from trc_module.games.trc.module.keys import KEYS
from trc_module.games.trc.module.prototypes import WAY_BADGES, PrototypeMaker, badge_image
from trc_module.games.trc.module.reckoning import (
    AFTER_ROLL,
    BEFORE_ROLL,
    BEGUN,
    CUT_IMAGE,
    TrcReckoner,
    reckoning_buttons,
)
from trc_module.games.trc.module.status import status_words
from trc_module.games.trc.module.tables import charts_of
from trc_module.games.trc.module.toolbar import (
    EXTRA_DICE,
    NAMED_DICE,
    claims,
    dice,
    odds_buttons,
    odds_columns,
    properties,
    turns,
    weather,
)
from trc_module.games.trc.module.unit_help import help_button
from trc_module.games.trc.module.windows import captioned
from trc_module.module.badge import Badge
from trc_module.module.battle import battle_buttons
from trc_module.module.identity import Identity, engine_line
from trc_module.module.keys import Keys
from trc_module.module.layout import BoxKey, Window
from trc_module.module.options import OwnRow
from trc_module.module.pieces import SHELF
from trc_module.module.prototype import Prototype
from trc_module.module.recipe import BadgesShown, ModuleInputs, Recipe, SetupEntry, VirtualTable
from trc_module.module.sequence import SEQUENCE_MAP, lit_words, sequence_map, sequence_window
from trc_module.module.texts import DEFAULT, Texts
from trc_module.module.tracker import docked_preference
from trc_module.roster import Marker, Unit
from trc_module.rules.clock import Step
from trc_module.rules.state import State
from trc_module.systems.weather import modifier_of, weather_of, with_weather


class TrcRecipe(Recipe):
    """The recipe for the module of The Russian Campaign."""

    flip_key = KEYS.command("flip")
    placed = frozenset({"turn", "weather", "weather-drm"})
    # Half size: an army group's front fits into a window, and a window of boxes onto a screen.
    map_zoom, box_zoom = 4, 4
    has_plates = True
    listed_by = (SHELF, "LocationName")
    beside_the_map = frozenset({"combat", "terrain"})

    def prototypes(self, parts: ModuleInputs) -> tuple[Prototype, ...]:
        """Return what counters have in common."""
        texts = parts.texts
        first = next(step for step in parts.game.sequence.steps if (step.side, step.phase) == ("axis", "combat"))
        reckoner = TrcReckoner(parts.board, parts.layout, charts_of(parts), texts, self.step_name(texts, first))
        return PrototypeMaker(
            texts,
            parts.grammar,
            parts.layout,
            charts_of(parts),
            parts.roster,
            reckoner,
            parts.phase_names,
            allotments(parts),
        ).all()

    def uses(self, item: Unit | Marker) -> tuple[str, ...]:
        """Return the names of the prototypes of a counter, outermost first."""
        return prototypes_of(item)

    def followed(self, item: Unit | Marker, texts: Texts) -> str:
        """Return what chooses the face of the markers of control, turn and weather."""
        if isinstance(item, Unit):
            return ""
        return {
            "control": "Flag",
            "turn": f'{{Step.startsWith("{texts("phase.russian")}")?2:1}}',
            "weather-drm": "{WeatherDrm<0?2:1}",
        }.get(item.kind, "")

    def type_of(self, unit: Unit) -> str:
        """Return the type; of aircraft what they are called."""
        return unit.area.removesuffix("s") if unit.type == "air" else unit.type

    def piece_name(self, item: Unit | Marker) -> str:
        """Return the name of a counter for players and VASSAL's own reports: `German 47 Armor 7-7`."""
        return piece_name(item)

    def name_of(self, item: Unit | Marker, texts: Texts) -> str:
        """Return the same in the language of the texts."""
        return piece_name(item, texts)

    def shelf(self, item: Unit | Marker, texts: Texts) -> str:
        """Return side and type in words: `Axis: Infantry`."""
        return shelf(item, texts)

    def called(self, item: Unit | Marker, parts: ModuleInputs) -> str:
        """Return what sentences call a counter in the language of the module."""
        if isinstance(item, Marker):
            return self.name_of(item, parts.texts)
        return called(item, parts.texts, parts.folder)

    def own_marks(self, item: Unit | Marker) -> Mapping[str, str]:
        """Return where a unit enters, which the viewer of its box shows."""
        return {"Enters": item.area} if isinstance(item, Unit) and item.arrival and item.area else {}

    def counter_words(self, parts: ModuleInputs) -> str:
        """Return a counter's name and where it enters."""
        return '{PieceName+(Enters==""?"":"  \u2013  "+Enters)}'

    def own_titles(self, parts: ModuleInputs) -> Mapping[str, str]:
        """Return the title of the window of the sequence of play."""
        return {SEQUENCE_MAP: parts.texts("window.sequence")}

    def icons(self, parts: ModuleInputs) -> Mapping[str, str]:
        """Return the pictures of the buttons of its windows."""
        return {
            "axis-order-of-battle": "units-first",
            "russian-order-of-battle": "units-second",
            "pools": "boxes",
            "tracks": "track",
        }

    def maps(self, parts: ModuleInputs) -> Iterator[etree._Element]:
        """Yield the window of the sequence of play."""
        yield sequence_map(parts.texts, parts.phase_names)

    def drawn_windows(self, parts: ModuleInputs) -> Iterable[Window]:
        """Return the window of the sequence of play."""
        return (sequence_window(parts.phase_names),)

    def preferences(self, parts: ModuleInputs) -> Iterator[etree._Element]:
        """Yield the preference that docks the turn tracker in an engine that cannot be asked otherwise."""
        if engine_line(parts.vassal) < (3, 7):
            yield docked_preference(parts.texts, self.identity.name)

    def properties(self, parts: ModuleInputs) -> Iterator[etree._Element]:
        """Yield the module's own properties."""
        yield from properties(parts, self.hidden(parts))

    def toolbar(self, parts: ModuleInputs) -> Iterator[etree._Element]:
        """Yield the turn tracker and the buttons."""
        texts, grammar = parts.texts, parts.grammar
        yield from turns(texts, grammar, parts.last_turn, parts.phase_names)
        yield from battle_buttons(
            texts, grammar, KEYS, begun=(BEGUN,), before_roll=(BEFORE_ROLL,), after_roll=(AFTER_ROLL,)
        )
        yield from reckoning_buttons(parts.board, parts.layout, texts)
        yield from arrival_button(parts)
        yield help_button(texts)
        yield from odds_buttons(texts, grammar, odds_columns(charts_of(parts)))
        yield from weather(texts)
        yield from dice(texts, grammar)
        yield from claims(texts, grammar)

    def charts(self, parts: ModuleInputs) -> Iterator[ChartSheet]:
        """Yield the charts."""
        return charts(parts)

    def keys_in(self, parts: ModuleInputs) -> Keys:
        """Return the keys of its counters and buttons."""
        return KEYS

    def badges(self) -> Iterator[tuple[str, Badge]]:
        """Yield the badges of the parts in a battle, and of the ways to move."""
        yield from super().badges()
        for way, letters in WAY_BADGES.items():
            yield badge_image(way), Badge(letters, "#24543a")
        yield CUT_IMAGE, Badge("1/2", "#5b4a17")

    def captioned(self, parts: ModuleInputs, window: Window) -> Window:
        """Return a window in which each turn's box says which months it stands for."""
        return captioned(window, parts)

    def key_words(self, parts: ModuleInputs) -> Mapping[str, str]:
        """Return what the key of the map says: the terrain chart's words, and of the signs what every map has."""
        return {**super().key_words(parts), **key_words(parts)} if parts.texts.language != DEFAULT else {}

    def step_name(self, texts: Texts, step: Step) -> str:
        """Return what the turn tracker calls a step of a turn."""
        side = texts(f"phase.{step.side}")
        if step.phase == "weather":
            return texts("phase.weather")
        if step.phase == "end":
            return texts("phase.end", side=side)
        return texts(f"phase.impulse{step.part}", side=side, phase=texts(f"phase.{step.phase}"))

    def option_number(self, option: str, place: int) -> int:
        """Return the number of an option's row, for ever."""
        return row_number(option)

    def option_rows(self, parts: ModuleInputs) -> tuple[tuple[OwnRow, ...], tuple[OwnRow, ...]]:
        """Return the row of the bid, and those of hidden choices."""
        texts, grammar = parts.texts, parts.grammar
        bids = (bid_row(texts, grammar),) if "BID" in grammar.verbs else ()
        return bids, tuple(
            OwnRow(thing.number, f"${thing.line}$", tuple(hidden_acts(texts, grammar, thing)))
            for thing in self.hidden(parts)
        )

    def hidden(self, parts: ModuleInputs) -> tuple[Hidden, ...]:
        """Return political chits and strategic choices, of the options that players can agree on."""
        return _hidden(parts)

    def lines_of(self, parts: ModuleInputs, option: str) -> Mapping[str, str]:
        """Return the rows of the bid and of hidden choices that show with an option alone."""
        lines = {BID_LINE: bid_line(parts.texts)} if option == BIDDING else {}
        return lines | {
            thing.line: thing.first_line(parts.texts) for thing in self.hidden(parts) if thing.option == option
        }

    def last_turn(self, parts: ModuleInputs) -> int:
        """Return the number of the last turn."""
        return max(charts_of(parts).turns)

    def marker_spot(self, parts: ModuleInputs, marker: Marker, state: State) -> BoxKey:
        """Return the box of a marker of turn or weather."""
        last = parts.last_turn
        match marker.kind:
            case "turn":
                # 3.6: it waits before turn 1 until play begins.
                waits = state.clock.turn == 1 and state.clock.phase == "weather"
                return "turn-record-0" if waits else f"turn-record-{min(state.clock.turn, last)}"
            case "weather-drm":
                return f"turn-record-{min(abs(modifier_of(state)), last)}"
            case _:
                return "weather" if marker.id == f"weather-{weather_of(state)}" else "markers"

    def setup_state(self, parts: ModuleInputs, setup: SetupEntry, state: State) -> State:
        """Return the position with the weather modifier of the scenario."""
        return with_weather(state, modifier=setup.scenario.modifier)

    def words_on_table(self, parts: ModuleInputs, state: State) -> Mapping[str, str]:
        """Return months and weather as the turn tracker shows them."""
        clock = state.clock
        turn = charts_of(parts).turns.get(clock.turn)
        fixed = turn is not None and bool(charts_of(parts).weather.months[turn.key].automatic)
        known = fixed or clock.phase != "weather"
        ends = clock.step == parts.game.sequence.steps[-1]
        words = status_words(
            parts.texts, charts_of(parts).turns, clock.turn, weather_of(state), told_yet=known, ends=ends
        )
        return words | lit_words(parts.game.sequence.steps.index(clock.step))

    def notes(self, parts: ModuleInputs, setup: SetupEntry) -> Iterable[str]:
        """Return the weather modifier of the scenario, if it has one."""
        drm = setup.scenario.modifier
        return (parts.texts("note.drm", drm=f"{drm:+d}"),) if drm else ()

    def die_of(self, verb: Verb, fields: Mapping[str, str]) -> str:
        """Return the name of the die that a line reports; '' if it reports none."""
        return EXTRA_DICE[fields["source"]] if verb.name == "EXTRADIE" else NAMED_DICE.get(verb.name, "")

    def shown(self, table: VirtualTable, parts: ModuleInputs) -> BadgesShown:
        """Return what keeps the counters on a table as lines say."""
        return Badges(table)


def _hidden(parts: ModuleInputs) -> tuple[Hidden, ...]:
    things = hidden_things(parts.grammar, parts.game.sides, _choices(parts.folder / "options.toml"))
    return tuple(thing for thing in things if thing.option in parts.options)


def _choices(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the choices that sides have during the game, and whose they are; the game has checked the file."""
    for option in read_toml(path).values():
        for name, choice in option.get("choices", {}).items():
            yield name, choice["side"]


def make_recipe(identity: Identity) -> Recipe:
    """Return the recipe of a module that calls itself so."""
    return TrcRecipe(identity)
