"""Recipes of modules: the parts that every module has, and the further parts of one game's module.

A game that can say everything in `module/table.toml` has the `TableRecipe`. One that cannot has a recipe of its own, in
a package of its name beside this file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from lxml import etree

from trc_module.board import Board
from trc_module.charts import ChartSet
from trc_module.charts.sheet import ChartSheet
from trc_module.charts.turn_track import TurnTrack
from trc_module.declarations import PLAIN_DIE, ROLL, Grammar, Verb
from trc_module.module import buttons
from trc_module.module.badge import Badge
from trc_module.module.battle import BATTLE_DIE, ROLE_IMAGES
from trc_module.module.identity import VASSAL_VERSION, Identity
from trc_module.module.keys import Keys
from trc_module.module.layout import BoxKey, Spot, TableLayout, Window
from trc_module.module.options import OPTIONS_MAP, OptionRow, OwnRow, option_rows
from trc_module.module.palette_paths import list_title
from trc_module.module.pieces import PieceMaker
from trc_module.module.place_names import key_words
from trc_module.module.prototype import Prototype
from trc_module.module.sentences import sentences_of
from trc_module.module.texts import DEFAULT, Texts, load_texts
from trc_module.roster import Marker, Roster, Unit
from trc_module.roster.scenarios import Scenario
from trc_module.rules.clock import Clock, Step
from trc_module.rules.game import Game
from trc_module.rules.state import State
from trc_module.vassal.commands import Command
from trc_module.vassal.metadata import Metadata
from trc_module.vassal.traits import Trait
from trc_module.vassal.values import Key

if TYPE_CHECKING:
    from trc_module.rules.actions import Action
    from trc_module.systems.card_places import CardMove


class BadgesShown(Protocol):
    """The badges by which counters show what lines stated of them, while a log is written."""

    def said(self, verb: str, fields: Mapping[str, str]) -> Iterator[Command]:
        """Yield the changes that come with a line."""

    def begin(self, state: State) -> None:
        """Let the counters show what a position says of them, when a log or a save begins."""

    def begin_phase(self, clock: Clock) -> Iterator[Command]:
        """Yield what the turn tracker clears when a phase begins."""

    def resume(self) -> None:
        """Go on from what the counters show, when a log goes on where another has ended."""


class SealedAnswer(Protocol):
    """Something that a side may keep hidden: it gives a seal, and shows the answer later (`trc-module commit`)."""

    @property
    def name(self) -> str:
        """Its identifier, without blanks."""

    @property
    def fixed(self) -> Mapping[str, str]:
        """The values that its lines state before the answer, by field."""

    @property
    def sealed(self) -> tuple[str, ...]:
        """The texts before the secret word in its seal, one for each answer."""


class VirtualTable(Protocol):
    """The virtual table, as far as badges need it."""

    def shows(self, unit: str, badge: str) -> bool:
        """Tell whether a unit lies on the table and can show a badge."""

    def show(self, unit: str, badge: str, number: int) -> Command:
        """Let a unit show a badge: the level of its layer, or the value of its property, of that name."""

    def showing(self, badge: str) -> Iterable[tuple[str, int]]:
        """Yield the counters that can show a badge, each with the number that it shows."""

    def value(self, name: str) -> str:
        """Return the value of a property of the module; '' if the table does not say it."""


class Dealt(Protocol):
    """The virtual table, as far as cards need it."""

    def put_in_deck(self, deck: Trait, cards: Iterable[Marker]) -> None:
        """Put a deck on the table that holds these cards, the lowest first."""

    def put_in_hand(self, card: Marker, map_name: str, x: int, y: int) -> None:
        """Put a card into the window of a hand."""


class CardTable(Protocol):
    """The virtual table, as far as cards that go from place to place need it."""

    values: dict[str, str]
    """Properties of the module, as far as they are known."""

    def value(self, name: str) -> str:
        """Return the value of a property of the module; '' if the table does not say it."""

    def lies(self, item: str) -> tuple[str, int, int] | None:
        """Return the map and the point where a counter lies; None if it is not on the table."""

    def carry(self, item: str, point: tuple[str, int, int], password: str) -> Command:
        """Move a counter to a point of any map, on top of what lies there."""

    def mask(self, item: str, owner: str) -> Command:
        """Hide a counter from all but one player, by his password; '' lets all see it again."""

    def is_masked(self, item: str) -> bool:
        """Tell whether a counter hides from all but one player."""


class CardCounters(Protocol):
    """The counters of cards on a table."""

    def places(self) -> dict[str, str]:
        """Return where each card lies: in which hand, by its side, in the deck, on the pile or out of play."""

    def go(self, way: CardMove, password: str, owner: str) -> Iterator[Command]:
        """Yield the commands with which a card goes; in a hand it is hidden from all but its `owner`."""


@dataclass(frozen=True, slots=True)
class SetupEntry:
    """A set-up: its scenario, whether the counters are on the map already, its name in the menu and its file."""

    scenario: Scenario
    deployed: bool
    name: str
    file: str


class Recipe(ABC):
    """A recipe for the module of one game; `ModuleInputs` explains `parts`."""

    flip_key: Key
    """The key that turns a counter over."""
    placed: frozenset[str] = frozenset({"turn"})
    """The kinds of markers that the module puts in their places by itself."""
    map_zoom, box_zoom = 7, 5
    """The levels at which the map and the windows of boxes open (`maps.handling`)."""
    listed_by: tuple[str, ...] = ("Side", "Type", "LocationName")
    """The properties by which the inventory groups counters."""
    has_plates = False
    """Whether set-ups put the names of cities on the map, in a layer above the counters (`plates`)."""
    dragged: Key | None = None
    """The key of pieces that the map presses when they have been dragged on it."""
    beside_the_map: frozenset[str] = frozenset()
    """The names of charts that stand in a window of their own as well, to lie beside the map."""

    def __init__(self, identity: Identity) -> None:
        self.identity = identity
        """The module's name, description and layout."""

    # ------------------------------------------------------------ counters

    @abstractmethod
    def prototypes(self, parts: ModuleInputs) -> tuple[Prototype, ...]:
        """Return what counters have in common."""

    @abstractmethod
    def uses(self, item: Unit | Marker) -> tuple[str, ...]:
        """Return the names of the prototypes of a counter, outermost first."""

    def followed(self, item: Unit | Marker, texts: Texts) -> str:
        """Return the property or expression that chooses a counter's face; '' if players turn it over."""
        return ""

    def back(self, item: Unit | Marker, images: tuple[str, ...], texts: Texts) -> tuple[Trait, ...] | None:
        """Return how a counter shows its other faces, of these pictures; None if as others do."""
        return None

    def own_marks(self, item: Unit | Marker) -> Mapping[str, str]:
        """Return properties of a counter that lines print, beside the usual ones."""
        return {}

    def type_of(self, unit: Unit) -> str:
        """Return a unit's type as the module's mark `Type` has it."""
        return unit.type

    def piece_name(self, item: Unit | Marker) -> str:
        """Return what players and VASSAL's own reports call a counter."""
        return list_title(item.id)

    def shelf(self, item: Unit | Marker, texts: Texts) -> str:
        """Return under what the inventory lists a counter, in the language of the texts; '' if by its marks."""
        return ""

    def name_of(self, item: Unit | Marker, texts: Texts) -> str:
        """Return what players call a counter in the language of the texts."""
        return self.piece_name(item)

    def called(self, item: Unit | Marker, parts: ModuleInputs) -> str:
        """Return what sentences call a counter in the language of the module."""
        return (item.spoken if isinstance(item, Unit) else "") or self.name_of(item, parts.texts)

    # --------------------------------------------------------- components

    def preferences(self, parts: ModuleInputs) -> Iterator[etree._Element]:
        """Yield preferences of the players, which are there before any other component."""
        yield from ()

    @abstractmethod
    def properties(self, parts: ModuleInputs) -> Iterator[etree._Element]:
        """Yield the module's own properties."""

    def icons(self, parts: ModuleInputs) -> Mapping[str, str]:
        """Return the pictures (`art.icons`) of buttons of its own, by the key of the button's text: windows by their
        ids."""
        return {}

    def in_window(self, parts: ModuleInputs, window: Window) -> Iterator[etree._Element]:
        """Yield what lies in a window of boxes from the beginning: decks."""
        yield from ()

    def counter_words(self, parts: ModuleInputs) -> str:
        """Return what the viewer of stacks in a window of boxes says of each counter; '' for nothing."""
        return ""

    def own_titles(self, parts: ModuleInputs) -> Mapping[str, str]:
        """Return the titles of the windows of `maps`, by the maps' names."""
        return {}

    def maps(self, parts: ModuleInputs) -> Iterator[etree._Element]:
        """Yield windows beside the map and the boxes."""
        yield from ()

    def drawn_windows(self, parts: ModuleInputs) -> Iterable[Window]:
        """Return windows beside those of boxes whose boards are drawn as theirs."""
        return ()

    def palette_markers(self, parts: ModuleInputs) -> Iterable[Marker]:
        """Return the markers that the palette holds: those that no deck does."""
        return parts.roster.markers.values()

    @abstractmethod
    def toolbar(self, parts: ModuleInputs) -> Iterator[etree._Element]:
        """Yield the turn tracker and the buttons."""

    @abstractmethod
    def charts(self, parts: ModuleInputs) -> Iterator[ChartSheet]:
        """Yield each chart."""

    def badges(self) -> Iterator[tuple[str, Badge]]:
        """Yield the file names of the badges that counters can show, and what they show."""
        yield ROLE_IMAGES[1], Badge("up", "#7a1f14")
        yield ROLE_IMAGES[2], Badge("down", "#1d3c6b")

    @abstractmethod
    def keys_in(self, parts: ModuleInputs) -> Keys:
        """Return the keys that do something in this module."""

    def key_words(self, parts: ModuleInputs) -> Mapping[str, str]:
        """Return what the key of the map says in the language of the module, by the data's words."""
        return key_words(parts.texts)

    def captioned(self, parts: ModuleInputs, window: Window) -> Window:
        """Return a window with what is printed beside its boxes' titles."""
        return window

    # -------------------------------------------------------------- texts

    @abstractmethod
    def step_name(self, texts: Texts, step: Step) -> str:
        """Return what the turn tracker calls a step of a turn."""

    # ------------------------------------------------------------ options

    def option_number(self, option: str, place: int) -> int:
        """Return the number of an option's row, for ever; `place` is its place in `module/options.toml`, from 1."""
        return 100 + place

    def option_rows(self, parts: ModuleInputs) -> tuple[tuple[OwnRow, ...], tuple[OwnRow, ...]]:
        """Return rows of the window of options beside the options: before and after what declares them."""
        return (), ()

    def hidden(self, parts: ModuleInputs) -> Sequence[SealedAnswer]:
        """Return what a side may keep hidden until it is shown."""
        return ()

    def lines_of(self, parts: ModuleInputs, option: str) -> Mapping[str, str]:
        """Return the rows that show with an option alone: the property with their words, and the words."""
        return {}

    # ------------------------------------------------- positions and logs

    def last_turn(self, parts: ModuleInputs) -> int:
        """Return the number of the last turn: that of the game's turn track."""
        return max(track.last for track in parts.charts.of_kind(TurnTrack).values())

    def last_turn_of(self, parts: ModuleInputs, scenario: str) -> int:
        """Return the last turn of a scenario that has no file: that of the game."""
        return self.last_turn(parts)

    def marker_box(self, parts: ModuleInputs, marker: Marker) -> BoxKey:
        """Return the box in which a single marker lies when a game begins; '' if it does not lie on the table."""
        return "markers"

    @property
    def has_decks(self) -> bool:
        """Whether the module has decks: the engine puts them on the table when a game begins."""
        return False

    def is_card(self, marker: Marker) -> bool:
        """Tell whether a marker is a card of a deck."""
        return False

    def conditions(self) -> tuple[str, ...]:
        """Return what units may be beside everything else."""
        return ()

    def hands(self, parts: ModuleInputs) -> Mapping[str, str]:
        """Return the windows of hands by their VASSAL names, each with its side."""
        return {}

    def deal(self, table: Dealt, parts: ModuleInputs, state: State, acts: Iterable[Action]) -> None:
        """Put the cards where a position has them; `acts` follow, and may play cards that the position only counts.

        UserError if there are not as many cards.
        """
        return

    def card_counters(self, table: CardTable, parts: ModuleInputs) -> CardCounters | None:
        """Return the counters of cards on a table; None if the module has no deck."""
        return None

    def marker_spot(self, parts: ModuleInputs, marker: Marker, state: State) -> BoxKey:
        """Return the box in which a marker lies that the module puts in its place."""
        return "markers"

    def unused_box(self) -> str:
        """Return the box of units that a scenario does not use; '' if they are not on the table."""
        return "optional"

    def setup_state(self, parts: ModuleInputs, setup: SetupEntry, state: State) -> State:
        """Return the position in which a set-up begins, with what its scenario alone says."""
        return state

    def words_on_table(self, parts: ModuleInputs, state: State) -> Mapping[str, str]:
        """Return the module's properties with what players read of a position, for saves and logs."""
        return {}

    def notes(self, parts: ModuleInputs, setup: SetupEntry) -> Iterable[str]:
        """Return what the notes of a set-up say of its scenario alone."""
        return ()

    def die_of(self, verb: Verb, fields: Mapping[str, str]) -> str:
        """Return the name of the die that a line reports, once or several times; '' if it reports none."""
        if not any(field.key in ("die", "dice") for field in verb.fields):
            return ""
        return {ROLL: BATTLE_DIE, PLAIN_DIE: buttons.PLAIN_DIE}.get(verb.role, f"{verb.name.capitalize()}Die")

    @abstractmethod
    def shown(self, table: VirtualTable, parts: ModuleInputs) -> BadgesShown:
        """Return what keeps the counters on a table as lines say."""


REFEREE = "Referee"
"""The seat at the table of the observer, who owns nothing and sees all."""


@dataclass(frozen=True)
class ModuleInputs:
    """The inputs of a module: a game, where its things lie on VASSAL's table, its texts and its recipe."""

    game: Game
    layout: TableLayout
    recipe: Recipe
    """The recipe of its module."""
    folder: Path
    """The game's folder of data: windows, options, deployment, scenarios."""
    options: tuple[str, ...] = ()
    """The optional rules that players can agree on, by number."""
    language: str = DEFAULT
    """The language of the module's texts."""
    vassal: str = VASSAL_VERSION
    """The oldest engine that the module is for; older ones warn their player."""

    @cached_property
    def texts(self) -> Texts:
        """The module's texts for players; the audit never looks at them."""
        return load_texts(self.language, self.folder)

    @property
    def charts(self) -> ChartSet:
        """The tables."""
        return self.game.charts

    @cached_property
    def grammar(self) -> Grammar:
        """The lines that the module prints into a log, with sentences in its language."""
        return self.game.grammar.saying(sentences_of(self.texts))

    @property
    def board(self) -> Board:
        """The map."""
        return self.game.board

    @property
    def roster(self) -> Roster:
        """The counters."""
        return self.game.roster

    @cached_property
    def maker(self) -> PieceMaker:
        """The maker of pieces from counters."""
        return PieceMaker(self.roster, self.prototypes, self.texts, self.recipe, self.called)

    @cached_property
    def called(self) -> dict[str, str]:
        """The name of each counter in sentences, by its id."""
        counters: tuple[Unit | Marker, ...] = (*self.roster.units.values(), *self.roster.markers.values())
        return {item.id: self.recipe.called(item, self) for item in counters}

    @cached_property
    def prototypes(self) -> tuple[Prototype, ...]:
        """The prototypes: the traits that counters share."""
        return self.recipe.prototypes(self)

    @cached_property
    def option_rows(self) -> tuple[OptionRow, ...]:
        """The rows of the window of options."""
        if not self.options:
            return ()
        numbers = {option: self.recipe.option_number(option, place) for place, option in enumerate(self.options, 1)}
        lines = partial(self.recipe.lines_of, self)
        return tuple(option_rows(self.texts, self.grammar, numbers, lines, self.recipe.option_rows(self)))

    def module_data(self, version: str) -> Metadata:
        """Return the module's own data sheet, of which every save carries a copy."""
        return self.recipe.identity.module_data(version, self.vassal)

    @cached_property
    def window_titles(self) -> dict[str, str]:
        """The titles of windows that are not the names of their maps, by those."""
        titles = {each.name: self.texts.words.get(f"window.{each.id}", each.name) for each in self.layout.windows}
        titles |= {OPTIONS_MAP: self.texts("button.options")} if self.options else {}
        titles |= self.recipe.own_titles(self)
        return {name: title for name, title in titles.items() if title != name}

    @property
    def last_turn(self) -> int:
        """The number of the last turn."""
        return self.recipe.last_turn(self)

    @property
    def phase_names(self) -> tuple[str, ...]:
        """The steps of a turn as the turn tracker shows them, in their order."""
        return tuple(self.recipe.step_name(self.texts, step) for step in self.game.sequence.steps)

    def start_contents(self, scenario: str) -> Mapping[Spot, list[Unit | Marker]]:
        """Return what lies in each hex and box when a scenario's set-up begins, in the order of the roster."""
        start = self.game.start(scenario, frozenset())
        contents: dict[Spot, list[Unit | Marker]] = defaultdict(list)
        for unit in self.roster.units.values():
            place = start.forces[unit.side].places.get(unit.id)
            # Counters that a scenario does not use lie with the units of optional rules, outside the map.
            box = self.recipe.unused_box() if place is None else place
            spot = self.box_key(unit.side, box) if isinstance(box, str) else box
            if spot != "":
                contents[spot].append(unit)
        for marker in self.roster.markers.values():
            # Those that the module places go where the moment puts them.
            if marker.count == 1 and marker.kind not in self.recipe.placed:
                box = self.recipe.marker_box(self, marker)
                if box:
                    contents[box].append(marker)
        return contents

    def box_key(self, side: str, box: str) -> BoxKey:
        """Return the board's key of a side's box, or of one that both sides share."""
        key = f"{side} {box}"
        return key if key in self.board.boxes else box
