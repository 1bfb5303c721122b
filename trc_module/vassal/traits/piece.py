"""A piece as the traits around its innermost one; a stack and a deck as the ids that they hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from trc_module.digits import is_whole, read_real, read_whole, shortened
from trc_module.vassal import sequence
from trc_module.vassal.commands.pieces import AddPiece
from trc_module.vassal.problems import FormatError, Problem
from trc_module.vassal.traits.trait import Trait


class Piece(Struct, frozen=True):
    """A piece: the texts of its traits, outermost first, and one state for each.

    The last of both is the basic piece's. Texts are split into fields only when asked for, which
    keeps large saves fast.
    """

    id: str | None
    types: tuple[str, ...]
    states: tuple[str, ...]

    @classmethod
    def read(cls, command: AddPiece) -> Piece:
        """Take the piece out of the command that creates it.

        Raises:
            FormatError: It has fewer states than traits; the engine would give up the whole file.
        """
        types = _types(command.type)
        return cls(command.id, types, _states(command.id, command.state, len(types)))

    @classmethod
    def build(cls, id_: str | None, traits: Iterable[Trait]) -> Piece:
        """Make a piece of traits, outermost first, the basic piece last."""
        listed = tuple(traits)
        return cls(id_, tuple(trait.text for trait in listed), tuple(trait.state for trait in listed))

    @property
    def type_text(self) -> str:
        """The type as commands hold it."""
        return _nested(self.types)

    @property
    def state_text(self) -> str:
        """The state as commands hold it."""
        return _nested(self.states)

    def command(self) -> AddPiece:
        """Return the command that creates the piece."""
        return AddPiece(self.id, self.type_text, self.state_text)

    @property
    def traits(self) -> list[Trait]:
        """The traits, outermost first, the basic piece last."""
        return [Trait(text, state) for text, state in zip(self.types, self.states, strict=True)]

    def find(self, trait_id: str) -> Iterator[Trait]:
        """Yield the traits of one id, outermost first."""
        head = trait_id + ";"
        for text, state in zip(self.types, self.states, strict=True):
            if text.startswith(head) or text == trait_id:
                yield Trait(text, state)

    @property
    def basic(self) -> Trait:
        """The innermost trait."""
        return Trait(self.types[-1], self.states[-1])

    @property
    def has_basic(self) -> bool:
        """Whether the innermost trait is VASSAL's basic piece, and not a class of the module's, or damaged."""
        return self.types[-1].startswith("piece;") or self.types[-1] == "piece"

    @property
    def name(self) -> str:
        """The basic piece's name; empty without one."""
        return _name(self.types[-1]) if self.has_basic else ""

    @property
    def map(self) -> str | None:
        """The map's name; None off all maps, and without a basic piece."""
        name = self._plain(0)
        if name is None and self.has_basic:
            name = str(self.basic.state_value("map"))
        return None if name == "null" else name

    @property
    def position(self) -> tuple[int, int]:
        """Pixels from the left and from the top of the map; 0 where the engine reads no number."""
        if not self.has_basic:
            return 0, 0
        x, y = self.basic.state_value("x"), self.basic.state_value("y")
        assert isinstance(x, int)
        assert isinstance(y, int)
        return x, y

    @property
    def gpid(self) -> str:
        """The number of the palette slot that the piece came from; empty if it has none."""
        number = self._plain(3)
        if number is None:
            number = str(self.basic.state_value("gpid")) if self.has_basic else ""
        return number

    def whereabouts(self) -> tuple[str | None, int, int, str]:
        """Return `map`, `position` and `gpid` in one go, for who asks all pieces of a large save."""
        tokens = self.states[-1].split(";", 4)
        if len(tokens) == 5 and self.has_basic:
            name, x, y, number = tokens[:4]
            start = name + x + y + number
            if "\\" not in start and "'" not in start and is_whole(x) and is_whole(y):
                return None if name == "null" else name, int(x), int(y), number
        return self.map, *self.position, self.gpid

    def _plain(self, index: int) -> str | None:
        """Return a field of the basic piece's state where nothing is quoted up to there, else None."""
        tokens = self.states[-1].split(";", index + 1)
        if len(tokens) < index + 2 or not self.has_basic:
            return None
        start = ";".join(tokens[: index + 1])
        return None if "\\" in start or "'" in start else tokens[index]

    @property
    def display_name(self) -> str:
        """The name with what its active layers add, as the engine's reports print it."""
        name = self.name
        for trait in reversed(self.traits[:-1]):
            if trait.id == "emb2":
                name = _layered(trait, name)
        return name

    def properties(self) -> dict[str, str]:
        """Return the properties that the piece itself holds; the outermost of a name wins.

        Marks, dynamic properties, labels, layers, facings, whether it moved, and what the basic
        piece carries (`OldX`, `OldLocationName` ...). Calculated ones are not worked out.
        """
        found: dict[str, str] = {}
        for trait in reversed(self.traits):
            reader = _PROPERTIES.get(trait.id)
            if reader:
                found.update(reader(trait))
        return found

    def property(self, name: str) -> str | None:
        """Return one property, None if the piece itself does not hold it."""
        return self.properties().get(name)

    def with_position(self, map_name: str | None, x: int, y: int) -> Piece:
        """Return the piece at another place."""
        name = "null" if map_name is None else map_name
        head = self.states[-1].split(";", 3)
        start = "".join(head[:3])
        if len(head) == 4 and "\\" not in start and "'" not in start:
            # Nothing is quoted before the place's end, so what follows it need not be looked at.
            state = f"{sequence.encode((name, str(x), str(y)), ';')};{head[3]}"
        else:
            state = self.basic.with_state(map=name, x=x, y=y).state
        return Piece(self.id, self.types, (*self.states[:-1], state))

    def with_property(self, name: str, value: str) -> Piece:
        """Return the piece with its outermost dynamic property of a name changed.

        Raises:
            KeyError: It has none of that name.
        """
        for index, trait in enumerate(self.traits):
            if trait.id == "PROP" and trait.value("name") == name:
                return self.with_trait_state(index, value)
        raise KeyError(name)

    def with_trait_state(self, index: int, state: str) -> Piece:
        """Return the piece with the state of one trait changed, counted from the outermost at 0."""
        return replace(self, states=(*self.states[:index], state, *self.states[index + 1 :]))

    def changed(self, new_state: str, old_state: str | None = None) -> Piece:
        """Return the piece as a change command leaves it.

        With an old state only the traits are set whose token differs between old and new, as the
        engine does (VASSAL.counters.StateMergeable).

        Raises:
            FormatError: A state has fewer tokens than the piece has traits.
        """
        new = _states(self.id, new_state, len(self.types))
        if old_state is None:
            return replace(self, states=new)
        old = _states(self.id, old_state, len(self.types))
        merged = (after if after != before else held for held, before, after in zip(self.states, old, new, strict=True))
        return replace(self, states=tuple(merged))

    def problems(self) -> Iterator[Problem]:
        """Yield what is wrong with the traits."""
        for index, trait in enumerate(self.traits, 1):
            yield from trait.problems(f"piece {self.id or self.name!r}, trait {index}")


# The pieces of a game come again in each of its set-ups, many of them in the same place.
@lru_cache(maxsize=1 << 12)
def _nested(items: tuple[str, ...]) -> str:
    return sequence.encode_nested(items)


@lru_cache(maxsize=1 << 13)
def _name(text: str) -> str:
    return Trait(text).text_of("name")


# Most pieces of a game have the type of some others, and the same ones come again in its set-ups.
@lru_cache(maxsize=1 << 11)
def _types(text: str) -> tuple[str, ...]:
    return tuple(sequence.decode_nested(text))


@lru_cache(maxsize=1 << 12)
def _outer_states(around: str, count: int) -> tuple[str, ...] | None:
    """Return the states around the innermost, which follows on a text; None where its text does not end with it."""
    states = sequence.decode_nested(around + sequence.PLAIN, count=count)
    return tuple(states[:-1]) if len(states) == count and states[-1] == sequence.PLAIN else None


def _states(piece_id: str | None, text: str, count: int) -> tuple[str, ...]:
    parts = sequence.part_innermost(text)
    outer = _outer_states(parts[0], count) if parts else None
    if parts and outer is not None:
        return (*outer, parts[1])
    states = tuple(sequence.decode_nested(text, count=count))
    if len(states) < count:
        raise FormatError(
            f"The piece {piece_id} has {count} traits but only {len(states)} states: VASSAL would not load the file."
        )
    return states


def _layered(trait: Trait, name: str) -> str:
    label = _layer_properties(trait)[f"{trait.text_of('name')}_Name"] if _level(trait) > 0 else ""
    if not label:
        return name
    first, *second = sequence.decode(label, "+")
    if not second:
        return first
    return first + name if first else name + second[0]


def _level(trait: Trait) -> int:
    level = trait.state_value("level")
    return level if isinstance(level, int) else -1


def _mark_properties(trait: Trait) -> dict[str, str]:
    names, values = trait.value("names"), trait.state_value("values")
    assert isinstance(names, tuple)
    assert isinstance(values, tuple)
    padded = [*values, *[""] * (len(names) - len(values))]
    return {str(name): str(value) for name, value in zip(names, padded, strict=False)}


def _dynamic_properties(trait: Trait) -> dict[str, str]:
    return {trait.text_of("name"): trait.state}


def _label_properties(trait: Trait) -> dict[str, str]:
    return {trait.text_of("property"): trait.state}


def _layer_properties(trait: Trait) -> dict[str, str]:
    level = _level(trait)
    stem = trait.text_of("name")
    images, names = trait.value("images"), trait.value("names")
    assert isinstance(images, tuple)
    assert isinstance(names, tuple)
    active = level > 0
    return {
        f"{stem}_Level": str(level),
        f"{stem}_Active": "true" if active else "false",
        f"{stem}_Image": str(images[level - 1]) if active and level <= len(images) else "",
        f"{stem}_Name": str(names[level - 1]) if active and level <= len(names) else "",
    }


def _rotate_properties(trait: Trait) -> dict[str, str]:
    stem = trait.text_of("name")
    try:
        count, angle = trait.value("facings"), read_real(str(trait.state_value("angle")))
    except ValueError:
        return {}
    assert isinstance(count, int)
    if count == 1:
        return {f"{stem}_Degrees": str(angle)}
    return {f"{stem}_Facing": str(int(angle) + 1), f"{stem}_Degrees": str(-int(angle) * 360 // max(count, 1))}


def _moved_properties(trait: Trait) -> dict[str, str]:
    return {"Moved": trait.state}


def _name_properties(trait: Trait) -> dict[str, str]:
    return {"BasicName": trait.text_of("name")}


def _message_properties(trait: Trait) -> dict[str, str]:
    return {trait.text_of("name"): trait.text_of("message")}


def _basic_properties(trait: Trait) -> dict[str, str]:
    pairs = trait.state_value("properties")
    assert isinstance(pairs, tuple)
    kept = {str(name): str(value) for name, value in zip(pairs[::2], pairs[1::2], strict=False)}
    return {"BasicName": trait.text_of("name"), **kept}


_PROPERTIES = {
    "mark": _mark_properties,
    "PROP": _dynamic_properties,
    "label": _label_properties,
    "emb2": _layer_properties,
    "rotate": _rotate_properties,
    "markmoved": _moved_properties,
    "basicName": _name_properties,
    "locmsg": _message_properties,
    "piece": _basic_properties,
}


class Stack(Struct, frozen=True):
    """Pieces on top of each other, by their ids from the bottom up; `layer` is None in old files."""

    id: str | None
    map: str | None
    x: int
    y: int
    members: tuple[str, ...]
    layer: int | None = -1

    @classmethod
    def read(cls, command: AddPiece) -> Stack:
        """Take the stack out of the command that creates it.

        Raises:
            FormatError: Its state has no place, or something else than a number there.
        """
        return cls.read_state(command.id, command.state)

    @classmethod
    def read_state(cls, id_: str | None, state: str) -> Stack:
        """Read a stack's state, `map;x;y;id;id;@@layer`; an old one off all maps is just `null`.

        Raises:
            FormatError: It has no place, or something else than a number there.
        """
        tokens = sequence.decode(state, ";")
        layer = None
        try:
            if tokens[-1].startswith("@@"):
                layer = read_whole(tokens.pop()[2:])
            map_name, x, y, *members = tokens if len(tokens) > 1 else [*tokens, "0", "0"]
            return cls(
                id_, None if map_name == "null" else map_name, read_whole(x), read_whole(y), tuple(members), layer
            )
        except (ValueError, IndexError):
            raise FormatError(f"The stack {id_} should be at a map, x and y, not at {shortened(state)!r}.") from None

    def command(self) -> AddPiece:
        """Return the command that creates the stack; it must come after its pieces'."""
        layer = () if self.layer is None else (f"@@{self.layer}",)
        state = sequence.encode((self.map or "null", str(self.x), str(self.y), *self.members, *layer), ";")
        return AddPiece(self.id, "stack", state)


class Deck(Struct, frozen=True):
    """A pile of cards; `trait` holds its settings, `members` the cards' ids from the bottom up."""

    id: str | None
    trait: Trait

    @classmethod
    def read(cls, command: AddPiece) -> Deck:
        """Take the deck out of the command that creates it."""
        return cls(command.id, Trait(command.type, command.state))

    def command(self) -> AddPiece:
        """Return the command that creates the deck; it must come after its cards'."""
        return AddPiece(self.id, self.trait.text, self.trait.state)

    @property
    def name(self) -> str:
        """The deck's name."""
        return self.trait.text_of("name")

    @property
    def map(self) -> str | None:
        """The map's name; None off all maps."""
        name = str(self.trait.state_value("map"))
        return None if name == "null" else name

    @property
    def members(self) -> tuple[str, ...]:
        """The cards' ids from the bottom up."""
        members = self.trait.state_value("members")
        assert isinstance(members, tuple)
        return tuple(str(member) for member in members)


def read_piece(command: AddPiece) -> Piece | Stack | Deck:
    """Take what a command creates out of it.

    Raises:
        FormatError: It cannot be read; the engine would give up the whole file.
    """
    if command.type == "stack" or command.type.startswith("stack;"):
        return Stack.read(command)
    if command.type.startswith("deck;"):
        return Deck.read(command)
    return Piece.read(command)
