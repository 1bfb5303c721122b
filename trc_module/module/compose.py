"""Composing of a log from a game record: the log that VASSAL would have written, had the game been played there.

Every act becomes one logged step: a known path hex by hex, an unknown one as a straight drag, the end of a phase
as a step of the turn tracker. Piece ids and dates follow from the record alone, so the same record gives the
same file.
"""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from trc_module.declarations import OWNER, PLAIN_DIE, ROLL
from trc_module.errors import UserError
from trc_module.module.identity import save_data
from trc_module.module.layout import Spot
from trc_module.module.recipe import REFEREE, CardCounters, ModuleInputs
from trc_module.module.sentences import CALLED
from trc_module.module.tabletop import Tabletop, turn_command
from trc_module.module.tracker import PHASE_LINE, STEP_PROPERTY, TURN_PROPERTY
from trc_module.rules.actions import Action, End
from trc_module.rules.interpretation import LogStep
from trc_module.rules.record import Expect, Record
from trc_module.rules.state import Box, Place, State, UnitId
from trc_module.systems.card_places import PILE, CardMove, CardPlaces, card_moves
from trc_module.systems.cards import Play
from trc_module.vassal.commands import (
    AddPlayer,
    ChangeProperty,
    Chat,
    Command,
    Node,
)
from trc_module.vassal.saves import make_step, write_saved_game


class Composer:
    """Turn acts into steps of a log, on a table where the counters lie already."""

    def __init__(
        self,
        parts: ModuleInputs,
        state: State,
        table: Tabletop,
        *,
        declared: bool = True,
        edited: Callable[[LogStep], LogStep] | None = None,
        dice: Mapping[str, str] = {},
    ) -> None:
        """Begin with a position that lies on a table; `dice` are the pips that each die showed last, by its name."""
        self.parts = parts
        self._edited = edited
        self.declared = declared
        self.state = state
        self.table = table
        self._badges = parts.recipe.shown(self.table, parts)
        self._dice = dict(dice)
        self._sides = {unit: side for side, force in state.forces.items() for unit in force.places}

    def begin(self) -> None:
        """Let the counters show what the position says of them."""
        self._badges.begin(self.state)

    def commands(self, action: Action) -> Iterator[list[Command | None]]:
        """Yield the commands of each step that an act takes, and carry it out; UserError if no log can hold it."""
        before = self.state
        if wrong := self.parts.game.precondition_error(before, action):
            raise UserError(wrong)
        after = self.parts.game.apply(before, action)
        ways = list(self.cards.follow(card_moves(self.parts.game, before, after, action)))
        if isinstance(action, End):
            yield [*self._phase(after), *self._carried(ways)]
        else:
            steps = list(self.parts.game.say(before, action))
            if not steps:
                kind = type(action).__name__.lower()
                raise UserError(f"a log cannot be composed of '{kind}' yet; leave the line out.")
            edited = steps if self._edited is None else list(map(self._edited, steps))
            for said in edited:
                commands = self._step(said if self.declared else self._unsaid(said))
                if said is edited[0]:
                    # A card is on the pile before its line is printed, as the module does it.
                    commands = [*self._carried(way for way in ways if way.goal == PILE), *commands]
                if said is edited[-1]:
                    commands += self._carried(way for way in ways if way.goal != PILE)
                if commands:
                    yield commands
        self.state = after
        yield from self._markers(before)

    @cached_property
    def cards(self) -> CardPlaces:
        """Where the cards lie on the table."""
        counters = self._counters
        return CardPlaces({} if counters is None else counters.places(), self.parts.game.sides, self.drawn)

    @cached_property
    def _counters(self) -> CardCounters | None:
        return self.parts.recipe.card_counters(self.table, self.parts)

    def drawn(self, side: str, cards: list[str]) -> str:
        """Return the card that a side draws, of those in the deck."""
        return cards[0]

    def owner(self, side: str) -> str:
        """Return the password of who alone may see the hand of a side; '' if nobody hides it."""
        return ""

    def _carried(self, ways: Iterable[CardMove]) -> Iterator[Command]:
        """Yield the commands with which cards go their ways on the table."""
        sides, counters = self.parts.game.sides, self._counters
        if counters is None:
            return
        for way in ways:
            whose = next((place for place in (way.goal, way.origin) if place in sides), self.state.clock.side)
            yield from counters.go(way, self.password(whose), self.owner(way.goal))

    def _step(self, said: LogStep) -> list[Command | None]:
        grammar, side = self.parts.grammar, self.state.clock.side
        commands: list[Command | None] = []
        for verb, fields in said.lines:
            commands += self._badges.said(verb, fields)
            who = self._side(fields["u"]) if grammar.verbs[verb].who == OWNER else side
            called = self.parts.called.get(fields.get("u") or fields.get("marker") or "", "")
            commands.append(Chat(grammar.line(verb, {"by": who.capitalize(), **fields}, {CALLED: called})))
            die = self.parts.recipe.die_of(grammar.verbs[verb], fields)
            if die:
                rolled = [fields["die"]] if "die" in fields else fields["dice"].split(",")
                commands += [self._die(die, pips) for pips in rolled]
        for unit, place in said.moves:
            command, report = self.table.move(unit, self._spot(self._side(unit), place), self.password(side))
            commands += [command, Chat(report)]
        return commands

    def _unsaid(self, said: LogStep) -> LogStep:
        """Return a step as players make it who declare nothing: they roll the plain die for their battles."""
        grammar, die_of = self.parts.grammar, self.parts.recipe.die_of
        dice = [(verb, fields) for verb, fields in said.lines if die_of(grammar.verbs[verb], fields)]
        plain = next(iter(grammar.verbs_of(PLAIN_DIE)), None)
        lines = tuple(
            (plain, {"die": fields["die"]}) if plain and grammar.role(verb) == ROLL else (verb, fields)
            for verb, fields in dice
            if "die" in fields
        )
        return LogStep(lines, said.moves)

    def _die(self, name: str, pips: str) -> Command:
        # A die button writes down what it shows, and what it showed before [VASSAL.build.module.DiceButton].
        before, self._dice[name] = self._dice.get(name, ""), pips
        return ChangeProperty(f"{name}_result", before, pips, "Module")

    def _phase(self, after: State) -> list[Command | None]:
        index = self.parts.game.sequence.steps.index(after.clock.step)
        at = f"{self.parts.texts('status.turn')} {after.clock.turn}: {self.parts.phase_names[index]}"
        told = {"at": at, "by": after.clock.side.capitalize()}
        also = {TURN_PROPERTY: str(after.clock.turn), STEP_PROPERTY: self.parts.phase_names[index]}
        text = self.parts.grammar.line(PHASE_LINE, told, also)
        return [Chat(text), turn_command(self.parts, after.clock), *self._badges.begin_phase(after.clock)]

    def _markers(self, before: State) -> Iterator[list[Command | None]]:
        """Yield the step in which markers go where the module puts them."""
        password = self.password(self.state.clock.side)
        moves: list[Command | None] = list(self.table.move_markers(before, self.state, password))
        if moves:
            yield moves

    def password(self, side: str) -> str:
        """Return the password by which a move tells whose it is."""
        # Composed games have no owner; a player who loads one must be able to take any side.
        return f"composed-{side}"

    def _spot(self, side: str, place: Place) -> Spot:
        return self.parts.box_key(side, place) if isinstance(place, str) else place

    def _side(self, unit: UnitId) -> str:
        return self.parts.roster.units[unit].side if unit in self.parts.roster.units else self._sides.get(unit, "")


class _Composer(Composer):
    """Turn a record's acts into steps of a log."""

    def __init__(
        self, parts: ModuleInputs, record: Record, *, declared: bool, edited: Callable[[LogStep], LogStep] | None = None
    ) -> None:
        super().__init__(parts, record.start, Tabletop(parts), declared=declared, edited=edited)
        self.record = record
        for side, force in record.start.forces.items():
            for unit, place in force.places.items():
                self.table.put(parts.roster.units[unit], self._spot(side, place))
        self.table.put_markers(self.state)
        acts = [line.entry for line in record.lines if not isinstance(line.entry, Expect)]
        self._to_be_played = _plays(acts)
        for unit, side, box in _left_out(record, acts):
            self._sides[unit] = side
            self.table.put(parts.roster.units[unit], self._spot(side, box))
        parts.recipe.deal(self.table, parts, self.state, acts)
        self.begin()

    def initial(self) -> tuple[Node, ...]:
        """Return the save with which the log begins."""
        sides = (*self.parts.game.sides, REFEREE.lower())
        players = (AddPlayer(self.password(side), f"{side.capitalize()} player", side.capitalize()) for side in sides)
        return self.table.save(self.state, players)

    def drawn(self, side: str, cards: list[str]) -> str:
        """Return the card that a side plays next of those in the deck, or one that nobody plays later."""
        players: dict[str, str] = {}
        for who, card in self._to_be_played:
            players.setdefault(card, who)
        own = (card for card, who in players.items() if card in cards and who == side)
        return next(own, "") or next((card for card in cards if card not in players), cards[0])

    def steps(self) -> Iterator[Node]:
        """Yield the steps of the log."""
        for line in self.record.lines:
            if isinstance(line.entry, Expect):
                continue
            for commands in self._commands(line.entry, line.number):
                yield make_step(commands)

    def _commands(self, action: Action, line: int) -> Iterator[list[Command | None]]:
        if isinstance(action, Play):
            self._to_be_played.popleft()
        try:
            yield from self.commands(action)
        except UserError as error:
            raise UserError(f"line {line}: {error}") from error


def compose(
    parts: ModuleInputs,
    record: Record,
    path: Path,
    version: str,
    *,
    declared: bool = True,
    edited: Callable[[LogStep], LogStep] | None = None,
) -> int:
    """Write the log of a record and return its number of steps; UserError names the line that has no log yet.

    `edited` makes of each step of an act what a player makes of it who is not tidy.
    Without `declared` the counters go where they went, the dice are rolled and the turn tracker moves on, and nothing
    is said about it but what the dice say by themselves.
    """
    composer = _Composer(parts, record, declared=declared, edited=edited)
    initial = composer.initial()
    steps = tuple(composer.steps())
    write_saved_game(
        path,
        initial,
        steps,
        save_data=save_data(version, "Composed from a game record"),
        module_data=parts.module_data(version),
    )
    return len(steps)


def _plays(acts: Iterable[Action]) -> deque[tuple[str, str]]:
    """Return who plays which cards, in their order."""
    return deque((act.side, act.card) for act in acts if isinstance(act, Play))


def _left_out(record: Record, acts: Sequence[Action]) -> Iterator[tuple[UnitId, str, Box]]:
    """Yield the units that acts name and the header leaves out, with side and the box in which the game has them wait.

    As the rules have it, a unit of which a record says nothing waits where a game begins with it; one that no game
    begins with is among those that are to be set up.
    """
    game = record.game
    placed = {unit for force in record.start.forces.values() for unit in force.places}
    named = dict.fromkeys(unit for act in acts for unit in _units_of(act) if unit in game.side_of)
    missing = [unit for unit in named if unit not in placed]
    begins = [game.start(scenario, record.start.options) for scenario in game.scenarios] if missing else []
    for unit in missing:
        side = game.side_of[unit]
        places = (*(begin.forces[side].places.get(unit) for begin in begins), game.start_box)
        box = next((place for place in places if isinstance(place, str) and place in game.boxes[side]), None)
        if box is not None:
            yield unit, side, box


def _units_of(act: Action) -> Iterator[str]:
    """Yield the words of an act that may be units."""
    for field in dataclasses.fields(act):
        value = getattr(act, field.name)
        yield from (word for word in (value if isinstance(value, tuple) else (value,)) if isinstance(word, str))
