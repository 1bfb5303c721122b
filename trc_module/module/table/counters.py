"""Common traits of counters in a module that a table declares: prototypes of units, markers and cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from trc_module.declarations import ATTACK, DEFEND
from trc_module.facts import DataError
from trc_module.facts.choices import meant, one_of
from trc_module.hexgrid import Orientation
from trc_module.module.battle import (
    SET_ATTACKER,
    SET_DEFENDER,
    SET_OUT,
    battle_number,
    noted_sums,
    part_in_battle,
    role_layer,
)
from trc_module.module.commands import (
    FLAT_STEPS,
    POINTY_STEPS,
    CommandTable,
    UnitCommand,
    ends_with_place,
    names_no_counter,
)
from trc_module.module.keys import Keys
from trc_module.module.layout import BoxKey
from trc_module.module.palette_paths import placing
from trc_module.module.prototype import Prototype
from trc_module.module.recipe import ModuleInputs
from trc_module.module.reckoning.names import JOINED, LEFT
from trc_module.module.reckoning.table import KIND, BattleTable
from trc_module.module.table.commands import (
    IN_BATTLE,
    LAST_FACE,
    NEXT_FACE,
    MenuCommand,
    marker_commands,
    unit_commands,
)
from trc_module.module.table.conditions import clear_key, condition_layers, set_key
from trc_module.module.table.statuses import status_traits
from trc_module.module.table_file import TABLE_FILE, TableFile
from trc_module.module.tracker import shows_turn
from trc_module.module.traits import GO, SAY, STEP, group, said, to_box, to_said_box, trail_and_moved
from trc_module.vassal.traits import Trait
from trc_module.vassal.traits.build import PropertyChange, dynamic_property, report, set_to, trigger
from trc_module.vassal.values import Key

PLACE_MARKER = "Place-"
"""The beginning of the pieces' key that puts a marker of a kind in its place."""
_UPON = 9
"""The number under which units of the first side place markers that a line speaks of, those of the next one less."""
TURNS = {"next": NEXT_FACE, "back": LAST_FACE}


def place_key(kind: str) -> Key:
    """Return the pieces' key that puts markers of a kind in their place."""
    return Key.named(f"{PLACE_MARKER}{kind}")


@dataclass(frozen=True)
class CounterPrototypes:
    """The prototypes of one module."""

    parts: ModuleInputs
    table: TableFile
    keys: Keys
    battles: BattleTable | None = None
    """The reckoning of battles, in a game that has any."""

    def all(self) -> tuple[Prototype, ...]:
        """Return every prototype."""
        sides = self.parts.game.sides
        return (
            *(Prototype(f"Unit {side}", "What its units can do", tuple(self._unit(side))) for side in sides),
            *(Prototype(f"Side {side}", "Where its units go", tuple(self._side(side))) for side in sides),
            Prototype("Marker", "What every marker can do that there may be more of", tuple(self._marker())),
            *(Prototype(f"Kind {kind}", "What such markers can do", tuple(self._kind(kind))) for kind in self._kinds),
        )

    @property
    def _kinds(self) -> list[str]:
        cards = {deck.kind for deck in self.table.deck}
        return sorted({marker.kind for marker in self.parts.roster.markers.values()} - cards)

    # ------------------------------------------------------------------ units

    @cached_property
    def _commands(self) -> tuple[MenuCommand, ...]:
        """The commands of units."""
        return unit_commands(self.table, self.parts.grammar, self.parts.folder)

    @cached_property
    def _listed(self) -> list[MenuCommand]:
        """The commands that are in the one table of all units; the others have lines of another form."""
        return [command for command in self._commands if self._is_listed(command)]

    def _is_listed(self, command: MenuCommand) -> bool:
        return self._placed(command) or (
            not command.data.box and names_no_counter(self.parts.grammar, command.verb.name, command.data.fixed)
        )

    def _placed(self, command: MenuCommand) -> bool:
        return ends_with_place(self.parts.grammar, command.verb.name, command.data.fixed)

    def _unit(self, side: str) -> Iterator[Trait]:
        """Yield what units of a side can do: another side's may say another line with the same key."""
        texts, grammar = self.parts.texts, self.parts.grammar
        table, ways = self._command_table, self._ways
        commands = [each for each in self._commands if not each.data.sides or side in each.data.sides]
        others = {each.name for each in self._commands if each not in commands}
        # Long traits stand outermost: VASSAL copies a trait's text once for each trait around it.
        yield table.line_property(grammar)
        yield from table.line_parts()
        yield report((SAY, *_keys(table.reported_by_key, others)), table.line_format())
        if keys := _keys(table.without_place, others):
            yield report(keys, table.line_format_without_place())
        yield from self._hidden(commands)
        yield dynamic_property("Says", "0", (self._says(each) for each in table.commands if each.command not in others))
        yield from self._submenus(commands)
        yield group(texts, "step", ways)
        yield from self._fighting(commands)
        yield from self._shown(commands)
        yield trigger((SAY, GO), watch=_keys(table.sending_away, others))
        for command in commands:
            yield from self._changing(command)
            if self.battles is not None:
                for drag in command.data.dragged:
                    yield self.battles.after_a_drag(self.keys.command(command.name), drag)
            if command.data.face:
                own = self._whom_it_turns(command, commands)
                yield trigger((TURNS[command.data.face],), watch=(self.keys.command(command.name),), when=own)
            if command.data.places:
                yield from self._placing(command, side)
        yield trigger((STEP,), watch=[self.keys.command(name) for name in ways])
        yield from self._unlisted(commands)
        yield self._step()
        yield from trail_and_moved(texts, self.keys)

    def _whom_it_turns(self, command: MenuCommand, commands: Sequence[MenuCommand]) -> str:
        """Return which units a command's key turns its way; '' for all, if the key turns none the other way."""
        key, face = self.keys.command(command.name), command.data.face
        other = any(each.data.face not in ("", face) and self.keys.command(each.name) == key for each in commands)
        # Units of one face are not turned by either.
        return " || ".join(f"Type = {type_}" for type_ in command.data.types) if other else ""

    def _fighting(self, commands: Iterable[MenuCommand]) -> Iterator[Trait]:
        """Yield what a unit has for its part in a battle, where the game has lines for that."""
        if any(command.verb.role in (ATTACK, DEFEND) for command in commands):
            numbers = self._command_table.numbers
            told = {"joined": (JOINED,), "left": (LEFT,)} if self.battles is not None else {}
            yield from part_in_battle(self.parts.texts, self.keys, (SAY,), **told)
            says = [f"Says=={numbers[name]}" if name in numbers else "false" for name in sorted(IN_BATTLE)]
            yield noted_sums(*says)
            yield role_layer()
        if self.battles is not None:
            yield from self.battles.of_unit()

    def _unlisted(self, commands: Iterable[MenuCommand]) -> Iterator[Trait]:
        """Yield the commands whose lines have another form than those of the one table."""
        for command in commands:
            if command not in self._listed:
                line = self.parts.grammar.report_format(command.verb.name, **command.data.fixed)
                text = command.text(self.parts.texts.words)
                yield from said(line, command.name, text, self.keys.command(command.name))

    def _submenus(self, commands: Iterable[MenuCommand]) -> Iterator[Trait]:
        """Yield a submenu for each group of commands."""
        words = self.parts.texts.words
        groups: dict[str, list[str]] = {}
        for command in commands:
            if command.data.group:
                groups.setdefault(command.data.group, []).append(command.text(words))
        for name, entries in groups.items():
            yield Trait.make("submenu", command=words.get(f"group.{name}", name.capitalize()), commands=tuple(entries))

    def _changing(self, command: MenuCommand) -> Iterator[Trait]:
        """Yield what begins and ends conditions of a unit that says a line."""
        for condition in self.table.condition:
            if command.verb.name in condition.begins:
                yield trigger((set_key(condition.id),), watch=(self.keys.command(command.name),))
            if command.verb.name in condition.ends:
                yield trigger((clear_key(condition.id),), watch=(self.keys.command(command.name),))

    def _placing(self, command: MenuCommand, side: str) -> Iterator[Trait]:
        """Yield what puts a marker upon the unit that says a line."""
        markers, name = self.parts.roster.markers, command.data.places
        if name not in markers:
            path = self.parts.folder / TABLE_FILE
            raise DataError(path, f"the id of a marker{meant(name, markers)}", name, field="places")
        place = Key.named(f"Place{command.verb.name.title()}")
        yield trigger((place,), watch=(self.keys.command(command.name),))
        yield placing(self.parts.roster, name, _UPON - self.parts.game.sides.index(side), "", place)

    def _shown(self, commands: Iterable[MenuCommand]) -> Iterator[Trait]:
        """Yield what a unit shows of its battle and its status, where the game has such."""
        if self.table.pool is not None:
            yield from battle_number(self.parts.texts, self.keys.command("this-battle"))
        if self.table.status:
            changing = [(command, self.keys.command(command.name)) for command in commands]
            yield from status_traits(self.table.status, changing)
        yield from condition_layers(self.table.condition, self.parts.texts.words)

    @property
    def _ways(self) -> Mapping[str, tuple[int, int]]:
        """The directions in which a unit can be moved by one hex."""
        return POINTY_STEPS if self.parts.board.grid.orientation is Orientation.POINTY_TOP else FLAT_STEPS

    def _step(self) -> Trait:
        layout, table, ways = self.parts.layout.map_layout, self._command_table, self._ways
        along, across = layout.pitch / 2, layout.step
        east, north = (along, across) if ways is POINTY_STEPS else (across, along)
        return Trait.make(
            "translate",
            command="",
            key=STEP,
            dx=table.chosen({name: int(way[0] * east) for name, way in ways.items()}),
            dy=table.chosen({name: int(way[1] * north) for name, way in ways.items()}),
        )

    @cached_property
    def _command_table(self) -> CommandTable:
        """The one table of all units."""
        in_battle = {"attack": SET_ATTACKER, "defend": SET_DEFENDER, "out": SET_OUT}
        made = [
            UnitCommand(
                command.name,
                in_battle.get(command.name) or self.keys.command(command.name),
                command.verb.name,
                command.data.fixed,
                command.data.box,
                hidden=command.name in IN_BATTLE,
                placed=self._placed(command),
            )
            for command in self._listed
        ]
        # Those into the same box stand together, before all others.
        boxes = list(dict.fromkeys(each.box for each in made if each.box))
        made.sort(key=lambda each: boxes.index(each.box) if each.box else len(boxes))
        made += [UnitCommand(name, self.keys.command(name)) for name in self._ways]
        return CommandTable(made, boxes)

    def _says(self, each: UnitCommand) -> PropertyChange:
        words, table = self.parts.texts.words, self._command_table
        texts = {command.name: command.text(words) for command in self._listed}
        text = "" if each.hidden else texts.get(each.command) or words[f"menu.{each.command}"]
        return PropertyChange(each.key, set_to(str(table.numbers[each.command])), text)

    def _hidden(self, commands: Iterable[MenuCommand]) -> Iterator[Trait]:
        """Yield what hides commands from units that have no use for them; no expressions, which take long."""
        types: dict[Key, set[str] | None] = {}
        for command in commands:
            key, known = self.keys.command(command.name), set(command.data.types)
            before = types.get(key, set())
            # A key that one command has for all units is hidden from none.
            types[key] = before | known if known and before is not None else None
        hidden: dict[str, list[Key]] = {}
        for key, words in types.items():
            if words:
                hidden.setdefault(" && ".join(f"Type != {word}" for word in sorted(words)), []).append(key)
        for others, keys in hidden.items():
            yield Trait.make("hideCmd", name=others, action="Hide", filter=others, keys=tuple(keys))

    def _side(self, side: str) -> Iterator[Trait]:
        """Yield what sends the units of a side into its boxes."""
        boxes: dict[BoxKey, str] = {}
        for command in self._commands:
            if command.data.box and (not command.data.sides or side in command.data.sides):
                boxes[self._box(side, command.data.box)] = command.data.box
        if boxes:
            by_box = self._command_table.by_box
            yield to_said_box(
                self.parts.layout, boxes, lambda values: by_box({boxes[key]: v for key, v in values.items()})
            )

    def _box(self, side: str, box: str) -> BoxKey:
        key = self.parts.box_key(side, box)
        if key not in self.parts.board.boxes:
            path = self.parts.folder / TABLE_FILE
            known = sorted({each.id for each in self.parts.board.boxes.values()})
            raise DataError(path, one_of(known, box), box, field="box")
        return key

    # ---------------------------------------------------------------- markers

    def _marker(self) -> Iterator[Trait]:
        yield Trait.make("clone", command=self.parts.texts("menu.another"), key=self.keys.command("another"))
        yield Trait.make("delete", command=self.parts.texts("menu.delete"), key=self.keys.command("delete"))

    def _kind(self, kind: str) -> Iterator[Trait]:
        words, grammar = self.parts.texts.words, self.parts.grammar
        for command in marker_commands(self.table, grammar, self.parts.folder, kind):
            line = grammar.report_format(command.verb.name, **command.data.fixed)
            name = f"{command.verb.name}-{command.name}"
            counted = self.battles.counts(command.verb.name) if self.battles is not None else ()
            then = [Key.named(f"Then{command.verb.name}{number}") for number in range(len(counted))]
            yield from said(line, name, command.text(words), self.keys.command(command.name), *then)
            for own, pressed in zip(then, counted, strict=True):
                yield Trait.make("globalhotkey", command="", key=own, hotkey=pressed)
        if kind == KIND and self.battles is not None:
            yield from self.battles.of_marker()
        if kind == KIND:
            yield shows_turn()
        placed = self.table.marker.get(kind)
        if placed is not None:
            yield self._to_turn(kind, placed.box)

    def _to_turn(self, kind: str, box: str) -> Trait:
        """Return what sends a marker to its box; `{turn}` in the box's name is the turn that the tracker shows."""
        if "{turn}" not in box:
            return to_box(self.parts.layout, place_key(kind), self._box("", box))
        turns = range(1, self.parts.last_turn + 1)
        keys = {turn: key for turn in turns if (key := box.format(turn=turn)) in self.parts.board.boxes}
        zone = '""'
        for turn, key in reversed(list(keys.items())):
            zone = f'Turn=={turn}?"{self.parts.layout.title(key)}":{zone}'
        window = self.parts.layout.window_of(next(iter(keys.values())))
        return Trait.make("sendto", key=place_key(kind), map=window.name, destination="Z", zone=f"{{{zone}}}")


def _keys(commands: Iterable[UnitCommand], others: Collection[str]) -> list[Key]:
    """Return the keys of commands but for those of other sides."""
    return [each.key for each in commands if each.command not in others]
