"""Records read from text."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, groupby
from typing import TypeAlias

from trc_module.digits import is_number
from trc_module.errors import UserError
from trc_module.facts import DataError
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Action
from trc_module.rules.battles import Battle
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Verdict
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.game import Game
from trc_module.rules.options import UNSAID, OptionsError
from trc_module.rules.readings import switches
from trc_module.rules.record.battles import BATTLE, read_battle
from trc_module.rules.record.grammar import RULE_NUMBER, Lexicon, RecordSyntax
from trc_module.rules.record.text import RecordError, Tokens
from trc_module.rules.record.values import Expect, NumberedLine, Record
from trc_module.rules.state import Mark, Place, State, UnitId

FindGame: TypeAlias = Callable[[str, frozenset[str]], Game]
"""Finds a game by its name, with the map as some options change it."""

_KEYS = ("game", "scenario", "options", "at", "used", "before")
_ONCE = frozenset({"game", "scenario", "options", "at"})
_LONGEST_LINE = 20_000
_READING = re.compile(r"[CR]\d+b")
"""The form in which the options name the alternative of a reading."""


@lru_cache(maxsize=16)
def lexicon_of(game: Game) -> Lexicon:
    """Return the names that a game's records may use; games are told apart as objects, not by what is in them."""
    boxes = frozenset(box for side in game.boxes.values() for box in side)
    return Lexicon(game.board.grid, game.side_of, boxes, game.board.joined, game.title, game.aliases, game.sides)


def read_record(text: str, source: str, find_game: FindGame, *, written: bool = False) -> Record:
    """Read a record; `source` names it in errors, `find_game` finds the game that it names.

    Lines may also be parted by ';', as the one-line form of a position does. Raises RecordError at
    the first line that cannot be read, and at one that tells of a position that cannot be. What we have `written`
    ourselves is taken as it stands: it may be of a game in which a rule was broken.
    """
    statements = list(_statements(text, source))
    header = [s for s in statements if s.is_header]
    acts = [s for s in statements if not s.is_header]
    first_act = acts[0].line if acts else None
    for statement in header:
        if first_act is not None and statement.line > first_act:
            raise RecordError(source, statement.line, "the header before the first act", statement.text)
    game = _game(header, source, statements[0].line if statements else 1, find_game)
    reader = _Header(game, source)
    for statement in header:
        reader.read(statement)
    start = reader.position()
    notes: tuple[str, ...] = ()
    if not written:
        start, notes = reader.completed(start)
    return Record(game, start, tuple(_acts(acts, game, source)), notes)


@dataclass(frozen=True, slots=True)
class _Raw:
    line: int
    text: str

    @property
    def is_header(self) -> bool:
        first = self.text.split(maxsplit=1)[0]
        return first in ("on", "box") or first.endswith(":")


def _statements(text: str, source: str) -> list[_Raw]:
    found = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if len(line) > _LONGEST_LINE:
            raise RecordError(source, number, f"a line of at most {_LONGEST_LINE} characters")
        for part in line.split("#", 1)[0].split(";"):
            if part.strip():
                found.append(_Raw(number, part.strip()))
    return found


def _game(header: list[_Raw], source: str, line: int, find_game: FindGame) -> Game:
    options: frozenset[str] = frozenset()
    for statement in header:
        if statement.text.startswith("options:"):
            options = _options(Tokens(source, statement.line, ""), statement.text.partition(":")[2])
    for statement in header:
        key, _, value = statement.text.partition(":")
        if key == "game":
            try:
                return find_game(value.strip(), options)
            except OptionsError as error:
                at = next(other.line for other in header if other.text.startswith("options:"))
                raise RecordError(source, at, f"options that can be played together ({error})") from error
            except DataError:
                # The game is known; what an owner has written of it is wrong.
                raise
            except UserError as error:
                raise RecordError(source, statement.line, f"a game that we know ({error})", value.strip()) from error
    raise RecordError(source, line, "'game:' and the name of a game in the header")


def _options(tokens: Tokens, value: str) -> frozenset[str]:
    options = [option.strip() for option in value.split(",") if option.strip()]
    for option in options:
        if option != UNSAID and not RULE_NUMBER.fullmatch(option) and not _READING.fullmatch(option):
            raise tokens.error("rule numbers of options and readings (26.5, C61b), parted by commas", option)
    return frozenset(options)


class _Header:
    """Gathers the statements of a header; `position` puts them together."""

    def __init__(self, game: Game, source: str) -> None:
        self.game = game
        self.source = source
        self.lexicon = lexicon_of(game)
        self._seen: set[str] = set()
        self._scenario = "none"
        self._options: frozenset[str] = frozenset()
        self._at: Tokens | None = None
        self._of_systems: dict[str, list[Tokens]] = {}
        self._system_of = {key: system for system in game.systems for key in system.keys}
        self._used: dict[str, int] = {}
        self._marks: set[Mark] = set()
        self._traces: dict[str, HexSet] = {}
        self._battles: list[Battle] = []
        self._places: dict[UnitId, Place] = {}
        self._stacks: dict[Hex, Tokens] = {}
        self._on_map = False

    def read(self, statement: _Raw) -> None:
        """Read one statement."""
        key, _, value = statement.text.partition(":")
        tokens = Tokens(self.source, statement.line, value)
        place = key.split() or [""]
        if place[0] == "on":
            self._read_stack(Tokens(self.source, statement.line, key), tokens)
        elif place[0] == "box":
            self._read_box(Tokens(self.source, statement.line, key), tokens)
        elif key in self._system_of:
            self._of_systems.setdefault(key, []).append(tokens)
        elif key not in _KEYS:
            known = ", ".join((*_KEYS, *self._system_of))
            raise RecordError(self.source, statement.line, f"a header ({known}, on, box)", key)
        else:
            if key in self._seen and key in _ONCE:
                raise RecordError(self.source, statement.line, f"'{key}:' only once", statement.text)
            self._seen.add(key)
            getattr(self, f"_read_{key}")(tokens, value)

    def _read_stack(self, key: Tokens, tokens: Tokens) -> None:
        key.take("on")
        at = self.lexicon.hex(key)
        key.end()
        if not tokens.peek():
            # A scenario with a map left empty would look like one that is not set up yet.
            raise tokens.error("the units of the stack")
        self._on_map = True
        self._stacks[at] = tokens
        while tokens.peek():
            self._put(tokens, at)

    def _read_box(self, key: Tokens, tokens: Tokens) -> None:
        key.take("box")
        side = key.peek()
        if side not in self.game.sides:
            raise key.error(" or ".join(self.game.sides))
        key.take("a side")
        box = key.peek()
        if box not in self.game.boxes[side]:
            raise key.error(f"a box of the {side} side (" + ", ".join(sorted(self.game.boxes[side])) + ")")
        key.take("a box")
        key.end()
        while tokens.peek():
            unit = self.game.aliases.get(tokens.peek(), tokens.peek())
            if self.game.side_of.get(unit, side) != side:
                raise tokens.error(f"a unit of the {side} side")
            self._put(tokens, box)

    def _put(self, tokens: Tokens, place: Place) -> None:
        name = tokens.peek()
        unit = self.lexicon.unit(tokens)
        if unit in self._places:
            raise tokens.error(
                f"each unit in one place only ({unit} is in {self.lexicon.name(self._places[unit])} already)", name
            )
        self._places[unit] = place

    def _read_game(self, tokens: Tokens, value: str) -> None:
        tokens.take("a game")
        tokens.end()

    def _read_scenario(self, tokens: Tokens, value: str) -> None:
        if tokens.peek() not in self.game.scenarios:
            raise tokens.error("a scenario (" + ", ".join(self.game.scenarios) + ")")
        self._scenario = tokens.take("a scenario")
        tokens.end()

    def _read_options(self, tokens: Tokens, value: str) -> None:
        self._options = _options(tokens, value)
        known = switches(self.game.readings)
        for option in sorted(self._options):
            if _READING.fullmatch(option) and option not in known:
                raise tokens.error("a reading that has an alternative to choose (" + ", ".join(known) + ")", option)

    def _read_at(self, tokens: Tokens, value: str) -> None:
        self._at = tokens

    def _read_used(self, tokens: Tokens, value: str) -> None:
        for entry in _entries(value):
            counter, _, number = entry.rpartition(" ")
            if counter not in self.game.counters or not is_number(number) or len(number) > 4:
                raise tokens.error("a counter and a number (" + ", ".join(sorted(self.game.counters)) + ")", entry)
            self._used[counter] = int(number)

    def _read_before(self, tokens: Tokens, value: str) -> None:
        for entry in _entries(value):
            mark = tuple(entry.split())
            if mark[0] not in self.game.marks and mark[0] not in self.game.traces:
                known = sorted([*self.game.marks, *self.game.traces])
                raise tokens.error("an earlier act (" + ", ".join(known) + ")", entry)
            if mark[0] in self.game.traces:
                self._read_trace(Tokens(tokens.source, tokens.line, entry))
            elif mark[0] == BATTLE:
                self._battles.append(read_battle(Tokens(tokens.source, tokens.line, entry), self.lexicon))
            else:
                self._marks.add(mark)

    def _read_trace(self, tokens: Tokens) -> None:
        trace = tokens.take("a trace")
        members: HexSet = 1 << self.lexicon.hex(tokens)
        while tokens.peek():
            members |= 1 << self.lexicon.hex(tokens)
        self._traces[trace] = self._traces.get(trace, 0) | members

    def position(self) -> State:
        """Return the position that the header describes."""
        state = begin = self.game.start(self._scenario, self._options)
        if self._at is not None:
            state = self._set_clock(state, self._at)
        # After the first turn nobody is to be set up any more, whether units are on the map or in boxes alone.
        if self._on_map or (self._places and state.clock.turn != begin.clock.turn):
            state = replace(state, forces=FrozenMap({side: type(d)(FrozenMap()) for side, d in state.forces.items()}))
        for side in self.game.sides:
            of_side = {unit: place for unit, place in self._places.items() if self.game.side_of[unit] == side}
            if of_side:
                state = state.with_units(side, of_side)
        state = replace(
            state,
            used=FrozenMap({counter: n for counter, n in self._used.items() if n}),
            marks=frozenset(self._marks),
            traces=FrozenMap(self._traces),
            battles=tuple(self._battles),
        )
        for key, lines in self._of_systems.items():
            state = self._system_of[key].read(self.game, state, key, lines, self.lexicon)
        return state

    def completed(self, state: State) -> tuple[State, tuple[str, ...]]:
        """Return the position with what follows from it, and notes of what the header leaves out.

        RecordError if no game has such a position: units of both sides in a hex, or a place in the hands of one side
        with units of another in it.
        """
        held = self.game.held_by_units(state)
        for one, other in combinations(self.game.sides, 2) if len(self.game.sides) == 2 else ():
            for at in hexes(held.get(one, 0) & held.get(other, 0)):
                ours, theirs = (state.forces[side].stack(at)[0] for side in (one, other))
                where = self.lexicon.name(at)
                expected = f"units of one side alone in a hex ({ours} and {theirs} are both in {where})"
                raise self._stacks[at].error(expected, " ".join(self._stacks[at].text.split()))
        notes: list[str] = []
        for system in self.game.systems:
            lines = [line for key in system.keys for line in self._of_systems.get(key, ())]
            state, more = system.completed(self.game, state, lines, self.lexicon)
            notes += more
        return state, tuple(notes)

    def _set_clock(self, state: State, tokens: Tokens) -> State:
        sequence = self.game.sequence
        example = [str(sequence.at(2, sequence.steps[min(1, len(sequence.steps) - 1)]))]
        example += (system.moment_words[0] for system in self.game.systems if system.moment_words)
        shape = f"a moment, as in '{' '.join(example)}'"
        if not tokens.skip("turn"):
            raise tokens.error(shape)
        turn = _whole(tokens, "a turn", least=0)
        side = tokens.take("a side")
        if sequence.part_word and not tokens.skip(sequence.part_word):
            raise tokens.error(shape)
        part = _whole(tokens, f"the number of the {sequence.part_word}") if sequence.part_word else 1
        phase = tokens.take("a phase")
        # A phase that a side has once belongs to one part of its turn; the other may be written as well.
        clock = sequence.find(turn, side, part, phase) or sequence.only(turn, side, phase)
        if clock is None:
            raise tokens.error(shape, str(Clock(turn, side, part, phase, sequence.part_word)))
        state = replace(state, clock=clock)
        for system in self.game.systems:
            state = system.read_moment(self.game, state, tokens)
        tokens.end()
        return state


def _whole(tokens: Tokens, expected: str, *, least: int = 1) -> int:
    word = tokens.peek()
    if not is_number(word) or not least <= int(word) < 1000:
        raise tokens.error(expected)
    return int(tokens.take(expected))


def _entries(value: str) -> list[str]:
    return [" ".join(entry.split()) for entry in value.split(",") if entry.strip()]


def _acts(statements: list[_Raw], game: Game, source: str) -> list[NumberedLine]:
    lexicon = lexicon_of(game)
    by_verb: dict[str, list[RecordSyntax]] = {
        verb: list(group) for verb, group in groupby(sorted(game.statements, key=lambda s: s.verb), lambda s: s.verb)
    }
    lines: list[NumberedLine] = []
    for statement in statements:
        tokens = Tokens(source, statement.line, statement.text)
        if tokens.peek() == "expect":
            if not lines:
                raise tokens.error("an act before the first 'expect'")
            lines.append(NumberedLine(statement.line, _expect(tokens, game)))
        elif tokens.peek() in by_verb:
            forms = by_verb[tokens.take("an act")]
            lines.append(NumberedLine(statement.line, forms[0].read(tokens, lexicon)))
        else:
            raise tokens.error("an act (" + ", ".join(sorted(by_verb)) + ", expect)")
    return lines


def read_act(game: Game, text: str, source: str = "the act") -> Action:
    """Read one act as a record writes it; RecordError if it is none, or more than one."""
    lines = _acts(_statements(text, source), game, source)
    if len(lines) != 1 or not isinstance(lines[0].entry, Action):
        raise RecordError(source, 1, "one act", text)
    return lines[0].entry


def _expect(tokens: Tokens, game: Game) -> Expect:
    tokens.take("expect")
    verdicts = {verdict.value for verdict in Verdict} - {Verdict.VIOLATION.value}
    if tokens.skip("ok"):
        tokens.end()
        return Expect("ok")
    verdict = tokens.take("a verdict") if tokens.peek() in verdicts else "breach"
    numbers = tuple(tokens.take("'ok', rule numbers parted by '|', or 'undecided' and a rule number").split("|"))
    for number in numbers:
        if not RULE_NUMBER.fullmatch(number):
            raise tokens.error("'ok', rule numbers parted by '|', or 'undecided' and a rule number", number)
    tokens.end()
    return Expect(verdict, numbers)
