"""A module as the checks look at it: its tree, pieces, pictures and set-ups, each read once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from lxml import etree

from trc_module.vassal.archive import Archive
from trc_module.vassal.buildfile import AttributeSpec, components, place_of, read_build_file
from trc_module.vassal.commands import AddPiece, SetBoards, decode_command
from trc_module.vassal.metadata import MODULE_DATA, Metadata, read_metadata
from trc_module.vassal.palette import Palette, read_palette
from trc_module.vassal.problems import FormatError, Problem
from trc_module.vassal.saves import SavedGame, find_problems, read_saved_archive
from trc_module.vassal.traits import TRAITS, Deck, Piece, Stack, Trait, read_piece

Made = TypeVar("Made")

_PREFIX = "VASSAL.build."
_WITH_PIECE = ("widget.PieceSlot", "widget.CardSlot", "module.PrototypeDefinition")
MAPS = ("module.Map", "module.PrivateMap", "module.PlayerHand", "widget.WidgetMap")
_DEPTH_LIMIT = 50


@dataclass(frozen=True, slots=True)
class Definition:
    """A piece that the build file defines: a slot's, a prototype's, or one that a trait places."""

    place: str
    element: etree._Element
    piece: Piece
    is_prototype: bool = False
    is_placed: bool = False

    @property
    def traits(self) -> list[tuple[str, Trait]]:
        """The traits, outermost first, each with its place."""
        return [(f"{self.place}, trait {i} ({t.id})", t) for i, t in enumerate(self.piece.traits, 1)]


@dataclass(frozen=True, slots=True)
class SetupInModule:
    """A set-up inside the module: its menu entry, its file, and what the checks ask of it.

    Very large modules have gigabytes of set-ups: they are read one after the other, and nothing else of them is kept.

    Attributes:
        place: Its menu entry.
        file: Its file.
        reason: Why the file cannot be read; empty if it can.
        problems: What keeps VASSAL from loading it.
        data: What it says of its module.
        pieces: Each different piece once: its name, number and the texts of its traits, as they come.
        maps: The maps on which pieces lie.
        boards: The boards that it lays out, each with its map.
        pictures: The names of pictures in its texts.
    """

    place: str
    file: str
    reason: str = ""
    problems: tuple[Problem, ...] = ()
    data: Metadata | None = None
    pieces: tuple[PieceOfSetup, ...] = ()
    maps: frozenset[str] = frozenset()
    boards: tuple[tuple[str, str], ...] = ()
    pictures: frozenset[str] = frozenset()

    @classmethod
    def read(cls, place: str, file: str, game: SavedGame) -> SetupInModule:
        """Take what the checks ask for out of a game that is not itself checked."""
        pieces: dict[PieceOfSetup, None] = {}
        maps: set[str | None] = set()
        pictures: set[str] = set()

        def look(command: AddPiece, piece: Piece | Stack | Deck | None) -> None:
            if isinstance(piece, Piece):
                pictures.update(*map(picture_names, piece.states))
                pieces[PieceOfSetup(piece.name, piece.gpid, piece.types)] = None
                maps.add(piece.map)
            elif piece is None:
                pictures.update(picture_names(command.encode()))

        problems = tuple(find_problems((*game.initial, *game.steps), look))
        others = [command for command in game.commands() if not isinstance(command, AddPiece)]
        pictures.update(*(picture_names(command.encode()) for command in others))
        boards = [(each.map, board.name) for each in others if isinstance(each, SetBoards) for board in each.boards]
        for types in {piece.types for piece in pieces}:
            pictures.update(*map(picture_names, types))
        return cls(
            place,
            file,
            problems=problems,
            data=game.module_data,
            pieces=tuple(pieces),
            maps=frozenset(name for name in maps if name is not None),
            boards=tuple(boards),
            pictures=frozenset(pictures),
        )


@dataclass(frozen=True, slots=True)
class PieceOfSetup:
    """A piece as a set-up has it, wherever it lies: its basic name, its number, and the texts of its traits."""

    name: str
    gpid: str
    types: tuple[str, ...]


_LETTER = r"[^\x00-\x1f\"'<>|;,=/\\]"
# A name begins where no letter of one stands before it: else a long text without a picture is looked at from each.
_PICTURE = re.compile(rf"(?<!{_LETTER}){_LETTER}+\.(?:png|gif|jpe?g|svg|bmp)", re.IGNORECASE)


# Most traits come again and again.
@lru_cache(maxsize=1 << 13)
def picture_names(text: str) -> tuple[str, ...]:
    """Return whatever looks like the name of a picture in a text."""
    return tuple(_PICTURE.findall(text)) if "." in text else ()


class ModuleView:
    """A module or extension.

    Without an archive only its tree is looked at: no check then says anything about its files.
    """

    def __init__(self, root: etree._Element, archive: Archive | None = None, base: ModuleView | None = None) -> None:
        self.root = root
        self.archive = archive
        self.base = base
        """The module that an extension adds to, if it is at hand."""
        self._made: dict[Callable[[ModuleView], Any], Any] = {}

    def once(self, make: Callable[[ModuleView], Made]) -> Made:
        """Return what a function makes of the module, made once for all checks that need it."""
        if make not in self._made:
            self._made[make] = make(self)
        made: Made = self._made[make]
        return made

    @classmethod
    def read(cls, archive: Archive, base: Archive | None = None) -> ModuleView:
        """Read a module's build file, or an extension's and that of its module.

        Raises:
            FormatError: There is none, or it cannot be read.
        """
        return cls(read_build_file(archive), archive, None if base is None else cls.read(base))

    @property
    def with_base(self) -> tuple[ModuleView, ...]:
        """Itself, and the module that it adds to."""
        return (self,) if self.base is None else (self, self.base)

    @property
    def is_extension(self) -> bool:
        """Whether it adds to another module, in which anything may be defined that is missing here."""
        return kind_of(self.root) == "module.ModuleExtension"

    @property
    def data_entry(self) -> str:
        """The name of the entry that says what the file is."""
        return "extensiondata" if self.is_extension else MODULE_DATA

    @cached_property
    def metadata(self) -> Metadata | None:
        """The metadata in the file; None if it has none, or none that can be read."""
        try:
            return read_metadata(self.archive, self.data_entry) if self.archive else None
        except FormatError:
            return None

    @cached_property
    def entries(self) -> frozenset[str] | None:
        """The names of all entries of the archive, None without one."""
        return frozenset(self.archive.names) if self.archive else None

    @cached_property
    def images(self) -> frozenset[str] | None:
        """The names of the pictures without `images/`; None without an archive."""
        if self.entries is None:
            return None
        return frozenset(name.removeprefix("images/") for name in self.entries if name.startswith("images/"))

    @cached_property
    def elements(self) -> tuple[tuple[str, etree._Element], ...]:
        """Every element of the tree with its class, without `VASSAL.build.`."""
        return tuple((kind_of(element), element) for element in self.root.iter())

    @cached_property
    def attributes(self) -> tuple[tuple[etree._Element, str, str, AttributeSpec | None], ...]:
        """Each attribute of the components that the table knows: component, name, value, and what is known of it."""
        found = []
        for _, element in self.elements:
            known = components().get(str(element.tag))
            if known is not None:
                found += [(element, str(k), str(v), known.get(str(k))) for k, v in element.items()]
        return tuple(found)

    def of_kind(self, *kinds: str) -> Iterator[etree._Element]:
        """Yield the components of some classes, in the tree's order."""
        for kind in kinds:
            yield from self._by_kind.get(kind, ())

    @cached_property
    def _by_kind(self) -> Mapping[str, list[etree._Element]]:
        found: dict[str, list[etree._Element]] = {}
        for kind, element in self.elements:
            found.setdefault(kind, []).append(element)
        return found

    @cached_property
    def _read_pieces(self) -> tuple[tuple[Definition, ...], tuple[tuple[str, str], ...]]:
        found: list[Definition] = []
        wrong: list[tuple[str, str]] = []
        for element in self.of_kind(*_WITH_PIECE):
            text = (element.text or "").strip()
            if text:
                place = place_of(element)
                is_prototype = kind_of(element) == "module.PrototypeDefinition"
                _read_definition(text, place, element, is_prototype, found, wrong)
        return tuple(found), tuple(wrong)

    @property
    def definitions(self) -> tuple[Definition, ...]:
        """Every piece that the build file defines."""
        return self._read_pieces[0]

    @property
    def unreadable_pieces(self) -> tuple[tuple[str, str], ...]:
        """The place of each text that is no piece, and why."""
        return self._read_pieces[1]

    @cached_property
    def prototypes(self) -> Mapping[str, Definition]:
        """The prototypes by name; of two with one name VASSAL takes the last."""
        return {d.element.get("name", ""): d for d in self.definitions if d.is_prototype and not d.is_placed}

    @cached_property
    def prototype_names(self) -> frozenset[str]:
        """The names of all prototypes, those too that hold nothing or nothing legible."""
        return frozenset(element.get("name", "") for element in self.of_kind("module.PrototypeDefinition"))

    @cached_property
    def all_traits(self) -> tuple[tuple[str, Trait], ...]:
        """Every trait of every definition with its place."""
        return tuple(pair for definition in self.definitions for pair in definition.traits)

    @cached_property
    def palette(self) -> Palette | None:
        """The pieces as they are on a map, prototypes put in; None without an archive or if one cannot be read."""
        try:
            return read_palette(self.archive) if self.archive else None
        except FormatError:
            return None

    @cached_property
    def _by_trait(self) -> Mapping[str, list[tuple[str, Trait]]]:
        found: dict[str, list[tuple[str, Trait]]] = {}
        for pair in self.all_traits:
            found.setdefault(pair[1].id, []).append(pair)
        return found

    def traits_of(self, *ids: str) -> Iterator[tuple[str, Trait]]:
        """Yield the traits of some ids with their places."""
        for id_ in ids:
            yield from self._by_trait.get(id_, ())

    @cached_property
    def unknown_traits(self) -> tuple[tuple[str, Trait], ...]:
        """The traits that are none of VASSAL's, with their places."""
        return tuple(pair for id_, pairs in self._by_trait.items() if id_ not in TRAITS for pair in pairs)

    @cached_property
    def different_traits(self) -> Mapping[Trait, list[str]]:
        """Each trait once, with all its places: most pieces share theirs with others."""
        found: dict[Trait, list[str]] = {}
        for place, trait in self.all_traits:
            found.setdefault(trait, []).append(place)
        return found

    @cached_property
    def brings_classes(self) -> bool:
        """Whether it has classes of its own, compiled, or as sources that somebody compiles later."""
        return any(name.endswith((".class", ".java", ".jar")) for name in self.entries or ()) or any(
            "." in kind and not _is_vassals(element) for kind, element in self.elements
        )

    @cached_property
    def has_own_code(self) -> bool:
        """Whether classes of the module's own take part, which may define and hear anything."""
        return bool(self.unknown_traits) or any(
            "." in kind and not _is_vassals(element) for kind, element in self.elements
        )

    @cached_property
    def foreign_text(self) -> str:
        """The texts of whatever the tables do not know in full, in which names may be used in ways unknown here."""
        known = components()
        parts = [
            value
            for _, element in self.elements
            if known.get(str(element.tag), None) is None
            for value in (*map(str, element.values()), element.text or "")
        ]
        parts += [trait.text for _, trait in (*self.unknown_traits, *self.traits_of("emb"))]
        return "\n".join(parts)

    @cached_property
    def setups(self) -> tuple[SetupInModule, ...]:
        """The set-ups that the menu names; empty without an archive."""
        return tuple(self._setups())

    def _setups(self) -> Iterator[SetupInModule]:
        if self.archive is None:
            return
        # Many set-ups may name one file, which is read once.
        known: dict[str, SetupInModule] = {}
        for element in self.of_kind("module.PredefinedSetup"):
            file = element.get("file", "")
            if element.get("isMenu") == "true" or element.get("useFile") == "false" or not file:
                continue
            place = place_of(element)
            if file not in self.archive:
                yield SetupInModule(place, file, f"there is no '{file}' in the archive")
                continue
            if file not in known:
                try:
                    with Archive.inside(self.archive, file) as saved:
                        known[file] = SetupInModule.read(place, file, read_saved_archive(saved, check=False))
                except FormatError as error:
                    known[file] = SetupInModule(place, file, str(error).rstrip("."))
            yield replace(known[file], place=place)

    @cached_property
    def maps(self) -> Mapping[str, etree._Element]:
        """The maps by name, private ones and hands too."""
        return {element.get("mapName", ""): element for element in self.of_kind(*MAPS)}

    def boards_of(self, map_element: etree._Element) -> Mapping[str, etree._Element]:
        """Return a map's boards by name."""
        return {board.get("name", ""): board for board in map_element.iter(f"{_PREFIX}module.map.boardPicker.Board")}

    @cached_property
    def sides(self) -> frozenset[str]:
        """The sides that players choose from."""
        return frozenset(
            entry.text or "" for roster in self.of_kind("module.PlayerRoster") for entry in roster.iterdescendants()
        )


def kind_of(element: etree._Element) -> str:
    """Return an element's class without `VASSAL.build.`."""
    return str(element.tag).removeprefix(_PREFIX)


def is_vassals(module: ModuleView, element: etree._Element) -> bool:
    """Tell whether a component's class is the engine's, and not one that the module brings along."""
    tag = str(element.tag)
    return tag.startswith("VASSAL.") and f"{tag.replace('.', '/')}.class" not in (module.entries or ())


def _is_vassals(element: etree._Element) -> bool:
    return str(element.tag).startswith("VASSAL.")


def _read_definition(
    text: str,
    place: str,
    element: etree._Element,
    is_prototype: bool,
    found: list[Definition],
    wrong: list[tuple[str, str]],
    depth: int = 0,
) -> None:
    command = decode_command(text)
    if not isinstance(command, AddPiece):
        wrong.append((place, "its text is not a piece, which begins with '+/' and has an id, a type and a state"))
        return
    try:
        piece = read_piece(command)
    except FormatError as error:
        wrong.append((place, str(error).rstrip(".")))
        return
    if not isinstance(piece, Piece):
        return
    definition = Definition(place, element, piece, is_prototype, depth > 0)
    found.append(definition)
    if depth < _DEPTH_LIMIT and ("placemark;" in text or "replace;" in text):
        for where, trait in definition.traits:
            if trait.id in ("placemark", "replace") and trait.text_of("piece").startswith("+/"):
                _read_definition(trait.text_of("piece"), where, element, is_prototype, found, wrong, depth + 1)
