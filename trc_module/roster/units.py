"""One unit: what its counter says, when it comes, and where each of these is known from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from trc_module.facts import Fact, Source

SIDES = ("axis", "russian")
NATIONS = (
    "german", "finnish", "rumanian", "hungarian", "italian", "bulgarian", "yugoslav", "ukrainian", "vlasov", "russian",
    "polish",
)  # fmt: skip
FORMATIONS = ("", "ss", "luftwaffe", "guards", "partisans")
TYPES = (
    "hq", "leader", "armor", "motorized", "infantry", "mountain", "cavalry", "paratroop", "luftwaffe", "artillery",
    "armor-battlegroup", "motorized-battlegroup", "infantry-battlegroup", "worker", "partisan", "air",
)  # fmt: skip
SIZES = ("none", "regiment", "corps", "army", "army-group", "high-command")
STACKS = ("none", "corps", "army")
MONTHS = ("", "first", "second", "unknown")

# How the back face calls what the table calls by an id or in more words than a counter has room for.
_PLACES = {
    "stukas": "Stukas box",
    "sturmoviks": "Sturmoviks box",
    "replacement-pool": "pool",
    "exchange": "by exchange",
    "place of a lost unit": "for a lost unit",
}

Entry = Literal["start", "turn", "event", "unknown"]


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter that stands for a formation, a leader, a worker or aircraft (rulebook 2.1 to 2.6)."""

    id: str
    side: str
    """`axis` or `russian`."""
    nation: str
    formation: str
    """`ss`, `luftwaffe`, `guards`, or empty for the regular army."""
    name: str
    """The designation on the counter: `47`, `1 SS`, `Stavka`."""
    type: str
    size: str
    """The size symbol (2.3): `corps`, `army`, `army-group`, `high-command`, `regiment` or `none`."""
    stacks: str
    """As what it counts for stacking (6.1, 6.3): `corps`, `army`, or `none` for no stacking value."""
    combat: int | None
    """The combat factor, a worker's replacement value too. None if it has none or if nobody knows it: see `fact`."""
    move: int | None
    """The printed movement factor, None as for `combat`."""
    setup: str
    """The set-up letter of a unit that is not an ordinary reinforcement. The sides use the same letters differently."""
    area: str
    """Where it starts or arrives: a city, a country, a military district, an edge, a box; empty if nothing is told."""
    entry: Entry
    """`start`, `turn` (see `arrival`), `event` (a rule brings it in) or `unknown`."""
    arrival: int | None
    """The turn of arrival, None unless `entry` is `turn`."""
    month: int | None
    """1 or 2, the month of that turn and so the impulse (20.0); None if unknown or not a reinforcement."""
    option: str
    """The optional rule or variant that brings it in, empty if it belongs to the campaign."""
    note: str = ""
    sources: Mapping[str, Source] = field(default_factory=dict, hash=False)
    """The source of each field that has one of its own; under the empty key that of the rest of the row."""
    doubts: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Why a field may be wrong; under the empty key what concerns the whole unit."""

    @property
    def guards(self) -> bool:
        """Tell whether it is a Russian Guards formation."""
        return self.formation == "guards"

    @property
    def ss(self) -> bool:
        """Tell whether it is an SS formation."""
        return self.formation == "ss"

    @property
    def luftwaffe(self) -> bool:
        """Tell whether it is a Luftwaffe formation."""
        return self.formation == "luftwaffe"

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
        when = {"start": "At start", "turn": f"Turn {self.arrival}", "event": "Special", "unknown": "Turn ?"}[
            self.entry
        ]
        return tuple(line for line in (self._title, self._place, when) if line)

    @property
    def _title(self) -> str:
        """The name with what it names; the symbol tells the rest."""
        if self.type == "worker":
            return "Worker" if self.name == self.area else f"Worker {self.name}"
        if self.type == "hq":
            return f"{self.name} HQ"
        if self.type == "luftwaffe":
            return f"{self.name.split()[0]} Luftwaffe"
        # A battlegroup, a leader and a named formation say by their name alone what they are.
        numbered = self.name[:1].isdigit() or self.name.isupper()
        return f"{self.name} {self.type.capitalize()}" if numbered and not self.battlegroup else self.name

    @property
    def _place(self) -> str:
        place = _PLACES.get(self.area, self.area)
        return place[:1].upper() + place[1:]

    def fact(self, name: str) -> Fact:
        """Return what is known of one field of this unit, and from where; AttributeError if it has no such field."""
        value = getattr(self, name)
        source = self.sources.get(name) or self.sources.get("") or Source("missing")
        if name == "month" and value is None and self.entry == "turn":
            source = Source("missing", "the month is on the order-of-battle card")
        doubt = self.doubts.get(name) or self.doubts.get("", "")
        shown = "none" if value in (None, "") else value
        if value is None and source.kind == "missing":
            shown = "unknown"
        elif value is None and name == "arrival":
            shown = self.entry
        return Fact(f"{self.id}: {name} {shown}", source, doubt)
