"""Grammar of acts in a record: one table of parts from which they are both read and written.

A game lists its `RecordSyntax`es. Each is a verb and the parts that follow it; each part knows the field
of the action that it fills.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeAlias

from trc_module.facts.choices import meant
from trc_module.hexgrid import Hex, HexGrid, HexSet, hexes
from trc_module.rules.actions import Action, AirSupport
from trc_module.rules.battles import battle_numbers
from trc_module.rules.record.text import Tokens
from trc_module.rules.state import Place, State, Trail

UNIT_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")
RULE_NUMBER = re.compile(r"([A-Z]{0,3}\d+|[IVXLC]+(?=\.))(?:[.-][0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?[a-z]?")
ODDS = re.compile(r"[0-9]{1,9}-[0-9]{1,9}|AV")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The names that a game's records may use."""

    grid: HexGrid
    units: Mapping[str, str]
    """The side of every unit."""
    boxes: frozenset[str]
    links: Mapping[Hex, HexSet]
    """Hexes that follow one another in a path though they are no neighbours."""
    title: str
    aliases: Mapping[str, str]
    """The ids that units had once, with those that they have now."""
    sides: tuple[str, ...]
    """The sides, those without units among them."""

    def unit(self, tokens: Tokens) -> str:
        """Read a unit, by the id that it has or by one that it had."""
        name = self.aliases.get(tokens.peek(), tokens.peek())
        if name not in self.units:
            raise tokens.error(f"a unit of {self.title}{meant(tokens.peek(), self.units)}")
        tokens.take("a unit")
        return name

    def hex(self, tokens: Tokens) -> Hex:
        """Read a hex."""
        found = self.grid.find(tokens.peek())
        if found is None:
            raise tokens.error("a hex of the map")
        tokens.take("a hex")
        return found

    def place(self, tokens: Tokens) -> Place:
        """Read a hex or a box."""
        if tokens.peek() in self.boxes:
            return tokens.take("a box")
        found = self.grid.find(tokens.peek())
        if found is None:
            raise tokens.error(f"a hex of the map or a box beside it{meant(tokens.peek(), self.boxes)}")
        tokens.take("a hex")
        return found

    def joined(self, a: Hex, b: Hex) -> bool:
        """Tell whether one hex may follow another in a path known hex by hex."""
        return self.grid.adjacent(a, b) or bool(self.links.get(a, 0) >> b & 1)

    def name(self, place: Place) -> str:
        """Write a hex or a box."""
        return place if isinstance(place, str) else self.grid.name(place)


class Part(Protocol):
    """A piece of a statement after its verb."""

    def read(self, tokens: Tokens, lexicon: Lexicon) -> dict[str, Any]:
        """Read the piece into fields of the action; RecordError if it is something else."""

    def write(self, action: Action, lexicon: Lexicon) -> Iterator[str]:
        """Yield the words of the piece."""

    def __str__(self) -> str:
        """Return how the piece looks, for documentation."""


Among: TypeAlias = Callable[[Any, State], Iterable[Any]]
"""What a field may be in a game's position: `(game, state) -> Iterable`."""


@dataclass(frozen=True, slots=True)
class One:
    """One word that fills one field, read and written by a pair of functions."""

    into: str
    shape: str
    take: Callable[[Tokens, Lexicon], Any]
    give: Callable[[Any, Lexicon], str] = lambda value, _: str(value)
    among: Among | None = None
    """What the field may be in a position; None where that has no end, as with the words of a seal."""

    def read(self, tokens: Tokens, lexicon: Lexicon) -> dict[str, Any]:
        """Read the word."""
        return {self.into: self.take(tokens, lexicon)}

    def write(self, action: Action, lexicon: Lexicon) -> Iterator[str]:
        """Write the word."""
        yield self.give(getattr(action, self.into), lexicon)

    def __str__(self) -> str:
        return self.shape


def unit(into: str = "unit") -> One:
    """Return the part that is one unit."""
    return One(into, "UNIT", lambda tokens, lexicon: lexicon.unit(tokens), among=lambda game, _: game.side_of)


def hex_(into: str = "hex") -> One:
    """Return the part that is one hex."""
    return One(
        into,
        "HEX",
        lambda tokens, lexicon: lexicon.hex(tokens),
        lambda value, lexicon: lexicon.name(value),
        lambda game, _: hexes(game.board.land),
    )


def place(into: str = "place") -> One:
    """Return the part that is a hex or a box."""
    return One(
        into,
        "HEX|BOX",
        lambda tokens, lexicon: lexicon.place(tokens),
        lambda value, lexicon: lexicon.name(value),
        lambda game, _: (*hexes(game.board.land), *sorted(frozenset[str]().union(*game.boxes.values()))),
    )


def number(into: str, expected: str, low: int, high: int, *, colon: bool = False) -> One:
    """Return the part that is a number from `low` to `high`, with a colon after it where `colon` is set."""

    def take(tokens: Tokens, _: Lexicon) -> int:
        word = tokens.peek()
        digits = word[:-1] if colon and word.endswith(":") else word
        if not (digits.isascii() and digits.isdecimal()) or len(digits) > 6 or (colon and digits == word):
            raise tokens.error(expected)
        if not low <= int(digits) <= high:
            raise tokens.error(f"{expected} from {low} to {high}")
        tokens.take(expected)
        return int(digits)

    every = range(low, high + 1) if high - low <= _MOST_NUMBERS else None
    among = None if every is None else lambda game, state: every
    return One(into, "N:" if colon else "N", take, lambda value, _: f"{value}:" if colon else str(value), among)


_MOST_NUMBERS = 100
"""The widest range of numbers whose every number is tried when legal acts are listed."""


def die(into: str = "die") -> One:
    """Return the part that is a six-sided die."""
    return number(into, "a die", 1, 6)


def battle(into: str = "number") -> One:
    """Return the part that is the number of a battle and a colon."""
    found = number(into, "the number of a battle and a colon, as in '2:'", 0, 999999, colon=True)
    return replace(found, among=lambda game, state: battle_numbers(state.battles))


def word(into: str, expected: str, pattern: str, among: Among | None = None) -> One:
    """Return the part that is one word of a pattern; `among`: the words that a position allows (None: the pattern's).

    A pattern that is a choice of plain words tells them by itself.
    """
    plain = pattern.replace(r"\.", ".").replace(r"\-", "-").split("|")
    if among is None and all(map(_PLAIN.fullmatch, plain)):
        among = lambda game, state: plain  # noqa: E731

    def take(tokens: Tokens, _: Lexicon) -> str:
        if not re.fullmatch(pattern, tokens.peek()):
            raise tokens.error(expected)
        return tokens.take(expected)

    return One(into, expected, take, among=among)


_PLAIN = re.compile(r"[\w.-]+")


def side_word(into: str = "side") -> One:
    """Return the part that is a side by its word."""

    def take(tokens: Tokens, lexicon: Lexicon) -> str:
        if tokens.peek() not in lexicon.sides:
            raise tokens.error(f"a side ({', '.join(lexicon.sides)})")
        return tokens.take("a side")

    return One(into, "a side", take, among=lambda game, _: game.sides)


def signed(into: str, expected: str) -> One:
    """Return the part that is a number with its sign, as '+1', '-2' or '0'."""

    def take(tokens: Tokens, _: Lexicon) -> int:
        if not re.fullmatch(r"[+-]\d{1,3}|0", tokens.peek()):
            raise tokens.error(expected)
        return int(tokens.take(expected))

    return One(into, "+N|-N", take, lambda value, _: f"{value:+d}" if value else "0")


def rest(into: str, expected: str) -> One:
    """Return the part that is all that is left of the line, at least one word."""

    def take(tokens: Tokens, _: Lexicon) -> str:
        found = [tokens.take(expected)]
        while tokens.peek():
            found.append(tokens.take(expected))
        return " ".join(found)

    return One(into, "...", take)


@dataclass(frozen=True, slots=True)
class Literal:
    """A word that always stands there."""

    text: str

    def read(self, tokens: Tokens, lexicon: Lexicon) -> dict[str, Any]:
        """Read the word."""
        if not tokens.skip(self.text):
            raise tokens.error(f"'{self.text}'")
        return {}

    def write(self, action: Action, lexicon: Lexicon) -> Iterator[str]:
        """Write the word."""
        yield self.text

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Units:
    """One unit or more."""

    into: str

    def read(self, tokens: Tokens, lexicon: Lexicon) -> dict[str, Any]:
        """Read units as long as the words look like units."""
        found = [lexicon.unit(tokens)]
        while UNIT_ID.fullmatch(tokens.peek()):
            found.append(lexicon.unit(tokens))
        return {self.into: tuple(found)}

    def write(self, action: Action, lexicon: Lexicon) -> Iterator[str]:
        """Write the units."""
        yield from getattr(action, self.into)

    def __str__(self) -> str:
        return "UNIT..."


@dataclass(frozen=True, slots=True)
class Hexes:
    """One hex or more."""

    into: str

    def read(self, tokens: Tokens, lexicon: Lexicon) -> dict[str, Any]:
        """Read hexes to the end of the line."""
        found = [lexicon.hex(tokens)]
        while tokens.peek():
            found.append(lexicon.hex(tokens))
        return {self.into: tuple(found)}

    def write(self, action: Action, lexicon: Lexicon) -> Iterator[str]:
        """Write the hexes."""
        yield from (lexicon.name(h) for h in getattr(action, self.into))

    def __str__(self) -> str:
        return "HEX..."


@dataclass(frozen=True, slots=True)
class Path:
    """The hexes of a move, the first one included, with '>' before the far end of an unknown stretch."""

    into: str = "trail"
    least: int = 2
    """The least number of hexes."""
    until: tuple[str, ...] = ()
    """Words that end the path."""

    def read(self, tokens: Tokens, lexicon: Lexicon) -> dict[str, Any]:
        """Read a path; neighbours follow one another unless '>' stands between."""
        found = [lexicon.hex(tokens)]
        gaps = set()
        while (tokens.peek() and tokens.peek() not in self.until) or len(found) < self.least:
            if tokens.skip(">"):
                gaps.add(len(found) - 1)
            following = lexicon.hex(tokens)
            if len(found) - 1 not in gaps and not lexicon.joined(found[-1], following):
                last, name = lexicon.name(found[-1]), lexicon.name(following)
                raise tokens.error(f"a neighbour of {last}, or '{last} > {name}' where the path is not known", name)
            found.append(following)
        return {self.into: Trail(tuple(found), frozenset(gaps))}

    def write(self, action: Action, lexicon: Lexicon) -> Iterator[str]:
        """Write the path."""
        yield from trail_words(getattr(action, self.into), lexicon)

    def __str__(self) -> str:
        return "HEX HEX..."


def trail_words(trail: Trail, lexicon: Lexicon) -> Iterator[str]:
    """Yield a path as a record writes it."""
    for i, at in enumerate(trail.hexes):
        yield lexicon.name(at)
        if i in trail.gaps:
            yield ">"


@dataclass(frozen=True, slots=True)
class Maybe:
    """A keyword and parts that may be absent; the fields then keep their defaults."""

    keyword: str
    parts: tuple[Part, ...]
    present: Callable[[Any], bool]

    def read(self, tokens: Tokens, lexicon: Lexicon) -> dict[str, Any]:
        """Read the parts if the keyword is there."""
        found: dict[str, Any] = {}
        if tokens.skip(self.keyword) if self.keyword else tokens.peek():
            for part in self.parts:
                found |= part.read(tokens, lexicon)
        return found

    def write(self, action: Action, lexicon: Lexicon) -> Iterator[str]:
        """Write keyword and parts if the action has them."""
        if self.present(action):
            if self.keyword:
                yield self.keyword
            for part in self.parts:
                yield from part.write(action, lexicon)

    def __str__(self) -> str:
        return "[" + " ".join([self.keyword, *map(str, self.parts)]).strip() + "]"


@dataclass(frozen=True, slots=True)
class Flag:
    """A keyword that sets a field."""

    keyword: str
    into: str

    def read(self, tokens: Tokens, lexicon: Lexicon) -> dict[str, Any]:
        """Read the keyword if it is there."""
        return {self.into: tokens.skip(self.keyword)}

    def write(self, action: Action, lexicon: Lexicon) -> Iterator[str]:
        """Write the keyword if the field is set."""
        if getattr(action, self.into):
            yield self.keyword

    def __str__(self) -> str:
        return f"[{self.keyword}]"


@dataclass(frozen=True, slots=True)
class Air:
    """Air support: `air`, the kind, and the unit that lends it, repeated for each."""

    kinds: tuple[str, ...]
    into: str = "air"

    def read(self, tokens: Tokens, lexicon: Lexicon) -> dict[str, Any]:
        """Read any number of them."""
        found = []
        while tokens.skip("air"):
            if tokens.peek() not in self.kinds:
                raise tokens.error(" or ".join(f"'{kind}'" for kind in self.kinds))
            found.append(AirSupport(tokens.take("a kind"), lexicon.unit(tokens)))
        return {self.into: tuple(found)}

    def write(self, action: Action, lexicon: Lexicon) -> Iterator[str]:
        """Write them in their order."""
        for support in getattr(action, self.into):
            yield from ("air", support.kind, support.by)

    def __str__(self) -> str:
        return f"[air {'|'.join(self.kinds)} UNIT]..."


@dataclass(frozen=True, slots=True)
class RecordSyntax:
    """A verb, the action that it makes, and the parts between the two."""

    verb: str
    action: type[Action]
    section: str
    """The section of the rulebook that speaks of the act."""
    parts: tuple[Part, ...] = ()
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """Fields that the verb itself settles, where several verbs make one action."""

    @property
    def shapes(self) -> frozenset[str]:
        """The shapes of its parts and of those that may be absent: `UNIT`, `HEX|BOX`, `N:` for a battle."""
        inner = (each for part in self.parts if isinstance(part, Maybe) for each in part.parts)
        return frozenset(map(str, (*self.parts, *inner)))

    @property
    def acts_with_a_unit(self) -> bool:
        """Whether it is done with one unit, outside battles."""
        return "UNIT" in self.shapes and "N:" not in self.shapes

    @property
    def moves_a_unit(self) -> bool:
        """Whether it brings one unit to a place, outside battles: a march, a ride, an arrival."""
        return self.acts_with_a_unit and bool(self.shapes & {"HEX", "HEX|BOX", "HEX HEX..."})

    def read(self, tokens: Tokens, lexicon: Lexicon) -> Action:
        """Read what follows the verb."""
        found = dict(self.fixed)
        for part in self.parts:
            found |= part.read(tokens, lexicon)
        tokens.end()
        return self.action(**found)

    def makes(self, action: Action) -> bool:
        """Tell whether this is how an action is written."""
        return type(action) is self.action and all(getattr(action, name) == value for name, value in self.fixed.items())

    def write(self, action: Action, lexicon: Lexicon) -> str:
        """Write an action that this statement makes."""
        return " ".join([self.verb, *(text for part in self.parts for text in part.write(action, lexicon))])

    def __str__(self) -> str:
        return " ".join([self.verb, *map(str, self.parts)])
