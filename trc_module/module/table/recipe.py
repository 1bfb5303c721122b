"""Recipe for the module of any game: from its data, its grammar and its `module/table.toml`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lxml import etree

from trc_module.charts import ChartSet
from trc_module.charts.firing import FiringTable
from trc_module.charts.sheet import ChartSheet
from trc_module.declarations import PLAIN_DIE, ROLL
from trc_module.facts import DataError
from trc_module.facts.choices import one_of
from trc_module.gamespec import GameSpec
from trc_module.module.agreement import AGREED, MARK_AGREED, NOT_YET, OUT_OF_PLAY, option_property, tick_property
from trc_module.module.badge import Badge
from trc_module.module.battle import NEW_BATTLE, battle_buttons, battle_properties, declared_battles
from trc_module.module.buttons import die, on_turn, piece_command, word_property
from trc_module.module.ground import GROUND, ground_text
from trc_module.module.icons import OF_EVERY_MODULE
from trc_module.module.identity import Identity, engine_line
from trc_module.module.keys import Keys
from trc_module.module.layout import HELD_IMAGE, BoxKey, Window
from trc_module.module.maps import CLEAR_MOVED_MARKS
from trc_module.module.palette_paths import list_title
from trc_module.module.pieces import FACES
from trc_module.module.prototype import Prototype
from trc_module.module.recipe import (
    BadgesShown,
    CardCounters,
    CardTable,
    Dealt,
    ModuleInputs,
    Recipe,
    SealedAnswer,
    VirtualTable,
)
from trc_module.module.reckoning.names import AFTER_ROLL, BEFORE_ROLL, BEGUN, DRAGGED, FORGET_FOUGHT
from trc_module.module.reckoning.patterns import Patterns
from trc_module.module.reckoning.table import KIND, BattleTable, every_verb
from trc_module.module.table.arrivals import arrival_button
from trc_module.module.table.badges import ConditionBadges, StatusBadges, TableBadges
from trc_module.module.table.buttons import table_buttons, table_properties
from trc_module.module.table.card_moves import CardMoves
from trc_module.module.table.cards import MASK, ModuleDeck, card_number, hand_name
from trc_module.module.table.charts import chart_tables
from trc_module.module.table.commands import (
    FLIP,
    LAST_FACE,
    NEXT_FACE,
    OF_ALL,
    OF_MARKERS,
    MenuCommand,
    is_repeated,
    keys_of,
    marker_commands,
    unit_commands,
)
from trc_module.module.table.conditions import all_clear, clear_key, condition_badges, layer_name
from trc_module.module.table.counters import CounterPrototypes, place_key
from trc_module.module.table.dealing import deal
from trc_module.module.table.pools import ONE_DIE, TABLE_DIE, pool_buttons, pool_properties
from trc_module.module.table.statuses import status_badges
from trc_module.module.table.titles import counter_name, counter_title, titled
from trc_module.module.table.track import track_printed
from trc_module.module.table_file import TABLE_FILE, TableFile
from trc_module.module.texts import Texts
from trc_module.module.tracker import docked, docked_preference, turn_tracker, turn_window
from trc_module.roster import Marker, Unit
from trc_module.rules.actions import Action
from trc_module.rules.clock import FIGHT, MOVE, Clock, Step
from trc_module.rules.reckoning import PoolReckoning, Reckoning
from trc_module.rules.state import State
from trc_module.vassal.traits import Trait
from trc_module.vassal.traits.build import layer
from trc_module.vassal.values import Key


class TableRecipe(Recipe):
    """The recipe for the module of one game that a table declares."""

    flip_key = FLIP

    def __init__(self, identity: Identity, spec: GameSpec, table: TableFile) -> None:
        super().__init__(identity)
        self.spec = spec
        self.table = table
        if any(command.dragged for command in table.command):
            self.dragged = DRAGGED
        self.placed = frozenset(table.marker)
        self._decks = {deck.kind: deck for deck in table.deck}

    # ------------------------------------------------------------ counters

    def prototypes(self, parts: ModuleInputs) -> tuple[Prototype, ...]:
        """Return what units, markers and cards have in common."""
        decks = (deck.prototype() for deck in self.decks(parts))
        return (*CounterPrototypes(parts, self.table, self._keys(parts), self.battles(parts)).all(), *decks)

    def battles(self, parts: ModuleInputs) -> BattleTable | None:
        """Return the reckoning of battles; None without a marker that can do it, or without battles."""
        markers = parts.roster.markers.values()
        reckons = KIND in self.placed and any(marker.kind == KIND and marker.count == 1 for marker in markers)
        told = parts.game.reckoning
        pool = told if isinstance(told, PoolReckoning) and self.table.pool is not None else None
        if not reckons or (pool is None and (self.table.pool is not None or not parts.grammar.verbs_of(ROLL))):
            return None
        keys, conditions = self._keys(parts), [each.id for each in self.table.condition]
        patterns = Patterns(parts, conditions, [each.id for each in self.table.status])
        commands = unit_commands(self.table, parts.grammar, parts.folder)
        verbs = every_verb((each.verb.name, keys.command(each.name)) for each in commands)
        odds = told if isinstance(told, Reckoning) else None
        names = zip(parts.phase_names, parts.game.sequence.steps, strict=True)
        fights = _in_steps(name for name, step in names if step.kind == FIGHT)[1:-1] if pool is not None else ""
        words = parts.texts.words
        return BattleTable(
            patterns, parts.grammar, parts.texts, words, keys, odds, verbs, pool, f"({fights})" if fights else ""
        )

    def decks(self, parts: ModuleInputs) -> tuple[ModuleDeck, ...]:
        """Return the decks of the module."""
        return tuple(ModuleDeck(parts, data, self._keys(parts)) for data in self.table.deck)

    @property
    def has_decks(self) -> bool:
        """Whether the module has decks."""
        return bool(self._decks)

    def uses(self, item: Unit | Marker) -> tuple[str, ...]:
        """Return the names of the prototypes of a counter, outermost first."""
        if isinstance(item, Unit):
            return (f"Unit {item.side}", f"Side {item.side}")
        if item.kind in self._decks:
            return (f"Card {item.kind}",)
        # One that the module places, or that there is once, is neither doubled nor taken away.
        return (f"Kind {item.kind}",) if item.count == 1 else (f"Kind {item.kind}", "Marker")

    def back(self, item: Unit | Marker, images: tuple[str, ...], texts: Texts) -> tuple[Trait, ...] | None:
        """Return the faces of a unit that has steps, and the mask of a card."""
        if isinstance(item, Unit):
            if not item.faces:
                return None
            # A step back is for the hand that erred: where a line tells it, a command of the table does it.
            back = texts("menu.restore")
            return (layer(FACES, ("", *images), up_key=NEXT_FACE, down_key=LAST_FACE, down_command=back, loop=False),)
        if item.kind not in self._decks:
            return None
        # A card with text must be readable for its owner: a small sign lies over it, not the back.
        style = f"G{HELD_IMAGE}" if item.events else "I"
        return (
            (Trait.make("obs", key=MASK, image=images[0], command="", style=style, mask_name=item.back),)
            if images
            else ()
        )

    def own_marks(self, item: Unit | Marker) -> Mapping[str, str]:
        """Return the id of a card, and where it lies in a hand."""
        if isinstance(item, Unit) or item.kind not in self._decks:
            return {}
        return {"card": item.id, "Cell": str(card_number(item))}

    def piece_name(self, item: Unit | Marker) -> str:
        """Return what players and VASSAL's own reports call a counter: `Rustmark 1 Foot 4-3`."""
        return counter_title(item)

    def name_of(self, item: Unit | Marker, texts: Texts) -> str:
        """Return the same in the language of the texts."""
        return counter_title(item, texts)

    def called(self, item: Unit | Marker, parts: ModuleInputs) -> str:
        """Return what sentences call a counter in the language of the module."""
        return counter_name(item, parts.texts)

    # --------------------------------------------------------- components

    def properties(self, parts: ModuleInputs) -> Iterator[etree._Element]:
        """Yield the module's own properties."""
        yield from battle_properties(parts.texts, die=bool(parts.grammar.verbs_of(ROLL)))
        battles = self.battles(parts)
        if battles is not None:
            yield from battles.properties()
        yield from docked()
        if self.table.pool is not None:
            yield from pool_properties(parts.texts, self._firing_table(parts), reckoned=battles is not None)
        yield from table_properties(parts.texts, self.table)
        for deck in self.decks(parts)[:1]:
            yield from deck.properties()
        yield word_property("Scenario", "campaign")
        yield word_property(GROUND, ground_text(parts.board, parts.texts))
        if parts.options:
            yield word_property(AGREED, NOT_YET, (MARK_AGREED, "P,yes", ""))
        for number in parts.options:
            yield word_property(option_property(number))
            yield word_property(tick_property(number), OUT_OF_PLAY)

    def last_turn_of(self, parts: ModuleInputs, scenario: str) -> int:
        """Return the last turn of a scenario, as the table's file has it."""
        shorter = self.table.scenario.get(scenario)
        return self.last_turn(parts) if shorter is None else shorter.last

    def hidden(self, parts: ModuleInputs) -> Sequence[SealedAnswer]:
        """Return what the table says that a side may seal."""
        return tuple(TableSealed(each.name, each.choices) for each in self.table.sealed)

    def icons(self, parts: ModuleInputs) -> Mapping[str, str]:
        """Return the pictures that the table names; DataError for one that nobody has drawn, or without a button."""
        path = parts.folder / TABLE_FILE
        buttons = {
            *(window.id for window in parts.layout.windows),
            *(f"{side}-hand" for side in parts.game.sides if self._decks),
            *(name for button in self.table.button for name in (button.name, button.menu) if name),
            *(verb.name.lower() for verb in parts.grammar.verbs.values()),
        }
        # Whoever only audits has no use for what draws.
        from trc_module.art.icons import ACTS, WINDOWS

        drawn = {**WINDOWS, **ACTS}
        for name, icon in self.table.icon.items():
            if name not in buttons:
                raise DataError(path, f"a button, {one_of(buttons, name)}", name, field="icon")
            if icon not in drawn:
                raise DataError(path, f"a picture, {one_of(drawn, icon)}", icon, field=f"icon.{name}")
        return self.table.icon

    def in_window(self, parts: ModuleInputs, window: Window) -> Iterator[etree._Element]:
        """Yield the decks and piles of a window."""
        for deck in self.decks(parts):
            yield from deck.in_window(window)

    def maps(self, parts: ModuleInputs) -> Iterator[etree._Element]:
        """Yield the windows of hands."""
        decks = self.decks(parts)
        if decks:
            yield from decks[0].hands()

    def palette_markers(self, parts: ModuleInputs) -> Iterable[Marker]:
        """Return the markers that are no cards."""
        return [marker for marker in parts.roster.markers.values() if marker.kind not in self._decks]

    def toolbar(self, parts: ModuleInputs) -> Iterator[etree._Element]:
        """Yield the turn tracker, the dice, and the buttons that the table declares."""
        texts, grammar, keys = parts.texts, parts.grammar, self._keys(parts)
        yield turn_tracker(texts, grammar, keys, (1, parts.last_turn), parts.phase_names, tuple(self._on_turn(parts)))
        if KIND in self.placed:
            yield turn_window(f"Kind = {KIND}")
        for kind in self.placed:
            yield piece_command(_changed(kind), place_key(kind), f'{{Kind=="{kind}"}}')
        for each in self.table.condition:
            if each.until:
                yield piece_command(all_clear(each.id), clear_key(each.id), f"{{{layer_name(each.id)}_Level>1}}")
        for sweep in self.table.sweep:
            yield piece_command(_swept(sweep.kind), keys.command("delete"), f'{{Kind=="{sweep.kind}"}}')
        yield from self._of_battles(parts, keys)
        yield from arrival_button(parts)
        yield from self._other_dice(parts)
        battles = self.battles(parts)
        if battles is None:
            yield from table_buttons(texts, grammar, self.table)
        else:
            yield from table_buttons(texts, grammar, self.table, battles.before, battles.counts)

    def _of_battles(self, parts: ModuleInputs, keys: Keys) -> Iterator[etree._Element]:
        """Yield the buttons of battles and their dice."""
        texts, grammar, battles = parts.texts, parts.grammar, self.battles(parts)
        count, faces = self.spec.dice.count, self.spec.dice.faces
        begun, reckon = ((BEGUN,), (BEFORE_ROLL,)) if battles is not None else ((), ())
        if grammar.verbs_of(ROLL):
            after = (AFTER_ROLL,) if battles is not None and battles.told is not None else ()
            yield from battle_buttons(
                texts, grammar, keys, count, faces, begun=begun, before_roll=reckon, after_roll=after
            )
        if self.table.pool is not None:
            yield from declared_battles(texts, keys, begun)
            yield from pool_buttons(texts, grammar, keys.buttons["roll"], reckon)
        if battles is not None:
            yield from battles.buttons()

    def _other_dice(self, parts: ModuleInputs) -> Iterator[etree._Element]:
        texts, grammar = parts.texts, parts.grammar
        count, faces = self.spec.dice.count, self.spec.dice.faces
        for verb in grammar.verbs.values():
            name = self.die_of(verb, {})
            if name and verb.role != ROLL and name not in (ONE_DIE, TABLE_DIE):
                label = (
                    texts("button.die")
                    if verb.role == PLAIN_DIE
                    else texts.words.get(f"button.{verb.name.lower()}", list_title(verb.name.lower()))
                )
                tooltip = texts.words.get(f"tooltip.{verb.name.lower()}", verb.meaning)
                plain = OF_EVERY_MODULE["die"] if verb.role == PLAIN_DIE else ""
                icon = self.icons(parts).get(verb.name.lower(), plain)
                yield die(name, label, tooltip, None, grammar.report_format(verb.name), count, faces, icon)

    def _on_turn(self, parts: ModuleInputs) -> Iterator[etree._Element]:
        names = dict(zip(parts.phase_names, parts.game.sequence.steps, strict=True))
        moving = [name for name, step in names.items() if step.kind == MOVE]
        # Where battles are declared first and fought later, they are over when units move again.
        fighting = moving if self.table.pool else [n for n, step in names.items() if step.kind in (MOVE, FIGHT)]
        if parts.options:
            yield on_turn("Ask for options no more", MARK_AGREED, f'{{{AGREED}=="{NOT_YET}"}}')
        yield on_turn("Clear the marks of units that moved", CLEAR_MOVED_MARKS, _in_steps(moving))
        yield on_turn("Begin a battle of this phase", NEW_BATTLE, _in_steps(fighting))
        if self.battles(parts) is not None:
            yield on_turn("Forget who has fought", FORGET_FOUGHT, _in_steps(fighting))
        for each in self.table.condition:
            if each.until:
                ends = [name for name, step in names.items() if step.phase == each.until]
                yield on_turn(f"No unit is {each.id} any more", all_clear(each.id), _in_steps(ends))
        for sweep in self.table.sweep:
            phase = [name for name, step in names.items() if step.phase == sweep.phase]
            yield on_turn(f"Take away the markers {sweep.kind}", _swept(sweep.kind), _in_steps(phase))
        for kind in sorted(self.placed):
            yield on_turn(f"Place the marker {kind}", _changed(kind), "{true}")

    def charts(self, parts: ModuleInputs) -> Iterator[ChartSheet]:
        """Yield the charts that the table names, or all."""
        return chart_tables(parts, self.table.charts)

    def keys_in(self, parts: ModuleInputs) -> Keys:
        """Return the keys of the commands that its counters have, and of its buttons."""
        grammar, folder, keys = parts.grammar, parts.folder, self._keys(parts)
        commands = list(unit_commands(self.table, grammar, folder))
        for kind in {marker.kind for marker in parts.roster.markers.values()}:
            commands += marker_commands(self.table, grammar, folder, kind)
        # What one line does to other units is told once.
        names = {command.name for command in commands if not is_repeated(command, parts.texts.words)} | OF_ALL
        if not any(self._is_turned_by_hand(item, parts.texts) for item in parts.roster.counters()):
            names -= {"flip"}
        if all(marker.count == 1 for marker in parts.roster.markers.values()):
            # Only markers of which there may be more than one are copied and thrown away.
            names -= OF_MARKERS
        return Keys(
            {name: key for name, key in keys.commands.items() if name in names},
            {name: key for name, key in keys.buttons.items() if self._has_button(parts, name)},
            keys.turn_back,
        )

    def _is_turned_by_hand(self, item: Unit | Marker, texts: Texts) -> bool:
        """Tell whether players turn a counter over with a key of its own."""
        if (isinstance(item, Unit) and item.faces) or (isinstance(item, Marker) and self.is_card(item)):
            return False
        return bool(item.back) and not self.followed(item, texts)

    def _has_button(self, parts: ModuleInputs, name: str) -> bool:
        if name == "attack-roll":
            return self.battles(parts) is not None
        return name != "roll" or self.battles(parts) is not None or bool(parts.grammar.verbs_of(ROLL))

    def preferences(self, parts: ModuleInputs) -> Iterator[etree._Element]:
        """Yield the preference that docks the turn tracker in an engine that cannot be asked otherwise."""
        if engine_line(parts.vassal) < (3, 7):
            yield docked_preference(parts.texts, self.identity.name)

    def captioned(self, parts: ModuleInputs, window: Window) -> Window:
        """Return a window with titles in the players' language, and what the turn track prints in its boxes."""
        return track_printed(parts, self.table, titled(parts.texts, window))

    # -------------------------------------------------------------- texts

    def step_name(self, texts: Texts, step: Step) -> str:
        """Return what the turn tracker calls a step: the side's title and the phase."""
        titles = {side.id: side.title for side in self.spec.sides}
        side = texts.words.get(f"phase.{step.side}", titles.get(step.side, step.side))
        phase = texts.words.get(f"phase.{step.phase}", step.phase)
        return f"{side}: {phase}" if step.part == 1 else f"{side}: {phase} {step.part}"

    # ------------------------------------------------- positions and logs

    def marker_box(self, parts: ModuleInputs, marker: Marker) -> BoxKey:
        """Return the box that the roster names; cards lie in their deck."""
        if marker.kind in self._decks:
            return ""
        box = parts.box_key(marker.side, marker.box)
        return box if box in parts.board.boxes else ""

    def is_card(self, marker: Marker) -> bool:
        """Tell whether a marker is a card of a deck."""
        return marker.kind in self._decks

    def conditions(self) -> tuple[str, ...]:
        """Return the conditions that the table has."""
        return tuple(condition.id for condition in self.table.condition)

    def hands(self, parts: ModuleInputs) -> Mapping[str, str]:
        """Return the windows of hands by their VASSAL names, each with its side."""
        return {hand_name(side): side for side in parts.game.sides} if self._decks else {}

    def deal(self, table: Dealt, parts: ModuleInputs, state: State, acts: Iterable[Action]) -> None:
        """Put the cards of the first deck where a position has them."""
        for deck in self.decks(parts)[:1]:
            deal(table, deck, state, acts)

    def card_counters(self, table: CardTable, parts: ModuleInputs) -> CardCounters | None:
        """Return the counters of the first deck."""
        return next((CardMoves(table, deck) for deck in self.decks(parts)[:1]), None)

    def marker_spot(self, parts: ModuleInputs, marker: Marker, state: State) -> BoxKey:
        """Return the box of a marker that shows the turn."""
        turn = min(state.clock.turn, parts.last_turn)
        return self.table.marker[marker.kind].box.format(turn=turn)

    def unused_box(self) -> str:
        """Return no box: what a scenario does not use is in the palette."""
        return ""

    def shown(self, table: VirtualTable, parts: ModuleInputs) -> BadgesShown:
        """Return what keeps parts in battles and lost steps on a table as lines say."""
        commands = unit_commands(self.table, parts.grammar, parts.folder)
        faces = {name: 1 + len(unit.faces) for name, unit in parts.roster.units.items()}
        changing = [command for command in commands if command.data.status]

        def moving(clock: Clock) -> bool:
            return parts.game.sequence.kind_of(clock) == MOVE

        badges: BadgesShown = TableBadges(
            table,
            parts.grammar,
            _turning(commands, parts.roster.units),
            faces,
            moving=moving if self.table.pool else None,
        )
        if self.table.status:
            badges = StatusBadges(badges, table, parts, self.table.status, changing)
        return ConditionBadges(badges, table, self.table.condition) if self.table.condition else badges

    def badges(self) -> Iterator[tuple[str, Badge]]:
        """Yield the badges of all modules, and those of statuses."""
        yield from super().badges()
        yield from status_badges(self.table.status)
        yield from condition_badges(self.table.condition)

    def _keys(self, parts: ModuleInputs) -> Keys:
        return keys_of(self.table.command, parts.grammar)

    def _firing_table(self, parts: ModuleInputs) -> FiringTable:
        assert self.table.pool is not None
        charts: ChartSet = parts.charts
        return charts.get(self.table.pool.chart, FiringTable)


@dataclass(frozen=True, slots=True)
class TableSealed:
    """Something that a side may seal, as a table has it."""

    name: str
    sealed: tuple[str, ...]

    @property
    def fixed(self) -> Mapping[str, str]:
        """Return nothing: its lines say no more than the choice."""
        return {}


def _turning(commands: Iterable[MenuCommand], units: Mapping[str, Unit]) -> Callable[[str, str], int]:
    """Return by how many faces the key of a line turns a unit, which depends on the unit's side and type."""
    by_verb: dict[str, list[MenuCommand]] = {}
    for each in commands:
        if each.data.face:
            by_verb.setdefault(each.verb.name, []).append(each)

    def turning(verb: str, unit: str) -> int:
        who = units.get(unit)
        if who is None or not who.faces:
            return 0
        own = (each for each in by_verb.get(verb, ()) if each.data.is_of(who.side, who.type))
        return next(({"next": 1, "back": -1}[each.data.face] for each in own), 0)

    return turning


def _changed(kind: str) -> Key:
    """Return the module's key that asks markers of a kind to go to their place."""
    return Key.named(f"Changed-{kind}")


def _swept(kind: str) -> Key:
    """Return the module's key that takes markers of a kind away."""
    return Key.named(f"Sweep-{kind}")


def _in_steps(names: Iterable[str]) -> str:
    """Return an expression that holds in the steps of these names."""
    return "{" + ("||".join(f'Step=="{name}"' for name in names) or "false") + "}"
