"""Counters as VASSAL pieces: the traits they carry, and what the palette and a save hold of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from trc_module.declarations import speakable
from trc_module.module.prototype import Prototype
from trc_module.module.sentences import CALLED
from trc_module.module.texts import Texts
from trc_module.module.traits import calculated
from trc_module.roster import Marker, Roster, Unit
from trc_module.vassal.traits import Piece, Trait
from trc_module.vassal.traits.build import layer, prototype
from trc_module.vassal.values import Key

FACES = "Steps"
"""The layer with the faces of a unit that has several: its level less one is the number of steps lost."""
UNIT_MARK = "unit"
"""The marker trait by which the audit knows a piece: its value is the counter's id in the data."""


SHELF = "Shelf"
"""The mark under which the inventory lists a counter, in the players' language."""


class CounterWords(Protocol):
    """The words and prototypes of a game's counters."""

    @property
    def flip_key(self) -> Key:
        """The key that turns a counter over."""

    def uses(self, item: Unit | Marker) -> tuple[str, ...]:
        """Return the names of the prototypes of a counter, outermost first."""

    def followed(self, item: Unit | Marker, texts: Texts) -> str:
        """Return the property or expression that chooses a counter's face; '' if players turn it over."""

    def type_of(self, unit: Unit) -> str:
        """Return a unit's type as the module's mark `Type` has it."""

    def back(self, item: Unit | Marker, images: tuple[str, ...], texts: Texts) -> tuple[Trait, ...] | None:
        """Return how a counter shows its other faces, if not as others do."""

    def own_marks(self, item: Unit | Marker) -> Mapping[str, str]:
        """Return properties of a counter that lines print, beside the usual ones."""

    def shelf(self, item: Unit | Marker, texts: Texts) -> str:
        """Return under what the inventory lists a counter, in the language of the texts; '' if nothing."""

    def name_of(self, item: Unit | Marker, texts: Texts) -> str:
        """Return what players and VASSAL's own reports call a counter, in the language of the texts."""


class PieceMaker:
    """Make the counters of a roster into VASSAL pieces; `called` is what sentences call them, by their ids."""

    def __init__(
        self,
        roster: Roster,
        prototypes: Iterable[Prototype],
        texts: Texts,
        words: CounterWords,
        called: Mapping[str, str],
    ) -> None:
        self.roster = roster
        self.texts = texts
        self._called = called
        self._prototypes = {item.name: item for item in prototypes}
        self._slots: dict[str, Piece] = {}
        self._whole: dict[str, Piece] = {}
        self._words = words
        self._first_ids: dict[int, str] = {}
        for name, number in roster.numbers.by_id.items():
            self._first_ids.setdefault(number, name)

    def slot_piece(self, item: Unit | Marker) -> Piece:
        """Return the piece as the palette holds it, with its prototype by name."""
        if item.id not in self._slots:
            self._slots[item.id] = self._made(item)
        return self._slots[item.id]

    def _made(self, item: Unit | Marker) -> Piece:
        basic = Trait.make(
            "piece", image=self.front_image(item), name=self._words.name_of(item, self.texts), gpid=self.gpid(item)
        )
        # Those that players use most come last in the list and so first in the menu.
        uses = (prototype(name) for name in self._words.uses(item))
        return Piece.build(None, (*uses, *self._flip(item), *_factors_by_face(item), self._marks(item), basic))

    def placed_piece(self, item: Unit | Marker, piece_id: str, map_name: str, x: int, y: int) -> Piece:
        """Return the piece as a save holds it: on a map, its prototype's traits in the prototype's place."""
        if item.id not in self._whole:
            self._whole[item.id] = Piece.build(None, self._expanded(self.slot_piece(item).traits))
        whole = self._whole[item.id]
        return Piece(piece_id, whole.types, whole.states).with_position(map_name, x, y)

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

    def back_images(self, item: Unit | Marker) -> tuple[str, ...]:
        """Return the file names of all its other faces: as many as a unit has, else the back if there is one."""
        others = len(item.faces) if isinstance(item, Unit) and item.faces else int(bool(item.back))
        back = self.back_image(item)
        return tuple(back if number == 1 else back.replace(".png", f"-{number}.png") for number in range(1, others + 1))

    def _flip(self, item: Unit | Marker) -> tuple[Trait, ...]:
        own = self._words.back(item, self.back_images(item), self.texts)
        if own is not None:
            return own
        if not item.back:
            return ()
        follow = self._words.followed(item, self.texts)
        if follow:
            # Level 1 has no picture of its own, so that the front shows.
            return (layer("Face", ("", self.back_image(item)), follow=follow, first_level=1),)
        # Level 1 is the back: switched off, the piece shows its own picture, the front.
        flip = Trait.make(
            "emb2",
            activate_command=self.texts("menu.flip"),
            activate_modifiers=0,
            activate_chars="",
            activate_key=self._words.flip_key,
            images=(self.back_image(item),),
            names=("",),
            name="Face",
            always_active=False,
            level=-1,
        )
        return (flip,)

    def _marks(self, item: Unit | Marker) -> Trait:
        values = {UNIT_MARK: item.id, "Side": item.side, CALLED: speakable(self._called[item.id])}
        if isinstance(item, Unit):
            values |= {
                "Nation": item.nation,
                "Type": self._words.type_of(item),
                # Sums are made of it: a unit without a factor, or with an unknown one, counts nothing.
                "CF": str(item.combat or 0),
                "MF": "" if item.move is None else str(item.move),
                # Where it lies in boxes: no counter's changes because another one came or went.
                "Cell": self.gpid(item),
            }
        else:
            values["Kind"] = item.kind
        values |= self._words.own_marks(item)
        shelf = self._words.shelf(item, self.texts)
        if shelf:
            values[SHELF] = shelf
        if isinstance(item, Unit) and item.faces:
            del values["CF"], values["MF"]
        return Trait.make("mark", names=tuple(values), values=tuple(values.values()))

    def _expanded(self, traits: Iterable[Trait]) -> Iterator[Trait]:
        for trait in traits:
            if trait.id == "prototype":
                yield from self._expanded(self._prototypes[trait.text_of("name")].traits)
            else:
                yield trait


def _factors_by_face(item: Unit | Marker) -> tuple[Trait, ...]:
    """Return the properties with the factors of a unit that has several faces: of that which it shows."""
    if isinstance(item, Marker) or not item.faces:
        return ()
    shown = {"CF": [item.combat, *(face.combat for face in item.faces)]}
    shown["MF"] = [item.move, *(face.move for face in item.faces)]
    return tuple(calculated(name, _by_level([each or 0 for each in values])) for name, values in shown.items())


def _by_level(values: list[int]) -> str:
    text = str(values[-1])
    for level, value in reversed(list(enumerate(values[:-1], 1))):
        text = f"{FACES}_Level=={level}?{value}:{text}"
    return f"{{{text}}}"


def unit_id(properties: Mapping[str, str]) -> str | None:
    """Return which counter of the data a piece is, from its properties; None if it is none of ours."""
    return properties.get(UNIT_MARK) or None
