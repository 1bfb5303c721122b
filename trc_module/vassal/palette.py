"""Palette of a module, for games: its pieces by their numbers, whole, and its maps with their boards.

The pieces are those of the palettes and those that traits place beside or instead of another
(VASSAL.build.GpIdChecker). Prototypes are put in as the engine does when a piece enters a game. Extensions are
grafted onto the module's tree, as the engine does when it loads them (VASSAL.build.module.ExtensionElement).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from lxml import etree

from trc_module.vassal import sequence
from trc_module.vassal.archive import Archive
from trc_module.vassal.buildfile import full_name, place_of, read_build_file
from trc_module.vassal.commands import AddPiece, decode_node
from trc_module.vassal.metadata import MODULE_DATA, Metadata, read_metadata
from trc_module.vassal.problems import FormatError
from trc_module.vassal.traits import Piece, Trait, read_piece

SLOTS = tuple(full_name(name) for name in ("widget.PieceSlot", "widget.CardSlot"))
PROTOTYPES = (full_name("module.PrototypeDefinition"),)
_SIDES = full_name("module.PlayerRoster")
_BOARD = full_name("module.map.boardPicker.Board")
_PLACING = ("placemark", "replace")
_NAMES = ("name", "mapName", "entryName")
_EXTENSION = full_name("module.ModuleExtension")
_GRAFT = full_name("module.ExtensionElement")


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """A piece of the module: its number, where in the build file it stands, and its traits without prototypes."""

    gpid: str
    place: str
    piece: Piece

    @property
    def name(self) -> str:
        """The basic piece's name."""
        return self.piece.name


@dataclass(frozen=True, slots=True)
class ModuleExtension:
    """An extension that the pieces come from too: its file's name, its version, and what its numbers begin with."""

    name: str
    version: str
    id: str


@dataclass(frozen=True, slots=True)
class Palette:
    """The parts of a module that a game uses.

    Attributes:
        data: What the module says of itself.
        definitions: Its pieces, in the build file's order.
        maps: The names of its maps, each with those of its boards.
        sides: The sides that players can take.
        images: The file names of its pictures.
        extensions: The extensions whose pieces, maps and pictures are among these.
    """

    data: Metadata
    definitions: tuple[PaletteEntry, ...]
    maps: Mapping[str, frozenset[str]]
    sides: frozenset[str]
    images: frozenset[str]
    extensions: tuple[ModuleExtension, ...] = ()

    def by_number(self) -> dict[str, PaletteEntry]:
        """Return the definition of each number; one that two different pieces have belongs to neither."""
        return _unique((definition.gpid, definition) for definition in self.definitions)

    def by_name(self) -> dict[str, PaletteEntry]:
        """Return the definition of each basic name; one that two different pieces have belongs to neither."""
        return _unique((definition.name, definition) for definition in self.definitions)


def _unique(pairs: Iterator[tuple[str, PaletteEntry]]) -> dict[str, PaletteEntry]:
    found: dict[str, PaletteEntry] = {}
    ambiguous = set()
    for key, definition in pairs:
        other = found.setdefault(key, definition)
        if (other.piece, other.gpid) != (definition.piece, definition.gpid):
            ambiguous.add(key)
    return {key: definition for key, definition in found.items() if key and key not in ambiguous}


def read_palette(archive: Archive, extensions: Iterable[Archive] = ()) -> Palette:
    """Read the pieces, maps and sides of a module, and of extensions of it, in the order in which they are loaded.

    Raises:
        FormatError: The archive is no module, an extension is none or of another module, or a piece cannot be read.
    """
    root = read_build_file(archive)
    data = read_metadata(archive, MODULE_DATA) or Metadata(root.get("name", ""), root.get("version", ""))
    archives = [archive]
    known: list[ModuleExtension] = []
    for extension in extensions:
        known.append(graft(root, extension))
        archives.append(extension)
    reader = _Reader(root)
    return Palette(
        data,
        tuple(reader.definitions()),
        {
            str(element.get("mapName")): frozenset(str(board.get("name", "")) for board in element.iter(_BOARD))
            for element in root.iter()
            if element.get("mapName")
        },
        frozenset((entry.text or "").strip() for roster in root.iter(_SIDES) for entry in roster),
        frozenset(
            name.removeprefix("images/") for each in archives for name in each.names if name.startswith("images/")
        ),
        tuple(known),
    )


def graft(root: etree._Element, archive: Archive) -> ModuleExtension:
    """Put what an extension adds where it belongs in the module's tree."""
    extension = read_build_file(archive)
    if extension.tag != _EXTENSION:
        raise FormatError(f"'{archive.path}' is a module, and no extension of one.")
    module, name = extension.get("module", ""), root.get("name", "")
    if module != name and extension.get("anyModule") != "true":
        raise FormatError(f"'{archive.path}' is an extension of '{module}', not of '{name}'.")
    for element in extension.iter(_GRAFT):
        place = element.get("target", "")
        target, _ = find_target(root, place)
        if target is None:
            raise FormatError(f"'{archive.path}' adds to '{place}', which the module has not.")
        # An element of an extension holds one component.
        target.extend(list(element)[:1])
    return ModuleExtension(archive.path.stem, extension.get("version", ""), extension.get("extensionId", ""))


def find_target(root: etree._Element, path: str) -> tuple[etree._Element | None, bool]:
    """Return what stands at a path of `class:name` steps, and whether it has these names; None if there is nothing.

    Where nothing of a class has the name the engine takes the first component of the class that leads on
    [VASSAL.build.module.ComponentPathBuilder].
    """
    steps = [sequence.decode(step, ":") for step in sequence.decode(path, "/")] if path else []
    return _at(root, steps)


def _at(root: etree._Element, steps: list[list[str]]) -> tuple[etree._Element | None, bool]:
    if not steps:
        return root, True
    (tag, *name), *others = steps
    alike = [child for child in root if child.tag == tag]
    # A component without a name in the file has the engine's.
    match = next((child for child in alike if not name or not _names(child) or name[0] in _names(child)), None)
    if match is not None:
        return _at(match, others)
    for child in alike:
        found, _ = _at(child, others)
        if found is not None:
            return found, False
    return None, False


_MOST_TRAITS, _DEEPEST, _MOST_PARAMETERS = 5_000, 200, 100
_MOST_TEXT, _MOST_TEXT_TOGETHER = 1 << 22, 1 << 28
"""Limits on the length of a piece with its prototypes, and of all pieces together, in characters: prototypes that use
each other twice, or whose parameters hold parameters, would grow without end."""


class _Reader:
    def __init__(self, root: etree._Element) -> None:
        self.root = root
        self._text = 0
        """The characters of all pieces so far."""
        self.prototypes = {element.get("name", ""): (element.text or "").strip() for element in root.iter(*PROTOTYPES)}

    def definitions(self) -> Iterator[PaletteEntry]:
        for element in self.root.iter(*SLOTS, *PROTOTYPES):
            piece = piece_of(element)
            if piece is None:
                continue
            place = place_of(element)
            if element.tag in SLOTS:
                yield PaletteEntry(element.get("gpid", ""), place, self.expanded(piece))
            for trait in piece.traits:
                if trait.id in _PLACING:
                    yield from self._placed(trait, place)

    def _placed(self, trait: Trait, place: str) -> Iterator[PaletteEntry]:
        """Yield the piece that a trait places: written out in it, or named by the path of its slot."""
        text = trait.text_of("piece")
        piece = _piece(text, place) if text.startswith("+/") else self._slot(text)
        if piece is not None:
            yield PaletteEntry(trait.text_of("gpid"), place, self.expanded(piece))

    def _slot(self, path: str) -> Piece | None:
        element, _ = find_target(self.root, path)
        return piece_of(element) if element is not None and element.tag in SLOTS else None

    def expanded(self, piece: Piece) -> Piece:
        """Return the piece with the traits of its prototypes in their places.

        Raises:
            FormatError: They are more than any piece has.
        """
        traits: list[Trait] = []
        text = 0
        # The innermost trait is the piece itself: a damaged one that uses a prototype stays, for no piece has no trait.
        *outer, innermost = piece.traits
        for trait in chain(self._expanded(outer, ()), (innermost,)):
            traits.append(trait)
            text += len(trait.text) + len(trait.state)
            if len(traits) > _MOST_TRAITS or text > _MOST_TEXT or self._text + text > _MOST_TEXT_TOGETHER:
                raise FormatError(
                    f"The piece '{piece.name}' is too large with its prototypes put in: it may have {_MOST_TRAITS} "
                    f"traits and {_MOST_TEXT} letters, and all pieces together {_MOST_TEXT_TOGETHER} letters."
                )
        self._text += text
        return Piece.build(piece.id, traits)

    def _expanded(self, traits: list[Trait], inside: tuple[str, ...]) -> Iterator[Trait]:
        if len(inside) > _DEEPEST:
            raise FormatError(
                f"Prototypes use each other through more than {_DEEPEST} steps, beginning with '{inside[0]}'."
            )
        for trait in traits:
            if trait.id != "prototype":
                yield trait
                continue
            name, *parameters = trait.tokens or ("",)
            text = self.prototypes.get(name, "")
            # A prototype that holds itself would go on for ever; the engine complains and leaves it out.
            if not text or name in inside:
                continue
            definition = _piece(_filled_in(text, parameters), f"the prototype '{name}'")
            if definition is not None:
                yield from self._expanded(definition.traits[:-1], (*inside, name))


def piece_of(element: etree._Element) -> Piece | None:
    """Return the piece of a slot or prototype as it stands there; None if it is empty.

    Raises:
        FormatError: Its text is no piece.
    """
    return _piece((element.text or "").strip(), place_of(element))


def _piece(text: str, place: str) -> Piece | None:
    if not text:
        return None
    command = decode_node(text)
    piece = read_piece(command) if isinstance(command, AddPiece) else None
    if not isinstance(piece, Piece):
        raise FormatError(f"{place}: its text should be a piece, which begins with '+/', not '{text[:40]}'.")
    return piece


def _names(element: etree._Element) -> set[str]:
    return {str(element.get(key)) for key in _NAMES if element.get(key)}


def _filled_in(text: str, parameters: list[str]) -> str:
    """Put a prototype's parameters (`name=value,...`, an old way) where its text says `$name$`."""
    pairs = sequence.decode(parameters[0], ",") if parameters else []
    if len(pairs) > _MOST_PARAMETERS:
        raise FormatError(f"A piece gives a prototype {len(pairs)} parameters; it may give {_MOST_PARAMETERS}.")
    for pair in pairs:
        name, *value = sequence.decode(pair, "=")
        if name and value:
            if len(text) + text.count(f"${name}$") * len(value[0]) > _MOST_TEXT:
                raise FormatError(f"A prototype grows beyond {_MOST_TEXT} letters with its parameter '{name[:40]}'.")
            text = text.replace(f"${name}$", value[0])
    return text
