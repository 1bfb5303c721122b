"""All counters of a game, with their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from trc_module.facts import Fact
from trc_module.facts.table import Row
from trc_module.roster.errata import Erratum, ErratumChange
from trc_module.roster.markers import Marker
from trc_module.roster.numbers import PieceNumbers, append_numbers, missing_number
from trc_module.roster.units import Unit

UNIT_FIELDS = ("type", "size", "stacks", "combat", "move", "setup", "area", "arrival", "month", "option")
_FACE_FIELDS = ("combat", "move", "steps")
_MARKER_FIELDS = ("front", "back", "count", "box")


@dataclass(frozen=True, slots=True)
class Roster:
    """Units and markers by id, in the order of the tables, with all errata applied."""

    units: Mapping[str, Unit]
    markers: Mapping[str, Marker]
    numbers: PieceNumbers
    numbers_path: Path
    """The file to which new numbers are appended: the overlay's own if there is an overlay."""
    first_number: int = 1
    """The first number to be given: an owner's own counters have numbers far from ours."""
    errata: tuple[Erratum, ...] = ()
    """The errata that were applied, in order."""
    changes: tuple[ErratumChange, ...] = ()
    """The changes that the errata made to units and markers, one by one."""
    formerly: Mapping[str, str] = field(default_factory=dict)
    """The id that a renamed counter has in the tables, by its present id."""
    fields: tuple[str, ...] = UNIT_FIELDS
    """The columns of units that are data: those that the game has of ours, and its own."""
    rows: Mapping[str, Row] = field(default_factory=dict, repr=False, compare=False)
    """The place of each counter in the tables, by id: the files and lines of its cells."""

    def counters(self) -> Iterator[Unit | Marker]:
        """Yield all units and then all markers."""
        yield from self.units.values()
        yield from self.markers.values()

    def piece(self, name: str) -> Unit | Marker:
        """Return the unit or marker of that id; KeyError if there is none."""
        return self.units[name] if name in self.units else self.markers[name]

    @property
    def aliases(self) -> dict[str, str]:
        """Return by every id that a counter had once, and none has now, the id that it has now.

        Logs, records and other data know counters by the ids of their day. The number tells which they mean.
        """
        now = self.by_known_number
        found = {old: now[number] for old, number in self.numbers.by_id.items() if number in now}
        found |= {old: new for new, old in self.formerly.items()}
        return {old: new for old, new in found.items() if old not in self.units and old not in self.markers}

    def present(self, name: str) -> str | None:
        """Return the id that a counter has now which other data call by `name`: they may not know of an erratum.

        None if an erratum has retired it; KeyError if there never was one.
        """
        if name in self.units or name in self.markers:
            return name
        now = self.aliases.get(name, name)
        if now in self.units or now in self.markers:
            return now
        if any(change.action == "retire" and change.subject == now for change in self.changes):
            return None
        raise KeyError(name)

    def piece_number(self, name: str) -> int:
        """Return the gpid of a unit or marker; DataError if it has none yet (see `assign_numbers`)."""
        number = self._number(name)
        if number is None:
            raise missing_number(self.numbers_path, name)
        return number

    def _number(self, name: str) -> int | None:
        number = self.numbers.by_id.get(name)
        return self.numbers.by_id.get(self.formerly.get(name, "")) if number is None else number

    @property
    def by_piece_number(self) -> dict[int, str]:
        """Return the id of the present counter that has each number; retired numbers are not in it."""
        return {self.piece_number(name): name for name in (*self.units, *self.markers)}

    @property
    def by_known_number(self) -> dict[int, str]:
        """Return the same as `by_piece_number`, counters left out that have no number yet."""
        names = ((name, self._number(name)) for name in (*self.units, *self.markers))
        return {number: name for name, number in names if number is not None}

    @property
    def retired(self) -> dict[int, str]:
        """Return the numbers of counters that have left the roster, with the last id of each."""
        present = self.by_piece_number
        return {number: name for number, name in self.numbers.latest.items() if number not in present}

    def facts(self) -> Iterator[Fact]:
        """Yield every datum of every counter that its face, its back or a rule rests on."""
        for unit in self.units.values():
            yield from (unit.fact(name) for name in self.fields if name != "month" or unit.entry == "turn")
            yield from (face.fact(unit.id, name) for face in unit.faces for name in _FACE_FIELDS)
            yield from (face.fact(unit.id, name) for face in unit.faces for name in face.own)
        for marker in self.markers.values():
            yield from (marker.fact(name) for name in _MARKER_FIELDS)
            yield from (event.fact(marker.id) for event in marker.events)


def assign_numbers(roster: Roster) -> Roster:
    """Give a number to each counter that has none, by appending to the number file, and return the roster with them."""
    ids = (*roster.units, *roster.markers)
    numbers = append_numbers(roster.numbers_path, roster.numbers, ids, roster.formerly, roster.first_number)
    return replace(roster, numbers=numbers)
