"""One unit: what its counter says, when it comes, and where each of these is known from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from trc_module.facts import Fact, Source

MONTHS = ("", "first", "second", "unknown")

Value = str | int | bool | None
"""The value of a column that only one game has."""

Entry = Literal["start", "turn", "event", "unknown"]


@dataclass(frozen=True, slots=True)
class Face:
    """Another face of a unit than its front: what it is worth when it shows that."""

    name: str
    """One of the vocabulary's names of faces."""
    combat: int | None
    """As the unit's own, and so the movement factor."""
    move: int | None
    steps: int
    """The number of steps that the unit has left."""
    own: Mapping[str, Value] = field(default_factory=dict, hash=False)
    """The game's own columns, as a unit has them."""
    sources: Mapping[str, Source] = field(default_factory=dict, hash=False)
    doubts: Mapping[str, str] = field(default_factory=dict, hash=False)
    called: str = ""
    """The designation on this face, empty if it is the unit's own; so the type, the size and the symbol."""
    type: str = ""
    size: str = ""
    symbol: str = ""
    bracketed: bool = False
    """Whether its combat factor stands in brackets: it counts in defence alone."""

    def source_of(self, name: str) -> Source:
        """Return where a field of this face is known from."""
        return self.sources.get(name) or self.sources.get("") or Source("missing")

    def fact(self, unit: str, name: str) -> Fact:
        """Return the fact in one field of this face of a unit; AttributeError if it has no such field."""
        value = self.own[name] if name in self.own else getattr(self, name)
        shown = "none" if value in (None, "") else value
        if value is None and self.source_of(name).kind == "missing":
            shown = "unknown"
        doubt = self.doubts.get(name) or self.doubts.get("", "")
        return Fact(f"{unit}, {self.name}: {name} {shown}", self.source_of(name), doubt)


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter that stands for a formation, a leader, a worker or aircraft; its words are the game's vocabulary."""

    id: str
    side: str
    nation: str
    formation: str
    """A part of the army with colours of its own, empty for the regular one."""
    name: str
    """The designation on the counter: `47`, `1 SS`."""
    type: str
    size: str
    """The size symbol."""
    stacks: str
    """As what it counts for stacking."""
    combat: int | None
    """The combat factor, a worker's replacement value too. None if it has none or if it is unknown: see `fact`."""
    move: int | None
    """The printed movement factor, None as for `combat`."""
    setup: str
    """The set-up letter of a unit that is not an ordinary reinforcement. The sides use the same letters differently."""
    area: str
    """The place where it starts or arrives: a city, a country, a military district, an edge, a box; empty if unknown.
    """
    entry: Entry
    """`start`, `turn` (see `arrival`), `event` (a rule brings it in) or `unknown`."""
    arrival: int | None
    """The turn of arrival, None unless `entry` is `turn`."""
    month: int | None
    """1 or 2, the month of that turn and so the impulse (20.0); None if unknown or not a reinforcement."""
    option: str
    """The optional rule or variant that brings it in, empty if it belongs to the campaign."""
    note: str = ""
    steps: int = 1
    """The number of steps at full strength, on its front face."""
    faces: tuple[Face, ...] = ()
    """Its other faces, in the order in which it shows them."""
    own: Mapping[str, Value] = field(default_factory=dict, hash=False)
    """The values of the game's own columns: None for a factor that it does not have or that is unknown."""
    shown_area: str = ""
    """The name of the area on the back face, if it differs from the area's name."""
    symbol: str = ""
    """Its symbol, if that is not called as its type."""
    livery: str = ""
    """Its livery, if that is not called as its formation or nation."""
    spoken: str = ""
    """Its name in sentences: `41st Panzer Corps`."""
    back_words: tuple[str, ...] = ()
    """The lines of the back face in another language than that of the data; none for those of the data."""
    title: str = ""
    """Its name on the back face, if the vocabulary has a form; else its name, and for a number its type behind it."""
    printed: tuple[str, ...] = ("combat", "move")
    """The factors that stand at the foot of the counter, in their order."""
    bracketed: bool = False
    """As of a face: its combat factor counts in defence alone."""
    sources: Mapping[str, Source] = field(default_factory=dict, hash=False)
    """The source of each field that has one of its own; under the empty key that of the rest of the row."""
    doubts: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The reasons why a field may be wrong, by field; those under the empty key concern the whole unit."""

    @property
    def names(self) -> frozenset[str]:
        """The names by which players may call it: its id, what its counter says, and its name in sentences."""
        return frozenset(name for name in (self.id, self.name, self.spoken) if name)

    @property
    def ss(self) -> bool:
        """Tell whether it is an SS formation."""
        return self.formation == "ss"

    @property
    def battlegroup(self) -> bool:
        """Tell whether it is the remnant of another unit (26.4)."""
        return self.type.endswith("-battlegroup")

    @property
    def code(self) -> str:
        """Return what the counter shows as its set-up code: the letter, else the turn of arrival (2.2)."""
        return self.setup or (str(self.arrival) if self.arrival is not None else "")

    @property
    def back(self) -> tuple[str, ...]:
        """Return the lines of the back face: what it is, where it starts or arrives, and when (2.2)."""
        if self.back_words:
            return self.back_words
        when = {"start": "At start", "turn": f"Turn {self.arrival}", "event": "Special", "unknown": "Turn ?"}[
            self.entry
        ]
        return tuple(line for line in (self.title or self._title, self._place, when) if line)

    @property
    def _title(self) -> str:
        """The name with what it names; the symbol tells the rest."""
        # A leader and a named formation say by their name alone what they are, as '16. Army' does.
        numbered = (self.name[:1].isdigit() and ". " not in self.name) or self.name.isupper()
        return f"{self.name} {self.type.capitalize()}" if numbered else self.name

    @property
    def _place(self) -> str:
        place = self.shown_area or self.area
        return place[:1].upper() + place[1:]

    def source_of(self, name: str) -> Source:
        """Return where a field is known from."""
        return self.sources.get(name) or self.sources.get("") or Source("missing")

    def fact(self, name: str) -> Fact:
        """Return what is known of one field of this unit, and from where; AttributeError if it has no such field."""
        value = self.own[name] if name in self.own else getattr(self, name)
        source = self.source_of(name)
        if name == "month" and value is None and self.entry == "turn":
            source = Source("missing", "the month is on the order-of-battle card")
        doubt = self.doubts.get(name) or self.doubts.get("", "")
        shown = "none" if value in (None, "") else value
        if value is None and source.kind == "missing":
            shown = "unknown"
        elif value is None and name == "arrival":
            shown = self.entry
        return Fact(f"{self.id}: {name} {shown}", source, doubt)
