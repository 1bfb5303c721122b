"""A foreign log as one of our own module: the same steps, in our counters, hexes, boxes, dice and phases.

Every step of the foreign log is executed on a table of its own; what it did there is said again in our terms, step for
step, so that whatever reads our logs reads such a log too. Steps keep their numbers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from trc_module.auditing.dice import is_die
from trc_module.hexgrid import Hex
from trc_module.module.buttons import PLAIN_DIE
from trc_module.module.inputs import ModuleInputs
from trc_module.module.layout import MAIN_MAP
from trc_module.module.tabletop import turn_command
from trc_module.profiles.dice_report import DiceReport
from trc_module.profiles.lines import phase_of, read_plain, turn_word_told
from trc_module.profiles.model import OWN, Profile
from trc_module.profiles.phasing import PhaseClue, Phased, Went, find_phases
from trc_module.profiles.placing import ModuleGround
from trc_module.profiles.trackers import TrackerShown, shown
from trc_module.profiles.words import Words, meant, tokens
from trc_module.replay.events import ChatLine, PropertySet, Reported, Step, TurnSet
from trc_module.replay.integrity import RESULT
from trc_module.replay.pieces import Piece, Spot
from trc_module.replay.stepping import walk_steps
from trc_module.replay.table import Table
from trc_module.replay.undoing import settle
from trc_module.rules.clock import Clock
from trc_module.rules.state import Place, UnitId
from trc_module.systems.turn_words import turn_word_of
from trc_module.vassal.commands import (
    AddPlayer,
    ChangeProperty,
    Chat,
    Command,
    MovePiece,
    Node,
    NullCommand,
    RemovePiece,
    Undo,
    walk,
)
from trc_module.vassal.saves import GameSetup, SavedGame, make_step
from trc_module.vassal.traits import Stack

_BESIDE = Spot(MAIN_MAP, -500, -500)
"""The place for a piece whose place the profile cannot name: beside every hex and box of ours."""


@dataclass
class Translation:
    """A foreign save or log in our terms, and what was found out on the way."""

    saved: SavedGame
    phased: Phased
    start: Clock | None
    turn_words: dict[int, str] = field(default_factory=dict)
    last: Clock | None = None
    unread: list[str] = field(default_factory=list)
    """Plain lines that name no phase and no word of a turn that the game has."""
    strangers: set[str] = field(default_factory=set)
    """The pieces on the map with the hexes that the profile does not identify."""
    beside: list[UnitId] = field(default_factory=list)
    """The units that lay at first where the profile knows no hex and no box."""
    dice: int = 0


class Translator:
    """Translate the saves and logs of one module, with one profile."""

    def __init__(self, profile: Profile, parts: ModuleInputs, words: Words, ground: ModuleGround | None) -> None:
        self._profile = profile
        self._parts = parts
        self._words = words
        word = turn_word_of(parts.game)
        self._called = word.called if word is not None else ""
        self._ground = ground
        self._homes = _homes(parts)
        self._assigned: dict[str, UnitId | None] = {}
        self._cells: Counter[str] = Counter()
        self._die = ""
        self._spots: dict[tuple[str, str, int, int], Spot] = {}
        forms = (DiceReport.read(die.report) for die in profile.spec.dice.values())
        self._reports = [form for form in forms if form is not None]

    # ------------------------------------------------------------------ whole

    def translate(self, saved: SavedGame) -> Translation:
        """Return a save or log in our terms."""
        self._assigned, self._cells, self._spots, self._die = {}, Counter(), {}, ""
        table = Table()
        for node in saved.initial:
            table.execute(node)
        players = [c for node in saved.initial for c in walk(node) if isinstance(c, AddPlayer)]
        begun = self._begun(table)
        shown_ = self.shown(table.turns)
        start = shown_.clock if shown_ is not None else None
        result = Translation(saved, Phased(), start)
        pieces = self._pieces(table, result)
        steps = tuple(walk_steps(table, saved.steps, None))
        begins = self.moment_of(shown_, (self._lies(spot) for _, spot in pieces.values()))
        lying = {unit: (self._parts.roster.units[unit].side, self._lies(spot)) for unit, spot in pieces.values()}
        facts, phased = self._phases(steps, begins or begun, lying, result)
        result.phased = phased
        result.last = next((fact.told for fact in reversed(facts) if fact.told is not None), start)
        initial = self._setup(pieces, players, begins)
        told = [self._step(step, result) for step in steps]
        for step in steps:
            clock = phased.begins.get(step.number)
            if clock is not None:
                told[step.number - 1].insert(0, turn_command(self._parts, clock))
        nodes = tuple(make_step(commands or [NullCommand()]) for commands in told)
        result.saved = SavedGame(initial, nodes, saved.save_data, saved.module_data, saved.problems)
        return result

    def lying(self, saved: SavedGame) -> Iterator[tuple[UnitId, int, int]]:
        """Yield the units that come to lie on the map with the hexes, with the first point at which each does."""
        spec = self._profile.spec.map
        if spec is None:
            return
        self._assigned = {}
        table = Table()
        for node in saved.initial:
            table.execute(node)
        seen: set[UnitId] = set()
        places = [(piece, piece.spot) for piece in table.pieces.values()]
        for step in walk_steps(table, saved.steps, None):
            places += [(change.piece, change.after) for change in step.changes.pieces]
        for piece, spot in places:
            unit = self.unit_of(piece)
            if unit is not None and unit not in seen and spot is not None and spot.map == spec.name:
                seen.add(unit)
                yield unit, spot.x, spot.y

    # ----------------------------------------------------------------- pieces

    def unit_of(self, piece: Piece) -> UnitId | None:
        """Return the unit that a piece stands for; clones of one slot stand for the units of that slot in turn."""
        if piece.id not in self._assigned:
            units = self._profile.units.get(piece.name) or self._profile.units.get(f"{piece.name} #{piece.gpid}") or ()
            taken = set(self._assigned.values())
            self._assigned[piece.id] = next((u for u in units if u not in taken), units[-1] if units else None)
        return self._assigned[piece.id]

    def _pieces(self, table: Table, result: Translation) -> dict[str, tuple[UnitId, Spot]]:
        """Return the units of a table by their pieces' ids, with where they lie in our terms."""
        found = {}
        for piece in bottom_first(table):
            unit = self.unit_of(piece)
            if unit is None:
                self._strange(piece, piece.spot, result)
                continue
            spot = self.spot_of(unit, piece.spot)
            if spot is None:
                continue
            if spot == _BESIDE:
                result.beside.append(unit)
            found[piece.id] = (unit, spot)
        return found

    def _strange(self, piece: Piece, spot: Spot | None, result: Translation) -> None:
        spec = self._profile.spec
        meaningless = piece.name in spec.markers or piece.name in spec.ignored
        if not meaningless and spec.map is not None and spot is not None and spot.map == spec.map.name:
            result.strangers.add(piece.name)

    def place_of(self, unit: UnitId, spot: Spot | None) -> Place | None:
        """Return the hex or box, by the board's key, of a point on the foreign table; None if it is neither."""
        if spot is None:
            return None
        spec = self._profile.spec
        for zone in spec.zones:
            if zone.map == spot.map and _inside(spot.x, spot.y, zone.corners):
                return self._box(unit, zone.box)
        if spec.map is not None and self._ground is not None and spot.map == spec.map.name:
            return self.hex_of(spot)
        box = spec.boxes.get(spot.map)
        return None if box is None else self._box(unit, box)

    def hex_of(self, spot: Spot | None) -> Hex | None:
        """Return the hex at a point of the foreign table; None beside all of ours."""
        spec = self._profile.spec.map
        if spot is None or spec is None or self._ground is None or spot.map != spec.name:
            return None
        return self._ground.hex_at(spot.x, spot.y)

    def home_of(self, unit: UnitId) -> str | None:
        """Return the box in which our order of battle keeps a unit; None if the campaign is played without it."""
        return self._homes.get(unit)

    def _box(self, unit: UnitId, box: str) -> str:
        side = self._parts.roster.units[unit].side
        if box != OWN:
            key = box if box in self._parts.board.boxes else f"{side} {box}"
            if key in self._parts.board.boxes and key.partition(" ")[0] in (side, key, *_shared(key, self._parts)):
                return key
        return self._homes[unit]

    def spot_of(self, unit: UnitId, spot: Spot | None) -> Spot | None:
        """Return where a counter lies on our own table that lies at a point of the foreign one; None off all maps."""
        if spot is None:
            return None
        place = self.place_of(unit, spot)
        if place is None:
            return _BESIDE
        if not isinstance(place, str):
            return Spot(*self._parts.layout.point(place))
        key = (unit, *(spot.map, spot.x, spot.y))
        if key not in self._spots:
            self._spots[key] = Spot(*self._parts.layout.point(place, self._cells[place]))
            self._cells[place] += 1
        return self._spots[key]

    # ------------------------------------------------------------------ setup

    def _setup(
        self, pieces: Mapping[str, tuple[UnitId, Spot]], players: Sequence[AddPlayer], clock: Clock | None
    ) -> tuple[Node, ...]:
        units = self._parts.roster.units
        made = []
        together: defaultdict[Spot, list[str]] = defaultdict(list)
        for id_, (unit, spot) in pieces.items():
            made.append(self._parts.maker.placed_piece(units[unit], id_, spot.map, spot.x, spot.y))
            together[spot].append(id_)
        stacks = [
            Stack(f"ours-{number}", spot.map, spot.x, spot.y, tuple(ids))
            for number, (spot, ids) in enumerate(together.items(), 1)
        ]
        seated = tuple(AddPlayer(_password(p.name, p.side), p.name, self._side(p.side)) for p in players)
        turn = () if clock is None else (turn_command(self._parts, clock),)
        return GameSetup(tuple(made), tuple(stacks), seated, turn).commands()

    def _side(self, text: str) -> str:
        """Return our name of a side of the other module."""
        told = tokens(text)
        side = meant(told, self._words.sides) or meant(
            told, {side: self._words.nations.get(nation, []) for side, nation in self._main_nations().items()}
        )
        return side.capitalize() if side else text

    def _main_nations(self) -> dict[str, str]:
        """Return the nation that has most of the units of each side: players call the side by its name, too."""
        units = self._parts.roster.units.values()
        counted = {side: Counter(u.nation for u in units if u.side == side) for side in self._parts.game.sides}
        return {side: found.most_common(1)[0][0] for side, found in counted.items() if found}

    def _begun(self, table: Table) -> Clock:
        return self._parts.game.sequence.first(1)

    def moment_of(self, shown_: TrackerShown | None, places: Iterable[Place | None]) -> Clock | None:
        """Return the moment that a tracker shows: the set-up, while units wait in their boxes to be set up."""
        first = self._parts.game.sequence.first(1)
        if shown_ is None or shown_.clock != self._parts.game.sequence.after(first):
            return None if shown_ is None else shown_.clock
        waiting = {key for key in self._homes.values() if key.endswith(_AT_START)}
        return first if waiting & set(places) else shown_.clock

    def shown(self, turns: Mapping[str, str]) -> TrackerShown | None:
        """Return what the trackers of a table show; None if none shows a moment of the game."""
        spec = self._profile.spec.tracker
        state = turns.get(spec.id, "") if spec is not None else ""
        if spec is None or not state:
            return None
        return shown(spec, state, self._parts.game.sequence, self._parts.last_turn)

    # ----------------------------------------------------------------- phases

    def _lies(self, spot: Spot) -> Place | None:
        return None if spot == _BESIDE else self._parts.layout.place(spot.map, spot.x, spot.y)

    def _phases(
        self,
        steps: Sequence[Step],
        start: Clock,
        lying: Mapping[UnitId, tuple[str, Place | None]],
        result: Translation,
    ) -> tuple[list[PhaseClue], Phased]:
        facts = []
        now = start
        for step in settle(steps).steps:
            fact = self._fact(step, now, result)
            now = fact.told or now
            facts.append(fact)
        self._end_of_set_up(facts, start)
        tracker = self._profile.spec.tracker
        has_tracker = tracker is not None and bool(tracker.moments) and result.start is not None
        grid, sequence = self._parts.board.grid, self._parts.game.sequence
        late = start not in (sequence.first(1), sequence.after(sequence.first(1)))
        return facts, find_phases(facts, start, sequence, grid, lying, has_tracker=has_tracker, late=late)

    def _fact(self, step: Step, now: Clock, result: Translation) -> PhaseClue:
        fact = PhaseClue(step.number)
        for change in step.changes.pieces:
            unit = self.unit_of(change.piece)
            if unit is None:
                self._strange(change.piece, change.after, result)
            elif change.before != change.after:
                before, after = (self.place_of(unit, spot) for spot in (change.before, change.after))
                if before != after:
                    item = self._parts.roster.units[unit]
                    fact.went.append(
                        Went(unit, item.side, before, after, bool(item.move), item.type in self._words.placed_at_end)
                    )
        fact.rolled = bool(list(self._rolled(step)))
        for event in step.events:
            match event:
                case TurnSet(new=state, tracker=tracker):
                    moment = self.shown({tracker: state})
                    if moment is not None:
                        fact.told, fact.phase_told = moment.clock, moment.phase_told
                case ChatLine(words=text):
                    self._heard(text, fact, now, result)
        return fact

    def _heard(self, text: str, fact: PhaseClue, now: Clock, result: Translation) -> None:
        line = read_plain(text, self._called)
        if line is None:
            return
        if line.about == self._called:
            word = turn_word_told(line, self._words)
            if word is not None:
                result.turn_words[(fact.told or now).turn] = word
                return
        else:
            clock = phase_of(line, fact.told or now, self._parts.game.sequence, self._words)
            if clock is not None:
                fact.told, fact.phase_told = clock, True
                return
        result.unread.append(text.strip())

    def _end_of_set_up(self, facts: Sequence[PhaseClue], start: Clock) -> None:
        """Begin turn 1 after the last unit was set up, if the log begins with the set-up."""
        sequence = self._parts.game.sequence
        first = sequence.first(1)
        if start not in (first, sequence.after(first)):
            return
        last = max((n for n, fact in enumerate(facts) if any(_set_up(went) for went in fact.went)), default=-1)
        if last < 0 or last + 1 >= len(facts) or any(fact.told for fact in facts[: last + 2]):
            return
        facts[last + 1].told = sequence.after(first)

    # ------------------------------------------------------------------ steps

    def _step(self, step: Step, result: Translation) -> list[Command | None]:
        commands: list[Command | None] = []
        for event in step.events:
            if isinstance(event, ChatLine):
                commands.append(Chat(f"<{event.player}> - {event.words}"))
            elif isinstance(event, Reported) and self._parts.game.grammar.parse(event.text) is None:
                commands.append(Chat(event.text))
        for pips in self._rolled(step):
            commands.append(ChangeProperty(f"{PLAIN_DIE}{RESULT}", self._die, str(pips), "Module"))
            self._die = str(pips)
            result.dice += 1
        commands += self._moved(step)
        if step.is_undo:
            commands = [Undo(True), *commands, Undo(False)]
        return commands

    def _moved(self, step: Step) -> Iterator[Command]:
        password = _password(step.by.name, step.by.side) if step.by is not None else None
        for change in step.changes.pieces:
            unit = self.unit_of(change.piece)
            if unit is None:
                continue
            id_ = change.piece.id
            before = None if change.old_state is None else self.spot_of(unit, change.before)
            after = None if change.new_state is None else self.spot_of(unit, change.after)
            if before == after:
                continue
            if after is None:
                yield RemovePiece(id_)
            elif before is None:
                item = self._parts.roster.units[unit]
                yield self._parts.maker.placed_piece(item, id_, after.map, after.x, after.y).command()
            else:
                old = (before.map, before.x, before.y)
                yield MovePiece(id_, after.map, after.x, after.y, None, *old, None, password)

    def _rolled(self, step: Step) -> Iterator[int]:
        """Yield the pips of a step's dice: what a button wrote down, else what it reported."""
        if step.is_undo:
            return
        names = {f"{name}{RESULT}" for name in self._profile.spec.dice}
        written = [
            int(word)
            for event in step.events
            if isinstance(event, PropertySet) and event.name in names
            for word in event.new.split(",")
            if is_die(word.strip())
        ]
        if written:
            yield from written
            return
        for event in step.events:
            if isinstance(event, Reported):
                words = next((found for form in self._reports if (found := form.find(event.text))), ())
                yield from (int(word) for word in words if is_die(word))


_AT_START = "at-start"


def _password(name: str, side: str) -> str:
    """Return what stands for a player's password in our terms; the real one goes nowhere."""
    return f"{name}/{side}"


def _homes(parts: ModuleInputs) -> dict[UnitId, str]:
    """Return the box in which our order of battle keeps each unit."""
    return {
        item.id: key
        for key, items in parts.start_contents("campaign").items()
        if isinstance(key, str)
        for item in items
        if item.id in parts.roster.units
    }


def _shared(key: str, parts: ModuleInputs) -> tuple[str, ...]:
    """Return the first word of a box's key where both sides use the box."""
    return () if any(key.startswith(f"{side} ") for side in parts.game.sides) else (key.partition(" ")[0],)


def _set_up(went: Went) -> bool:
    return isinstance(went.before, str) and went.before.endswith(_AT_START) and not isinstance(went.after, str)


def bottom_first(table: Table) -> list[Piece]:
    """Return the pieces of a table, those of each stack from its bottom up, those on no map last."""
    pieces = table.pieces
    placed = [pieces[id_] for ids in table.position().values() for id_ in ids]
    return placed + [piece for piece in pieces.values() if piece.spot is None]


def _inside(x: int, y: int, corners: Iterable[Sequence[int]]) -> bool:
    """Tell whether a point lies in a polygon (even-odd rule)."""
    points = list(corners)
    found = False
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], *points[:1]], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            found = not found
    return found
