"""Counters as VASSAL pieces: the traits they carry, and what the palette and a save hold of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from trc_module.roster import Marker, Roster, Unit
from trc_module.vassal.traits import Piece, Trait
from trc_module.vassal.values import Color, Key

MOVED_IMAGE = "moved.png"
UNIT_MARK = "unit"
"""The marker trait by which the audit knows a piece: its value is the counter's id in the data."""

MARK_MOVED = Key.ctrl("M")
CLEAR_TRAIL = Key.named("ClearTrail")
FLIP = Key.ctrl("F")
TRAIL = Key.ctrl("T")

_TYPE_NAMES = {
    "hq": "HQ",
    "leader": "Leader",
    "armor": "Armor",
    "motorized": "Motorized",
    "infantry": "Infantry",
    "mountain": "Mountain",
    "cavalry": "Cavalry",
    "paratroop": "Paratroop",
    "luftwaffe": "Luftwaffe",
    "artillery": "Artillery",
    "armor-battlegroup": "Armor Battlegroup",
    "motorized-battlegroup": "Motorized Battlegroup",
    "infantry-battlegroup": "Infantry Battlegroup",
    "worker": "Worker",
    "partisan": "",
    "air": "",
}


@dataclass(frozen=True, slots=True)
class Prototype:
    """Traits that many counters share, outermost first."""

    name: str
    description: str
    traits: tuple[Trait, ...]

    def slot_text(self) -> str:
        """Return the text of its definition [VASSAL.build.module.PrototypeDefinition]."""
        return Piece.build(None, (*self.traits, Trait.make("piece"))).command().encode()


def prototypes() -> tuple[Prototype, ...]:
    """Return what units and markers of the module have in common."""
    trail = Trait.make(
        "footprint",
        key=TRAIL,
        command="Movement trail",
        line_color=Color(140, 30, 20),
        fill_color=Color(250, 240, 210),
        radius=9,
        line_width=2.0,
        clear_key=CLEAR_TRAIL,
    )
    moved = Trait.make(
        "markmoved", image=MOVED_IMAGE, x_offset=27, y_offset=-41, command="Moved or not", key=MARK_MOVED
    )
    # VASSAL undoes a removal, and the audit asks for its reason: so only markers can simply be deleted.
    marker = (
        Trait.make("clone", command="Another one", key=Key.ctrl("C")),
        Trait.make("delete", command="Take away", key=Key.ctrl("D")),
    )
    return (
        Prototype("Unit", "What every unit can do", (trail, moved)),
        Prototype("Marker", "What every marker can do", marker),
    )


class PieceMaker:
    """Make the pieces of one roster."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        self._prototypes = {prototype.name: prototype for prototype in prototypes()}
        self._first_ids: dict[int, str] = {}
        for name, number in roster.numbers.by_id.items():
            self._first_ids.setdefault(number, name)

    def slot_piece(self, item: Unit | Marker) -> Piece:
        """Return the piece as the palette holds it, with its prototype by name."""
        kind = "Unit" if isinstance(item, Unit) else "Marker"
        basic = Trait.make("piece", image=self.front_image(item), name=piece_name(item), gpid=self.gpid(item))
        traits = (Trait.make("prototype", name=kind), *self._flip(item), _marks(item), basic)
        return Piece.build(None, traits)

    def placed_piece(self, item: Unit | Marker, piece_id: str, map_name: str, x: int, y: int) -> Piece:
        """Return the piece as a save holds it: on a map, its prototype's traits in the prototype's place."""
        slot = self.slot_piece(item)
        return Piece.build(piece_id, self._expanded(slot.traits)).with_position(map_name, x, y)

    def front_image(self, item: Unit | Marker) -> str:
        """Return the file name of a counter's front face in the module's `images`.

        It bears the first id that the counter ever had: VASSAL carries a trait over to a newer module only if its
        text, the pictures' names in it, is the same, and a new id should not turn counters over.
        """
        return f"{self._first_ids[self.roster.piece_number(item.id)]}.png"

    def back_image(self, item: Unit | Marker) -> str:
        """Return the file name of a counter's back face likewise."""
        return self.front_image(item).replace(".png", "-back.png")

    def gpid(self, item: Unit | Marker) -> str:
        """Return the counter's own number, the same in every version of the module."""
        return str(self.roster.piece_number(item.id))

    def _flip(self, item: Unit | Marker) -> tuple[Trait, ...]:
        if not item.back:
            return ()
        # Level 1 is the back: switched off, the piece shows its own picture, the front.
        flip = Trait.make(
            "emb2",
            activate_command="Turn over",
            activate_modifiers=0,
            activate_chars="",
            activate_key=FLIP,
            images=(self.back_image(item),),
            names=("",),
            name="Face",
            always_active=False,
            level=-1,
        )
        return (flip,)

    def _expanded(self, traits: Iterable[Trait]) -> Iterator[Trait]:
        for trait in traits:
            if trait.id == "prototype":
                yield from self._expanded(self._prototypes[trait.text_of("name")].traits)
            else:
                yield trait


def piece_name(item: Unit | Marker) -> str:
    """Return what players and VASSAL's own reports call a counter: `German 47 Armor 7-7`."""
    if isinstance(item, Marker):
        return item.name
    words = (item.nation.capitalize(), item.name, _TYPE_NAMES[item.type], factors(item))
    return " ".join(word for word in words if word)


def factors(unit: Unit) -> str:
    """Return a unit's factors as its counter shows them, `?` for one that nobody has told us; empty if it has none."""
    if unit.combat is None and unit.move is None:
        return ""
    combat = "?" if unit.combat is None else str(unit.combat)
    return combat if unit.type == "worker" else f"{combat}-{'?' if unit.move is None else unit.move}"


def unit_id(properties: Mapping[str, str]) -> str | None:
    """Return which counter of the data a piece is, from its properties; None if it is none of ours."""
    return properties.get(UNIT_MARK) or None


def _marks(item: Unit | Marker) -> Trait:
    values = {UNIT_MARK: item.id, "Side": item.side}
    if isinstance(item, Unit):
        values |= {
            "Nation": item.nation,
            "Type": item.type,
            "CF": "" if item.combat is None else str(item.combat),
            "MF": "" if item.move is None else str(item.move),
        }
    return Trait.make("mark", names=tuple(values), values=tuple(values.values()))
